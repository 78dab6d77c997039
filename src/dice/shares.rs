//! Ways that chance can go, put together by what they lead to.

use super::{Count, Odds, Weight};
use std::collections::BTreeMap;

/// How many of all ways lead to each result, in the order of the results.
#[derive(Clone, Debug)]
pub struct Shares<R> {
    /// For each result, ways by what they are counted of: weights of one denominator are added without a fraction.
    parts: BTreeMap<R, BTreeMap<Count, Count>>,
}

impl<R> Default for Shares<R> {
    fn default() -> Shares<R> {
        Shares { parts: BTreeMap::new() }
    }
}

impl<R: Ord> Shares<R> {
    /// Counts ways that lead to a result.
    pub fn add(&mut self, result: R, weight: &Weight) {
        let ways = self.parts.entry(result).or_default().entry(weight.of.clone()).or_insert(Count::ZERO);
        *ways = ways.plus(&weight.ways);
    }

    /// Every result with its odds.
    pub fn odds(self) -> impl Iterator<Item = (R, Odds)> {
        let sum = |parts: BTreeMap<Count, Count>| {
            parts.into_iter().fold(Odds::NEVER, |sum, (of, ways)| sum.plus(&Odds::new(ways, of)))
        };
        self.parts.into_iter().map(move |(result, parts)| (result, sum(parts)))
    }
}

#[cfg(test)]
mod tests {
    use super::Shares;
    use crate::dice::{Count, Odds, Weight};

    #[test]
    fn ways_of_different_counts_are_put_together() {
        let mut shares = Shares::default();
        for (result, ways, of) in [("hit", 1_u128, 6_u128), ("miss", 1, 2), ("hit", 1, 6), ("hit", 1, 6)] {
            shares.add(result, &Weight { ways: Count::from(ways), of: Count::from(of) });
        }
        let all: Vec<(&str, Odds)> = shares.odds().collect();
        assert_eq!(all, [("hit", Odds::of(1, 2)), ("miss", Odds::of(1, 2))]);
    }
}
