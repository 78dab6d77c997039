//! Arithmetic and comparison of values, exact; dice and numbers add up to dice. Whoever folds constants, evaluates or
//! rolls computes with these.

use super::{Formula, Keep, Number, Term, Value};
use std::cmp::Ordering;
use std::sync::Arc;

/// A sum of dice may hold so many terms.
const MAX_TERMS: usize = 64;

/// Why values cannot be computed with.
#[derive(Clone, Debug, PartialEq)]
pub enum ArithmeticError {
    /// The exact result does not fit 64 bits, or a sum of dice has too many terms.
    Overflow,
    /// Division by 0.
    DivisionByZero,
    /// A fraction where a whole number is needed.
    NotWhole(Value),
    /// A value of another sort: what was wanted, and what was found.
    Unlike(&'static str, Value),
    /// Words of two sets are compared.
    OtherSet,
}

impl Value {
    /// The number it is.
    #[inline]
    pub fn number(&self) -> Result<Number, ArithmeticError> {
        match self {
            Value::Number(n) => Ok(*n),
            other => Err(ArithmeticError::Unlike("a number", other.clone())),
        }
    }

    /// The sum of two numbers, or of dice.
    pub fn plus(&self, other: &Value) -> Result<Value, ArithmeticError> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => fitting(a.plus(*b)),
            _ => sum_of_dice(self, other, false),
        }
    }

    /// The difference of two numbers, or of dice.
    pub fn minus(&self, other: &Value) -> Result<Value, ArithmeticError> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => fitting(a.minus(*b)),
            _ => sum_of_dice(self, other, true),
        }
    }

    /// The product of two numbers.
    pub fn times(&self, other: &Value) -> Result<Value, ArithmeticError> {
        fitting(self.number()?.times(other.number()?))
    }

    /// The quotient of two numbers.
    pub fn over(&self, other: &Value) -> Result<Value, ArithmeticError> {
        let (a, b) = (self.number()?, other.number()?);
        if b.is_zero() {
            return Err(ArithmeticError::DivisionByZero);
        }
        fitting(a.over(b))
    }

    /// With its sign turned.
    pub fn negated(&self) -> Result<Value, ArithmeticError> {
        match self {
            Value::Number(n) => fitting(n.negated()),
            _ => sum_of_dice(&Value::int(0), self, true),
        }
    }

    /// The sum of so many independent repetitions.
    #[cold]
    pub fn repeated(&self, count: u32) -> Result<Value, ArithmeticError> {
        if let Value::Number(n) = self {
            return fitting(n.times(Number::int(i64::from(count))));
        }
        let once = formula(self)?;
        let overflow = ArithmeticError::Overflow;
        let mut all = Formula::constant(once.plus.checked_mul(i64::from(count)).ok_or(overflow.clone())?);
        for term in &once.terms {
            if term.keep == Keep::All {
                let dice = u32::from(term.count).checked_mul(count).and_then(|n| u16::try_from(n).ok());
                all.terms.push(Term { count: dice.ok_or(overflow.clone())?, ..*term });
                continue;
            }
            for _ in 0..count {
                push(&mut all, *term)?;
            }
        }
        Ok(Value::Dice(Arc::new(all)))
    }

    /// How two numbers compare, or two words of one set, in the order declared.
    #[inline]
    pub fn compared(&self, other: &Value) -> Result<Ordering, ArithmeticError> {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => Ok(order(*a, *b)),
            (Value::Symbol(a), Value::Symbol(b)) if a.set == b.set => Ok(a.at.cmp(&b.at)),
            (Value::Symbol(_), Value::Symbol(_)) => Err(ArithmeticError::OtherSet),
            (Value::Number(_), other) | (other, Value::Number(_)) => {
                Err(ArithmeticError::Unlike("a number", other.clone()))
            }
            (Value::Symbol(_), other) | (other, Value::Symbol(_)) => {
                Err(ArithmeticError::Unlike("a word", other.clone()))
            }
            (other, _) => Err(ArithmeticError::Unlike("a number or a word", other.clone())),
        }
    }
}

#[inline]
fn fitting(number: Option<Number>) -> Result<Value, ArithmeticError> {
    number.map(Value::Number).ok_or(ArithmeticError::Overflow)
}

#[inline]
fn order(a: Number, b: Number) -> Ordering {
    if a.denominator() == 1 && b.denominator() == 1 { a.numerator().cmp(&b.numerator()) } else { a.cmp(&b) }
}

#[cold]
fn sum_of_dice(left: &Value, right: &Value, minus: bool) -> Result<Value, ArithmeticError> {
    let (mut all, other) = (formula(left)?, formula(right)?);
    let plus = if minus { all.plus.checked_sub(other.plus) } else { all.plus.checked_add(other.plus) };
    all.plus = plus.ok_or(ArithmeticError::Overflow)?;
    for term in &other.terms {
        push(&mut all, Term { minus: term.minus != minus, ..*term })?;
    }
    Ok(Value::Dice(Arc::new(all)))
}

fn push(formula: &mut Formula, term: Term) -> Result<(), ArithmeticError> {
    if formula.terms.len() >= MAX_TERMS {
        return Err(ArithmeticError::Overflow);
    }
    formula.terms.push(term);
    Ok(())
}

/// Dice, or a whole number as dice that are not rolled.
fn formula(value: &Value) -> Result<Formula, ArithmeticError> {
    match value {
        Value::Dice(formula) => Ok(Formula::clone(formula)),
        Value::Number(n) => n.as_int().map(Formula::constant).ok_or_else(|| ArithmeticError::NotWhole(value.clone())),
        other => Err(ArithmeticError::Unlike("a number or dice", other.clone())),
    }
}
