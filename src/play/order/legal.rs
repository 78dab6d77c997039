//! Whether an order may be given: what is said of its figure and phase, what its action requires, whether its check can
//! be made, whether it can be paid.

use super::own_check::set_for_check;
use crate::eval::Frame;
use crate::event::Order;
use crate::explain::{Refusal, RequirementBuffers};
use crate::play::{PlayError, Trouble};
use crate::rulebook::{Action, Expr, Label, Rulebook};
use crate::state::State;
use crate::state::View;
use crate::value::{ActionId, FactId, FigureId, Number, PhaseId, TrackId, Value};

/// Why an order may not be given now, whatever it is about: its figure is out of play, it is the wrong phase, a
/// condition forbids it, something is not said.
pub(crate) fn untimely(view: &View<'_>, order: &Order, phase: Option<PhaseId>) -> Option<Refusal> {
    let action = &view.rules.book.actions[order.action.index()];
    let figure = view.state.figure(order.actor);
    if figure.removed {
        return Some(Refusal::new(format!("{} is out of play", figure.name)));
    }
    wrong_phase(view, action, phase)
        .or_else(|| forbidden(&view.rules.book, view.state, order.actor, order.action))
        .or_else(|| missing_fact(view, action, order))
}

/// Why an order with these facts is against the rules of its action: something that is required is not so, its check
/// cannot be made, it costs more than is `left`. What of its check cannot be reckoned is told when that is rolled.
///
/// # Errors
/// When a requirement or a cost cannot be computed.
pub(crate) fn unruly(
    view: &View<'_>,
    order: &Order,
    frame: &Frame,
    left: impl Fn(TrackId) -> Number,
    reckoner: &mut RequirementBuffers,
) -> Result<Option<Refusal>, PlayError> {
    let action = &view.rules.book.actions[order.action.index()];
    if let Some((requirement, label)) = unmet(view, action, frame)? {
        return Ok(Some(Refusal::unmet(&view.scene(frame), requirement, label)));
    }
    if let Some(refusal) = impossible(view, action, (order, frame), reckoner) {
        return Ok(Some(refusal));
    }
    for (track, cost) in costs(view, action, frame)? {
        let left = left(track);
        if left < cost {
            let title = &view.rules.book.tracks[track.index()].head.title;
            // What only keeps count has no name.
            let of_what = if title.is_empty() { String::new() } else { format!(" {title}") };
            return Ok(Some(Refusal::new(format!("it costs {cost}{of_what}, {left} left"))));
        }
    }
    Ok(None)
}

/// The first requirement of an action that is not met.
pub(super) fn unmet<'a>(
    view: &View<'_>,
    action: &'a Action,
    frame: &Frame,
) -> Result<Option<&'a (Expr, Label)>, PlayError> {
    for requirement in &action.requires {
        if !view.truth_in(&requirement.0, frame)? {
            return Ok(Some(requirement));
        }
    }
    Ok(None)
}

/// What an action costs of each track.
pub(super) fn costs(view: &View<'_>, action: &Action, frame: &Frame) -> Result<Vec<(TrackId, Number)>, PlayError> {
    let mut costs: Vec<(TrackId, Number)> = Vec::with_capacity(action.spends.len());
    for (cost, track) in &action.spends {
        let cost = view.number_in(cost, frame)?;
        match costs.iter_mut().find(|(of, _)| of == track) {
            Some((_, all)) => *all = all.plus(cost).ok_or(Trouble::TooLarge)?,
            None => costs.push((*track, cost)),
        }
    }
    Ok(costs)
}

/// Why the check of an action cannot be made; none if it can, or if nobody can say.
fn impossible(
    view: &View<'_>,
    action: &Action,
    (order, frame): (&Order, &Frame),
    reckoner: &mut RequirementBuffers,
) -> Option<Refusal> {
    let check = action.check?;
    let roller = view.rules.book.roller(check).filter(|fact| frame.stated(*fact).is_none());
    let mut anew = set_for_check(view, action, frame);
    anew.extend(roller.map(|roller| (roller, Value::Figure(order.actor))));
    let mut bar = |frame: &Frame| {
        let scene = view.scene(frame);
        reckoner.bar(&scene, check).ok()?.map(|bar| Refusal::impossible(&scene, bar))
    };
    if anew.is_empty() {
        return bar(frame);
    }
    // What the lines say of the check goes before what the order gives.
    let mut own = frame.clone();
    anew.into_iter().for_each(|(fact, value)| {
        own.state(fact, value);
    });
    bar(&own)
}

fn wrong_phase(view: &View<'_>, action: &Action, phase: Option<PhaseId>) -> Option<Refusal> {
    let phase = phase?;
    if action.phases.is_empty() || action.phases.contains(&phase) {
        return None;
    }
    let title = |id: &PhaseId| &*view.rules.book.turn.phases[id.index()].head.title;
    let own: Vec<&str> = action.phases.iter().map(title).collect();
    Some(Refusal::new(format!(
        "`{}` belongs to {}, and this is {}",
        action.head.title,
        own.join(" or "),
        title(&phase)
    )))
}

fn missing_fact(view: &View<'_>, action: &Action, order: &Order) -> Option<Refusal> {
    let facts = &view.rules.book.facts;
    let given = |fact: &FactId| order.all_facts().any(|(given, _)| given == fact);
    let optional = |fact: &FactId| facts[fact.index()].default.is_some() || facts[fact.index()].from.is_some();
    let missing = action.takes.iter().find(|fact| !given(fact) && !optional(fact))?;
    let title = if action.head.is_quiet() { &action.head.name } else { &action.head.title };
    Some(Refusal::new(format!("`{title}` needs {}", facts[missing.index()].head.title)))
}

/// Why a condition of a figure forbids an action; none if none does.
pub(crate) fn forbidden(book: &Rulebook, state: &State, figure: FigureId, action: ActionId) -> Option<Refusal> {
    let phases = &book.actions[action.index()].phases;
    state.figure(figure).conditions.iter().find_map(|held| {
        let condition = &book.conditions[held.condition.index()];
        let named = condition.forbids.iter().find(|(forbidden, _)| *forbidden == action).map(|(_, label)| label);
        let all = condition.forbids_all.iter().find(|all| all.is_of(action, phases)).map(|all| &all.label);
        named.or(all).map(Refusal::of)
    })
}
