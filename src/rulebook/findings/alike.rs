//! What no sentence reaches: checks and actions that are said alike.

use super::{Examiner, Finding};
use crate::rulebook::{Action, Check, Head, Rulebook, Sentence, SentencePart};
use std::collections::BTreeSet;

impl Examiner<'_> {
    /// Sentences of which it cannot be told which of two checks, or of two actions, they mean.
    pub(super) fn said_alike(&mut self) {
        let book = self.book;
        self.pairs("check", &book.checks, |check: &Check| (&check.head, check.says.as_slice()), |_, _| true);
        let takes = |action: &Action| action.takes.iter().copied().collect::<BTreeSet<_>>();
        let are_alike = |one: &Action, other: &Action| takes(one) == takes(other);
        self.pairs("action", &book.actions, |action: &Action| (&action.head, action.says.as_slice()), are_alike);
    }

    fn pairs<T>(
        &mut self,
        sort: &'static str,
        all: &[T],
        of: impl Fn(&T) -> (&Head, &[Sentence]),
        are_alike: impl Fn(&T, &T) -> bool,
    ) {
        for (at, one) in all.iter().enumerate() {
            let (head, says) = of(one);
            if !self.is_own(head) {
                continue;
            }
            let shares = |sentence: &&Sentence, other: &T| of(other).1.iter().any(|said| said.parts == sentence.parts);
            let same = says.iter().find_map(|sentence| {
                let first = all[..at].iter().find(|other| shares(&sentence, other) && are_alike(one, other))?;
                Some((sentence, of(first).0))
            });
            let Some((sentence, first)) = same else { continue };
            let (said, name) = (written(self.book, sentence), &head.name);
            let finding = Finding::SaidAlike { sort, said, one: first.name.to_string(), other: name.to_string() };
            let help = format!("give `{name}` a sentence of its own: `says \"…\"`");
            self.report_two(finding, (head.span, "never meant by it"), (first.span, "said so before"), &help);
        }
    }
}

/// A sentence as the rules write it.
fn written(book: &Rulebook, sentence: &Sentence) -> String {
    let part = |part: &SentencePart| match part {
        SentencePart::Word(word) => word.to_string(),
        SentencePart::Fact(fact) => format!("{{{}}}", book.facts[fact.index()].head.name),
    };
    sentence.parts.iter().map(part).collect::<Vec<String>>().join(" ")
}
