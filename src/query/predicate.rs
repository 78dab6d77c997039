//! What is said of someone: a state, a condition, a track or an attribute with its value.

use super::reader::SentenceReader;
use super::{Argument, AssumedChange};
use crate::rulebook::{OwnerDecl, Rulebook, Type};
use crate::value::{AttributeId, ConditionId, StateId, Symbol, TrackId};

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
    match reader.longest("a state, condition, track or attribute", &names)? {
        Predicate::Track(track) => {
            let rule = &book.tracks[track.index()];
            reader.advise(reader.here(), format!("say a number, as in `{} 3`", rule.head.name), None);
            let number = reader.number(rule.unit, &format!("a number for `{}`", rule.head.name))?;
            Some(AssumedChange::Track(track, number))
        }
        Predicate::Attribute(attribute) => {
            let rule = &book.attributes[attribute.index()];
            if matches!(rule.r#type.bare(), Type::Number(_)) {
                reader.advise(reader.here(), format!("say a number, as in `{} 3`", rule.head.name), None);
            }
            match reader.value(&rule.r#type, rule.unit, &format!("a value for `{}`", rule.head.name))? {
                Argument::Value(value) => Some(AssumedChange::Attribute(attribute, value)),
                Argument::Who(_) | Argument::Way(_) => None,
            }
        }
        word => change(book, &word, negated),
    }
}

/// Reads a state's word or a condition, which need no value and so may stand alone in a clause.
pub(super) fn state_or_condition(reader: &mut SentenceReader<'_>, whose: &str, negated: bool) -> Option<AssumedChange> {
    let book = reader.book();
    skip_state_name(reader);
    let word = reader.longest(&format!("how `{whose}` is"), &words(book))?;
    change(book, &word, negated)
}

/// `stance crouching` says no more than `crouching`: the name of a state may stand before its word.
fn skip_state_name(reader: &mut SentenceReader<'_>) {
    let _ = reader.book().states.iter().any(|state| reader.word(&state.head.name));
}

fn change(book: &Rulebook, word: &Predicate, negated: bool) -> Option<AssumedChange> {
    match *word {
        Predicate::State(state, symbol) if !negated => Some(AssumedChange::State(state, symbol)),
        Predicate::State(state, _) => Some(AssumedChange::State(state, book.states[state.index()].default)),
        Predicate::Condition(condition) => Some(AssumedChange::Condition(condition, !negated)),
        Predicate::Track(_) | Predicate::Attribute(_) => None,
    }
}

/// The words of states, and conditions.
fn words(book: &Rulebook) -> Vec<(&str, Predicate)> {
    let mut names: Vec<(&str, Predicate)> = Vec::new();
    for (index, state) in book.states.iter().enumerate() {
        for (at, word) in book.sets[state.set.index()].words.iter().enumerate() {
            let predicate = Predicate::State(StateId(index as u16), Symbol { set: state.set, at: at as u16 });
            names.push((&word.name, predicate.clone()));
            names.push((&word.title, predicate));
        }
    }
    for (index, condition) in book.conditions.iter().enumerate() {
        let predicate = Predicate::Condition(ConditionId(index as u16));
        names.push((&condition.head.name, predicate.clone()));
        names.push((&condition.head.title, predicate));
    }
    names
}

/// Tracks and attributes of figures.
fn amounts(book: &Rulebook) -> Vec<(&str, Predicate)> {
    let mut names: Vec<(&str, Predicate)> = Vec::new();
    for (index, track) in book.tracks.iter().enumerate().filter(|(_, track)| track.owner == OwnerDecl::Figure) {
        let predicate = Predicate::Track(TrackId(index as u16));
        names.push((&track.head.name, predicate.clone()));
        names.push((&track.head.title, predicate));
    }
    for (index, attribute) in book.attributes.iter().enumerate().filter(|(_, one)| one.owner == OwnerDecl::Figure) {
        let predicate = Predicate::Attribute(AttributeId(index as u16));
        names.push((&attribute.head.name, predicate.clone()));
        names.push((&attribute.head.title, predicate));
    }
    names
}
