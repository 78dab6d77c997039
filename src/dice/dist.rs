//! Exact distributions over whole numbers: how many of all equally likely ways lead to each total. Counts, never
//! floats; 128 bits wide while they fit and as long as needed beyond.

pub(super) mod build;
mod combine;
pub(super) mod question;

use super::count::Natural;
use super::{Count, DiceError, MAX_SUPPORT};
use num_bigint::BigUint;
use std::borrow::Cow;

/// An exact distribution. Never empty; the counts sum to exactly the total.
#[derive(Clone, Debug)]
pub struct Dist {
    /// The least outcome that can happen.
    low: i64,
    /// Ways of `low`, `low + 1`, …; neither the first nor the last is 0.
    counts: WideCounts,
    total: Count,
}

/// The counts, of either width.
#[derive(Clone, Debug)]
pub(super) enum WideCounts {
    Small(Vec<u128>),
    Big(Vec<BigUint>),
}

impl Dist {
    /// Always that number.
    pub fn constant(n: i64) -> Dist {
        Dist { low: n, counts: WideCounts::Small(vec![1]), total: Count::ONE }
    }

    /// The least outcome that can happen.
    pub fn min(&self) -> i64 {
        self.low
    }

    /// The greatest outcome that can happen.
    pub fn max(&self) -> i64 {
        self.low + (self.len() as i64 - 1)
    }

    /// All ways together.
    pub fn total(&self) -> &Count {
        &self.total
    }

    /// How many ways lead to that outcome.
    pub fn ways(&self, n: i64) -> Count {
        match self.index(n) {
            Some(at) => self.ways_at(at),
            None => Count::ZERO,
        }
    }

    /// Every outcome that can happen with its ways, from the least.
    pub fn iter(&self) -> impl Iterator<Item = (i64, Count)> {
        (0..self.len()).map(|at| (self.low + at as i64, self.ways_at(at))).filter(|(_, ways)| !ways.is_zero())
    }

    /// The only outcome, if there is just one.
    pub fn as_constant(&self) -> Option<i64> {
        (self.len() == 1).then_some(self.low)
    }

    fn len(&self) -> usize {
        match &self.counts {
            WideCounts::Small(counts) => counts.len(),
            WideCounts::Big(counts) => counts.len(),
        }
    }

    fn index(&self, n: i64) -> Option<usize> {
        let at = usize::try_from(n.checked_sub(self.low)?).ok()?;
        (at < self.len()).then_some(at)
    }

    fn ways_at(&self, at: usize) -> Count {
        match &self.counts {
            WideCounts::Small(counts) => Count::Small(counts[at]),
            WideCounts::Big(counts) => counts[at].clone().into(),
        }
    }

    /// From counts that begin at `low`; zeros at both ends are cut off.
    fn new<N: Natural>(low: i64, mut counts: Vec<N>, total: Count) -> Result<Dist, DiceError>
    where
        WideCounts: From<Vec<N>>,
    {
        while counts.last().is_some_and(N::is_zero) {
            counts.pop();
        }
        let leading = counts.iter().take_while(|ways| ways.is_zero()).count();
        counts.drain(..leading);
        if counts.is_empty() {
            return Err(DiceError::Never);
        }
        let low = low.checked_add(leading as i64).ok_or(DiceError::Overflow)?;
        low.checked_add(counts.len() as i64).ok_or(DiceError::Overflow)?;
        if counts.len() as u64 > MAX_SUPPORT {
            return Err(DiceError::TooWide { most: MAX_SUPPORT });
        }
        Ok(Dist { low, counts: counts.into(), total })
    }

    fn small(&self) -> Option<&[u128]> {
        match &self.counts {
            WideCounts::Small(counts) => Some(counts),
            WideCounts::Big(_) => None,
        }
    }

    fn big(&self) -> Cow<'_, [BigUint]> {
        match &self.counts {
            WideCounts::Small(counts) => counts.iter().map(|ways| BigUint::from(*ways)).collect(),
            WideCounts::Big(counts) => Cow::Borrowed(counts),
        }
    }
}

/// Equal if every outcome is as likely, whatever the number of ways.
impl PartialEq for Dist {
    fn eq(&self, other: &Dist) -> bool {
        self.low == other.low
            && self.len() == other.len()
            && (0..self.len()).all(|at| self.ways_at(at).times(&other.total) == other.ways_at(at).times(&self.total))
    }
}

impl Eq for Dist {}

impl From<Vec<u128>> for WideCounts {
    fn from(counts: Vec<u128>) -> WideCounts {
        WideCounts::Small(counts)
    }
}

impl From<Vec<BigUint>> for WideCounts {
    fn from(counts: Vec<BigUint>) -> WideCounts {
        WideCounts::Big(counts)
    }
}
