//! Squares, hexes, open ground: distance, lines, areas, facing. Knows no figure and no rule: what a step costs and what
//! blocks a line are asked through closures.
//!
//! Lengths come in *grains*: one cell on hexes and squares, a hundredth of the scale unit on open ground. [`Plane::distance`]
//! says the same in scale units. Everything is exact: no float, the same answer on every machine.

mod direction;
mod hex;
mod line;
mod near;
mod path;
mod plane;
mod search;
mod sight;
mod sine;
mod straight;
mod zone;

pub(crate) use line::CellLine;
pub(crate) use path::{Path, PathStep};
pub(crate) use plane::Plane;
pub(crate) use search::Search;
pub(crate) use sight::Cover;
pub(crate) use zone::Zone;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
