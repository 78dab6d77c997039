//! What is not so and would make a difference to a check: facts that nobody has stated, conditions that nobody has. Of a
//! whole action only the greatest of these are measured, for each takes as long as the action itself.

use super::label::PartLabel;
use super::measure::{Ablator, named_figures};
use super::{AblationCase, Contribution, FEW, Metric, in_order};
use crate::dice::{DiceError, Difference, Mean, Odds};
use crate::event::Change;
use crate::play::PlayError;
use crate::query::{Argument, BoundQuery, ParsedQuery, Reaches, read_by, uncounted_among};
use crate::rulebook::Type;
use crate::state::apply;
use crate::value::{ConditionId, FactId, FigureId, Symbol, Value};
use std::collections::BTreeSet;

/// What a sentence could say besides: in words, with the sentence that says it, put so.
type Sayable = (PartLabel, ParsedQuery, BoundQuery);

/// Something that is not so.
struct Unsaid {
    name: PartLabel,
    /// The sentence put as if it were so.
    posed: BoundQuery,
    /// What the chance of its check would be.
    row: Contribution,
}

impl Ablator<'_> {
    /// Weighs what the sentence could say besides.
    pub(super) fn unsaid(&mut self, case: &AblationCase) -> Result<(), PlayError> {
        let posed = BoundQuery::new(&case.rules, &case.state, &case.asked)?;
        let Some(now) = self.of_check(&case.rules, &posed)? else { return Ok(()) };
        let (mut found, reaches) = (Vec::new(), Reaches::default());
        for (name, asked, posed) in could_be_said(case, &posed) {
            let then = match self.of_check(&case.rules, &posed) {
                Ok(Some(then)) => then,
                Err(PlayError::Dice(DiceError::Cancelled)) => return Err(DiceError::Cancelled.into()),
                // What cannot be reckoned then is not told.
                Ok(None) | Err(_) => continue,
            };
            let worth = then.minus(&now);
            // What may not be said, because nothing reads it or a line sets it, is no advice.
            let is_refused = || uncounted_among(&reaches, &case.rules, &posed, &asked, "").is_some();
            if !worth.is_zero() && !is_refused() {
                let row = not_said(&name, then, worth, None, None);
                found.push(Unsaid { name, posed, row });
            }
        }
        found.sort_by(|a, b| in_order(&a.row, &b.row));
        match &self.yardstick {
            Metric::Check => self.unsaid.extend(found.into_iter().map(|unsaid| unsaid.row)),
            Metric::Whole(_) => self.unsaid_whole(case, found)?,
        }
        Ok(())
    }

    /// Weighs the greatest of what changes the check for the whole action.
    fn unsaid_whole(&mut self, case: &AblationCase, found: Vec<Unsaid>) -> Result<(), PlayError> {
        let Some(now) = self.now.clone() else { return Ok(()) };
        self.unmeasured = found.len().saturating_sub(FEW);
        for unsaid in found.into_iter().take(FEW) {
            let then = match self.measure_posed(case, &case.rules, &unsaid.posed) {
                Err(PlayError::Dice(DiceError::Cancelled)) => return Err(DiceError::Cancelled.into()),
                Err(_) => continue,
                Ok(then) => then.unwrap_or_else(|| now.none()),
            };
            let worth = then.odds.minus(&now.odds);
            let mean_worth = then.mean.as_ref().zip(now.mean.as_ref()).map(|(then, now)| then.minus(now));
            if !worth.is_zero() || mean_worth.as_ref().is_some_and(|worth| !worth.is_zero()) {
                self.unsaid.push(not_said(&unsaid.name, then.odds, worth, then.mean, mean_worth));
            }
        }
        self.unsaid.sort_by(in_order);
        Ok(())
    }
}

fn not_said(
    label: &PartLabel,
    odds: Odds,
    worth: Difference,
    mean: Option<Mean>,
    mean_worth: Option<Mean>,
) -> Contribution {
    let without = "said".to_string();
    Contribution { sort: "not said", without, worth, mean_worth, ..label.clone().row(odds, mean) }
}

/// What a sentence could say besides, each with the sentence put so: facts of a few words that its check reads,
/// conditions of its figures.
fn could_be_said(case: &AblationCase, posed: &BoundQuery) -> Vec<Sayable> {
    let book = &case.rules.book;
    let read: BTreeSet<FactId> = read_by(book, case.asked.about).into_iter().collect();
    let is_unsaid = |fact: &FactId| {
        !book.facts[fact.index()].head.is_quiet() && case.asked.facts.iter().all(|(stated, _)| stated != fact)
    };
    let facts = read.into_iter().filter(is_unsaid).flat_map(|fact| other_facts(case, posed, fact));
    facts.chain(named_figures(posed).into_iter().flat_map(|figure| other_conditions(case, posed, figure))).collect()
}

fn other_facts(case: &AblationCase, posed: &BoundQuery, fact: FactId) -> Vec<Sayable> {
    let book = &case.rules.book;
    let rule = &book.facts[fact.index()];
    let values: Vec<Value> = match rule.r#type.bare() {
        Type::Truth => vec![Value::Truth(true), Value::Truth(false)],
        Type::Symbol(set) => {
            let words = book.sets[set.index()].words.len() as u16;
            (0..words).map(|at| Value::Symbol(Symbol { set: *set, at })).collect()
        }
        _ => return Vec::new(),
    };
    let (frame, view) = (posed.frame(), posed.view(&case.rules));
    let now = view.scene(&frame).fact(fact).ok();
    let others = values.into_iter().filter(|value| now.as_ref() != Some(value)).filter_map(|value| {
        let mut asked = case.asked.clone();
        asked.facts.push((fact, Argument::Value(value.clone())));
        let name = match &value {
            Value::Symbol(word) => format!("{} {}", rule.head.title, book.symbol_title(*word)),
            Value::Truth(false) => format!("not {}", rule.head.title),
            _ => rule.head.title.to_string(),
        };
        let posed = BoundQuery::new(&case.rules, &case.state, &asked).ok()?;
        Some((PartLabel::of(name, &rule.head), asked, posed))
    });
    others.collect()
}

fn other_conditions(case: &AblationCase, posed: &BoundQuery, figure: FigureId) -> Vec<Sayable> {
    let conditions = case.rules.book.conditions.iter().enumerate();
    let others = conditions.filter_map(|(at, condition)| {
        let id = ConditionId(at as u16);
        if condition.head.is_quiet() || posed.state.has_condition(figure, id) {
            return None;
        }
        let mut with = posed.clone();
        apply(&case.rules, &mut with.state, &Change::gained(figure, id, condition.lasts));
        let name = format!("{}: {}", posed.state.figure(figure).name, condition.head.title);
        Some((PartLabel::of(name, &condition.head), case.asked.clone(), with))
    });
    others.collect()
}
