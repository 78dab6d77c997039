//! A game played on from a moment many times: how often each side wins from there.

use super::end::{GameEnd, Lead};
use super::error::SimError;
use super::tally::Tally;
use crate::dice::Seeded;
use crate::play::{Kit, Play, Progress, Rules};
use crate::script::Engine;
use crate::state::State;
use crate::value::ScenarioId;
use rayon::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

/// A game between two turns, to be played on by the scripts of both sides.
#[derive(Clone, Debug)]
pub(crate) struct Onward {
    /// The rules and their scripts.
    pub kit: Kit,
    /// What is played.
    pub scenario: ScenarioId,
    /// Where the dice begin; game *n* uses stream *n*.
    pub seed: u64,
    /// How many games from each moment.
    pub games: u64,
}

impl Onward {
    /// How the games from each of these moments end.
    pub(crate) fn play(&self, moments: &[State]) -> Result<Vec<Tally>, SimError> {
        let rules = self.kit.rules_of(self.scenario);
        let all: Vec<(usize, u64)> =
            (0..moments.len()).flat_map(|at| (0..self.games).map(move |game| (at, game))).collect();
        let one = |worker: &mut Option<Rc<Engine<Play>>>, (at, game): &(usize, u64)| {
            self.one(&rules, worker, &moments[*at], *game).map(|end| (*at, end))
        };
        let ends: Result<Vec<(usize, GameEnd)>, SimError> =
            all.par_iter().with_min_len(50).map_init(|| None, one).collect();
        let mut tallies = vec![Tally::default(); moments.len()];
        for (at, end) in ends? {
            tallies[at] = std::mem::take(&mut tallies[at]).with(&end);
        }
        Ok(tallies)
    }

    fn one(
        &self,
        rules: &Arc<Rules>,
        worker: &mut Option<Rc<Engine<Play>>>,
        from: &State,
        game: u64,
    ) -> Result<GameEnd, SimError> {
        let engine = match worker {
            Some(engine) => engine.clone(),
            None => worker.insert(self.kit.engine().map_err(|error| SimError::Engine(Box::new(error)))?).clone(),
        };
        let chance = Box::new(Seeded::new(self.seed, game));
        let mut play = Play::resume(rules.clone(), from.clone(), self.scenario, engine, chance);
        play.go_on_from(Progress::after(from.turn));
        let limit = self.kit.book.scenarios[self.scenario.index()].limit;
        let mut lead = Lead::at(play.state());
        while play.state().outcome.is_none() && play.state().turn < limit {
            play.turn().play_turn().map_err(|error| SimError::Game(game, Box::new(error)))?;
            lead.look(play.state());
        }
        Ok(GameEnd::of(&play, &lead))
    }
}
