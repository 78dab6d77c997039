//! What is said of someone: a state, a condition, a track or an attribute with its value.

use super::reader::SentenceReader;
use super::{Argument, AssumedChange};
use crate::rulebook::{Head, OwnerDecl, Rulebook, Type};
use crate::value::{AttributeId, ConditionId, StateId, Symbol, TrackId, Value};

#[derive(Clone)]
enum Predicate {
    State(StateId, Symbol),
    Condition(ConditionId),
    Track(TrackId),
    Attribute(AttributeId),
}

/// Reads whatever can be said of someone.
pub(super) fn read(reader: &mut SentenceReader<'_>, negated: bool) -> Option<AssumedChange> {
    let book = reader.book();
    skip_state_name(reader);
    let mut names = words(book);
    names.extend(amounts(book));
    let start = reader.at();
    match reader.longest("a state, condition, track or attribute", &names)? {
        Predicate::Track(track) => {
            let rule = &book.tracks[track.index()];
            let symbol = match rule.by {
                Some(set) => Some(reader.symbol(set, &format!("which `{}`", rule.head.name))?),
                None => None,
            };
            reader.advise(reader.here(), format!("say a number, as in `{} 3`", rule.head.name), None);
            let number = reader.number(rule.unit, &format!("a number for `{}`", rule.head.name))?;
            if negated {
                reader.negated(start, format!("say how much it is: `{} 3`", rule.head.name));
                return None;
            }
            Some(AssumedChange::Track(track, symbol, number))
        }
        Predicate::Attribute(attribute) => {
            let rule = &book.attributes[attribute.index()];
            if matches!(rule.r#type.bare(), Type::Number(_)) {
                reader.advise(reader.here(), format!("say a number, as in `{} 3`", rule.head.name), None);
            }
            match reader.value(&rule.r#type, rule.unit, &format!("a value for `{}`", rule.head.name))? {
                Argument::Value(Value::Truth(truth)) => {
                    Some(AssumedChange::Attribute(attribute, Value::Truth(truth != negated)))
                }
                _ if negated => {
                    reader.negated(start, format!("say what it is: `{} …`", rule.head.name));
                    None
                }
                Argument::Value(value) => Some(AssumedChange::Attribute(attribute, value)),
                Argument::Who(_) | Argument::Way(_) => None,
            }
        }
        word => change(reader, start, &word, negated),
    }
}

/// Reads a state's word or a condition, which need no value and so may stand alone in a clause.
pub(super) fn state_or_condition(reader: &mut SentenceReader<'_>, whose: &str, negated: bool) -> Option<AssumedChange> {
    let book = reader.book();
    skip_state_name(reader);
    let start = reader.at();
    let word = reader.longest(&format!("how `{whose}` is"), &words(book))?;
    change(reader, start, &word, negated)
}

/// `stance crouching` says no more than `crouching`: the name of a state may stand before its word.
fn skip_state_name(reader: &mut SentenceReader<'_>) {
    let _ = reader.book().states.iter().any(|state| reader.word(&state.head.name));
}

/// What a word read from a place to here changes. Who is not in the first state of many may be in any other.
fn change(reader: &mut SentenceReader<'_>, from: usize, word: &Predicate, negated: bool) -> Option<AssumedChange> {
    let book = reader.book();
    match *word {
        Predicate::State(state, symbol) if !negated => Some(AssumedChange::State(state, symbol)),
        Predicate::State(state, symbol) if symbol != book.states[state.index()].default => {
            Some(AssumedChange::NotState(state, symbol))
        }
        Predicate::State(state, symbol) => {
            let words = book.sets[book.states[state.index()].set.index()].words.iter();
            let others = words.filter(|word| *word.name != *book.symbol_name(symbol));
            let others: Vec<String> = others.map(|word| format!("`{}`", word.title)).collect();
            reader.negated(from, format!("say which it is: {}", others.join(", ")));
            None
        }
        Predicate::Condition(condition) => Some(AssumedChange::Condition(condition, !negated)),
        Predicate::Track(_) | Predicate::Attribute(_) => None,
    }
}

/// The words of states, and conditions.
fn words(book: &Rulebook) -> Vec<(&str, Predicate)> {
    let mut named: Vec<(&Head, Predicate)> = Vec::new();
    for (index, state) in book.states.iter().enumerate() {
        for (at, word) in book.sets[state.set.index()].words.iter().enumerate() {
            named.push((word, Predicate::State(StateId(index as u16), Symbol { set: state.set, at: at as u16 })));
        }
    }
    for (index, condition) in book.conditions.iter().enumerate() {
        named.push((&condition.head, Predicate::Condition(ConditionId(index as u16))));
    }
    by_name_and_title(named)
}

/// What is called so by its name, and behind all of these what is by its title: a name is of one thing alone.
fn by_name_and_title(named: Vec<(&Head, Predicate)>) -> Vec<(&str, Predicate)> {
    let names: Vec<(&str, Predicate)> = named.iter().map(|(head, what)| (&*head.name, what.clone())).collect();
    names.into_iter().chain(named.into_iter().map(|(head, what)| (&*head.title, what))).collect()
}

/// Tracks and attributes of figures.
fn amounts(book: &Rulebook) -> Vec<(&str, Predicate)> {
    let tracks = book.tracks.iter().enumerate().filter(|(_, track)| track.owner == OwnerDecl::Figure);
    let tracks = tracks.map(|(index, track)| (&track.head, Predicate::Track(TrackId(index as u16))));
    let attributes = book.attributes.iter().enumerate().filter(|(_, one)| one.owner == OwnerDecl::Figure);
    let attributes = attributes.map(|(at, one)| (&one.head, Predicate::Attribute(AttributeId(at as u16))));
    by_name_and_title(tracks.chain(attributes).collect())
}
