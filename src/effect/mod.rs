//! How modifiers stack: which of them count, with which sign, and what they come to. Knows no rulebook: a modifier here
//! is an amount with a group, a label and tags.

mod error;
mod modifier;
mod stack;

pub use error::EffectError;
pub use modifier::{AppliedModifier, Fate, Stacking};
pub use stack::{Filter, Sum, stack};
