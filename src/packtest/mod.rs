//! The tests that rules carry: each builds its own small board, does what its steps say, and compares.

mod answers;
mod bench;
mod expect;
mod fields;
mod happened;
mod legal;
mod put;
mod step;

use crate::diag::Diagnostics;
use crate::play::{Kit, Play};
use crate::rulebook::{Choices, PackText, Rulebook, Test};
use crate::script::Engine;
use crate::syntax::ast::StepNode;
use crate::text::{Files, Span};
use crate::value::ScenarioId;
use bench::Bench;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// What a test came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Its title.
    pub title: Arc<str>,
    /// The inventory rows it covers.
    pub covers: Vec<Arc<str>>,
    /// Where it stands.
    pub span: Span,
    /// What went wrong; nothing if it passed.
    pub failures: Vec<Failure>,
}

impl Report {
    /// Whether it passed.
    pub fn is_passed(&self) -> bool {
        self.failures.is_empty()
    }
}

/// One thing that was expected and did not come, or could not be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The step.
    pub span: Span,
    /// What was expected, or to be done.
    pub expected: String,
    /// What came instead.
    pub got: String,
    /// The reckoning it was about, if it was about one.
    pub reckoning: Option<String>,
}

/// Choices of options whose rules are kept at once: tests of one choice stand together.
const MOST_READY: usize = 16;

/// Runs the tests of one pack. Its texts are read once, rules are made of them once for each choice of options, and all
/// tests of one choice share a Luau state, in which scripts keep nothing.
pub struct Trials {
    text: PackText,
    kits: BTreeMap<String, Result<Ready, String>>,
}

/// The rules of one choice of options, ready to be played.
#[derive(Clone)]
struct Ready {
    kit: Kit,
    engine: Rc<Engine<Play>>,
}

impl Ready {
    fn new(book: Arc<Rulebook>) -> Result<Ready, String> {
        let kit = crate::odds::kit(book);
        let engine = kit.engine().map_err(|error| error.to_string())?;
        Ok(Ready { kit, engine })
    }
}

impl Trials {
    /// The tests of a pack.
    pub fn new(files: &dyn Files, pack: &str) -> Trials {
        Trials { text: PackText::read(files, pack), kits: BTreeMap::new() }
    }

    /// The rules under the options of the pack.
    ///
    /// # Errors
    /// Every mistake in them.
    pub fn load(&mut self) -> Result<Kit, Diagnostics> {
        match self.text.load(&Choices::none()) {
            (Some(book), _) => {
                self.kits.insert(key(&Choices::none()), Ready::new(book.clone()));
                Ok(crate::odds::kit(book))
            }
            (None, mistakes) => Err(mistakes),
        }
    }

    /// Runs one test of the rules that were loaded.
    pub fn run(&mut self, kit: &Kit, test: &Test) -> Report {
        let mut failures = self.perform(kit, test);
        let must_fail = test.steps.iter().find_map(|step| match &step.node {
            StepNode::Fails(text) => Some((step.span, text.text.clone())),
            _ => None,
        });
        if let Some((span, wanted)) = must_fail {
            failures = judge_failure(span, &wanted, &failures);
        }
        Report { title: test.head.title.clone(), covers: test.covers.clone(), span: test.head.span, failures }
    }

    fn perform(&mut self, base: &Kit, test: &Test) -> Vec<Failure> {
        let choices = choices_of(base, test);
        let ready = match self.ready(&choices) {
            Ok(ready) => ready,
            Err(why) => return vec![Failure::new(test.head.span, "these options", &why)],
        };
        let mut bench = match Bench::new(ready.kit, ready.engine, test) {
            Ok(bench) => bench,
            Err(failure) => return vec![failure],
        };
        for step in &test.steps {
            if let Err(failure) = bench.perform(step) {
                bench.failures.push(failure);
                if !matches!(step.node, StepNode::Expect(_)) {
                    return bench.failures;
                }
            }
        }
        bench.finish(test.head.span)
    }

    fn ready(&mut self, choices: &Choices) -> Result<Ready, String> {
        let (text, wanted) = (&mut self.text, key(choices));
        if self.kits.len() == MOST_READY && !self.kits.contains_key(&wanted) {
            let own = key(&Choices::none());
            self.kits.retain(|other, _| *other == own);
        }
        let make = || match text.load(choices) {
            (Some(book), _) => Ready::new(book),
            (None, mistakes) => {
                Err(mistakes.first().map_or_else(|| "they do not load".to_string(), ToString::to_string))
            }
        };
        self.kits.entry(wanted).or_insert_with(make).clone()
    }
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
        Failure { span, expected: expected.to_string(), got: got.to_string(), reckoning: None }
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
