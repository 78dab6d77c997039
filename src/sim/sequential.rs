//! A test that looks after every pair of games whether enough is known: does one win more than the other by so much, or not.

/// How often it is wrong at most, either way.
const ERROR: f64 = 0.05;
/// So many pairs are played before anything is decided: of fewer nobody knows how much they differ.
const LEAST: u64 = 64;

/// What pairs of games have shown: of each by how many half points the second did better than the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PairedScore {
    /// How many pairs.
    pub pairs: u64,
    /// The sum of the half points.
    sum: i64,
    /// The sum of their squares.
    squares: u64,
    /// How many pairs by half points, from -2 to 2.
    pub counts: [u64; 5],
}

/// What is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SequentialVerdict {
    /// The second wins more.
    Higher,
    /// The second wins less.
    Lower,
    /// Neither by as much as was asked for.
    Alike,
    /// Not enough is known.
    Open,
}

impl PairedScore {
    /// With one more pair: by how many half points the second did better, from -2 to 2.
    pub(crate) fn add(&mut self, half_points: i64) {
        self.pairs += 1;
        self.sum += half_points;
        self.squares += half_points.unsigned_abs().pow(2);
        self.counts[(half_points.clamp(-2, 2) + 2) as usize] += 1;
    }

    /// By how much the second does better, as a share of all games.
    pub(crate) fn mean(&self) -> f64 {
        if self.pairs == 0 { 0.0 } else { self.sum as f64 / 2.0 / self.pairs as f64 }
    }

    /// The variance of one pair.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.squares as f64 / 4.0 / self.pairs as f64 - mean * mean
    }

    /// The mean lies so near to the truth with 95 percent confidence.
    pub(crate) fn margin(&self) -> f64 {
        /// The normal quantile of 97.5 percent.
        const Z: f64 = 1.959_963_984_540_054;
        if self.pairs == 0 { 1.0 } else { Z * (self.variance() / self.pairs as f64).sqrt() }
    }

    /// What is decided about a share of `least` games more or less.
    pub(crate) fn verdict(&self, least: f64) -> SequentialVerdict {
        if self.pairs < LEAST {
            return SequentialVerdict::Open;
        }
        // Either way may be wrong, so each is for half of the errors.
        let (differs, alike) = (((1.0 - ERROR) / (ERROR / 2.0)).ln(), (ERROR / (1.0 - ERROR)).ln());
        let (higher, lower) = (self.likelihood(0.0, least), self.likelihood(0.0, -least));
        match (higher >= differs, lower >= differs) {
            (true, _) => SequentialVerdict::Higher,
            (_, true) => SequentialVerdict::Lower,
            _ if higher <= alike && lower <= alike => SequentialVerdict::Alike,
            _ => SequentialVerdict::Open,
        }
    }

    /// The logarithm of how much more likely the pairs are if the mean is the second than if it is the first: the
    /// generalized likelihood ratio of normally distributed pairs whose variance is not known.
    fn likelihood(&self, first: f64, second: f64) -> f64 {
        let (mean, variance) = (self.mean(), self.variance().max(1.0 / self.pairs as f64));
        let off = |from: f64| variance + (mean - from).powi(2);
        self.pairs as f64 / 2.0 * (off(first) / off(second)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Chance, Seeded};

    fn pairs(counts: [u64; 5]) -> PairedScore {
        let mut score = PairedScore::default();
        for (half_points, count) in (-2..).zip(counts) {
            (0..count).for_each(|_| score.add(half_points));
        }
        score
    }

    /// The example that fastchess publishes: 379 10170 21828 10640 343 at [0, 2] of normalized Elo.
    #[test]
    fn the_published_example_comes_out() {
        let score = pairs([379, 10_170, 21_828, 10_640, 343]);
        // Its scores of a pair are from 0 to 1 where these are from -1 to 1.
        let deviation = score.variance().sqrt();
        let elo = |normalized: f64| normalized / (800.0 / 10_f64.ln()) * 2_f64.sqrt() * deviation;
        assert!((score.likelihood(elo(0.0), elo(2.0)) - 2.945_98).abs() < 0.001);
        let normalized = score.mean() / deviation / 2_f64.sqrt() * (800.0 / 10_f64.ln());
        assert!((normalized - 3.05).abs() < 0.01, "{normalized}");
    }

    /// Of two that are alike it is seldom said that they differ, and of two that differ by as much as asked for that they
    /// are alike.
    #[test]
    fn wrong_answers_are_as_rare_as_promised() {
        const TESTS: u64 = 600;
        for (higher, wrong) in [
            (0_u16, [SequentialVerdict::Higher, SequentialVerdict::Lower]),
            (10, [SequentialVerdict::Alike, SequentialVerdict::Lower]),
        ] {
            let mut errors = 0;
            for test in 0..TESTS {
                let mut chance = Seeded::new(7, test);
                let mut score = PairedScore::default();
                let verdict = loop {
                    // A win each, or one more of ten pairs for the second.
                    let mut happens = |ways| chance.happens(ways, 100).expect("dice of its own");
                    let (first, second) = (happens(45), happens(45 + higher));
                    score.add(2 * (i64::from(second) - i64::from(first)));
                    match score.verdict(0.1) {
                        SequentialVerdict::Open => {}
                        verdict => break verdict,
                    }
                };
                errors += u64::from(wrong.contains(&verdict));
            }
            assert!(errors * 100 <= TESTS * 7, "{errors} of {TESTS} wrong, {higher}");
        }
    }
}
