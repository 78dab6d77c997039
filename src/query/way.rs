//! Ways by where they lead. Where they begin is known only when the sentence is put to a board.

use super::function_words::WAYS;
use crate::value::{Number, Position};
use std::sync::Arc;

/// A way from where somebody stands, and where it is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Where it leads.
    pub course: Route,
    /// The sentence.
    pub sentence: Arc<str>,
    /// Its place in the sentence: where it begins, and its length.
    pub at: (usize, usize),
}

/// Where a way leads.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// So far in one direction, then so far in another.
    Parts(Vec<Straight>),
    /// To a place, as cheaply as can be.
    To(Position),
}

/// A straight part of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Straight {
    /// How far, in scale units of the board.
    pub length: Number,
    /// Where to, in eighths of a turn clockwise from east.
    pub eighth: u8,
}

/// The word for a direction in eighths of a turn clockwise from east.
pub fn direction(eighth: u8) -> &'static str {
    WAYS.get(usize::from(eighth)).copied().unwrap_or_default()
}
