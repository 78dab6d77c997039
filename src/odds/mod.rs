//! Every roll of an expression enumerated into an exact distribution. Dice in an expression are rolled anew wherever
//! they are written, so all of them are independent. Odds of checks and of scripted actions come from `check/` and from
//! the exhaustive source of `dice/`; this floor answers what is asked as an expression, and draws the picture.

mod answer;
mod ask;
mod draw;
mod error;
mod nowhere;
mod once;
mod picture;
mod spread;
mod whole;

pub use answer::{Answer, Found, SCHEMA, Share};
pub use ask::{answer, ask, ask_in};
pub use draw::{Drawn, of_expr, of_expr_in};
pub use error::{OddsError, Report};
pub use nowhere::Nowhere;
pub use once::{Rolled, Throw, roll_expr, roll_expr_in};
pub use picture::{bar, picture};
pub use spread::Spread;
pub use whole::{Aspect, BUDGET, SAMPLES, Whole, whole};

#[cfg(test)]
mod tests;
