//! The only place where the state of a game in motion is written: one change, applied. A log replayed through here rebuilds the state.

use super::Ruleset;
use super::parts::{Figure, GameOutcome, HeldCondition, State, StateParts, Thing, Tie};
use crate::event::{Change, Holder, Spot};
use crate::rulebook::Aspects;
use crate::value::{ConditionId, FigureId, Number, SideId, SlotId, ThingId};
use std::sync::Arc;

/// Which parts of the state a change writes to.
pub(crate) fn touched(change: &Change) -> Aspects {
    match change {
        Change::TurnBegan
        | Change::PhaseBegan { .. }
        | Change::PhaseEnded { .. }
        | Change::SideActs { .. }
        | Change::SidesLined { .. }
        | Change::Won { .. }
        | Change::Drawn { .. }
        | Change::LimitReached { .. } => Aspects::TIME,
        Change::Removed { .. } | Change::Returned { .. } => Aspects::PRESENCE,
        Change::Moved { .. } => Aspects::CELLS_OF_FIGURES,
        Change::Turned { .. } => Aspects::FACING,
        Change::StateChanged { state, .. } => Aspects::word(*state),
        Change::ConditionGained { condition, .. }
        | Change::ConditionLost { condition, .. }
        | Change::ClockTicked { condition, .. } => Aspects::condition(*condition),
        Change::TrackChanged { track, .. } => Aspects::track(*track),
        Change::NoteChanged { note, .. } => Aspects::note(*note),
        Change::ThingChanged { field, .. } => Aspects::field(*field),
        Change::ThingMade { .. } => Aspects::FIELDS.and(Aspects::THINGS),
        Change::SlotChanged { .. } | Change::Spread { .. } | Change::AreaTicked { .. } => Aspects::THINGS,
        Change::CellChanged { .. } => Aspects::CELLS,
        Change::Related { .. } | Change::RelationAged { .. } | Change::Released { .. } => Aspects::TIES,
        Change::TurnEnded { .. }
        | Change::Ordered(_)
        | Change::Declared(_)
        | Change::Refused { .. }
        | Change::Halted { .. }
        | Change::Again { .. }
        | Change::PutOff(_)
        | Change::Pending(_)
        | Change::TakenUp { .. }
        | Change::Overruled { .. }
        | Change::Rolled { .. }
        | Change::Checked { .. }
        | Change::Decided { .. }
        | Change::Told { .. }
        | Change::Amount { .. }
        | Change::Said { .. } => Aspects::NONE,
    }
}

/// Applies one change. A change that does not fit the state (a log from elsewhere) is ignored: nothing panics, and the
/// replay is then found to differ.
pub fn apply(rules: &Ruleset, state: &mut State, change: &Change) {
    let Ruleset { book, layout, .. } = rules;
    let state = state.parts_mut();
    match change {
        Change::TurnBegan => {
            state.turn = state.turn.saturating_add(1);
            state.phase = None;
            state.pending.clear();
        }
        Change::PhaseBegan { phase } => state.phase = Some(*phase),
        Change::PhaseEnded { .. } => state.phase = None,
        Change::SideActs { side } => state.acting_side = *side,
        Change::SidesLined { sides } => state.side_order.clone_from(sides),
        Change::Won { side, why } => end(state, Some(*side), why),
        Change::Drawn { why } => end(state, None, why),
        Change::LimitReached { limit, at } => end(state, None, &format!("the limit of {at} {limit} is reached").into()),
        Change::ThingMade { thing, item } => {
            if thing.index() == state.things.len() && item.index() < book.items.len() {
                let fields = book.items[item.index()].fields.clone();
                state.things.push(Thing { item: *item, fields, place: Spot::Nowhere });
            }
        }
        Change::SlotChanged { thing, to, .. } => move_thing(state, *thing, *to),
        Change::Spread { thing, area } if thing.index() < state.things.len() => {
            move_thing(state, *thing, Spot::Area);
            put(&mut state.areas, *thing, area.clone());
        }
        Change::AreaTicked { thing, to } => {
            if let Some((_, area)) = state.areas.iter_mut().find(|(other, _)| other == thing) {
                Arc::make_mut(area).clock = *to;
            }
        }
        Change::PutOff(order) => state.later.push(order.clone()),
        Change::Pending(order) => state.pending.push(order.clone()),
        Change::TakenUp { nth, .. } if usize::from(*nth) < state.later.len() => {
            state.later.remove(usize::from(*nth));
        }
        Change::CellChanged { cell, to } if to.index() < book.items.len() => put(&mut state.cells, *cell, *to),
        Change::ThingChanged { thing, field, to, .. } => {
            let thing = state.things.get_mut(thing.index());
            if let Some(value) = thing.and_then(|thing| thing.fields.get_mut(usize::from(*field))) {
                *value = to.clone();
            }
        }
        Change::TrackChanged { owner, track, symbol, to, .. } => {
            set_track(state, *owner, layout.track(*track, *symbol), *to);
        }
        Change::NoteChanged { owner, note, to, .. } => {
            let attributes = match owner {
                Holder::Figure(figure) => state.figures.get_mut(figure.index()).map(|figure| &mut figure.attributes),
                Holder::Side(side) => state.sides.get_mut(side.index()).map(|side| &mut side.attributes),
            };
            if let Some(value) = attributes.and_then(|attributes| attributes.get_mut(note.index())) {
                *value = to.clone();
            }
        }
        Change::Related { figure, relation, to } => {
            state.ties.push(Tie { relation: *relation, from: *figure, to: to.clone(), turns: 1 });
        }
        Change::RelationAged { figure, relation, to, turns } => {
            let same = |tie: &&mut Tie| tie.relation == *relation && tie.from == *figure && tie.to == *to;
            if let Some(tie) = state.ties.iter_mut().find(same) {
                tie.turns = *turns;
            }
        }
        Change::Released { figure, relation, to, .. } => {
            state.ties.retain(|tie| !(tie.relation == *relation && tie.from == *figure && tie.to == *to));
        }
        other => apply_to_figure(state, other),
    }
}

fn end(state: &mut StateParts, winner: Option<SideId>, why: &Arc<str>) {
    state.outcome = Some(GameOutcome { winner, why: why.clone() });
}

fn set_track(state: &mut StateParts, owner: Holder, at: usize, to: Number) {
    let tracks = match owner {
        Holder::Figure(figure) => state.figures.get_mut(figure.index()).map(|figure| &mut figure.tracks),
        Holder::Side(side) => state.sides.get_mut(side.index()).map(|side| &mut side.tracks),
    };
    if let Some(track) = tracks.and_then(|tracks| tracks.get_mut(at)) {
        *track = to;
    }
}

fn apply_to_figure(state: &mut StateParts, change: &Change) {
    let Some(id) = change.figure() else { return };
    let Some(figure) = state.figures.get_mut(id.index()) else { return };
    match change {
        Change::Removed { .. } => {
            figure.removed = true;
        }
        Change::Returned { .. } => figure.removed = false,
        Change::StateChanged { state, to, .. } => {
            if let Some(word) = figure.states.get_mut(state.index()) {
                *word = *to;
            }
        }
        Change::ConditionGained { condition, clock, .. } => {
            figure.conditions.push(HeldCondition { condition: *condition, clock: *clock });
        }
        Change::ConditionLost { condition, nth, .. } => {
            if let Some(index) = nth_held(figure, *condition, *nth) {
                figure.conditions.remove(index);
            }
        }
        Change::ClockTicked { condition, nth, to, .. } => {
            if let Some(index) = nth_held(figure, *condition, *nth) {
                figure.conditions[index].clock = *to;
            }
        }
        Change::Moved { to, .. } => figure.at = *to,
        Change::Turned { to, .. } => figure.facing = *to,
        _ => {}
    }
}

fn nth_held(figure: &Figure, condition: ConditionId, nth: u16) -> Option<usize> {
    let mut held = figure.conditions.iter().enumerate().filter(|(_, held)| held.condition == condition);
    held.nth(usize::from(nth)).map(|(index, _)| index)
}

fn move_thing(state: &mut StateParts, thing: ThingId, to: Spot) {
    let Some(moved) = state.things.get_mut(thing.index()) else { return };
    let from = std::mem::replace(&mut moved.place, to);
    if from == Spot::Area {
        state.areas.retain(|(other, _)| *other != thing);
    }
    if let Spot::Slot(figure, slot) = from
        && let Some(slot) = slot_of(state, figure, slot)
    {
        slot.retain(|other| *other != thing);
    }
    if let Spot::Slot(figure, slot) = to
        && let Some(slot) = slot_of(state, figure, slot)
    {
        slot.push(thing);
    }
}

/// Puts a value in an ordered list, in the place of the one before.
fn put<K: Ord, V>(list: &mut Vec<(K, V)>, key: K, value: V) {
    match list.binary_search_by(|(other, _)| other.cmp(&key)) {
        Ok(at) => list[at].1 = value,
        Err(at) => list.insert(at, (key, value)),
    }
}

fn slot_of(state: &mut StateParts, figure: FigureId, slot: SlotId) -> Option<&mut Vec<ThingId>> {
    state.figures.get_mut(figure.index())?.slots.get_mut(slot.index())
}
