//! Numbers of lines that are dice: thrown, whole or in parts.

use super::{Doer, Lines, too_many, unfit};
use crate::dice::Seen;
use crate::eval::{EvalError, Fault};
use crate::play::{MOST_PASSES, PlayError};
use crate::rulebook::{Binary, Expr, Function, Node};
use crate::text::Span;
use crate::value::{Formula, Number, Value};
use std::sync::Arc;

/// The most often that dice which are not a plain sum are thrown for one number.
const MOST_THROWS: i64 = 1000;

/// What was thrown, as it is told.
#[derive(Default)]
pub(super) struct Throw {
    pub dice: Option<Arc<str>>,
    pub thrown: Vec<i64>,
}

impl Throw {
    /// Adds what was thrown for another part of the same number.
    fn and(&mut self, other: Throw) {
        self.thrown.extend(other.thrown);
        self.dice = match (self.dice.take(), other.dice) {
            (Some(one), Some(two)) => Some(format!("{one}, {two}").into()),
            (one, two) => one.or(two),
        };
    }
}

impl Lines<'_> {
    /// The number that an expression is, thrown if it is dice.
    pub(super) fn thrown_for(&mut self, expr: &Expr, doer: &Doer<'_>) -> Result<(Number, Throw), PlayError> {
        match self.value(expr, doer) {
            Ok(Value::Number(number)) => Ok((number, Throw::default())),
            Ok(Value::Dice(formula)) => self.thrown_sum(&formula),
            Ok(other) => Err(unfit("dice or a number", &other, expr.span)),
            // `max(0, 2d6 - 9)` is no sum of dice: its parts are thrown, and it is computed of what they show.
            Err(PlayError::Eval(error)) if matches!(error.fault(), Fault::Unrolled(_)) => {
                let mut throw = Throw::default();
                let number = self.thrown_apart(expr, doer, &mut throw, error)?;
                Ok((number, throw))
            }
            Err(error) => Err(error),
        }
    }

    fn thrown_sum(&mut self, formula: &Formula) -> Result<(Number, Throw), PlayError> {
        let is_heard = self.play.is_heard();
        let (total, thrown) = self.play.dice.throw(formula, Seen::Total)?;
        let throw = match is_heard {
            true => Throw {
                dice: Some(formula.to_string().into()),
                thrown: thrown.iter().map(|die| i64::from(*die)).collect(),
            },
            false => Throw::default(),
        };
        Ok((Number::int(total), throw))
    }

    fn part(&mut self, expr: &Expr, doer: &Doer<'_>, throw: &mut Throw) -> Result<Number, PlayError> {
        let (number, other) = self.thrown_for(expr, doer)?;
        throw.and(other);
        Ok(number)
    }

    /// The same of an expression that is computed of dice; `unrolled` is what is wrong if it is nothing of the kind.
    fn thrown_apart(
        &mut self,
        expr: &Expr,
        doer: &Doer<'_>,
        throw: &mut Throw,
        unrolled: EvalError,
    ) -> Result<Number, PlayError> {
        let number = match &expr.node {
            Node::Call(Function::Min, all) if all.len() > 1 => self.best_of(all, Number::min, doer, throw)?,
            Node::Call(Function::Max, all) if all.len() > 1 => self.best_of(all, Number::max, doer, throw)?,
            Node::Call(Function::Clamp, arguments) => match arguments.as_slice() {
                [number, low, high] => {
                    let number = self.part(number, doer, throw)?;
                    let (low, high) = (self.part(low, doer, throw)?, self.part(high, doer, throw)?);
                    Some(number.min(high).max(low))
                }
                _ => return Err(unrolled.into()),
            },
            Node::Call(Function::Repeat, arguments) => match arguments.as_slice() {
                [count, inner] => {
                    let count = self.amount(count, doer)?.floor();
                    self.thrown_often(count, inner, doer, throw)?
                }
                _ => return Err(unrolled.into()),
            },
            Node::Repeat(count, inner) => self.thrown_often(i64::from(*count), inner, doer, throw)?,
            Node::Round(rounding, inner) => {
                let number = self.part(inner, doer, throw)?;
                Some(Number::int(rounding.of(number)))
            }
            Node::Minus(inner) => self.part(inner, doer, throw)?.negated(),
            Node::Binary(operator @ (Binary::Plus | Binary::Minus), one, other) => {
                let (one, other) = (self.part(one, doer, throw)?, self.part(other, doer, throw)?);
                if *operator == Binary::Plus { one.plus(other) } else { one.minus(other) }
            }
            Node::If(condition, yes, no) => {
                let branch = if self.holds(condition, doer)? { yes } else { no };
                Some(self.part(branch, doer, throw)?)
            }
            _ => return Err(unrolled.into()),
        };
        number.ok_or_else(|| overflow(expr.span))
    }

    /// The one that `better` chooses, nothing of none.
    fn best_of(
        &mut self,
        all: &[Expr],
        better: impl Fn(Number, Number) -> Number,
        doer: &Doer<'_>,
        throw: &mut Throw,
    ) -> Result<Option<Number>, PlayError> {
        let mut best = None;
        for one in all {
            let next = self.part(one, doer, throw)?;
            best = Some(best.map_or(next, |best| better(best, next)));
        }
        Ok(best)
    }

    /// The sum of so many throws; nothing if it is too large.
    fn thrown_often(
        &mut self,
        count: i64,
        inner: &Expr,
        doer: &Doer<'_>,
        throw: &mut Throw,
    ) -> Result<Option<Number>, PlayError> {
        if count > MOST_THROWS {
            return Err(overflow(inner.span));
        }
        let mut sum = Some(Number::ZERO);
        for _ in 0..count {
            if !self.play.nesting.pass() {
                return Err(too_many(MOST_PASSES, inner.span));
            }
            let next = self.part(inner, doer, throw)?;
            sum = sum.and_then(|sum| sum.plus(next));
        }
        Ok(sum)
    }
}

#[cold]
fn overflow(at: Span) -> PlayError {
    EvalError::new(Fault::Overflow, at).into()
}
