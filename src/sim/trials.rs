//! The same scenario played many times on all cores. A worker has a Luau state of its own; nothing is shared but rules.

use super::SimError;
use super::tally::{GameEnd, Tally};
use crate::dice::{Cancel, Seeded};
use crate::play::{Kit, Play, Rules};
use crate::script::Engine;
use crate::value::ScenarioId;
use rayon::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

/// The most games of one simulation.
pub(crate) const MOST_GAMES: u64 = 1_000_000_000;
/// The most threads.
pub(crate) const MOST_JOBS: usize = 256;
/// Games that a worker plays in one go: often enough to share them out evenly, seldom enough that making its Luau
/// state does not matter.
const BATCH: u64 = 256;

/// Many games of one scenario.
#[derive(Clone, Debug)]
pub(crate) struct Trials {
    /// The rules and their scripts.
    pub kit: Kit,
    /// What is played.
    pub scenario: ScenarioId,
    /// Where the dice begin; trial *n* uses stream *n*.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// How many threads; all cores if none.
    pub jobs: Option<usize>,
    /// Who may stop them.
    pub cancel: Cancel,
}

impl Trials {
    /// One game from seed 1 on all cores; the rest is up to the caller.
    pub(crate) fn new(kit: Kit, scenario: ScenarioId) -> Trials {
        Trials { kit, scenario, seed: 1, games: 1, jobs: None, cancel: Cancel::default() }
    }

    /// Plays all of them; or those that were begun before somebody wanted it to stop, which are told from the others by
    /// their number. Of a game that was not over then nothing counts.
    pub(crate) fn play(&self) -> Result<Tally, SimError> {
        let jobs = self.jobs.map_or(0, |jobs| jobs.clamp(1, MOST_JOBS));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
        let pool = pool.map_err(|error| SimError::Threads(error.to_string()))?;
        let rules = self.kit.rules_of(self.scenario);
        let batches = self.games.div_ceil(BATCH);
        let batch = |worker: &mut Option<Rc<Engine<Play>>>, number: u64| {
            let first = number * BATCH;
            let end = self.games.min(first + BATCH);
            self.batch(&rules, worker, first..end)
        };
        let add = |mine: Tally, theirs: Tally| Ok(mine.and(&theirs));
        pool.install(|| (0..batches).into_par_iter().map_init(|| None, batch).try_reduce(Tally::default, add))
    }

    fn batch(
        &self,
        rules: &Arc<Rules>,
        worker: &mut Option<Rc<Engine<Play>>>,
        trials: std::ops::Range<u64>,
    ) -> Result<Tally, SimError> {
        let engine = self.engine(worker)?;
        let mut tally = Tally::default();
        for trial in trials {
            if self.cancel.is_asked() {
                break;
            }
            match self.one(rules, engine.clone(), trial) {
                Ok(end) => tally = tally.with(&end),
                // A script that was stopped in the middle has no other reason to fail.
                Err(_) if self.cancel.is_asked() => break,
                Err(error) => return Err(SimError::Game(trial, Box::new(error))),
            }
            self.cancel.count(1);
        }
        Ok(tally)
    }

    /// The engine of a worker, made with its first game.
    fn engine(&self, worker: &mut Option<Rc<Engine<Play>>>) -> Result<Rc<Engine<Play>>, SimError> {
        Ok(match worker {
            Some(engine) => engine.clone(),
            None => worker.insert(self.kit.engine().map_err(|error| SimError::Engine(Box::new(error)))?).clone(),
        })
    }

    /// Plays one game.
    pub(super) fn game(&self, worker: &mut Option<Rc<Engine<Play>>>, trial: u64) -> Result<GameEnd, SimError> {
        let (rules, engine) = (self.kit.rules_of(self.scenario), self.engine(worker)?);
        self.one(&rules, engine, trial).map_err(|error| SimError::Game(trial, Box::new(error)))
    }

    fn one(&self, rules: &Arc<Rules>, engine: Rc<Engine<Play>>, trial: u64) -> Result<GameEnd, crate::play::PlayError> {
        let chance = Box::new(Seeded::new(self.seed, trial));
        let mut play = Play::of_scenario(rules.clone(), self.scenario, engine, chance)?;
        let limit = self.kit.book.scenarios[self.scenario.index()].limit;
        play.turn().begin()?;
        while play.state().outcome.is_none() && play.state().turn < limit {
            self.cancel.check()?;
            play.turn().play_turn()?;
        }
        let state = play.state();
        Ok(GameEnd {
            winner: state.outcome.as_ref().and_then(|outcome| outcome.winner),
            is_over: state.outcome.is_some(),
            turns: state.turn,
            refused: play.refused().to_vec(),
            standing: state.side_ids().map(|side| state.standing(side).count() as u64).collect(),
        })
    }
}
