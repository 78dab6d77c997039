//! Names resolved, types checked, kinds indexed: the program that play runs. Immutable once built; knows no game.

mod function;
pub mod model;

pub use function::{FUNCTIONS, Function, FunctionRow};
pub use model::*;
