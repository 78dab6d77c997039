//! Mistakes told where they were made: what a pack above says otherwise, or takes away, breaks rules below it that were
//! right before; and what is missed in many places is missed for one reason.

use super::error::{
    PlacedError, RulebookError, breaks_below, is_error, is_repeated, is_second, is_unmarked, missed_name,
    rulebook_error, second_name,
};
use super::level::{Level, gather};
use crate::diag::{Diagnostic, Diagnostics};
use crate::syntax::ast::{Body, Declaration, Name};
use crate::syntax::intended;
use crate::text::{SourceId, Sources, Span, is_wordly};
use std::collections::{BTreeMap, BTreeSet};

/// The mistakes with their causes: those in packs below as one in the pack that made them, and each name that is missed
/// once.
pub(super) fn blamed(levels: &[Level], sources: &Sources, all: Diagnostics) -> Diagnostics {
    let mut found: Vec<(Option<Span>, Diagnostic)> = Vec::new();
    let mut missed: BTreeSet<String> = BTreeSet::new();
    let users = users(levels, sources, &all);
    let block = |one: &Diagnostic| {
        let (source, start, _) = place_of(sources, one)?;
        Some(around(levels, (source, start))?.span)
    };
    let unmarked: Vec<Span> = all.iter().filter(|one| is_unmarked(&***one)).filter_map(block).collect();
    let level = |one: &Diagnostic| {
        place_of(sources, one).and_then(|(id, ..)| levels.iter().position(|level| level.tree(id).is_some()))
    };
    let refused_below: Vec<&Diagnostic> = all.iter().filter(|one| breaks_below(&***one)).collect();
    let (breaks, broken): (Option<usize>, Vec<Span>) = (
        refused_below.iter().filter_map(|one| level(one)).max(),
        refused_below.into_iter().filter_map(block).collect(),
    );
    let taken: Vec<(usize, String)> =
        all.iter().filter_map(|one| Some((level(one)?, second_name(&**one)?.to_string()))).collect();
    for one in all {
        // What is wrong beside or below something of another type than stood there follows from that.
        let is_below = level(&one).zip(breaks).is_some_and(|(own, above)| own < above);
        let is_beside = !broken.is_empty() && block(&one).is_some_and(|at| broken.contains(&at));
        // Rules below that name what is declared a second time above read the other one.
        let is_taken = taken.iter().any(|(above, name)| {
            level(&one).is_some_and(|own| own < *above)
                && place_of(sources, &one).is_some_and(|(id, start, _)| {
                    shown(&sources.get(id).text, start).split(|c| !is_wordly(c)).any(|word| word == name)
                })
        });
        if is_error(&*one) && !breaks_below(&*one) && (is_below || is_beside || is_taken) {
            continue;
        }
        // What is said again in lines that do not say how they change what is there is said instead.
        if is_repeated(&*one) && block(&one).is_some_and(|at| unmarked.contains(&at)) {
            continue;
        }
        let cause = is_error(&*one).then(|| cause_of(levels, sources, &one, &users)).flatten();
        match cause {
            Some((at, _)) if found.iter().any(|(known, _)| *known == Some(at)) => {}
            Some((at, error)) => found.push((Some(at), error)),
            None => {
                let again = missed_name(&*one).is_some_and(|name| !missed.insert(name.to_string()));
                if !again {
                    let taken = is_error(&*one).then(|| taken_away(levels, sources, &one)).flatten();
                    found.push((None, taken.unwrap_or(one)));
                }
            }
        }
    }
    found.into_iter().map(|(_, one)| one).collect()
}

/// The things, sheets and scenarios that name what is missed, by its name.
type Users = BTreeMap<String, BTreeSet<String>>;

/// So many of them are told.
const MOST_USERS: usize = 4;

fn users(levels: &[Level], sources: &Sources, all: &Diagnostics) -> Users {
    let mut users = Users::new();
    for one in all.iter().filter(|one| is_error(&***one)) {
        if let Some(missed) = missed_name(&**one)
            && let Some((source, start, _)) = place_of(sources, one)
            && let Some(user) = around(levels, (source, start))
        {
            let called = user.name.as_ref().map_or(String::new(), |name| format!(" {}", quoted(name)));
            users.entry(missed.to_string()).or_default().insert(format!("{}{called}", user.keyword.text));
        }
    }
    users
}

/// The declaration around a place.
fn around(levels: &[Level], (source, start): (SourceId, usize)) -> Option<&Declaration> {
    let is_around = |one: &&Declaration| {
        one.span.source == source && (one.span.start as usize..one.span.end as usize).contains(&start)
    };
    levels.iter().flat_map(Level::declarations).find(is_around)
}

/// A name that is missed because a pack takes away what bears it: told with the place where it does.
fn taken_away(levels: &[Level], sources: &Sources, one: &Diagnostic) -> Option<Diagnostic> {
    let missed = missed_name(&**one)?;
    let text = one.to_string();
    let sort = text.strip_prefix("no ")?.split_once(" is named ")?.0.to_string();
    let (source, start, end) = place_of(sources, one)?;
    let mut declared = Vec::new();
    levels.iter().flat_map(Level::declarations).for_each(|one| gather(one, &mut declared));
    let removal = declared.iter().filter(|one| matches!(one.body, Body::Removed(_)) && one.keyword.text == sort);
    let at = removal.flat_map(|one| one.names()).find(|name| name.text == missed)?.span;
    let span = Span { source, start: start as u32, end: end as u32 };
    let (file, line) = (&sources.get(at.source).name, sources.line(at));
    let help = match at.source == source {
        true => format!("name another {sort}, or take the `remove` away"),
        false => format!("name another {sort}: {file} takes this one away in line {line}"),
    };
    let error = RulebookError::UnknownName { sort, name: missed.to_string() };
    let placed = PlacedError::new(error, sources, span, "taken away", help);
    Some(match at.source == source {
        true => placed.and(sources, at, span, "taken away here").into(),
        false => placed.into(),
    })
}

/// The titles of what is declared under a name that something else has: the name that was meant is probably like them, and
/// is missed only because of that.
pub(super) fn titles_of_second(levels: &[Level], sources: &Sources, all: &Diagnostics) -> Vec<String> {
    let places = all.iter().filter(|one| is_second(&***one)).filter_map(|one| place_of(sources, one));
    let titled = places.filter_map(|(source, start, _)| {
        let is_it = |one: &&Declaration| {
            one.name.as_ref().is_some_and(|name| name.span.source == source && name.span.start as usize == start)
        };
        let declared = levels.iter().flat_map(Level::declarations).find(is_it)?;
        Some(declared.notes.title.as_ref()?.text.clone())
    });
    titled.chain(missed_by_second(all)).collect()
}

/// Of a sort of which a name is declared twice, the only one that is named and not declared: what the copy should be called.
fn missed_by_second(all: &Diagnostics) -> Vec<String> {
    let sorts = all.iter().filter(|one| is_second(&***one)).map(|one| one.to_string());
    let sorts = sorts.filter_map(|text| text.split_once(" `").map(|(sort, _)| sort.to_string()));
    let only = |sort: String| {
        let of_sort = format!("no {sort} is named ");
        let missed = all.iter().filter(|one| one.to_string().starts_with(&of_sort));
        let names: BTreeSet<String> = missed.filter_map(|one| missed_name(&**one).map(str::to_string)).collect();
        names.first().filter(|_| names.len() == 1).cloned()
    };
    sorts.filter_map(only).collect()
}

/// The names of what is declared by a word that declares nothing, or in a block of which nobody knows whether it holds:
/// that they are missed follows from it.
pub(super) fn unheard(levels: &[Level], sources: &Sources, all: &Diagnostics) -> Vec<String> {
    let mut unheard = Vec::new();
    for one in all.iter().filter(|one| is_error(&***one)) {
        match (rulebook_error(&**one), place_of(sources, one)) {
            (Some(RulebookError::UnknownKeyword { keyword }), _) => {
                let mut declared = Vec::new();
                levels.iter().flat_map(Level::declarations).for_each(|one| gather(one, &mut declared));
                unheard.extend(declared.into_iter().filter(|one| one.keyword.text == *keyword));
            }
            (_, Some((source, start, _))) => {
                let is_in = |at: Span| at.source == source && (at.start as usize..at.end as usize).contains(&start);
                let is_asked = |one: &&Declaration| matches!(&one.body, Body::When(asked, _) if is_in(asked.span));
                let block = levels.iter().flat_map(Level::declarations).find(is_asked);
                block.into_iter().for_each(|block| gather(block, &mut unheard));
            }
            _ => {}
        }
    }
    unheard.into_iter().flat_map(declared_names).collect()
}

/// The names of a declaration, and of the rows that are things.
fn declared_names(one: &Declaration) -> Vec<String> {
    let rows = match &one.body {
        Body::Things(things) => &*things.grid.rows,
        _ => &[],
    };
    let named = rows.iter().filter_map(super::amend::row_name);
    one.names().map(|name| name.text.clone()).chain(named.map(|name| name.text)).collect()
}

/// The declaration of a pack above because of which a pack below is wrong, as a mistake of its own.
fn cause_of(levels: &[Level], sources: &Sources, one: &Diagnostic, users: &Users) -> Option<(Span, Diagnostic)> {
    let (source, start, end) = place_of(sources, one)?;
    let level = levels.iter().position(|level| level.tree(source).is_some())?;
    let above = levels.get(level + 1..).filter(|above| !above.is_empty())?;
    let text = &sources.get(source).text;
    let labelled = text.get(start..end)?;
    let line = text.get(..start)?.matches('\n').count() + 1;
    let place = format!("{}:{line}", sources.get(source).name);
    let missed = missed_name(&**one);
    let is_meant = |name: &str| match missed {
        Some(missed) => name == missed,
        None => labelled.split(|c: char| !is_wordly(c)).any(|word| word == name),
    };
    let mut declared = Vec::new();
    above.iter().flat_map(Level::declarations).for_each(|one| gather(one, &mut declared));
    let bears = |one: &Declaration, name: &str| match one.body {
        Body::Removed(_) if one.keyword.text == "state" => missed.is_some_and(|word| has_word(levels, name, word)),
        Body::Option(_) => shown(text, start).contains(name) && has_word(levels, name, missed.unwrap_or(labelled)),
        _ => false,
    };
    let (declaration, name) = declared.iter().rev().find_map(|one| {
        let named = one.names().find(|name| is_meant(&name.text) || bears(one, &name.text));
        Some((*one, named?))
    })?;
    let (error, label, help) = match declaration.body {
        Body::Removed(_) => {
            let (sort, name) = (declaration.keyword.text.clone(), name.text.clone());
            let named_by = users.get(&name);
            let scripted = named_by_script(levels, sources, (&sort, &name));
            let help = scripted.unwrap_or_else(|| instead(levels, sources, (source, start), (&name, &place), named_by));
            (RulebookError::RemovedInUse { sort, name }, "rules below still name it", help)
        }
        Body::Option(_) => {
            let help = format!("list the readings that rules below ask for, {place}: {}", shown(text, start));
            let error = RulebookError::BreaksBelow { name: name.text.clone(), said: one.to_string() };
            (error, "said here with other readings", help)
        }
        _ if missed.is_some() => return None,
        _ => {
            let help = match is_second(&**one) {
                true => format!("the rules below have another one of this name, {place}: choose another name"),
                false => format!("say it so that this fits too, {place}: {}", shown(text, start)),
            };
            let error = RulebookError::BreaksBelow { name: name.text.clone(), said: one.to_string() };
            (error, "said here otherwise than the rules below use it", help)
        }
    };
    Some((name.span, PlacedError::new(error, sources, name.span, label, help).into()))
}

/// Whether a pack declares a state of that name with such a word, or an option with such a reading.
fn has_word(levels: &[Level], state: &str, word: &str) -> bool {
    let mut declared = Vec::new();
    levels.iter().flat_map(Level::declarations).for_each(|one| gather(one, &mut declared));
    let is_named = |one: &Declaration| one.name.as_ref().is_some_and(|name| name.text == state);
    declared.iter().any(|one| match &one.body {
        Body::State(body) => is_named(one) && body.words.iter().any(|known| known.name.text == word),
        Body::Option(body) => is_named(one) && body.readings.iter().any(|known| known.name.text == word),
        _ => false,
    })
}

/// What to write where a script names an option that is taken away: nothing of that goes with it.
fn named_by_script(levels: &[Level], sources: &Sources, (sort, name): (&str, &str)) -> Option<String> {
    let said = format!("option(\"{name}\"");
    let scripts = sources.iter().filter(|(_, source)| sort == "option" && source.name.ends_with(".luau"));
    let (file, at) = scripts.into_iter().find_map(|(_, source)| Some((source, source.text.find(&said)?)))?;
    let line = file.text[..at].matches('\n').count() + 1;
    let mut declared = Vec::new();
    levels.iter().flat_map(Level::declarations).for_each(|one| gather(one, &mut declared));
    let option = declared.iter().find_map(|one| match &one.body {
        Body::Option(option) if one.names().any(|known| known.text == name) => Some(option),
        _ => None,
    })?;
    let default = &option.default.text;
    let other = option.readings.iter().find(|reading| reading.name.text != *default);
    let way = match (&**default, other) {
        ("off", None) => String::new(),
        (_, None) => format!("; for the whole pack it is off by `replace option {name} off`"),
        (_, Some(other)) => {
            format!("; for the whole pack another is set by `replace option {name} = {}`", other.name.text)
        }
    };
    Some(format!(
        "keep it, for a script asks for it, {}:{line}: {}; it is `{default}` unless something else is chosen{way}",
        file.name,
        shown(&file.text, at)
    ))
}

/// The line around a place, as it is written.
fn shown(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |start| start + 1);
    format!("`{}`", text[start..].lines().next().unwrap_or("").trim())
}

/// What to write beside `remove`: the entry that names it goes too.
fn instead(
    levels: &[Level],
    sources: &Sources,
    at: (SourceId, usize),
    said: (&str, &str),
    users: Option<&BTreeSet<String>>,
) -> String {
    let ((source, start), (name, place)) = (at, said);
    let text = &sources.get(source).text;
    let entry = shown(text, start);
    let Some(user) = around(levels, at) else { return format!("keep it, or replace what names it, {place}") };
    let called = user.name.as_ref().map_or(String::new(), |name| format!(" {}", quoted(name)));
    let head = format!("{}{called}", user.keyword.text);
    match entry.trim_start_matches('`').split(' ').next() {
        Some("cards") => {
            format!("take it out of what names it too, {place}: `{head} {{ remove cards {name} }}`")
        }
        _ => match user.body {
            Body::Figure(_) | Body::Scenario(_) | Body::Thing(_) | Body::Things(_) => {
                let all: Vec<&str> = users.into_iter().flatten().map(String::as_str).collect();
                let named = match all.len() {
                    0 => head,
                    many if many <= MOST_USERS => all.join(", "),
                    many => format!("{} and {} more", all[..MOST_USERS].join(", "), many - MOST_USERS),
                };
                format!(
                    "write `with users` behind it, and what names it goes too, with every sheet and scenario that has it: \
                     {named}; or amend those, {place}: {entry}; or keep it"
                )
            }
            _ => format!("amend what names it too, `{head}` in {place}: {entry}; or keep it"),
        },
    }
}

fn quoted(name: &Name) -> String {
    super::show::as_written(&name.text)
}

/// Whether a comment says why what looks wrong there is meant so.
pub(super) fn is_intended(sources: &Sources, one: &Diagnostic) -> bool {
    place_of(sources, one)
        .is_some_and(|(id, start, _)| intended(&sources.get(id).text).into_iter().any(|about| about.contains(&start)))
}

/// Where a mistake is shown.
pub(super) fn place_of(sources: &Sources, one: &Diagnostic) -> Option<(SourceId, usize, usize)> {
    let label = one.labels()?.next()?;
    let contents = one.source_code()?.read_span(label.inner(), 0, 0).ok()?;
    let name = contents.name()?;
    let (id, _) = sources.iter().find(|(_, source)| *source.name == *name)?;
    Some((id, label.offset(), label.offset() + label.len()))
}
