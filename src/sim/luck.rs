//! Victories corrected for luck. What is known exactly of every roll, by how much it was better than could be expected of
//! it, is nothing on average, whatever has happened before; so a multiple of it may be taken from each game without a
//! change of what victories come to on average. The coefficients that explain the victories of three fourths of the games are
//! taken from the last fourth, so that no game has a say in its own correction, and the mean stays right however few
//! games there are. All sums are integers: added in any order they are the same.

use super::counted;
use super::tally::{Interval, Z};
use crate::play::{LUCK_UNIT, RollLuck, RollOf};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Parts into which the games are dealt.
const FOLDS: u64 = 4;
/// Games that a side must have won, and not won, before anything is corrected: of fewer no interval can be trusted.
const FEWEST: u64 = 30;
/// Games for each multiple.
const GAMES_FOR_EACH: u64 = 20;
/// The most coefficients.
const MOST: usize = 64;
/// A multiple is taken if what it explains would be a rare accident (one in a hundred) without it: the square of a normal
/// quantile.
const RARE: f64 = 6.6;

/// Whose rolls for what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct LuckKey {
    side: u16,
    of: RollOf,
}

/// The luck of many games, with who won them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LuckTally {
    #[serde(with = "counted")]
    folds: BTreeMap<u64, FoldMoments>,
}

/// Sums over the games of one part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "StoredMoments", from = "StoredMoments")]
struct FoldMoments {
    games: u64,
    wins: BTreeMap<u16, u64>,
    luck: BTreeMap<LuckKey, i128>,
    products: BTreeMap<(LuckKey, LuckKey), i128>,
    /// Of the games that a side won.
    of_wins: BTreeMap<(LuckKey, u16), i128>,
}

/// The same as it is kept: integers of more than 64 bits as texts.
#[derive(Clone, Serialize, Deserialize)]
struct StoredMoments {
    games: u64,
    wins: Vec<(u16, u64)>,
    luck: Vec<(LuckKey, String)>,
    products: Vec<(usize, usize, String)>,
    of_wins: Vec<(usize, u16, String)>,
}

impl From<FoldMoments> for StoredMoments {
    fn from(moments: FoldMoments) -> StoredMoments {
        let keys: Vec<&LuckKey> = moments.luck.keys().collect();
        let at = |key: &LuckKey| keys.binary_search(&key).unwrap_or(usize::MAX);
        StoredMoments {
            games: moments.games,
            wins: moments.wins.iter().map(|(side, count)| (*side, *count)).collect(),
            luck: moments.luck.iter().map(|(key, sum)| (key.clone(), sum.to_string())).collect(),
            products: moments.products.iter().map(|((a, b), sum)| (at(a), at(b), sum.to_string())).collect(),
            of_wins: moments.of_wins.iter().map(|((key, side), sum)| (at(key), *side, sum.to_string())).collect(),
        }
    }
}

impl From<StoredMoments> for FoldMoments {
    fn from(stored: StoredMoments) -> FoldMoments {
        let number = |text: &str| text.parse::<i128>().unwrap_or(0);
        let key = |at: usize| stored.luck.get(at).map(|(key, _)| key.clone());
        let products = stored.products.iter().filter_map(|(a, b, sum)| Some(((key(*a)?, key(*b)?), number(sum))));
        let of_wins = stored.of_wins.iter().filter_map(|(at, side, sum)| Some(((key(*at)?, *side), number(sum))));
        FoldMoments {
            games: stored.games,
            wins: stored.wins.iter().copied().collect(),
            products: products.collect(),
            of_wins: of_wins.collect(),
            luck: stored.luck.iter().map(|(key, sum)| (key.clone(), number(sum))).collect(),
        }
    }
}

impl LuckTally {
    /// With one more game.
    pub(super) fn see(&mut self, game: u64, rolls: &[RollLuck], winner: Option<u16>) {
        let mut luck: BTreeMap<LuckKey, i128> = BTreeMap::new();
        for roll in rolls {
            *luck.entry(LuckKey { side: roll.side.0, of: roll.of.clone() }).or_default() += i128::from(roll.luck);
        }
        let fold = self.folds.entry(game % FOLDS).or_default();
        fold.games += 1;
        if let Some(winner) = winner {
            *fold.wins.entry(winner).or_default() += 1;
        }
        for (key, sum) in &luck {
            *fold.luck.entry(key.clone()).or_default() += sum;
            for (other, more) in luck.range(key..) {
                let product = fold.products.entry((key.clone(), other.clone())).or_default();
                *product = product.wrapping_add(sum.wrapping_mul(*more));
            }
            if let Some(winner) = winner {
                *fold.of_wins.entry((key.clone(), winner)).or_default() += sum;
            }
        }
    }

    /// With more games.
    pub(super) fn add(&mut self, other: &LuckTally) {
        for (at, theirs) in &other.folds {
            self.folds.entry(*at).or_default().add(theirs);
        }
    }

    /// Whether nobody looked at it.
    pub(crate) fn is_empty(&self) -> bool {
        self.folds.is_empty()
    }

    /// The share of games that a side wins, corrected for luck; none where it has won or not won too few.
    pub(crate) fn corrected(&self, side: u16) -> Option<Interval> {
        let mut all = FoldMoments::default();
        self.folds.values().for_each(|fold| all.add(fold));
        let wins = all.wins.get(&side).copied().unwrap_or(0);
        if wins < FEWEST || all.games - wins < FEWEST {
            return None;
        }
        let (mut sum, mut squares) = (0.0, 0.0);
        for fold in self.folds.values() {
            let coefficients = all.without(fold).coefficients(side);
            let (more, square) = fold.left(side, &coefficients);
            sum += more;
            squares += square;
        }
        let games = all.games as f64;
        let share = sum / games;
        let half = Z * ((squares / games - share * share).max(0.0) / games).sqrt();
        Some(Interval { share, low: (share - half).max(0.0), high: (share + half).min(1.0) })
    }
}

fn add<K: Ord + Clone>(mine: &mut BTreeMap<K, i128>, theirs: &BTreeMap<K, i128>, sign: i128) {
    for (key, more) in theirs {
        let sum = mine.entry(key.clone()).or_default();
        *sum = sum.wrapping_add(more.wrapping_mul(sign));
    }
}

impl FoldMoments {
    fn add(&mut self, other: &FoldMoments) {
        self.games += other.games;
        counted::add(&mut self.wins, &other.wins);
        add(&mut self.luck, &other.luck, 1);
        add(&mut self.products, &other.products, 1);
        add(&mut self.of_wins, &other.of_wins, 1);
    }

    /// Without a part that is in it.
    fn without(&self, part: &FoldMoments) -> FoldMoments {
        let mut rest = self.clone();
        rest.games -= part.games;
        part.wins.iter().for_each(|(side, count)| *rest.wins.entry(*side).or_default() -= count);
        add(&mut rest.luck, &part.luck, -1);
        add(&mut rest.products, &part.products, -1);
        add(&mut rest.of_wins, &part.of_wins, -1);
        rest
    }

    fn luck_of(&self, key: &LuckKey) -> f64 {
        self.luck.get(key).map_or(0.0, |sum| units(*sum))
    }

    fn product(&self, a: &LuckKey, b: &LuckKey) -> f64 {
        let pair = if a <= b { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
        self.products.get(&pair).map_or(0.0, |sum| units(*sum) / LUCK_UNIT as f64)
    }

    fn of_wins(&self, key: &LuckKey, side: u16) -> f64 {
        self.of_wins.get(&(key.clone(), side)).map_or(0.0, |sum| units(*sum))
    }

    fn wins(&self, side: u16) -> f64 {
        self.wins.get(&side).copied().unwrap_or(0) as f64
    }

    /// What victories and their squares come to when so many times the luck is taken from each.
    fn left(&self, side: u16, coefficients: &[(LuckKey, f64)]) -> (f64, f64) {
        let (mut sum, mut squares) = (self.wins(side), self.wins(side));
        for (key, times) in coefficients {
            sum -= times * self.luck_of(key);
            squares -= 2.0 * times * self.of_wins(key, side);
            let with = |(other, more): &(LuckKey, f64)| more * self.product(key, other);
            squares += times * coefficients.iter().map(with).sum::<f64>();
        }
        (sum, squares)
    }

    /// How many times each luck goes with the victories of a side: by least squares, one luck after the other, that which
    /// explains most first.
    fn coefficients(&self, side: u16) -> Vec<(LuckKey, f64)> {
        let keys: Vec<&LuckKey> = self.luck.keys().collect();
        let (n, games) = (keys.len(), self.games as f64);
        // The matrix of covariances, that with the victories last.
        let mut matrix = vec![vec![0.0; n + 1]; n + 1];
        let wins = self.wins(side) / games;
        for a in 0..n {
            for b in a..n {
                let both = self.product(keys[a], keys[b]) / games;
                let covariance = both - self.luck_of(keys[a]) / games * (self.luck_of(keys[b]) / games);
                (matrix[a][b], matrix[b][a]) = (covariance, covariance);
            }
            let covariance = self.of_wins(keys[a], side) / games - self.luck_of(keys[a]) / games * wins;
            (matrix[a][n], matrix[n][a]) = (covariance, covariance);
        }
        matrix[n][n] = wins * (1.0 - wins);
        let begun: Vec<f64> = (0..n).map(|at| matrix[at][at]).collect();
        let mut taken: Vec<usize> = Vec::new();
        while taken.len() < MOST && ((taken.len() as u64 + 1) * GAMES_FOR_EACH) <= self.games {
            // What is nearly known from those taken already explains nothing that can be told from rounding.
            let is_open = |at: &usize| !taken.contains(at) && matrix[*at][*at] > 1e-9 * begun[*at];
            let gain = |at: usize| matrix[at][n] * matrix[at][n] / matrix[at][at];
            let best = (0..n).filter(is_open).max_by(|a, b| gain(*a).total_cmp(&gain(*b)));
            let Some(best) = best.filter(|at| gain(*at) * games > RARE * matrix[n][n]) else { break };
            eliminate(&mut matrix, best);
            taken.push(best);
        }
        taken.sort_unstable();
        taken.into_iter().map(|at| (keys[at].clone(), matrix[at][n])).collect()
    }
}

fn units(sum: i128) -> f64 {
    sum as f64 / LUCK_UNIT as f64
}

/// Takes out of all others what one explains of them.
fn eliminate(matrix: &mut [Vec<f64>], at: usize) {
    let pivot = matrix[at][at];
    let row: Vec<f64> = matrix[at].iter().map(|cell| cell / pivot).collect();
    for (i, line) in matrix.iter_mut().enumerate() {
        if i == at {
            continue;
        }
        let times = line[at];
        for (j, cell) in line.iter_mut().enumerate() {
            *cell = if j == at { -times / pivot } else { *cell - times * row[j] };
        }
    }
    for (j, cell) in matrix[at].iter_mut().enumerate() {
        *cell = if j == at { 1.0 / pivot } else { row[j] };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Chance, Seeded};
    use crate::value::{CheckId, SideId};

    /// The first of two to hit twice, with 2 of 5 and 1 of 2: the luck of each throw, and who won.
    fn race(chance: &mut Seeded) -> (Vec<RollLuck>, Option<u16>) {
        let (mut rolls, mut hits) = (Vec::new(), [0, 0]);
        loop {
            for (side, [ways, of]) in [[2_u16, 5], [1, 2]].into_iter().enumerate() {
                let hit = chance.happens(ways, of).expect("a chance");
                let luck = LUCK_UNIT / i64::from(of) * (i64::from(hit) * i64::from(of) - i64::from(ways));
                rolls.push(RollLuck { side: SideId(side as u16), of: RollOf::Success(CheckId(0)), luck });
                hits[side] += u32::from(hit);
                if hits[side] == 2 {
                    return (rolls, Some(side as u16));
                }
            }
        }
    }

    fn tally(seed: u64, games: std::ops::Range<u64>) -> LuckTally {
        let mut tally = LuckTally::default();
        for game in games {
            let (rolls, winner) = race(&mut Seeded::new(seed, game));
            tally.see(game, &rolls, winner);
        }
        tally
    }

    /// How likely the first is to win: over all that can happen, from the end.
    fn exact() -> f64 {
        let mut wins = [[[0.0_f64; 2]; 3]; 3];
        // Who misses both times stands where he stood: a few rounds decide all but a part that is nothing in floats.
        for _ in 0..400 {
            for mine in 0..2 {
                for theirs in 0..2 {
                    wins[mine][theirs][0] =
                        0.4 * if mine == 1 { 1.0 } else { wins[mine + 1][theirs][1] } + 0.6 * wins[mine][theirs][1];
                    wins[mine][theirs][1] =
                        0.5 * if theirs == 1 { 0.0 } else { wins[mine][theirs + 1][0] } + 0.5 * wins[mine][theirs][0];
                }
            }
        }
        wins[0][0][0]
    }

    #[test]
    fn the_interval_covers_the_truth_as_often_as_it_says() {
        let (truth, times, games) = (exact(), 600, 200);
        let (mut covered, mut sum, mut wide) = (0, 0.0, 0.0);
        for seed in 0..times {
            let tally = tally(seed, 0..games);
            let Interval { share, low, high } = tally.corrected(0).expect("enough victories of both");
            covered += u64::from(low <= truth && truth <= high);
            sum += share;
            wide += (high - low) / 2.0;
        }
        // 570 of 600 are expected, with a deviation of 5.3.
        assert!((553..=587).contains(&covered), "{covered} of {times}");
        let (mean, half) = (sum / times as f64, wide / times as f64);
        // The mean of all has a 24th of the interval.
        assert!((mean - truth).abs() < half / 24.0 * 1.5, "{mean} is not {truth}");
        let raw = Z * (truth * (1.0 - truth) / games as f64).sqrt();
        assert!(half < 0.6 * raw, "{half} beside {raw}");
    }

    #[test]
    fn luck_adds_up_in_any_order_and_is_kept() {
        let whole = tally(7, 0..300);
        let mut parts = tally(7, 200..300);
        parts.add(&tally(7, 0..90));
        parts.add(&tally(7, 90..200));
        assert_eq!(parts, whole);
        let text = serde_json::to_string(&whole).expect("plain data");
        assert_eq!(serde_json::from_str::<LuckTally>(&text).expect("what was written"), whole);
        let sides = [0, 1].map(|side| whole.corrected(side).expect("enough").share);
        assert!((sides[0] + sides[1] - 1.0).abs() < 1e-9, "{sides:?}");
    }

    #[test]
    fn of_too_few_games_nothing_is_said() {
        assert_eq!(tally(1, 0..40).corrected(0), None);
        assert_eq!(LuckTally::default().corrected(0), None);
        let mut always = LuckTally::default();
        (0..500).for_each(|game| always.see(game, &race(&mut Seeded::new(1, game)).0, Some(0)));
        assert_eq!((always.corrected(0), always.corrected(1)), (None, None));
    }
}
