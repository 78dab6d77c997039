//! What loads and yet looks wrong: gaps, overlaps, modifiers that never apply, checks already decided, unused words.

mod against_oneself;
mod alike;
mod arranged;
mod bounded_by_itself;
mod crowded;
mod decided;
mod endless;
mod expected;
mod finding;
mod key;
mod lacking;
mod need_span;
mod never_acts;
mod never_allowed;
mod never_binds;
mod never_gained;
mod never_holds;
mod never_lost;
mod never_ordered;
mod never_paid;
mod never_tried;
mod once_for_all;
mod one_way;
mod own;
mod same;
mod shut_in;
mod sign;
mod slips;
mod steps;
mod things_left_out;
mod twice;
mod unread_field;
mod unused;
mod within_bounds;
mod words_left;
mod zero_divisor;

pub use finding::Finding;
pub(super) use unused::script_words;

use super::usage::Missing;
use super::{Head, PlacedError, Rulebook, Scenario, Sort, Test, Type};
use crate::diag::{Diagnostic, Diagnostics};
use crate::text::{Span, is_test_file};
use std::collections::HashSet;

/// What is used, so that what looks wrong under one reading is not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// Something declared, by sort and name.
    Named(Sort, String),
    /// A track that may go the way that its threshold needs.
    MovedBack(String),
    /// A condition that something gives to somebody.
    Gained(String),
    /// An option for which an expression asks, and not only blocks.
    AskedOption(String),
    /// A field for which something asks, with its kind.
    Field(String, String),
}

/// What looks wrong, unless something is used under another reading of the options.
pub(super) struct OpenFinding {
    /// What looks wrong.
    pub diagnostic: Diagnostic,
    /// Whose use makes it right.
    pub unless_used: Option<Use>,
}

/// Everything that looks wrong in the highest pack, as warnings.
pub fn findings(book: &Rulebook) -> Diagnostics {
    let words = script_words(&book.sources, &book.scripts);
    found(book, &words).into_iter().map(|found| found.diagnostic).collect()
}

/// What is found under one of several readings. The words of the scripts are the same under all of them.
pub(super) fn found(book: &Rulebook, words: &HashSet<&str>) -> Vec<OpenFinding> {
    let mut examiner = Examiner { book, words, out: Vec::new() };
    examiner.tables();
    examiner.things_left_out();
    examiner.results();
    examiner.modifiers();
    examiner.checks();
    examiner.unused();
    examiner.unread();
    examiner.unread_fields();
    examiner.options();
    examiner.missing_fields();
    examiner.expectations();
    examiner.empty_tests();
    examiner.reactions();
    examiner.crowded();
    examiner.endless();
    examiner.shut_in();
    examiner.facts_not_given();
    examiner.cards_not_given();
    examiner.said_alike();
    examiner.never_ordered();
    examiner.zero_divisors();
    examiner.never_tried();
    examiner.never_allowed();
    examiner.never_holds();
    examiner.never_gained();
    examiner.arranged();
    examiner.once_for_all();
    examiner.never_lost();
    examiner.only_spent();
    examiner.against_oneself();
    examiner.slips();
    examiner.out
}

/// What is used in a rulebook.
pub(super) fn used(book: &Rulebook) -> Vec<Use> {
    let all = unused::used(book).into_iter().chain(one_way::moved_back(book));
    all.chain(never_ordered::ordered(book)).chain(never_gained::gained(book)).chain(unread_field::asked(book)).collect()
}

struct Examiner<'b> {
    book: &'b Rulebook,
    /// What the scripts may name.
    words: &'b HashSet<&'b str>,
    out: Vec<OpenFinding>,
}

impl<'b> Examiner<'b> {
    /// Only the highest pack is its author's business.
    fn is_own(&self, head: &Head) -> bool {
        head.pack == self.book.pack.head.name
    }

    /// The scenarios of the highest pack that it does not arrange for its tests.
    fn own_scenarios(&self) -> impl Iterator<Item = &'b Scenario> + use<'b> {
        let book = self.book;
        let is_of_tests = |scenario: &Scenario| {
            let file = &book.sources.get(scenario.head.span.source).name;
            file.contains("/tests/") || is_test_file(file)
        };
        let own = book.scenarios.iter().filter(|scenario| scenario.head.pack == book.pack.head.name);
        own.filter(move |scenario| !is_of_tests(scenario))
    }

    /// Whether the highest pack says something that stands in what another one declares.
    fn is_written_here(&self, span: Span) -> bool {
        let folder = format!("rules/{}/", self.book.pack.head.name);
        // A pack may be a single file.
        span.source == self.book.pack.head.span.source || self.book.sources.get(span.source).name.contains(&folder)
    }

    /// The text of a test, from its title to its last step.
    fn text_of_test(&self, test: &Test) -> &str {
        let title = test.head.span;
        let end = test.steps.last().map_or(title.end, |step| step.span.end);
        self.book.sources.slice(Span { end, ..title })
    }

    fn report(&mut self, finding: Finding, at: Span, label: &str, help: impl Into<String>) {
        let diagnostic = PlacedError::new(finding, &self.book.sources, at, label, help).into();
        self.out.push(OpenFinding { diagnostic, unless_used: None });
    }

    /// The same of something that nobody uses.
    fn report_unused(&mut self, which: Use, finding: Finding, at: Span, label: &str, help: impl Into<String>) {
        let diagnostic = PlacedError::new(finding, &self.book.sources, at, label, help).into();
        self.out.push(OpenFinding { diagnostic, unless_used: Some(which) });
    }

    fn report_two(&mut self, finding: Finding, at: (Span, &str), other: (Span, &str), help: &str) {
        let sources = &self.book.sources;
        let placed = PlacedError::new(finding, sources, at.0, at.1, help).and(sources, other.0, at.0, other.1);
        self.out.push(OpenFinding { diagnostic: placed.into(), unless_used: None });
    }

    /// Said once for all things of a kind that leave out the same.
    fn missing_fields(&mut self) {
        let mut groups: Vec<(&Missing, usize)> = Vec::new();
        for missing in &self.book.usage.missing {
            let same =
                |group: &&mut (&Missing, usize)| group.0.kind == missing.kind && group.0.fields == missing.fields;
            match groups.iter_mut().find(same) {
                Some(group) => group.1 += 1,
                None => groups.push((missing, 0)),
            }
        }
        for (first, others) in groups {
            let kind = &self.book.kinds[first.kind.index()];
            let items = match others {
                0 => format!("`{}` does", first.item),
                1 => format!("`{}` and one more of the {} do", first.item, kind.plural),
                _ => format!("`{}` and {others} more of the {} do", first.item, kind.plural),
            };
            let finding = Finding::MissingField { items, fields: first.fields.clone() };
            self.report(finding, first.at, "said nowhere", self.of_missing(first));
        }
    }

    /// What to write where fields are missing.
    fn of_missing(&self, missing: &Missing) -> String {
        let kind = &self.book.kinds[missing.kind.index()];
        let is_missing = |name: &str| missing.fields.contains(&format!("`{name}`"));
        let fields = || kind.fields.iter().filter(|field| is_missing(&field.head.name));
        let text = self.book.sources.get(missing.at.source).text.get(..missing.at.start as usize).unwrap_or("");
        let is_row = text.rsplit('\n').next().is_some_and(|line| line.trim_start().starts_with('|'));
        let none = if is_row { "`-` for none" } else { "`none`" };
        if fields().all(|field| matches!(field.r#type, Type::Optional(_))) {
            return format!("write it, {none}, or `?` if the source does not say; or give the field a default");
        }
        let kind = &kind.head.name;
        format!(
            "write it, or `?` if the source does not say; or give the field a default in `kind {kind}`, or a type that ends in \
             `or none` if some have none"
        )
    }
}
