//! What an action does, line by line, as it is written: told to those who ask before it is done.

use super::altered::Altered;
use crate::eval::Scene;
use crate::rulebook::{Act, Action, CheckOutcome, Deed, DoCall, Doing, Expr, Line, Node, Rulebook};
use crate::state::View;
use crate::syntax::line_head;
use std::sync::Arc;

/// Lines that lead to lines, followed so deep.
const DEEPEST: usize = 8;

/// A line of an action.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct DoesLine {
    /// How many lines it stands under.
    pub depth: usize,
    /// What is done, as it is written.
    pub text: String,
    /// Sections of the source text.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub cites: Arc<[Arc<str>]>,
}

/// The lines of an action, without those whose condition is known to be false.
pub(crate) fn does(scene: Scene<'_, View<'_>>, action: &Action) -> Vec<DoesLine> {
    let mut told = LineTelling { scene, is_foreign: false, altered: Altered::default(), lines: Vec::new() };
    told.add(&action.first, 0);
    told.add(&action.does, 0);
    told.lines
}

struct LineTelling<'a> {
    scene: Scene<'a, View<'a>>,
    /// Whether the lines are done with other facts than those of the sentence, so that no condition is known.
    is_foreign: bool,
    /// What the lines told so far may have changed.
    altered: Altered,
    lines: Vec<DoesLine>,
}

impl LineTelling<'_> {
    fn add(&mut self, lines: &[Line], depth: usize) {
        if depth < DEEPEST {
            lines.iter().for_each(|line| self.line(line, depth));
        }
    }

    fn line(&mut self, line: &Line, depth: usize) {
        let book = self.scene.rules;
        if line.when.as_ref().is_some_and(|when| self.known(when) == Some(false)) {
            return;
        }
        match &line.act {
            Act::When(when, then, otherwise) => match self.known(when) {
                Some(true) => return self.add(then, depth),
                Some(false) => return self.add(otherwise, depth),
                None => {}
            },
            Act::Do(call) => {
                if let Doing::Deed(deed) = call.what {
                    return self.deed(line, call, &book.deeds[deed.index()], depth);
                }
            }
            // A name for the lines below changes nothing.
            Act::Let(..) => return,
            _ => {}
        }
        self.lines.push(DoesLine { depth, text: written(book, line), cites: line.cites.clone() });
        self.altered.by(book, line);
        match &line.act {
            Act::When(_, then, otherwise) => {
                self.add(then, depth + 1);
                if !otherwise.is_empty() {
                    self.heading("else".to_string(), depth);
                    self.add(otherwise, depth + 1);
                }
            }
            Act::Each(each) => self.add(&each.lines, depth + 1),
            Act::Check(rolling) => {
                for (outcomes, lines) in &rolling.outcomes {
                    let words: Vec<&str> = outcomes.iter().map(|outcome| word(book, *outcome)).collect();
                    self.heading(format!("on {}", words.join(", ")), depth + 1);
                    self.add(lines, depth + 2);
                }
            }
            _ => {}
        }
    }

    /// The lines of a deed in its place; of one that is given something, or is done only if something holds that nobody
    /// can tell yet, under the line that says so.
    fn deed(&mut self, line: &Line, call: &DoCall, deed: &Deed, depth: usize) {
        let is_certain = line.when.as_ref().is_none_or(|when| self.known(when) == Some(true));
        if is_certain && call.with.is_empty() && deed.parameters.is_empty() && deed.gives.is_none() {
            return self.add(&deed.lines, depth);
        }
        self.heading(written(self.scene.rules, line), depth);
        let outer = self.is_foreign;
        self.is_foreign |= !call.with.is_empty();
        self.add(&deed.lines, depth + 1);
        self.is_foreign = outer;
    }

    fn heading(&mut self, text: String, depth: usize) {
        self.lines.push(DoesLine { depth, text, cites: Arc::new([]) });
    }

    /// Whether a condition holds; none if a line before has a say in it.
    fn known(&self, when: &Expr) -> Option<bool> {
        let mut is_local = false;
        when.walk(&mut |part| is_local |= matches!(part.node, Node::Local(_)));
        let is_open = is_local || self.is_foreign || self.altered.bears_on(self.scene.rules, self.scene.frame, when);
        if is_open { None } else { self.scene.truth(when).ok() }
    }
}

/// A line as it is written, without its sections and without the lines within it.
fn written(book: &Rulebook, line: &Line) -> String {
    line_head(book.sources.slice(line.span))
}

fn word(book: &Rulebook, outcome: CheckOutcome) -> &str {
    match outcome {
        CheckOutcome::Success => "success",
        CheckOutcome::Failure => "failure",
        CheckOutcome::Draw => "draw",
        CheckOutcome::Impossible => "impossible",
        CheckOutcome::Field(_, word) => book.symbol_title(word),
    }
}
