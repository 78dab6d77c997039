//! An average, exactly.

use super::{Count, Odds};
use crate::value::Number;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::fmt;

/// An exact average, or the difference of two, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mean {
    parts: BigInt,
    of: BigUint,
}

impl Mean {
    /// Of nothing.
    pub fn zero() -> Mean {
        Mean { parts: BigInt::ZERO, of: BigUint::from(1_u8) }
    }

    fn new(parts: BigInt, of: BigUint) -> Mean {
        let divisor = Count::from(parts.magnitude().clone()).gcd(&Count::from(of.clone())).to_big();
        let size = parts.magnitude() / &divisor;
        Mean { parts: BigInt::from_biguint(parts.sign(), size), of: of / divisor }
    }

    /// This average with one more number that comes out so often.
    #[must_use]
    pub fn with(self, number: Number, odds: &Odds) -> Mean {
        let ways = BigInt::from_biguint(Sign::Plus, odds.ways().to_big());
        let per = BigUint::from(number.denominator().unsigned_abs());
        self.plus(&Mean::new(BigInt::from(number.numerator()) * ways, odds.total().to_big() * per))
    }

    fn plus(&self, other: &Mean) -> Mean {
        let scaled = |mine: &Mean, theirs: &Mean| &mine.parts * BigInt::from_biguint(Sign::Plus, theirs.of.clone());
        Mean::new(scaled(self, other) + scaled(other, self), &self.of * &other.of)
    }

    /// How much more it is than another.
    #[must_use]
    pub fn minus(&self, other: &Mean) -> Mean {
        self.plus(&Mean { parts: -&other.parts, of: other.of.clone() })
    }

    /// Without its sign.
    #[must_use]
    pub fn size(&self) -> Mean {
        Mean { parts: BigInt::from_biguint(Sign::Plus, self.parts.magnitude().clone()), of: self.of.clone() }
    }

    /// Whether it is nothing.
    pub fn is_zero(&self) -> bool {
        self.parts.sign() == Sign::NoSign
    }

    /// For display and for scripts.
    pub fn to_f64(&self) -> f64 {
        let excess = self.of.bits().max(self.parts.bits()).saturating_sub(1_000);
        let parts = (&self.parts >> excess).to_f64().unwrap_or(0.0);
        parts / (&self.of >> excess).to_f64().unwrap_or(1.0)
    }
}

impl PartialOrd for Mean {
    fn partial_cmp(&self, other: &Mean) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Mean {
    fn cmp(&self, other: &Mean) -> Ordering {
        self.minus(other).parts.cmp(&BigInt::ZERO)
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of == BigUint::from(1_u8) {
            true => write!(f, "{}", self.parts),
            false => write!(f, "{}/{}", self.parts, self.of),
        }
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
