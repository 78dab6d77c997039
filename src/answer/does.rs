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
    told(LineTelling::new(scene.rules, Some(scene)), action)
}

/// All lines of an action, whoever does it.
pub(crate) fn every_line(book: &Rulebook, action: &Action) -> Vec<DoesLine> {
    told(LineTelling::new(book, None), action)
}

fn told(mut telling: LineTelling<'_>, action: &Action) -> Vec<DoesLine> {
    if telling.add(&action.first, 0) == Going::On {
        telling.add(&action.does, 0);
    }
    telling.lines
}

/// Whether the lines below are done, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Going {
    On,
    Ended,
}

/// A name for the lines below, told with the first of them that uses it.
struct LocalName {
    at: u8,
    /// The names it is made of.
    uses: Vec<u8>,
    line: DoesLine,
}

struct LineTelling<'a> {
    book: &'a Rulebook,
    /// Who does it, and how things are; none where that is not asked, so that no condition is known.
    scene: Option<Scene<'a, View<'a>>>,
    /// Whether the lines are done with other facts than those of the sentence, so that no condition is known.
    is_foreign: bool,
    /// What the lines told so far may have changed.
    altered: Altered,
    /// Names that no line told so far uses.
    names: Vec<LocalName>,
    lines: Vec<DoesLine>,
}

impl<'a> LineTelling<'a> {
    fn new(book: &'a Rulebook, scene: Option<Scene<'a, View<'a>>>) -> LineTelling<'a> {
        let (altered, names, lines) = (Altered::default(), Vec::new(), Vec::new());
        LineTelling { book, scene, is_foreign: false, altered, names, lines }
    }

    /// Tells lines up to one that is known to end them.
    fn add(&mut self, lines: &[Line], depth: usize) -> Going {
        let is_told = depth < DEEPEST;
        let ends = is_told && lines.iter().any(|line| self.line(line, depth) == Going::Ended);
        if ends { Going::Ended } else { Going::On }
    }

    fn line(&mut self, line: &Line, depth: usize) -> Going {
        let book = self.book;
        let known = line.when.as_ref().map_or(Some(true), |when| self.known(when));
        if known == Some(false) {
            return Going::On;
        }
        match &line.act {
            Act::When(when, then, otherwise) => match self.known(when) {
                Some(true) => return self.add(then, depth),
                Some(false) => return self.add(otherwise, depth),
                None => {}
            },
            Act::Do(call) => {
                if let Doing::Deed(deed) = call.what {
                    self.deed(line, call, &book.deeds[deed.index()], depth);
                    return Going::On;
                }
            }
            Act::Let(at, _) => {
                let told = DoesLine { depth, text: written(book, line), cites: line.cites.clone() };
                self.names.push(LocalName { at: *at, uses: locals_of(line), line: told });
                return Going::On;
            }
            Act::Stop if known == Some(true) => return Going::Ended,
            _ => {}
        }
        self.name(line);
        self.lines.push(DoesLine { depth, text: written(book, line), cites: line.cites.clone() });
        self.altered.by(book, line);
        self.within(line, depth);
        let gives = matches!(line.act, Act::Give(_)) && known == Some(true);
        if gives { Going::Ended } else { Going::On }
    }

    /// The lines within a line of which nobody knows yet whether, or how often, they are done.
    fn within(&mut self, line: &Line, depth: usize) {
        match &line.act {
            Act::When(_, then, otherwise) => {
                self.add(then, depth + 1);
                if !otherwise.is_empty() {
                    self.heading("else".to_string(), depth);
                    self.add(otherwise, depth + 1);
                }
            }
            Act::Each(each) => {
                self.add(&each.lines, depth + 1);
            }
            Act::Check(rolling) => {
                for (outcomes, lines) in &rolling.outcomes {
                    let words: Vec<&str> = outcomes.iter().map(|outcome| word(self.book, *outcome)).collect();
                    self.heading(format!("on {}", words.join(", ")), depth + 1);
                    self.add(lines, depth + 2);
                }
            }
            _ => {}
        }
    }

    /// Tells the names that a line uses, and those that they are made of, if that has not been done.
    fn name(&mut self, line: &Line) {
        let mut wanted = locals_of(line);
        for name in self.names.iter().rev() {
            if wanted.contains(&name.at) {
                wanted.extend(&name.uses);
            }
        }
        let (told, kept) = std::mem::take(&mut self.names).into_iter().partition(|name| wanted.contains(&name.at));
        let told: Vec<LocalName> = told;
        self.names = kept;
        self.lines.extend(told.into_iter().map(|name| name.line));
    }

    /// The lines of a deed in its place; of one that is given something, or is done only if something holds that nobody
    /// can tell yet, under the line that says so.
    fn deed(&mut self, line: &Line, call: &DoCall, deed: &Deed, depth: usize) {
        let is_certain = line.when.as_ref().is_none_or(|when| self.known(when) == Some(true));
        let is_plain = is_certain && call.with.is_empty() && deed.parameters.is_empty() && deed.gives.is_none();
        if !is_plain {
            self.name(line);
            self.heading(written(self.book, line), depth);
        }
        let (foreign, names) = (self.is_foreign, std::mem::take(&mut self.names));
        self.is_foreign |= !call.with.is_empty();
        self.add(&deed.lines, if is_plain { depth } else { depth + 1 });
        (self.is_foreign, self.names) = (foreign, names);
    }

    fn heading(&mut self, text: String, depth: usize) {
        self.lines.push(DoesLine { depth, text, cites: Arc::new([]) });
    }

    /// Whether a condition holds; none if a line before has a say in it.
    fn known(&self, when: &Expr) -> Option<bool> {
        let scene = self.scene.as_ref()?;
        let mut is_local = false;
        when.walk(&mut |part| is_local |= matches!(part.node, Node::Local(_)));
        let is_open = is_local || self.is_foreign || self.altered.bears_on(self.book, scene.frame, when);
        if is_open { None } else { scene.truth(when).ok() }
    }
}

/// The names that the expressions of a line use.
fn locals_of(line: &Line) -> Vec<u8> {
    let mut used = Vec::new();
    line.walk(&mut |line| {
        line.own_exprs(&mut |expr| {
            expr.walk(&mut |part| {
                if let Node::Local(at) = part.node {
                    used.push(at);
                }
            });
        });
    });
    used
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
