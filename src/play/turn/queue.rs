//! Who acts next within a phase: the keys and orders of play in the queue of the turn.

use super::asked;
use crate::event::Order;
use crate::event::{Change, Holder};
use crate::play::{Play, PlayError};
use crate::rulebook::{Equals, PhaseOrder};
use crate::turn::{Direction, Queue, QueueEntry, TurnSlot};
use crate::value::{FigureId, Number, PhaseId};
use std::sync::Arc;

/// Whose time has come, and for what.
#[derive(Clone, Debug)]
pub(super) enum Due {
    /// To be asked for orders.
    Asked(FigureId),
    /// To do what it has declared.
    Declared(Arc<Order>),
    /// To do again what it has done.
    Again(Arc<Order>),
}

impl Due {
    fn of(entry: QueueEntry<Arc<Order>>) -> Due {
        match entry.order {
            None => Due::Asked(entry.figure),
            Some(order) if entry.is_repeat => Due::Again(order),
            Some(order) => Due::Declared(order),
        }
    }
}

/// The figures and orders still to come in a phase.
#[derive(Clone, Debug)]
pub(in crate::play) struct PhaseQueue {
    phase: PhaseId,
    line: Queue<Arc<Order>>,
}

impl PhaseQueue {
    /// All figures that the phase asks.
    pub(super) fn of_figures(play: &Play, phase: PhaseId) -> Result<PhaseQueue, PlayError> {
        let mut line = Queue::new(direction(play, phase));
        for figure in asked(play, phase) {
            line.join(figure, slot(play, phase, figure, None)?, None)?;
        }
        Ok(PhaseQueue { phase, line })
    }

    /// Orders that were declared, in the order of the phase.
    pub(super) fn of_orders(play: &Play, phase: PhaseId, mut orders: Vec<Arc<Order>>) -> Result<PhaseQueue, PlayError> {
        if matches!(play.rules().book.turn.phases[phase.index()].order, PhaseOrder::BySide) {
            let placed = asked(play, phase);
            orders.sort_by_key(|order| placed.iter().position(|figure| *figure == order.actor));
        }
        let mut line = Queue::new(direction(play, phase));
        for order in orders {
            line.join(order.actor, slot(play, phase, order.actor, Some(&order))?, Some(order))?;
        }
        Ok(PhaseQueue { phase, line })
    }

    /// The one who acts next; none if all have.
    pub(super) fn next(&mut self, play: &Play) -> Result<Vec<Due>, PlayError> {
        self.refresh(play)?;
        Ok(self.line.pop().map(Due::of).into_iter().collect())
    }

    /// Those who act next at one moment.
    pub(super) fn next_group(&mut self, play: &Play) -> Result<Vec<Due>, PlayError> {
        self.refresh(play)?;
        Ok(self.line.pop_group().into_iter().map(Due::of).collect())
    }

    fn refresh(&mut self, play: &Play) -> Result<(), PlayError> {
        let phase = self.phase;
        match play.rules().book.turn.phases[phase.index()].order {
            PhaseOrder::ByValue { frozen: false, .. } => {
                self.line.rekey(|figure, order| slot(play, phase, figure, order.map(|order| &**order)))
            }
            _ => Ok(()),
        }
    }

    /// Queues an order to be performed again that many steps after the key with which its figure came up.
    pub(super) fn again(&mut self, play: &mut Play, order: &Arc<Order>, steps: Number) -> Result<(), PlayError> {
        let order = &play.with_assumed(order);
        let figure = order.actor;
        let slot = match self.line.slot_of(figure) {
            Some(slot) => slot,
            None => slot(play, self.phase, figure, Some(order))?,
        };
        let key = self.line.again(figure, slot, steps, order.clone())?;
        if play.is_heard() {
            play.emit(Change::Again { figure, action: order.action, key })?;
        }
        Ok(())
    }
}

fn direction(play: &Play, phase: PhaseId) -> Direction {
    match &play.rules().book.turn.phases[phase.index()].order {
        PhaseOrder::ByValue { ranking, .. } => ranking.direction,
        _ => Direction::Ascending,
    }
}

/// When a figure acts, or an order is performed, in a phase.
fn slot(play: &Play, phase: PhaseId, figure: FigureId, order: Option<&Order>) -> Result<TurnSlot, PlayError> {
    let book = &play.rules().book;
    let PhaseOrder::ByValue { ranking, ties, .. } = &book.turn.phases[phase.index()].order else {
        return Ok(TurnSlot::default());
    };
    let frame = order.map_or_else(|| play.frame(), |order| play.frame_of(&book.actions[order.action.index()], order));
    let number = |expr| play.view().number_for(expr, Holder::Figure(figure), &frame);
    let tie = if let Equals::ByValue(ties) = ties { number(ties)? } else { Number::ZERO };
    Ok(TurnSlot { key: number(&ranking.by)?, tie })
}
