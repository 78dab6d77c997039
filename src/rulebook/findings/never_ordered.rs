//! Actions that nobody is ever asked for: in no phase, named nowhere, and said in no test.

use super::{Examiner, Finding, Use};
use crate::rulebook::show::as_written;
use crate::rulebook::{Action, Rulebook, Sentence, SentencePart, Sort, WordList};
use crate::text::is_wordly;
use std::collections::BTreeMap;

/// The actions that are asked for in a phase, named by something, or said by somebody.
pub(super) fn ordered(book: &Rulebook) -> Vec<Use> {
    let is_ordered = |at: &usize| {
        let action = &book.actions[*at];
        !action.phases.is_empty() || book.usage.is_named(Sort::Action, *at as u16)
    };
    let all = (0..book.actions.len()).filter(is_ordered);
    all.map(|at| Use::Named(Sort::Action, book.actions[at].head.name.to_string())).collect()
}

impl Examiner<'_> {
    /// An action in no phase is legal whenever somebody orders it: lines, scripts, tests and referees do.
    pub(super) fn never_ordered(&mut self) {
        let book = self.book;
        // Without phases there is no order of acting. What comes with fray is looked at without its tests, too.
        let has_tests = || book.tests.iter().any(|test| self.is_own(&test.head));
        if book.turn.phases.is_empty() || book.pack.is_shipped && !has_tests() {
            return;
        }
        for (at, action) in book.actions.iter().enumerate() {
            let is_named = book.usage.is_named(Sort::Action, at as u16) || self.words.contains(&*action.head.name);
            if action.phases.is_empty()
                && !is_named
                && self.is_own(&action.head)
                && !action.says.iter().any(|sentence| self.is_said(sentence))
            {
                let name = action.head.name.to_string();
                let label = "in no phase, so nobody is asked for it";
                let (which, finding) = (Use::Named(Sort::Action, name.clone()), Finding::NeverOrdered { action: name });
                self.report_unused(which, finding, action.head.span, label, self.phase_for(action));
            }
        }
    }

    /// Whether the words of a sentence stand in a line of a test, or in what somebody means by his words, in their order.
    fn is_said(&self, sentence: &Sentence) -> bool {
        let wanted = || {
            sentence.parts.iter().filter_map(|part| match part {
                SentencePart::Word(word) => Some(word.to_lowercase()),
                SentencePart::Fact(_) => None,
            })
        };
        let is_in = |line: &str| {
            let line = line.to_lowercase();
            let mut words = line.split(|letter: char| !is_wordly(letter));
            wanted().all(|wanted| words.any(|word| word == wanted))
        };
        let mut meant = self.book.words.iter().flat_map(WordList::wordings).map(|one| &*one.meant);
        meant.any(is_in) || self.book.tests.iter().any(|test| self.text_of_test(test).lines().any(is_in))
    }

    /// The phase in which most actions are that take the same.
    fn phase_for(&self, action: &Action) -> String {
        let book = self.book;
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for other in book.actions.iter().filter(|other| other.takes.iter().any(|fact| action.takes.contains(fact))) {
            other.phases.iter().for_each(|phase| *counts.entry(phase.index()).or_default() += 1);
        }
        let likely = counts.into_iter().max_by_key(|(at, count)| (*count, usize::MAX - at)).map_or(0, |(at, _)| at);
        let names: Vec<String> =
            book.turn.phases.iter().map(|phase| as_written(&phase.head.name).to_string()).collect();
        format!(
            "say in which phase it may be ordered, such as `phase {}` (there are {}); or let a line, a script or a test \
             order it",
            names[likely],
            names.join(", ")
        )
    }
}
