//! What is asked of a distribution: how likely, how much on average, who wins.

use super::super::Odds;
use super::{Count, Dist, WideCounts};
use crate::value::Number;

/// Two independent rolls compared.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Contest {
    /// The first is greater.
    pub win: Odds,
    /// They are equal.
    pub tie: Odds,
    /// The first is less.
    pub lose: Odds,
}

impl Dist {
    /// How likely it is at most `n`.
    pub fn at_most(&self, n: i64) -> Odds {
        Odds::new(self.at_most_ways(n), self.total.clone())
    }

    /// How likely it is at least `n`.
    pub fn at_least(&self, n: i64) -> Odds {
        self.at_most(n.saturating_sub(1)).not()
    }

    /// How likely it is exactly `n`.
    pub fn exactly(&self, n: i64) -> Odds {
        Odds::new(self.ways(n), self.total.clone())
    }

    /// How likely a condition holds.
    pub fn odds(&self, mut condition: impl FnMut(i64) -> bool) -> Odds {
        let ways = self.iter().filter(|(n, _)| condition(*n)).fold(Count::ZERO, |sum, (_, ways)| sum.plus(&ways));
        Odds::new(ways, self.total.clone())
    }

    /// This roll against another, independent one.
    pub fn against(&self, other: &Dist) -> Contest {
        let (mut win, mut tie) = (Count::ZERO, Count::ZERO);
        let mut below = other.at_most_ways(self.low.saturating_sub(1));
        for at in 0..self.len() {
            let (n, mine) = (self.low + at as i64, self.ways_at(at));
            let equal = other.ways(n);
            win = win.plus(&mine.times(&below));
            tie = tie.plus(&mine.times(&equal));
            below = below.plus(&equal);
        }
        let total = self.total.times(&other.total);
        let lose = total.less(&win).less(&tie);
        let odds = |ways: Count| Odds::new(ways, total.clone());
        Contest { win: odds(win), tie: odds(tie), lose: odds(lose) }
    }

    /// The average, exactly; none if it does not fit a number.
    pub fn mean(&self) -> Option<Number> {
        // Counted from the least outcome, so that everything is positive.
        let above = self
            .iter()
            .fold(Count::ZERO, |sum, (n, ways)| sum.plus(&ways.times(&Count::Small((n - self.low) as u128))));
        let divisor = above.gcd(&self.total);
        let part = |count: &Count| match count.over(&divisor) {
            Count::Small(n) => i64::try_from(n).ok(),
            Count::Big(_) => None,
        };
        Number::fraction(part(&above)?, part(&self.total)?)?.plus(Number::int(self.low))
    }

    /// The average, for display.
    pub fn mean_f64(&self) -> f64 {
        let weigh = |(n, ways): (i64, Count)| n as f64 * Odds::new(ways, self.total.clone()).to_f64();
        self.mean().map_or_else(|| self.iter().map(weigh).sum(), Number::to_f64)
    }

    /// The least outcome that is not exceeded at least so often: of 1/2, the median.
    pub fn quantile(&self, odds: &Odds) -> i64 {
        let enough = odds.ways().times(&self.total);
        let mut sum = Count::ZERO;
        for (n, ways) in self.iter() {
            sum = sum.plus(&ways);
            if sum.times(odds.total()) >= enough {
                return n;
            }
        }
        self.max()
    }

    /// In how many ways it is at most `n`.
    pub fn at_most_ways(&self, n: i64) -> Count {
        if n < self.low {
            return Count::ZERO;
        }
        if n >= self.max() {
            return self.total.clone();
        }
        let upto = (n - self.low) as usize;
        match &self.counts {
            WideCounts::Small(counts) => Count::Small(counts[..=upto].iter().sum()),
            WideCounts::Big(counts) => counts[..=upto].iter().sum::<num_bigint::BigUint>().into(),
        }
    }
}
