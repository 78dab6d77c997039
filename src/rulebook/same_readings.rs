//! Options of which two readings come to the same: under either the same blocks hold, or blocks that say the same.

use super::error::PlacedError;
use super::findings::{Finding, OpenFinding, Use};
use super::level::Level;
use super::options::{self, Choices, Chosen};
use crate::syntax::ast::{Body, Declaration, ExprDecl, OptionDecl};
use crate::text::{Sources, Span, is_wordly};
use std::collections::HashSet;

/// A declaration that holds under some choices of options only.
struct Conditional<'a> {
    declaration: &'a Declaration,
    /// The conditions of the blocks around it.
    when: Vec<&'a ExprDecl>,
}

/// What to say of the options of the highest pack, unless an expression asks for one of them.
pub(super) fn same_readings(levels: &[Level], sources: &Sources, words: &HashSet<&str>) -> Vec<OpenFinding> {
    let mut all = Vec::new();
    levels.iter().flat_map(Level::declarations).for_each(|one| gather(one, &mut Vec::new(), &mut all));
    let own = levels.last().into_iter().flat_map(Level::declarations);
    let declared = own.filter_map(|one| match (&one.body, &one.name) {
        (Body::Option(option), Some(name)) if !words.contains(&*name.text) => Some((option, &*name.text, name.span)),
        _ => None,
    });
    declared.filter_map(|(option, name, at)| same_of(levels, sources, &all, (option, name, at))).collect()
}

fn gather<'a>(one: &'a Declaration, when: &mut Vec<&'a ExprDecl>, all: &mut Vec<Conditional<'a>>) {
    match &one.body {
        Body::When(condition, inner) => {
            when.push(condition);
            inner.iter().for_each(|one| gather(one, when, all));
            when.pop();
        }
        _ if when.is_empty() => {}
        _ => all.push(Conditional { declaration: one, when: when.clone() }),
    }
}

fn same_of(
    levels: &[Level],
    sources: &Sources,
    all: &[Conditional<'_>],
    (option, name, at): (&OptionDecl, &str, Span),
) -> Option<OpenFinding> {
    let names = |condition: &&ExprDecl| sources.slice(condition.span).split(|letter: char| !is_wordly(letter));
    let asking: Vec<&Conditional<'_>> =
        all.iter().filter(|one| one.when.iter().flat_map(names).any(|word| word == name)).collect();
    let under = |reading: &str| {
        let choices = Choices::none().with(name, Some(reading));
        options::choose(levels, &choices, &mut sources.clone(), &mut Vec::new())
    };
    let plain = under(&option.default.text);
    let is_other = |word: &str| word != name && plain.get(word).is_some();
    // What other options have to do with may differ under them.
    if asking.is_empty() || asking.iter().flat_map(|one| &one.when).flat_map(names).any(is_other) {
        return None;
    }
    let said: Vec<(&str, Vec<String>)> = option
        .readings
        .iter()
        .map(|reading| (&*reading.name.text, says(&asking, &under(&reading.name.text), sources)))
        .collect();
    let pairs = said.iter().enumerate().flat_map(|(at, one)| said[..at].iter().map(move |other| (other, one)));
    let ((one, same), (other, _)) = pairs.into_iter().find(|((_, one), (_, other))| one == other)?;
    let help = match same.is_empty() {
        true => format!("say what is otherwise under one of them: `when {name} is {other} {{ … }}`; or take one away"),
        false => "let the block of one of them say something else, or take one away".to_string(),
    };
    let label = match same.is_empty() {
        true => "no block asks for either of the two",
        false => "the same is said under both",
    };
    let finding = Finding::SameReadings { name: name.to_string(), one: one.to_string(), other: other.to_string() };
    let diagnostic = PlacedError::new(finding, sources, at, label, help).into();
    Some(OpenFinding { diagnostic, unless_used: Some(Use::AskedOption(name.to_string())) })
}

/// What is declared under a choice, each without its blanks.
fn says(asking: &[&Conditional<'_>], chosen: &Chosen, sources: &Sources) -> Vec<String> {
    let holds = |condition: &&ExprDecl| options::holds(condition, chosen, sources, &mut Vec::new()) == Some(true);
    let held = asking.iter().filter(|one| one.when.iter().all(&holds));
    let mut said: Vec<String> =
        held.map(|one| sources.slice(one.declaration.span).split_whitespace().collect()).collect();
    said.sort();
    said
}
