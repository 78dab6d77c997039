//! What a sentence that asks for no check is answered with: what an action would do, and how much something is.

mod altered;
mod does;
mod prospect;
mod quantity;

pub(crate) use does::{DoesLine, does, every_line};
pub(crate) use prospect::{Preview, prospect};
pub(crate) use quantity::{Part, QuantityAnswer, amount, parts_of_value};
