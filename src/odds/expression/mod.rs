//! Every roll of an expression enumerated into an exact distribution. Dice in an expression are rolled anew wherever
//! they are written, so all of them are independent.

mod answer;
mod ask;
mod draw;
mod empty_world;
mod error;
mod rational_dist;
mod roll;
#[cfg(test)]
mod tests;

pub use answer::{ExprOdds, OddsResult, SCHEMA, Share};
pub use ask::{answer, ask, ask_in};
pub use draw::{Drawn, of_expr, of_expr_in};
pub use empty_world::EmptyWorld;
pub use error::{OddsError, OddsReport};
pub use rational_dist::RationalDist;
pub use roll::{DiceThrow, RolledExpr, roll_expr, roll_expr_in};
