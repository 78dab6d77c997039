//! A modifier of a card in words: how much, what it is called, when it counts.

use crate::effect::Stacking;
use crate::eval::{amount_in_plain_words, describe, in_plain_words};
use crate::rulebook::{Card, Expr, LOWEST_PACK, Modifier, Rulebook};
use crate::value::{Number, Target};
use std::sync::Arc;

/// A modifier in words.
pub(crate) struct ModifierWords {
    /// How much, with its sign.
    pub amount: String,
    /// What a player reads.
    pub label: String,
    /// When it counts.
    pub when: String,
    /// The condition as it is written in the rules.
    pub rule: String,
    /// The sections of the source that it cites.
    pub cites: String,
}

/// A modifier in words.
pub(crate) fn modifier_words(book: &Rulebook, modifier: &Modifier) -> ModifierWords {
    let when = |said: fn(&Expr, &Rulebook) -> String| {
        let when = modifier.condition.as_ref().map(|when| format!("when {}", said(when, book)));
        let under = modifier.under.as_ref().map(|under| format!("(option {under})"));
        when.into_iter().chain(under).collect::<Vec<String>>().join(" ")
    };
    ModifierWords {
        amount: amount(book, modifier),
        label: readable(book, &modifier.label.text),
        when: when(in_plain_words),
        rule: when(describe),
        cites: cites(&modifier.label.cites),
    }
}

/// A label with the places for facts put into words: `aim of {actor}` is the aim of the actor.
pub(crate) fn readable(book: &Rulebook, label: &str) -> String {
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
    let plain = number.map_or_else(|| amount_in_plain_words(&modifier.amount, book), |number| number.to_string());
    match modifier.target {
        Target::Number => number.map_or(plain, signed),
        Target::Dice => number.map_or_else(|| format!("{plain} dice"), |number| format!("{}d", signed(number))),
        Target::Set => format!("set {plain}"),
        Target::AtLeast => format!("at least {plain}"),
        Target::AtMost => format!("at most {plain}"),
    }
}

fn signed(number: Number) -> String {
    if number > Number::ZERO { format!("+{number}") } else { number.to_string() }
}

/// Sections with their sign.
pub(crate) fn cites(cites: &[Arc<str>]) -> String {
    cites.iter().map(|cite| format!("@{cite}")).collect::<Vec<_>>().join(" ")
}

/// How a group of modifiers stacks, in words.
pub(crate) fn stacking(card: &Card, group: u16) -> String {
    match card.groups.get(usize::from(group)) {
        Some(Stacking::Worst) => "  (only the worst counts)".to_string(),
        Some(Stacking::Best) => "  (only the best counts)".to_string(),
        Some(Stacking::Once) => "  (each label counts once)".to_string(),
        _ => String::new(),
    }
}

/// The cards of a referee's screen: all but those that every pack has and that count for no check here.
pub(crate) fn shown(book: &Rulebook) -> impl Iterator<Item = &Card> {
    let counts = |at: usize| book.checks.iter().any(|check| check.cards.iter().any(|card| card.index() == at));
    let lowest = format!("rules/{LOWEST_PACK}/");
    let is_shared = move |card: &Card| book.sources.get(card.head.span.source).name.contains(&lowest);
    book.cards.iter().enumerate().filter(move |(at, card)| !is_shared(card) || counts(*at)).map(|(_, card)| card)
}
