//! Orders: what a figure is told to do, whether it may, and that it is done.

use super::Play;
use super::error::PlayError;
use super::legal::{costs, forbidden, unmet, unruly, untimely};
use super::queue::PhaseQueue;
pub use crate::event::Order;
use crate::event::{Change, Holder, Log};
use crate::explain::Refusal;
use crate::state::State;
use crate::value::{ActionId, FigureId, Number, TrackId};
use std::sync::Arc;

/// What an order that fails goes back to.
struct Moment {
    state: State,
    queue: Option<PhaseQueue>,
    events: usize,
    held_back: usize,
    refused: usize,
}

/// An order that a controller gave and the rules refused: the action, if there was one, and the reason.
pub type Refused = (Option<ActionId>, Arc<str>);

impl Play {
    /// Why an order may not be performed now; none if it may.
    pub fn refusal(&self, order: &Order) -> Result<Option<Refusal>, PlayError> {
        let view = self.view();
        if let Some(refusal) = untimely(&view, order) {
            return Ok(Some(refusal));
        }
        let frame = self.frame_of(&self.rules.book.actions[order.action.index()], order);
        let left = |track: TrackId| {
            let left = self.state.figure(order.actor).tracks[self.rules.layout.track(track, None)];
            self.declarations.left(order.actor, track, left)
        };
        unruly(&view, order, &frame, left, &mut self.reckoner.borrow_mut())
    }

    /// The same, as if the state were another.
    pub fn refusal_in(&mut self, state: &State, order: &Order) -> Result<Option<Refusal>, PlayError> {
        let own = self.state.replace(state.clone());
        let refusal = self.refusal(order);
        self.state.replace(own);
        refusal
    }

    /// Why a condition of a figure forbids an action; none if none does.
    pub fn forbidden(&self, figure: FigureId, action: ActionId) -> Option<Refusal> {
        forbidden(&self.rules.book, &self.state, figure, action)
    }

    /// What an order costs.
    pub(super) fn costs_of(&self, order: &Order) -> Result<Vec<(TrackId, Number)>, PlayError> {
        let action = &self.rules.book.actions[order.action.index()];
        match action.spends.as_slice() {
            [] => Ok(Vec::new()),
            _ => costs(&self.view(), action, &self.frame_of(action, order)),
        }
    }

    /// Performs an order if it may be performed now; false (and an event that says why) if not.
    ///
    /// # Errors
    /// When a rule or script fails. In a game that is told the state and the log are then as they were before; one
    /// that nobody follows is not worth the copy of the state, because nobody goes on with it.
    pub fn perform(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        if !self.is_told() {
            return self.try_perform(order);
        }
        let before = self.moment();
        let done = self.try_perform(order);
        if done.is_err() {
            self.go_back(before);
        }
        done
    }

    fn moment(&self) -> Moment {
        Moment {
            state: self.state.clone(),
            queue: self.queue.clone(),
            events: self.log.as_ref().map_or(0, Log::len),
            held_back: self.held_back.as_ref().map_or(0, Vec::len),
            refused: self.refused.len(),
        }
    }

    fn go_back(&mut self, moment: Moment) {
        self.state.replace(moment.state);
        self.queue = moment.queue;
        self.refused.truncate(moment.refused);
        if let Some(log) = &mut self.log {
            log.truncate(moment.events);
        }
        if let Some(held_back) = &mut self.held_back {
            held_back.truncate(moment.held_back);
        }
    }

    /// The same; when it fails, nothing is taken back.
    pub(crate) fn try_perform(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        self.in_moment(|play| play.carry_out(order))
    }

    fn carry_out(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        let order = &self.with_assumed(order);
        if let Some(refusal) = self.refusal(order)? {
            self.refuse(order, refusal)?;
            return Ok(false);
        }
        let book = self.rules.book.clone();
        let action = &book.actions[order.action.index()];
        let costs = self.costs_of(order)?;
        if self.is_heard() {
            self.emit(Change::Ordered(order.clone()))?;
        }
        self.carrying(action, order, |play| {
            for (track, cost) in costs {
                let cost = cost.negated().unwrap_or(Number::ZERO);
                play.change_track(Holder::Figure(order.actor), track, None, cost, None)?;
            }
            play.do_action(action, order)
        })?;
        Ok(true)
    }

    /// Tells why an order is not performed.
    pub(super) fn refuse(&mut self, order: &Order, refusal: Refusal) -> Result<(), PlayError> {
        self.refused.push((Some(order.action), refusal.reason.clone()));
        self.emit(Change::Refused { figure: order.actor, action: Some(order.action), reason: refusal.reason })
    }

    /// Performs again an order whose cost is already paid, unless it may no longer be performed; whether it was.
    pub(super) fn perform_again(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        let book = self.rules.book.clone();
        let action = &book.actions[order.action.index()];
        if self.state.figure(order.actor).removed || self.forbidden(order.actor, order.action).is_some() {
            return Ok(false);
        }
        if unmet(&self.view(), action, &self.frame_of(action, order))?.is_some() {
            return Ok(false);
        }
        self.in_moment(|play| play.carrying(action, order, |play| play.do_action(action, order)))?;
        Ok(true)
    }
}
