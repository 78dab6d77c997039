//! The events that rules and scripts tell, whatever option is chosen: what lines say, and what scripts hand to `tell`;
//! and the names of what lines roll and make.

use super::{Act, Line, Rulebook, WordsPart};
use crate::syntax::ast::{ActionEntry, Body, Declaration, Entry, EveryEntry, LineDecl, LineNode, PhaseEntry};
use crate::syntax::ast::{PhaseDecl, ReactionEntry, ScenarioEntry, TurnEntry};
use crate::syntax::luau::{LuauTokenKind, tokens};
use crate::syntax::parse;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Whether a line tells an event of that name, or a script may.
pub fn is_told(book: &Rulebook, name: &str) -> bool {
    // The texts are read again only for what no line in force tells.
    told_in_force(book).contains(name)
        || scripts(book).any(|script| ScriptTelling::of(script).may_tell(name))
        || written(book).contains(name)
}

/// Every event that is told by its name.
pub fn told(book: &Rulebook) -> BTreeSet<String> {
    let mut names = written(book);
    names.extend(scripts(book).flat_map(|script| ScriptTelling::of(script).names).map(str::to_string));
    names
}

fn scripts(book: &Rulebook) -> impl Iterator<Item = &str> {
    book.sources.iter().map(|(_, source)| source).filter(|one| one.name.ends_with(".luau")).map(|one| &*one.text)
}

/// What the lines in force call what they roll and make.
pub fn amounts(book: &Rulebook) -> BTreeSet<Arc<str>> {
    let mut names = BTreeSet::new();
    each_line(book, &mut |line| match &line.act {
        Act::Roll(_, name, _) => drop(names.insert(name.clone())),
        Act::Amount(amount) => drop(names.insert(amount.name.clone())),
        _ => {}
    });
    names
}

/// What the lines in force roll and make, by names and labels, the longest first; each with its name.
pub fn amounts_called(book: &Rulebook) -> Vec<(Arc<str>, Arc<str>)> {
    let mut found: BTreeSet<(Arc<str>, Arc<str>)> = BTreeSet::new();
    each_line(book, &mut |line| {
        let name = match &line.act {
            Act::Roll(_, name, _) => name,
            Act::Amount(amount) => &amount.name,
            _ => return,
        };
        found.insert((name.clone(), name.clone()));
        // `damage of {weapon}` is called `damage`.
        if let Some([WordsPart::Text(text), rest @ ..]) = line.label.as_ref().map(|label| &label.parts[..]) {
            let bare = [" of", " to", " from"].iter().find_map(|word| text.trim_end().strip_suffix(word));
            let text = if rest.is_empty() { text } else { bare.unwrap_or(text).trim() };
            found.extend((!text.is_empty()).then(|| (text.into(), name.clone())));
        }
    });
    let mut found: Vec<(Arc<str>, Arc<str>)> = found.into_iter().collect();
    found.sort_by_key(|(called, _)| std::cmp::Reverse(called.len()));
    found
}

/// The name of what a line rolls or makes that is called, by name or label, by one of these.
pub fn amount_called(book: &Rulebook, called: &[&str]) -> Option<Arc<str>> {
    let mut found = None;
    each_line(book, &mut |line| {
        let name = match &line.act {
            Act::Roll(_, name, _) => name,
            Act::Amount(amount) => &amount.name,
            _ => return,
        };
        let label = line.label.as_ref().map_or(&[][..], |label| &label.parts);
        let is_called = |text: &Arc<str>| called.contains(&&**text);
        if is_called(name) || matches!(label, [WordsPart::Text(text)] if is_called(text)) {
            found.get_or_insert_with(|| name.clone());
        }
    });
    found
}

/// What lines in force tell.
fn told_in_force(book: &Rulebook) -> BTreeSet<Arc<str>> {
    let mut names = BTreeSet::new();
    each_line(book, &mut |line| {
        if let Act::Tell(name, ..) = &line.act {
            names.insert(name.clone());
        }
    });
    names
}

/// Every line in force.
pub(super) fn each_line(book: &Rulebook, visit: &mut dyn FnMut(&Line)) {
    each_block(book, &mut |lines| lines.iter().for_each(|line| line.walk(&mut |line| visit(line))));
}

/// The lines in force, those together that share their locals.
pub(super) fn each_block(book: &Rulebook, visit: &mut dyn FnMut(&[Line])) {
    book.actions.iter().for_each(|action| [&action.first, &action.does].into_iter().for_each(|lines| visit(lines)));
    book.deeds.iter().for_each(|deed| visit(&deed.lines));
    book.reactions.iter().for_each(|reaction| visit(&reaction.does));
    book.turn.phases.iter().for_each(|phase| visit(&phase.does));
    book.scenarios.iter().for_each(|scenario| visit(&scenario.does));
}

/// What lines tell that stand anywhere in the texts.
fn written(book: &Rulebook) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (id, _) in book.sources.iter().filter(|(_, source)| source.name.ends_with(".fray")) {
        let (file, _) = parse(&book.sources, id);
        file.declarations.iter().for_each(|declaration| of_declaration(declaration, &mut names));
    }
    names
}

fn of_declaration(declaration: &Declaration, names: &mut BTreeSet<String>) {
    match &declaration.body {
        Body::When(_, inner) => inner.iter().for_each(|inner| of_declaration(inner, names)),
        Body::Deed(deed) => of_lines(&deed.lines, names),
        Body::Action(entries) => entries.iter().for_each(|entry| {
            if let ActionEntry::Does(lines) = &entry.node {
                of_lines(lines, names);
            }
        }),
        Body::Every(every) => every.entries.iter().for_each(|entry| {
            if let EveryEntry::Does(lines) = &entry.node {
                of_lines(lines, names);
            }
        }),
        Body::Reaction(entries) => entries.iter().for_each(|entry| {
            if let ReactionEntry::Does(lines) = &entry.node {
                of_lines(lines, names);
            }
        }),
        Body::Scenario(entries) => entries.iter().for_each(|entry| {
            if let ScenarioEntry::StartDoes(lines) = &entry.node {
                of_lines(lines, names);
            }
        }),
        Body::Turn(entries) => entries.iter().for_each(|entry| match &entry.node {
            TurnEntry::Phase(phase) => of_phase(phase, names),
            TurnEntry::Rounds(phases) => phases.iter().for_each(|phase| of_phase(&phase.node, names)),
            _ => {}
        }),
        _ => {}
    }
}

fn of_phase(phase: &PhaseDecl, names: &mut BTreeSet<String>) {
    for entry in &phase.entries {
        if let PhaseEntry::Does(lines) = &entry.node {
            of_lines(lines, names);
        }
    }
}

fn of_lines(lines: &[Entry<LineDecl>], names: &mut BTreeSet<String>) {
    for line in lines {
        if let LineNode::Tell(name, ..) = &line.node.node {
            names.insert(name.text.clone());
        }
        super::line_verbs::blocks(&line.node.node).into_iter().for_each(|block| of_lines(block, names));
    }
}

/// What a script hands to `tell`.
#[derive(Default)]
struct ScriptTelling<'a> {
    /// Names as they are.
    names: Vec<&'a str>,
    /// Parts of names that are put together: `play:tell(name .. "_won")`.
    parts: Vec<&'a str>,
    /// Every text of a script that tells what it finds out first.
    any: Vec<&'a str>,
}

impl<'a> ScriptTelling<'a> {
    fn of(script: &'a str) -> ScriptTelling<'a> {
        let tokens = tokens(script);
        let word = |at: usize| tokens.get(at).map_or("", |token| &script[token.start..token.end]);
        let text = |at: usize| {
            let is_literal = tokens.get(at).is_some_and(|token| token.sort == LuauTokenKind::Literal);
            let quoted = || word(at).strip_prefix(['"', '\''])?.strip_suffix(['"', '\'']);
            if is_literal { quoted() } else { None }
        };
        let mut found = ScriptTelling::default();
        let is_call = |at: &usize| word(*at) == ":" && word(at + 1) == "tell" && word(at + 2) == "(";
        for at in (0..tokens.len()).filter(is_call) {
            let first = at + 3;
            let end = (first..tokens.len()).find(|at| matches!(word(*at), "," | ")")).unwrap_or(tokens.len());
            let parts: Vec<&str> = (first..end).filter_map(text).filter(|part| !part.is_empty()).collect();
            match parts.as_slice() {
                [name] if end == first + 1 => found.names.push(name),
                [] => found.any = (0..tokens.len()).filter_map(text).collect(),
                parts => found.parts.extend(parts),
            }
        }
        found
    }

    fn may_tell(&self, name: &str) -> bool {
        self.names.contains(&name)
            || self.any.contains(&name)
            || self.parts.iter().any(|part| name.starts_with(part) || name.ends_with(part))
    }
}

#[cfg(test)]
mod tests {
    use super::ScriptTelling;

    #[test]
    fn scripts_tell_what_they_hand_over() {
        let may = |script: &str, name: &str| ScriptTelling::of(script).may_tell(name);
        assert!(may("play:tell('parried', { text = \"struck\" })", "parried"));
        assert!(!may("play:tell('parried', { text = \"struck\" })", "struck"));
        assert!(!may("-- play:tell('parried')", "parried"));
        assert!(may("play:tell(name .. '_won')", "race_won"));
        assert!(may("local name = 'dodged' play:tell(name)", "dodged"));
        assert!(!may("local name = 'dodged' play:tell('hit')", "dodged"));
    }
}
