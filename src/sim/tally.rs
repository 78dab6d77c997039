//! How many games ended how. Adding tallies in any order gives the same tally.

use super::counted;
use super::end::{GameEnd, RefusedOrder};
use crate::value::SideId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The normal quantile of 97.5 percent.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// Ends of games, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Games played.
    pub games: u64,
    /// Games each side won.
    pub wins: Vec<u64>,
    /// Games that ended in a draw.
    pub draws: u64,
    /// Games that nobody had won at the limit of turns.
    pub unfinished: u64,
    /// Turns of all games together.
    pub turns: u64,
    /// Turns of the shortest game; none before the first.
    pub shortest: Option<u32>,
    /// Turns of the longest game.
    pub longest: u32,
    /// Figures of each side that were in play at the end, in all games together.
    pub standing: Vec<u64>,
    /// How many games took how many turns.
    #[serde(with = "counted")]
    pub lengths: BTreeMap<u32, u64>,
    /// How often the lead changed, in all games together.
    pub lead_changes: u64,
    /// Why games came to an end, by who won them.
    #[serde(with = "counted")]
    pub whys: BTreeMap<EndReason, u64>,
    /// Orders that controllers gave and the rules refused, in all games together.
    #[serde(with = "counted")]
    pub refused: BTreeMap<RefusedOrder, u64>,
}

/// Why a game came to an end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct EndReason {
    /// Who won it; nobody in a draw.
    pub winner: Option<u16>,
    /// In the words of the rules.
    pub why: Arc<str>,
}

/// A share with the interval in which it lies with 95 percent confidence.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub(crate) struct Interval {
    /// The share.
    pub share: f64,
    /// From.
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// From end to end.
    pub(crate) fn width(self) -> f64 {
        self.high - self.low
    }
}

impl Tally {
    /// With one more game.
    pub(crate) fn with(mut self, end: &GameEnd) -> Tally {
        let one = Tally {
            games: 1,
            wins: (0..end.standing.len()).map(|side| u64::from(end.winner == Some(SideId(side as u16)))).collect(),
            draws: u64::from(end.is_over() && end.winner.is_none()),
            unfinished: u64::from(!end.is_over()),
            turns: u64::from(end.turns),
            shortest: Some(end.turns),
            longest: end.turns,
            standing: end.standing.clone(),
            lengths: BTreeMap::new(),
            lead_changes: u64::from(end.lead_changes),
            whys: BTreeMap::new(),
            refused: BTreeMap::new(),
        };
        *self.lengths.entry(end.turns).or_default() += 1;
        if let Some(why) = &end.why {
            let reason = EndReason { winner: end.winner.map(|side| side.0), why: why.clone() };
            *self.whys.entry(reason).or_default() += 1;
        }
        for refused in &end.refused {
            *self.refused.entry(refused.clone()).or_default() += 1;
        }
        self.add(&one);
        self
    }

    /// Both together.
    pub(crate) fn and(mut self, other: &Tally) -> Tally {
        self.add(other);
        self
    }

    fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.turns += other.turns;
        self.longest = self.longest.max(other.longest);
        self.shortest = match (self.shortest, other.shortest) {
            (Some(mine), Some(theirs)) => Some(mine.min(theirs)),
            (mine, theirs) => mine.or(theirs),
        };
        add_each(&mut self.wins, &other.wins);
        add_each(&mut self.standing, &other.standing);
        self.lead_changes += other.lead_changes;
        counted::add(&mut self.lengths, &other.lengths);
        counted::add(&mut self.whys, &other.whys);
        counted::add(&mut self.refused, &other.refused);
    }

    /// A count of games as a share of all, with the interval of Wilson.
    pub(crate) fn share(&self, count: u64) -> Interval {
        if self.games == 0 {
            return Interval { share: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, share) = (self.games as f64, count as f64 / self.games as f64);
        let spread = Z * Z / n;
        let middle = (share + spread / 2.0) / (1.0 + spread);
        let half = Z * (share * (1.0 - share) / n + spread / (4.0 * n)).sqrt() / (1.0 + spread);
        Interval { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// Whether a count of games would be a very rare accident (less than one in a thousand) if those were the odds.
    pub(crate) fn contradicts(&self, count: u64, odds: f64) -> bool {
        /// The normal quantile of 99.95 percent.
        const Z: f64 = 3.290_526_731_491_69;
        if self.games == 0 {
            return false;
        }
        let (n, share) = (self.games as f64, count as f64 / self.games as f64);
        // Half a game either way, because games are counted; and few games can happen where hardly any are expected.
        let slack = Z * (odds * (1.0 - odds) / n).sqrt() + 0.5 / n;
        (share - odds).abs() > slack && (count as f64 - odds * n).abs() > 3.0
    }

    /// The fewest turns in which that share of all games is over.
    pub(crate) fn length_of(&self, share: f64) -> u32 {
        let mut games = 0;
        for (turns, count) in &self.lengths {
            games += count;
            if games as f64 >= share * self.games as f64 {
                return *turns;
            }
        }
        self.longest
    }

    /// Something of all games together, for each game.
    pub(crate) fn mean(&self, sum: u64) -> f64 {
        if self.games == 0 { 0.0 } else { sum as f64 / self.games as f64 }
    }
}

fn add_each(mine: &mut Vec<u64>, theirs: &[u64]) {
    if mine.len() < theirs.len() {
        mine.resize(theirs.len(), 0);
    }
    mine.iter_mut().zip(theirs).for_each(|(sum, more)| *sum += more);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no() -> RefusedOrder {
        RefusedOrder { action: None, title: "no order".into(), reason: "no".into() }
    }

    fn end(winner: Option<u16>, is_over: bool, turns: u32) -> GameEnd {
        let why = is_over.then(|| "tired".into());
        let (winner, standing) = (winner.map(SideId), vec![1, 2]);
        GameEnd { winner, why, turns, lead_changes: 1, standing, refused: vec![no()], stalled: None }
    }

    #[test]
    fn games_add_up_in_any_order() {
        let ends = [end(Some(1), true, 4), end(None, true, 9), end(None, false, 30), end(Some(0), true, 2)];
        let all = ends.iter().fold(Tally::default(), Tally::with);
        let wanted = Tally {
            games: 4,
            wins: vec![1, 1],
            draws: 1,
            unfinished: 1,
            turns: 45,
            shortest: Some(2),
            longest: 30,
            standing: vec![4, 8],
            lengths: [(4, 1), (9, 1), (30, 1), (2, 1)].into(),
            lead_changes: 4,
            whys: [(Some(1), 1), (None, 1), (Some(0), 1)]
                .map(|(winner, count)| (EndReason { winner, why: "tired".into() }, count))
                .into(),
            refused: BTreeMap::from([(no(), 4)]),
        };
        assert_eq!(all, wanted);
        let halves = [&ends[2..], &ends[..2]].map(|half| half.iter().fold(Tally::default(), Tally::with));
        assert_eq!(halves[0].clone().and(&halves[1]), wanted);
        assert_eq!([0.0, 0.5, 0.51, 1.0].map(|share| wanted.length_of(share)), [2, 4, 9, 30]);
        let stored = serde_json::to_string(&wanted).expect("plain data");
        assert_eq!(serde_json::from_str::<Tally>(&stored).expect("what was written"), wanted);
    }

    #[test]
    fn counts_that_contradict_the_odds() {
        let tally = Tally { games: 10_000, ..Tally::default() };
        for (count, odds, expected, why) in [
            (5_100, 0.5, false, "two standard deviations happen"),
            (5_300, 0.5, true, "six do not"),
            (2, 0.0, false, "too few to tell"),
            (50, 0.0, true, "what never happens has happened"),
            (9_950, 1.0, true, "what always happens has not"),
        ] {
            assert_eq!(tally.contradicts(count, odds), expected, "{why}");
        }
        assert!(!Tally::default().contradicts(0, 0.5), "no game, no contradiction");
    }

    #[test]
    fn intervals_are_those_of_wilson() {
        let tally = Tally { games: 10, ..Tally::default() };
        let Interval { share, low, high } = tally.share(2);
        assert_eq!(format!("{share:.4} {low:.4} {high:.4}"), "0.2000 0.0567 0.5098");
        let none = tally.share(0);
        assert_eq!(format!("{:.4} {:.4}", none.low, none.high), "0.0000 0.2775");
        assert_eq!(Tally::default().share(0), Interval { share: 0.0, low: 0.0, high: 1.0 });
    }
}
