//! Numbers of ways: as small as a machine word or as long as it takes.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use std::fmt;

/// A natural number without a limit. Numbers that fit 128 bits are always held small, so equal numbers are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Count {
    /// Up to 128 bits.
    Small(u128),
    /// Beyond.
    Big(BigUint),
}

impl Count {
    /// No way at all.
    pub const ZERO: Count = Count::Small(0);
    pub const ONE: Count = Count::Small(1);

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        *self == Count::ZERO
    }

    pub fn plus(&self, other: &Count) -> Count {
        match (self, other) {
            (Count::Small(a), Count::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Count::Small(sum),
                None => (self.to_big() + other.to_big()).into(),
            },
            _ => (self.to_big() + other.to_big()).into(),
        }
    }

    pub fn times(&self, other: &Count) -> Count {
        match (self, other) {
            (Count::Small(a), Count::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Count::Small(product),
                None => (self.to_big() * other.to_big()).into(),
            },
            _ => (self.to_big() * other.to_big()).into(),
        }
    }

    /// How much greater it is than the other; 0 if it is not greater.
    pub fn less(&self, other: &Count) -> Count {
        match (self, other) {
            (Count::Small(a), Count::Small(b)) => Count::Small(a.saturating_sub(*b)),
            _ if self <= other => Count::ZERO,
            _ => (self.to_big() - other.to_big()).into(),
        }
    }

    /// How often the other fits, rounded down; 0 if the other is 0.
    pub fn over(&self, other: &Count) -> Count {
        match (self, other) {
            (_, Count::Small(0)) => Count::ZERO,
            (Count::Small(a), Count::Small(b)) => Count::Small(a / b),
            _ => (self.to_big() / other.to_big()).into(),
        }
    }

    /// To the power.
    pub fn power(&self, exponent: u32) -> Count {
        match self {
            Count::Small(base) => match base.checked_pow(exponent) {
                Some(power) => Count::Small(power),
                None => BigUint::from(*base).pow(exponent).into(),
            },
            Count::Big(base) => base.pow(exponent).into(),
        }
    }

    /// The greatest common divisor.
    pub fn gcd(&self, other: &Count) -> Count {
        let (mut a, mut b) = (self.clone(), other.clone());
        loop {
            match (&a, &b) {
                (_, Count::Small(0)) => return a,
                (Count::Small(x), Count::Small(y)) => return Count::Small(gcd(*x, *y)),
                _ => {
                    let rest = Count::from(a.to_big() % b.to_big());
                    a = b;
                    b = rest;
                }
            }
        }
    }

    /// How many bits it takes.
    pub fn bits(&self) -> u64 {
        match self {
            Count::Small(n) => u64::from(128 - n.leading_zeros()),
            Count::Big(n) => n.bits(),
        }
    }

    /// As a long number.
    pub fn to_big(&self) -> BigUint {
        match self {
            Count::Small(n) => BigUint::from(*n),
            Count::Big(n) => n.clone(),
        }
    }

    /// Half as often, so many times over.
    pub(crate) fn shifted_right(&self, bits: u64) -> Count {
        (self.to_big() >> bits).into()
    }

    /// For display only.
    pub fn to_f64(&self) -> f64 {
        match self {
            Count::Small(n) => *n as f64,
            Count::Big(n) => n.to_f64().unwrap_or(f64::INFINITY),
        }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(mut x), Ok(mut y)) = (u64::try_from(a), u64::try_from(b)) {
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return x.into();
        }
        (a, b) = (b, a % b);
    }
    a
}

impl From<u128> for Count {
    fn from(n: u128) -> Count {
        Count::Small(n)
    }
}

impl From<BigUint> for Count {
    fn from(n: BigUint) -> Count {
        match n.to_u128() {
            Some(small) => Count::Small(small),
            None => Count::Big(n),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Small(n) => n.fmt(f),
            Count::Big(n) => n.fmt(f),
        }
    }
}

/// What the exact computations need of a number of ways, of either width. Widths are chosen by the total beforehand, so
/// that no step overflows.
pub(crate) trait Natural:
    Clone + PartialEq + Zero + One + for<'a> std::ops::AddAssign<&'a Self> + for<'a> std::ops::SubAssign<&'a Self>
{
    fn times(&self, other: &Self) -> Self;
    /// From a count known to fit.
    fn narrowed(count: &Count) -> Self;
    /// To a count.
    fn count(self) -> Count;
}

impl Natural for u128 {
    #[inline]
    fn times(&self, other: &u128) -> u128 {
        self * other
    }
    fn narrowed(count: &Count) -> u128 {
        match count {
            Count::Small(n) => *n,
            Count::Big(_) => u128::MAX,
        }
    }
    fn count(self) -> Count {
        Count::Small(self)
    }
}

impl Natural for BigUint {
    fn times(&self, other: &BigUint) -> BigUint {
        self * other
    }
    fn narrowed(count: &Count) -> BigUint {
        count.to_big()
    }
    fn count(self) -> Count {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_big_are_one() {
        let six = Count::Small(6);
        let big = six.power(60);
        assert!(matches!(big, Count::Big(_)));
        assert_eq!(big.over(&six.power(30)), six.power(30));
        assert_eq!(big.gcd(&six.power(50).times(&Count::Small(5))), six.power(50));
        assert_eq!(big.less(&big.less(&Count::ONE)), Count::ONE);
        assert_eq!(Count::Small(u128::MAX).plus(&Count::ONE).less(&Count::ONE), Count::Small(u128::MAX));
        assert_eq!(Count::Small(84).gcd(&Count::Small(1 << 100)), Count::Small(4));
    }
}
