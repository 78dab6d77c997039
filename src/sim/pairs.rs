//! One scenario under two rulebooks, with the same dice, until a sequential test decides which does better by so much.

use super::SimError;
use super::end::GameEnd;
use super::sequential::{PairedScore, SequentialVerdict};
use super::tally::Tally;
use super::trials::Trials;
use crate::play::{Kit, Play};
use crate::script::Engine;
use crate::value::{ScenarioId, SideId};
use std::rc::Rc;

/// Pairs that are played before it is looked at what they show.
const BATCH: u64 = 128;

/// A scenario under two rulebooks.
pub(crate) struct PairedTrials {
    /// The one, and the other.
    pub games: [(Kit, ScenarioId); 2],
    /// Where the dice begin; pair *n* uses stream *n* in both.
    pub seed: u64,
    /// How many pairs at most.
    pub most: u64,
    /// How great a share of games is asked for.
    pub least: f64,
}

/// How they ended.
#[derive(Clone, Debug)]
pub(crate) struct PairedTally {
    /// The games under each.
    pub tallies: [Tally; 2],
    /// By how much the first side does better under the second.
    pub score: PairedScore,
    /// What is decided.
    pub verdict: SequentialVerdict,
}

/// The engines of a thread, once they are made.
type Engines = [Option<Rc<Engine<Play>>>; 2];

impl PairedTrials {
    /// Plays until something is decided, or as many as there may be.
    pub(crate) fn play(&self, done: &dyn Fn(u64)) -> Result<PairedTally, SimError> {
        let trials = self.games.clone().map(|(kit, scenario)| Trials { seed: self.seed, ..Trials::new(kit, scenario) });
        let mut tally = PairedTally {
            tallies: [Tally::default(), Tally::default()],
            score: PairedScore::default(),
            verdict: SequentialVerdict::Open,
        };
        while tally.verdict == SequentialVerdict::Open && tally.score.pairs < self.most {
            let first = tally.score.pairs;
            let batch: Vec<u64> = (first..self.most.min(first + BATCH)).collect();
            let pair = |engines: &mut Engines, trial: &u64| -> Result<[GameEnd; 2], SimError> {
                let [mine, theirs] = engines;
                Ok([trials[0].game(mine, *trial)?, trials[1].game(theirs, *trial)?])
            };
            for ends in super::on_all_cores(&batch, || [None, None], pair)? {
                let ends = ends?;
                tally.score.add(ends[1].half_points(SideId(0)) - ends[0].half_points(SideId(0)));
                for (tally, end) in tally.tallies.iter_mut().zip(&ends) {
                    *tally = std::mem::take(tally).with(end);
                }
            }
            tally.verdict = tally.score.verdict(self.least);
            done(tally.score.pairs);
        }
        Ok(tally)
    }
}
