//! Who is asked next within a phase.

use super::Play;
use super::error::PlayError;
use super::order::OrderData;
use crate::event::Holder;
use crate::rulebook::PhaseOrder;
use crate::value::{FigureId, Number, PhaseId};
use std::cmp::Reverse;
use std::sync::Arc;

/// Entries that wait in a phase: more than any game needs, few enough to end.
pub const MOST_ENTRIES: usize = 10_000;

/// A figure whose turn it is, with the order to be performed again if it is not to be asked.
pub type Due = (FigureId, Option<Arc<OrderData>>);

/// The figures (and repeated orders) still to come in a phase.
#[derive(Clone, Debug)]
pub struct PhaseQueue {
    phase: PhaseId,
    entries: Vec<Entry>,
    served: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    figure: FigureId,
    key: Number,
    tie: Number,
    side: usize,
    order: Option<Arc<OrderData>>,
}

impl Entry {
    /// The order of entries: the high key first, then the tie, the side, and as placed.
    fn rank(&self) -> (Reverse<Number>, Reverse<Number>, usize, FigureId) {
        (Reverse(self.key), Reverse(self.tie), self.side, self.figure)
    }
}

impl PhaseQueue {
    /// All figures that the phase asks.
    pub(super) fn new(play: &Play, phase: PhaseId) -> Result<PhaseQueue, PlayError> {
        let mut entries = Vec::new();
        for figure in play.asked(phase) {
            let side = side_place(play, figure);
            let (key, tie) = keys(play, phase, figure)?;
            entries.push(Entry { figure, key, tie, side, order: None });
        }
        entries.sort_by_key(Entry::rank);
        Ok(PhaseQueue { phase, entries, served: 0 })
    }

    /// The next figure to be asked, or the order to be performed again.
    pub(super) fn next(&mut self, play: &Play) -> Result<Option<Due>, PlayError> {
        if self.is_live(play) {
            self.refresh(play)?;
        }
        if self.entries.is_empty() || self.served >= MOST_ENTRIES {
            return Ok(None);
        }
        self.served += 1;
        let entry = self.entries.remove(0);
        Ok(Some((entry.figure, entry.order)))
    }

    /// Queues an order to be performed again when the figure's key less `steps` comes up.
    pub(super) fn again(&mut self, play: &Play, order: Arc<OrderData>, steps: Number) -> Result<bool, PlayError> {
        if self.entries.len() >= MOST_ENTRIES {
            return Ok(false);
        }
        let (key, tie) = keys(play, self.phase, order.actor)?;
        let Some(key) = key.minus(steps) else { return Ok(false) };
        let side = side_place(play, order.actor);
        self.entries.push(Entry { figure: order.actor, key, tie, side, order: Some(order) });
        self.entries.sort_by_key(Entry::rank);
        Ok(true)
    }

    fn is_live(&self, play: &Play) -> bool {
        matches!(play.rules.book.turn.phases[self.phase.index()].order, PhaseOrder::ByValue { frozen: false, .. })
    }

    fn refresh(&mut self, play: &Play) -> Result<(), PlayError> {
        for entry in self.entries.iter_mut().filter(|entry| entry.order.is_none()) {
            (entry.key, entry.tie) = keys(play, self.phase, entry.figure)?;
        }
        self.entries.sort_by_key(Entry::rank);
        Ok(())
    }
}

fn side_place(play: &Play, figure: FigureId) -> usize {
    let side = play.state.figure(figure).side;
    play.state.side_order.iter().position(|other| *other == side).unwrap_or(usize::MAX)
}

/// The key of a figure, turned so that high comes first, and what decides ties.
fn keys(play: &Play, phase: PhaseId, figure: FigureId) -> Result<(Number, Number), PlayError> {
    let PhaseOrder::ByValue { expr, descending, ties, .. } = &play.rules.book.turn.phases[phase.index()].order else {
        return Ok((Number::ZERO, Number::ZERO));
    };
    let key = play.view().number_of(expr, Holder::Figure(figure))?;
    let key = if *descending { key } else { key.negated().unwrap_or(key) };
    let tie = match ties {
        Some(ties) => play.view().number_of(ties, Holder::Figure(figure))?,
        None => Number::ZERO,
    };
    Ok((key, tie))
}
