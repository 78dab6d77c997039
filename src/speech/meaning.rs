//! What the words of a rulebook are about: what a phrase of a list means, and what a condition or a sentence speaks of.

use super::little::{ARTICLES, Leading};
use super::token::SpokenWord;
use crate::query::About;
use crate::rulebook::{Expr, Fact, Node, Rulebook, Sentence, SentencePart, Type};
use crate::value::{ActionId, CheckId, FactId, ItemId, KindId, Value};

/// What is meant by a phrase.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meant {
    /// Nothing.
    Nothing,
    /// An action or check, with what goes without saying.
    Deed(About, Vec<String>),
    /// A clause, in which `{n}` is a number.
    Clause(String),
    /// A clause that is said of whoever is in this place, and of nobody else: `in cover`.
    ClauseOf(FactId, String),
    /// A fact's value alone, with the fact.
    Value(FactId, String),
    /// How somebody is.
    State(String),
    /// Somebody of the sentence.
    Role(FactId),
    /// The only foe there is.
    Foe,
    /// Towards somebody, or away from him.
    Leading(Leading),
    /// A thing.
    Item(ItemId),
    /// Things one of whose words this is.
    Part(Vec<ItemId>),
    /// Things of whose name this is a word, but not what they are: `light` of a light crossbow.
    Attribute(Vec<ItemId>),
    /// Whatever is had of this kind.
    Kind(KindId),
}

/// Whether a word of a phrase is more than an article.
pub(super) fn counts(word: &SpokenWord) -> bool {
    !ARTICLES.contains(&word.text.as_str()) && !word.is_comma()
}

/// The kinds of the things that sentences speak of.
pub(super) fn things_of<'a>(book: &'a Rulebook, says: &'a [Sentence]) -> impl Iterator<Item = KindId> + 'a {
    says.iter().flat_map(|sentence| &sentence.parts).filter_map(|part| match part {
        SentencePart::Fact(fact) => match book.facts[fact.index()].r#type.bare() {
            Type::Thing(kind) => Some(*kind),
            _ => None,
        },
        SentencePart::Word(_) => None,
    })
}

/// A simple condition as a clause: `target prone`, `dodging`.
pub(super) fn said(book: &Rulebook, condition: &Expr) -> Option<String> {
    let name = |expr: &Expr| match &expr.node {
        Node::Fact(fact) => Some(&*book.facts[fact.index()].head.name),
        _ => None,
    };
    match &condition.node {
        Node::Fact(_) => name(condition).map(str::to_string),
        Node::HasCondition(who, id) => Some(format!("{} {}", name(who)?, book.conditions[id.index()].head.name)),
        Node::InState(who, _, word) => Some(format!("{} {}", name(who)?, book.symbol_name(*word))),
        Node::Is(fact, Value::Symbol(word)) => Some(format!("{} {}", name(fact)?, book.symbol_name(*word))),
        _ => None,
    }
}

/// What a phrase of a list of words is about.
pub(super) fn meant(book: &Rulebook, text: &str) -> Option<Meant> {
    let text = text.trim();
    if text.is_empty() {
        return Some(Meant::Nothing);
    }
    if text == "{foe}" {
        return Some(Meant::Foe);
    }
    if let Some(leading) = Leading::of(text) {
        return Some(Meant::Leading(leading));
    }
    let mut parts = text.split(',').map(str::trim);
    let first = parts.next()?;
    let with = |rest: &str| -> Vec<String> {
        let own = (!rest.is_empty()).then(|| rest.to_string());
        own.into_iter().chain(parts.clone().map(str::to_string)).collect()
    };
    let begins =
        |name: &str| first.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(' ')).map(str::trim);
    let deeds = book.actions.iter().enumerate().map(|(at, one)| (About::Action(ActionId(at as u16)), &one.head.name));
    let checks = book.checks.iter().enumerate().map(|(at, one)| (About::Check(CheckId(at as u16)), &one.head.name));
    let longest = deeds
        .chain(checks)
        .filter_map(|(about, name)| Some((name.len(), about, begins(name)?)))
        // An action goes before a check of the same name.
        .max_by_key(|(length, about, _)| (*length, matches!(about, About::Action(_))));
    let is_fact = book.facts.iter().any(|fact| begins(&fact.head.name).is_some());
    if let Some((_, about, rest)) = longest
        && (!is_fact || rest.is_empty() || rest.starts_with("with "))
    {
        return Some(Meant::Deed(about, with(rest)));
    }
    if let Some(item) = book.names.items(text).first() {
        return Some(Meant::Item(*item));
    }
    let is_word =
        book.states.iter().flat_map(|state| &book.sets[state.set.index()].words).any(|one| *one.name == *text)
            || book.conditions.iter().any(|one| *one.head.name == *text);
    if is_word {
        return Some(Meant::State(text.to_string()));
    }
    let of = text.rsplit_once(" of ").and_then(|(clause, role)| Some((role_named(book, role)?, clause)));
    Some(match of {
        Some((role, clause)) => Meant::ClauseOf(role, clause.to_string()),
        None => Meant::Clause(text.to_string()),
    })
}

/// The place of a figure in sentences that is called so.
fn role_named(book: &Rulebook, name: &str) -> Option<FactId> {
    let is_it = |fact: &Fact| *fact.head.name == *name && *fact.r#type.bare() == Type::Figure;
    book.facts.iter().position(is_it).map(|at| FactId(at as u16))
}
