//! A block for what a pack below declares, whose lines do not say whether they are new: they are read as added, so that
//! what else is wrong with them is told, too.

use super::error::{PlacedError, RulebookError};
use super::names::Sort;
use super::says::Says;
use super::show::as_written;
use crate::diag::{Diagnostic, suggest};
use crate::syntax::ast::{
    ActionEntry, Body, CellForm, CheckEntry, ConditionEntry, Declaration, Entry, Name, TrackEntry, Verb,
};
use crate::text::{Sources, Span};

/// The declaration as one whose plain entries are added to the one below; none where blocks do not amend. Whether it
/// has such entries is told beside it.
pub(super) fn as_added(declaration: &Declaration) -> Option<(Declaration, bool)> {
    fn added<T>(entries: &mut [Entry<T>]) -> bool {
        let mut plain = entries.iter_mut().filter(|entry| entry.verb == Verb::Plain).peekable();
        let is_any = plain.peek().is_some();
        plain.for_each(|entry| entry.verb = Verb::Add);
        is_any
    }
    let mut declaration = declaration.clone();
    let has_plain = match &mut declaration.body {
        Body::Card(card) => added(&mut card.entries),
        Body::Action(entries) => added(entries),
        Body::Reaction(entries) => added(entries),
        Body::Every(every) => added(&mut every.entries),
        Body::Figure(figure) if figure.from.is_none() => added(&mut figure.entries),
        Body::Scenario(entries) => added(entries),
        Body::Check(entries) => added(entries),
        Body::Condition(entries) => added(entries),
        Body::Question(entries) => added(entries),
        Body::Words(entries) => entries.change(|entries| added(entries)),
        Body::Turn(entries) => added(entries),
        Body::Thing(entries) => added(entries),
        _ => return None,
    };
    Some((declaration, has_plain))
}

/// A block of what nothing below declares, with its marked entries as declared ones; where the first mark stands, and
/// which. None of other blocks.
pub(super) fn as_declared(declaration: &Declaration, sources: &Sources) -> Option<(Declaration, Span, &'static str)> {
    fn plain<T>(entries: &mut Vec<Entry<T>>) -> Option<(Span, Verb)> {
        let first = entries.iter().find(|entry| entry.verb != Verb::Plain).map(|entry| (entry.span, entry.verb));
        entries.retain(|entry| entry.verb != Verb::Remove);
        entries.iter_mut().for_each(|entry| entry.verb = Verb::Plain);
        first
    }
    let mut declaration = declaration.clone();
    let (at, verb) = match &mut declaration.body {
        Body::Card(card) => plain(&mut card.entries),
        Body::Action(entries) => plain(entries),
        Body::Reaction(entries) => plain(entries),
        Body::Figure(figure) => plain(&mut figure.entries),
        Body::Scenario(entries) => plain(entries),
        Body::Check(entries) => plain(entries),
        Body::Condition(entries) => plain(entries),
        Body::Question(entries) => plain(entries),
        Body::Words(entries) => entries.change(plain),
        Body::Thing(entries) => plain(entries),
        _ => None,
    }?;
    let word = match verb {
        Verb::Replace => "replace",
        Verb::Remove => "remove",
        _ => "add",
    };
    let text = sources.slice(at);
    let at = if text.starts_with(word) { Span { end: at.start + word.len() as u32, ..at } } else { at };
    Some((declaration, at, word))
}

/// The lines of a short block for what a pack below declares, each with the word that says what it does.
pub(super) fn marked(new: &Declaration, old: &Says, sources: &Sources) -> Option<String> {
    const MOST: usize = 3;
    let lines: Vec<(String, bool)> = match &new.body {
        Body::Thing(entries) => {
            let said = fields_of(old)?;
            let is_there = |name: &str| said.contains(&name);
            let line = |entry: &Entry<_>, name: &str| (sources.slice(entry.span).trim().to_string(), is_there(name));
            entries.iter().map(|entry| line(entry, &entry.node.name.text)).collect()
        }
        Body::Card(card) => {
            let Says::Whole(below) = old else { return None };
            let Body::Card(known) = &below.body else { return None };
            let texts: Vec<&str> = known.entries.iter().map(|entry| sources.slice(entry.span)).collect();
            let label = |line: &str| line.split('"').nth(1).map(|label| format!("\"{label}\""));
            let is_there = |line: &str| label(line).is_some_and(|label| texts.iter().any(|text| text.contains(&label)));
            let line = |line: &str| (line.trim().to_string(), is_there(line));
            card.entries.iter().map(|entry| line(sources.slice(entry.span))).collect()
        }
        _ => return None,
    };
    let is_short = lines.len() <= MOST && !lines.is_empty() && lines.iter().all(|(line, _)| !line.contains('\n'));
    let said = |(line, is_there): &(String, bool)| format!("{} {line}", if *is_there { "replace" } else { "add" });
    is_short.then(|| lines.iter().map(said).collect::<Vec<_>>().join("; "))
}

/// A block of fields or modifiers with the entries alone that do not say what they do.
pub(super) fn plain_alone(declaration: &Declaration) -> Option<Declaration> {
    let mut declaration = declaration.clone();
    match &mut declaration.body {
        Body::Thing(entries) => entries.retain(|entry| entry.verb == Verb::Plain),
        Body::Card(card) => card.entries.retain(|entry| entry.verb == Verb::Plain),
        _ => return None,
    }
    Some(declaration)
}

/// The first entry of a block that says neither `add` nor `replace` nor `remove`.
pub(super) fn first_plain(declaration: &Declaration) -> Option<Span> {
    fn of<T>(entries: &[Entry<T>]) -> Option<Span> {
        entries.iter().find(|entry| entry.verb == Verb::Plain).map(|entry| entry.span)
    }
    match &declaration.body {
        Body::Card(card) => of(&card.entries),
        Body::Figure(figure) => of(&figure.entries),
        Body::Scenario(entries) => of(entries),
        Body::Check(entries) => of(entries),
        Body::Condition(entries) => of(entries),
        Body::Question(entries) => of(entries),
        Body::Words(entries) => of(entries),
        Body::Thing(entries) => of(entries),
        _ => None,
    }
}

/// The verb that is meant by nearly one.
pub(super) fn amending_verb_meant(word: &str) -> Option<&'static str> {
    const VERBS: [&str; 3] = ["add", "replace", "remove"];
    let also =
        [("change", "replace"), ("override", "replace"), ("set", "replace"), ("delete", "remove"), ("drop", "remove")];
    let habit = also.iter().find(|(said, _)| *said == word).map(|(_, verb)| *verb);
    habit.or_else(|| suggest(word, VERBS).and_then(|near| VERBS.into_iter().find(|verb| *verb == near)))
}

/// Whether a block of `add`, `replace` and `remove` may change what is declared by this sort.
pub(super) fn is_amendable(sort: Sort) -> bool {
    matches!(
        sort,
        Sort::Card
            | Sort::Action
            | Sort::Reaction
            | Sort::Deed
            | Sort::Sheet
            | Sort::Every
            | Sort::Turn
            | Sort::Words
            | Sort::Scenario
            | Sort::Check
            | Sort::Condition
            | Sort::Question
            | Sort::Item
    )
}

/// What a block of `add`, `replace` and `remove` could have been about.
pub(super) fn amendable(sort: &str, names: &[&str]) -> String {
    const MOST: usize = 12;
    let help = format!("a block of `add`, `replace` and `remove` changes a {sort} of a pack below");
    let more = if names.len() > MOST { ", …" } else { "" };
    match names {
        [] => format!("{help}, and there is none: declare it without these words"),
        _ => {
            let names = names[..names.len().min(MOST)].join(", ");
            format!("{help}: {names}{more}; without these words it is a new {sort}")
        }
    }
}

/// What is said of a thing that is declared anew with little of what the one below says: the rest is at its defaults.
pub(super) fn left_out(old: &Says, (new, at): (&Says, &Name), sources: &Sources) -> Option<Diagnostic> {
    let (said, kept) = (fields_of(old)?, fields_of(new)?);
    let lost: Vec<&str> = said.iter().copied().filter(|field| !kept.contains(field)).collect();
    let Says::Whole(declaration) = new else { return None };
    if lost.len() < 3 * kept.len() || kept.is_empty() {
        return None;
    }
    let (kind, name) = (&declaration.keyword.text, as_written(&at.text));
    let changes: Vec<String> = kept.iter().map(|field| format!("replace {field} …")).collect();
    let help = format!(
        "what changes alone is said so: `{kind} {name} {{ {} }}`; or say here all that stays",
        changes.join("; ")
    );
    let error = RulebookError::LostFields { name: at.text.clone(), fields: lost.join(", ") };
    Some(Box::new(PlacedError::new(error, sources, at.span, "all of it is said anew", help)))
}

/// What is said of a track that is replaced by one that leads to less than the one below.
pub(super) fn lost_gains(old: &Says, (new, at): (&Says, &Name), sources: &Sources) -> Option<Diagnostic> {
    let (before, now) = (gains_of(old)?, gains_of(new)?);
    let mut lost: Vec<&str> =
        before.iter().map(|(gains, _)| *gains).filter(|one| now.iter().all(|(other, _)| other != one)).collect();
    lost.dedup();
    if lost.is_empty() {
        return None;
    }
    // Where less is lost than all that leads to one of them, some of it may be meant to go; it is told with the rest.
    let times = |all: &[(&str, Span)], gains: &str| all.iter().filter(|(other, _)| *other == gains).count();
    let is_lost = |gains: &str| times(&now, gains) < times(&before, gains);
    let lines: Vec<&str> =
        before.iter().filter(|(gains, _)| is_lost(gains)).map(|(_, line)| sources.slice(*line).trim()).collect();
    let help = format!(
        "say again what is to stay, `{}`; or take the condition away, if nothing is to gain it",
        lines.join("; ")
    );
    let told = lost.iter().map(|gains| format!("`{gains}`")).collect::<Vec<_>>().join(", ");
    let error = RulebookError::LostGains { track: at.text.clone(), gains: told };
    Some(Box::new(PlacedError::new(error, sources, at.span, "all of it is said anew", help)))
}

/// The conditions to which a track leads, with the lines that say so.
fn gains_of<'a>(says: &'a Says) -> Option<Vec<(&'a str, Span)>> {
    let Says::Whole(declaration) = says else { return None };
    let Body::Track(track) = &declaration.body else { return None };
    let gains = track.entries.iter().filter_map(|entry| match &entry.node {
        TrackEntry::Gains(_, condition, _) => Some((&*condition.text, entry.span)),
        TrackEntry::Resets(..) => None,
    });
    Some(gains.collect())
}

/// Whether a block without marks is a declaration of its own that bears the name of another one by chance: it is whole,
/// and titled otherwise.
pub(super) fn is_new_one(new: &Declaration, old: &Declaration) -> bool {
    let title = |one: &Declaration| one.notes.title.as_ref().map(|title| title.text.to_lowercase());
    let is_titled_otherwise = title(new).is_some_and(|own| title(old).is_some_and(|below| below != own));
    let is_whole = match &new.body {
        Body::Check(entries) => {
            let says = |entry: &Entry<CheckEntry>| matches!(entry.node, CheckEntry::Says(_));
            let reads = |entry: &Entry<CheckEntry>| matches!(entry.node, CheckEntry::Reads(_));
            entries.iter().any(says) && entries.iter().any(reads)
        }
        Body::Action(entries) => entries.iter().any(|entry| matches!(entry.node, ActionEntry::By(_))),
        Body::Condition(entries) => entries.iter().any(|entry| matches!(entry.node, ConditionEntry::Lasts(_))),
        _ => false,
    };
    is_titled_otherwise && is_whole && is_all_plain(new)
}

/// Whether no entry of a block begins with a word that amends.
fn is_all_plain(declaration: &Declaration) -> bool {
    fn of<T>(entries: &[Entry<T>]) -> bool {
        entries.iter().all(|entry| entry.verb == Verb::Plain)
    }
    match &declaration.body {
        Body::Check(entries) => of(entries),
        Body::Action(entries) => of(entries),
        Body::Condition(entries) => of(entries),
        _ => false,
    }
}

/// The fields that a thing says.
fn fields_of<'a>(says: &'a Says) -> Option<Vec<&'a str>> {
    match says {
        Says::Whole(declaration) => match &declaration.body {
            Body::Thing(entries) => Some(entries.iter().map(|entry| &*entry.node.name.text).collect()),
            Body::Figure(figure) if figure.from.is_none() || figure.entries.len() > 1 => {
                Some(figure.entries.iter().map(|entry| &*entry.node.name.text).collect())
            }
            _ => None,
        },
        Says::Row(_, things, row) => {
            let cells = things.grid.head.iter().zip(&row.cells).skip(1);
            let said = cells.filter(|(_, cell)| !matches!(cell.form, CellForm::Empty)).map(|(head, _)| &*head.text);
            Some(said.chain(things.shared.iter().map(|line| &*line.node.name.text)).collect())
        }
    }
}
