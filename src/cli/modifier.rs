//! A modifier of a card in words.

use crate::effect::Stacking;
use crate::eval::describe;
use crate::rulebook::{Card, Modifier, Rulebook};
use crate::value::{Number, Target};
use std::fmt::Write;
use std::sync::Arc;

/// A modifier in words.
pub(super) struct ModifierWords {
    /// How much, with its sign.
    pub amount: String,
    /// What a player reads.
    pub label: String,
    /// When it counts.
    pub when: String,
    /// Sections.
    pub cites: String,
}

/// A modifier in words.
pub(super) fn words(book: &Rulebook, modifier: &Modifier) -> ModifierWords {
    let mut when = modifier.condition.as_ref().map_or(String::new(), |when| format!("when {}", describe(when, book)));
    if let Some(under) = &modifier.under {
        let gap = if when.is_empty() { "" } else { " " };
        let _ = write!(when, "{gap}(option {under})");
    }
    ModifierWords {
        amount: amount(book, modifier),
        label: readable(book, &modifier.label.text),
        when,
        cites: cites(&modifier.label.cites),
    }
}

/// A label with the places for facts put into words: `aim of {actor}` is the aim of the actor.
fn readable(book: &Rulebook, label: &str) -> String {
    let mut text = String::new();
    let mut rest = label;
    while let Some((before, inside)) = rest.split_once('{') {
        let Some((place, after)) = inside.split_once('}') else { break };
        text += before;
        let words = place.split('.').map(|word| title_of(book, word.trim()));
        text += &words.collect::<Vec<_>>().join(" ");
        rest = after;
    }
    text + rest
}

/// The title of whatever a place names first: a fact, else anything with a name.
fn title_of(book: &Rulebook, name: &str) -> String {
    let head = book.fact(name).map(|fact| &book.facts[fact.index()].head);
    let title = head.map(|head| head.title.to_string()).filter(|title| !title.is_empty());
    title.unwrap_or_else(|| name.replace('_', " "))
}

fn amount(book: &Rulebook, modifier: &Modifier) -> String {
    let number = book.number_of(&modifier.amount);
    let plain = number.map_or_else(|| titled(book, &describe(&modifier.amount, book)), |number| number.to_string());
    match modifier.target {
        Target::Number => number.map_or(plain, signed),
        Target::Dice => number.map_or_else(|| format!("{plain} dice"), |number| format!("{}d", signed(number))),
        Target::Set => format!("set {plain}"),
        Target::AtLeast => format!("at least {plain}"),
        Target::AtMost => format!("at most {plain}"),
    }
}

/// An expression in which the facts that it names go by their titles.
fn titled(book: &Rulebook, text: &str) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
    let mut words = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let length = rest[start..].find(|letter| !is_part(letter)).unwrap_or(rest.len() - start);
        let (word, behind) = rest[start..].split_at(length);
        words += &rest[..start];
        words += &book.fact(word).map_or_else(|| word.to_string(), |_| title_of(book, word));
        rest = behind;
    }
    words + rest
}

fn signed(number: Number) -> String {
    if number > Number::ZERO { format!("+{number}") } else { number.to_string() }
}

/// Sections with their sign.
pub(super) fn cites(cites: &[Arc<str>]) -> String {
    cites.iter().map(|cite| format!("@{cite}")).collect::<Vec<_>>().join(" ")
}

/// How a group of modifiers stacks, in words.
pub(super) fn stacking(card: &Card, group: u16) -> String {
    match card.groups.get(usize::from(group)) {
        Some(Stacking::Worst) => "  (only the worst counts)".to_string(),
        Some(Stacking::Best) => "  (only the best counts)".to_string(),
        Some(Stacking::Once) => "  (each label counts once)".to_string(),
        _ => String::new(),
    }
}
