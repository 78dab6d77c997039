//! Whether anything hangs on what a fact is said to be: what is asked is reckoned with other values of it.

use super::bound::BoundQuery;
use super::mentioned::Mentioned;
use crate::eval::Frame;
use crate::explain::Holding;
use crate::play::Rules;
use crate::rulebook::{Expr, Type, compared_numbers};
use crate::value::{CheckId, FactId, Number, Symbol, Value};

/// Numbers that are tried first in the place of another, in the unit of the fact, besides those around it; behind them
/// come those with which the rules compare it.
const TRIED: [i64; 16] = [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 1_000, -1];

/// What is asked of one sentence.
pub(super) struct Variation<'a> {
    pub(super) rules: &'a Rules,
    pub(super) posed: &'a BoundQuery,
    /// What is required, what it costs, what the action states.
    pub(super) exprs: Vec<&'a Expr>,
    pub(super) check: Option<CheckId>,
}

/// What comes of it with one value.
#[derive(PartialEq)]
struct VariedAnswer {
    /// Of each expression; none of one that cannot be computed.
    values: Vec<Option<Value>>,
    /// Of the check; none if it cannot be reckoned.
    check: Option<Option<Holding>>,
}

impl Variation<'_> {
    /// Whether another value of a fact would change anything. Where nobody can tell, it may.
    pub(super) fn hangs_on(&self, fact: FactId, stated: &Value) -> bool {
        let others = others(self.rules, fact, stated);
        let first = self.reckoned(fact, stated);
        if others.is_empty() || self.is_uncertain(fact, &first) {
            return true;
        }
        let differs = |other: &Value| {
            let reckoned = self.reckoned(fact, other);
            self.is_uncertain(fact, &reckoned) || reckoned != first
        };
        // What the rules compare is looked for only where nothing else has made a difference.
        others.iter().any(differs) || compared_with(self.rules, fact).iter().any(differs)
    }

    fn reckoned(&self, fact: FactId, value: &Value) -> VariedAnswer {
        let view = self.posed.view(self.rules);
        let with = |mut frame: Frame| {
            frame.state(fact, value.clone());
            frame
        };
        let (frame, checked) = (with(self.posed.frame()), with(self.posed.check_frame(self.rules)));
        VariedAnswer {
            values: self.exprs.iter().map(|expr| view.value_in(expr, &frame).ok()).collect(),
            check: self.check.map(|check| Holding::of(&view.scene(&checked), check).ok()),
        }
    }

    /// Whether something that may read the fact cannot be computed, or the check cannot be made.
    fn is_uncertain(&self, fact: FactId, reckoned: &VariedAnswer) -> bool {
        let book = &self.rules.book;
        let reads = |name: &dyn Fn(&mut Mentioned)| {
            let mut mentioned = Mentioned::default();
            name(&mut mentioned);
            mentioned.facts.contains(&fact)
        };
        let mut missed = self.exprs.iter().zip(&reckoned.values).filter(|(_, value)| value.is_none());
        missed.any(|(expr, _)| reads(&|mentioned| mentioned.expr(book, expr)))
            || match (self.check, &reckoned.check) {
                (Some(check), Some(None)) => reads(&|mentioned| mentioned.check(book, check)),
                (_, Some(Some(holding))) => !holding.is_possible(),
                _ => false,
            }
    }
}

/// The numbers with which the rules compare a fact.
fn compared_with(rules: &Rules, fact: FactId) -> Vec<Value> {
    let numbers = compared_numbers(&rules.book).remove(&fact).unwrap_or_default();
    numbers.into_iter().map(Value::Number).collect()
}

/// Other values that a fact could have: all words of a set, some numbers; none of what cannot be tried.
fn others(rules: &Rules, fact: FactId, stated: &Value) -> Vec<Value> {
    let book = &rules.book;
    let fact = &book.facts[fact.index()];
    let mut others: Vec<Value> = match fact.r#type.bare() {
        Type::Truth => [true, false].map(Value::Truth).to_vec(),
        Type::Symbol(set) => {
            let words = 0..book.sets[set.index()].words.len();
            words.map(|at| Value::Symbol(Symbol { set: *set, at: at as u16 })).collect()
        }
        Type::Number(_) => {
            let factor = fact.unit.map_or(Number::ONE, |unit| book.units[usize::from(unit)].factor);
            let near = match stated {
                Value::Number(number) => vec![number.plus(factor), number.minus(factor), number.times(Number::int(2))],
                _ => Vec::new(),
            };
            let tried = TRIED.iter().map(|number| Number::int(*number).times(factor));
            near.into_iter().chain(tried).flatten().map(Value::Number).collect()
        }
        _ => return Vec::new(),
    };
    if matches!(fact.r#type, Type::Optional(_)) {
        others.push(Value::None);
    }
    others.retain(|other| other != stated);
    others
}
