//! The orders among which a searching decider chooses: what the rules allow a figure now, found by trying.

use crate::dice::{Chance, Seeded};
use crate::event::Order;
use crate::play::Play;
use crate::rulebook::{Action, SentencePart, Type};
use crate::state::nameable;
use crate::value::{ActionId, FactId, FigureId, Number, Symbol, Value};
use std::sync::Arc;

/// Ways to do one action that are tried.
const MOST_WAYS: usize = 160;
/// Legal orders that are kept.
const MOST_LEGAL: usize = 32;
/// Numbers that are tried where an action takes one.
const NUMBERS: [i64; 4] = [1, 2, 3, 0];
/// How far from the figure cells are tried, in steps of the board.
const FAR: [i64; 3] = [1, 2, 4];
/// Cells that are tried of each such distance.
const CELLS: usize = 6;

type StatedFacts = Vec<(FactId, Value)>;

/// Legal orders of a figure among these actions; of too many some, picked by chance.
pub(super) fn legal_orders(
    play: &Play,
    figure: FigureId,
    actions: &[ActionId],
    chance: &mut Seeded,
) -> Vec<Arc<Order>> {
    let mut legal: Vec<Arc<Order>> = Vec::new();
    for action in actions {
        let mut ways = plain_ways(play, *action, figure);
        ways.extend(varied(play, *action, figure, &ways));
        thin(&mut ways, MOST_WAYS, chance);
        for mut facts in ways {
            facts.sort_by_key(|(fact, _)| *fact);
            let order = Order { actor: figure, action: *action, facts, assumed: Vec::new() };
            let is_known = |other: &Arc<Order>| **other == order;
            if !legal.iter().any(is_known) && matches!(play.refusal(&order), Ok(None)) {
                legal.push(Arc::new(order));
            }
        }
    }
    thin(&mut legal, MOST_LEGAL, chance);
    legal
}

/// Leaves so many, picked by chance, in their order.
pub(super) fn thin<T>(all: &mut Vec<T>, most: usize, chance: &mut Seeded) {
    while all.len() > most {
        let at = u16::try_from(all.len()).ok().and_then(|of| chance.pick(of).ok()).map_or(most, usize::from);
        all.remove(at.min(all.len() - 1));
    }
}

/// Every way to fill what an action must be told.
fn plain_ways(play: &Play, id: ActionId, figure: FigureId) -> Vec<StatedFacts> {
    let action = &play.rules().book.actions[id.index()];
    let mut ways: Vec<StatedFacts> = vec![Vec::new()];
    for fact in action.takes.iter().filter(|fact| is_told(play, action, **fact)) {
        let values = values(play, *fact, figure);
        if values.is_empty() {
            continue;
        }
        let longer = ways.iter().flat_map(|facts| values.iter().map(|value| with(facts, *fact, value)));
        ways = longer.take(MOST_WAYS).collect();
    }
    ways
}

/// The same with one thing said otherwise that need not be said.
fn varied(play: &Play, id: ActionId, figure: FigureId, ways: &[StatedFacts]) -> Vec<StatedFacts> {
    let action = &play.rules().book.actions[id.index()];
    let mut varied = Vec::new();
    for fact in action.takes.iter().filter(|fact| !is_told(play, action, **fact)) {
        let values = values(play, *fact, figure);
        varied.extend(ways.iter().flat_map(|facts| values.iter().map(|value| with(facts, *fact, value))));
        if varied.len() > MOST_WAYS {
            break;
        }
    }
    varied
}

fn with(facts: &StatedFacts, fact: FactId, value: &Value) -> StatedFacts {
    let mut facts = facts.clone();
    facts.push((fact, value.clone()));
    facts
}

/// Whether an order of the action has to say a fact: it has a place in the sentence, or nothing else settles it.
fn is_told(play: &Play, action: &Action, fact: FactId) -> bool {
    let rule = &play.rules().book.facts[fact.index()];
    let in_pattern = |says: &crate::rulebook::Sentence| says.parts.contains(&SentencePart::Fact(fact));
    rule.default.is_none() && rule.from.is_none() || action.says.first().is_some_and(in_pattern)
}

fn values(play: &Play, fact: FactId, actor: FigureId) -> Vec<Value> {
    let (state, book) = (play.state(), &play.rules().book);
    match book.facts[fact.index()].r#type.bare() {
        Type::Thing(_) => {
            // Two alike in one slot are one way.
            let mut seen = Vec::new();
            let mut named = nameable(book, state, fact, actor);
            named.retain(|value| {
                let Value::Thing(id) = value else { return false };
                let is_new = !seen.contains(&state.thing(*id));
                seen.push(state.thing(*id));
                is_new
            });
            named
        }
        Type::Symbol(set) => {
            let words = 0..book.sets[set.index()].words.len();
            words.map(|at| Value::Symbol(Symbol { set: *set, at: at as u16 })).collect()
        }
        Type::Truth => vec![Value::Truth(true), Value::Truth(false)],
        Type::Number(_) => NUMBERS.map(|number| Value::Number(Number::int(number))).to_vec(),
        Type::Cell => cells(play, actor),
        _ => nameable(book, state, fact, actor),
    }
}

/// Cells around a figure, and those of the others.
fn cells(play: &Play, actor: FigureId) -> Vec<Value> {
    let state = play.state();
    let (Some(ground), Some(here)) = (&play.rules().ground, state.figure(actor).at) else { return Vec::new() };
    let mut cells = Vec::new();
    for far in FAR {
        let ring = ground.plane.ring(here, far);
        let step = ring.len().div_ceil(CELLS).max(1);
        cells.extend(ring.into_iter().step_by(step));
    }
    let others = state.figure_ids().filter(|id| *id != actor && !state.figure(*id).removed);
    cells.extend(others.filter_map(|id| state.figure(id).at));
    cells.into_iter().filter(|cell| ground.plane.contains(*cell)).map(Value::Cell).collect()
}
