//! What stands between commas: facts, and words about someone.

use super::function_words::{ARE, BEFORE_CLAUSES, MOST_BEFORE_A_CLAUSE, NOT};
use super::predicate::{self, state_or_condition};
use super::reader::SentenceReader;
use super::unread::read_by;
use super::{About, Argument, Assumption, ParsedQuery, SentenceError, Who};
use crate::rulebook::{Fact, Rulebook, Type};
use crate::value::{FactId, Number, Value};

/// Of facts that a sentence may say, so many are named.
const MOST_SAYABLE: usize = 8;

/// Reads one clause into the sentence; what is said again replaces what was said before. Answers the fact that it
/// states, or nothing if it says how somebody is.
pub(super) fn read(reader: &mut SentenceReader<'_>, asked: &mut ParsedQuery) -> Result<Option<FactId>, SentenceError> {
    for _ in 0..MOST_BEFORE_A_CLAUSE {
        let start = reader.at();
        if let Ok(stated) = read_bare(reader, asked) {
            return Ok(stated);
        }
        reader.go_to(start);
        if !reader.any_word(BEFORE_CLAUSES) {
            return Err(wrong_at(reader, asked));
        }
    }
    let start = reader.at();
    read_bare(reader, asked).map_err(|_| {
        reader.go_to(start);
        wrong_at(reader, asked)
    })
}

/// The error of a clause that begins here; where nothing of it was understood, what it could say.
fn wrong_at(reader: &mut SentenceReader<'_>, asked: &ParsedQuery) -> SentenceError {
    let here = reader.here();
    // Where nothing is asked yet, nothing reads a fact.
    if reader.furthest() == here
        && !reader.at_end()
        && let Some(option) = option_at(reader)
    {
        let help = format!(
            "options of the rules are chosen, and not said: `with {option}` as a line of the test, `--with {option}` \
             behind a command, `with {option}` at the prompt"
        );
        reader.advise_surely(here, help, "an option of the rules");
        return reader.not_understood();
    }
    if reader.furthest() == here && !reader.at_end() && !asked.facts.is_empty() {
        reader.advise(here, sayable(reader.book(), asked), Some("no fact of this game, and nobody is so"));
    }
    reader.not_understood()
}

/// The option that is named here, with the reading behind it.
fn option_at(reader: &SentenceReader<'_>) -> Option<String> {
    let rest = reader.rest().split(',').next()?.trim_end_matches(['.', '?', '!']);
    let mut words = rest.split([' ', '=']).filter(|word| !word.is_empty());
    let name = words.next()?;
    let option = reader.book().options.iter().find(|option| *option.head.name == *name)?;
    Some(match (option.readings, words.next()) {
        (Some(_), Some(reading)) => format!("{name} = {reading}"),
        _ => name.to_string(),
    })
}

/// What a clause of this sentence can say.
fn sayable(book: &Rulebook, asked: &ParsedQuery) -> String {
    let named = |(fact, said): &(FactId, Argument)| matches!(said, Argument::Who(_)).then_some(*fact);
    let role = asked.facts.iter().filter_map(named).next_back();
    let role = role
        .map_or(String::new(), |role| format!("how somebody is, `{} WORD`, or ", book.facts[role.index()].head.name));
    let stated = |fact: &FactId| asked.facts.iter().any(|(other, _)| other == fact);
    let read = read_by(book, asked.about);
    let names = read.iter().filter(|fact| !stated(fact)).map(|fact| &book.facts[fact.index()]);
    let names = names.filter(|fact| !fact.head.is_quiet() && !matches!(fact.r#type.bare(), Type::Figure));
    let names: Vec<String> = names.map(|fact| format!("`{}`", fact.head.name)).collect();
    let more = names.len().saturating_sub(MOST_SAYABLE);
    match (names.len(), more) {
        (0, _) => format!("say {role}nothing: no fact counts here"),
        (_, 0) => format!("say {role}a fact: {}", names.join(", ")),
        _ => format!("say {role}a fact: {} and {more} more", names[..MOST_SAYABLE].join(", ")),
    }
}

/// The error of a sentence that goes on where it should end: only a comma may be missing.
pub(super) fn trailing(reader: &mut SentenceReader<'_>, asked: &ParsedQuery) -> SentenceError {
    if reader.is_brief() {
        return reader.not_understood();
    }
    let here = reader.here();
    let is_clause = reader.tries(|reader| read_bare(reader, &mut asked.clone()).is_ok());
    let error = reader.unexpected("a comma, or the end");
    if !is_clause || error.reached() != here {
        return error;
    }
    let word = reader.rest().split([' ', ',']).next().unwrap_or_default();
    reader.advise_surely(here, format!("put a comma before it: `…, {word}`"), "a clause begins here");
    reader.not_understood()
}

/// A clause without the little words before it.
fn read_bare(reader: &mut SentenceReader<'_>, asked: &mut ParsedQuery) -> Result<Option<FactId>, SentenceError> {
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
            Ok(Some(fact))
        }
        (_, Some(tweak)) => {
            reader.forgive();
            asked.assume(tweak);
            Ok(None)
        }
        (_, None) => Err(reader.not_understood()),
    }
}

/// A state's word or a condition alone: it is said of the one who acts.
fn about_actor(reader: &mut SentenceReader<'_>, asked: &ParsedQuery, negated: bool) -> Option<Assumption> {
    let (who, role) = actor(reader.book(), asked)?;
    let what = state_or_condition(reader, &reader.book().facts[role.index()].head.name, negated)?;
    Some(Assumption { who, role: Some(role), what })
}

/// The one who acts in this sentence.
fn actor(book: &Rulebook, asked: &ParsedQuery) -> Option<(Who, FactId)> {
    let by = match asked.about {
        About::Action(action) => Some(book.actions[action.index()].by),
        About::Check(_) | About::Quantity(_) => None,
    };
    asked.facts.iter().filter(|(fact, _)| by.is_none_or(|by| by == *fact)).find_map(|(fact, said)| match said {
        Argument::Who(who) => Some((who.clone(), *fact)),
        Argument::Value(_) | Argument::Way(_) => None,
    })
}

fn fact(reader: &mut SentenceReader<'_>, negated: bool) -> Option<(FactId, Argument)> {
    let book = reader.book();
    let start = reader.at();
    let id = reader.longest("a fact", &fact_names(book))?;
    let typed = reader.text_from(start).trim();
    let rule = &book.facts[id.index()];
    if matches!(rule.r#type.bare(), Type::Number(_)) {
        reader.advise(reader.here(), format!("say a number, as in `{typed} 3`"), None);
    }
    match (fact_value(reader, id, &describe(book, rule))?, &rule.r#type) {
        (Argument::Value(Value::Truth(truth)), Type::Truth) => {
            Some((id, Argument::Value(Value::Truth(truth != negated))))
        }
        _ if negated => {
            let value = if matches!(rule.r#type.bare(), Type::Number(_)) { "3" } else { "…" };
            reader.negated(start, format!("say what it is: `{typed} {value}`"));
            None
        }
        (said, _) => Some((id, said)),
    }
}

/// The value of a fact, within its bounds.
pub(super) fn fact_value(reader: &mut SentenceReader<'_>, id: FactId, title: &str) -> Option<Argument> {
    let book = reader.book();
    let rule = &book.facts[id.index()];
    let from = reader.here();
    let said = reader.value(&rule.r#type, rule.unit, title)?;
    if let Argument::Value(Value::Number(number)) = &said {
        let (least, most) = rule.bounds;
        if least.is_some_and(|least| *number < least) || most.is_some_and(|most| *number > most) {
            reader.out_of_range(from, &rule.head.name, bounds(book, rule));
            return None;
        }
    }
    Some(said)
}

/// `0 hex or more`, `a number from 1 to 6`.
fn bounds(book: &Rulebook, fact: &Fact) -> String {
    let unit = fact.unit.map(|unit| &book.units[usize::from(unit)]);
    let shown = |number: Number| match unit {
        Some(unit) => format!("{} {}", number.over(unit.factor).unwrap_or(number), unit.head.name),
        None => number.to_string(),
    };
    match fact.bounds {
        (Some(least), Some(most)) => format!("a number from {} to {}", shown(least), shown(most)),
        (Some(least), None) => format!("{} or more", shown(least)),
        (None, Some(most)) => format!("{} or less", shown(most)),
        (None, None) => "a number".to_string(),
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
fn someone(reader: &mut SentenceReader<'_>, asked: &ParsedQuery) -> Option<Someone> {
    let start = reader.at();
    let book = reader.book();
    let said = |(fact, said): &(FactId, Argument)| match said {
        Argument::Who(who) => Some((&*book.facts[fact.index()].head.name, (who.clone(), Some(*fact)))),
        Argument::Value(_) | Argument::Way(_) => None,
    };
    let roles: Vec<(&str, Someone)> = asked.facts.iter().filter_map(said).collect();
    let who = reader.named("someone of the sentence", &roles).or_else(|| Some((reader.figure()?, None)))?;
    // `target Bob`: nothing is said of the target, but who it is.
    let is_named = |reader: &mut SentenceReader<'_>| {
        reader.figure().is_some() && (reader.at_end() || reader.rest().starts_with(','))
    };
    if reader.at_end() || who.1.is_some() && reader.tries(is_named) {
        reader.go_to(start);
        return None;
    }
    Some(who)
}

fn about_someone(
    reader: &mut SentenceReader<'_>,
    asked: &mut ParsedQuery,
    (who, role): Someone,
    negated: bool,
) -> Result<Option<FactId>, SentenceError> {
    let negated = negated || reader.any_word(NOT);
    let _ = reader.any_word(ARE);
    let negated = negated || reader.any_word(NOT);
    let what = predicate::read(reader, negated).ok_or_else(|| reader.not_understood())?;
    asked.assume(Assumption { who, role, what });
    Ok(None)
}
