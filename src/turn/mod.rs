//! Who acts next: the course of phases, and within a phase the order of figures. Keys, plans and orders come from
//! outside; points are tracks, which rules declare, and clocks are values.

mod course;
mod error;
mod queue;

pub(crate) use course::{Stage, TurnCursor, TurnSegment};
pub(crate) use error::TurnError;
pub(crate) use queue::{Direction, Queue, QueueEntry, TurnSlot, in_order};
