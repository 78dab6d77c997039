//! What is put off to the end of the moment: recorded now, done when everybody has acted.
//!
//! A moment is an order that is performed outside of any other, or all orders that are performed together. What was put
//! off in it is done when it ends and has been joined, one after another in the order recorded, each seeing what those
//! before it did; what these put off comes behind them. A script of a phase is no moment: what it puts off itself is
//! done when the next moment ends, and at the latest with the script.

use super::Play;
use super::error::{PlayError, Trouble};
use super::order::Order;
use crate::event::Change;
use std::sync::Arc;

/// How much may be done at the end of one moment.
const MOST_LATER: usize = 1000;

impl Play {
    /// Puts off what an order does to the end of the moment. Then it is done whatever has become of its figure:
    /// nothing is required of it and it costs nothing, for it is what an action already done leads to.
    pub fn put_off(&mut self, order: &Arc<Order>) -> Result<(), PlayError> {
        self.emit(Change::PutOff(self.with_assumed(order)))
    }

    /// Does something as a moment of its own, unless it is part of one.
    pub(super) fn in_moment<T>(&mut self, act: impl FnOnce(&mut Play) -> Result<T, PlayError>) -> Result<T, PlayError> {
        if self.moments > 0 {
            return act(self);
        }
        self.moments += 1;
        let done = act(self);
        self.moments -= 1;
        let done = done?;
        self.settle(0)?;
        Ok(done)
    }

    /// Does what was put off, but for the first so many: they wait for a moment around this one.
    pub(super) fn settle(&mut self, waiting: usize) -> Result<(), PlayError> {
        let mut left = MOST_LATER;
        while let Some(order) = self.state.later.get(waiting).cloned() {
            left = left.checked_sub(1).ok_or(Trouble::TooDeep { most: MOST_LATER })?;
            self.emit(Change::TakenUp { figure: order.actor, action: order.action, nth: waiting as u16 })?;
            let book = self.rules.book.clone();
            let action = &book.actions[order.action.index()];
            self.moments += 1;
            let done = self.carrying(action, &order, |play| play.do_action(action, &order));
            self.moments -= 1;
            done?;
        }
        Ok(())
    }
}
