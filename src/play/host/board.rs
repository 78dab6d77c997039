//! What a script asks of the board. Lengths are in the unit of the board's scale.

use super::given::{cell_at, figure_at, list_at};
use super::{HostAnswer, ScriptCalls};
use crate::board::Search;
use crate::play::Play;
use crate::script::{ApiOwner, ApiRow, ApiType, Arg, HostError, HostRow, Reply, Shape, may, must};
use crate::state::BoardView;
use crate::value::{Board, FigureId, Number, Position, Value};

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(distance), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "distance", parameters: &[must("a", ApiType::Place), must("b", ApiType::Place)], returns: "number", steps: 5,
        sentence: "How far they are apart, in the unit of the board's scale.", example: "play:distance(me, foe)" } },
    HostRow { answer: Some(bearing), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "bearing", parameters: &[must("a", ApiType::Figure), must("b", ApiType::Place)], returns: "number", steps: 5,
        sentence: "Steps between the way `a` faces and the direction of `b`; 0 is straight ahead.", example: "play:bearing(me, foe)" } },
    HostRow { answer: Some(direction), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "direction", parameters: &[must("a", ApiType::Place), must("b", ApiType::Place)], returns: "number", steps: 5,
        sentence: "The direction from one to the other, in steps clockwise from east.", example: "play:direction(me, foe)" } },
    HostRow { answer: Some(sight), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "sight", parameters: &[must("a", ApiType::Place), must("b", ApiType::Place)], returns: "boolean", steps: 50,
        sentence: "Whether nothing opaque stands between.", example: "play:sight(me, foe)" } },
    HostRow { answer: Some(adjacent), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "adjacent", parameters: &[must("a", ApiType::Place), must("b", ApiType::Place)], returns: "boolean", steps: 5,
        sentence: "Whether they are next to each other.", example: "play:adjacent(me, foe)" } },
    HostRow { answer: Some(nearest), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "nearest", parameters: &[must("list", ApiType::List), may("from", ApiType::Place)], returns: "Figure?", steps: 50,
        sentence: "The nearest of a list, the first of equals; from the acting figure if nothing else is said.", example: "play:nearest(me:foes(), me)" } },
    HostRow { answer: Some(near), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "near", parameters: &[must("a", ApiType::Place), must("length", ApiType::Number)], returns: "{Figure}", steps: 50,
        sentence: "The figures within a length, nearest first, itself not counted.", example: "play:near(me, 3)" } },
    HostRow { answer: Some(at), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "at", parameters: &[must("cell", ApiType::Cell)], returns: "{Figure}", steps: 5,
        sentence: "The figures in a cell.", example: "play:at(cell)" } },
    HostRow { answer: Some(things_at), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "things_at", parameters: &[must("cell", ApiType::Cell)], returns: "{Thing}", steps: 5,
        sentence: "The things that lie in a cell or are spread over it.", example: "play:things_at(cell)" } },
    HostRow { answer: Some(between), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "between", parameters: &[must("a", ApiType::Place), must("b", ApiType::Place)], returns: "{Cell}", steps: 50,
        sentence: "The cells strictly between, the nearest to `a` first.", example: "play:between(me, foe)" } },
    HostRow { answer: Some(neighbors), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "neighbors", parameters: &[must("cell", ApiType::Cell)], returns: "{Cell}", steps: 5,
        sentence: "The cells next to it, clockwise from east.", example: "play:neighbors(cell)" } },
    HostRow { answer: Some(within), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "within", parameters: &[must("cell", ApiType::Cell), must("length", ApiType::Number)], returns: "{Cell}", steps: 50,
        sentence: "The cells within a length, itself among them.", example: "play:within(cell, 2)" } },
    HostRow { answer: Some(cell), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "cell", parameters: &[must("x", ApiType::Number), must("y", ApiType::Number)], returns: "Cell?", steps: 5,
        sentence: "The cell there; nil outside the map.", example: "play:cell(3, 4)" } },
    HostRow { answer: Some(path), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "path", parameters: &[must("figure", ApiType::Figure), must("cell", ApiType::Cell), may("length", ApiType::Number)], returns: "{Cell}", steps: 500,
        sentence: "The cheapest way, at most that long, or as near as it gets; occupied cells are avoided.", example: "play:path(me, foe.cell, 4)" } },
    HostRow { answer: Some(reach), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "reach", parameters: &[must("figure", ApiType::Figure), must("length", ApiType::Number)], returns: "{Cell}", steps: 500,
        sentence: "Every cell it could get to.", example: "play:reach(me, 4)" } },
    HostRow { answer: Some(toward), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "toward", parameters: &[must("figure", ApiType::Figure), must("other", ApiType::Place), must("length", ApiType::Number)], returns: "Cell", steps: 500,
        sentence: "The place so far along the line; on grids the best reachable cell.", example: "play:toward(me, foe, 4)" } },
    HostRow { answer: Some(away), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "away", parameters: &[must("figure", ApiType::Figure), must("other", ApiType::Place), must("length", ApiType::Number)], returns: "Cell", steps: 500,
        sentence: "The place so far away from the other; on grids the best reachable cell.", example: "play:away(me, foe, 4)" } },
    HostRow { answer: Some(scatter), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "scatter", parameters: &[must("cell", ApiType::Cell), must("direction", ApiType::Number), must("length", ApiType::Number)], returns: "Cell", steps: 5,
        sentence: "The cell that many steps in that direction.", example: "play:scatter(cell, 2, 3)" } },
];

fn distance(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (a, b) = calls.two_places(args)?;
    let distance = calls.terrain()?.distance(a, b);
    Ok(calls.to_arg(&Value::Number(distance), calls.play.rules().length()).into())
}

fn bearing(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let facing = calls.play.state().figure(figure_at(args, 0)?).facing;
    let (a, b) = calls.two_places(args)?;
    Ok(Arg::int(calls.terrain()?.plane.bearing(a, facing, b)).into())
}

fn direction(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (a, b) = calls.two_places(args)?;
    Ok(Arg::int(calls.terrain()?.plane.direction(a, b)).into())
}

fn sight(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (a, b) = calls.two_places(args)?;
    calls.look_along(a, b)?;
    Ok(calls.terrain()?.sight(a, b).into())
}

fn adjacent(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (a, b) = calls.two_places(args)?;
    Ok(calls.terrain()?.plane.is_adjacent(a, b).into())
}

fn nearest(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let list = list_at(args, 0)?;
    calls.look_at(list.len())?;
    let from = match &args[1] {
        Arg::Nil => calls.play.deciding.asked().and_then(|figure| calls.play.state().figure(figure).at),
        place => calls.place_of(place).ok(),
    };
    let terrain = calls.play.rules().ground.as_ref();
    let distance = |arg: &Arg| Some(terrain?.distance(from?, calls.place_of(arg).ok()?));
    let nearest = list.iter().enumerate().min_by_key(|(index, arg)| (distance(arg), *index));
    Ok(nearest.map_or(Arg::Nil, |(_, arg)| arg.clone()).into())
}

fn near(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let reach = calls.base_length(&args[1])?;
    calls.look_at_figures()?;
    let from = calls.place_of(&args[0])?;
    Ok(ScriptCalls::figure_list(crate::state::near(&calls.play.view(), from, reach, args[0].as_figure())).into())
}

fn at(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.look_at_figures()?;
    Ok(ScriptCalls::figure_list(calls.play.state().figures_at(cell_at(args, 0)?)).into())
}

fn things_at(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.look_at_things()?;
    Ok(Arg::List(calls.terrain()?.things_at(cell_at(args, 0)?, None).map(Arg::Thing).collect()).into())
}

fn between(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (a, b) = calls.two_places(args)?;
    calls.look_along(a, b)?;
    let plane = calls.terrain()?.plane;
    Ok(cell_list(plane.between(a, b).filter(|cell| plane.contains(*cell))))
}

fn neighbors(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(cell_list(calls.terrain()?.plane.neighbors(cell_at(args, 0)?)))
}

fn within(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let grains = calls.grains_of(&args[1])?;
    calls.look_around(grains)?;
    Ok(cell_list(calls.terrain()?.plane.within(cell_at(args, 0)?, grains)))
}

fn cell(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (Some(x), Some(y)) = (args[0].as_number(), args[1].as_number()) else { return Ok(Reply::NOTHING) };
    let ground = calls.play.rules().ground.as_ref();
    let is_on_map = |cell: &Position| ground.is_some_and(|ground| ground.plane.contains(*cell));
    Ok(crate::state::position(calls.book(), x, y).filter(is_on_map).map_or(Arg::Nil, Arg::Cell).into())
}

fn path(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let me = figure_at(args, 0)?;
    let (from, to) = calls.two_places(args)?;
    let budget = if args[2].is_nil() { None } else { Some(length(&args[2])?) };
    let terrain = calls.terrain()?;
    let costs = calls.paid_costs(terrain, me)?;
    let way = terrain.plane.path(from, to, Search { budget, least: Number::ZERO }, |step| costs.of(step));
    costs.settled()?;
    Ok(cell_list(way.cells))
}

fn reach(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let from = calls.place_of(&args[0])?;
    Ok(cell_list(calls.reached(figure_at(args, 0)?, from, length(&args[1])?)?))
}

fn toward(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let ((from, other), length) = (calls.two_places(args)?, length(&args[2])?);
    let terrain = calls.terrain()?;
    if terrain.plane.board == Board::Open {
        let grains = terrain.plane.grains(length).unwrap_or(0);
        return Ok(Arg::Cell(terrain.plane.toward(from, other, grains)).into());
    }
    let reached = calls.reached(figure_at(args, 0)?, from, length)?;
    let best = reached.into_iter().min_by_key(|cell| terrain.plane.steps(*cell, other));
    Ok(Arg::Cell(best.unwrap_or(from)).into())
}

fn away(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let ((from, other), length) = (calls.two_places(args)?, length(&args[2])?);
    let terrain = calls.terrain()?;
    if terrain.plane.board == Board::Open {
        let grains = terrain.plane.grains(length).unwrap_or(0);
        return Ok(Arg::Cell(calls.kept_on_map(from, terrain.plane.away(from, other, grains))).into());
    }
    let reached = calls.reached(figure_at(args, 0)?, from, length)?;
    // The first of those that are as far.
    let best = reached.into_iter().rev().max_by_key(|cell| terrain.plane.steps(*cell, other));
    Ok(Arg::Cell(best.unwrap_or(from)).into())
}

fn scatter(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let grains = calls.grains_of(&args[2])?;
    let direction = args[1].as_int().unwrap_or(0);
    Ok(Arg::Cell(calls.terrain()?.plane.scatter(cell_at(args, 0)?, direction, grains)).into())
}

fn no_board() -> HostError {
    HostError::refused("there is no board in this play", "ask only where `has_board()` is true")
}

fn length(arg: &Arg) -> Result<Number, HostError> {
    arg.as_number().ok_or_else(|| HostError::refused("the length is not an exact number", "round it first"))
}

fn cell_list(cells: impl IntoIterator<Item = Position>) -> Reply {
    Arg::List(cells.into_iter().map(Arg::Cell).collect()).into()
}

impl ScriptCalls<'_> {
    pub(super) fn terrain(&self) -> Result<BoardView<'_>, HostError> {
        BoardView::new(self.play.rules(), self.play.state()).ok_or_else(no_board)
    }

    /// A length that a script gave, in grains of the board.
    pub(super) fn grains_of(&self, arg: &Arg) -> Result<i64, HostError> {
        Ok(self.terrain()?.grains(self.base_length(arg)?))
    }

    /// The refusal of a cell off the map.
    pub(super) fn expect_on_map(&self, cell: Position) -> Result<(), HostError> {
        if self.terrain()?.plane.contains(cell) {
            return Ok(());
        }
        let at = crate::state::cell_text(self.book(), cell);
        Err(HostError::refused(format!("{at} is not on the map"), "ask `play:cell(x, y)` for a cell"))
    }

    fn base_length(&self, arg: &Arg) -> Result<Number, HostError> {
        Ok(length(arg)?.times(self.play.rules().length()).unwrap_or_default())
    }

    /// The first two arguments as places.
    fn two_places(&self, args: &[Arg]) -> Result<(Position, Position), HostError> {
        Ok((self.place_of(&args[0])?, self.place_of(&args[1])?))
    }

    /// Where a figure could get to.
    fn reached(&self, me: FigureId, from: Position, budget: Number) -> Result<Vec<Position>, HostError> {
        let terrain = self.terrain()?;
        let costs = self.paid_costs(terrain, me)?;
        let reached = terrain.plane.reach(from, budget, |step| costs.of(step));
        costs.settled()?;
        Ok(reached.into_iter().map(|reached| reached.at).collect())
    }

    /// The last place on the way that is still on the map.
    fn kept_on_map(&self, from: Position, to: Position) -> Position {
        let Some(terrain) = &self.play.rules().ground else { return to };
        let plane = terrain.plane;
        if plane.contains(to) {
            return to;
        }
        let most = plane.steps(from, to);
        let (mut inside, mut outside) = (0, most);
        while outside - inside > 1 {
            let middle = (inside + outside) / 2;
            if plane.contains(plane.toward(from, to, middle)) { inside = middle } else { outside = middle }
        }
        plane.toward(from, to, inside)
    }
}
