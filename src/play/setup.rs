//! A state from a scenario, or figure by figure: sheets applied over defaults, things made, tracks started.

use super::Rules;
use super::error::PlayError;
use super::state::{Figure, HeldCondition, Side, State, Thing};
use super::view::View;
use crate::event::{Holder, Spot};
use crate::rulebook::{OwnerDecl, Placement, Rulebook, Scenario, SheetLine};
use crate::value::{FigureId, ItemId, ScriptId, SheetId, SideId, SlotId, ThingId, TrackId};

/// The most figures, and the most things, that one play holds.
pub const MOST_FIGURES: usize = 1000;
/// See [`MOST_FIGURES`].
pub const MOST_THINGS: usize = 20_000;

/// The state before the first turn of a scenario.
pub fn scenario(rules: &Rules, scenario: &Scenario) -> Result<State, PlayError> {
    let mut state = State::default();
    for side in &scenario.sides {
        let id = add_side(rules, &mut state, &side.head.name, &side.head.title, &side.lines)?;
        for placement in &side.figures {
            add_figure(rules, &mut state, id, placement, side.plays)?;
        }
    }
    state.side_order = state.side_ids().collect();
    Ok(state)
}

/// Adds a side and starts its tracks.
pub fn add_side(
    rules: &Rules,
    state: &mut State,
    name: &str,
    title: &str,
    lines: &[SheetLine],
) -> Result<SideId, PlayError> {
    let id = SideId(state.sides.len() as u16);
    let mut side = Side::blank(&rules.book, &rules.layout, name, title);
    for line in lines {
        if let SheetLine::Attribute(attribute, value) = line {
            side.attributes[attribute.index()] = value.clone();
        }
    }
    state.sides.push(side);
    start_tracks(rules, state, Holder::Side(id), lines)?;
    Ok(id)
}

/// Adds a figure as its placement and sheet say; `controller` is that of its side.
pub fn add_figure(
    rules: &Rules,
    state: &mut State,
    side: SideId,
    placement: &Placement,
    controller: Option<ScriptId>,
) -> Result<FigureId, PlayError> {
    let id = FigureId(state.figures.len() as u16);
    let mut figure = Figure::blank(&rules.book, &rules.layout, &placement.name, side);
    figure.sheet = Some(placement.sheet);
    figure.at = placement.at;
    figure.facing = placement.facing;
    figure.controller = placement.plays.or(controller);
    state.figures.push(figure);
    let lines = sheet_lines(&rules.book, placement.sheet, &placement.lines);
    for line in &lines {
        apply_line(rules, state, id, line);
    }
    start_tracks(rules, state, Holder::Figure(id), &lines)?;
    Ok(id)
}

fn sheet_lines(book: &Rulebook, sheet: SheetId, over: &[SheetLine]) -> Vec<SheetLine> {
    book.sheets[sheet.index()].lines.iter().chain(over).cloned().collect()
}

fn apply_line(rules: &Rules, state: &mut State, id: FigureId, line: &SheetLine) {
    match line {
        SheetLine::Attribute(attribute, value) => {
            state.figures[id.index()].attributes[attribute.index()] = value.clone()
        }
        SheetLine::State(at, symbol) => state.figures[id.index()].states[at.index()] = *symbol,
        SheetLine::Slot(slot, items) => fill_slot(rules, state, id, *slot, items),
        SheetLine::Condition(condition) => {
            let clock = rules.book.conditions[condition.index()].lasts;
            state.figures[id.index()].conditions.push(HeldCondition { condition: *condition, clock });
        }
        SheetLine::Track(..) => {}
    }
}

/// A later line about a slot replaces what an earlier one put there.
fn fill_slot(rules: &Rules, state: &mut State, id: FigureId, slot: SlotId, items: &[ItemId]) {
    for thing in std::mem::take(&mut state.figures[id.index()].slots[slot.index()]) {
        state.things[thing.index()].place = Spot::Nowhere;
    }
    for item in items {
        let thing = add_thing(&rules.book, state, *item, Spot::Slot(id, slot));
        state.figures[id.index()].slots[slot.index()].push(thing);
    }
}

/// Makes a thing of a row.
pub fn add_thing(book: &Rulebook, state: &mut State, item: ItemId, place: Spot) -> ThingId {
    let id = ThingId(state.things.len() as u16);
    state.things.push(Thing { item, fields: book.items[item.index()].fields.clone(), place });
    id
}

fn start_tracks(rules: &Rules, state: &mut State, holder: Holder, lines: &[SheetLine]) -> Result<(), PlayError> {
    for (index, track) in rules.book.tracks.iter().enumerate() {
        let id = TrackId(index as u16);
        let owned = matches!(
            (holder, track.owner),
            (Holder::Figure(_), OwnerDecl::Figure) | (Holder::Side(_), OwnerDecl::Side)
        );
        if !owned {
            continue;
        }
        let said = lines.iter().rev().find_map(|line| match line {
            SheetLine::Track(track, number) if *track == id => Some(*number),
            _ => None,
        });
        let start = match said {
            Some(number) => number,
            None => View::new(rules, state).number_of(&track.start, holder)?,
        };
        let places = track.by.map_or(1, |set| rules.book.sets[set.index()].words.len());
        let first = rules.layout.track(id, None);
        let tracks = match holder {
            Holder::Figure(figure) => &mut state.figures[figure.index()].tracks,
            Holder::Side(side) => &mut state.sides[side.index()].tracks,
        };
        tracks[first..first + places].fill(start);
    }
    Ok(())
}

/// What an unplaced figure of a sheet is: for the prompt and for tests.
pub fn improvised(book: &Rulebook, sheet: SheetId, name: Option<&str>) -> Placement {
    let own = &book.sheets[sheet.index()].head.name;
    let name = name.map_or_else(|| own.clone(), Into::into);
    Placement { sheet, name, at: None, facing: 0, plays: None, lines: Vec::new() }
}
