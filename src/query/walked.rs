//! Ways of sentences as the cells of a board.

use super::error::source;
use super::{Route, Straight, Way, direction};
use crate::board::{PathStep, Plane, Search};
use crate::play::NoWay;
use crate::play::Rules;
use crate::state::State;
use crate::state::{BoardView, cell_text};
use crate::value::{Board, FigureId, Number, Position, Value};

/// Why there is no such way, and what to say instead.
type Wrong = (String, String);

/// The cells that a way enters from where a figure stands.
pub(super) fn cells(rules: &Rules, state: &State, mover: Option<FigureId>, way: &Way) -> Result<Value, Box<NoWay>> {
    let found = entered(rules, state, mover, &way.course).map_err(|(why, help)| {
        let src = source(way.sentence.clone());
        Box::new(NoWay { help, src, at: way.at.into(), why })
    });
    Ok(Value::list(found?.into_iter().map(Value::Cell)))
}

fn wrong(why: &str, help: &str) -> Wrong {
    (why.to_string(), help.to_string())
}

fn entered(rules: &Rules, state: &State, mover: Option<FigureId>, course: &Route) -> Result<Vec<Position>, Wrong> {
    let ground = BoardView::new(rules, state).ok_or_else(|| wrong("there is no board", "play on a map"))?;
    let from = mover.and_then(|mover| state.figure(mover).at);
    let from = from.ok_or_else(|| wrong("whoever goes it stands nowhere", "place the figure on the map first"))?;
    let shown = |cell: &Position| cell_text(&rules.book, *cell);
    let cells = match course {
        Route::To(to) => cheapest(&ground, state, (mover, from), *to)
            .ok_or_else(|| (format!("{} cannot be reached", shown(to)), "name a cell that is free".to_string()))?,
        Route::Parts(parts) => {
            let mut cells = Vec::new();
            for part in parts {
                let at = cells.last().copied().unwrap_or(from);
                go(ground.plane, at, *part, &mut cells)?;
            }
            cells
        }
    };
    match cells.iter().find(|cell| !ground.plane.contains(**cell)) {
        Some(outside) => Err((format!("it leads off the map at {}", shown(outside)), "say a shorter way".to_string())),
        None => Ok(cells),
    }
}

/// Goes straight on.
fn go(plane: Plane, from: Position, part: Straight, cells: &mut Vec<Position>) -> Result<(), Wrong> {
    let way = match (plane.board, i64::from(part.eighth)) {
        (Board::Hex, 2 | 6) => {
            let why = format!("hexes have no way {}", direction(part.eighth));
            return Err((
                why,
                format!("say `{}` or `{}`", direction(part.eighth - 1), direction((part.eighth + 1) % 8)),
            ));
        }
        // Hexes have six of the eight, in the same order.
        (Board::Hex, eighth) => eighth - i64::from(eighth > 2) - i64::from(eighth > 6),
        (Board::Square, eighth) => eighth,
        (Board::Open, eighth) => eighth * 45,
    };
    let is_whole = plane.board == Board::Open || part.length.as_int().is_some();
    let Some(grains) = plane.grains(part.length).filter(|grains| is_whole && *grains > 0) else {
        return Err((format!("one cannot go {} cells", part.length), "say a whole number of cells".to_string()));
    };
    let (grain, mut gone) = (plane.grain(), 0);
    while gone < grains {
        gone = grains.min(gone + grain);
        let cell = plane.scatter(from, way, gone);
        cells.push(cell);
        // The caller complains of the first cell that is off the map.
        if !plane.contains(cell) {
            break;
        }
    }
    Ok(())
}

/// The cheapest way to a place; none if it cannot be entered.
fn cheapest(
    ground: &BoardView<'_>,
    state: &State,
    (mover, from): (Option<FigureId>, Position),
    to: Position,
) -> Option<Vec<Position>> {
    let is_taken = |cell: Position| {
        let here = |at: Position| ground.plane.cell(at) == ground.plane.cell(cell);
        state.figure_ids().filter(|id| Some(*id) != mover).any(|id| {
            let figure = state.figure(id);
            !figure.removed && figure.at.is_some_and(here)
        })
    };
    let cost = |step: PathStep| if is_taken(step.to) { None } else { ground.step_cost(step) };
    let path = ground.plane.path(from, to, Search { budget: None, least: Number::ZERO }, cost);
    path.arrives.then_some(path.cells)
}
