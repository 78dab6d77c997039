//! A state from a scenario, or figure by figure: sheets applied over defaults, things made, tracks started.

use super::Ruleset;
use super::parts::{Figure, HeldCondition, Side, State, Thing};
use super::view::View;
use crate::eval::EvalError;
use crate::event::{Holder, Spot};
use crate::rulebook::{OwnerDecl, Placement, Rulebook, Scenario, SheetLine};
use crate::value::{FigureId, ItemId, ScriptId, SheetId, SideId, SlotId, ThingId, TrackId};

/// The most figures, and the most things, that one play holds.
pub const MOST_FIGURES: usize = 1000;
/// See [`MOST_FIGURES`].
pub const MOST_THINGS: usize = 20_000;

/// The state before the first turn of a scenario.
pub fn of_scenario(rules: &Ruleset, scenario: &Scenario) -> Result<State, EvalError> {
    let mut state = State::default();
    for side in &scenario.sides {
        let id = add_side(rules, &mut state, &side.head.name, &side.head.title, &side.lines)?;
        for placement in &side.figures {
            add_figure(rules, &mut state, id, placement, side.plays)?;
        }
    }
    Ok(state)
}

/// Adds a side, which acts after those there are, and starts its tracks.
pub fn add_side(
    rules: &Ruleset,
    state: &mut State,
    name: &str,
    title: &str,
    lines: &[SheetLine],
) -> Result<SideId, EvalError> {
    let id = SideId(state.sides.len() as u16);
    let mut side = Side::blank(&rules.book, &rules.layout, name, title);
    for line in lines {
        if let SheetLine::Attribute(attribute, value) = line {
            side.attributes[attribute.index()] = value.clone();
        }
    }
    let parts = state.parts_mut();
    parts.sides.push(side);
    parts.side_order.push(id);
    start_tracks(rules, state, Holder::Side(id), lines)?;
    Ok(id)
}

/// Gives a figure another name.
pub fn name_figure(state: &mut State, figure: FigureId, name: &str) {
    state.parts_mut().figures[figure.index()].name = name.into();
}

/// Lets those decide from now on who decide by a scenario: of its own figures, and of whoever else is on its sides.
pub fn reseat(state: &mut State, scenario: &Scenario) {
    let figures = &mut state.parts_mut().figures;
    for figure in figures.iter_mut() {
        let side = scenario.sides.get(figure.side.index());
        figure.controller = side.and_then(|side| side.plays).or(figure.controller);
    }
    let placed = scenario.sides.iter().flat_map(|side| &side.figures);
    for (figure, placement) in figures.iter_mut().zip(placed) {
        figure.controller = placement.plays.or(figure.controller);
    }
}

/// Lets a figure fight on another side.
pub fn change_sides(state: &mut State, figure: FigureId, side: SideId) {
    state.parts_mut().figures[figure.index()].side = side;
}

/// Adds a figure as its placement and sheet say; `controller` is that of its side.
pub fn add_figure(
    rules: &Ruleset,
    state: &mut State,
    side: SideId,
    placement: &Placement,
    controller: Option<ScriptId>,
) -> Result<FigureId, EvalError> {
    let id = FigureId(state.figures.len() as u16);
    let mut figure = Figure::blank(&rules.book, &rules.layout, &placement.name, side);
    figure.sheet = Some(placement.sheet);
    figure.at = placement.at;
    figure.facing = placement.facing;
    figure.controller = placement.plays.or(controller);
    state.parts_mut().figures.push(figure);
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

fn apply_line(rules: &Ruleset, state: &mut State, id: FigureId, line: &SheetLine) {
    let figure = &mut state.parts_mut().figures[id.index()];
    match line {
        SheetLine::Attribute(attribute, value) => figure.attributes[attribute.index()] = value.clone(),
        SheetLine::State(at, symbol) => figure.states[at.index()] = *symbol,
        SheetLine::Slot(slot, items) => fill_slot(rules, state, id, *slot, items),
        SheetLine::Condition(condition) => {
            let clock = rules.book.conditions[condition.index()].lasts;
            figure.conditions.push(HeldCondition { condition: *condition, clock });
        }
        SheetLine::Track(..) => {}
    }
}

/// A later line about a slot replaces what an earlier one put there.
fn fill_slot(rules: &Ruleset, state: &mut State, id: FigureId, slot: SlotId, items: &[ItemId]) {
    let parts = state.parts_mut();
    for thing in std::mem::take(&mut parts.figures[id.index()].slots[slot.index()]) {
        parts.things[thing.index()].place = Spot::Nowhere;
    }
    for item in items {
        let thing = ThingId(parts.things.len() as u16);
        let fields = rules.book.items[item.index()].fields.clone();
        parts.things.push(Thing { item: *item, fields, place: Spot::Slot(id, slot) });
        parts.figures[id.index()].slots[slot.index()].push(thing);
    }
}

fn start_tracks(rules: &Ruleset, state: &mut State, holder: Holder, lines: &[SheetLine]) -> Result<(), EvalError> {
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
            Holder::Figure(figure) => &mut state.parts_mut().figures[figure.index()].tracks,
            Holder::Side(side) => &mut state.parts_mut().sides[side.index()].tracks,
        };
        tracks[first..first + places].fill(start);
    }
    Ok(())
}

/// What an unplaced figure of a sheet is: for the prompt and for tests.
pub fn improvised(book: &Rulebook, sheet: SheetId, name: Option<&str>) -> Placement {
    let own = &book.sheets[sheet.index()].head.name;
    let name = name.map_or_else(|| own.clone(), Into::into);
    Placement { sheet, name, at: None, said_at: None, facing: 0, plays: None, lines: Vec::new() }
}
