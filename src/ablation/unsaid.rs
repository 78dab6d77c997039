//! What is not so and would make a difference to a check: facts that nobody has stated, conditions that nobody has.

use super::measure::{Ablator, again};
use super::{AblationCase, Contribution, Metric};
use crate::dice::DiceError;
use crate::event::Change;
use crate::play::PlayError;
use crate::query::{Argument, BoundQuery, read_by};
use crate::rulebook::{Fact, Type};
use crate::state::apply;
use crate::value::{ConditionId, FactId, FigureId, Symbol, Value};
use std::collections::BTreeSet;

impl Ablator<'_> {
    /// Weighs what the sentence could say besides.
    pub(super) fn unsaid(&mut self, case: &AblationCase) -> Result<(), PlayError> {
        if matches!(self.yardstick, Metric::Whole(_)) {
            return Ok(());
        }
        let posed = BoundQuery::new(&case.rules, &case.state, &case.asked)?;
        let read: BTreeSet<FactId> = read_by(&case.rules.book, case.asked.about).into_iter().collect();
        for fact in read {
            let rule = &case.rules.book.facts[fact.index()];
            if !rule.head.is_quiet() && case.asked.facts.iter().all(|(stated, _)| *stated != fact) {
                self.unsaid_fact(case, &posed, fact, rule)?;
            }
        }
        let mut figures: Vec<FigureId> = posed.facts.iter().filter_map(|(_, value)| value.as_figure()).collect();
        figures.sort();
        figures.dedup();
        for figure in figures {
            self.unsaid_conditions(case, &posed, figure)?;
        }
        Ok(())
    }

    fn unsaid_fact(
        &mut self,
        case: &AblationCase,
        posed: &BoundQuery,
        fact: FactId,
        rule: &Fact,
    ) -> Result<(), PlayError> {
        let values: Vec<Value> = match rule.r#type.bare() {
            Type::Truth => vec![Value::Truth(true), Value::Truth(false)],
            Type::Symbol(set) => {
                let words = case.rules.book.sets[set.index()].words.len() as u16;
                (0..words).map(|at| Value::Symbol(Symbol { set: *set, at })).collect()
            }
            _ => return Ok(()),
        };
        let (frame, view) = (posed.frame(), posed.view(&case.rules));
        let now = view.scene(&frame).fact(fact).ok();
        for value in values.into_iter().filter(|value| now.as_ref() != Some(value)) {
            let mut asked = case.asked.clone();
            asked.facts.push((fact, Argument::Value(value.clone())));
            let name = match &value {
                Value::Symbol(word) => format!("{} {}", rule.head.title, case.rules.book.symbol_title(*word)),
                Value::Truth(false) => format!("not {}", rule.head.title),
                _ => rule.head.title.to_string(),
            };
            let other = AblationCase { asked, ..again(case) };
            let then = BoundQuery::new(&other.rules, &other.state, &other.asked);
            self.weigh_unsaid(&other, then, name)?;
        }
        Ok(())
    }

    fn unsaid_conditions(
        &mut self,
        case: &AblationCase,
        posed: &BoundQuery,
        figure: FigureId,
    ) -> Result<(), PlayError> {
        for (at, condition) in case.rules.book.conditions.iter().enumerate() {
            let id = ConditionId(at as u16);
            if condition.head.is_quiet() || posed.state.has_condition(figure, id) {
                continue;
            }
            let mut with = posed.clone();
            apply(&case.rules, &mut with.state, &Change::gained(figure, id, condition.lasts));
            let name = format!("{}: {}", posed.state.figure(figure).name, condition.head.title);
            self.weigh_unsaid(case, Ok(with), name)?;
        }
        Ok(())
    }

    /// What would be different if it were so; what cannot be reckoned then, or changes nothing, is not told.
    fn weigh_unsaid(
        &mut self,
        case: &AblationCase,
        posed: Result<BoundQuery, PlayError>,
        name: String,
    ) -> Result<(), PlayError> {
        let then = match posed.and_then(|posed| self.measure_posed(case, &case.rules, &posed)) {
            Ok(Some(then)) => then,
            Err(PlayError::Dice(DiceError::Cancelled)) => return Err(DiceError::Cancelled.into()),
            Ok(None) | Err(_) => return Ok(()),
        };
        let Some(now) = &self.now else { return Ok(()) };
        let worth = then.odds.minus(&now.odds);
        if !worth.is_zero() {
            let (without, odds) = ("said".to_string(), then.odds);
            let sort = "not said";
            self.rows.push(Contribution { sort, name, without, odds, worth, mean: None, mean_worth: None });
        }
        Ok(())
    }
}
