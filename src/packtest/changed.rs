//! The tests of a pack put to rules that are changed in one place: the first that notices.

use super::{PackTests, Portion, Worker, choices_of};
use crate::dice::Cancel;
use crate::rulebook::{Choices, PackText};
use crate::text::SourceId;

impl PackTests {
    /// The texts of all that is tested.
    pub(crate) fn text(&self) -> &PackText {
        &self.text
    }

    /// The same tests of rules one text of which says something else; none if these do not load.
    pub(crate) fn rewritten(&self, source: SourceId, text: &str) -> Option<PackTests> {
        let text = self.text.rewritten(source, text)?;
        let (book, _) = text.under(&Choices::none());
        let kit = crate::odds::kit(book?);
        (kit.book.tests.len() == self.kit.book.tests.len()).then_some(PackTests { text, kit })
    }

    /// The options that a test chooses.
    pub(crate) fn choices_of(&self, test: usize) -> Choices {
        choices_of(&self.kit, &self.kit.book.tests[test])
    }

    /// The first test of these portions that fails, in their order; none if all pass, or somebody does not want to wait.
    pub(crate) fn first_failing(&self, portions: &[Portion], cancel: &Cancel) -> Option<usize> {
        let mut worker = Worker::default();
        for portion in portions {
            // What is made for one choice of options is let go with it: many at once would fill the memory.
            let ready = self.ready(&mut worker, &portion.choices);
            let fails = |test: &&usize| !self.report(&ready, &self.kit.book.tests[**test]).is_passed();
            let failing = portion.tests.iter().take_while(|_| !cancel.is_asked()).find(fails);
            if let Some(test) = failing {
                return Some(*test);
            }
        }
        None
    }
}
