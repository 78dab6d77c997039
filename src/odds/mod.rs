//! Every roll of an expression enumerated into an exact distribution. Dice in an expression are rolled anew wherever
//! they are written, so all of them are independent. Odds of checks and of scripted actions come from `check/` and from
//! the exhaustive source of `dice/`; this floor answers what is asked as an expression, and draws the picture.

mod answer;
mod ask;
mod chain;
mod csv;
mod diagram;
mod does;
mod draw;
mod error;
mod nowhere;
mod once;
mod picture;
mod prospect;
mod quantity;
mod spread;
mod svg;
mod worth;

pub use crate::play::whole::{
    Aspect, BUDGET, Becomes, Bounds, Event, Inquiry, InquiryOdds, SAMPLES, Subject, Whole, whole,
};
pub use answer::{Answer, Found, SCHEMA, Share};
pub use ask::{answer, ask, ask_in};
pub use chain::{Chain, Ends, LONGEST, MOST_IN_A_STAGE, MOST_ROLLS, MOST_STATES, MOST_WAYS, Size, chain};
pub use csv::csv;
pub use diagram::{Bar, Diagram, Plot};
pub use does::{DoesLine, does};
pub use draw::{Drawn, of_expr, of_expr_in};
pub use error::{OddsError, Report};
pub use nowhere::Nowhere;
pub use once::{Rolled, Throw, roll_expr, roll_expr_in};
pub use picture::{bar, picture, text};
pub use prospect::{Cost, Prospect, prospect};
pub use quantity::{Amount, Part, amount};
pub use spread::Spread;
pub use svg::svg;
pub use worth::{Case, Row, Switch, Worth, Yardstick, worth};

#[cfg(test)]
mod tests;
