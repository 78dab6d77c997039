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
mod sight;
mod sine;
mod straight;
mod zone;

pub use line::CellLine;
pub use near::FAR;
pub use path::{MAX_CELLS, Path, PathStep, Reached, Search};
pub use plane::Plane;
pub use sight::Cover;
pub use zone::Zone;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
