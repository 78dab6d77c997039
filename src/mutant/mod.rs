//! Rules changed in one place at a time, and which tests notice: the first that fails, among those that can be reached.

mod cover;
mod reach;

use crate::dice::{Cancel, Seeded};
use crate::packtest::{PackTests, Portion, TestReport};
use crate::rulebook::{Choices, Rulebook};
use crate::syntax::{Mutation, UntestedReason, mutations, reasons};
use crate::text::{SourceId, Span};
use cover::CoveredRows;
use reach::ReferenceMap;
use std::collections::BTreeMap;

/// So many changes of one pack are made at most.
pub(crate) const MOST_MUTANTS: usize = 60_000;

/// A change of the rules.
#[derive(Debug)]
pub(crate) struct Mutant {
    /// The text that is changed.
    pub source: SourceId,
    /// The change.
    pub mutation: Mutation,
    /// Why no test need notice it.
    pub reason: Option<UntestedReason>,
}

impl Mutant {
    /// Where the change is made.
    pub(crate) fn span(&self) -> Span {
        self.span_of(&self.mutation.place)
    }

    fn span_of(&self, range: &std::ops::Range<usize>) -> Span {
        Span { source: self.source, start: range.start as u32, end: range.end as u32 }
    }
}

/// What became of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MutantVerdict {
    /// The rules do not load with it: nobody can make it by mistake and not be told.
    Unloadable,
    /// A test fails: its place in the rulebook.
    Noticed(usize),
    /// No test fails.
    Unnoticed,
    /// Somebody did not want to wait until it was known.
    Stopped,
}

/// The tests that are put to changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judges {
    /// All that a change can reach.
    All,
    /// Those alone that cover the row that the changed rule cites; all where it cites none.
    Covering,
}

/// A pack whose rules are changed.
pub(crate) struct Mutants {
    tests: PackTests,
    reach: ReferenceMap,
    rows: CoveredRows,
    /// What each test chooses, by its place in the rulebook.
    choices: Vec<Choices>,
    /// The changes, in the order of the texts.
    pub all: Vec<Mutant>,
    /// Whether some were left out.
    pub is_sample: bool,
}

impl Mutants {
    /// The changes of a pack, whose tests came to this.
    pub(crate) fn new(tests: PackTests, reports: &[(usize, TestReport)]) -> Mutants {
        let book = tests.book();
        let reach = ReferenceMap::of(&tests, reports);
        let rows = CoveredRows::of(book, reports);
        let choices = (0..book.tests.len()).map(|test| tests.choices_of(test)).collect();
        let all = tests.text().own_rules().into_iter().flat_map(|source| of_text(book, source)).collect();
        Mutants { tests, reach, rows, choices, all, is_sample: false }
    }

    /// The rules as they are.
    pub(crate) fn book(&self) -> &Rulebook {
        self.tests.book()
    }

    /// Keeps so many changes at most, each as likely as any other.
    pub(crate) fn sample(&mut self, most: usize, seed: u64) {
        self.is_sample |= most < self.all.len();
        let mut dice = Seeded::new(seed, 0);
        let mut left = self.all.len();
        let mut wanted = most;
        self.all.retain(|_| {
            let is_kept = usize::from(dice.below(left.min(usize::from(u16::MAX)) as u16)) < wanted;
            left -= 1;
            wanted -= usize::from(is_kept);
            is_kept
        });
    }

    /// Keeps those whose declaration, or the name of whose file, contains this.
    pub(crate) fn keep(&mut self, only: &str) {
        let sources = &self.tests.book().sources;
        let reach = &self.reach;
        self.all.retain(|mutant| {
            let declared = reach.declared(mutant.span_of(&mutant.mutation.declaration));
            declared.contains(only) || sources.get(mutant.source).name.contains(only)
        });
        self.is_sample = true;
    }

    /// The declaration around a change, in words: `card distance`.
    pub(crate) fn declared(&self, mutant: &Mutant) -> String {
        self.reach.declared(mutant.span_of(&mutant.mutation.declaration))
    }

    /// Makes one change and puts the tests to it.
    pub(crate) fn judge(&self, mutant: &Mutant, judges: Judges, cancel: &Cancel) -> MutantVerdict {
        if cancel.is_asked() {
            return MutantVerdict::Stopped;
        }
        let text = mutant.mutation.applied(&self.book().sources.get(mutant.source).text);
        let Some(changed) = self.tests.rewritten(mutant.source, &text) else { return MutantVerdict::Unloadable };
        match changed.first_failing(&self.portions(mutant, judges), cancel) {
            Some(test) => MutantVerdict::Noticed(test),
            None if cancel.is_asked() => MutantVerdict::Stopped,
            None => MutantVerdict::Unnoticed,
        }
    }

    /// What the changed thing is called, where the change is in a row of a table of things.
    fn row(&self, mutant: &Mutant) -> Option<String> {
        let entry = mutant.span_of(&mutant.mutation.entry);
        reach::row_name(self.book(), entry).filter(|name| self.book().names.items(name).len() == 1)
    }

    /// Whether the row that a changed rule cites is covered by any test; none if it cites none.
    pub(crate) fn is_covered(&self, mutant: &Mutant) -> Option<bool> {
        self.rows.of_row(&mutant.mutation.cites).map(|tests| !tests.is_empty())
    }

    /// The tests that a change is put to, the likeliest to notice first: those of its row, then by how many steps of
    /// reference lie between.
    fn portions(&self, mutant: &Mutant, judges: Judges) -> Vec<Portion> {
        let of_row = self.rows.of_row(&mutant.mutation.cites);
        let mut ranks: BTreeMap<usize, u32> = match (judges, &of_row) {
            (Judges::Covering, Some(_)) => BTreeMap::new(),
            _ => self.reach.of_change(mutant.span_of(&mutant.mutation.declaration), self.row(mutant).as_deref()),
        };
        ranks.extend(of_row.into_iter().flatten().map(|test| (test, 0)));
        let mut nearest: BTreeMap<String, u32> = BTreeMap::new();
        for (test, rank) in &ranks {
            let nearest = nearest.entry(key(&self.choices[*test])).or_insert(*rank);
            *nearest = (*nearest).min(*rank);
        }
        let mut portions: BTreeMap<(u32, String), Portion> = BTreeMap::new();
        for (test, rank) in ranks {
            let choices = &self.choices[test];
            // The rules under other options are made for these tests alone: once, for all of them.
            let rank = if choices.0.is_empty() { rank } else { nearest[&key(choices)] };
            let portion = portions
                .entry((rank, key(choices)))
                .or_insert_with(|| Portion { choices: choices.clone(), tests: Vec::new() });
            portion.tests.push(test);
        }
        portions.into_values().collect()
    }
}

/// By what a choice of options is known; the packs' own comes first.
fn key(choices: &Choices) -> String {
    format!("{:?}", choices.0)
}

/// The changes of one text, each with the reason beside it.
fn of_text(book: &Rulebook, source: SourceId) -> Vec<Mutant> {
    let text = &book.sources.get(source).text;
    let reasons = reasons(text);
    let reason = |mutation: &Mutation| {
        let about =
            reasons.iter().filter(|reason| reason.about.contains(&mutation.place.start.max(mutation.entry.start)));
        about.min_by_key(|reason| reason.about.len()).cloned()
    };
    let mutants = mutations(text).into_iter();
    mutants.map(|mutation| Mutant { source, reason: reason(&mutation), mutation }).collect()
}
