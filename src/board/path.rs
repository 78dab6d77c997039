//! A way over a map, and a step of it.

use crate::value::{Number, Position};

/// One step, as the cost of it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// From this cell.
    pub from: Position,
    /// Into this one.
    pub to: Position,
    /// The direction, in steps clockwise from east: sixths on hexes, eighths elsewhere.
    pub way: i64,
    /// Between squares: whether it crosses a corner.
    pub is_diagonal: bool,
    /// How far it is, in scale units: 1 on grids.
    pub length: Number,
}

/// A way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The cells entered, in order; the start is not among them.
    pub cells: Vec<Position>,
    /// What it costs.
    pub cost: Number,
    /// Whether it leads to the place asked for.
    pub arrives: bool,
}
