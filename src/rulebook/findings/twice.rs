//! Modifiers of one label that count together, where only one of them is meant.

use super::same::{implies, same};
use super::{Examiner, Finding};
use crate::rulebook::{Card, Modifier};
use crate::value::Target;

impl Examiner<'_> {
    /// `-1 "far" when range > 10` and `-2 "far" when range > 20`, where all add up: from 20 on it is 3.
    pub(super) fn counts_twice(&mut self, card: &Card, group: usize) {
        let is_of_group =
            |one: &&Modifier| usize::from(one.group) == group && matches!(one.target, Target::Number | Target::Dice);
        let all: Vec<&Modifier> = card.modifiers.iter().filter(is_of_group).collect();
        for (at, one) in all.iter().enumerate() {
            let is_other = |first: &&&Modifier| {
                let is_alike = first.label.text == one.label.text && first.target == one.target;
                is_alike && first.tags == one.tags && first.under == one.under && self.hold_together(first, one)
            };
            if !self.is_own(&card.head) && !self.is_written_here(one.label.span) {
                continue;
            }
            let Some(first) = all[..at].iter().find(is_other) else { continue };
            let is_of_below = !self.is_own(&card.head) && !self.is_written_here(first.label.span);
            let is_copy = match (&one.condition, &first.condition) {
                (Some(when), Some(also)) => same(when, also),
                (None, None) => true,
                _ => false,
            };
            let help = match is_copy {
                _ if is_of_below => {
                    "write `replace` for `add`, if it is to count instead of the other; if both are, give it a label of its \
                     own"
                }
                true => "take one of them away; if both are to count, give it a label of its own",
                false => {
                    "if only one is to count, put the one that holds more seldom first, and write `stacks once` behind \
                     the title of the card; if both are, give it a label of its own"
                }
            };
            let finding = Finding::CountsTwice { label: one.label.text.to_string() };
            self.report_two(finding, (one.label.span, "once more"), (first.label.span, "counts as well"), help);
        }
    }

    /// Whether one of two modifiers holds wherever the other does, whatever is chosen.
    fn hold_together(&self, one: &Modifier, other: &Modifier) -> bool {
        let is_open = |modifier: &Modifier| {
            modifier.condition.as_ref().is_some_and(|when| self.book.usage.touches_option(when.span))
        };
        if is_open(one) || is_open(other) {
            return false;
        }
        match (&one.condition, &other.condition) {
            (Some(when), Some(also)) => implies(when, also) || implies(also, when),
            _ => true,
        }
    }
}
