//! What was rolled for a sentence of the story, with every reason: each number of it opens its explanation, and leads to the
//! dice that a referee may overrule.

use super::news::ToldCourse;
use super::overrule::SaidBefore;
use super::session::Session;
use crate::eval::Frame;
use crate::event::{AmountLine, Change, CheckedModifier, Event};
use crate::explain::{Explanation, reckon};
use crate::play::Rules;
use crate::rulebook::Type;
use crate::state::{State, View};
use crate::value::{FactId, Number, Value};
use std::ops::Range;
use std::sync::Arc;

/// Rolls that are told of one sentence.
const MOST_TOLD: usize = 12;

/// Something that was rolled.
pub(crate) struct ToldRoll {
    pub title: String,
    pub dice: String,
    pub thrown: Vec<i64>,
    pub total: Option<Number>,
    pub why: RollWhy,
    /// By which numbers its dice can be overruled, if they still can.
    pub throws: Vec<usize>,
}

/// Why it came to what it came to.
pub(crate) enum RollWhy {
    /// A check, as it was reckoned then.
    Check { explanation: Box<Explanation>, success: Option<bool>, margin: Option<Number> },
    /// A check of which only what counted is known.
    Counted { parts: Vec<CheckedModifier>, need: Option<Number>, success: Option<bool>, margin: Option<Number> },
    /// A number in steps.
    Steps(Vec<AmountLine>),
    /// Dice alone.
    Dice,
}

/// Dice that can still be overruled.
struct OpenThrow {
    number: usize,
    dice: Vec<i64>,
}

impl Session {
    /// What was rolled for events of a line that has made the table so many changes deep.
    pub(crate) fn told_rolls(
        &mut self,
        course: &ToldCourse,
        range: Range<usize>,
        depth: Option<usize>,
    ) -> Vec<ToldRoll> {
        let mut open = depth.map_or_else(Vec::new, |depth| self.open_throws(depth));
        let mut rolls = Vec::new();
        // The dice of later events come behind those of earlier ones: both are gone through from their ends.
        for (at, event) in course.events.iter().enumerate().rev() {
            if at < range.start || rolls.len() == MOST_TOLD {
                break;
            }
            let shown = shown(at.checked_sub(1).and_then(|before| course.events.get(before)), &event.change);
            let throws = taken(&mut open, &shown);
            if at < range.end
                && let Some(roll) = told(&course.rules, || course.after(at), event, throws)
            {
                rolls.push(roll);
            }
        }
        rolls.reverse();
        rolls
    }

    /// The throws of the line that has made the table so many changes deep, as long as they can be overruled.
    fn open_throws(&mut self, depth: usize) -> Vec<OpenThrow> {
        let (now, deepest) = (self.table.clone(), self.depth());
        let before = SaidBefore::look(self, &now, |before| deepest < depth + before.passed());
        let mut open: Vec<OpenThrow> = before
            .numbered()
            .filter(|(back, _, _)| deepest.checked_sub(*back) == Some(depth))
            .map(|(_, number, fell)| OpenThrow { number, dice: fell.dice.iter().map(|die| i64::from(*die)).collect() })
            .collect();
        open.reverse();
        open
    }
}

/// What the dice of an event showed before a referee ruled otherwise; nothing if none fell.
fn shown(before: Option<&Event>, change: &Change) -> Vec<Vec<i64>> {
    let thrown = match change {
        Change::Rolled { thrown, .. } => vec![thrown.clone()],
        Change::Checked { thrown, opposite, .. } => {
            let theirs = opposite.iter().map(|opposite| opposite.thrown.clone());
            std::iter::once(thrown.clone()).chain(theirs).collect()
        }
        Change::Amount { steps, .. } => steps.iter().map(|step| step.thrown.clone()).collect(),
        _ => Vec::new(),
    };
    let ruled = match before.map(|event| &event.change) {
        Some(Change::Overruled { shown, counted, ruling, .. }) if ruling.is_of_check() => Some((counted, shown)),
        _ => None,
    };
    let as_shown = |dice: Vec<i64>| match ruled {
        Some((counted, shown)) if *counted == dice => shown.clone(),
        _ => dice,
    };
    thrown.into_iter().filter(|dice| !dice.is_empty()).map(as_shown).collect()
}

/// Takes the throws that showed these dice from the end of those that are left, and gives their numbers.
fn taken(open: &mut Vec<OpenThrow>, shown: &[Vec<i64>]) -> Vec<usize> {
    let mut numbers = Vec::new();
    for dice in shown.iter().rev() {
        let Some((from, until)) = alike(open, dice) else { continue };
        numbers.splice(0..0, open[from..until].iter().map(|throw| throw.number));
        open.truncate(from);
    }
    numbers
}

/// Where the last throws stand that together showed these dice.
fn alike(open: &[OpenThrow], dice: &[i64]) -> Option<(usize, usize)> {
    (1..=open.len()).rev().find_map(|until| {
        let mut left = dice;
        for from in (0..until).rev() {
            left = left.strip_suffix(open[from].dice.as_slice())?;
            if left.is_empty() {
                return Some((from, until));
            }
        }
        None
    })
}

fn told(rules: &Arc<Rules>, before: impl Fn() -> State, event: &Event, throws: Vec<usize>) -> Option<ToldRoll> {
    Some(match &event.change {
        Change::Checked { check, dice, thrown, total, need, success, margin, base, modifiers, .. } => {
            let title = rules.book.checks[check.index()].head.title.to_string();
            let (need, success, margin) = (*need, *success, *margin);
            let why = match explained(rules, &before(), &event.change) {
                Some(explanation) => RollWhy::Check { explanation: Box::new(explanation), success, margin },
                None => {
                    let parts = base.iter().chain(modifiers).cloned().collect();
                    RollWhy::Counted { parts, need, success, margin }
                }
            };
            ToldRoll { title, dice: dice.to_string(), thrown: thrown.clone(), total: *total, why, throws }
        }
        Change::Rolled { dice, thrown, total, why } => {
            let title = why.as_ref().map_or_else(|| "dice".to_string(), ToString::to_string);
            let (dice, thrown) = (dice.to_string(), thrown.clone());
            ToldRoll { title, dice, thrown, total: Some(*total), why: RollWhy::Dice, throws }
        }
        Change::Amount { title, steps, total, .. } => {
            let thrown = steps.iter().flat_map(|step| step.thrown.iter().copied()).collect();
            let dice: Vec<&str> = steps.iter().filter_map(|step| step.dice.as_deref()).collect();
            let (title, dice) = (title.to_string(), dice.join(", "));
            ToldRoll { title, dice, thrown, total: Some(*total), why: RollWhy::Steps(steps.clone()), throws }
        }
        _ => return None,
    })
}

/// A check reckoned again in the state it was rolled in; none if that comes to something else than was told, as it may
/// where a script has said more than the log keeps.
fn explained(rules: &Arc<Rules>, state: &State, change: &Change) -> Option<Explanation> {
    let Change::Checked { check, actor, facts, need, odds, .. } = change else { return None };
    let book = &rules.book;
    let mut frame = Frame::new();
    facts.iter().for_each(|(fact, value)| {
        frame.state(*fact, value.clone());
    });
    let is_open = |fact: &&FactId| {
        let is_figure = matches!(book.facts[fact.index()].r#type.bare(), Type::Figure);
        is_figure && !facts.iter().any(|(told, _)| told == *fact)
    };
    if let (Some(actor), Some(fact)) = (actor, book.checks[check.index()].reads.iter().find(is_open)) {
        frame.state(*fact, Value::Figure(*actor));
    }
    let view = View::new(rules, state);
    let explanation = reckon(&view.scene(&frame), *check).ok()?;
    let is_same = explanation.need.map(Number::int) == *need
        && explanation.odds.as_ref().map(|odds| odds.percent()).as_deref() == odds.as_deref();
    is_same.then_some(explanation)
}

impl ToldCourse {
    /// The events of a sentence: those behind the sentence before it.
    pub(crate) fn events_of(&self, sentence: usize) -> Range<usize> {
        let until = self.sentences.get(sentence).map_or(0, |told| told.after);
        let from = sentence.checked_sub(1).and_then(|before| self.sentences.get(before)).map_or(0, |told| told.after);
        from.min(until)..until
    }
}
