//! Between which numbers what a check needs always lies, whatever counts.

use super::Examiner;
use crate::rulebook::expr::constant;
use crate::rulebook::{Check, Expr, Goal, Modifier};
use crate::value::{Number, Target};

impl Examiner<'_> {
    /// The least and the most that a check needs, but for a bound that is left out; none where that is not decided.
    pub(super) fn need_span(&self, check: &Check, but: Option<&Modifier>) -> Option<(Number, Number)> {
        let (Goal::AtMost(need, _) | Goal::AtLeast(need, _)) = &check.goal else { return None };
        let cards = check.cards.iter().flat_map(|card| &self.book.cards[card.index()].modifiers);
        let (mut least, mut most) = self.ends_of(need)?;
        for modifier in check.parts.iter().chain(cards) {
            if but.is_some_and(|but| but.label.span == modifier.label.span) {
                continue;
            }
            if modifier.target != Target::Number || self.book.usage.touches_option(modifier.amount.span) {
                return None;
            }
            let (low, high) = self.ends_of(&modifier.amount)?;
            // What counts only at times may as well not, and so may what one of its card counts for all.
            least = least.plus(low.min(Number::ZERO))?;
            most = most.plus(high.max(Number::ZERO))?;
        }
        Some((least, most))
    }

    /// The ends of a number, both of which are known.
    fn ends_of(&self, expr: &Expr) -> Option<(Number, Number)> {
        if let Some(number) = constant(expr, self.book).and_then(|value| value.as_number()) {
            return Some((number, number));
        }
        let (least, most) = self.span_of(expr, 0);
        least.zip(most)
    }
}
