//! What a sentence that asks for no check is answered with: what an action would do, and how much something is.

mod does;
mod prospect;
mod quantity;

pub use does::{DoesLine, does};
pub use prospect::{Cost, Preview, prospect};
pub use quantity::{Part, QuantityAnswer, amount};
