//! Figures put somewhere, turned, renamed and taken off the board by those at the table: `put NAME at 3,4`, `face NAME to
//! north`.

use super::answer::LineStop;
use super::help::command_words;
use super::pending::{HandDeed, HumanReply};
use super::session::{Answered, LineStep};
use super::{Response, fight};
use crate::event::Change;
use crate::state::{BoardView, State, apply, cell_text, free_beside, free_toward, name_figure, position};
use crate::value::{FigureId, Number, Position};

/// What is said of a place that is none of the map.
pub(super) const OFF_THE_MAP: &str = "this place is not on the map";
/// What stands for the contrary direction.
const AROUND: &str = "around";

/// `put NAME at X,Y` or `put NAME beside OTHER`.
pub(super) fn put(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let usage = "write `put NAME at X,Y`, or `put NAME beside OTHER`";
    let at = rest.rsplit_once(" at ").map(|(name, cell)| (name, cell, false));
    let said = at.or_else(|| rest.rsplit_once(" beside ").map(|(name, other)| (name, other, true)));
    let Some((name, place, is_beside)) = said else {
        let usage = put_otherwise(step, rest).map_or(usage.to_string(), |line| format!("write `{line}`"));
        return Err(step.line.missing("a figure is put somewhere", &usage).into());
    };
    let figure = figure(step, name)?;
    let sided = SIDES_OF_FIGURE.iter().find_map(|(end, quarters)| Some((place.trim().strip_suffix(end)?, *quarters)));
    let (to, other) = match sided {
        Some((other, quarters)) => (beside_in(step, figure, other, Some(quarters))?, Some(other)),
        None if is_beside => (beside_in(step, figure, place, None)?, Some(place)),
        None => (cell(step, place)?, None),
    };
    let towards = other.map(|other| facing(step, figure, Some(to), other.trim())).transpose()?;
    let there = format!("    {} is at {}\n", name.trim(), cell_text(step.table.book(), to));
    fight::by_hand(step, HandDeed::Put(figure, to, towards), there)
}

/// Behind a figure's name: a place beside it, by the quarters clockwise from where it looks.
const SIDES_OF_FIGURE: [(&str, i64); 4] = [("'s front", 0), ("'s right", 1), ("'s back", 2), ("'s left", 3)];
/// Behind a figure's name: where it stands.
const OF_FIGURE: &str = "'s cell";

/// `interchange NAME with OTHER`: two change places.
pub(super) fn interchange(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let usage = "write `interchange NAME with OTHER`";
    let Some((name, other)) = rest.split_once(" with ").or_else(|| rest.split_once(" and ")) else {
        return Err(step.line.missing("two change places", usage).into());
    };
    let (one, two) = (placed(step, name)?, placed(step, other)?);
    fight::by_hand(step, HandDeed::Interchange(one, two), "nothing changes\n".to_string())
}

/// A figure, and where it stands.
fn placed(step: &LineStep<'_>, name: &str) -> Result<(FigureId, Position), LineStop> {
    let id = figure(step, name)?;
    let nowhere = || {
        let help = "write `put NAME at X,Y`";
        step.line.nothing(name.trim(), "this figure has no place", "nowhere on the board", help).into()
    };
    step.table.now().figure(id).at.map(|at| (id, at)).ok_or_else(nowhere)
}

/// `put Bruce 4,5`, `put Bruce on Zorgo`, as it is written.
pub(super) fn put_otherwise(step: &LineStep<'_>, rest: &str) -> Option<String> {
    let (name, place) = apart(step, rest)?;
    let place = place.trim_start_matches(|c: char| c.is_alphabetic() && c.is_lowercase() || c == ' ').trim();
    let is_cell =
        place.split_once(',').is_some_and(|(x, y)| x.trim().parse::<i64>().is_ok() && y.trim().parse::<i64>().is_ok());
    match is_cell {
        true => Some(format!("put {name} at {place}")),
        false => step.table.figure(place).map(|_| format!("put {name} beside {place}")),
    }
}

/// `face north Bruce`, as it is written.
pub(super) fn face_otherwise(step: &LineStep<'_>, rest: &str) -> Option<String> {
    let (way, name) = rest.trim().split_once(' ')?;
    let plane = step.table.rules.ground.as_ref()?.plane;
    // On hexes there is no north, but what lies beside it.
    let near = |way: &str| {
        plane.ways().iter().find(|one| **one == way).or(plane.ways().iter().find(|one| one.starts_with(way)))
    };
    let name = name.trim();
    match near(way).filter(|_| step.table.figure(name).is_some()) {
        Some(way) => Some(format!("face {name} to {way}")),
        None => apart(step, rest).and_then(|(name, way)| Some(format!("face {name} to {}", near(way)?))),
    }
}

/// The figure with which a text begins, and what stands behind its name.
fn apart<'t>(step: &LineStep<'_>, text: &'t str) -> Option<(&'t str, &'t str)> {
    let blanks = text.match_indices(' ').map(|(at, _)| at);
    let at = blanks.rev().find(|at| step.table.figure(text[..*at].trim()).is_some())?;
    Some((text[..at].trim(), text[at..].trim()))
}

/// `remove NAME`: out of the fight; `undo` brings it back.
pub(super) fn remove(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let figure = figure(step, rest)?;
    fight::by_hand(step, HandDeed::TakeOut(figure), "nothing changes\n".to_string())
}

/// `rename NAME to OTHER`: a figure goes by another name.
pub(super) fn rename(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let is_amid = fight::is_amid_a_phase(step);
    if !is_amid {
        fight::unasked(step)?;
    }
    let usage = "write `rename NAME to OTHER`";
    let Some((name, other)) = rest.rsplit_once(" to ") else {
        return Err(step.line.missing("nobody is given a name", usage).into());
    };
    let (id, other) = (figure(step, name)?, other.trim().trim_matches('"'));
    let is_name = other.starts_with(char::is_alphabetic) && !other.contains([',', '"', ':', '{']);
    if is_name && step.table.figure(other).is_some_and(|known| known != id) {
        let help = format!("give another: `rename {} to {}`", name.trim(), free_name(step, other));
        return Err(step.line.nothing(other, "this name is taken", "somebody else goes by it", &help).into());
    }
    if !is_name || step.table.figure(other).is_some() || command_words().any(|word| word == other) {
        let what = if is_name { "this name is taken" } else { "this is no name" };
        return Err(step
            .line
            .nothing(other, what, "not for a figure", "a name begins with a letter: `rename NAME to Other`")
            .into());
    }
    let old = step.table.now().figure(id).name.clone();
    for name in step.table.personal.iter_mut().filter(|name| **name == old) {
        *name = other.into();
    }
    if let Some((text, _)) = &mut step.table.last {
        *text = text.replace(&*old, other).into();
    }
    step.changes = true;
    let mut told = format!("    {old} is now {other}\n");
    match is_amid {
        true => told += &fight::amid(step, HumanReply::Renamed(id, other.into()))?.text,
        false => name_figure(&mut step.table.state, id, other),
    }
    Ok(Response::of(told))
}

/// `face NAME to north`, `face NAME to OTHER`, `face NAME to 3,4`: a figure is turned.
pub(super) fn face(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let Some((name, way)) = rest.rsplit_once(" to ") else {
        let north = step.table.rules.ground.as_ref().and_then(|ground| ground.plane.ways().first().copied());
        let way = north.unwrap_or("north");
        let usage = format!("write `face NAME to {way}`, `face NAME to OTHER` or `face NAME to X,Y`");
        let usage = face_otherwise(step, rest).map_or(usage, |line| format!("write `{line}`"));
        return Err(step.line.missing("a figure is turned somewhere", &usage).into());
    };
    let id = figure(step, name)?;
    let to = facing(step, id, step.table.now().figure(id).at, way.trim())?;
    fight::by_hand(step, HandDeed::Turn(id, to), told(name.trim(), way.trim()))
}

/// A name like this one that nobody goes by.
fn free_name(step: &LineStep<'_>, name: &str) -> String {
    let mut names = (2..).map(|number| format!("{name} {number}"));
    names.find(|other| step.table.figure(other).is_none()).unwrap_or_else(|| name.to_string())
}

fn told(name: &str, way: &str) -> String {
    if way == AROUND { format!("    {name} turns around\n") } else { format!("    {name} faces {way}\n") }
}

/// Where somebody looks who is turned there from a place.
fn facing(step: &LineStep<'_>, id: FigureId, from: Option<Position>, way: &str) -> Result<i64, LineStop> {
    let figure = step.table.now().figure(id);
    let (Some(ground), Some(from)) = (step.table.rules.ground.as_ref(), from) else {
        let help = "`put NAME at X,Y` places it first";
        return Err(step.line.nothing(way, "this figure stands nowhere", "not on a map", help).into());
    };
    let plane = ground.plane;
    let around = || plane.compass("west").filter(|_| way == AROUND).map(|half| figure.facing + half);
    if let Some(steps) = plane.compass(way).or_else(around) {
        return Ok(plane.facing(steps));
    }
    let to = match step.table.figure(way) {
        Some(other) => step.table.now().figure(other).at,
        None if way.contains(',') => Some(cell(step, way)?),
        None => {
            let names = plane.ways().iter().copied().chain(step.table.now().figures.iter().map(|one| &*one.name));
            return Err(step.line.unknown("way or figure", way, names).into());
        }
    };
    Ok(to.filter(|to| *to != from).map_or(figure.facing, |to| plane.direction(from, to)))
}

fn figure(step: &LineStep<'_>, name: &str) -> Result<FigureId, LineStop> {
    let state = step.table.now();
    let names = || state.figure_ids().map(|id| &*state.figure(id).name);
    step.table.figure(name).ok_or_else(|| step.line.unknown("figure", name.trim(), names()).into())
}

/// `12` or, where places lie between cells, `12.5`, with two decimals at most.
fn coordinate(text: &str) -> Option<Number> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_short = part.len() <= 2 && part.bytes().all(|digit| digit.is_ascii_digit());
    let hundredths = if part.is_empty() { 0 } else { format!("{part:0<2}").parse::<i64>().ok()? };
    let (is_less, whole) = (whole.starts_with('-'), whole.parse::<i64>().ok().filter(|_| is_short)?);
    let hundredths = if is_less { -hundredths } else { hundredths };
    Number::fraction(whole.checked_mul(100)?.checked_add(hundredths)?, 100)
}

/// Of the places where somebody can stand the one that is farthest from both ends of the map.
fn middle(ground: BoardView<'_>, state: &State) -> Option<Position> {
    let plane = ground.plane;
    let (first, last) = (plane.cells().next()?, plane.cells().last()?);
    let is_taken = |at: Position| state.figures.iter().any(|one| !one.removed && one.at == Some(at));
    let is_open = |at: &Position| ground.item(*at).is_some() && !ground.is_opaque(*at) && !is_taken(*at);
    plane.cells().filter(is_open).min_by_key(|at| plane.distance(first, *at).max(plane.distance(last, *at)))
}

/// A place of the map as it is written.
pub(super) fn cell(step: &LineStep<'_>, text: &str) -> Result<Position, LineStop> {
    if let Some(name) = text.trim().strip_suffix(OF_FIGURE) {
        return placed(step, name).map(|(_, at)| at);
    }
    let number = |text: &str| coordinate(text.trim());
    let said = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    let at = said.and_then(|(x, y)| position(step.table.book(), x, y));
    let ground = step.table.rules.ground.as_ref();
    let is_there = |at: &Position| ground.is_some_and(|ground| ground.plane.draws(*at));
    let corners = ground.and_then(|ground| Some((ground.plane.cells().next()?, ground.plane.cells().last()?)));
    let reach = corners.map_or(String::new(), |(first, last)| {
        let (first, last) = (cell_text(step.table.book(), first), cell_text(step.table.book(), last));
        format!("; the map goes from `{first}` to `{last}`")
    });
    let wrong = |what: &str| {
        let state = step.table.now();
        let example = BoardView::new(&step.table.rules, state).and_then(|ground| middle(ground, state));
        let example = example.or(corners.map(|(first, _)| first));
        let example = example.map_or_else(|| "3,4".to_string(), |at| cell_text(step.table.book(), at));
        let said: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
        let help = match (said.as_slice(), what == OFF_THE_MAP) {
            ([column, row], false) => format!("column and row stand with a comma between: `{column},{row}`{reach}"),
            _ => format!("write a place of the map, column and row, as in `put NAME at {example}`{reach}"),
        };
        LineStop::from(step.line.nothing(text.trim(), what, "not on the map", &help))
    };
    let at = at.ok_or_else(|| wrong("this is no place"))?;
    Some(at).filter(is_there).ok_or_else(|| wrong(OFF_THE_MAP))
}

/// A free place beside somebody: that which lies most in a way of him, by the quarters from where he looks, else the
/// nearest.
fn beside_in(step: &LineStep<'_>, figure: FigureId, other: &str, quarters: Option<i64>) -> Result<Position, LineStop> {
    let beside = self::figure(step, other)?;
    let ground = BoardView::new(&step.table.rules, step.table.now());
    let found = ground.and_then(|ground| match quarters {
        Some(quarters) => free_toward(ground, figure, beside, quarters),
        None => free_beside(ground, figure, beside),
    });
    let help = "write `put NAME at X,Y`";
    found.ok_or_else(|| step.line.nothing(other.trim(), "there is no free place beside it", "no room", help).into())
}

/// The fight as it would stand if somebody were beside the nearest foe, and looked at him; none if a foe is beside him,
/// or none can be.
pub(super) fn beside_a_foe(step: &LineStep<'_>, id: FigureId) -> Option<(FigureId, State)> {
    let (state, plane) = (step.table.now(), step.table.rules.ground.as_ref()?.plane);
    let figure = state.figure(id);
    let at = figure.at?;
    let foe = |other: FigureId| {
        let one = state.figure(other);
        one.at.filter(|_| one.side != figure.side && !one.removed).map(|place| (other, place))
    };
    let foes: Vec<(FigureId, Position)> = state.figure_ids().filter_map(foe).collect();
    if foes.iter().any(|(_, place)| plane.is_adjacent(at, *place)) {
        return None;
    }
    let (foe, place) = foes.into_iter().min_by_key(|(_, place)| plane.steps(at, *place))?;
    let to = free_beside(BoardView::new(&step.table.rules, state)?, id, foe)?;
    let mut then = state.clone();
    apply(&step.table.rules, &mut then, &Change::Moved { figure: id, from: Some(at), to: Some(to) });
    let turned = Change::Turned { figure: id, from: figure.facing, to: plane.direction(to, place) };
    apply(&step.table.rules, &mut then, &turned);
    Some((foe, then))
}
