//! Bounds of a number needed that change nothing: beyond the dice, beyond another bound, or against one.

use super::key::bounds;
use super::never_acts::Modified;
use super::same::same;
use super::{Examiner, Finding};
use crate::rulebook::expr::constant;
use crate::rulebook::{Check, Goal, Modifier};
use crate::value::{Number, Target, Value};

/// The dice of a check that always rolls the same, in words, and the least and the most that they show.
struct SteadyDice {
    words: String,
    low: Number,
    high: Number,
    /// Whether a small total succeeds.
    is_under: bool,
}

/// What a bound does to a check whatever is needed.
#[derive(Clone, Copy, PartialEq)]
enum Effect {
    Nothing,
    Succeeds,
    Fails,
}

impl SteadyDice {
    /// What a bound does that always holds.
    fn effect(&self, is_most: bool, bound: Number) -> Option<Effect> {
        match (self.is_under, is_most) {
            (true, true) if bound >= self.high => Some(Effect::Nothing),
            (true, true) if bound < self.low => Some(Effect::Fails),
            (true, false) if bound < self.low => Some(Effect::Nothing),
            (true, false) if bound >= self.high => Some(Effect::Succeeds),
            (false, true) if bound > self.high => Some(Effect::Nothing),
            (false, true) if bound <= self.low => Some(Effect::Succeeds),
            (false, false) if bound <= self.low => Some(Effect::Nothing),
            (false, false) if bound > self.high => Some(Effect::Fails),
            _ => None,
        }
    }

    /// The bound that comes nearest, of those that do something.
    fn nearest(&self, is_most: bool) -> String {
        let (low, high) = (self.low, self.high);
        let beside = |number: Number, one: i64| number.plus(Number::int(one)).unwrap_or(number);
        match (self.is_under, is_most) {
            (true, true) => format!("`at most {}`: {high} fails whatever is needed", beside(high, -1)),
            (true, false) => format!("`at least {low}`: {low} succeeds whatever is needed"),
            (false, true) => format!("`at most {high}`: {high} succeeds whatever is needed"),
            (false, false) => format!("`at least {}`: {low} fails whatever is needed", beside(low, 1)),
        }
    }
}

impl Examiner<'_> {
    /// `at most 40` where 1d20 is rolled, and `at most 0` beside `at least 1`.
    pub(super) fn never_binds(&mut self, modifier: &Modifier, of: Modified) {
        let is_most = match modifier.target {
            Target::AtMost => true,
            Target::AtLeast => false,
            _ => return,
        };
        let Some(bound) = constant(&modifier.amount, self.book).and_then(|value| value.as_number()) else { return };
        let book = self.book;
        if book.usage.touches_option(modifier.amount.span) {
            return;
        }
        let checks: Vec<&Check> = self.checks_of(of).into_iter().map(|id| &book.checks[id.index()]).collect();
        if checks.iter().any(|check| self.is_against_another(modifier, (is_most, bound), check)) {
            return;
        }
        let all: Option<Vec<SteadyDice>> = checks.iter().map(|check| self.sure_dice(check)).collect();
        let Some((all, first)) = all.as_ref().and_then(|all| Some((all, all.first()?))) else { return };
        let effects: Vec<Option<Effect>> = all.iter().map(|dice| dice.effect(is_most, bound)).collect();
        if effects[0].is_none() {
            self.never_reached_bound(modifier, (is_most, bound), &checks);
            return;
        }
        let shows = format!("{} shows {} to {}", first.words, first.low, first.high);
        let nearest = first.nearest(is_most);
        let check = || checks[0].head.name.to_string();
        let finding = match effects[0] {
            Some(effect) if effects.iter().any(|one| *one != Some(effect)) => return,
            Some(Effect::Nothing) => Finding::NeverCounts { label: modifier.label.text.to_string() },
            // Some of the time it may be meant.
            Some(_) if modifier.condition.is_some() || checks.iter().any(|check| !check.results.is_empty()) => return,
            Some(Effect::Fails) => Finding::CannotSucceed { check: check() },
            Some(Effect::Succeeds) => Finding::CannotFail { check: check() },
            None => return,
        };
        let label = if effects[0] == Some(Effect::Nothing) { "changes nothing" } else { "decides it" };
        self.report(finding, modifier.amount.span, label, format!("{shows}; the nearest that matters is {nearest}"));
    }

    /// Reports a bound that what is needed never comes to, whatever counts.
    fn never_reached_bound(&mut self, modifier: &Modifier, (is_most, bound): (bool, Number), checks: &[&Check]) {
        let within = |check: &&Check| {
            let (least, most) = self.need_span(check, Some(modifier))?;
            (if is_most { most <= bound } else { least >= bound }).then_some((least, most))
        };
        let within: Option<Vec<(Number, Number)>> = checks.iter().map(within).collect();
        if let Some((least, most)) = within.as_ref().and_then(|all| all.first()) {
            let finding = Finding::NeverCounts { label: modifier.label.text.to_string() };
            let help =
                format!("what is needed is {least} to {most} whatever counts: choose another number, or leave it out");
            self.report(finding, modifier.amount.span, "changes nothing", help);
        }
    }

    /// Reports a bound that another one of the same check leaves no room.
    fn is_against_another(&mut self, modifier: &Modifier, (is_most, bound): (bool, Number), check: &Check) -> bool {
        let book = self.book;
        let cards = check.cards.iter().flat_map(|card| &book.cards[card.index()].modifiers);
        let others = check.parts.iter().chain(cards).filter(|other| {
            let is_there = other.under.is_none() || other.under == modifier.under;
            other.label.span != modifier.label.span && is_there && other.tags == modifier.tags
        });
        let bounded = others.filter_map(|other| Some((other, constant(&other.amount, book)?.as_number()?)));
        let found = bounded.into_iter().find(|(other, limit)| {
            let holds_too = match (&modifier.condition, &other.condition) {
                (_, None) => true,
                (Some(one), Some(two)) => same(one, two),
                (None, Some(_)) => false,
            };
            let is_later = modifier.label.span.source != other.label.span.source
                || modifier.label.span.start > other.label.span.start;
            match (other.target, is_most) {
                // One that holds only sometimes is what it is for.
                (Target::AtLeast, true) => {
                    bound < *limit && holds_too && (modifier.condition.is_none() || other.condition.is_some())
                }
                (Target::AtMost, false) => bound > *limit && holds_too,
                (Target::AtMost, true) => holds_too && (bound > *limit || bound == *limit && is_later),
                (Target::AtLeast, false) => holds_too && (bound < *limit || bound == *limit && is_later),
                _ => false,
            }
        });
        let Some((other, limit)) = found else { return false };
        let word = |is_most: bool| if is_most { "at most" } else { "at least" };
        let is_other_most = other.target == Target::AtMost;
        let help = match is_most == is_other_most {
            false => format!(
                "nothing is `{} {bound}` and `{} {limit}`: choose another number, or take one of them away",
                word(is_most),
                word(is_other_most)
            ),
            true => format!("`{} {limit}` holds anyhow: choose another number, or leave this out", word(is_other_most)),
        };
        let finding =
            Finding::NotBeside { label: modifier.label.text.to_string(), other: other.label.text.to_string() };
        self.report_two(finding, (modifier.amount.span, "against the other"), (other.amount.span, "the other"), &help);
        true
    }

    /// The dice of a check, if they are always the same and judged against a number.
    fn sure_dice(&self, check: &Check) -> Option<SteadyDice> {
        let book = self.book;
        let is_under = match check.goal {
            Goal::AtMost(..) => true,
            Goal::AtLeast(..) => false,
            Goal::Opposed(_) | Goal::Total => return None,
        };
        let cards = check.cards.iter().flat_map(|card| &book.cards[card.index()].modifiers);
        let changes_dice = check.parts.iter().chain(cards).any(|one| one.target == Target::Dice);
        if changes_dice || book.usage.touches_option(check.roll.span) {
            return None;
        }
        let Some(Value::Dice(dice)) = constant(&check.roll, book) else { return None };
        let (low, high) = bounds(&dice);
        Some(SteadyDice { words: dice.to_string(), low: Number::int(low), high: Number::int(high), is_under })
    }
}
