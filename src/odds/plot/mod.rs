//! Odds laid out in rows, and drawn: with letters for the terminal, as a table for programs, as a picture in SVG.

mod columns;
mod diagram;
mod picture;
mod svg;

pub use columns::csv;
pub use diagram::{Bar, Diagram, Plot};
pub use picture::{bar, picture, text};
pub use svg::svg;
