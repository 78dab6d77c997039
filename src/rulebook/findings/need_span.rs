//! Between which numbers what a check needs always lies, whatever counts.

use super::Examiner;
use super::within_bounds::DEEPEST;
use crate::rulebook::expr::constant;
use crate::rulebook::{Check, Expr, Goal, Modifier};
use crate::value::{Number, Target};

/// Values that are made of values, so far down.
const LEVELS: usize = 2;

impl Examiner<'_> {
    /// The least and the most that a check needs, but for a bound that is left out; none where that is not decided.
    pub(super) fn need_span(&self, check: &Check, but: Option<&Modifier>) -> Option<(Number, Number)> {
        // What helps adds to what may be rolled at most, and takes from what must be rolled at least.
        let (need, is_most) = match &check.goal {
            Goal::AtMost(need, _) => (need, true),
            Goal::AtLeast(need, _) => (need, false),
            _ => return None,
        };
        let cards = check.cards.iter().flat_map(|card| &self.book.cards[card.index()].modifiers);
        let is_left_out = |one: &&Modifier| but.is_some_and(|but| but.label.span == one.label.span);
        let all: Vec<&Modifier> = check.parts.iter().chain(cards).filter(|one| !is_left_out(one)).collect();
        if !check.inverts.is_empty() || all.iter().any(|one| one.target != Target::Number) {
            return None;
        }
        let (mut least, mut most) = self.ends_of(need)?;
        for modifier in all {
            let (low, high) = self.ends_of(&modifier.amount)?;
            if self.book.usage.touches_option(modifier.amount.span) {
                return None;
            }
            // What counts only at times may as well not, and so may what one of its card counts for all.
            let (low, high) = (low.min(Number::ZERO), high.max(Number::ZERO));
            (least, most) = match is_most {
                true => (least.plus(low)?, most.plus(high)?),
                false => (least.minus(high)?, most.minus(low)?),
            };
        }
        Some((least, most))
    }

    /// The ends of a number, both of which are known.
    fn ends_of(&self, expr: &Expr) -> Option<(Number, Number)> {
        if let Some(number) = constant(expr, self.book).and_then(|value| value.as_number()) {
            return Some((number, number));
        }
        let (least, most) = self.span_of(expr, DEEPEST - LEVELS);
        least.zip(most)
    }
}
