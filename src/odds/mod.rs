//! Exact odds: of an expression with dice, of a whole action with all its consequences, of a fight to its end. The odds
//! of one check come from `check/` below; what follows every way the dice can fall is the exhaustive source of `dice/`.

pub mod action;
pub mod expression;
pub mod fight;
pub mod plot;
mod ways;

use crate::play::Kit;
use crate::rulebook::Rulebook;
use std::sync::Arc;

/// A rulebook made ready to be played, by scripts that may foresee what an order leads to.
pub fn kit(book: Arc<Rulebook>) -> Kit {
    Kit::new(book, action::foresee::foresee)
}
