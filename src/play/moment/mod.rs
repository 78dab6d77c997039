//! What is put off to the end of the moment: recorded now, done when everybody has acted.
//!
//! A moment is an order that is performed outside of any other, or all orders that are performed together. What was put
//! off in it is done when it ends and has been joined, one after another in the order recorded, each seeing what those
//! before it did; what these put off comes behind them. A script of a phase is no moment: what it puts off itself is
//! done when the next moment ends, and at the latest with the script.

mod simultaneous;

pub(super) use simultaneous::{Deferred, Late};

use super::order::Order;
use super::{Play, PlayError, Trouble};
use crate::event::Change;
use std::sync::Arc;

/// How much may be done at the end of one moment.
const MOST_LATER: usize = 1000;

/// Begins and ends what counts as one moment.
pub(in crate::play) struct Moments<'p> {
    pub(in crate::play) play: &'p mut Play,
}

impl Moments<'_> {
    /// Puts off what an order does to the end of the moment. Then it is done whatever has become of its figure:
    /// nothing is required of it and it costs nothing, for it is what an action already done leads to.
    pub(super) fn put_off(&mut self, order: &Arc<Order>) -> Result<(), PlayError> {
        self.play.emit(Change::PutOff(self.play.with_assumed(order)))
    }

    /// Does something as a moment of its own, unless it is part of one.
    pub(in crate::play) fn in_moment<T>(
        &mut self,
        act: impl FnOnce(&mut Play) -> Result<T, PlayError>,
    ) -> Result<T, PlayError> {
        if self.play.moments > 0 {
            return act(self.play);
        }
        self.play.moments += 1;
        let done = act(self.play);
        self.play.moments -= 1;
        let done = done?;
        self.settle(0)?;
        Ok(done)
    }

    /// Does what was put off, but for the first so many: they wait for a moment around this one.
    pub(in crate::play) fn settle(&mut self, waiting: usize) -> Result<(), PlayError> {
        let mut left = MOST_LATER;
        while let Some(order) = self.play.state().later.get(waiting).cloned() {
            left = left.checked_sub(1).ok_or(Trouble::TooDeep { most: MOST_LATER })?;
            self.play.emit(Change::TakenUp { figure: order.actor, action: order.action, nth: waiting as u16 })?;
            let book = self.play.rules().book.clone();
            let action = &book.actions[order.action.index()];
            self.play.moments += 1;
            let done = self.play.carrying(action, &order, |play| play.lines().do_action(action, &order));
            self.play.moments -= 1;
            done?;
        }
        Ok(())
    }
}
