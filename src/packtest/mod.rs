//! The tests that rules carry: each builds its own small board, does what its steps say, and compares.

mod answers;
mod arrange;
mod board;
mod changed;
mod consequence;
mod dice;
mod doing;
mod expect;
mod fields;
mod happened;
mod inventory;
mod legal;
mod look;
mod orders;
mod step;

use crate::diag::{Diagnostic, Diagnostics};
use crate::dice::Cancel;
use crate::play::{Kit, Play, PlayError};
use crate::rulebook::{Choices, PackText, Rulebook, Test};
use crate::script::Engine;
use crate::syntax::ast::{Expect, StepNode};
use crate::text::{Files, Span};
use crate::value::ScenarioId;
use board::{PosedNames, TestBoard};
pub(crate) use inventory::{Inventory, InventoryRow, misnamed_rows};
pub(crate) use look::misnamed;
pub use orders::{TestOrder, choices_of_tests, orders};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// What a test came to.
#[derive(Clone, Debug)]
pub(crate) struct TestReport {
    /// Its title.
    pub title: Arc<str>,
    /// The inventory rows it covers.
    pub covers: Vec<Arc<str>>,
    /// What went wrong; nothing if it passed.
    pub failures: Vec<Failure>,
    /// The actions and checks that its sentences are about.
    pub posed: BTreeSet<Arc<str>>,
}

impl TestReport {
    /// Whether it passed.
    pub(crate) fn is_passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// What is expected of a sentence that says nothing in vain.
pub(crate) const EVERYTHING_COUNTS: &str = "a sentence of which everything counts";

/// One thing that was expected and did not come, or could not be done.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The step.
    pub span: Span,
    /// What was expected, or to be done.
    pub expected: String,
    /// What came instead.
    pub got: String,
    /// What to write instead, where that is known: it stands in `got`, too, behind what is wrong.
    pub cure: Option<String>,
    /// The reckoning it was about, if it was about one.
    pub reckoning: Option<String>,
    /// What broke, with its place in a rule or script.
    pub cause: Option<Arc<Diagnostic>>,
}

/// Tests of the pack's own options that are run in one go.
const PORTION: usize = 96;

/// The tests of one pack. Its texts are read once, rules are made of them once for each choice of options, and nothing of
/// it changes: portions of its tests may be run on many threads.
pub(crate) struct PackTests {
    text: PackText,
    kit: Kit,
}

/// Tests under one choice of options, by their places in the rulebook.
pub(crate) struct Portion {
    pub(crate) choices: Choices,
    /// By their place in the rulebook.
    pub(crate) tests: Vec<usize>,
}

/// What a thread keeps from one portion to the next: the Luau state of the pack's own options, in which scripts keep
/// nothing.
#[derive(Default)]
pub(crate) struct Worker(Option<Rc<Engine<Play>>>);

/// The rules of one choice of options, ready to be played.
struct Ready {
    kit: Kit,
    engine: Rc<Engine<Play>>,
}

impl PackTests {
    /// The tests of a pack.
    ///
    /// # Errors
    /// Every mistake in the rules under their own options.
    pub(crate) fn read(files: &dyn Files, pack: &str) -> Result<PackTests, Diagnostics> {
        let mut text = PackText::read(files, pack);
        let (book, mistakes) = text.load(&Choices::none());
        let kit = crate::odds::kit(book.ok_or(mistakes)?);
        Ok(PackTests { text, kit })
    }

    /// The rules under the options of the pack.
    pub(crate) fn book(&self) -> &Rulebook {
        &self.kit.book
    }

    /// The same, with its scripts.
    pub(crate) fn kit(&self) -> &Kit {
        &self.kit
    }

    /// Those tests that are wanted, by the options they choose.
    pub(crate) fn portions(&self, is_wanted: impl Fn(&Test) -> bool) -> Vec<Portion> {
        let mut by_choice: BTreeMap<String, Portion> = BTreeMap::new();
        for (index, test) in self.kit.book.tests.iter().enumerate().filter(|(_, test)| is_wanted(test)) {
            let choices = choices_of(&self.kit, test);
            let portion = by_choice.entry(key(&choices)).or_insert_with(|| Portion { choices, tests: Vec::new() });
            portion.tests.push(index);
        }
        let own = by_choice.remove(&key(&Choices::none())).map_or_else(Vec::new, |portion| portion.tests);
        let parts = own.chunks(PORTION).map(|tests| Portion { choices: Choices::none(), tests: tests.to_vec() });
        parts.chain(by_choice.into_values()).collect()
    }

    /// Runs the tests of a portion until it is cancelled: what each came to, by its place in the rulebook.
    pub(crate) fn run(&self, worker: &mut Worker, portion: &Portion, cancel: &Cancel) -> Vec<(usize, TestReport)> {
        if cancel.is_asked() {
            return Vec::new();
        }
        let ready = self.ready(worker, &portion.choices);
        let report = |index: &usize| {
            cancel.count(1);
            (*index, self.report(&ready, &self.kit.book.tests[*index]))
        };
        portion.tests.iter().take_while(|_| !cancel.is_asked()).map(report).collect()
    }

    fn report(&self, ready: &Result<Ready, String>, test: &Test) -> TestReport {
        let posed = PosedNames::default();
        let mut failures = perform(ready, test, &posed);
        let must_fail = test.steps.iter().find_map(|step| match &step.node {
            StepNode::Fails(text) => Some((step.span, text.text.clone())),
            _ => None,
        });
        if let Some((span, wanted)) = must_fail {
            failures = judge_failure(span, &wanted, &failures);
        }
        TestReport {
            title: test.head.title.clone(),
            covers: test.covers.iter().map(|row| row.id.clone()).collect(),
            failures,
            posed: posed.take(),
        }
    }

    fn ready(&self, worker: &mut Worker, choices: &Choices) -> Result<Ready, String> {
        let engine = |kit: &Kit| kit.engine().map_err(|error| error.to_string());
        if choices.0.is_empty() {
            let engine = match &worker.0 {
                Some(engine) => engine.clone(),
                None => worker.0.insert(engine(&self.kit)?).clone(),
            };
            return Ok(Ready { kit: self.kit.clone(), engine });
        }
        match self.text.under(choices) {
            (Some(book), _) => {
                let kit = crate::odds::kit(book);
                Ok(Ready { engine: engine(&kit)?, kit })
            }
            (None, mistakes) => {
                Err(mistakes.first().map_or_else(|| "they do not load".to_string(), ToString::to_string))
            }
        }
    }
}

fn perform(ready: &Result<Ready, String>, test: &Test, posed: &PosedNames) -> Vec<Failure> {
    let ready = match ready {
        Ok(ready) => ready,
        Err(why) => return vec![Failure::new(test.head.span, "these options", why)],
    };
    let mut bench = match TestBoard::new(ready.kit.clone(), ready.engine.clone(), test, posed) {
        Ok(bench) => bench,
        Err(failure) => return vec![failure],
    };
    let does = |step: &crate::syntax::ast::StepDecl| {
        matches!(
            step.node,
            StepNode::Order(_) | StepNode::Do(_) | StepNode::Play(..) | StepNode::Script(_) | StepNode::Perform(..)
        )
    };
    let begins_fight = test.steps.iter().any(|step| matches!(step.node, StepNode::Scenario(_)));
    for (at, step) in test.steps.iter().enumerate() {
        let (before, behind) = test.steps.split_at(at);
        let performed = bench.perform(step);
        // Nothing can have happened before anything is done.
        if performed.is_ok()
            && let StepNode::Expect(Expect::Count(0, happening)) = &step.node
            && !begins_fight
            && !before.iter().any(does)
        {
            let got = "nothing is done before this step: it holds whatever is ordered behind it";
            bench.failures.push(Failure::new(happening.span, "something done before", got));
        }
        if let Err(mut failure) = performed {
            let is_early =
                matches!(step.node, StepNode::Expect(_)) && !before.iter().any(does) && behind.iter().any(does);
            if is_early && failure.reckoning.is_none() {
                failure.got += "; nothing is done yet: what is ordered stands behind this step";
            }
            bench.failures.push(failure);
            if !matches!(step.node, StepNode::Expect(_)) {
                return bench.failures;
            }
        }
    }
    bench.finish(test.head.span)
}

/// By what a choice of options is known.
fn key(choices: &Choices) -> String {
    format!("{:?}", choices.0)
}

/// The options of a test's scenario, then those the test names.
fn choices_of(kit: &Kit, test: &Test) -> Choices {
    let scenario = test.steps.iter().find_map(|step| match &step.node {
        StepNode::Scenario(name) => kit.book.scenarios.iter().position(|scenario| *scenario.head.name == *name.text),
        _ => None,
    });
    let start = scenario.map_or_else(Choices::none, |index| kit.book.choices_of(ScenarioId(index as u16)));
    test.steps.iter().fold(start, |choices, step| match &step.node {
        StepNode::With(option, reading) => {
            choices.with(&option.text, reading.as_ref().map(|reading| reading.text.as_str()))
        }
        _ => choices,
    })
}

/// A test of the tests: it has to fail, and with that text.
fn judge_failure(span: Span, wanted: &str, failures: &[Failure]) -> Vec<Failure> {
    let said: Vec<String> = failures.iter().map(Failure::text).collect();
    if said.iter().any(|text| text.contains(wanted)) {
        return Vec::new();
    }
    let got = if said.is_empty() { "it passed".to_string() } else { said.join("; ") };
    vec![Failure::new(span, &format!("a failure with `{wanted}`"), &got)]
}

impl Failure {
    fn new(span: Span, expected: &str, got: &str) -> Failure {
        Failure { span, expected: expected.to_string(), got: got.to_string(), cure: None, reckoning: None, cause: None }
    }

    /// What is wrong with what a step says, told with what to write instead.
    fn said_wrongly(span: Span, expected: &str, wrong: &(dyn miette::Diagnostic + Send + Sync)) -> Failure {
        Failure { cure: wrong.help().map(|help| help.to_string()), ..Failure::new(span, expected, &told(wrong)) }
    }

    /// What came instead without what to write.
    pub(crate) fn got_alone(&self) -> &str {
        let cure = self.cure.as_ref().map(|cure| format!(" ({cure})"));
        cure.and_then(|cure| self.got.strip_suffix(&*cure)).unwrap_or(&self.got)
    }

    /// What comes of a failure of the rules themselves.
    fn broken(span: Span, doing: &str, error: PlayError, book: &Rulebook) -> Failure {
        let report = error.report(book);
        let mut failure = Failure::new(span, doing, &told(&*report));
        let is_placed = report.labels().is_some_and(|mut labels| labels.next().is_some());
        failure.cause = is_placed.then(|| Arc::new(report));
        failure
    }

    fn text(&self) -> String {
        format!("expected {}, got {}", self.expected, self.got)
    }
}

/// A diagnostic in one line: what is wrong, and the help.
fn told(diagnostic: &(dyn miette::Diagnostic + Send + Sync)) -> String {
    match diagnostic.help() {
        Some(help) => format!("{diagnostic} ({help})"),
        None => diagnostic.to_string(),
    }
}
