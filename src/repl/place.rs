//! Figures put somewhere and taken off the board by those at the table: `put NAME at 3,4`, `remove NAME`.

use super::answer::LineStop;
use super::session::{Answered, LineStep};
use super::{Response, fight, tracked};
use crate::state::{BoardView, cell_text, is_free, position};
use crate::value::{FigureId, Number, Position};

/// `put NAME at X,Y` or `put NAME beside OTHER`.
pub(super) fn put(step: &mut LineStep<'_>, rest: &str) -> Answered {
    fight::unasked(step)?;
    let usage = "write `put NAME at X,Y`, or `put NAME beside OTHER`";
    let at = rest.rsplit_once(" at ").map(|(name, cell)| (name, cell, false));
    let said = at.or_else(|| rest.rsplit_once(" beside ").map(|(name, other)| (name, other, true)));
    let Some((name, place, is_beside)) = said else {
        return Err(step.line.missing("a figure is put somewhere", usage).into());
    };
    let figure = figure(step, name)?;
    let to = if is_beside { beside(step, figure, place)? } else { cell(step, place)? };
    let state = step.table.state.clone();
    let text = tracked::outside(step, state, |play| play.place(figure, to))?;
    let there = format!("    {} is at {}\n", name.trim(), cell_text(step.table.book(), to));
    Ok(Response::of(if text.is_empty() { there } else { text }))
}

/// `remove NAME`: out of the fight; `undo` brings it back.
pub(super) fn remove(step: &mut LineStep<'_>, rest: &str) -> Answered {
    fight::unasked(step)?;
    let figure = figure(step, rest)?;
    let state = step.table.state.clone();
    let text = tracked::outside(step, state, |play| play.take_out(figure))?;
    Ok(Response::of(if text.is_empty() { "nothing changes\n".to_string() } else { text }))
}

fn figure(step: &LineStep<'_>, name: &str) -> Result<FigureId, LineStop> {
    let state = step.table.now();
    let names = || state.figure_ids().map(|id| &*state.figure(id).name);
    step.table.figure(name).ok_or_else(|| step.line.unknown("figure", name.trim(), names()).into())
}

/// A place that is on the map.
fn cell(step: &LineStep<'_>, text: &str) -> Result<Position, LineStop> {
    let number = |text: &str| text.trim().parse::<i64>().ok().map(Number::int);
    let said = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    let at = said.and_then(|(x, y)| position(step.table.book(), x, y));
    let ground = step.table.rules.ground.as_ref();
    let is_there = |at: &Position| ground.is_some_and(|ground| ground.plane.contains(*at));
    let wrong = |what: &str| {
        let help = "write a place of the map, column and row, as in `put NAME at 3,4`";
        LineStop::from(step.line.nothing(text.trim(), what, "not on the map", help))
    };
    let at = at.ok_or_else(|| wrong("this is no place"))?;
    Some(at).filter(is_there).ok_or_else(|| wrong("this place is not on the map"))
}

/// The first free place beside somebody.
fn beside(step: &LineStep<'_>, figure: FigureId, other: &str) -> Result<Position, LineStop> {
    let beside = self::figure(step, other)?;
    let state = step.table.now();
    let ground = BoardView::new(&step.table.rules, state);
    let near = ground.zip(state.figure(beside).at).and_then(|(ground, place)| {
        let mut near = ground.plane.neighbors(place).filter(|cell| ground.plane.contains(*cell));
        near.find(|cell| is_free(ground, figure, *cell))
    });
    let help = "write `put NAME at X,Y`";
    let wrong = || LineStop::from(step.line.nothing(other.trim(), "there is no free place beside it", "no room", help));
    near.ok_or_else(wrong)
}
