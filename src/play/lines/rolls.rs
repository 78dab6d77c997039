//! Lines that roll: dice, checks and what is done of their outcomes, amounts made in steps.

use super::thrown::Throw;
use super::{Doer, Flow, Lines, Reason, too_many, unfit};
use crate::event::{AmountLine, Change};
use crate::play::error::Trouble;
use crate::play::precision::Look;
use crate::play::roll::RolledCheck;
use crate::play::{Play, PlayError};
use crate::rulebook::{Amount, AmountStep, CLOSELY, CheckOutcome, Expr, Line, LinePlace, RESULT_NAMES, Rolling, Step};
use crate::text::Span;
use crate::value::{Number, Value};
use std::sync::Arc;

/// Faces of a die of which each is told what it means.
const MOST_FACES: usize = 20;

impl Lines<'_> {
    /// `roll NAME = E`
    pub(super) fn do_roll(
        &mut self,
        line: &Line,
        name: &Arc<str>,
        dice: &Expr,
        doer: &Doer<'_>,
    ) -> Result<Number, PlayError> {
        self.give_reason(line, name, doer)?;
        self.play.weigh_next(doer.who.map(|(_, who)| who), Some(name));
        let (total, throw) = self.thrown_for(dice, doer)?;
        if self.play.is_heard() {
            let label = line.label.as_ref().map(|words| self.said(words, doer)).transpose()?;
            let why = Some(label.unwrap_or_else(|| name.clone()));
            let dice = throw.dice.unwrap_or_else(|| total.to_string().into());
            let rolled = Change::Rolled { dice, thrown: throw.thrown, total, why };
            self.because(None, &line.cites, |play| play.emit(rolled))?;
        }
        Ok(total)
    }

    /// Says of dice that are thrown next what they are for: what the line calls them, or else their name.
    fn give_reason(&mut self, line: &Line, name: &Arc<str>, doer: &Doer<'_>) -> Result<(), PlayError> {
        if !self.play.asks_reason() {
            return Ok(());
        }
        let label = line.label.as_ref().map(|words| self.said(words, doer)).transpose()?;
        self.play.give_reason_of(doer.who.map(|(_, who)| who), label.as_deref().unwrap_or(name));
        Ok(())
    }

    /// What is picked, with what each face of the die means.
    fn faces_of(&self, name: &str, members: &[Value]) -> String {
        if members.len() > MOST_FACES {
            return name.to_string();
        }
        let view = self.play.view();
        let faces = members.iter().enumerate().map(|(at, one)| {
            let shown = crate::eval::show(one, None, &self.play.rules().book, &view);
            format!("{} {shown}", at + 1)
        });
        format!("{name}: {}", faces.collect::<Vec<String>>().join(", "))
    }

    /// `pick NAME from E`
    pub(super) fn do_pick(
        &mut self,
        line: &Line,
        name: &Arc<str>,
        list: &Expr,
        doer: &Doer<'_>,
    ) -> Result<Value, PlayError> {
        let members = self.members_of(list, doer)?;
        let of = u16::try_from(members.len()).map_err(|_| too_many(u32::from(u16::MAX), list.span))?;
        if of == 0 {
            return Ok(Value::None);
        }
        if self.play.asks_reason() {
            let what = self.faces_of(name, &members);
            self.play.give_reason_of(doer.who.map(|(_, who)| who), &what);
        }
        let index = self.play.dice.chance_mut().pick(of)?;
        if self.play.is_heard() && of > 1 {
            let label = line.label.as_ref().map(|words| self.said(words, doer)).transpose()?;
            let why = Some(label.unwrap_or_else(|| name.clone()));
            let die = i64::from(index) + 1;
            let rolled =
                Change::Rolled { dice: format!("1d{of}").into(), thrown: vec![die], total: Number::int(die), why };
            self.because(None, &line.cites, |play| play.emit(rolled))?;
        }
        Ok(members[usize::from(index)].clone())
    }

    /// Does something for a reason.
    pub(super) fn because<T>(
        &mut self,
        label: Option<Arc<str>>,
        cites: &Arc<[Arc<str>]>,
        work: impl FnOnce(&mut Play) -> Result<T, PlayError>,
    ) -> Result<T, PlayError> {
        let outer = self.play.store.replace_reason(Reason { label, cites: cites.clone() });
        let done = work(self.play);
        self.play.store.replace_reason(outer);
        done
    }

    /// `check NAME { on … }`
    pub(super) fn do_check(&mut self, line: &Line, rolling: &Rolling, doer: &mut Doer<'_>) -> Result<Flow, PlayError> {
        let mut over = Vec::with_capacity(rolling.with.len());
        for (fact, expr) in &rolling.with {
            over.push((*fact, self.value(expr, doer)?));
        }
        let frame = self.play.frame_of_check(rolling.check, &over);
        let look = if rolling.closely { Look::Total } else { Look::Verdict };
        let rolled = self.because(None, &line.cites, |play| play.roll_looking(rolling.check, &frame, look))?;
        drop(frame);
        self.keep_result(rolling, Some(&rolled), doer);
        for (words, lines) in &rolling.outcomes {
            let comes = words.iter().any(|word| comes(*word, rolling, &rolled, doer));
            if comes && self.do_lines(lines, doer)? == Flow::Stopped {
                return Ok(Flow::Stopped);
            }
        }
        Ok(Flow::On)
    }

    /// Gives the names of a check what came of it; nothing, if it was not rolled.
    pub(super) fn keep_result(&self, rolling: &Rolling, rolled: Option<&RolledCheck>, doer: &mut Doer<'_>) {
        let result = rolled.and_then(|rolled| rolled.result.as_ref());
        let number = |number: Option<i64>| number.map_or(Value::None, Value::int);
        doer.keep(rolling.at, Value::Truth(result.is_some_and(|result| result.success)));
        doer.keep(rolling.at + 1, Value::Truth(result.is_some_and(|result| result.draw)));
        doer.keep(rolling.at + 2, Value::Truth(result.is_some()));
        let theirs = result.and_then(|result| result.against.as_ref());
        let numbers = [
            result.map(|result| result.margin),
            result.map(|result| result.total),
            theirs.map(|theirs| theirs.margin),
            theirs.map(|theirs| theirs.total),
            rolled.and_then(|rolled| rolled.need),
        ];
        (rolling.at + CLOSELY.start..).zip(numbers).for_each(|(at, one)| doer.keep(at, number(one)));
        let fields = &self.play.rules().book.checks[rolling.check.index()].fields;
        for (at, field) in fields.iter().enumerate() {
            let line = result.and_then(|result| result.fields.iter().find(|line| line.name == field.name));
            let value = line.map_or(Value::None, |line| line.value.clone());
            doer.keep(rolling.at + RESULT_NAMES.len() as u8 + at as u8, value);
        }
    }

    /// `amount NAME { … }`
    pub(super) fn do_amount(&mut self, line: &Line, amount: &Amount, doer: &mut Doer<'_>) -> Result<(), PlayError> {
        let mut sum = Number::ZERO;
        let mut told = Vec::new();
        self.give_reason(line, &amount.name, doer)?;
        self.play.weigh_next(doer.who.map(|(_, who)| who), Some(&amount.name));
        for step in &amount.steps {
            doer.facts.bring_up_to_date(self.play);
            let is_there = match &step.step {
                Step::Into(place) | Step::OutOf(place) if step.if_any => {
                    place.subject().is_none_or(|expr| self.is_there(expr, doer))
                }
                _ => true,
            };
            let holds = match &step.when {
                Some(when) if is_there => self.holds(when, doer)?,
                _ => is_there,
            };
            let mut kept = sum;
            if holds {
                let label = match &step.label {
                    Some(words) if self.play.is_heard() => Some(self.said(words, doer)?),
                    _ => None,
                };
                match &step.step {
                    Step::Into(place) | Step::OutOf(place) => {
                        self.tell_amount(line, amount, sum, &mut told, doer)?;
                        kept = self.pour(line, step, place, (sum, label), doer)?;
                    }
                    other => {
                        let (next, throw, by) = self.stepped(other, sum, line.span, doer)?;
                        if self.play.is_heard() && (next != sum || matches!(other, Step::Roll(_))) {
                            told.push(told_step(step, label, by, throw));
                        }
                        (sum, kept) = (next, next);
                    }
                }
            }
            if let Some(at) = step.keep {
                doer.keep(at, Value::Number(kept));
            }
        }
        self.tell_amount(line, amount, sum, &mut told, doer)?;
        self.play.count_amount(&amount.name, sum);
        doer.keep(amount.at, Value::Number(sum));
        Ok(())
    }

    /// What an amount is after a step, what was thrown for it, and by how much it says.
    fn stepped(
        &mut self,
        step: &Step,
        sum: Number,
        at: Span,
        doer: &Doer<'_>,
    ) -> Result<(Number, Throw, Number), PlayError> {
        let Some(expr) = step.expr() else { return Ok((sum, Throw::default(), Number::ZERO)) };
        let (by, throw) = self.thrown_for(expr, doer)?;
        let next = match step {
            Step::Roll(_) => Some(by),
            Step::Plus(_) => sum.plus(by),
            Step::Minus(_) => sum.minus(by),
            Step::Times(_) => sum.times(by),
            Step::Divided(_, rounding) => {
                sum.over(by).map(|part| rounding.map_or(part, |rounding| Number::int(rounding.of(part))))
            }
            Step::AtLeast(_) => Some(sum.max(by)),
            _ => Some(sum.min(by)),
        };
        let next = next.ok_or_else(|| unfit("a number to divide by", &Value::None, at));
        Ok((next?, throw, by))
    }

    /// Adds an amount to a place; returns how much went in.
    fn pour(
        &mut self,
        line: &Line,
        step: &AmountStep,
        place: &LinePlace,
        (sum, label): (Number, Option<Arc<str>>),
        doer: &Doer<'_>,
    ) -> Result<Number, PlayError> {
        let takes = matches!(step.step, Step::OutOf(_));
        let by = if takes { sum.negated().ok_or(Trouble::TooLarge)? } else { sum };
        let label = match (label, &line.label) {
            (None, Some(words)) if self.play.is_heard() => Some(self.said(words, doer)?),
            (label, _) => label,
        };
        let cites = if step.cites.is_empty() { &line.cites } else { &step.cites };
        let went = self.because(label, cites, |play| play.lines().change_place(place, by, doer, line.span))?;
        Ok(if takes { went.negated().ok_or(Trouble::TooLarge)? } else { went })
    }

    /// Tells the steps that were not told yet.
    fn tell_amount(
        &mut self,
        line: &Line,
        amount: &Amount,
        total: Number,
        steps: &mut Vec<AmountLine>,
        doer: &Doer<'_>,
    ) -> Result<(), PlayError> {
        if steps.is_empty() {
            return Ok(());
        }
        let title = line.label.as_ref().map(|words| self.said(words, doer)).transpose()?;
        let title = title.unwrap_or_else(|| amount.name.clone());
        let steps = std::mem::take(steps);
        let told = Change::Amount { name: amount.name.clone(), title, steps, total };
        self.because(None, &line.cites, |play| play.emit(told))
    }
}

fn told_step(step: &AmountStep, label: Option<Arc<str>>, amount: Number, throw: Throw) -> AmountLine {
    let word = match &step.step {
        Step::Roll(_) => "roll",
        Step::Plus(_) => "plus",
        Step::Minus(_) => "minus",
        Step::Times(_) => "times",
        Step::Divided(..) => "divided by",
        Step::AtLeast(_) => "at least",
        _ => "at most",
    };
    AmountLine { step: word.into(), amount, dice: throw.dice, thrown: throw.thrown, label, cites: step.cites.clone() }
}

/// Whether an outcome has come of a check.
fn comes(outcome: CheckOutcome, rolling: &Rolling, rolled: &RolledCheck, doer: &Doer<'_>) -> bool {
    let result = rolled.result.as_ref();
    match outcome {
        CheckOutcome::Success => result.is_some_and(|result| result.success),
        CheckOutcome::Failure => result.is_some_and(|result| !result.success && !result.draw),
        CheckOutcome::Draw => result.is_some_and(|result| result.draw),
        CheckOutcome::Impossible => result.is_none(),
        CheckOutcome::Field(at, word) => {
            let local = usize::from(rolling.at) + RESULT_NAMES.len() + usize::from(at);
            doer.locals.borrow().get(local) == Some(&Value::Symbol(word))
        }
    }
}
