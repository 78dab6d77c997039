//! A game played on from a moment many times: how often each side wins from there.

use super::end::{GameEnd, Lead};
use super::error::SimError;
use super::tally::Tally;
use crate::dice::{Seeded, SeededState};
use crate::event::Order;
use crate::play::{Controller, Decision, DecisionRequest, Kit, Play, Progress, Rules};
use crate::script::Engine;
use crate::state::State;
use crate::value::{FigureId, ScenarioId};
use rayon::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A moment from which a game is played on.
#[derive(Clone, Debug)]
pub(crate) struct OnwardMoment {
    pub state: State,
    pub progress: Progress,
    /// The dice that fell from that state on until so many questions had been put: then is the moment. None if the moment
    /// is the state itself.
    pub known_dice: Option<(SeededState, usize)>,
    /// What is ordered at that moment instead of what the script says.
    pub ordered: Option<Arc<Order>>,
}

impl OnwardMoment {
    /// As a turn begins.
    pub(crate) fn between_turns(state: &State) -> OnwardMoment {
        OnwardMoment { state: state.clone(), progress: Progress::after(state.turn), known_dice: None, ordered: None }
    }
}

/// Other dice from a question on.
struct OtherDice {
    dice: Rc<RefCell<Seeded>>,
    later: Option<Seeded>,
    /// Questions until then.
    left: usize,
    /// What is ordered then.
    ordered: Option<Arc<Order>>,
}

impl Controller for OtherDice {
    fn answer(&mut self, _: &Play, _: FigureId, _: &DecisionRequest<'_>) -> Decision {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => {
                if let Some(later) = self.later.take() {
                    self.dice.replace(later);
                }
                if let Some(order) = self.ordered.take() {
                    return Decision::Order(Some(order));
                }
            }
        }
        Decision::Script
    }
}

/// A game to be played on by the scripts of both sides.
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
    pub(crate) fn play(&self, moments: &[OnwardMoment]) -> Result<Vec<Tally>, SimError> {
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
        from: &OnwardMoment,
        game: u64,
    ) -> Result<GameEnd, SimError> {
        let engine = match worker {
            Some(engine) => engine.clone(),
            None => worker.insert(self.kit.engine().map_err(|error| SimError::Engine(Box::new(error)))?).clone(),
        };
        let later = Seeded::new(self.seed, game);
        let first = from.known_dice.map_or_else(|| later.clone(), |(begun, _)| Seeded::restored(begun));
        let dice = Rc::new(RefCell::new(first));
        let mut play = Play::resume(rules.clone(), from.state.clone(), self.scenario, engine, Box::new(dice.clone()));
        play.go_on_from(from.progress);
        if let Some((_, left)) = from.known_dice {
            play.ask_first(Box::new(OtherDice { dice, later: Some(later), left, ordered: from.ordered.clone() }));
        }
        let limit = self.kit.book.scenarios[self.scenario.index()].limit;
        let mut lead = Lead::at(play.state());
        while play.state().outcome.is_none() && play.state().turn < limit {
            play.turn().play_turn().map_err(|error| SimError::Game(game, Box::new(error)))?;
            lead.look(play.state());
        }
        Ok(GameEnd::of(&play, &lead))
    }
}
