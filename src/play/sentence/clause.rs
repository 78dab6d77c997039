//! What stands between commas: facts, and words about someone.

use super::reader::Reader;
use super::{Asked, Change, Said, SentenceError, Tweak, Who};
use crate::rulebook::{Fact, Owner, Rulebook, Type};
use crate::value::{AttributeId, ConditionId, FactId, StateId, Symbol, TrackId, Value};

/// Reads one clause into the sentence; a fact said again replaces what was said before.
pub(super) fn read(reader: &mut Reader<'_>, asked: &mut Asked) -> Result<(), SentenceError> {
    let start = reader.at();
    let negated = reader.word("not") || reader.word("without") || reader.word("no");
    let _ = !negated && reader.word("with");
    if let Some(someone) = someone(reader, asked) {
        return about_someone(reader, asked, someone, negated);
    }
    if let Some((fact, said)) = fact(reader, negated)? {
        asked.facts.retain(|(other, _)| *other != fact);
        asked.facts.push((fact, said));
        return Ok(());
    }
    reader.go_to(start);
    Err(reader.not_understood())
}

fn fact(reader: &mut Reader<'_>, negated: bool) -> Result<Option<(FactId, Said)>, SentenceError> {
    let book = reader.book();
    let names = fact_names(book);
    let Some(id) = reader.longest("a fact", &names) else { return Ok(None) };
    let rule = &book.facts[id.index()];
    if rule.r#type == Type::Truth {
        let Some(Said::Value(Value::Truth(truth))) = reader.value(&rule.r#type, None, &rule.head.title) else {
            return Err(reader.not_understood());
        };
        return Ok(Some((id, Said::Value(Value::Truth(truth != negated)))));
    }
    match reader.value(&rule.r#type, rule.unit, &describe(book, rule)) {
        Some(said) => Ok(Some((id, said))),
        None => Err(reader.not_understood()),
    }
}

fn describe(book: &Rulebook, fact: &Fact) -> String {
    let unit = fact.unit.map_or(String::new(), |unit| format!(" in {}", book.units[usize::from(unit)].head.name));
    match fact.r#type {
        Type::Number(_) => format!("a number{unit} for `{}`", fact.head.name),
        _ => format!("a value for `{}`", fact.head.name),
    }
}

fn fact_names(book: &Rulebook) -> Vec<(&str, FactId)> {
    let mut names: Vec<(&str, FactId)> = Vec::new();
    for (index, fact) in book.facts.iter().enumerate() {
        names.push((&fact.head.name, FactId(index as u16)));
        names.push((&fact.head.title, FactId(index as u16)));
    }
    names
}

/// Someone, and the fact that names them, if they were named by it.
type Someone = (Who, Option<FactId>);

/// Someone of the sentence: by the fact that names them, or by their own name; a fact of a figure's type that is not
/// yet stated is no one.
fn someone(reader: &mut Reader<'_>, asked: &Asked) -> Option<Someone> {
    let start = reader.at();
    let book = reader.book();
    let said = |(fact, said): &(FactId, Said)| match said {
        Said::Who(who) => Some((&*book.facts[fact.index()].head.name, (who.clone(), Some(*fact)))),
        Said::Value(_) => None,
    };
    let roles: Vec<(&str, Someone)> = asked.facts.iter().filter_map(said).collect();
    let who = reader.longest("someone of the sentence", &roles).or_else(|| Some((reader.figure()?, None)))?;
    if reader.at_end() {
        reader.go_to(start);
        return None;
    }
    Some(who)
}

#[derive(Clone)]
enum About {
    State(StateId, Symbol),
    Condition(ConditionId),
    Track(TrackId),
    Attribute(AttributeId),
}

fn about_someone(
    reader: &mut Reader<'_>,
    asked: &mut Asked,
    (who, role): Someone,
    negated: bool,
) -> Result<(), SentenceError> {
    let negated = negated || reader.word("not") || reader.word("without");
    let _ = reader.word("is") || reader.word("has");
    let negated = negated || reader.word("not") || reader.word("no");
    let book = reader.book();
    // `stance crouching` says no more than `crouching`: the name of a state may stand before its word.
    let _ = book.states.iter().any(|state| reader.word(&state.head.name));
    let names = words_about_figures(book);
    let Some(about) = reader.longest("a state, condition, track or attribute", &names) else {
        return Err(reader.not_understood());
    };
    let what = match about {
        About::State(state, symbol) if !negated => Change::State(state, symbol),
        About::State(state, _) => Change::State(state, book.states[state.index()].default),
        About::Condition(condition) => Change::Condition(condition, !negated),
        About::Track(track) => {
            let rule = &book.tracks[track.index()];
            let Some(number) = reader.number(rule.unit, &format!("a number for `{}`", rule.head.name)) else {
                return Err(reader.not_understood());
            };
            Change::Track(track, number)
        }
        About::Attribute(attribute) => {
            let rule = &book.attributes[attribute.index()];
            match reader.value(&rule.r#type, rule.unit, &format!("a value for `{}`", rule.head.name)) {
                Some(Said::Value(value)) => Change::Attribute(attribute, value),
                _ => return Err(reader.not_understood()),
            }
        }
    };
    asked.tweaks.push(Tweak { who, role, what });
    Ok(())
}

fn words_about_figures(book: &Rulebook) -> Vec<(&str, About)> {
    let mut names: Vec<(&str, About)> = Vec::new();
    for (index, state) in book.states.iter().enumerate() {
        for (at, word) in book.sets[state.set.index()].words.iter().enumerate() {
            let about = About::State(StateId(index as u16), Symbol { set: state.set, at: at as u16 });
            names.push((&word.name, about.clone()));
            names.push((&word.title, about));
        }
    }
    for (index, condition) in book.conditions.iter().enumerate() {
        let about = About::Condition(ConditionId(index as u16));
        names.push((&condition.head.name, about.clone()));
        names.push((&condition.head.title, about));
    }
    for (index, track) in book.tracks.iter().enumerate().filter(|(_, track)| track.owner == Owner::Figure) {
        let about = About::Track(TrackId(index as u16));
        names.push((&track.head.name, about.clone()));
        names.push((&track.head.title, about));
    }
    for (index, attribute) in book.attributes.iter().enumerate().filter(|(_, one)| one.owner == Owner::Figure) {
        let about = About::Attribute(AttributeId(index as u16));
        names.push((&attribute.head.name, about.clone()));
        names.push((&attribute.head.title, about));
    }
    names
}
