//! What happened, in order: the log and its stored form. Plain data; knows no rule and never decides anything.

mod change;
mod error;
#[allow(clippy::module_inception, reason = "a file is named after its main type")]
mod event;
mod log;
mod order;
mod schema;

pub use change::{
    AmountLine, Change, CheckedModifier, Fields, GoalRecord, Holder, NAMES, Opposite, Overruling, Spot, WORTH_UNIT,
};
pub use error::EventError;
pub use event::{Cause, Event};
pub use log::{Log, MAX_BYTES, MAX_EVENTS, MAX_LINE};
pub use order::Order;
pub use schema::{NAMED_SCHEMA, SCHEMA};
