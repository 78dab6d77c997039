//! `best` and `worth`: what to choose, and what everything counts.

use super::Response;
use super::answer::LineStop;
use super::reckon;
use super::refused::refuse_out_of_fight;
use super::session::{Answered, LineStep};
use super::{contrast, rule, sentence};
use crate::ablation::{AblationCase, Metric, OtherReadings, worth as worth_of};
use crate::dice::Odds;
use crate::eval::show;
use crate::odds::plot::bar;
use crate::query::BoundQuery;
use crate::query::{Argument, ParsedQuery};
use crate::rulebook::{Node, Type};
use crate::value::{FactId, KindId, Symbol, Value};
use std::fmt::Write;

/// A way the sentence may go: its odds, what is chosen, what is needed.
pub(super) type Ranked = (Odds, String, String);

/// `best`: the sentence with each thing the actor has instead of the one named, and with each of the other ways that can
/// be said (a part aimed at, a manner), ranked.
pub(super) fn best(step: &LineStep<'_>, asked: &ParsedQuery) -> Answered {
    refuse_out_of_fight(step, &reckon::posed(step, asked)?)?;
    let mut tables: Vec<(String, Vec<Ranked>)> = Vec::new();
    let things = thing_of(step, asked);
    if let Some((fact, kind)) = things {
        let title = step.table.book().facts[fact.index()].head.title.to_string();
        tables.push((title, ranked(step, asked, fact, things_of(step, asked, kind)?)));
    }
    for (fact, values) in ways(step, asked)? {
        let ranked = ranked(step, asked, fact, values);
        // What changes nothing need not be chosen.
        if ranked.windows(2).any(|pair| pair[0].0 != pair[1].0) {
            tables.push((step.table.book().facts[fact.index()].head.title.to_string(), ranked));
        }
    }
    if tables.is_empty() {
        let error = step.line.nothing(
            step.line.0.trim(),
            "there is nothing to choose in this sentence",
            "no thing, and no other way to say it, changes the odds",
            "`best` ranks the things that could stand in a sentence, as in `ACTOR hits TARGET with THING`, and the ways to do it",
        );
        return Err(error.into());
    }
    let several = tables.len() > 1 || things.is_none();
    let column = column(tables.iter().flat_map(|(_, rows)| rows));
    let mut text = String::new();
    for (title, rows) in &tables {
        if several {
            let _ = writeln!(text, "{title}");
        }
        text += &lines(rows, column);
    }
    Ok(Response::of(text))
}

/// How many letters the longest of what is chosen from takes.
pub(super) fn column<'a>(rows: impl Iterator<Item = &'a Ranked>) -> usize {
    rows.map(|(_, name, _)| name.chars().count()).max().unwrap_or(0)
}

/// What is chosen from, a line each.
pub(super) fn lines(rows: &[Ranked], column: usize) -> String {
    let mut text = String::new();
    for (odds, name, note) in rows {
        let share = bar(odds.to_f64(), 20);
        let line = format!("  {name:<column$}  {:>8}  {share:<20}  {note}", odds.percent());
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The sentence with each of these values of a fact, the likeliest first.
fn ranked(step: &LineStep<'_>, asked: &ParsedQuery, fact: FactId, values: Vec<Value>) -> Vec<Ranked> {
    let book = step.table.book();
    let mut ranked: Vec<Ranked> = Vec::new();
    let with = |value: &Value| {
        let mut other = asked.clone();
        other.facts.retain(|(stated, _)| *stated != fact);
        other.facts.push((fact, Argument::Value(value.clone())));
        other
    };
    // What the action does not allow is no choice, unless it allows none of them.
    let some_allowed = values.iter().any(|value| is_allowed(step, &with(value)));
    for value in values {
        let other = with(&value);
        let name = match &value {
            Value::Symbol(symbol) => book.symbol_title(*symbol).to_string(),
            Value::Truth(truth) => if *truth { "yes" } else { "no" }.to_string(),
            value => show(value, None, book, &step.table.view()),
        };
        if some_allowed && !is_allowed(step, &other) {
            continue;
        }
        // What cannot be used at all does not keep the others from being ranked.
        let Ok(reckoning) = reckon::reckoned(step, &other) else { continue };
        let odds = reckoning.odds.clone().unwrap_or(Odds::NEVER);
        let note =
            reckoning.impossible.as_ref().map_or_else(|| contrast::need(&reckoning), |cannot| cannot.why.clone());
        ranked.push((odds, name, note));
    }
    ranked.sort_by(|a, b| b.0.cmp(&a.0));
    ranked
}

/// Whether the sentence meets what its action requires, as far as that can be told.
fn is_allowed(step: &LineStep<'_>, asked: &ParsedQuery) -> bool {
    let rules = &step.table.rules;
    BoundQuery::new(rules, step.table.now(), asked).is_ok_and(|posed| posed.is_allowed(rules))
}

/// The fact of the sentence that is a thing.
fn thing_of(step: &LineStep<'_>, asked: &ParsedQuery) -> Option<(FactId, KindId)> {
    asked.facts.iter().find_map(|(fact, _)| match step.table.book().facts[fact.index()].r#type.bare() {
        Type::Thing(kind) => Some((*fact, *kind)),
        _ => None,
    })
}

/// The things of that kind that the first figure of the sentence has.
fn things_of(step: &LineStep<'_>, asked: &ParsedQuery, kind: KindId) -> Result<Vec<Value>, LineStop> {
    let book = step.table.book();
    let posed = BoundQuery::new(&step.table.rules, step.table.now(), asked).map_err(|error| error.report(book))?;
    let holder = posed.facts.iter().find_map(|(_, value)| value.as_figure());
    let mut items = Vec::new();
    if let Some(holder) = holder {
        for thing in posed.state.figure(holder).slots.iter().flatten() {
            let item = posed.state.thing(*thing).item;
            if book.items[item.index()].kind == kind && !items.contains(&item) {
                items.push(item);
            }
        }
    }
    Ok(items.into_iter().map(Value::Item).collect())
}

/// The facts of the check that are one of a few words or yes and no, that nothing else settles, and their values.
fn ways(step: &LineStep<'_>, asked: &ParsedQuery) -> Result<Vec<(FactId, Vec<Value>)>, LineStop> {
    let (rules, book) = (&step.table.rules, step.table.book());
    let posed = BoundQuery::new(rules, step.table.now(), asked).map_err(|error| error.report(book))?;
    let Some(check) = posed.check(rules) else { return Ok(Vec::new()) };
    let check = &book.checks[check.index()];
    // What some order can say is chosen by the one who acts; anything else is how things are.
    let is_chosen = |fact: &FactId| book.actions.iter().any(|action| action.takes.contains(fact));
    let mut ways = Vec::new();
    for fact in check.reads.iter().chain(&check.all_reads) {
        let rule = &book.facts[fact.index()];
        let is_free = rule.default.as_ref().is_some_and(|default| matches!(default.node, Node::Const(_)));
        // On a board the fight itself says what else could be said.
        if !is_free
            || rule.head.is_quiet()
            || !is_chosen(fact)
            || rule.from.is_some() && rules.ground.is_some()
            || ways.iter().any(|(other, _)| other == fact)
        {
            continue;
        }
        let values = match rule.r#type.bare() {
            Type::Truth => vec![Value::Truth(true), Value::Truth(false)],
            Type::Symbol(set) => {
                let words = 0..book.sets[set.index()].words.len();
                words.map(|at| Value::Symbol(Symbol { set: *set, at: at as u16 })).collect()
            }
            _ => continue,
        };
        ways.push((*fact, values));
    }
    Ok(ways)
}

/// What `worth` is asked of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WorthOf {
    /// `worth`: of the check, with the greatest few of what is not said.
    Check,
    /// `worth all`: with all that is not said.
    All,
    /// `worth whole`: of all that is done.
    Whole,
}

/// `worth`, `worth all`, `worth whole`: what each modifier, thing, condition and option counts.
pub(super) fn worth(step: &mut LineStep<'_>, rest: &str, of: WorthOf) -> Answered {
    let whole = of == WorthOf::Whole;
    let asked = sentence::this_or_last(step, rest)?;
    refuse_out_of_fight(step, &reckon::posed(step, &asked)?)?;
    let sentence = match rest {
        "" => step.table.last.as_ref().map_or_else(String::new, |(text, _)| text.to_string()),
        rest => sentence::in_full(&step.table, rest),
    };
    let engine = step.table.engine()?;
    let (rules, state) = (step.table.rules.clone(), step.table.now().clone());
    let case = AblationCase { rules, engine, state, asked: asked.clone() };
    let yardstick = if whole { Metric::Whole(None) } else { Metric::Check };
    let cancel = step.session.cancel.clone();
    let texts = rule::texts_in_force(step);
    let others = OtherReadings::new(&texts, &case, &yardstick);
    let mut switch = |option: &str, reading: &str| {
        let choices = rule::switched(step, option, reading);
        let narrow = others.under(&case, option, &choices);
        narrow.unwrap_or_else(|| rule::case_under(step, &texts, &choices, &sentence).into())
    };
    let answer = worth_of(&case, &yardstick, &mut switch, &cancel);
    let answer = answer.map_err(|error| error.report(step.table.book()))?;
    let Some(answer) = answer else {
        let (what, label) = match whole {
            true => ("this changes nothing of anybody else", "nothing to be worth anything to"),
            false => ("nothing is rolled for this", "without odds, nothing is worth anything"),
        };
        let help = "`worth SENTENCE` is about the odds of a check, `worth whole SENTENCE` about what an action does";
        return Err(step.line.nothing(step.line.0.trim(), what, label, help).into());
    };
    let text = answer.text(step.session.width, (of != WorthOf::All).then_some("worth all"));
    if !rest.is_empty() {
        step.table.last = Some((sentence.into(), asked));
    }
    Ok(Response::of(text))
}
