//! Which tests a change can reach: those from which references lead to the changed declaration, told by names alone;
//! rather too many tests than one too few.

use crate::packtest::{PackTests, TestReport};
use crate::rulebook::{Rulebook, Test};
use crate::syntax::ast::{Body, Declaration, StepNode};
use crate::text::{Sources, Span, is_wordly};
use std::collections::{BTreeMap, BTreeSet};

/// How far away those tests are to which no reference leads, but which may be reached all the same.
const FAR: u32 = 1_000;

/// What one declaration or script says.
struct Said {
    /// Where it stands, and what it is called.
    span: Span,
    title: String,
    /// Whether it is a test, and which, if that one counts.
    is_test: bool,
    test: Option<usize>,
    /// Whether it happens, or holds, without being named.
    is_everywhere: bool,
    names: BTreeSet<String>,
    words: BTreeSet<String>,
}

/// Everything that is said, and where each word stands.
pub(super) struct ReferenceMap {
    said: Vec<Said>,
    mentions: BTreeMap<String, Vec<usize>>,
    /// The tests in which so much happens that everything may.
    busy: Vec<usize>,
    /// All tests that count.
    tests: Vec<usize>,
}

impl ReferenceMap {
    pub(super) fn of(tests: &PackTests, reports: &[(usize, TestReport)]) -> ReferenceMap {
        let book = tests.book();
        let mut said = Vec::new();
        tests.text().declarations().for_each(|one| gather(one, &BTreeSet::new(), &book.sources, &mut said));
        said.extend(book.scripts.iter().map(|script| {
            let (name, text) = (script.name.to_string(), &book.sources.get(script.source).text);
            let span = Span { source: script.source, start: 0, end: 0 };
            let names = words(&name).collect();
            Said {
                span,
                title: name,
                is_test: false,
                test: None,
                is_everywhere: false,
                names,
                words: words(text).collect(),
            }
        }));
        let place = |test: &usize| book.tests[*test].head.span;
        let counted: BTreeMap<Span, &(usize, TestReport)> =
            reports.iter().map(|report| (place(&report.0), report)).collect();
        for one in said.iter_mut().filter(|one| one.is_test) {
            let mut within = counted.range(Span { end: 0, ..one.span }..Span { start: one.span.end, ..one.span });
            let Some((_, (test, report))) = within.next() else { continue };
            one.test = Some(*test);
            one.words.extend(report.posed.iter().flat_map(|name| words(name)));
        }
        let mut mentions: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, one) in said.iter().enumerate() {
            one.words.iter().for_each(|word| mentions.entry(word.clone()).or_default().push(at));
        }
        let all = || reports.iter().map(|(test, _)| *test);
        let busy = all().filter(|test| is_busy(&book.tests[*test])).collect();
        ReferenceMap { said, mentions, busy, tests: all().collect() }
    }

    /// What a declaration is called, by its place.
    pub(super) fn declared(&self, span: Span) -> String {
        self.at(span).map_or_else(String::new, |one| one.title.clone())
    }

    fn at(&self, span: Span) -> Option<&Said> {
        self.said.iter().find(|one| one.span.source == span.source && one.span.start == span.start)
    }

    /// The tests that a change in an entry of a declaration can reach, each with how far away it is.
    pub(super) fn of_change(&self, declaration: Span, row: Option<&str>) -> BTreeMap<usize, u32> {
        let mut found: BTreeMap<usize, u32> = BTreeMap::new();
        let Some(changed) = self.at(declaration) else { return self.all() };
        let mut is_everywhere = changed.is_everywhere;
        let mut known: BTreeSet<String> = row.map_or_else(|| changed.names.clone(), |row| words(row).collect());
        let (mut next, mut seen, mut far) = (known.clone(), BTreeSet::new(), 1);
        while !next.is_empty() {
            let mut after = BTreeSet::new();
            for at in next.iter().filter_map(|word| self.mentions.get(word)).flatten().copied() {
                if !seen.insert(at) {
                    continue;
                }
                let one = &self.said[at];
                is_everywhere |= one.is_everywhere;
                found.extend(one.test.map(|test| (test, far)));
                after.extend(one.names.iter().filter(|name| known.insert((*name).clone())).cloned());
            }
            (next, far) = (after, far + 1);
        }
        let others = if is_everywhere { &self.tests } else { &self.busy };
        for test in others {
            found.entry(*test).or_insert(FAR);
        }
        found
    }

    fn all(&self) -> BTreeMap<usize, u32> {
        self.tests.iter().map(|test| (*test, FAR)).collect()
    }
}

/// Whether turns are played in a test, or scripts decide: nobody names what happens there.
fn is_busy(test: &Test) -> bool {
    test.steps.iter().any(|step| {
        matches!(
            step.node,
            StepNode::Scenario(_)
                | StepNode::Play(..)
                | StepNode::Perform(..)
                | StepNode::Script(_)
                | StepNode::Phase(..)
        )
    })
}

/// What a declaration says, and those in a `when` block each for itself.
fn gather(declaration: &Declaration, around: &BTreeSet<String>, sources: &Sources, all: &mut Vec<Said>) {
    let text = sources.slice(declaration.span);
    let mut names: BTreeSet<String> = declaration.names().flat_map(|name| words(&name.text)).collect();
    let mut said: BTreeSet<String> = around.clone();
    let is_everywhere = match &declaration.body {
        Body::When(condition, inner) => {
            said.extend(words(sources.slice(condition.span)));
            inner.iter().for_each(|one| gather(one, &said, sources, all));
            // What stands in it, is what it names.
            names.extend(inner.iter().flat_map(Declaration::names).flat_map(|name| words(&name.text)));
            true
        }
        Body::Test(_) => false,
        Body::Things(things) => {
            let rows = things.grid.rows.iter().filter_map(|row| row.cells.first());
            names.extend(rows.flat_map(|cell| words(&cell.text)));
            false
        }
        Body::Condition(_) => {
            names.extend(declaration.notes.title.iter().flat_map(|title| words(&title.text)));
            false
        }
        body => !is_named(body),
    };
    if !matches!(declaration.body, Body::When(..)) {
        said.extend(words(text));
    }
    let named = declaration.names().next().map_or("", |name| name.text.as_str());
    let title = format!("{} {named}", declaration.keyword.text).trim_end().to_string();
    let is_test = matches!(declaration.body, Body::Test(_));
    all.push(Said { span: declaration.span, title, is_test, test: None, is_everywhere, names, words: said });
}

/// Whether what a declaration says counts only for those who name it.
fn is_named(body: &Body) -> bool {
    matches!(
        body,
        Body::Thing(_)
            | Body::Table(_)
            | Body::Setting(_)
            | Body::Value(_)
            | Body::Function(_)
            | Body::Fact(_)
            | Body::Card(_)
            | Body::Check(_)
            | Body::Question(_)
            | Body::Action(_)
            | Body::Deed(_)
            | Body::Figure(_)
            | Body::Map(_)
            | Body::Scenario(_)
            | Body::Words(_)
    )
}

/// The words of a text that may be names, or parts of some.
fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|letter: char| !is_wordly(letter));
    parts.filter(|word| !word.is_empty()).map(str::to_string)
}

/// The name in the first cell of a row.
pub(super) fn row_name(book: &Rulebook, row: Span) -> Option<String> {
    let text = book.sources.slice(row);
    let first = text.strip_prefix('|')?.split('|').next()?.trim();
    (!first.is_empty()).then(|| first.to_string())
}
