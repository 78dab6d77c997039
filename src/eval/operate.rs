//! Arithmetic and comparison of values, exact; dice and numbers add up to dice.

use super::Fault;
use super::fault::wanted;
use crate::rulebook::{Binary, Rounding};
use crate::value::{Formula, Keep, Number, Value};
use std::cmp::Ordering;
use std::sync::Arc;

/// A sum of dice may hold so many terms.
const MAX_TERMS: usize = 64;

pub(super) fn add(left: Value, right: Value) -> Result<Value, Fault> {
    match (&left, &right) {
        (Value::Number(a), Value::Number(b)) => a.plus(*b).map(Value::Number).ok_or(Fault::Overflow),
        _ => sum_of_dice(&left, &right, false),
    }
}

pub(super) fn subtract(left: Value, right: Value) -> Result<Value, Fault> {
    match (&left, &right) {
        (Value::Number(a), Value::Number(b)) => a.minus(*b).map(Value::Number).ok_or(Fault::Overflow),
        _ => sum_of_dice(&left, &right, true),
    }
}

pub(super) fn times(left: Value, right: Value) -> Result<Value, Fault> {
    let (a, b) = (number(&left)?, number(&right)?);
    a.times(b).map(Value::Number).ok_or(Fault::Overflow)
}

pub(super) fn over(left: Value, right: Value) -> Result<Value, Fault> {
    let (a, b) = (number(&left)?, number(&right)?);
    if b.is_zero() {
        return Err(Fault::DivisionByZero);
    }
    a.over(b).map(Value::Number).ok_or(Fault::Overflow)
}

pub(super) fn negate(value: Value) -> Result<Value, Fault> {
    match &value {
        Value::Number(n) => n.negated().map(Value::Number).ok_or(Fault::Overflow),
        _ => sum_of_dice(&Value::int(0), &value, true),
    }
}

pub(super) fn round(rounding: Rounding, number: Number) -> i64 {
    match rounding {
        Rounding::Up => number.ceil(),
        Rounding::Down => number.floor(),
        Rounding::Nearest => number.round(),
    }
}

/// The sum of so many independent repetitions.
#[cold]
pub(super) fn repeat(count: u32, value: Value) -> Result<Value, Fault> {
    if let Value::Number(n) = value {
        return n.times(Number::int(i64::from(count))).map(Value::Number).ok_or(Fault::Overflow);
    }
    let once = formula(&value)?;
    let mut all = Formula::constant(once.plus.checked_mul(i64::from(count)).ok_or(Fault::Overflow)?);
    for term in &once.terms {
        if term.keep == Keep::All {
            let dice = u32::from(term.count).checked_mul(count).and_then(|n| u16::try_from(n).ok());
            all.terms.push(crate::value::Term { count: dice.ok_or(Fault::Overflow)?, ..*term });
            continue;
        }
        for _ in 0..count {
            push(&mut all, *term)?;
        }
    }
    Ok(Value::Dice(Arc::new(all)))
}

#[cold]
fn sum_of_dice(left: &Value, right: &Value, minus: bool) -> Result<Value, Fault> {
    let (mut all, other) = (formula(left)?, formula(right)?);
    let plus = if minus { all.plus.checked_sub(other.plus) } else { all.plus.checked_add(other.plus) };
    all.plus = plus.ok_or(Fault::Overflow)?;
    for term in &other.terms {
        push(&mut all, crate::value::Term { minus: term.minus != minus, ..*term })?;
    }
    Ok(Value::Dice(Arc::new(all)))
}

fn push(formula: &mut Formula, term: crate::value::Term) -> Result<(), Fault> {
    if formula.terms.len() >= MAX_TERMS {
        return Err(Fault::Overflow);
    }
    formula.terms.push(term);
    Ok(())
}

/// Dice, or a whole number as dice that are not rolled.
pub(super) fn formula(value: &Value) -> Result<Formula, Fault> {
    match value {
        Value::Dice(formula) => Ok(Formula::clone(formula)),
        Value::Number(n) => n.as_int().map(Formula::constant).ok_or_else(|| Fault::NotWhole(value.clone())),
        other => Err(wanted("a number or dice", other)),
    }
}

#[inline]
pub(super) fn number(value: &Value) -> Result<Number, Fault> {
    match value {
        Value::Number(n) => Ok(*n),
        other => Err(wanted("a number", other)),
    }
}

/// Equality of values; what is of different sorts is different.
pub(super) fn equal(left: &Value, right: &Value) -> bool {
    left == right
}

/// `<` and its kin: numbers, and words of one set in the order declared.
#[inline]
pub(super) fn compare(operator: Binary, left: &Value, right: &Value) -> Result<bool, Fault> {
    let ordering = match (left, right) {
        (Value::Number(a), Value::Number(b)) => order(*a, *b),
        (Value::Symbol(a), Value::Symbol(b)) if a.set == b.set => a.at.cmp(&b.at),
        (Value::Symbol(_), Value::Symbol(_)) => {
            return Err(Fault::WrongSort("a word of the same set", "a word of another"));
        }
        (Value::Number(_), other) | (other, Value::Number(_)) => return Err(wanted("a number", other)),
        (Value::Symbol(_), other) | (other, Value::Symbol(_)) => return Err(wanted("a word", other)),
        (other, _) => return Err(wanted("a number or a word", other)),
    };
    Ok(match operator {
        Binary::Less => ordering.is_lt(),
        Binary::LessOrEqual => ordering.is_le(),
        Binary::Greater => ordering.is_gt(),
        Binary::GreaterOrEqual => ordering.is_ge(),
        Binary::NotEqual => ordering.is_ne(),
        _ => ordering.is_eq(),
    })
}

#[inline]
fn order(a: Number, b: Number) -> Ordering {
    if a.denominator() == 1 && b.denominator() == 1 { a.numerator().cmp(&b.numerator()) } else { a.cmp(&b) }
}
