//! `fray test`: the tests that rules carry, and which rows of the inventory they cover.

use super::args::Test;
use super::coverage::Coverage;
use super::ended::{Ended, Outcome};
use super::packs::Packs;
use super::place::{Target, targets};
use super::screen::Screen;
use crate::packtest::{Failure, Report, Trials};
use crate::rulebook::Rulebook;
use miette::{LabeledSpan, NamedSource, SourceCode, SourceSpan};
use serde_json::json;
use std::fmt;
use std::sync::Arc;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.test/1";

/// Runs and prints.
pub fn test(args: &Test, packs: &Packs, screen: &mut Screen) -> Outcome {
    let (mut passed, mut failed, mut wrong) = (0, 0, false);
    for target in targets(&args.paths, packs)? {
        match of_pack(args, &target, screen) {
            Ok((good, bad)) => {
                passed += good;
                failed += bad;
            }
            Err(diagnostics) => {
                wrong = true;
                diagnostics.iter().for_each(|diagnostic| screen.complain(diagnostic));
            }
        }
    }
    if !args.json {
        screen.line(&format!("{passed} passed, {failed} failed"));
    }
    Ok(match (wrong, failed) {
        (true, _) => Ended::Wrong,
        (false, 0) => Ended::Done,
        (false, _) => Ended::No,
    })
}

/// Runs the tests of one pack; how many passed, and how many failed.
fn of_pack(args: &Test, target: &Target, screen: &mut Screen) -> Result<(usize, usize), crate::diag::Diagnostics> {
    let mut trials = Trials::new(&target.files, &target.pack);
    let kit = trials.load()?;
    let wanted = |title: &str| args.only.as_ref().is_none_or(|only| title.contains(only.as_str()));
    let own = |pack: &str| pack == target.pack;
    let mut coverage = Coverage::of(&target.files, &target.pack)?;
    let (mut passed, mut failed) = (0, 0);
    // Tests of the packs below are theirs: what a pack changes may well make them fail.
    for test in kit.book.tests.iter().filter(|test| own(&test.head.pack) && wanted(&test.head.title)) {
        let report = trials.run(&kit, test);
        match report.is_passed() {
            true => {
                passed += 1;
                coverage.cover(&report.covers);
            }
            false => failed += 1,
        }
        tell(args, &kit.book, &report, screen);
    }
    if args.coverage && !coverage.is_empty() {
        match args.json {
            true => screen.json(&coverage.json(SCHEMA, &target.pack)),
            false => screen.say(&coverage.text(&target.pack)),
        }
    }
    Ok((passed, failed))
}

fn tell(args: &Test, book: &Rulebook, report: &Report, screen: &mut Screen) {
    if args.json {
        let failures: Vec<serde_json::Value> = report.failures.iter().map(|failure| plain(book, failure)).collect();
        screen.json(&json!({
            "schema": SCHEMA, "test": report.title, "covers": report.covers,
            "passed": report.is_passed(), "failures": failures,
        }));
        return;
    }
    for failure in &report.failures {
        screen.report(&(Box::new(Failed::new(book, report, failure)) as _));
        if let Some(reckoning) = &failure.reckoning {
            screen.line(reckoning.trim_end());
            screen.line("");
        }
    }
}

fn plain(book: &Rulebook, failure: &Failure) -> serde_json::Value {
    let source = book.sources.get(failure.span.source);
    json!({
        "file": source.name, "line": book.sources.line(failure.span),
        "expected": failure.expected, "got": failure.got, "reckoning": failure.reckoning,
    })
}

/// A failed expectation with its place.
#[derive(Debug)]
struct Failed {
    title: Arc<str>,
    failure: Failure,
    source: NamedSource<Arc<str>>,
    at: SourceSpan,
}

impl Failed {
    fn new(book: &Rulebook, report: &Report, failure: &Failure) -> Failed {
        let (source, at) = book.sources.place(failure.span);
        Failed { title: report.title.clone(), failure: failure.clone(), source, at }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the test `{}` fails", self.title)
    }
}

impl std::error::Error for Failed {}

impl miette::Diagnostic for Failed {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new("fray::cli::test_failed"))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("expected {}", self.failure.expected)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new_with_span(Some(self.failure.got.clone()), self.at);
        Some(Box::new(std::iter::once(label)))
    }
}
