//! The same sentence under other readings of options, as far as only the odds of its check are asked for.

use super::{AblationCase, Metric, Switched};
use crate::query::{BoundQuery, made_of};
use crate::rulebook::{Choices, PackText, Variations};
use std::sync::Arc;

/// What other readings make of a sentence whose check is measured. The texts of the rules are read once.
pub struct OtherReadings<'t>(Option<Variations<'t>>);

impl<'t> OtherReadings<'t> {
    /// Of a case, whose rules stand in these texts. Of a whole action everything has to be resolved anew.
    pub fn new(text: &'t PackText, case: &AblationCase, metric: &Metric) -> OtherReadings<'t> {
        let is_check = matches!(metric, Metric::Check);
        let posed = is_check.then(|| BoundQuery::new(&case.rules, &case.state, &case.asked).ok()).flatten();
        let names = posed.and_then(|posed| made_of(&case.rules, &posed));
        OtherReadings(names.map(|names| Variations::new(text, case.rules.book.clone(), names)))
    }

    /// The case under a choice that differs in one option; none if all the rules must be resolved for it.
    pub fn under(&self, case: &AblationCase, option: &str, choices: &Choices) -> Option<Switched> {
        let variations = self.0.as_ref()?;
        if !variations.bears(option) {
            return Some(Switched::Same);
        }
        let rules = Arc::new(case.rules.with_book(variations.under(option, choices)?));
        let (engine, state, asked) = (case.engine.clone(), case.state.clone(), case.asked.clone());
        Some(Switched::Other(Box::new(AblationCase { rules, engine, state, asked })))
    }
}
