//! Actions that require what never holds.

use super::same::{contradiction, settled};
use super::{Examiner, Finding};
use crate::rulebook::Expr;

impl Examiner<'_> {
    pub(super) fn never_allowed(&mut self) {
        let book = self.book;
        for action in &book.actions {
            for (required, _) in &action.requires {
                // Another reading of an option may allow it.
                if self.is_written_here(required.span) && !book.usage.touches_option(required.span) {
                    self.required(&action.head.name, required);
                }
            }
        }
    }

    fn required(&mut self, action: &str, required: &Expr) {
        let finding = |what: &Expr| Finding::NeverAllowed {
            action: action.to_string(),
            what: self.book.sources.slice(what.span).trim().to_string(),
        };
        if let Some((one, other)) = contradiction(required) {
            self.report(finding(required), required.span, "this never holds", self.of_both((one, other), required));
            return;
        }
        let range = |what: &Expr| self.range(what);
        let never = required.conjuncts().into_iter().find(|part| settled(part, &range) == Some(false));
        if let Some(part) = never {
            self.report(finding(part), part.span, "this never holds", self.of_settled(part));
        }
    }
}
