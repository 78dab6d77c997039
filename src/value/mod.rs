//! What all floors pass around: exact numbers, dice formulas, indices of declared things, and the value that holds any
//! of them. Knows no declaration and no rule.

mod arithmetic;
mod clock;
mod fact_set;
mod formula;
mod id;
mod modifier;
mod number;
mod place;
#[allow(clippy::module_inception, reason = "a file is named after its main type")]
mod value;

pub use arithmetic::ArithmeticError;
pub use clock::{Clock, ClockEnd};
pub use fact_set::FactSet;
pub use formula::{Formula, Keep, Term};
pub use id::*;
pub use modifier::{ModifierId, Target};
pub use number::Number;
pub use place::{Board, Position};
pub use value::Value;
