//! How likely something is: an exact fraction from 0 to 1, and the difference of two.

use super::Count;
use std::fmt;

/// An exact fraction from 0 to 1 in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    ways: Count,
    of: Count,
}

impl Odds {
    /// Never.
    pub const NEVER: Odds = Odds { ways: Count::ZERO, of: Count::ONE };
    /// Always.
    pub const ALWAYS: Odds = Odds { ways: Count::ONE, of: Count::ONE };

    /// So many ways of so many (which must be more than 0; more ways than there are count as all).
    pub fn new(ways: Count, of: Count) -> Odds {
        if ways.is_zero() {
            return Odds::NEVER;
        }
        if ways >= of {
            return Odds::ALWAYS;
        }
        let divisor = ways.gcd(&of);
        Odds { ways: ways.over(&divisor), of: of.over(&divisor) }
    }

    /// So many ways of so many.
    pub fn of(ways: u64, of: u64) -> Odds {
        Odds::new(Count::Small(ways.into()), Count::Small(of.into()))
    }

    /// The numerator in lowest terms.
    pub fn ways(&self) -> &Count {
        &self.ways
    }

    /// The denominator in lowest terms.
    pub fn total(&self) -> &Count {
        &self.of
    }

    /// The odds of the contrary.
    pub fn not(&self) -> Odds {
        Odds { ways: self.of.less(&self.ways), of: self.of.clone() }
    }

    /// The odds of both, if they are independent.
    pub fn and(&self, other: &Odds) -> Odds {
        Odds::new(self.ways.times(&other.ways), self.of.times(&other.of))
    }

    /// The odds of at least one, if they are independent.
    pub fn or(&self, other: &Odds) -> Odds {
        self.not().and(&other.not()).not()
    }

    /// The odds of one or the other, if they exclude each other.
    pub fn plus(&self, other: &Odds) -> Odds {
        let ways = self.ways.times(&other.of).plus(&other.ways.times(&self.of));
        Odds::new(ways, self.of.times(&other.of))
    }

    /// The odds under the condition that something happens of which this is a part.
    pub fn over(&self, whole: &Odds) -> Odds {
        if whole.ways.is_zero() {
            return Odds::NEVER;
        }
        Odds::new(self.ways.times(&whole.of), self.of.times(&whole.ways))
    }

    /// How much more likely this is than the other.
    pub fn minus(&self, other: &Odds) -> Difference {
        let (mine, theirs) = (self.ways.times(&other.of), other.ways.times(&self.of));
        let of = self.of.times(&other.of);
        match mine >= theirs {
            true => Difference { negative: false, size: Odds::new(mine.less(&theirs), of) },
            false => Difference { negative: true, size: Odds::new(theirs.less(&mine), of) },
        }
    }

    /// For display and for scripts; rules never compute with it.
    pub fn to_f64(&self) -> f64 {
        let excess = self.of.bits().saturating_sub(1_000);
        if excess == 0 {
            return self.ways.to_f64() / self.of.to_f64();
        }
        self.ways.shifted_right(excess).to_f64() / self.of.shifted_right(excess).to_f64()
    }

    /// With one decimal, as in `74.1 %`. What can happen is never shown as 0, nor what can fail as 100.
    pub fn percent(&self) -> String {
        match self.tenths() {
            0 if !self.ways.is_zero() => "< 0.1 %".to_string(),
            1_000 if self.ways != self.of => "> 99.9 %".to_string(),
            tenths => format!("{}.{} %", tenths / 10, tenths % 10),
        }
    }

    /// Tenths of a percent, rounded to the nearest.
    pub(crate) fn tenths(&self) -> u32 {
        self.scaled(1_000)
    }

    /// So many times the odds, rounded to the nearest, halves up.
    pub fn scaled(&self, factor: u32) -> u32 {
        let doubled = self.ways.times(&Count::Small(2 * u128::from(factor))).plus(&self.of);
        match doubled.over(&self.of.times(&Count::Small(2))) {
            Count::Small(n) => u32::try_from(n).unwrap_or(factor),
            Count::Big(_) => factor,
        }
    }
}

impl PartialOrd for Odds {
    fn partial_cmp(&self, other: &Odds) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Odds {
    fn cmp(&self, other: &Odds) -> std::cmp::Ordering {
        self.ways.times(&other.of).cmp(&other.ways.times(&self.of))
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            Count::Small(1) => write!(f, "{}", self.ways),
            _ => write!(f, "{}/{}", self.ways, self.of),
        }
    }
}

impl std::str::FromStr for Odds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Odds, &'static str> {
        let (ways, of) = text.split_once('/').unwrap_or((text, "1"));
        let parse = |part: &str| part.parse::<num_bigint::BigUint>().map(Count::from).map_err(|_| "not a fraction");
        let (ways, of) = (parse(ways)?, parse(of)?);
        match of.is_zero() || ways > of {
            true => Err("not a fraction from 0 to 1"),
            false => Ok(Odds::new(ways, of)),
        }
    }
}

impl serde::Serialize for Odds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Odds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Odds, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// How much more (or less) likely one thing is than another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Difference {
    /// Whether it is less likely.
    pub negative: bool,
    /// By how much.
    pub size: Odds,
}

impl Difference {
    /// With sign and one decimal, as in `+36.6 %`.
    pub fn percent(&self) -> String {
        let (sign, tenths) = (if self.negative { '-' } else { '+' }, self.size.tenths());
        format!("{sign}{}.{} %", tenths / 10, tenths % 10)
    }

    /// So many times the difference, rounded to the nearest, halves away from zero.
    pub fn scaled(&self, factor: u32) -> i64 {
        let size = i64::from(self.size.scaled(factor));
        if self.negative { -size } else { size }
    }

    /// Whether there is none.
    pub fn is_zero(&self) -> bool {
        self.size == Odds::NEVER
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, self.size)
    }
}

impl serde::Serialize for Difference {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_as_fraction_and_percent() {
        for (ways, of, fraction, percent) in [
            (160, 216, "20/27", "74.1 %"),
            (575, 1296, "575/1296", "44.4 %"),
            (0, 6, "0", "0.0 %"),
            (6, 6, "1", "100.0 %"),
            (1, 2, "1/2", "50.0 %"),
            (1, 2_001, "1/2001", "< 0.1 %"),
            (1, 2_000, "1/2000", "0.1 %"),
            (9_999, 10_000, "9999/10000", "> 99.9 %"),
        ] {
            let odds = Odds::of(ways, of);
            assert_eq!((odds.to_string().as_str(), odds.percent().as_str()), (fraction, percent));
            assert_eq!(fraction.parse(), Ok(odds));
        }
    }

    #[test]
    fn arithmetic_is_exact() {
        let (half, third) = (Odds::of(1, 2), Odds::of(1, 3));
        assert_eq!(half.and(&third), Odds::of(1, 6));
        assert_eq!(half.or(&third), Odds::of(2, 3));
        assert_eq!(half.plus(&third), Odds::of(5, 6));
        assert_eq!(half.minus(&third).to_string(), "1/6");
        assert_eq!(third.minus(&half).percent(), "-16.7 %");
        assert!(third < half);
    }

    #[test]
    fn long_fractions_still_have_a_size() {
        let six = Count::Small(6);
        let odds = Odds::new(six.power(1_999).plus(&Count::ONE), six.power(2_000));
        assert!((odds.to_f64() - 1.0 / 6.0).abs() < 1e-12);
        assert_eq!(odds.percent(), "16.7 %");
    }

    #[test]
    fn texts_that_are_no_odds() {
        for wrong in ["", "1/0", "3/2", "-1/2", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Odds>().is_err(), "{wrong}");
        }
    }
}
