//! How far a turn has come: the place in it, who is still to act in the phase, what is declared.

use super::queue::PhaseQueue;
use crate::event::Order;
use crate::turn::{Stage, TurnCursor, TurnSegment};
use crate::value::{FigureId, Number, SideId, TrackId};
use std::sync::Arc;

/// Where a play is between two phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Progress {
    /// Whether the scenario's start script has run.
    pub begun: bool,
    /// The place in the turn.
    pub course: TurnCursor,
}

impl Progress {
    /// Behind that turn, before the next.
    pub fn after(turn: u32) -> Progress {
        Progress { begun: true, course: TurnCursor::after(turn) }
    }
}

/// Where a play is, within a phase too.
#[derive(Clone, Debug, Default)]
pub(in crate::play) struct Course {
    progress: Progress,
    pub(super) queue: Option<PhaseQueue>,
    pub(super) declarations: Declarations,
}

impl Course {
    pub(in crate::play) fn progress(&self) -> Progress {
        self.progress
    }

    pub(in crate::play) fn go_on_from(&mut self, progress: Progress) {
        self.progress = progress;
    }

    /// Notes that the game has begun; whether it had before.
    pub(super) fn begin(&mut self) -> bool {
        std::mem::replace(&mut self.progress.begun, true)
    }

    /// Goes on to the next stage.
    pub(super) fn advance(&mut self, plan: &[TurnSegment], sides: &[SideId]) -> Stage {
        self.progress.course.advance(plan, sides)
    }

    /// Who is still to act in the phase, to go back to.
    pub(in crate::play) fn queue(&self) -> Option<PhaseQueue> {
        self.queue.clone()
    }

    /// Lets these still act in the phase.
    pub(in crate::play) fn set_queue(&mut self, queue: Option<PhaseQueue>) {
        self.queue = queue;
    }

    /// What is declared and not yet done, in the order declared.
    pub(in crate::play) fn declared(&self) -> &[Arc<Order>] {
        &self.declarations.orders
    }

    /// What is left of a track when all that is declared is paid.
    pub(in crate::play) fn left(&self, figure: FigureId, track: TrackId, left: Number) -> Number {
        let promised = self.declarations.costs.iter().filter(|(who, what, _)| *who == figure && *what == track);
        promised.fold(left, |left, (_, _, cost)| left.minus(*cost).unwrap_or(Number::ZERO))
    }
}

/// Orders that are declared and not yet performed.
#[derive(Clone, Debug, Default)]
pub(super) struct Declarations {
    /// In the order declared.
    pub(super) orders: Vec<Arc<Order>>,
    /// What they will cost: set aside while orders are declared.
    pub(super) costs: Vec<(FigureId, TrackId, Number)>,
}

impl Declarations {
    pub(super) fn take_out(&mut self, order: &Arc<Order>) {
        self.orders.retain(|other| !Arc::ptr_eq(other, order));
    }
}
