//! The odds lab: a sentence whose facts can be set one by one, what it needs then, and its odds over one of them, also by
//! another reading of an option. All of it is asked by words, as an address has them; nothing here changes the session.

use super::answer::LineStop;
use super::glance::Awaited;
use super::lab_control::{self, LabControl, LabField};
use super::reckon;
use super::session::{LineStep, Session};
use super::{contrast, rule, sentence};
use crate::compare::examples;
use crate::diag::Diagnostics;
use crate::dice::{Cancel, Odds};
use crate::explain::{Explanation, RequirementBuffers, odds, reckon};
use crate::play::Rules;
use crate::query::{BoundQuery, Directory, ParsedQuery, made_of};
use crate::rulebook::{OptionChoice, Rulebook};
use crate::state::State;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Points of a curve, at most.
const MOST_POINTS: i64 = 120;
/// Sentences that are proposed, at most.
const MOST_EXAMPLES: usize = 30;
/// How far a curve goes at least, where the fact itself has no bound.
const USUAL_REACH: f64 = 20.0;

/// What is asked in the lab.
#[derive(Clone, Default)]
pub(crate) struct LabQuestion {
    pub sentence: String,
    /// What is set, by the names of the controls.
    pub set: Vec<(String, String)>,
    /// The control over which the curve is drawn; empty for one that fits.
    pub over: String,
    /// Between which numbers.
    pub between: (Option<i64>, Option<i64>),
    /// Another reading of an option, `OPTION=READING`; empty for none.
    pub other: String,
}

/// What the lab answers.
pub(crate) struct LabAnswer {
    pub controls: Vec<LabControl>,
    pub reckoning: Box<Explanation>,
    /// What was set and is not known here, or out of its bounds.
    pub unheard: Vec<String>,
    /// Options with the readings that are not in force.
    pub options: Vec<LabOption>,
    /// The same by the other reading.
    pub other: Option<OtherReading>,
    pub curve: Option<LabCurve>,
}

/// An option of the pack.
pub(crate) struct LabOption {
    pub name: String,
    pub title: String,
    pub now: String,
    /// Whether it has to do with what is asked.
    pub is_near: bool,
    /// The other readings, with their titles.
    pub others: Vec<(String, String)>,
}

/// A sentence by another reading.
pub(crate) struct OtherReading {
    /// `OPTION=READING`
    pub name: String,
    /// What it needs; none if it makes no sense there.
    pub reckoning: Option<Box<Explanation>>,
}

/// Odds over one control.
pub(crate) struct LabCurve {
    /// The control.
    pub over: String,
    pub title: String,
    pub unit: String,
    /// Whether the points lie on an axis of numbers.
    pub is_number: bool,
    pub points: Vec<LabPoint>,
    /// Whether there was no time for all of it.
    pub is_cut: bool,
}

/// The odds where the control has one value.
pub(crate) struct LabPoint {
    /// The value as the control has it.
    pub value: String,
    /// As people read it.
    pub shown: String,
    /// What is needed.
    pub need: String,
    /// How likely a success is; by the other reading, too. Nothing where it cannot be tried.
    pub odds: [Option<Odds>; 2],
    /// Whether it is so now.
    pub is_now: bool,
}

/// A sentence by some rules, in a fight.
pub(super) struct LabBench {
    pub rules: Arc<Rules>,
    pub state: State,
    pub asked: ParsedQuery,
}

impl Session {
    /// What a sentence needs with its facts set, and its odds over one of them. `cancel` cuts the curve short.
    ///
    /// # Errors
    /// When the sentence is not understood, or nothing is rolled for it.
    pub(crate) fn lab(&mut self, question: &LabQuestion, cancel: &Cancel) -> Result<LabAnswer, Diagnostics> {
        self.look(&question.sentence, |step| answer(step, question, cancel))
    }

    /// Sentences that may be asked: what the one who is asked may do, or one for each thing the pack's own sheets can do.
    pub(crate) fn lab_examples(&mut self) -> Vec<String> {
        let mut found = match self.asked() {
            Awaited::Order(_, list) => {
                list.open.iter().filter(|order| order.odds.is_some()).map(|order| order.sentence.clone()).collect()
            }
            _ => Vec::new(),
        };
        if found.is_empty() {
            found = examples(self.rules());
        }
        found.truncate(MOST_EXAMPLES);
        found
    }

    /// The first of the sentences that may be asked whose check has to do with an option.
    pub(crate) fn lab_example_of(&mut self, option: &str) -> Option<String> {
        let examples = self.lab_examples();
        let mut is_near = |sentence: &String| {
            let found = self.look(sentence, |step| {
                let asked = sentence::this_or_last(step, sentence)?;
                let (rules, state) = (step.table.rules.clone(), step.table.now().clone());
                Ok(options_near(step, &LabBench { rules, state, asked }).contains(option))
            });
            found.unwrap_or(false)
        };
        examples.into_iter().find(|sentence| is_near(sentence))
    }
}

fn answer(step: &mut LineStep<'_>, question: &LabQuestion, cancel: &Cancel) -> Result<LabAnswer, LineStop> {
    let read = sentence::this_or_last(step, &question.sentence)?;
    let (rules, state) = (step.table.rules.clone(), step.table.now().clone());
    let mut bench = LabBench { rules, state, asked: read };
    let unheard = bench.set_all(&question.set);
    let mut reckoning = reckon::reckoned(step, &bench.asked)?;
    reckoning.refused = reckon::refusal(step, &bench.asked)?;
    let posed = BoundQuery::new(&bench.rules, &bench.state, &bench.asked);
    let posed = posed.map_err(|error| error.report(step.table.book()))?;
    let cast = step.table.cast();
    let mut controls = lab_control::controls(&bench.rules, &posed, (&bench.asked, &cast), &reckoning);
    bench.weigh(&mut controls, &cast, cancel);
    let other = (!question.other.is_empty()).then(|| by_other(step, question)).flatten();
    let curve = Curve { bench: &bench, other: other.as_ref(), question, cancel }.over(&controls);
    let other = (!question.other.is_empty()).then(|| OtherReading {
        name: question.other.clone(),
        reckoning: other.and_then(|bench| bench.explained()).map(Box::new),
    });
    let options = options_for(step, &bench);
    Ok(LabAnswer { controls, reckoning: Box::new(reckoning), unheard, options, other, curve })
}

/// The same sentence with the same things set, by another reading.
fn by_other(step: &LineStep<'_>, question: &LabQuestion) -> Option<LabBench> {
    let (option, reading) = question.other.split_once('=')?;
    let known = |one: &LabOption| one.name == option && one.others.iter().any(|(name, _)| name == reading);
    options(step.table.book()).iter().any(known).then_some(())?;
    let choices = rule::switched(step, option, reading);
    let case = rule::case_under(step, &rule::texts_in_force(step), &choices, &question.sentence)?;
    let mut bench = LabBench { rules: case.rules, state: case.state, asked: case.asked };
    bench.set_all(&question.set);
    Some(bench)
}

/// All options, those first that have to do with the check.
fn options_for(step: &mut LineStep<'_>, bench: &LabBench) -> Vec<LabOption> {
    let near = options_near(step, bench);
    let mut all = options(&bench.rules.book);
    all.iter_mut().for_each(|option| option.is_near = near.contains(&option.name));
    all.sort_by_key(|option| !option.is_near);
    all
}

/// The options that have to do with the check.
fn options_near(step: &mut LineStep<'_>, bench: &LabBench) -> BTreeSet<String> {
    let bare = ParsedQuery { tweaks: Vec::new(), ..bench.asked.clone() };
    let posed = BoundQuery::new(&bench.rules, &bench.state, &bare).ok();
    let names = posed.and_then(|posed| made_of(&bench.rules, &posed)).unwrap_or_default();
    step.session.rule_index().options_on(&names)
}

/// All options, each with what it could be besides.
fn options(book: &Rulebook) -> Vec<LabOption> {
    let each = book.options.iter().map(|option| {
        let now = book.choice_name(option.chosen).to_string();
        let all: Vec<(String, String)> = match option.readings {
            Some(set) => {
                let words = book.sets[set.index()].words.iter();
                words.map(|word| (word.name.to_string(), word.title.to_string())).collect()
            }
            None => ["on", "off"].map(|word| (word.to_string(), word.to_string())).to_vec(),
        };
        let chosen = match option.chosen {
            OptionChoice::Reading(symbol) => book.symbol_title(symbol).to_string(),
            OptionChoice::On(_) => now.clone(),
        };
        let others = all.into_iter().filter(|(name, _)| *name != now).collect();
        LabOption {
            name: option.head.name.to_string(),
            title: option.head.title.to_string(),
            now: chosen,
            others,
            is_near: false,
        }
    });
    each.collect()
}

impl LabBench {
    /// Sets what is to be set; answers what is not known.
    fn set_all(&mut self, all: &[(String, String)]) -> Vec<String> {
        let cast = Directory::in_fight(&self.rules, &self.state);
        let mut unheard = Vec::new();
        for (name, value) in all {
            let book = &self.rules.book;
            if lab_control::set(book, &cast, &mut self.asked, name, value).is_none() {
                unheard.push(format!("{name} {value}"));
            }
        }
        unheard
    }

    /// The check with every reason.
    pub(super) fn explained(&self) -> Option<Explanation> {
        let posed = BoundQuery::new(&self.rules, &self.state, &self.asked).ok()?;
        let (frame, view) = (posed.check_frame(&self.rules), posed.view(&self.rules));
        reckon(&view.scene(&frame), posed.check(&self.rules)?).ok()
    }

    /// Finds out which controls would change the odds if they were set otherwise.
    fn weigh(&self, controls: &mut [LabControl], cast: &Directory, cancel: &Cancel) {
        let now = self.odds();
        for control in controls.iter_mut().filter(|control| control.matters && control.stated.is_empty()) {
            let tried = control.tried();
            control.matters = tried.iter().any(|value| {
                let other = (!cancel.is_asked()).then(|| self.set_to(cast, &control.name, value)).flatten();
                other.is_some_and(|bench| bench.odds() != now)
            });
        }
    }

    /// How likely a success is; none where nobody can tell.
    fn odds(&self) -> Option<Odds> {
        let posed = BoundQuery::new(&self.rules, &self.state, &self.asked).ok()?;
        let (frame, view) = (posed.check_frame(&self.rules), posed.view(&self.rules));
        odds(&view.scene(&frame), posed.check(&self.rules)?, &mut RequirementBuffers::default()).ok()?
    }

    /// The same with one control at another value.
    fn set_to(&self, cast: &Directory, name: &str, value: &str) -> Option<LabBench> {
        let (rules, state, mut asked) = (self.rules.clone(), self.state.clone(), self.asked.clone());
        lab_control::set(&rules.book, cast, &mut asked, name, value)?;
        Some(LabBench { rules, state, asked })
    }

    /// What is needed then, with every reason.
    pub(super) fn with(&self, cast: &Directory, name: &str, value: &str) -> Option<Explanation> {
        self.set_to(cast, name, value)?.explained()
    }
}

/// What a curve is drawn from.
struct Curve<'a> {
    bench: &'a LabBench,
    other: Option<&'a LabBench>,
    question: &'a LabQuestion,
    cancel: &'a Cancel,
}

impl Curve<'_> {
    /// The curve over the control that is asked for, or over one that fits.
    fn over(&self, controls: &[LabControl]) -> Option<LabCurve> {
        let wanted = controls.iter().find(|control| control.name == self.question.over);
        let is_number = |control: &&LabControl| {
            control.matters && !control.is_derived && matches!(control.field, LabField::Number(..))
        };
        let measured = |control: &&LabControl| is_number(control) && !control.unit.is_empty();
        let numbers = || controls.iter().find(measured).or_else(|| controls.iter().find(is_number));
        let fits = || numbers().or_else(|| controls.iter().find(|control| control.varies()));
        let control = wanted.or_else(fits)?;
        let (is_number, values) = match &control.field {
            LabField::Number(least, most) => (true, self.numbers(control, (*least, *most))),
            LabField::Words(words) => (false, words.clone()),
        };
        let benches = [Some(self.bench), self.other];
        let casts = benches.map(|bench| bench.map(|bench| Directory::in_fight(&bench.rules, &bench.state)));
        let (mut points, mut is_cut) = (Vec::new(), false);
        for (value, shown) in values.into_iter().take(MOST_POINTS as usize + 1) {
            if self.cancel.is_asked() {
                is_cut = true;
                break;
            }
            let at = |which: usize| benches[which]?.with(casts[which].as_ref()?, &control.name, &value);
            let (own, other) = (at(0), at(1));
            let need = own.as_ref().map_or_else(|| "-".to_string(), contrast::need);
            let odds = [own, other].map(|one| one.as_ref().and_then(chance));
            let is_now = control.is_at(&value);
            points.push(LabPoint { value, shown, need, odds, is_now });
        }
        if points.iter().all(|point| point.odds.iter().all(Option::is_none)) {
            return None;
        }
        let (over, title, unit) = (control.name.clone(), control.title.clone(), control.unit.clone());
        Some(LabCurve { over, title, unit, is_number, points, is_cut })
    }

    /// The numbers at which the odds are asked for.
    fn numbers(&self, control: &LabControl, bounds: (Option<i64>, Option<i64>)) -> Vec<(String, String)> {
        let now = control.number();
        let (least, most) = bounds;
        let low = self.question.between.0.unwrap_or_else(|| now.unwrap_or(0.0).floor().min(0.0) as i64);
        let reach = now.map_or(USUAL_REACH, |now| (now * 2.0).max(USUAL_REACH)).ceil() as i64;
        let high = self.question.between.1.unwrap_or(reach.max(low));
        let within = |number: i64| number.max(least.unwrap_or(i64::MIN)).min(most.unwrap_or(i64::MAX));
        let (low, high) = (within(low.min(high)), within(high.max(low)));
        let step = (high.saturating_sub(low) / MOST_POINTS).max(1);
        let step = if high.saturating_sub(low) > step * MOST_POINTS { step + 1 } else { step };
        let mut numbers = Vec::new();
        let mut at = low;
        while at <= high && numbers.len() <= MOST_POINTS as usize {
            let unit = if control.unit.is_empty() { String::new() } else { format!(" {}", control.unit) };
            numbers.push((at.to_string(), format!("{at}{unit}")));
            at = at.saturating_add(step);
        }
        numbers
    }
}

/// How likely a success is; what cannot be tried never is one.
pub(super) fn chance(reckoning: &Explanation) -> Option<Odds> {
    match (&reckoning.odds, &reckoning.impossible) {
        (Some(odds), _) => Some(odds.clone()),
        (None, Some(_)) => Some(Odds::NEVER),
        (None, None) => None,
    }
}
