//! Orders: what a figure is told to do, whether it may, and that it is done.

mod carried;
mod legal;
mod own_check;
mod pending;

pub(super) use carried::Carried;
pub(in crate::play) use carried::SaidInVain;
pub(crate) use legal::{forbidden, unruly, untimely};
pub(crate) use own_check::set_for_check;

use super::{Play, PlayError};
pub use crate::event::Order;
use crate::event::{Change, Holder, Overruling};
use crate::explain::Refusal;
use crate::state::State;
use crate::value::{ActionId, FigureId, Number, PhaseId, TrackId};
use legal::{costs, unmet};
use std::sync::Arc;

/// An order that a controller gave and the rules refused: the action, if there was one, and the reason.
pub type Refused = (Option<ActionId>, Arc<str>);

impl Play {
    /// Why an order may not be performed now; none if it may.
    pub fn refusal(&self, order: &Order) -> Result<Option<Refusal>, PlayError> {
        self.refusal_in_phase(order, self.state().phase)
    }

    /// Why the order would be refused in this phase; in none, every action may be ordered.
    pub(in crate::play) fn refusal_in_phase(
        &self,
        order: &Order,
        phase: Option<PhaseId>,
    ) -> Result<Option<Refusal>, PlayError> {
        let view = self.view();
        if let Some(refusal) = untimely(&view, order, phase) {
            return Ok(Some(refusal));
        }
        let frame = self.frame_of(&self.rules().book.actions[order.action.index()], order);
        let left = |track: TrackId| {
            let left = self.state().figure(order.actor).tracks[self.rules().layout.track(track, None)];
            self.course.left(order.actor, track, left)
        };
        unruly(&view, order, &frame, left, &mut self.dice.requirements())
    }

    /// Why the order would be refused in another state.
    pub fn refusal_in(&mut self, state: &State, order: &Order) -> Result<Option<Refusal>, PlayError> {
        let own = self.store.swap_state(state.clone());
        let refusal = self.refusal(order);
        self.store.swap_state(own);
        refusal
    }

    /// Why a condition of a figure forbids an action; none if none does.
    pub fn forbidden(&self, figure: FigureId, action: ActionId) -> Option<Refusal> {
        forbidden(&self.rules().book, self.state(), figure, action)
    }

    /// What an order costs.
    pub(super) fn costs_of(&self, order: &Order) -> Result<Vec<(TrackId, Number)>, PlayError> {
        let action = &self.rules().book.actions[order.action.index()];
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
        self.orders().perform(order)
    }

    /// Performs an order whether it may be performed or not; when it fails, nothing is taken back.
    pub(crate) fn perform_anyway(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        self.moments().in_moment(|play| {
            let order = play.with_assumed(order);
            play.orders().carry_out(&order)
        })?;
        Ok(true)
    }

    /// Performs an order even if the rules refuse it, and tells that they do; when it fails, nothing is taken back.
    pub(crate) fn perform_allowed(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        self.deciding.allow(order.clone());
        self.try_perform(order)
    }

    /// Takes what an order costs, and does nothing for it.
    pub(crate) fn pay(&mut self, order: &Order) -> Result<(), PlayError> {
        for (track, cost) in self.costs_of(order)? {
            let cost = cost.negated().unwrap_or(Number::ZERO);
            self.change_track(Holder::Figure(order.actor), track, None, cost, None)?;
        }
        Ok(())
    }

    /// Performs an order if it may be performed now; when it fails, nothing is taken back.
    pub(crate) fn try_perform(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        self.orders().try_perform(order)
    }
}

/// Has orders performed.
pub(in crate::play) struct Orders<'p> {
    pub(in crate::play) play: &'p mut Play,
}

impl Orders<'_> {
    /// Performs an order if it may be performed now; what it did is taken back if it fails.
    pub(in crate::play) fn perform(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        if !self.play.is_told() {
            return self.try_perform(order);
        }
        let (mark, queue, refused) =
            (self.play.store.mark(), self.play.course.queue(), self.play.deciding.refused().len());
        let done = self.try_perform(order);
        if done.is_err() {
            self.play.store.go_back(mark);
            self.play.course.set_queue(queue);
            self.play.deciding.forget_refused(refused);
        }
        done
    }

    /// Performs an order if it may be performed now; when it fails, nothing is taken back.
    fn try_perform(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        let is_allowed = self.play.deciding.take_allowed(order);
        self.play.moments().in_moment(|play| {
            let order = &play.with_assumed(order);
            if let Some(refusal) = play.refusal(order)? {
                if is_allowed {
                    let (figure, reason) = (Some(order.actor), Some(refusal.reason));
                    let ruling = Overruling::Allowed;
                    let (shown, counted) = (Vec::new(), Vec::new());
                    play.emit(Change::Overruled { figure, ruling, shown, counted, reason })?;
                    play.orders().carry_out(order)?;
                    return Ok(true);
                }
                play.orders().refuse(order, refusal)?;
                return Ok(false);
            }
            play.orders().carry_out(order)?;
            Ok(true)
        })
    }

    fn carry_out(&mut self, order: &Arc<Order>) -> Result<(), PlayError> {
        let book = self.play.rules().book.clone();
        let action = &book.actions[order.action.index()];
        let costs = self.play.costs_of(order)?;
        if self.play.is_heard() {
            self.play.emit(Change::Ordered(order.clone()))?;
        }
        self.done_or_pending(order, action.check, |play| {
            play.carrying(action, order, |play| {
                for (track, cost) in costs {
                    let cost = cost.negated().unwrap_or(Number::ZERO);
                    play.change_track(Holder::Figure(order.actor), track, None, cost, None)?;
                }
                play.lines().do_action(action, order)
            })
        })
    }

    /// Tells why an order is not performed.
    pub(in crate::play) fn refuse(&mut self, order: &Order, refusal: Refusal) -> Result<(), PlayError> {
        self.play.deciding.refuse(Some(order.action), refusal.reason.clone());
        self.play.emit(Change::Refused { figure: order.actor, action: Some(order.action), reason: refusal.reason })
    }

    /// Performs again an order whose cost is already paid, unless it may no longer be performed; whether it was.
    pub(in crate::play) fn perform_again(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        let book = self.play.rules().book.clone();
        let action = &book.actions[order.action.index()];
        if self.play.state().figure(order.actor).removed || self.play.forbidden(order.actor, order.action).is_some() {
            return Ok(false);
        }
        if unmet(&self.play.view(), action, &self.play.frame_of(action, order))?.is_some() {
            return Ok(false);
        }
        self.play
            .moments()
            .in_moment(|play| play.carrying(action, order, |play| play.lines().do_action(action, order)))?;
        Ok(true)
    }
}
