//! `fray test`: the tests that rules carry, and which rows of the inventory they cover.

use super::args::TestArgs;
use super::coverage::Coverage;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::find;
use super::pack_target::{PackTarget, targets};
use super::packs::Packs;
use super::played::reported;
use super::screen::Screen;
use super::told;
use super::usage::quoted;
use crate::diag::{Diagnostic, Diagnostics, did_you_mean};
use crate::packtest::{Failure, PackTests, TestReport, Worker};
use crate::rulebook::{Rulebook, Test as Trial};
use crate::sim::on_all_cores;
use crate::syntax::ast::StepNode;
use crate::text::{Files, SourceText};
use miette::{LabeledSpan, NamedSource, SourceCode, SourceSpan};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.test/1";

/// Runs and prints.
pub(super) fn test(args: &TestArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let (mut all, mut wrong) = (Counts::default(), false);
    let targets = targets(&args.paths, packs).map_err(|wrong| {
        let told = title_alone(args, packs).or_else(|| title_apart(args, packs));
        told.map_or(wrong, CliError::alone)
    })?;
    // Asked for all tests there are, those that are elsewhere are left out, unless all are.
    let is_elsewhere = |target: &PackTarget| target.files.is_lowest(&target.pack);
    let some_are_here = args.paths.is_empty() && !targets.iter().all(is_elsewhere);
    for target in targets.iter().filter(|target| !(some_are_here && is_elsewhere(target))) {
        if screen.cancel.is_asked() {
            break;
        }
        for unread in target.unread() {
            wrong = true;
            screen.complain(&unread);
        }
        match of_pack(args, target, screen) {
            Ok(counts) => all.add(counts),
            Err(diagnostics) => {
                wrong = true;
                diagnostics.iter().for_each(|diagnostic| screen.complain(diagnostic));
            }
        }
    }
    if let Some(only) = args.only.as_ref().filter(|_| !wrong && all.passed + all.failed == 0) {
        return Err(all.nothing(only).alone());
    }
    // Of a pack that could not be tested there are no tests to count.
    if !(args.json || wrong && all.are_none()) {
        screen.line(&all.text());
        if all.are_none() && !wrong {
            screen.line("there are no tests: one is `test \"what should be so\" { ask \"SENTENCE\"; expect need 9 }`");
        }
    }
    Ok(match (wrong, all.failed) {
        (true, _) => Ended::Wrong,
        (false, 0) => Ended::Done,
        (false, _) => Ended::No,
    })
}

/// A title of tests behind a pack, without `--only`.
fn title_alone(args: &TestArgs, packs: &Packs) -> Option<CliError> {
    let (pack, rest) = args.paths.split_first().filter(|_| args.only.is_none())?;
    let known = packs.folders("rules");
    let title = rest.first().filter(|title| known.contains(pack) && !known.contains(title) && !title.contains('/'))?;
    let help = format!("tests whose title holds it are chosen by `--only`: `fray test {pack} --only '{title}'`");
    Some(CliError::UnknownPath { path: title.clone(), help })
}

/// A title of several words behind `--only`, without quotes.
fn title_apart(args: &TestArgs, packs: &Packs) -> Option<CliError> {
    let first = args.only.as_ref()?;
    let is_there = |path: &&String| find::is_pack(packs, path);
    let (there, rest): (Vec<&String>, Vec<&String>) = args.paths.iter().partition(is_there);
    let title = std::iter::once(first).chain(rest.iter().copied()).map(String::as_str).collect::<Vec<_>>().join(" ");
    let there: String = there.iter().map(|path| format!(" {}", quoted(path))).collect();
    let line = format!("fray test{there} --only {}", quoted(&title));
    let message = format!("`{}` is one word too many for `fray test`", rest.first()?);
    Some(CliError::Usage { message, help: format!("a title of several words stands in quotes: `{line}`") })
}

/// What became of tests.
#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
    /// Those that were not run, because somebody did not want to wait.
    stopped: usize,
    /// The titles of those that were not asked for.
    left: Vec<Arc<str>>,
}

impl Counts {
    fn add(&mut self, more: Counts) {
        self.passed += more.passed;
        self.failed += more.failed;
        self.stopped += more.stopped;
        self.left.extend(more.left);
    }

    fn text(&self) -> String {
        let Counts { passed, failed, stopped, left } = self;
        let stopped = if *stopped == 0 { String::new() } else { format!(", {stopped} not run: stopped") };
        let left = if left.is_empty() { String::new() } else { format!(", {} left out", left.len()) };
        format!("{passed} passed, {failed} failed{stopped}{left}")
    }

    /// Whether there is not one test to run, whatever was asked for.
    fn are_none(&self) -> bool {
        self.passed + self.failed + self.stopped + self.left.len() == 0
    }

    /// The error when none was asked for.
    fn nothing(&self, only: &str) -> CliError {
        let otherwise = match self.left.len() {
            0 => "there are no tests".to_string(),
            left => format!("none of {left} titles contains it, and no name of a file"),
        };
        let help = did_you_mean(only, self.left.iter().map(|title| &**title), &otherwise);
        CliError::NoTest { only: only.to_string(), help }
    }
}

/// Runs the tests of one pack.
fn of_pack(args: &TestArgs, target: &PackTarget, screen: &mut Screen) -> Result<Counts, Diagnostics> {
    if target.files.is_lowest(&target.pack) {
        return Err(CliError::TestsElsewhere { pack: target.pack.clone() }.alone());
    }
    let trials = PackTests::read(&target.files, &target.pack)?;
    let sources = &trials.book().sources;
    let wanted = |test: &Trial| {
        let file = || sources.get(test.head.span.source).name.clone();
        args.only.as_ref().is_none_or(|only| test.head.title.contains(only.as_str()) || file().contains(only.as_str()))
    };
    let mut coverage = Coverage::of(&target.files, &target.pack)?;
    let mut counts = Counts::default();
    // Tests of the packs below are theirs: what a pack changes may well make them fail.
    let own = |test: &Trial| *test.head.pack == *target.pack;
    let left = trials.book().tests.iter().filter(|test| own(test) && !wanted(test));
    counts.left.extend(left.map(|test| test.head.title.clone()));
    let portions = trials.portions(|test| own(test) && wanted(test));
    let wanted = portions.iter().map(|portion| portion.tests.len()).sum::<usize>();
    let run = screen.counted("tests", Some(wanted as u64), |cancel| {
        on_all_cores(&portions, Worker::default, |worker, portion| trials.run(worker, portion, cancel))
    });
    let run = run.map_err(|error| reported(error, trials.book()))?;
    let mut reports: Vec<(usize, TestReport)> = run.into_iter().flatten().collect();
    reports.sort_by_key(|(index, _)| *index);
    counts.stopped = wanted - reports.len();
    // What is certainly wrong with its own scripts may be why tests fail.
    let certain = match reports.iter().all(|(_, report)| report.is_passed()) || args.json {
        true => Vec::new(),
        false => told::of_pack(trials.kit(), &target.pack),
    };
    // What breaks several tests is told with the first of them.
    let mut told: BTreeSet<String> = BTreeSet::new();
    for (_, report) in reports {
        match report.is_passed() {
            true => {
                counts.passed += 1;
                coverage.cover(&report.covers);
            }
            false => counts.failed += 1,
        }
        tell(args, trials.book(), &report, (&certain, &mut told), screen);
    }
    certain.iter().for_each(|error| screen.report(error));
    if args.coverage && !coverage.is_empty() {
        match args.json {
            true => screen.json(&coverage.json(SCHEMA, &target.pack)),
            false => screen.say(&coverage.text(&target.pack)),
        }
    }
    Ok(counts)
}

/// Tells what a test came to. Where a failure is one of what is certainly wrong with a script, that tells it better.
fn tell(
    args: &TestArgs,
    book: &Rulebook,
    report: &TestReport,
    (certain, told): (&Diagnostics, &mut BTreeSet<String>),
    screen: &mut Screen,
) {
    if args.json {
        let failures: Vec<serde_json::Value> = report.failures.iter().map(|failure| plain(book, failure)).collect();
        screen.json(&json!({
            "schema": SCHEMA, "test": report.title, "covers": report.covers,
            "passed": report.is_passed(), "failures": failures,
        }));
        return;
    }
    let compares =
        |test: &Trial| test.steps.iter().any(|step| matches!(step.node, StepNode::Expect(_) | StepNode::Fails(_)));
    let is_empty = book.tests.iter().any(|test| *test.head.title == *report.title && !compares(test));
    if is_empty && report.is_passed() {
        screen.line(&format!("`{}` expects nothing: it passes whatever the rules say", report.title));
    }
    for failure in &report.failures {
        screen.report(&(Box::new(FailedExpect::new(book, report, failure)) as _));
        let is_certain = |cause: &Diagnostic| certain.iter().any(|one| is_at_one_place(one, cause));
        let is_new = |cause: &&Diagnostic| told.insert(format!("{cause} {:?}", place_of(cause)));
        if let Some(cause) = failure.cause.as_deref().filter(|cause| !is_certain(cause)).filter(is_new) {
            screen.report(cause);
        }
        if let Some(reckoning) = &failure.reckoning {
            screen.line(reckoning.trim_end());
            screen.line("");
        }
    }
}

/// Whether two diagnostics say the same of one place, but for their help.
fn is_at_one_place(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.to_string() == other.to_string() && place_of(one) == place_of(other)
}

/// The file and line of the first place that a diagnostic marks.
fn place_of(diagnostic: &Diagnostic) -> Option<(String, usize)> {
    let label = diagnostic.labels()?.next()?;
    let source = diagnostic.source_code()?.read_span(label.inner(), 0, 0).ok()?;
    Some((source.name()?.to_string(), source.line()))
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
struct FailedExpect {
    title: Arc<str>,
    failure: Failure,
    source: NamedSource<SourceText>,
    at: SourceSpan,
}

impl FailedExpect {
    fn new(book: &Rulebook, report: &TestReport, failure: &Failure) -> FailedExpect {
        let (source, at) = book.sources.place(failure.span);
        FailedExpect { title: report.title.clone(), failure: failure.clone(), source, at }
    }
}

impl fmt::Display for FailedExpect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the test `{}` fails", self.title)
    }
}

impl std::error::Error for FailedExpect {}

impl miette::Diagnostic for FailedExpect {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new("fray::cli::test_failed"))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let expected = || format!("expected {}", self.failure.expected);
        // What cannot be asked at all is told with its cause.
        let cure = self.failure.cure.clone().or_else(|| self.failure.cause.is_none().then(expected))?;
        Some(Box::new(cure))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        // What has a place of its own is told there with its cure.
        let got =
            self.failure.cause.as_ref().map_or_else(|| self.failure.got_alone().to_string(), |cause| cause.to_string());
        let label = LabeledSpan::new_with_span(Some(got), self.at);
        Some(Box::new(std::iter::once(label)))
    }
}
