//! What is assumed of an order whose check comes only later in the turn: it waits for the order that rolls this check.

use super::{Order, Orders};
use crate::event::Change;
use crate::play::{Play, PlayError};
use crate::value::{CheckId, FactId, Value};
use std::sync::Arc;

impl Orders<'_> {
    /// Does what an order says; if its check was not rolled by that, what is assumed of it goes on to whatever order of
    /// this figure rolls it in this turn.
    pub(super) fn done_or_pending(
        &mut self,
        order: &Arc<Order>,
        check: Option<CheckId>,
        work: impl FnOnce(&mut Play) -> Result<(), PlayError>,
    ) -> Result<(), PlayError> {
        let awaited = check.filter(|_| !order.assumed.is_empty());
        let outer = std::mem::replace(&mut self.play.awaited, awaited);
        let done = work(self.play);
        let awaited = std::mem::replace(&mut self.play.awaited, outer);
        done?;
        match awaited {
            Some(_) if !self.play.state().pending.contains(order) => self.play.emit(Change::Pending(order.clone())),
            _ => Ok(()),
        }
    }
}

impl Play {
    /// Notes that a check was rolled: the order that it belongs to waits for it no longer.
    pub(in crate::play) fn note_rolled(&mut self, check: CheckId) {
        self.awaited = self.awaited.filter(|awaited| *awaited != check);
    }

    /// What waits for the check of an order: what was assumed of one of the same figure, against the same others.
    pub(super) fn pending_for(&self, order: &Order) -> Vec<(FactId, Value)> {
        let book = &self.rules().book;
        let check_of = |order: &Order| book.actions[order.action.index()].check;
        let goes_on = |before: &&Arc<Order>| {
            let alike = |(fact, value): &(FactId, Value)| {
                let other = order.facts.iter().find(|(other, _)| other == fact);
                !book.facts[fact.index()].is_role() || other.is_none_or(|(_, other)| other == value)
            };
            let is_same_deed =
                before.actor == order.actor && check_of(before).is_some_and(|own| check_of(order) == Some(own));
            is_same_deed && before.facts.iter().all(alike)
        };
        let assumed = self.state().pending.iter().filter(goes_on).flat_map(|before| &before.assumed);
        let is_new =
            |(fact, _): &&(FactId, Value)| order.facts.iter().chain(&order.assumed).all(|(stated, _)| stated != fact);
        assumed.filter(is_new).cloned().collect()
    }
}
