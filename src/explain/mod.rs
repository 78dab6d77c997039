//! What a check needs, with which dice and what odds: shortly for play and simulation, or with every reason for people.
//! It reads the world through `eval` and changes nothing.

mod answer;
mod error;
mod gather;
mod holding;
mod kept_out;
mod modifier;
mod need;
mod reasons;
mod refusal;
mod result;
#[cfg(test)]
mod tests;
mod text;
mod thrown;
mod unbarred;
mod why;

pub use answer::{
    Against, AsideLine, BaseLine, Compare, Explanation, FactLine, ImpossibleLine, LeftOut, ModifierLine, OutcomeLine,
    Overridden, TotalLine,
};
pub use error::ExplainError;
pub use holding::Holding;
pub use kept_out::{KeptOut, kept_out};
pub(crate) use modifier::{ModifierWords, cites, modifier_words, readable, shown, stacking};
pub use need::{Impossibility, Need, Opponent, Requirement, RequirementBuffers, RollNeed, odds};
pub use reasons::reckon;
pub use refusal::Refusal;
pub use result::{CheckResult, FieldLine, field_lines};
pub use text::{REFUSED, changes_nothing, cited, overridden};
pub use thrown::Thrown;
pub use unbarred::each_part;
pub use why::looked_at;
