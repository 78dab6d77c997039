//! What stands between commas: facts, and words about someone.

use super::little::{ARE, BEFORE_CLAUSES, MOST_BEFORE_A_CLAUSE, NOT};
use super::predicate::{self, state_or_condition};
use super::reader::Reader;
use super::{About, Asked, Said, SentenceError, Tweak, Who};
use crate::rulebook::{Fact, Rulebook, Type};
use crate::value::{FactId, Value};

/// Reads one clause into the sentence; a fact said again replaces what was said before.
pub(super) fn read(reader: &mut Reader<'_>, asked: &mut Asked) -> Result<(), SentenceError> {
    let mut start = reader.at();
    for _ in 0..MOST_BEFORE_A_CLAUSE {
        if read_bare(reader, asked).is_ok() {
            return Ok(());
        }
        reader.go_to(start);
        if !reader.any_word(BEFORE_CLAUSES) {
            return Err(reader.not_understood());
        }
        start = reader.at();
    }
    read_bare(reader, asked)
}

/// A clause without the little words before it.
fn read_bare(reader: &mut Reader<'_>, asked: &mut Asked) -> Result<(), SentenceError> {
    let negated = reader.any_word(NOT);
    let _ = !negated && reader.word("with");
    if let Some(someone) = someone(reader, asked) {
        return about_someone(reader, asked, someone, negated);
    }
    let start = reader.at();
    let fact = fact(reader, negated);
    let end = reader.at();
    reader.go_to(start);
    let own = about_actor(reader, asked, negated);
    match (fact, own) {
        // A fact goes first, unless its name is only the beginning of what is said.
        (Some((fact, said)), own) if own.is_none() || reader.at() <= end => {
            reader.go_to(end);
            asked.facts.retain(|(other, _)| *other != fact);
            asked.facts.push((fact, said));
        }
        (_, Some(tweak)) => asked.tweaks.push(tweak),
        (_, None) => return Err(reader.not_understood()),
    }
    Ok(())
}

/// A state's word or a condition alone: it is said of the one who acts.
fn about_actor(reader: &mut Reader<'_>, asked: &Asked, negated: bool) -> Option<Tweak> {
    let (who, role) = actor(reader.book(), asked)?;
    let what = state_or_condition(reader, &reader.book().facts[role.index()].head.name, negated)?;
    Some(Tweak { who, role: Some(role), what })
}

/// The one who acts in this sentence.
fn actor(book: &Rulebook, asked: &Asked) -> Option<(Who, FactId)> {
    let by = match asked.about {
        About::Action(action) => Some(book.actions[action.index()].by),
        About::Check(_) => None,
    };
    asked.facts.iter().filter(|(fact, _)| by.is_none_or(|by| by == *fact)).find_map(|(fact, said)| match said {
        Said::Who(who) => Some((who.clone(), *fact)),
        Said::Value(_) => None,
    })
}

fn fact(reader: &mut Reader<'_>, negated: bool) -> Option<(FactId, Said)> {
    let book = reader.book();
    let id = reader.longest("a fact", &fact_names(book))?;
    let rule = &book.facts[id.index()];
    let said = match (reader.value(&rule.r#type, rule.unit, &describe(book, rule))?, &rule.r#type) {
        (Said::Value(Value::Truth(truth)), Type::Truth) => Said::Value(Value::Truth(truth != negated)),
        (said, _) => said,
    };
    Some((id, said))
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
    let who = reader.named("someone of the sentence", &roles).or_else(|| Some((reader.figure()?, None)))?;
    if reader.at_end() {
        reader.go_to(start);
        return None;
    }
    Some(who)
}

fn about_someone(
    reader: &mut Reader<'_>,
    asked: &mut Asked,
    (who, role): Someone,
    negated: bool,
) -> Result<(), SentenceError> {
    let negated = negated || reader.any_word(NOT);
    let _ = reader.any_word(ARE);
    let negated = negated || reader.any_word(NOT);
    let what = predicate::read(reader, negated).ok_or_else(|| reader.not_understood())?;
    asked.tweaks.push(Tweak { who, role, what });
    Ok(())
}
