//! The turn: phases in order, clocks ticked, the end noticed.

mod course;
mod phase;
mod queue;

pub(super) use course::Course;
pub use course::Progress;
pub(crate) use phase::orders_of;

use super::{Play, PlayError, SCENARIO_START};
use crate::dice::Cancel;
use crate::event::{Change, Holder};
use crate::rulebook::Recurring;
use crate::state::GameOutcome;
use crate::turn::{Stage, TurnCursor, in_order};
use crate::value::ClockEnd;
use crate::value::{FigureId, PhaseId, SideId};

/// Plays the turn of a game.
pub struct TurnDriver<'p> {
    pub(in crate::play) play: &'p mut Play,
}

impl TurnDriver<'_> {
    /// Plays until the game ends or its limit of turns is reached.
    ///
    /// # Errors
    /// When a rule or script fails; everything before that is in the log and in the state.
    pub fn run(&mut self, limit: u32, cancel: &Cancel) -> Result<(), PlayError> {
        self.begin()?;
        while self.play.state().outcome.is_none() && self.play.state().turn < limit {
            cancel.check()?;
            self.play_turn()?;
            cancel.count(1);
        }
        if self.play.state().outcome.is_none() {
            self.play.emit(Change::LimitReached { limit: "turns".into(), at: u64::from(limit) })?;
        }
        Ok(())
    }

    /// Does what the scenario says for its start, once.
    pub fn begin(&mut self) -> Result<(), PlayError> {
        if self.play.course.begin() {
            return Ok(());
        }
        let book = self.play.rules().book.clone();
        let Some(id) = self.play.scenario else { return Ok(()) };
        let scenario = &book.scenarios[id.index()];
        if !scenario.does.is_empty() {
            self.play.lines().do_start(scenario)?;
        }
        match scenario.start {
            Some(script) => self.play.run_play_script(script, &SCENARIO_START),
            None => Ok(()),
        }
    }

    /// Plays one whole turn, or what is left of one.
    pub fn play_turn(&mut self) -> Result<(), PlayError> {
        while !matches!(self.advance()?, Stage::TurnEnds(_)) {}
        Ok(())
    }

    /// Plays the next stage: the beginning of a turn, a phase, the end of a turn.
    pub fn advance(&mut self) -> Result<Stage, PlayError> {
        let rules = self.play.rules().clone();
        let sides = self.play.state().side_order.clone();
        let stage = self.play.course.advance(&rules.plan, &sides);
        match stage {
            Stage::TurnBegins(_) => self.begin_turn()?,
            Stage::Phase(phase, side) => {
                self.let_act(side)?;
                self.play_phase(phase)?;
            }
            Stage::TurnEnds(_) => {
                self.let_act(None)?;
                self.end_turn()?;
            }
        }
        Ok(stage)
    }

    fn let_act(&mut self, side: Option<SideId>) -> Result<(), PlayError> {
        if self.play.state().acting_side == side || self.play.state().outcome.is_some() {
            return Ok(());
        }
        self.play.emit(Change::SideActs { side })?;
        if side.is_some() { self.play.reset(Recurring::Round) } else { Ok(()) }
    }

    fn begin_turn(&mut self) -> Result<(), PlayError> {
        self.play.emit(Change::TurnBegan)?;
        let order = self.side_order()?;
        if order != self.play.state().side_order {
            self.play.emit(Change::SidesLined { sides: order })?;
        }
        self.play.reset(Recurring::Turn)
    }

    fn end_turn(&mut self) -> Result<(), PlayError> {
        if self.play.state().outcome.is_some() {
            return Ok(());
        }
        self.play.tick_conditions(ClockEnd::Turn)?;
        self.play.tick_areas(ClockEnd::Turn)?;
        self.play.age_ties()?;
        let stream_at = self.play.chance().position();
        self.play.emit(Change::TurnEnded { stream_at })?;
        self.judge_end()
    }

    /// Plays one phase: its script, then the orders of its figures.
    pub fn play_phase(&mut self, id: PhaseId) -> Result<(), PlayError> {
        if self.play.state().outcome.is_some() {
            return Ok(());
        }
        self.begin_phase(id)?;
        self.perform_phase(id)?;
        if self.play.rules().book.turn.phases[id.index()].asks && self.play.state().outcome.is_none() {
            self.play_orders(id)?;
        }
        self.end_phase(id)?;
        self.judge_end()
    }

    /// Does what a phase says itself: its lines, then its script.
    ///
    /// # Errors
    /// When a rule or script fails.
    pub fn perform_phase(&mut self, id: PhaseId) -> Result<(), PlayError> {
        let book = self.play.rules().book.clone();
        let phase = &book.turn.phases[id.index()];
        if !phase.does.is_empty() {
            self.play.lines().do_phase(phase)?;
            self.refresh_side_order()?;
        }
        if let Some(script) = phase.script {
            self.play.run_play_script(script, &format_args!("phase `{}`", phase.head.name))?;
            self.refresh_side_order()?;
        }
        Ok(())
    }

    fn begin_phase(&mut self, id: PhaseId) -> Result<(), PlayError> {
        self.play.emit(Change::PhaseBegan { phase: id })?;
        self.play.reset(Recurring::Phase)?;
        self.refresh_side_order()
    }

    fn end_phase(&mut self, id: PhaseId) -> Result<(), PlayError> {
        self.play.tick_conditions(ClockEnd::Phase)?;
        self.play.tick_areas(ClockEnd::Phase)?;
        self.play.emit(Change::PhaseEnded { phase: id })
    }

    /// Begins a phase, of a side if it is of its round, without playing it: for whoever gives the orders one by one. The
    /// phase before ends.
    pub fn enter_phase(&mut self, id: PhaseId, side: Option<SideId>) -> Result<(), PlayError> {
        self.leave_phase()?;
        self.let_act(side)?;
        self.begin_phase(id)
    }

    /// Ends the phase that was entered, if one was.
    pub fn leave_phase(&mut self) -> Result<(), PlayError> {
        self.play.state().phase.map_or(Ok(()), |id| self.end_phase(id))
    }

    /// Ends the phase that was entered, if one was, and goes on behind it in the same turn.
    pub fn go_on_behind_phase(&mut self) -> Result<(), PlayError> {
        let Some(id) = self.play.state().phase else { return Ok(()) };
        self.end_phase(id)?;
        let (rules, state) = (self.play.rules().clone(), self.play.state());
        let side = state.side_order.iter().position(|side| Some(*side) == state.acting_side).unwrap_or(0);
        if let Some(course) = TurnCursor::behind(state.turn, &rules.plan, id, side as u32) {
            let begun = self.play.course.progress().begun;
            self.play.course.go_on_from(Progress { begun, course });
        }
        Ok(())
    }

    fn side_order(&self) -> Result<Vec<SideId>, PlayError> {
        let sides: Vec<SideId> = self.play.state().side_ids().collect();
        let Some(ranking) = &self.play.rules().book.turn.side_order else { return Ok(sides) };
        let mut keyed = Vec::with_capacity(sides.len());
        for side in sides {
            keyed.push((side, self.play.view().number_of(&ranking.by, Holder::Side(side))?));
        }
        Ok(in_order(keyed, ranking.direction))
    }

    /// Scripts of the turn may change what sides are ordered by (an initiative roll): the order follows.
    fn refresh_side_order(&mut self) -> Result<(), PlayError> {
        if self.play.rules().book.turn.side_order.is_none() || self.play.state().acting_side.is_some() {
            return Ok(());
        }
        let order = self.side_order()?;
        if order == self.play.state().side_order {
            return Ok(());
        }
        self.play.emit(Change::SidesLined { sides: order })
    }

    /// Ends the game if a victory condition holds.
    pub(super) fn judge_end(&mut self) -> Result<(), PlayError> {
        if self.play.state().outcome.is_some() {
            return Ok(());
        }
        let Some(outcome) = self.outcome_now()? else { return Ok(()) };
        match outcome.winner {
            Some(side) => self.play.emit(Change::Won { side, why: outcome.why }),
            None => self.play.emit(Change::Drawn { why: outcome.why }),
        }
    }

    fn outcome_now(&self) -> Result<Option<GameOutcome>, PlayError> {
        let Some(scenario) = self.play.scenario() else { return Ok(None) };
        for win in &scenario.wins {
            if self.play.view().truth(&win.when)? {
                return Ok(Some(GameOutcome { winner: Some(SideId(win.side as u16)), why: win.label.text.clone() }));
            }
        }
        if !scenario.last_standing {
            return Ok(None);
        }
        let mut standing =
            self.play.state().side_ids().filter(|side| self.play.state().standing(*side).next().is_some());
        Ok(match (standing.next(), standing.next()) {
            (Some(_), Some(_)) => None,
            (Some(side), None) => Some(GameOutcome { winner: Some(side), why: "the last side standing".into() }),
            _ => Some(GameOutcome { winner: None, why: "nobody is left standing".into() }),
        })
    }
}

/// The figures a phase asks, sides in order, figures as placed.
fn asked(play: &Play, id: PhaseId) -> Vec<FigureId> {
    let only = play.rules().book.turn.phases[id.index()].acting_side;
    let asked = |side: &&SideId| !only || play.state().acting_side == Some(**side);
    let sides = play.state().side_order.iter().filter(asked);
    sides.flat_map(|side| play.state().standing(*side)).collect()
}
