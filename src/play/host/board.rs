//! What a script asks of the board, and how it moves figures on it. Lengths are in the unit of the board's scale.

use super::ScriptCalls;
use crate::script::{Arg, Call, HostError, Reply};
use crate::state::BoardView;
use crate::state::{is_free, way};
use crate::value::{FigureId, Number, Position, Value};

/// Whether it is asked of the board.
pub(super) fn is_one(call: Call) -> bool {
    (Call::PlayDistance..=Call::PlayScatter).contains(&call)
}

fn no_board() -> HostError {
    HostError::refused("there is no board in this play", "ask only where `has_board()` is true")
}

fn length(arg: &Arg) -> Result<Number, HostError> {
    arg.as_number().ok_or_else(|| HostError::refused("the length is not an exact number", "round it first"))
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
        let at = crate::state::cell_text(&self.play.rules().book, cell);
        Err(HostError::refused(format!("{at} is not on the map"), "ask `play:cell(x, y)` for a cell"))
    }

    fn cell_on_map(&self, cell: Position) -> Arg {
        match &self.play.rules().ground {
            Some(terrain) if terrain.plane.contains(cell) => Arg::Cell(cell),
            _ => Arg::Nil,
        }
    }

    pub(super) fn board_call(&mut self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        match call {
            Call::PlayDistance | Call::PlayDirection | Call::PlaySight | Call::PlayAdjacent | Call::PlayBetween => {
                self.between_two(call, self.place_of(&args[0])?, self.place_of(&args[1])?)
            }
            Call::PlayBearing => {
                let facing = args[0].as_figure().map_or(0, |id| self.play.state().figure(id).facing);
                let (a, b) = (self.place_of(&args[0])?, self.place_of(&args[1])?);
                Ok(Arg::int(self.terrain()?.plane.bearing(a, facing, b)).into())
            }
            Call::PlayNearest => self.nearest(args),
            Call::PlayNear => {
                let me = args[0].as_figure();
                let reach = self.base_length(&args[1])?;
                let near = crate::state::near(&self.play.view(), self.place_of(&args[0])?, reach, me);
                Ok(ScriptCalls::figure_list(near).into())
            }
            Call::PlayPath | Call::PlayReach | Call::PlayToward | Call::PlayAway => self.ways(call, args),
            _ => self.around(call, args),
        }
    }

    fn base_length(&self, arg: &Arg) -> Result<Number, HostError> {
        Ok(length(arg)?.times(self.play.rules().length()).unwrap_or_default())
    }

    fn between_two(&self, call: Call, a: Position, b: Position) -> Result<Reply, HostError> {
        let terrain = self.terrain()?;
        Ok(match call {
            Call::PlayDistance => {
                self.to_arg(&Value::Number(terrain.distance(a, b)), self.play.rules().length()).into()
            }
            Call::PlayDirection => Arg::int(terrain.plane.direction(a, b)).into(),
            Call::PlaySight => terrain.sight(a, b).into(),
            Call::PlayAdjacent => terrain.plane.is_adjacent(a, b).into(),
            _ => {
                let cells = terrain.plane.between(a, b).filter(|cell| terrain.plane.contains(*cell));
                Arg::List(cells.map(Arg::Cell).collect()).into()
            }
        })
    }

    fn nearest(&self, args: &[Arg]) -> Result<Reply, HostError> {
        let Arg::List(list) = &args[0] else { return Ok(Reply::NOTHING) };
        let from = match &args[1] {
            Arg::Nil => self.play.deciding.asked().and_then(|figure| self.play.state().figure(figure).at),
            place => self.place_of(place).ok(),
        };
        let terrain = self.play.rules().ground.as_ref();
        let distance = |arg: &Arg| Some(terrain?.distance(from?, self.place_of(arg).ok()?));
        let nearest = list.iter().enumerate().min_by_key(|(index, arg)| (distance(arg), *index));
        Ok(nearest.map_or(Arg::Nil, |(_, arg)| arg.clone()).into())
    }

    fn around(&self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        Ok(match (call, &args[0]) {
            (Call::PlayAt, Arg::Cell(cell)) => ScriptCalls::figure_list(self.play.state().figures_at(*cell)).into(),
            (Call::PlayThingsAt, Arg::Cell(cell)) => {
                Arg::List(self.terrain()?.things_at(*cell, None).map(Arg::Thing).collect()).into()
            }
            (Call::PlayNeighbors, Arg::Cell(cell)) => {
                Arg::List(self.terrain()?.plane.neighbors(*cell).map(Arg::Cell).collect()).into()
            }
            (Call::PlayWithin, Arg::Cell(cell)) => {
                let terrain = self.terrain()?;
                let grains = self.grains_of(&args[1])?;
                Arg::List(terrain.plane.within(*cell, grains).into_iter().map(Arg::Cell).collect()).into()
            }
            (Call::PlayCell, _) => {
                let (Some(x), Some(y)) = (args[0].as_number(), args[1].as_number()) else { return Ok(Reply::NOTHING) };
                let cell = crate::state::position(&self.play.rules().book, x, y);
                cell.map_or(Arg::Nil, |cell| self.cell_on_map(cell)).into()
            }
            (_, Arg::Cell(cell)) => {
                let terrain = self.terrain()?;
                let direction = args[1].as_int().unwrap_or(0);
                let grains = self.grains_of(&args[2])?;
                Arg::Cell(terrain.plane.scatter(*cell, direction, grains)).into()
            }
            _ => Reply::NOTHING,
        })
    }

    fn ways(&self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        let Some(me) = args[0].as_figure() else { return Err(HostError::refused("a figure is missing", "")) };
        let from = self.place_of(&args[0])?;
        Ok(match call {
            Call::PlayReach => {
                let reached = self.reach(me, from, length(&args[1])?)?;
                Arg::List(reached.into_iter().map(Arg::Cell).collect()).into()
            }
            Call::PlayPath => {
                let to = self.place_of(&args[1])?;
                let budget = if args[2].is_nil() { None } else { Some(length(&args[2])?) };
                Arg::List(way(self.terrain()?, me, (from, to), budget).into_iter().map(Arg::Cell).collect()).into()
            }
            _ => Arg::Cell(self.toward_or_away(call, me, from, self.place_of(&args[1])?, length(&args[2])?)?).into(),
        })
    }

    fn reach(&self, me: FigureId, from: Position, budget: Number) -> Result<Vec<Position>, HostError> {
        let terrain = self.terrain()?;
        let cost =
            |step: crate::board::PathStep| if is_free(terrain, me, step.to) { terrain.step_cost(step) } else { None };
        Ok(terrain.plane.reach(from, budget, cost).into_iter().map(|reached| reached.at).collect())
    }

    fn toward_or_away(
        &self,
        call: Call,
        me: FigureId,
        from: Position,
        other: Position,
        length: Number,
    ) -> Result<Position, HostError> {
        let terrain = self.terrain()?;
        let away = call == Call::PlayAway;
        if terrain.plane.board == crate::value::Board::Open {
            let grains = terrain.plane.grains(length).unwrap_or(0);
            return Ok(match away {
                true => self.kept_on_map(from, terrain.plane.away(from, other, grains)),
                false => terrain.plane.toward(from, other, grains),
            });
        }
        let reached = self.reach(me, from, length)?;
        let far = |cell: &Position| terrain.plane.steps(*cell, other);
        let best = match away {
            true => reached.iter().enumerate().max_by_key(|(index, cell)| (far(cell), std::cmp::Reverse(*index))),
            false => reached.iter().enumerate().min_by_key(|(index, cell)| (far(cell), *index)),
        };
        Ok(best.map_or(from, |(_, cell)| *cell))
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

    pub(super) fn move_figure(&mut self, call: Call, me: FigureId, args: &[Arg]) -> Result<Reply, HostError> {
        match call {
            Call::FigureFace => {
                let steps = args[0].as_int().unwrap_or(0);
                let steps = self.play.rules().ground.as_ref().map_or(steps, |terrain| terrain.plane.facing(steps));
                self.play.face(me, steps).map_err(|error| self.broken(error))?;
            }
            Call::FigureTurnTo => {
                let (from, to) = (self.place_of(&Arg::Figure(me))?, self.place_of(&args[0])?);
                if from != to {
                    let steps = self.terrain()?.plane.direction(from, to);
                    self.play.face(me, steps).map_err(|error| self.broken(error))?;
                }
            }
            _ => {
                let to = self.place_of(&args[0])?;
                self.expect_on_map(to)?;
                if call == Call::FigureMove {
                    return Ok(self.play.step(me, to).map_err(|error| self.broken(error))?.into());
                }
                self.play.place(me, to).map_err(|error| self.broken(error))?;
            }
        }
        Ok(Reply::NOTHING)
    }
}
