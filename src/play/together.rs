//! Orders that happen at one moment: each sees the state before all of them, and what they do is joined at the end.

use super::Play;
use super::error::{PlayError, Trouble};
use super::order::OrderData;
use crate::event::Change;
use std::sync::Arc;

impl Play {
    /// Performs all orders at one moment. Rolls and words come in the order of the orders; what each changes is seen by
    /// the others only at the end, where changes of one track add up.
    ///
    /// # Errors
    /// When a rule or script fails; the state is then that before the moment.
    pub fn perform_together(&mut self, orders: &[Arc<OrderData>]) -> Result<(), PlayError> {
        let before = self.state.clone();
        let outer = self.held_back.replace(Vec::new());
        let mut changes = Vec::new();
        let mut failed = None;
        for order in orders {
            let done = self.perform(order);
            changes.append(&mut self.held_back.replace(Vec::new()).unwrap_or_default());
            self.state = before.clone();
            if let Err(error) = done {
                failed = Some(error);
                break;
            }
        }
        self.held_back = outer;
        match failed {
            Some(error) => Err(error),
            None => changes.into_iter().try_for_each(|change| self.join(change)),
        }
    }

    /// Applies a change that was made on the state before the moment to the state as it has become.
    fn join(&mut self, change: Change) -> Result<(), PlayError> {
        match change {
            Change::TrackChanged { owner, track, symbol, from, to, why, .. } => {
                let amount = to.minus(from).ok_or(Trouble::TooLarge)?;
                self.change_track(owner, track, symbol, amount, why).map(|_| ())
            }
            Change::ConditionGained { figure, condition, .. } if self.state.has_condition(figure, condition) => Ok(()),
            Change::ConditionLost { figure, condition, .. } if !self.state.has_condition(figure, condition) => Ok(()),
            Change::Removed { figure } if self.state.figure(figure).removed => Ok(()),
            Change::Won { .. } | Change::Drawn { .. } if self.state.outcome.is_some() => Ok(()),
            other => self.emit(other),
        }
    }
}
