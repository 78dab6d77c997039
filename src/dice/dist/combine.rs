//! Distributions made from distributions: sums, maps, choices, repetitions, greater and lesser ones.

use super::super::Odds;
use super::build::{width, work_fits};
use super::{Count, DiceError, Dist, Natural, WideCounts};
use num_bigint::BigUint;

impl Dist {
    /// With so much added to every outcome.
    pub fn shifted(mut self, more: i64) -> Result<Dist, DiceError> {
        let len = self.len() as i64;
        self.low = self.low.checked_add(more).ok_or(DiceError::Overflow)?;
        self.low.checked_add(len).ok_or(DiceError::Overflow)?;
        Ok(self)
    }

    /// Every outcome with the other sign.
    pub fn negated(mut self) -> Result<Dist, DiceError> {
        self.low = self.max().checked_neg().ok_or(DiceError::Overflow)?;
        match &mut self.counts {
            WideCounts::Small(counts) => counts.reverse(),
            WideCounts::Big(counts) => counts.reverse(),
        }
        Ok(self)
    }

    /// The sum of two independent rolls.
    pub fn plus(&self, other: &Dist) -> Result<Dist, DiceError> {
        let total = self.total.times(&other.total);
        work_fits((self.len() as u64).saturating_mul(other.len() as u64), &total)?;
        let low = self.low.checked_add(other.low).ok_or(DiceError::Overflow)?;
        match (&total, self.small(), other.small()) {
            (Count::Small(_), Some(mine), Some(theirs)) => Dist::new(low, convolved(mine, theirs), total),
            _ => Dist::new(low, convolved(&self.big(), &other.big()), total),
        }
    }

    /// The difference of two independent rolls.
    pub fn minus(&self, other: &Dist) -> Result<Dist, DiceError> {
        self.plus(&other.clone().negated()?)
    }

    /// The sum of so many independent repetitions.
    pub fn repeated(&self, times: u32) -> Result<Dist, DiceError> {
        if let Some(n) = self.as_constant() {
            return Ok(Dist::constant(n.checked_mul(times.into()).ok_or(DiceError::Overflow)?));
        }
        let mut sum = Dist::constant(0);
        let (mut doubled, mut left) = (self.clone(), times);
        loop {
            if left & 1 == 1 {
                sum = sum.plus(&doubled)?;
            }
            left >>= 1;
            if left == 0 {
                return Ok(sum);
            }
            doubled = doubled.plus(&doubled)?;
        }
    }

    /// Every outcome put through a function.
    pub fn map(&self, mut function: impl FnMut(i64) -> Result<i64, DiceError>) -> Result<Dist, DiceError> {
        let images: Vec<Option<i64>> = (0..self.len())
            .map(|at| if self.is_none_at(at) { Ok(None) } else { function(self.low + at as i64).map(Some) })
            .collect::<Result<_, DiceError>>()?;
        let low = images.iter().flatten().min().copied().ok_or(DiceError::Never)?;
        let high = images.iter().flatten().max().copied().ok_or(DiceError::Never)?;
        let len = width(low, high)?;
        match &self.counts {
            WideCounts::Small(counts) => mapped(low, len, &images, counts, &self.total),
            WideCounts::Big(counts) => mapped(low, len, &images, counts, &self.total),
        }
    }

    /// A function of two independent rolls.
    pub fn combined(
        &self,
        other: &Dist,
        mut function: impl FnMut(i64, i64) -> Result<i64, DiceError>,
    ) -> Result<Dist, DiceError> {
        let total = self.total.times(&other.total);
        work_fits((self.len() as u64).saturating_mul(other.len() as u64).saturating_mul(4), &total)?;
        let mut ways = std::collections::BTreeMap::<i64, Count>::new();
        for (mine, my_ways) in self.iter() {
            for (theirs, their_ways) in other.iter() {
                let slot = ways.entry(function(mine, theirs)?).or_insert(Count::ZERO);
                *slot = slot.plus(&my_ways.times(&their_ways));
            }
        }
        Dist::from_ways(ways)
    }

    /// The greater of two independent rolls.
    pub fn greater(&self, other: &Dist) -> Result<Dist, DiceError> {
        if let Some(n) = other.as_constant() {
            return self.map(|mine| Ok(mine.max(n)));
        }
        self.by_bound(other, self.low.max(other.low), self.max().max(other.max()))
    }

    /// The lesser of two independent rolls.
    pub fn lesser(&self, other: &Dist) -> Result<Dist, DiceError> {
        if let Some(n) = other.as_constant() {
            return self.map(|mine| Ok(mine.min(n)));
        }
        self.clone().negated()?.greater(&other.clone().negated()?)?.negated()
    }

    /// The greater of two is at most `n` if both are: differences of products of running sums.
    fn by_bound(&self, other: &Dist, low: i64, high: i64) -> Result<Dist, DiceError> {
        let len = width(low, high)?;
        let (mut mine, mut theirs) = (self.at_most_ways(low - 1), other.at_most_ways(low - 1));
        let mut below = mine.times(&theirs);
        let mut ways = Vec::with_capacity(len);
        for n in low..=high {
            mine = mine.plus(&self.ways(n));
            theirs = theirs.plus(&other.ways(n));
            let both = mine.times(&theirs);
            ways.push((n, both.less(&below)));
            below = both;
        }
        Dist::from_ways(ways)
    }

    /// This one if a condition comes true that is so likely and independent of both, else the other.
    pub fn mixed(&self, odds: &Odds, other: &Dist) -> Result<Dist, DiceError> {
        let common = self.total.over(&self.total.gcd(&other.total)).times(&other.total);
        let mine = odds.ways().times(&common.over(&self.total));
        let theirs = odds.not().ways().times(&common.over(&other.total));
        let total = odds.total().times(&common);
        if mine.is_zero() {
            return Ok(other.clone());
        }
        if theirs.is_zero() {
            return Ok(self.clone());
        }
        let low = self.low.min(other.low);
        let len = width(low, self.max().max(other.max()))?;
        match (&total, self.small(), other.small()) {
            (Count::Small(_), Some(a), Some(b)) => {
                let mut counts = vec![0_u128; len];
                weighted(&mut counts[(self.low - low) as usize..], a, &u128::narrowed(&mine));
                weighted(&mut counts[(other.low - low) as usize..], b, &u128::narrowed(&theirs));
                Dist::new(low, counts, total)
            }
            _ => {
                let mut counts = vec![BigUint::default(); len];
                weighted(&mut counts[(self.low - low) as usize..], &self.big(), &mine.to_big());
                weighted(&mut counts[(other.low - low) as usize..], &other.big(), &theirs.to_big());
                Dist::new(low, counts, total)
            }
        }
    }

    /// What is left if only some outcomes are possible.
    pub fn given(&self, mut condition: impl FnMut(i64) -> bool) -> Result<Dist, DiceError> {
        Dist::from_ways(self.iter().filter(|(n, _)| condition(*n)))
    }

    fn is_none_at(&self, at: usize) -> bool {
        match &self.counts {
            WideCounts::Small(counts) => counts[at] == 0,
            WideCounts::Big(counts) => counts[at] == BigUint::ZERO,
        }
    }
}

fn convolved<N: Natural>(a: &[N], b: &[N]) -> Vec<N> {
    let mut sums = vec![N::zero(); a.len() + b.len() - 1];
    for (at, mine) in a.iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
        for (slot, theirs) in sums[at..].iter_mut().zip(b) {
            *slot += &mine.times(theirs);
        }
    }
    sums
}

fn mapped<N: Natural>(
    low: i64,
    len: usize,
    images: &[Option<i64>],
    from: &[N],
    total: &Count,
) -> Result<Dist, DiceError>
where
    WideCounts: From<Vec<N>>,
{
    let mut counts = vec![N::zero(); len];
    for (image, ways) in images.iter().zip(from) {
        if let Some(image) = image {
            counts[(image - low) as usize] += ways;
        }
    }
    Dist::new(low, counts, total.clone())
}

fn weighted<N: Natural>(into: &mut [N], from: &[N], weight: &N) {
    into.iter_mut().zip(from).for_each(|(slot, ways)| *slot += &ways.times(weight));
}
