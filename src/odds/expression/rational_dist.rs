//! A distribution over exact numbers: over whole ones, each divided by the same.

use crate::dice::{Contest, DiceError, Dist};
use crate::rulebook::Rounding;
use crate::value::Number;

/// Outcomes of a distribution, each divided by `per`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RationalDist {
    /// Over whole numbers.
    pub dist: Dist,
    /// What they are divided by, at least 1.
    pub per: i64,
}

impl From<Dist> for RationalDist {
    fn from(dist: Dist) -> RationalDist {
        RationalDist { dist, per: 1 }
    }
}

impl From<Number> for RationalDist {
    fn from(n: Number) -> RationalDist {
        RationalDist { dist: Dist::constant(n.numerator()), per: n.denominator() }
    }
}

impl RationalDist {
    /// An outcome as the number it stands for.
    pub fn number(&self, outcome: i64) -> Option<Number> {
        Number::fraction(outcome, self.per)
    }

    /// The only number it can be, if there is just one.
    pub fn as_constant(&self) -> Option<Number> {
        self.number(self.dist.as_constant()?)
    }

    /// The average.
    pub fn mean(&self) -> Option<Number> {
        self.dist.mean()?.over(Number::int(self.per))
    }

    pub fn plus(&self, other: &RationalDist) -> Result<RationalDist, DiceError> {
        self.alike(other, |a, b| match (a.as_constant(), b.as_constant()) {
            (_, Some(n)) => a.clone().shifted(n),
            (Some(n), _) => b.clone().shifted(n),
            _ => a.plus(b),
        })
    }

    /// The other sign.
    pub fn negated(self) -> Result<RationalDist, DiceError> {
        Ok(RationalDist { dist: self.dist.negated()?, per: self.per })
    }

    pub fn times(&self, other: &RationalDist) -> Result<RationalDist, DiceError> {
        let product = |a: i64, b: i64| a.checked_mul(b).ok_or(DiceError::Overflow);
        let dist = match (self.dist.as_constant(), other.dist.as_constant()) {
            (_, Some(n)) => self.dist.map(|mine| product(mine, n))?,
            (Some(n), _) => other.dist.map(|theirs| product(n, theirs))?,
            _ => self.dist.combined(&other.dist, product)?,
        };
        RationalDist { dist, per: product(self.per, other.per)? }.reduced()
    }

    /// To whole numbers.
    pub fn rounded(&self, rounding: Rounding) -> Result<RationalDist, DiceError> {
        if self.per == 1 {
            return Ok(self.clone());
        }
        let round = |outcome: i64| {
            let n = Number::fraction(outcome, self.per).ok_or(DiceError::Overflow)?;
            Ok(rounding.of(n))
        };
        Ok(self.dist.map(round)?.into())
    }

    /// Without signs.
    pub fn absolute(&self) -> Result<RationalDist, DiceError> {
        let dist = self.dist.map(|n| n.checked_abs().ok_or(DiceError::Overflow))?;
        Ok(RationalDist { dist, per: self.per })
    }

    /// The greater of the two.
    pub fn greater(&self, other: &RationalDist) -> Result<RationalDist, DiceError> {
        self.alike(other, |a, b| if a.as_constant().is_some() { b.greater(a) } else { a.greater(b) })
    }

    /// The lesser of the two.
    pub fn lesser(&self, other: &RationalDist) -> Result<RationalDist, DiceError> {
        self.alike(other, |a, b| if a.as_constant().is_some() { b.lesser(a) } else { a.lesser(b) })
    }

    /// The sum of so many independent repetitions.
    pub fn repeated(&self, times: u32) -> Result<RationalDist, DiceError> {
        Ok(RationalDist { dist: self.dist.repeated(times)?, per: self.per })
    }

    /// This one so often, else the other.
    pub fn mixed(&self, odds: &crate::dice::Odds, other: &RationalDist) -> Result<RationalDist, DiceError> {
        self.alike(other, |a, b| a.mixed(odds, b))
    }

    /// This against the other.
    pub fn against(&self, other: &RationalDist) -> Result<Contest, DiceError> {
        if self.per == other.per {
            return Ok(self.dist.against(&other.dist));
        }
        let (a, b, _) = self.scaled_with(other)?;
        Ok(a.against(&b))
    }

    /// Does something to both distributions when they are divided by the same.
    fn alike(
        &self,
        other: &RationalDist,
        work: impl FnOnce(&Dist, &Dist) -> Result<Dist, DiceError>,
    ) -> Result<RationalDist, DiceError> {
        if self.per == other.per {
            return Ok(RationalDist { dist: work(&self.dist, &other.dist)?, per: self.per });
        }
        let (a, b, per) = self.scaled_with(other)?;
        RationalDist { dist: work(&a, &b)?, per }.reduced()
    }

    fn scaled_with(&self, other: &RationalDist) -> Result<(Dist, Dist, i64), DiceError> {
        let divisor = gcd(self.per, other.per);
        let (mine, theirs) = (other.per / divisor, self.per / divisor);
        let per = self.per.checked_mul(mine).ok_or(DiceError::Overflow)?;
        let scaled = |dist: &Dist, by: i64| dist.map(|n| n.checked_mul(by).ok_or(DiceError::Overflow));
        Ok((scaled(&self.dist, mine)?, scaled(&other.dist, theirs)?, per))
    }

    /// Divided by as little as possible.
    fn reduced(self) -> Result<RationalDist, DiceError> {
        let divisor = match self.per {
            1 => 1,
            per => self.dist.iter().fold(per, |divisor, (n, _)| gcd(divisor, n)),
        };
        if divisor == 1 {
            return Ok(self);
        }
        Ok(RationalDist { dist: self.dist.map(|n| Ok(n / divisor))?, per: self.per / divisor })
    }
}

/// Of numbers of which the first is positive.
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}
