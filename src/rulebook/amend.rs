//! Entries of a block that amends the declaration below: found again by label or name, then added, replaced or removed.

use super::entry_key::{
    SAYS, action_key, check_key, check_list, condition_key, every_key, phase_key, question_key, reaction_key,
    scenario_key, shared_list, wording_key,
};
use super::error::{PlacedError, RulebookError};
use super::line_verbs::{Verbs, line_verbs};
use super::signed_value::{constant, replaced_by_sum};
use super::stray::{holder_of_entry, holder_of_label};
use super::unchanged::{counts_wherever, unchanged_modifier};
use crate::diag::{Diagnostics, did_you_mean};
use crate::syntax::ast::{
    self, ActionEntry, Body, CardEntry, CheckEntry, Declaration, Entry, EveryEntry, LineDecl, ModifierDecl, PhaseEntry,
    ReactionEntry, TurnEntry, Verb,
};
use crate::text::{Sources, Span};
use crate::value::{Number, Target};

/// The name of a row of things: its first cell, with or without quotes.
pub(super) fn row_name(row: &ast::RowDecl) -> Option<ast::Name> {
    let cell = row.cells.first()?;
    let text = unquoted(&cell.text);
    (!text.is_empty()).then(|| ast::Name { text: text.to_string(), span: cell.span })
}

/// A cell's text without the quotes that may be left out.
pub(super) fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}

/// Whether every entry of the block amends.
pub(super) fn amends(declaration: &Declaration) -> bool {
    verbs(declaration).amend()
}

/// Whether some entries amend and others declare. A figure made from another may do both.
pub(super) fn is_mixed(declaration: &Declaration) -> bool {
    let is_made = matches!(&declaration.body, Body::Figure(figure) if figure.from.is_some());
    !is_made && verbs(declaration).are_mixed()
}

fn verbs(declaration: &Declaration) -> Verbs {
    fn of<T>(entries: &[Entry<T>]) -> Verbs {
        entries.iter().map(|entry| Verbs::one(entry.verb)).sum()
    }
    match &declaration.body {
        Body::Card(card) => of(&card.entries),
        Body::Action(entries) => with_lines(entries, |entry| match entry {
            ActionEntry::Does(lines) => Some(lines),
            _ => None,
        }),
        Body::Reaction(entries) => with_lines(entries, |entry| match entry {
            ReactionEntry::Does(lines) => Some(lines),
            _ => None,
        }),
        Body::Every(every) => with_lines(&every.entries, |entry| match entry {
            EveryEntry::Does(lines) => Some(lines),
            _ => None,
        }),
        Body::Deed(deed) => line_verbs(&deed.lines),
        Body::Turn(entries) => entries.iter().map(turn_verbs).sum(),
        Body::Figure(figure) if figure.from.is_none() => of(&figure.entries),
        Body::Scenario(entries) => of(entries),
        Body::Check(entries) => of(entries),
        Body::Condition(entries) => of(entries),
        Body::Question(entries) => of(entries),
        // They need not be read to tell.
        Body::Words(entries) if entries.is_unread() => Verbs::one(Verb::Plain),
        Body::Words(entries) => of(entries),
        Body::Thing(entries) => of(entries),
        _ => Verbs::default(),
    }
}

/// The verbs of entries; of a block of lines that says nothing itself, those of its lines.
fn with_lines<T>(entries: &[Entry<T>], lines: impl Fn(&T) -> Option<&Vec<Entry<LineDecl>>>) -> Verbs {
    let verbs = |entry: &Entry<T>| match lines(&entry.node) {
        Some(lines) if entry.verb == Verb::Plain && !lines.is_empty() => line_verbs(lines),
        _ => Verbs::one(entry.verb),
    };
    entries.iter().map(verbs).sum()
}

/// The verbs of an entry of the turn; of a phase whose entries all amend, theirs.
fn turn_verbs(entry: &Entry<TurnEntry>) -> Verbs {
    match &entry.node {
        TurnEntry::Phase(phase) if entry.verb == Verb::Plain && amends_phase(phase) => phase_verbs(phase),
        _ => Verbs::one(entry.verb),
    }
}

fn phase_verbs(phase: &ast::PhaseDecl) -> Verbs {
    with_lines(&phase.entries, |entry| match entry {
        PhaseEntry::Does(lines) => Some(lines),
        _ => None,
    })
}

fn amends_phase(phase: &ast::PhaseDecl) -> bool {
    phase_verbs(phase).amend()
}

/// Changes `old` by the entries of `new`.
pub(super) fn amend(
    old: &mut Declaration,
    new: &Declaration,
    name: &ast::Name,
    (sources, out): (&Sources, &mut Diagnostics),
) {
    let owner = if new.name.is_some() { format!("`{}`", name.text) } else { "the turn".to_string() };
    let mut amender = Amender { owner, sources, out };
    match (&mut old.body, &new.body) {
        (Body::Card(old), Body::Card(new)) => amender.card(old, &new.entries),
        (Body::Action(old), Body::Action(new)) => amender.action(old, new),
        (Body::Reaction(old), Body::Reaction(new)) => amender.with_lines(old, new, reaction_key, |entry| match entry {
            ReactionEntry::Does(lines) => Some(lines),
            _ => None,
        }),
        (Body::Every(old), Body::Every(new)) => amender.every(&mut old.entries, &new.entries),
        (Body::Deed(old), Body::Deed(new)) => amender.deed(old, new),
        (Body::Turn(old), Body::Turn(new)) => amender.turn(old, new),
        (Body::Figure(old), Body::Figure(new)) => amender.sheet(&mut old.entries, &new.entries),
        (Body::Scenario(old), Body::Scenario(new)) => amender.entries(old, new, scenario_key),
        (Body::Check(old), Body::Check(new)) => amender.check(old, new),
        (Body::Condition(old), Body::Condition(new)) => amender.entries(old, new, condition_key),
        (Body::Question(old), Body::Question(new)) => amender.entries(old, new, question_key),
        (Body::Words(old), Body::Words(new)) => old.change(|old| amender.entries(old, new, wording_key)),
        _ => {}
    }
}

/// Changes the entries of one declaration.
pub(super) struct Amender<'a> {
    /// What is amended, in words.
    owner: String,
    /// The texts of both.
    pub(super) sources: &'a Sources,
    pub(super) out: &'a mut Diagnostics,
}

impl Amender<'_> {
    fn entries<T: Clone>(&mut self, old: &mut Vec<Entry<T>>, new: &[Entry<T>], key: impl Fn(&T) -> String) {
        for entry in new {
            let wanted = key(&entry.node);
            let mut found = old.iter().position(|old| key(&old.node) == wanted);
            // A new sentence takes the place of the one that is told.
            if found.is_none() && entry.verb == Verb::Replace && wanted.starts_with(SAYS) {
                found = old.iter().position(|old| key(&old.node).starts_with(SAYS));
            }
            match (entry.verb, found) {
                (Verb::Add | Verb::Plain, _) => old.push(Entry { verb: Verb::Plain, ..entry.clone() }),
                (Verb::Replace, Some(at)) => old[at] = Entry { verb: Verb::Plain, ..entry.clone() },
                (Verb::Remove, Some(at)) => drop(old.remove(at)),
                (verb, None) => self.absent(verb, &wanted, entry.span, old.iter().map(|old| key(&old.node)).collect()),
            }
        }
    }

    /// Entries of which some are blocks of lines, amended line by line where the block itself says nothing.
    fn with_lines<T: Clone>(
        &mut self,
        old: &mut Vec<Entry<T>>,
        new: &[Entry<T>],
        key: impl Fn(&T) -> String,
        lines: impl Fn(&mut T) -> Option<&mut Vec<Entry<LineDecl>>>,
    ) {
        for entry in new {
            let mut node = entry.node.clone();
            let Some(block) = lines(&mut node).filter(|_| entry.verb == Verb::Plain) else {
                self.entries(old, std::slice::from_ref(entry), &key);
                continue;
            };
            let new_lines = std::mem::take(block);
            match old.iter_mut().find_map(|old| lines(&mut old.node)) {
                Some(old_lines) => self.lines(old_lines, &new_lines),
                None => {
                    let mut fresh = Vec::new();
                    self.lines(&mut fresh, &new_lines);
                    *block = fresh;
                    old.push(Entry { verb: Verb::Plain, node, span: entry.span });
                }
            }
        }
    }

    fn sheet(&mut self, old: &mut Vec<Entry<ast::Property>>, new: &[Entry<ast::Property>]) {
        for entry in new.iter().filter(|entry| entry.verb == Verb::Replace) {
            if let Some(below) = old.iter().find(|below| below.node.name.text == entry.node.name.text) {
                replaced_by_sum(&below.node, &entry.node, self.sources, self.out);
            }
        }
        for entry in new {
            // What is added to something that is there is laid over it with the sheet.
            let is_there = old.iter().any(|one| one.node.name.text == entry.node.name.text);
            match entry.verb == Verb::Add && is_there {
                true => old.push(entry.clone()),
                false => self.entries(old, std::slice::from_ref(entry), |entry| entry.name.text.clone()),
            }
        }
    }

    fn card(&mut self, card: &mut ast::CardDecl, new: &[Entry<CardEntry>]) {
        let ast::CardDecl { entries: old, when, .. } = card;
        for entry in new {
            let label = match &entry.node {
                CardEntry::Modifier(modifier) => modifier.notes.title.as_ref().map(|title| title.text.clone()),
                CardEntry::Label(label) => Some(label.text.clone()),
                CardEntry::Group(..) => None,
            };
            if entry.verb == Verb::Add {
                self.counted_twice(old, entry);
                let mut added = Entry { verb: Verb::Plain, ..entry.clone() };
                // What stands at the head of a card counts for all that stands in it.
                added.node.put_within(when.as_ref());
                old.push(added);
                continue;
            }
            let replacement = match (&entry.node, entry.verb) {
                (CardEntry::Modifier(modifier), Verb::Replace) => Some(modifier),
                _ => None,
            };
            let label = label.unwrap_or_default();
            if let Some(new) = replacement {
                self.lost_condition(old, &label, new);
                let below = modifiers(old).into_iter().find(|modifier| has_label(modifier, &label));
                self.out.extend(unchanged_modifier(below, new, self.sources));
                self.turned_sign(below, new);
            }
            if !change_modifier(old, &label, replacement) {
                self.no_modifier(old, &label, entry);
            }
        }
    }

    fn turn(&mut self, old: &mut Vec<Entry<TurnEntry>>, new: &[Entry<TurnEntry>]) {
        fn key(entry: &TurnEntry) -> String {
            match entry {
                TurnEntry::Lasts(_) => "lasts".to_string(),
                TurnEntry::SideOrder(..) => "side order".to_string(),
                TurnEntry::Phase(phase) => format!("phase {}", phase.name.text),
                TurnEntry::Rounds(_) => "rounds".to_string(),
            }
        }
        for entry in new {
            let inside = match &entry.node {
                TurnEntry::Phase(phase) if entry.verb == Verb::Plain && amends_phase(phase) => self.phase(old, phase),
                TurnEntry::Phase(phase) if entry.verb != Verb::Add => change_inner_phase(old, phase, entry.verb),
                _ => false,
            };
            if !inside {
                self.entries(old, std::slice::from_ref(entry), key);
            }
        }
    }

    /// Amends the entries of a phase, wherever it stands; whether it was there.
    fn phase(&mut self, old: &mut [Entry<TurnEntry>], new: &ast::PhaseDecl) -> bool {
        let phases = old.iter_mut().flat_map(|entry| match &mut entry.node {
            TurnEntry::Phase(phase) => vec![phase],
            TurnEntry::Rounds(inner) => inner.iter_mut().map(|entry| &mut entry.node).collect(),
            _ => Vec::new(),
        });
        let Some(phase) = phases.into_iter().find(|phase| phase.name.text == new.name.text) else {
            let error =
                RulebookError::NotThere { sort: "phase".to_string(), name: new.name.text.clone(), verb: "amend" };
            let help = "the turn below has no such phase: `add` it";
            self.out.push(PlacedError::new(error, self.sources, new.name.span, "not in the turn below", help).into());
            return true;
        };
        self.with_lines(&mut phase.entries, &new.entries, phase_key, |entry| match entry {
            PhaseEntry::Does(lines) => Some(lines),
            _ => None,
        });
        true
    }

    fn check(&mut self, old: &mut Vec<Entry<CheckEntry>>, new: &[Entry<CheckEntry>]) {
        for entry in new {
            let mut node = entry.node.clone();
            let key = check_key(&node);
            if let (Verb::Replace, CheckEntry::Plus(new)) = (entry.verb, &entry.node) {
                let below = old.iter().find_map(|old| match &old.node {
                    CheckEntry::Plus(below) if check_key(&old.node) == key => Some(below),
                    _ => None,
                });
                self.turned_sign(below, new);
            }
            match (entry.verb, check_list(&mut node)) {
                (Verb::Remove, Some(gone)) => {
                    let same = old.iter_mut().filter(|old| check_key(&old.node) == key);
                    self.unlist(same.filter_map(|old| check_list(&mut old.node)).collect(), gone);
                }
                _ => self.entries(old, std::slice::from_ref(entry), check_key),
            }
        }
    }

    fn every(&mut self, old: &mut Vec<Entry<EveryEntry>>, new: &[Entry<EveryEntry>]) {
        for entry in new {
            let mut node = entry.node.clone();
            let key = every_key(&node);
            match (entry.verb, shared_list(&mut node)) {
                (Verb::Remove, Some(gone)) => {
                    let same = old.iter_mut().filter(|old| every_key(&old.node) == key);
                    self.unlist(same.filter_map(|old| shared_list(&mut old.node)).collect(), gone);
                }
                _ => self.with_lines(old, std::slice::from_ref(entry), every_key, |entry| match entry {
                    EveryEntry::Does(lines) => Some(lines),
                    _ => None,
                }),
            }
        }
    }

    fn action(&mut self, old: &mut Vec<Entry<ActionEntry>>, new: &[Entry<ActionEntry>]) {
        for entry in new {
            if let (Verb::Remove, ActionEntry::CountsAs(gone)) = (entry.verb, &entry.node) {
                let lists = old.iter_mut().filter_map(|old| match &mut old.node {
                    ActionEntry::CountsAs(names) => Some(names),
                    _ => None,
                });
                self.unlist(lists.collect(), gone);
                continue;
            }
            self.with_lines(old, std::slice::from_ref(entry), action_key, |entry| match entry {
                ActionEntry::Does(lines) => Some(lines),
                _ => None,
            });
        }
    }

    /// Takes names out of lists, wherever they stand.
    fn unlist(&mut self, mut lists: Vec<&mut Vec<ast::Name>>, gone: &[ast::Name]) {
        for name in gone {
            let before: usize = lists.iter().map(|names| names.len()).sum();
            lists.iter_mut().for_each(|names| names.retain(|old| old.text != name.text));
            if lists.iter().map(|names| names.len()).sum::<usize>() == before {
                let known = lists.iter().flat_map(|names| names.iter().map(|name| name.text.clone()));
                self.absent(Verb::Remove, &name.text, name.span, known.collect());
            }
        }
    }

    /// Changes the lines of a deed, which keeps what it is given and what it gives.
    fn deed(&mut self, old: &mut ast::DeedDecl, new: &ast::DeedDecl) {
        let stated = new.parameters.first().map(|(name, _)| name.span).or(new.gives.as_ref().map(|given| given.span));
        if let Some(at) = stated {
            let error =
                RulebookError::UnknownWord { word: self.sources.slice(at).to_string(), after: "deed".to_string() };
            let help = "leave out what it is given and what it gives, or `replace` it as a whole";
            let label = "a deed whose lines are amended keeps these";
            self.out.push(PlacedError::new(error, self.sources, at, label, help).into());
        }
        self.lines(&mut old.lines, &new.lines);
    }

    /// A modifier that is added with the label and condition of one that is there: both would count.
    fn counted_twice(&mut self, old: &[Entry<CardEntry>], new: &Entry<CardEntry>) {
        let CardEntry::Modifier(added) = &new.node else { return };
        let Some(label) = &added.notes.title else { return };
        let below = modifiers(old);
        let is_same = |one: &&ModifierDecl| has_label(one, &label.text) && counts_wherever(added, one, self.sources);
        if let Some(first) = below.into_iter().find(is_same) {
            let error = RulebookError::DuplicateName { sort: "modifier".to_string(), name: label.text.clone() };
            let help = "write `replace` for `add`, or give it another label: as it stands the card has both";
            let placed = PlacedError::new(error, self.sources, label.span, "the card below has it already", help);
            let first = first.notes.title.as_ref().map_or(first.span, |title| title.span);
            self.out.push(placed.and(self.sources, first, label.span, "in the card below").into());
        }
    }

    /// A modifier that is replaced by one without the condition it had.
    fn lost_condition(&mut self, old: &[Entry<CardEntry>], label: &str, new: &ModifierDecl) {
        let Some(title) = new.notes.title.as_ref().filter(|_| new.condition.is_none()) else { return };
        let mut same = modifiers(old).into_iter().filter(|modifier| has_label(modifier, label));
        let Some(condition) = same.next().and_then(|modifier| modifier.condition.as_ref()) else { return };
        let when = self.sources.slice(condition.span).trim();
        let help = format!("below it counts `when {when}`: say that again, or `when yes` if it is to count always");
        let error = RulebookError::LostCondition { label: label.to_string() };
        self.out.push(PlacedError::new(error, self.sources, title.span, "its condition is gone", help).into());
    }

    /// `replace 4 "prone target"` where the card below has -3 for it.
    fn turned_sign(&mut self, below: Option<&ModifierDecl>, new: &ModifierDecl) {
        let (Some(below), Some(title)) = (below, &new.notes.title) else { return };
        let said = |modifier: &ModifierDecl| modifier.condition.as_ref().map(|one| self.sources.slice(one.span).trim());
        let is_same = below.target == new.target && (new.condition.is_none() || said(below) == said(new));
        let (Some(was), Some(is)) = (constant(&below.amount), constant(&new.amount)) else { return };
        let is_turned = was > Number::ZERO && is < Number::ZERO || was < Number::ZERO && is > Number::ZERO;
        let Some(meant) = is.negated().filter(|_| is_same && is_turned) else { return };
        let helps = if new.target == Target::Number { ", and what is above 0 helps who rolls" } else { "" };
        let error = RulebookError::TurnedSign { label: title.text.clone() };
        let help = format!(
            "write here `{meant:+}`: below it is {was:+}{helps}; if the contrary is meant, remove that one and add one with \
             a label of its own"
        );
        let label = format!("this is {is:+}");
        self.out.push(PlacedError::new(error, self.sources, new.amount.span, &label, help).into());
    }

    /// A label that no modifier has: told where it stands, with the one that has the condition, or whose words it says.
    fn no_modifier(&mut self, old: &[Entry<CardEntry>], label: &str, entry: &Entry<CardEntry>) {
        let at = match &entry.node {
            CardEntry::Modifier(modifier) => modifier.notes.title.as_ref().map(|title| title.span),
            CardEntry::Label(label) => Some(label.span),
            CardEntry::Group(..) => None,
        };
        let condition = match &entry.node {
            CardEntry::Modifier(modifier) => modifier.condition.as_ref(),
            CardEntry::Label(_) | CardEntry::Group(..) => None,
        };
        let said = condition.map(|one| self.sources.slice(one.span).trim());
        let all = modifiers(old);
        let mut same = all.iter().filter(|modifier| {
            let other = modifier.condition.as_ref().map(|one| self.sources.slice(one.span).trim());
            said.is_some() && other == said
        });
        let known = labels(old);
        let words = |text: &str| -> Vec<String> { text.to_lowercase().split(' ').map(str::to_string).collect() };
        let wanted = words(label);
        let mut worded = known.iter().filter(|name| words(name).iter().all(|word| wanted.contains(word)));
        let by_condition =
            same.next().filter(|_| same.next().is_none()).and_then(|one| Some(one.notes.title.as_ref()?.text.clone()));
        let by_words = || worded.next().filter(|_| worded.next().is_none()).cloned();
        match by_condition.or_else(by_words).filter(|_| !label.is_empty()) {
            Some(meant) => {
                let verb = if entry.verb == Verb::Replace { "replace" } else { "remove" };
                let error = RulebookError::NotThere { sort: "entry".to_string(), name: label.to_string(), verb };
                let help = format!("did you mean `{meant}`?");
                let placed = PlacedError::new(
                    error,
                    self.sources,
                    at.unwrap_or(entry.span),
                    "no modifier below has this label",
                    help,
                );
                self.out.push(placed.into());
            }
            None => self.absent(entry.verb, label, at.unwrap_or(entry.span), known),
        }
    }

    pub(super) fn absent(&mut self, verb: Verb, wanted: &str, at: Span, known: Vec<String>) {
        let verb = if verb == Verb::Replace { "replace" } else { "remove" };
        let error = RulebookError::NotThere { sort: "entry".to_string(), name: wanted.to_string(), verb };
        let text = self.sources.slice(at);
        let otherwise = match wanted {
            "" if let Some(right) = amount_first(text) => format!("the amount comes first, then its label: `{right}`"),
            "" => format!(
                "a modifier is found by its label, behind its amount: `{verb} -1 \"LABEL\"`; {} has: {}",
                self.owner,
                known.join(", ")
            ),
            _ if let Some(other) = holder_of_label(self.sources, wanted) => {
                format!("it stands in {other}; {} has: {}", self.owner, known.join(", "))
            }
            _ if let Some(other) = holder_of_entry(self.sources, wanted) => {
                let head = other.trim_matches('`');
                let entry = text.trim().trim_end_matches(';');
                format!("it stands in {other}: write `{head} {{ {entry} }}`")
            }
            _ if verb == "replace" => {
                format!("{} has: {}; what is new begins with `add`", self.owner, known.join(", "))
            }
            _ => format!("{} has: {}", self.owner, known.join(", ")),
        };
        let help = did_you_mean(wanted, known.iter().map(|name| &**name), &otherwise);
        let placed = PlacedError::new(error, self.sources, at, "nothing like this in the declaration below", help);
        self.out.push(placed.into());
    }
}

fn has_label(modifier: &ModifierDecl, label: &str) -> bool {
    modifier.notes.title.as_ref().is_some_and(|title| title.text == label)
}

/// Replaces (or removes) the modifiers of that label, also inside groups; whether there was one.
fn change_modifier(old: &mut Vec<Entry<CardEntry>>, label: &str, replacement: Option<&ModifierDecl>) -> bool {
    let mut replacement = replacement.cloned();
    let is_removal = replacement.is_none();
    let mut found = false;
    old.retain_mut(|entry| match &mut entry.node {
        CardEntry::Modifier(modifier) if has_label(modifier, label) => {
            found = true;
            replacement.take().map(|new| put(modifier, new)).is_some()
        }
        CardEntry::Group(_, members) => {
            members.retain_mut(|member| {
                if !has_label(&member.node, label) {
                    return true;
                }
                found = true;
                replacement.take().map(|new| put(&mut member.node, new)).is_some()
            });
            !members.is_empty() || !is_removal
        }
        _ => true,
    });
    found
}

/// Puts a modifier in the place of another, in whose blocks it stands then.
fn put(old: &mut ModifierDecl, new: ModifierDecl) {
    let mut within = std::mem::take(&mut old.within);
    within.extend(new.within);
    *old = ModifierDecl { within, ..new };
}

/// The modifiers of a card, also inside groups.
fn modifiers(entries: &[Entry<CardEntry>]) -> Vec<&ModifierDecl> {
    let each = entries.iter().flat_map(|entry| match &entry.node {
        CardEntry::Modifier(modifier) => vec![modifier],
        CardEntry::Group(_, members) => members.iter().map(|member| &member.node).collect(),
        CardEntry::Label(_) => Vec::new(),
    });
    each.collect()
}

fn labels(entries: &[Entry<CardEntry>]) -> Vec<String> {
    let label = |modifier: &ModifierDecl| modifier.notes.title.as_ref().map(|title| title.text.clone());
    modifiers(entries).into_iter().filter_map(label).collect()
}

/// Replaces or removes a phase inside `rounds`; whether there was one.
fn change_inner_phase(old: &mut [Entry<TurnEntry>], phase: &ast::PhaseDecl, verb: Verb) -> bool {
    for entry in old {
        let TurnEntry::Rounds(inner) = &mut entry.node else { continue };
        let Some(at) = inner.iter().position(|old| old.node.name.text == phase.name.text) else { continue };
        if verb == Verb::Remove {
            inner.remove(at);
        } else {
            inner[at].node = phase.clone();
        }
        return true;
    }
    false
}

/// `replace "late" +2 when …` with its amount before the label.
fn amount_first(entry: &str) -> Option<String> {
    let (verb, rest) = entry.split_once('"')?;
    let (label, rest) = rest.split_once('"')?;
    let rest = rest.trim_start_matches([' ', '=', ':']);
    let amount = rest
        .split(' ')
        .next()
        .filter(|amount| amount.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit()))?;
    let is_alone = matches!(verb.trim(), "add" | "replace" | "remove");
    is_alone.then(|| format!("{} {amount} \"{label}\"{}", verb.trim(), &rest[amount.len()..]))
}
