//! What a check needs, with which dice and what odds: shortly for play and simulation, or with every reason for people.
//! It reads the world through `eval` and changes nothing.

mod answer;
mod error;
mod gather;
mod need;
mod reasons;
mod refusal;
mod result;
#[cfg(test)]
mod tests;
mod text;
mod why;

pub use answer::{
    Against, BaseLine, Cannot, Compare, FactLine, LeftOut, Line, OutcomeLine, Overridden, Reckoning, TotalLine,
};
pub use error::ReckonError;
pub use need::{Bar, Need, Reckoned, Reckoner, Rival, Stake, odds};
pub use reasons::reckon;
pub use refusal::Refusal;
pub use result::{CheckResult, FieldLine, Thrown, field_lines};
pub use text::{cited, overridden};
