//! The states of the Markov chain of a fight, and the ways between them.

use super::super::ways::{self, EveryWay};
use super::{MOST_IN_A_STAGE, Size};
use crate::dice::{DiceError, Exhaustive, Odds, Shares};
use crate::play::{Kit, Play, PlayError, Precision, Progress, Rules, Trouble};
use crate::script::Engine;
use crate::state::{GameOutcome, State};
use crate::turn::Stage;
use crate::value::ScenarioId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Stages without dice that pass before a state is looked at again.
const MOST_QUIET: usize = 64;

/// Where a way leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Successor {
    /// To another state.
    Node(usize),
    /// To the victory of a side.
    Won(usize),
    /// To a draw.
    Drawn,
    /// To the limit of turns.
    Unfinished,
}

/// The ways out of a state with their odds, which sum to one.
pub(super) type Ways = Vec<(Successor, Odds)>;

/// A state that was found.
pub(super) struct FightState {
    /// Where one comes from it.
    pub ways: Ways,
    /// Whether it is the end of a turn.
    pub ends_turn: bool,
}

/// All states of a fight, the first is its beginning.
pub(super) struct Graph {
    pub nodes: Vec<FightState>,
    pub sides: usize,
    /// Whether states of different turns are different ones.
    pub counts_turns: bool,
    pub ways: u64,
}

/// A state to be gone on from, with everything in which it can differ from others.
#[derive(PartialEq, Eq, Hash)]
struct OpenState {
    state: State,
    progress: Progress,
    ends_turn: bool,
}

struct Explorer<'a> {
    rules: Arc<Rules>,
    engine: Rc<Engine<Play>>,
    scenario: ScenarioId,
    counts_turns: bool,
    limit: u32,
    size: &'a Size,
    known: HashMap<Rc<OpenState>, usize>,
    waiting: Vec<Rc<OpenState>>,
    ways: u64,
    looks: Rc<RefCell<Precision>>,
    rolls: u64,
    steps: u64,
}

impl Graph {
    /// Follows everything that can happen from the beginning of a scenario, or from where it stands. Equal states of different turns are one,
    /// unless somebody asks for the number of the turn on any of the ways: then all is followed anew, turn by turn.
    /// When it is too much, or stopped, what was found by then comes with the reason.
    pub(super) fn explore(
        kit: &Kit,
        scenario: ScenarioId,
        from: Option<(&State, Progress)>,
        size: &Size,
    ) -> Result<(Graph, Option<PlayError>), PlayError> {
        let rules = kit.rules_of(scenario);
        let engine = kit.engine().map_err(|error| PlayError::Script(Box::new(error)))?;
        let rule = &kit.book.scenarios[scenario.index()];
        let (begin, progress) = match from {
            Some((state, progress)) => (state.clone(), progress),
            None => (crate::state::of_scenario(&rules, rule)?, Progress::default()),
        };
        let looks = Rc::new(RefCell::new(Precision::default()));
        loop {
            let counts_turns = looks.borrow().at_turn();
            let explorer = Explorer {
                rules: rules.clone(),
                engine: engine.clone(),
                scenario,
                counts_turns,
                limit: rule.limit,
                size,
                known: HashMap::new(),
                waiting: Vec::new(),
                ways: 0,
                looks: looks.clone(),
                rolls: 0,
                steps: 0,
            };
            let found = explorer.explore(begin.clone(), progress);
            if looks.borrow().at_turn() == counts_turns {
                return found;
            }
            if let Ok((graph, Some(why))) = found
                && size.cancel.is_asked()
            {
                // States of different turns were taken for one, so nothing of them is certain.
                return Ok((Graph { nodes: Vec::new(), ..graph }, Some(why)));
            }
        }
    }

    /// The limit of turns where turns are told from one another only by counting them.
    pub(super) fn counted(&self, limit: u32) -> u32 {
        if self.counts_turns { u32::MAX } else { limit }
    }
}

/// Goes every way out of a state.
struct StateWalker<'e, 'a> {
    explorer: &'e mut Explorer<'a>,
    at: usize,
}

impl EveryWay for StateWalker<'_, '_> {
    type End = Successor;
    /// Where the ways lead, and how many rolls were made on them.
    type Found = (Shares<Successor>, u64);

    fn source(&self) -> Exhaustive {
        let left = self.explorer.size.ways.saturating_sub(self.explorer.ways).max(1);
        Exhaustive::new(left).at_most_deep(MOST_IN_A_STAGE)
    }

    fn go(&mut self, source: &Rc<RefCell<Exhaustive>>) -> Result<Successor, PlayError> {
        let most = self.explorer.size.steps;
        let explorer = &mut *self.explorer;
        explorer.size.cancel.check()?;
        let goal = explorer.go(self.at, source);
        if explorer.steps > most {
            let when = format!("after {} of its states", self.at);
            return Err(Trouble::TooManySteps { most, when }.into());
        }
        goal
    }

    fn count(&mut self, found: &mut Self::Found, end: Successor, source: &Exhaustive) -> Result<(), PlayError> {
        let (shares, rolls) = found;
        *rolls += source.depth() as u64;
        if self.explorer.rolls + *rolls > self.explorer.size.rolls {
            return Err(DiceError::TooManyRolls { budget: self.explorer.size.rolls }.into());
        }
        shares.add(end, &source.weight());
        Ok(())
    }
}

impl Explorer<'_> {
    /// Everything from a state; not to be believed once the turn is looked at which was not counted.
    fn explore(mut self, begin: State, progress: Progress) -> Result<(Graph, Option<PlayError>), PlayError> {
        let sides = begin.sides.len();
        self.node(begin, progress, false)?;
        let (mut nodes, mut stopped) = (Vec::new(), None);
        while nodes.len() < self.waiting.len() && self.counts_turns == self.looks.borrow().at_turn() {
            let at = nodes.len();
            let ways = match self.follow(at) {
                Ok(ways) => ways,
                Err(why) if why.is_too_much() || self.size.cancel.is_asked() => {
                    stopped = Some(why);
                    break;
                }
                Err(why) => return Err(why),
            };
            self.size.cancel.count(1);
            nodes.push(FightState { ways, ends_turn: self.waiting[at].ends_turn });
        }
        Ok((Graph { nodes, sides, counts_turns: self.counts_turns, ways: self.ways }, stopped))
    }

    /// The number of a state, which is found for the first time or again.
    fn node(&mut self, mut state: State, mut progress: Progress, ends_turn: bool) -> Result<usize, PlayError> {
        if !self.counts_turns {
            state = state.uncounted();
            progress.course.turn = 0;
        }
        let waiting = Rc::new(OpenState { state, progress, ends_turn });
        if let Some(at) = self.known.get(&waiting) {
            return Ok(*at);
        }
        if self.waiting.len() >= self.size.states {
            return Err(DiceError::TooManyBranches { budget: self.size.states as u64 }.into());
        }
        let at = self.waiting.len();
        self.known.insert(waiting.clone(), at);
        self.waiting.push(waiting);
        Ok(at)
    }

    /// Every way out of a state.
    fn follow(&mut self, at: usize) -> Result<Ways, PlayError> {
        let looks = self.looks.clone();
        let ((shares, rolls), runs) = ways::follow(&mut StateWalker { explorer: self, at }, &looks).whole()?;
        self.rolls += rolls;
        self.ways += runs;
        Ok(shares.odds().collect())
    }

    /// One way out of a state: to the end of the stage in which dice were rolled first, of the turn, or of the fight.
    fn go(&mut self, at: usize, source: &Rc<RefCell<Exhaustive>>) -> Result<Successor, PlayError> {
        let OpenState { state, progress, .. } = &*self.waiting[at];
        let (engine, chance) = (self.engine.clone(), Box::new(source.clone()));
        let mut play = Play::resume(self.rules.clone(), state.clone(), self.scenario, engine, chance);
        play.go_on_from(*progress);
        play.look_with(&self.looks);
        play.allow_steps(self.size.steps.saturating_sub(self.steps));
        let goal = self.pass(&mut play, source);
        self.steps += play.steps_taken();
        if play.has_asked_turn() {
            self.looks.borrow_mut().note_turn();
        }
        goal
    }

    fn pass(&mut self, play: &mut Play, source: &Rc<RefCell<Exhaustive>>) -> Result<Successor, PlayError> {
        play.turn().begin()?;
        let mut ends_turn = false;
        for _ in 0..MOST_QUIET {
            if let Some(outcome) = &play.state().outcome {
                return Ok(Self::end(outcome));
            }
            ends_turn = matches!(play.turn().advance()?, Stage::TurnEnds(_));
            if ends_turn || source.borrow().is_forked() {
                break;
            }
        }
        if let Some(outcome) = &play.state().outcome {
            return Ok(Self::end(outcome));
        }
        if self.counts_turns && ends_turn && play.state().turn >= self.limit {
            return Ok(Successor::Unfinished);
        }
        let (state, progress) = (play.state().clone(), play.progress());
        Ok(Successor::Node(self.node(state, progress, ends_turn)?))
    }

    fn end(outcome: &GameOutcome) -> Successor {
        outcome.winner.map_or(Successor::Drawn, |side| Successor::Won(side.index()))
    }
}
