//! Every roll of an expression enumerated into an exact distribution. Dice in an expression are rolled anew wherever
//! they are written, so all of them are independent.

mod answer;
mod ask;
mod draw;
mod error;
mod nowhere;
mod once;
mod spread;
#[cfg(test)]
mod tests;

pub use answer::{ExprOdds, OddsResult, SCHEMA, Share};
pub use ask::{answer, ask, ask_in};
pub use draw::{Drawn, of_expr, of_expr_in};
pub use error::{OddsError, OddsReport};
pub use nowhere::EmptyWorld;
pub use once::{DiceThrow, RolledExpr, roll_expr, roll_expr_in};
pub use spread::RationalDist;
