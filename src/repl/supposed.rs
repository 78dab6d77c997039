//! Orders that were only reckoned or rolled and not done. What is asked behind them is answered as if they had been done,
//! where that makes a difference, and says so; else it is said that nothing was done.

use super::Response;
use super::answer::LineStop;
use super::reckon;
use super::session::{Answered, LineStep};
use super::table_dice::TableDice;
use super::undone::SupposedOrders;
use super::{contrast, tracked};
use crate::event::{Change, Event};
use crate::query::{About, Argument, BoundQuery, ParsedQuery};
use crate::speech::first_named;
use crate::value::{Number, Value};

/// So many orders are supposed one after the other at most.
const MOST: usize = 6;

/// What a sentence comes to.
struct Prospect {
    text: String,
    /// What is needed and the odds, where something is rolled.
    short: Option<String>,
    /// Why the rules do not allow it, if they do not.
    barred: Option<String>,
}

/// Answers a sentence as if what was only reckoned before had been done, where that makes a difference and the rules
/// allow it then, too.
pub(super) fn supposing(
    step: &mut LineStep<'_>,
    (text, asked): (&str, &ParsedQuery),
    answer: impl FnOnce(&mut LineStep<'_>) -> Answered,
) -> Answered {
    // What is asked once more is not done twice.
    let is_new = |orders: &SupposedOrders| orders.lines.last().is_none_or(|last| last != text.trim());
    let Some(orders) = in_force(step).filter(is_new) else { return answer(step) };
    // What cannot even be reckoned as it stands may be possible then: a way back.
    let plain = prospect(step, asked).ok();
    step.table.ahead = Some(orders.state.clone());
    let then = prospect(step, asked).ok();
    let is_barred = plain.as_ref().is_none_or(|plain| plain.barred.is_some());
    let note = match then {
        // It is answered as it stands, and said what would forbid it.
        Some(Prospect { barred: Some(why), .. }) if !is_barred => {
            step.table.ahead = None;
            Some(orders.barring(&why))
        }
        Some(then) if plain.as_ref().is_some_and(|plain| then.text == plain.text) => {
            let is_of_use = then.short.is_some() && is_of_one_figure(step, &orders, text);
            is_of_use.then(|| orders.idle())
        }
        Some(_) => Some(orders.counted(plain.and_then(|plain| plain.short).as_deref())),
        None => {
            step.table.ahead = None;
            is_of_one_figure(step, &orders, text).then(|| orders.not_counted())
        }
    };
    if note.as_ref().is_none_or(|note| *note == orders.idle()) {
        step.table.ahead = None;
    }
    let answered = answer(step);
    step.table.ahead = None;
    let note = note.unwrap_or_default();
    answered.map(|answer| Response { text: note + &answer.text, ..answer })
}

/// The same of what is computed of a text: `none` where nothing was only reckoned.
pub(super) fn computed(step: &mut LineStep<'_>, answer: impl Fn(&mut LineStep<'_>) -> Answered) -> Answered {
    let seeded = step.table.seeded;
    let plain = answer(step)?;
    let Some(orders) = in_force(step) else { return Ok(plain) };
    let after = std::mem::replace(&mut step.table.seeded, seeded);
    step.table.ahead = Some(orders.state.clone());
    let then = answer(step).ok();
    (step.table.ahead, step.table.seeded) = (None, after);
    Ok(match then {
        Some(then) if then.text != plain.text => {
            let short = plain.text.trim().lines().next().filter(|_| plain.text.trim().lines().count() == 1);
            Response { text: orders.counted(short) + &then.text, ..then }
        }
        _ => plain,
    })
}

/// What was only reckoned, where the fight can be supposed to be otherwise.
fn in_force(step: &LineStep<'_>) -> Option<SupposedOrders> {
    step.session.reckoned_only.clone().filter(|orders| orders.is_in_force(&step.table))
}

fn prospect(step: &mut LineStep<'_>, asked: &ParsedQuery) -> Result<Prospect, LineStop> {
    let width = step.session.width;
    match asked.about {
        About::Quantity(quantity) => {
            let text = reckon::quantity_of(step, asked, quantity)?.text(width);
            Ok(Prospect { text, short: None, barred: None })
        }
        About::Action(action) if step.table.book().actions[action.index()].check.is_none() => {
            let prospect = reckon::prospected(step, asked, action)?;
            let barred = prospect.refused.as_ref().map(|refused| refused.reason.to_string());
            Ok(Prospect { text: prospect.text("", width), short: None, barred })
        }
        About::Action(_) | About::Check(_) => {
            // The same numbers are the same answer, whatever they are made of.
            let mut reckoning = reckon::reckoned(step, asked)?;
            reckoning.refused = reckon::refusal(step, asked)?;
            let refused =
                reckoning.refused.as_ref().map_or_else(String::new, |refused| format!(", but {}", refused.reason));
            let short = format!("need {}, {}{refused}", contrast::need(&reckoning), contrast::percent(&reckoning));
            let refused = reckoning.refused.as_ref().map(|refused| refused.reason.to_string());
            let barred = refused.or_else(|| reckoning.impossible.as_ref().map(|impossible| impossible.why.clone()));
            Ok(Prospect { text: short.clone(), short: Some(short), barred })
        }
    }
}

/// Remembers what was only reckoned, if the rules allow it.
pub(super) fn remember(step: &mut LineStep<'_>, text: &str, asked: &ParsedQuery) {
    let own = step.table.ahead.take();
    let before = step.session.reckoned_only.clone().filter(|orders| orders.is_in_force(&step.table));
    if before.as_ref().is_some_and(|orders| orders.lines.last().is_some_and(|last| last == text.trim())) {
        step.table.ahead = own;
        return;
    }
    let behind = before.filter(|orders| orders.lines.len() < MOST);
    step.table.ahead = own.clone().or_else(|| Some(behind.as_ref()?.state.clone()));
    let led = reckon::led_to(&mut step.table, asked);
    // What the rules do not allow after the rest stands alone.
    let (behind, led) = match led {
        None if own.is_none() && behind.is_some() => {
            step.table.ahead = None;
            (None, reckon::led_to(&mut step.table, asked))
        }
        led => (behind, led),
    };
    step.table.ahead = own;
    let Some(led) = led else { return };
    let lines = behind.map_or_else(Vec::new, |orders| orders.lines);
    let lines = lines.into_iter().chain([text.trim().to_string()]).collect();
    step.session.reckoned_only = Some(SupposedOrders::new(lines, led, &step.table));
}

/// What the same figure was said to do before and has not done: said once.
pub(super) fn not_done(step: &mut LineStep<'_>, text: &str) -> String {
    let orders = in_force(step).filter(|orders| orders.lines.iter().all(|line| line != text.trim()));
    let reckoned = orders.filter(|orders| is_of_one_figure(step, orders, text)).map(|orders| orders.not_counted());
    reckoned.unwrap_or_default() + &not_rolled_for(step, text)
}

/// What the same figure was only rolled for: said once.
pub(super) fn not_rolled_for(step: &mut LineStep<'_>, text: &str) -> String {
    let Some(before) = step.session.rolled_only.take().filter(|before| before.trim() != text.trim()) else {
        return String::new();
    };
    match is_same(step, &before, text) {
        true => format!("note: `{before}` was only rolled, so nothing of it counts\n"),
        false => String::new(),
    }
}

/// How often a sentence is rolled when it is done, where it says a number of more than one and is rolled more than once.
pub(super) fn rolled_in_all(step: &LineStep<'_>, text: &str, asked: &ParsedQuery) -> String {
    let counts = |said: &Argument| matches!(said, Argument::Value(Value::Number(number)) if *number > Number::ONE);
    if step.table.mine || !asked.facts.iter().any(|(_, said)| counts(said)) {
        return String::new();
    }
    match checks_of(step, asked) {
        Some(often) if often > 1 => format!("  rolled once here: `do {}` rolls it {often} times\n", text.trim()),
        _ => String::new(),
    }
}

/// How many checks of its kind whoever acts makes when a sentence is done with the dice as they lie.
fn checks_of(step: &LineStep<'_>, asked: &ParsedQuery) -> Option<usize> {
    let mut table = step.table.clone();
    let rules = table.rules.clone();
    let posed = BoundQuery::new(&rules, table.now(), asked).ok()?;
    let (order, own) = (posed.order(&rules)?, posed.check(&rules)?);
    let tray = TableDice::new(table.seeded, None);
    let mut play = tracked::play_of(&mut table, &tray, posed.state.clone()).ok()?;
    tracked::anytime(&mut play, &order).ok()?;
    let log = play.take_log()?;
    let is_his = |event: &&Event| match &event.change {
        Change::Checked { check, actor, .. } => *check == own && *actor == Some(order.actor),
        _ => false,
    };
    Some(log.iter().filter(is_his).count())
}

/// What was only reckoned or rolled before the fight goes on: said once.
pub(super) fn left_undone(step: &mut LineStep<'_>) -> String {
    let reckoned = step.session.reckoned_only.take().map(|orders| orders.not_counted());
    let rolled = step.session.rolled_only.take();
    let rolled = rolled
        .map(|before| format!("note: `{before}` was only rolled, so nothing of it counts: `do {before}` does it\n"));
    reckoned.unwrap_or_default() + &rolled.unwrap_or_default()
}

fn is_of_one_figure(step: &LineStep<'_>, orders: &SupposedOrders, text: &str) -> bool {
    orders.lines.iter().any(|line| is_same(step, line, text))
}

/// Whether one figure acts in both.
fn is_same(step: &LineStep<'_>, one: &str, other: &str) -> bool {
    let first = |text: &str| first_named(&step.table.cast(), text).map(|(first, _)| first);
    first(one).is_some_and(|id| first(other) == Some(id))
}
