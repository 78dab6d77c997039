//! What stands at a place of a text, and what can be done there, as plain data: for editors. It knows no protocol.

#![warn(missing_docs)]

mod analysis;
mod complete;
mod entity;
mod examine;
mod hint;
mod hover;
mod lexeme;
mod outline;
mod rename;
mod script;
mod trial;

pub(crate) use analysis::Analysis;
pub(crate) use entity::Entity;
pub(crate) use examine::{Found, examine};
pub(crate) use lexeme::TokenSort;
pub(crate) use outline::{OutlineEntry, folds, symbols};
pub(crate) use rename::{PlacedEdit, rename};
pub(crate) use trial::{TestEnd, run_test, win_rate};
