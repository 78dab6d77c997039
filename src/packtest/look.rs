//! What the tests of a pack name that is not there, found without doing what they say.

use super::board::{PosedNames, TestBoard};
use super::expect::not_rolled;
use super::{EVERYTHING_COUNTS, Failure, choices_of};
use crate::diag::did_you_mean;
use crate::play::Kit;
use crate::query::{self, OnlyGiven};
use crate::rulebook::Test;
use crate::syntax::ast::{BinaryDecl, Expect, ExprDecl, ExprNode, StepDecl, StepNode, TextDecl};
use crate::text::Span;
use std::collections::BTreeSet;

/// A name or a sentence of a test that says nothing, with the test it stands in.
pub(crate) fn misnamed(kit: &Kit) -> Vec<Failure> {
    let own = kit.book.tests.iter().filter(|test| test.head.pack == kit.book.pack.head.name && is_plain(kit, test));
    let mut tests = own.peekable();
    if tests.peek().is_none() {
        return Vec::new();
    }
    let Ok(engine) = kit.engine() else { return Vec::new() };
    let look = |test: &Test| {
        let Ok(mut board) = TestBoard::new(kit.clone(), engine.clone(), test, &PosedNames::default()) else {
            return Vec::new();
        };
        // Who comes while a test is played is not known before.
        let played = test.steps.iter().position(|step| is_played(&step.node)).unwrap_or(test.steps.len());
        let (before, behind) = test.steps.split_at(played);
        let (mut found, mut is_asked) = (Vec::new(), true);
        for (at, step) in before.iter().enumerate() {
            // What is said of a sentence that means nothing means nothing either.
            if is_asked || !matches!(&step.node, StepNode::Expect(Expect::Truth(_))) {
                let failure = board.look(step).err().filter(|failure| {
                    failure.expected != EVERYTHING_COUNTS || !denies(test) && before[..at].iter().all(is_done)
                });
                let failure = failure.or_else(|| board.not_rolled(&before[..at], step));
                is_asked &= failure.is_none() || !matches!(&step.node, StepNode::Ask(_));
                found.extend(failure.or_else(|| if denies(test) { None } else { board.only_given(step) }));
            }
        }
        // What figures have and are is known all the same.
        let kept = behind.iter().any(|step| matches!(&step.node, StepNode::Do(_)));
        let expected = behind.iter().filter(|step| matches!(&step.node, StepNode::Expect(Expect::Truth(_))) && !kept);
        // Who joins meanwhile can be named then.
        let is_name = |failure: &Failure| {
            failure.got.starts_with("no fact, setting or word") && !failure.got.contains("`expect ")
        };
        found.extend(expected.filter_map(|step| board.look(step).err()).filter(|failure| !is_name(failure)));
        let is_sentence = |step: &&StepDecl| {
            matches!(
                &step.node,
                StepNode::Order(_)
                    | StepNode::Expect(Expect::Legal(..) | Expect::Refused(..) | Expect::Events(_) | Expect::Count(..))
            )
        };
        // Who is placed meanwhile is not on the board that is looked at.
        let joins = |step: &StepDecl| match &step.node {
            StepNode::Place(..) => true,
            StepNode::Order(_) => false,
            other => is_played(other),
        };
        let spoken = behind.iter().take_while(|step| !joins(step)).filter(is_sentence);
        found.extend(spoken.filter_map(|step| board.look(step).err()));
        // The same slip in several steps is one mistake.
        let mut seen = BTreeSet::new();
        found.retain(|one| seen.insert((one.got.clone(), kit.book.sources.slice(one.span).to_string())));
        found
    };
    tests.flat_map(look).collect()
}

/// Whether a test is of the rules as they are, and need not fail.
fn is_plain(kit: &Kit, test: &Test) -> bool {
    let fails = test.steps.iter().any(|step| matches!(step.node, StepNode::Fails(_)));
    !fails && choices_of(kit, test).0.is_empty()
}

/// Whether a test expects that something does not count: what it says may count for nothing on purpose.
fn denies(test: &Test) -> bool {
    test.steps.iter().any(|step| matches!(&step.node, StepNode::Expect(Expect::NoModifier(_))))
}

/// Whether looking at a step leaves the board as the step itself would.
fn is_done(step: &StepDecl) -> bool {
    !matches!(
        &step.node,
        StepNode::Gain(..) | StepNode::Lose(..) | StepNode::Relate(..) | StepNode::Answer(..) | StepNode::Lay { .. }
    )
}

/// Whether a step may bring somebody onto the board, or take him off it.
fn is_played(step: &StepNode) -> bool {
    matches!(
        step,
        StepNode::Order(_) | StepNode::Script(_) | StepNode::Do(_) | StepNode::Perform(..) | StepNode::Play(..)
    )
}

impl TestBoard {
    /// What a step names that is not there.
    fn look(&mut self, step: &StepDecl) -> Result<(), Failure> {
        match &step.node {
            StepNode::Place(..) | StepNode::Set(..) => self.perform(step),
            StepNode::Ask(text) => {
                self.understand(step.span, &text.text)?;
                // Who was only asked about can be named then.
                match self.perform(step) {
                    Err(failure) if failure.expected == EVERYTHING_COUNTS => Err(failure),
                    _ => Ok(()),
                }
            }
            StepNode::Order(text) => self.understand(step.span, &text.text).map(|_| ()),
            StepNode::Phase(name, _) => self.phase(name).map(|_| ()),
            StepNode::Expect(Expect::Events(happenings)) => happenings.iter().try_for_each(|one| self.expect_told(one)),
            StepNode::Expect(Expect::Count(_, happening)) => self.expect_told(happening),
            StepNode::Expect(Expect::Truth(expr)) => self.is_well_formed(expr),
            StepNode::Expect(Expect::Legal(Some(text), _) | Expect::Refused(Some(text), ..)) => {
                self.understand(step.span, &text.text).map(|_| ())
            }
            StepNode::Expect(Expect::Need(need)) => is_number(need),
            StepNode::Expect(Expect::Field(name, value)) => self.known_field(step.span, name, value),
            StepNode::Expect(Expect::Modifier(label, _) | Expect::NoModifier(label)) => self.known_label(label),
            StepNode::Gain(figure, _) | StepNode::Lose(figure, _) => self.figure(figure).map(|_| ()),
            StepNode::Relate(_, from, to, _) => self.figure(from).and(self.figure(to)).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// What is said in the sentence that was asked last, and is read by nothing.
    fn only_given(&self, step: &StepDecl) -> Option<Failure> {
        let StepNode::Ask(text) = &step.node else { return None };
        let OnlyGiven { condition, figure, instead } = query::only_given(&self.rules(), self.posed_last()?)?;
        let instead = instead.map_or(String::new(), |instead| format!(", or say what counts: `{instead}`"));
        let whole = self.kit.book.sources.slice(step.span);
        let at = whole.find(&format!("\"{}\"", text.text)).and_then(|start| {
            let at = start + 1 + text.text.rfind(&*condition)?;
            let start = step.span.start + u32::try_from(at).ok()?;
            Some(Span { start, end: start + condition.len() as u32, ..step.span })
        });
        let got = format!("nothing reads it of {figure}: the action only gives it (leave it out{instead})");
        Some(Failure::new(at.unwrap_or(step.span), EVERYTHING_COUNTS, &got))
    }

    /// What is expected of a roll before anything was rolled.
    fn not_rolled(&self, before: &[StepDecl], step: &StepDecl) -> Option<Failure> {
        let StepNode::Expect(Expect::Outcome(_) | Expect::Margin(_)) = &step.node else { return None };
        let last = before.iter().rfind(|step| matches!(&step.node, StepNode::Ask(_) | StepNode::Roll(_)))?;
        let StepNode::Ask(_) = &last.node else { return None };
        let check = self.asked_check(step.span).ok()?;
        Some(Failure::new(step.span, "a roll before this", &not_rolled(check)))
    }

    /// Whether any modifier of the rules bears a label.
    fn known_label(&self, label: &TextDecl) -> Result<(), Failure> {
        let book = self.kit.book.clone();
        let of_cards = book.cards.iter().flat_map(|card| &card.modifiers).map(|modifier| &modifier.label);
        let of_checks = book.checks.iter().flat_map(|check| &check.parts).map(|modifier| &modifier.label);
        let labels: Vec<&str> = of_cards.chain(of_checks).map(|label| &*label.text).collect();
        // A label with a value in braces may come to anything.
        if labels.iter().any(|known| *known == label.text || known.contains('{')) {
            return Ok(());
        }
        let of_check = self.labels_of_asked();
        let known = of_check.iter().map(String::as_str).chain(labels);
        let otherwise = match of_check.as_slice() {
            [] => "no modifier bears this label".to_string(),
            own => format!("no modifier bears this label (what counts there: {})", listed_in_quotes(own)),
        };
        let got = did_you_mean(&label.text, known, &otherwise);
        Err(Failure::new(label.span, "the label of a modifier", &got))
    }
}

/// `"far", "in the dark" and "wounded"`
fn listed_in_quotes(labels: &[String]) -> String {
    let quoted: Vec<String> = labels.iter().map(|label| format!("\"{label}\"")).collect();
    match quoted.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => quoted.concat(),
    }
}

/// A need is one number: `7 or less` says what the check says already.
fn is_number(need: &ExprDecl) -> Result<(), Failure> {
    let ExprNode::Binary(BinaryDecl::Or | BinaryDecl::And, number, word) = &need.node else { return Ok(()) };
    let ExprNode::Name(word) = &word.node else { return Ok(()) };
    let cure = match &number.node {
        ExprNode::Number(number) => {
            format!("a need is one number, and the check says what is good: `expect need {number}`")
        }
        _ => "a need is one number, and the check says what is good: `expect need 7`".to_string(),
    };
    Err(Failure::new(need.span, "one number", &format!("`{}` is no part of a need ({cure})", word.text)))
}
