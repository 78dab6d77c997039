//! Exact numbers: fractions of 64-bit integers, with overflow reported instead of wrapped.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// An exact fraction in lowest terms. Arithmetic returns `None` where the result does not fit or is not defined.
#[derive(Clone, Copy, Default)]
pub struct Number(Ratio<i64>);

impl PartialEq for Number {
    #[inline]
    fn eq(&self, other: &Number) -> bool {
        self.numerator() == other.numerator() && self.denominator() == other.denominator()
    }
}

impl Eq for Number {}

impl Ord for Number {
    #[inline]
    fn cmp(&self, other: &Number) -> Ordering {
        if self.denominator() == other.denominator() {
            return self.numerator().cmp(&other.numerator());
        }
        // Denominators are positive, and products of two 64-bit numbers fit into 128 bits.
        let scaled = |one: &Number, by: &Number| i128::from(one.numerator()) * i128::from(by.denominator());
        scaled(self, other).cmp(&scaled(other, self))
    }
}

impl PartialOrd for Number {
    #[inline]
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.numerator(), self.denominator()).hash(state);
    }
}

impl Number {
    pub const ZERO: Number = Number(Ratio::new_raw(0, 1));
    pub const ONE: Number = Number(Ratio::new_raw(1, 1));

    /// A whole number.
    pub const fn int(n: i64) -> Number {
        Number(Ratio::new_raw(n, 1))
    }

    /// A fraction; none if the denominator is 0 or the reduced form does not fit.
    pub fn fraction(numerator: i64, denominator: i64) -> Option<Number> {
        if denominator == 0 || numerator == i64::MIN || denominator == i64::MIN {
            return None;
        }
        Some(Number(Ratio::new(numerator, denominator)))
    }

    /// The numerator in lowest terms (it carries the sign).
    #[inline]
    pub fn numerator(self) -> i64 {
        *self.0.numer()
    }

    /// The denominator in lowest terms (positive).
    #[inline]
    pub fn denominator(self) -> i64 {
        *self.0.denom()
    }

    /// As what was measured is written: `13.35` where hundredths say it exactly, else a fraction.
    pub fn measured(self) -> String {
        match self.times(Number::int(100)).and_then(Number::as_int) {
            Some(hundredths) if self.as_int().is_none() => {
                let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
                format!("{sign}{}.{:02}", size / 100, size % 100).trim_end_matches('0').to_string()
            }
            _ => self.to_string(),
        }
    }

    /// The number as an integer, if it is whole.
    pub fn as_int(self) -> Option<i64> {
        self.0.is_integer().then(|| self.0.to_integer())
    }

    /// Whether it is 0.
    pub fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    #[inline]
    pub fn plus(self, other: Number) -> Option<Number> {
        if self.denominator() == 1 && other.denominator() == 1 {
            return self.numerator().checked_add(other.numerator()).map(Number::int);
        }
        match (self.denominator(), other.denominator()) {
            (1, _) => other.plus_whole(self.numerator()),
            (_, 1) => self.plus_whole(other.numerator()),
            (2, 2) => Some(Number::int(self.numerator().checked_add(other.numerator())? / 2)),
            _ => self.0.checked_add(&other.0).map(Number),
        }
    }

    /// The sum with a whole number: in lowest terms as it is.
    fn plus_whole(self, whole: i64) -> Option<Number> {
        let numerator = whole.checked_mul(self.denominator())?.checked_add(self.numerator())?;
        Some(Number(Ratio::new_raw(numerator, self.denominator())))
    }

    /// Difference.
    #[inline]
    pub fn minus(self, other: Number) -> Option<Number> {
        if self.denominator() == 1 && other.denominator() == 1 {
            return self.numerator().checked_sub(other.numerator()).map(Number::int);
        }
        self.0.checked_sub(&other.0).map(Number)
    }

    #[inline]
    pub fn times(self, other: Number) -> Option<Number> {
        if self.denominator() == 1 && other.denominator() == 1 {
            return self.numerator().checked_mul(other.numerator()).map(Number::int);
        }
        if self == Number::ONE {
            return Some(other);
        }
        if other == Number::ONE {
            return Some(self);
        }
        self.0.checked_mul(&other.0).map(Number)
    }

    /// Quotient; none when dividing by 0.
    pub fn over(self, other: Number) -> Option<Number> {
        if other.is_zero() {
            return None;
        }
        self.0.checked_div(&other.0).map(Number)
    }

    /// The negative.
    pub fn negated(self) -> Option<Number> {
        Number::ZERO.minus(self)
    }

    /// Rounded towards negative infinity.
    pub fn floor(self) -> i64 {
        self.numerator().div_euclid(self.denominator())
    }

    /// Rounded towards positive infinity.
    pub fn ceil(self) -> i64 {
        let floor = self.floor();
        if self.0.is_integer() { floor } else { floor + 1 }
    }

    /// Rounded to the nearest whole number, halves away from zero.
    pub fn round(self) -> i64 {
        *self.0.round().numer()
    }

    /// For display and for scripts only; rules never compute with it.
    pub fn to_f64(self) -> f64 {
        self.numerator() as f64 / self.denominator() as f64
    }

    /// The exact number a script's float stands for: whole, or a fraction with a denominator of at most 5040.
    pub fn from_f64(f: f64) -> Option<Number> {
        if !f.is_finite() || f.abs() > 9.0e15 {
            return None;
        }
        (1..=5040_i64).find_map(|denominator| {
            let scaled = f * denominator as f64;
            ((scaled - scaled.round()).abs() < 1e-9 * scaled.abs().max(1.0))
                .then(|| Number::fraction(scaled.round() as i64, denominator))
                .flatten()
        })
    }
}

impl From<i64> for Number {
    fn from(n: i64) -> Number {
        Number::int(n)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl serde::Serialize for Number {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return (self.numerator(), self.denominator()).serialize(serializer);
        }
        match self.as_int() {
            Some(n) => serializer.serialize_i64(n),
            None => serializer.serialize_str(&self.to_string()),
        }
    }
}

impl<'de> serde::Deserialize<'de> for Number {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or a fraction as text")
            }
            fn visit_i64<E>(self, n: i64) -> Result<Number, E> {
                Ok(Number::int(n))
            }
            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Number, E> {
                i64::try_from(n).map(Number::int).map_err(E::custom)
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Number, E> {
                let (n, d) = text.split_once('/').unwrap_or((text, "1"));
                let parse = |part: &str| part.parse::<i64>().map_err(E::custom);
                Number::fraction(parse(n)?, parse(d)?).ok_or_else(|| E::custom("not a fraction"))
            }
        }
        if !deserializer.is_human_readable() {
            let (numerator, denominator) = <(i64, i64)>::deserialize(deserializer)?;
            return Number::fraction(numerator, denominator).ok_or_else(|| serde::de::Error::custom("not a fraction"));
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_fractions() {
        let numbers = || (-7..=7).flat_map(|n| (1..=6).filter_map(move |d| Number::fraction(n, d)));
        for (one, other) in numbers().flat_map(|one| numbers().map(move |other| (one, other))) {
            assert_eq!(one.plus(other), one.0.checked_add(&other.0).map(Number), "{one} + {other}");
        }
        let half = Number::fraction(1, 2).unwrap();
        assert_eq!(Number::int(i64::MAX).plus(half), None);
        assert_eq!(half.plus(Number::int(i64::MAX / 2)), Number::fraction(i64::MAX, 2));
    }
}
