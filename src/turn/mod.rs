//! Who acts next: order, phases, budgets, clocks. Plain data that a save holds; keys, plans and amounts come from outside.

mod budget;
mod clock;
mod course;
mod declaration;
mod error;
mod queue;

pub use budget::Budget;
pub use clock::expire;
pub use course::{Course, Stage, Stretch};
pub use declaration::Declarations;
pub use error::TurnError;
pub use queue::{Direction, Entry, MAX_ENTRIES, MAX_REPEATS, Queue, in_order};

pub use crate::value::{Clock, Period};
