//! Pairs of games with the same dice, until a sequential test decides which does better by so much: one scenario under
//! two rulebooks, or two who play it in each other's seats.

use super::SimError;
use super::end::GameEnd;
use super::sequential::{PairedScore, SequentialVerdict};
use super::tally::Tally;
use super::trials::{TrialWorker, Trials};
use crate::value::SideId;

/// Pairs that are played before it is looked at what they show.
const BATCH: u64 = 128;
/// Of games that the second has lost so many are named.
const MOST_LOST: usize = 1000;

/// Games in pairs.
pub(crate) struct PairedTrials {
    /// The scenarios, each in the two ways that are compared; pair *n* plays one of them in turn, with stream *n* in both.
    pub venues: Vec<[Trials; 2]>,
    /// How many pairs at most.
    pub most: u64,
    /// How great a share of games is asked for.
    pub least: f64,
}

/// How they ended.
#[derive(Clone, Debug)]
pub(crate) struct PairedTally {
    /// The games of each venue in each way.
    pub tallies: Vec<[Tally; 2]>,
    /// By how much the first side does better in the second way.
    pub score: PairedScore,
    /// What is decided.
    pub verdict: SequentialVerdict,
    /// Games that somebody lost, the first of them.
    pub lost: Vec<LostGame>,
    /// Games in which the controller of a side ran for too long, by way and side.
    pub stalled: [Vec<u64>; 2],
}

/// A game that the first side lost or won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LostGame {
    /// By its place among the venues.
    pub venue: usize,
    /// In which of the two ways.
    pub way: usize,
    /// Its number.
    pub game: u64,
    /// Who lost: the first side, or the others.
    pub by_first: bool,
}

impl PairedTrials {
    /// Plays until something is decided, the most pairs are played, or it is cancelled.
    pub(crate) fn play(&self, done: &dyn Fn(u64)) -> Result<PairedTally, SimError> {
        let mut tally = PairedTally {
            tallies: vec![[Tally::default(), Tally::default()]; self.venues.len()],
            score: PairedScore::default(),
            verdict: SequentialVerdict::Open,
            lost: Vec::new(),
            stalled: [Vec::new(), Vec::new()],
        };
        let mut next = 0;
        while tally.verdict == SequentialVerdict::Open && next < self.most && !self.is_stopped() {
            let batch: Vec<u64> = (next..self.most.min(next + BATCH)).collect();
            next += batch.len() as u64;
            for (pair, ends) in batch.iter().zip(self.batch(&batch)?) {
                match ends {
                    Ok(ends) => tally.add(self.venue(*pair), *pair, &ends),
                    Err(_) if self.is_stopped() => {}
                    Err(error) => return Err(error),
                }
            }
            tally.verdict = tally.score.verdict(self.least);
            done(tally.score.pairs);
        }
        Ok(tally)
    }

    fn batch(&self, batch: &[u64]) -> Result<Vec<Result<[GameEnd; 2], SimError>>, SimError> {
        // A worker has an engine for each way of each venue.
        let workers = || self.venues.iter().map(|_| [None, None]).collect::<Vec<[TrialWorker; 2]>>();
        let pair = |workers: &mut Vec<[TrialWorker; 2]>, pair: &u64| -> Result<[GameEnd; 2], SimError> {
            let at = self.venue(*pair);
            let ([first, second], [mine, theirs]) = (&self.venues[at], &mut workers[at]);
            Ok([first.game(mine, *pair)?, second.game(theirs, *pair)?])
        };
        let jobs = self.venues.first().and_then(|[trials, _]| trials.jobs);
        super::on_some_cores(jobs, batch, workers, pair)
    }

    /// The venue in which a pair is played.
    fn venue(&self, pair: u64) -> usize {
        (pair % self.venues.len().max(1) as u64) as usize
    }

    fn is_stopped(&self) -> bool {
        self.venues.iter().flatten().any(|trials| trials.cancel.is_asked())
    }
}

impl PairedTally {
    fn add(&mut self, venue: usize, game: u64, ends: &[GameEnd; 2]) {
        let first = SideId(0);
        self.score.add(ends[1].half_points(first) - ends[0].half_points(first));
        for (way, end) in ends.iter().enumerate() {
            self.tallies[venue][way] = std::mem::take(&mut self.tallies[venue][way]).with(end);
            if let (Some(winner), true) = (end.winner, self.lost.len() < MOST_LOST) {
                self.lost.push(LostGame { venue, way, game, by_first: winner != first });
            }
            if let Some(side) = end.stalled {
                let counts = &mut self.stalled[way];
                counts.resize(counts.len().max(side.index() + 1), 0);
                counts[side.index()] += 1;
            }
        }
    }

    /// All games of one way.
    pub(crate) fn way(&self, way: usize) -> Tally {
        self.tallies.iter().fold(Tally::default(), |sum, tallies| sum.and(&tallies[way]))
    }
}
