//! Sentences reckoned in the fight as it stands, and what they would leave behind. Nothing here throws dice for them.

use super::answer::LineStop;
use super::session::LineStep;
use super::table::SessionState;
use super::table_dice::TableDice;
use super::tracked;
use crate::answer::{Preview, QuantityAnswer};
use crate::event::Holder;
use crate::explain::{Explanation, Refusal};
use crate::play::Play;
use crate::query::{About, BoundQuery, ParsedQuery, Quantity};
use crate::state::State;
use crate::value::{ActionId, Value};

/// A sentence reckoned in the fight as it stands.
pub(super) fn reckoned(step: &LineStep<'_>, asked: &ParsedQuery) -> Result<Explanation, LineStop> {
    reckoned_of(step, step.line.0.trim(), asked)
}

/// The same of one of several sentences of a line.
pub(super) fn reckoned_of(step: &LineStep<'_>, text: &str, asked: &ParsedQuery) -> Result<Explanation, LineStop> {
    let (rules, book) = (&step.table.rules, step.table.book());
    let posed = posed(step, asked)?;
    let Some(check) = posed.check(rules) else { return Err(no_check(step, text, asked)) };
    Ok(posed.reckoned(rules, step.table.now(), check).map_err(|error| error.diagnostic(book))?)
}

/// A sentence bound to the fight as it stands.
pub(super) fn posed(step: &LineStep<'_>, asked: &ParsedQuery) -> Result<BoundQuery, LineStop> {
    let posed = BoundQuery::new(&step.table.rules, step.table.now(), asked);
    posed.map_err(|error| error.report(step.table.book()).into())
}

/// A play of the fight as it stands, to be asked what is allowed.
pub(super) fn play(step: &mut LineStep<'_>) -> Result<Play, LineStop> {
    let (tray, state) = (step.tray(), step.table.now().clone());
    tracked::play_of(&mut step.table, &tray, state)
}

/// Why what is asked would be refused; a pack without a fight needs no scripts for that.
pub(super) fn refusal(step: &mut LineStep<'_>, asked: &ParsedQuery) -> Result<Option<Refusal>, LineStop> {
    let posed = posed(step, asked)?;
    if step.table.rules.ground.is_none() || posed.order(&step.table.rules).is_none() {
        return Ok(posed.refusal(&step.table.rules));
    }
    Ok(posed.refusal_in(&mut play(step)?))
}

/// Something of a figure.
pub(super) fn quantity_of(
    step: &LineStep<'_>,
    asked: &ParsedQuery,
    quantity: Quantity,
) -> Result<QuantityAnswer, LineStop> {
    let posed = posed(step, asked)?;
    let amount = crate::answer::amount(&posed, &step.table.rules, step.table.now(), quantity);
    amount.map_err(|error| error.diagnostic(step.table.book()).into())
}

/// The same in words and as a value, where no dice are thrown for it.
pub(super) fn amount_of(table: &SessionState, asked: &ParsedQuery) -> Option<(String, Value)> {
    let About::Quantity(quantity) = asked.about else { return None };
    let posed = BoundQuery::new(&table.rules, table.now(), asked).ok()?;
    let (frame, view, book) = (posed.frame(), posed.view(&table.rules), table.book());
    let whose = posed.facts.iter().find_map(|(_, value)| value.as_figure());
    let value = view.scene(&frame).eval(&quantity.expr(book, whose)).ok()?;
    Some((crate::eval::show(&value, quantity.unit(book), book, &view), value))
}

/// What the first turn sets a track to, where that is less than there is before it: a wound was told since.
pub(super) fn from_the_first_turn(table: &SessionState, asked: &ParsedQuery) -> Option<String> {
    let About::Quantity(quantity @ Quantity::Track(track)) = asked.about else { return None };
    if table.now().turn > 0 || table.scenario.is_none() {
        return None;
    }
    let (_, now) = amount_of(table, asked)?;
    let posed = BoundQuery::new(&table.rules, table.now(), asked).ok()?;
    let (view, book) = (posed.view(&table.rules), table.book());
    let whose = posed.facts.iter().find_map(|(_, value)| value.as_figure())?;
    let (_, to) = book.tracks[track.index()].resets.first()?;
    let then = view.value_of(to, Holder::Figure(whose)).ok()?;
    let (Value::Number(less), Value::Number(now)) = (&then, now) else { return None };
    if *less >= now {
        return None;
    }
    let shown = crate::eval::show(&then, quantity.unit(book), book, &view);
    Some(format!("  {shown} from the first turn on\n"))
}

/// The same as data.
pub(super) fn prospected(step: &mut LineStep<'_>, asked: &ParsedQuery, action: ActionId) -> Result<Preview, LineStop> {
    let posed = posed(step, asked)?;
    let mut play = play(step)?;
    let (rules, book) = (step.table.rules.clone(), step.table.book().clone());
    let rule = &book.actions[action.index()];
    let prospect = crate::answer::prospect(&posed, step.table.now(), (&rules, rule), &mut play);
    Ok(prospect.map_err(|error| error.report(&book))?)
}

/// What a sentence would leave behind as far as no die decides that, if the rules allow it.
pub(super) fn led_to(table: &mut SessionState, asked: &ParsedQuery) -> Option<State> {
    let About::Action(action) = asked.about else { return None };
    let rules = table.rules.clone();
    rules.ground.as_ref()?;
    let posed = BoundQuery::new(&rules, table.now(), asked).ok()?;
    let order = posed.order(&rules)?;
    let tray = TableDice::new(table.seeded, Some(&[]));
    let mut play = tracked::play_of(table, &tray, posed.state.clone()).ok()?;
    // What is thrown for is paid for, whatever comes of it.
    if rules.book.actions[action.index()].check.is_some() {
        play.pay(&order).ok()?;
        return Some(play.state().clone());
    }
    if posed.refusal_in(&mut play).is_some() {
        return None;
    }
    let done = tracked::as_far_as_it_goes(&mut play, &order);
    (done.is_ok() || tray.wanted().is_some()).then(|| play.state().clone())
}

pub(super) fn no_check(step: &LineStep<'_>, text: &str, asked: &ParsedQuery) -> LineStop {
    let name = match asked.about {
        About::Action(action) => &step.table.book().actions[action.index()].head.title,
        About::Check(check) => &step.table.book().checks[check.index()].head.title,
        About::Quantity(quantity) => &quantity.head(step.table.book()).title,
    };
    let what = format!("`{name}` has no check: nothing is rolled for it");
    step.line
        .nothing(
            text,
            &what,
            "an action without a check",
            "type the sentence alone to see what comes of it; `do SENTENCE` performs it in a fight, in its turn or not",
        )
        .into()
}
