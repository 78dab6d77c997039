//! An average, exactly.

use super::{Count, Odds};
use crate::value::Number;
use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{Signed, ToPrimitive, Zero};
use std::fmt;

/// An exact average, or the difference of two.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mean(Ratio<BigInt>);

impl Mean {
    /// Of nothing.
    pub fn zero() -> Mean {
        Mean(Ratio::zero())
    }

    /// The same with a number that comes out so often.
    #[must_use]
    pub fn with(self, number: Number, odds: &Odds) -> Mean {
        let big = |count: &Count| BigInt::from(count.to_big());
        let number = Ratio::new(BigInt::from(number.numerator()), BigInt::from(number.denominator()));
        Mean(self.0 + number * Ratio::new(big(odds.ways()), big(odds.total())))
    }

    /// How much more it is than another.
    #[must_use]
    pub fn minus(&self, other: &Mean) -> Mean {
        Mean(&self.0 - &other.0)
    }

    /// Without its sign.
    #[must_use]
    pub fn size(&self) -> Mean {
        Mean(self.0.abs())
    }

    /// Whether it is nothing.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// For display and for scripts.
    pub fn to_f64(&self) -> f64 {
        let excess = self.0.denom().bits().max(self.0.numer().bits()).saturating_sub(1_000);
        let size = |part: &BigInt| (part >> excess).to_f64().unwrap_or(0.0);
        size(self.0.numer()) / size(self.0.denom())
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl serde::Serialize for Mean {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Mean;
    use crate::dice::Odds;
    use crate::value::Number;

    #[test]
    fn averages_are_fractions() {
        let die = (1..=6).fold(Mean::zero(), |mean, pip| mean.with(Number::int(pip), &Odds::of(1, 6)));
        assert_eq!(die.to_string(), "7/2");
        assert_eq!(Mean::zero().minus(&die).to_string(), "-7/2");
        assert_eq!(Mean::zero().minus(&die).size(), die);
        assert!(die.minus(&die).is_zero() && (die.to_f64() - 3.5).abs() < 1e-12);
    }
}
