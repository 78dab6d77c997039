//! The state as the world of expressions: what figures and things are, and the functions that look at board and game.

use super::board::{BoardView, position, way};
use super::parts::Tie;
use super::view::{Probed, View};
use crate::board::{Plane, Zone};
use crate::eval::{Fault, Memo, Subject, World};
use crate::event::Spot;
use crate::rulebook::{Aspects, Function};
use crate::value::{
    AttributeId, CheckId, Clock, ConditionId, FigureId, ItemId, KindId, Number, Position, RelationId, SideId, SlotId,
    StateId, Symbol, ThingId, TrackId, Value,
};
use std::cell::RefCell;

impl World for View<'_> {
    fn attribute(&self, owner: Subject, id: AttributeId) -> Value {
        if let Subject::Figure(figure) = owner {
            self.look(figure, Probed::Attribute(id));
        }
        let attributes = match owner {
            Subject::Figure(figure) => self.state.figures.get(figure.index()).map(|figure| &figure.attributes),
            Subject::Side(side) => self.state.sides.get(side.index()).map(|side| &side.attributes),
            _ => None,
        };
        attributes.and_then(|attributes| attributes.get(id.index())).cloned().unwrap_or(Value::Unset)
    }

    fn track(&self, owner: Subject, id: TrackId, symbol: Option<Symbol>) -> Option<Number> {
        let at = self.rules.layout.track(id, symbol);
        match owner {
            Subject::Figure(figure) => {
                self.look(figure, Probed::Track(id));
                self.state.figures.get(figure.index())?.tracks.get(at).copied()
            }
            Subject::Side(side) => self.state.sides.get(side.index())?.tracks.get(at).copied(),
            _ => None,
        }
    }

    fn state(&self, figure: FigureId, id: StateId) -> Option<Symbol> {
        self.look(figure, Probed::State(id));
        self.state.figures.get(figure.index())?.states.get(id.index()).copied()
    }

    fn slot(&self, figure: FigureId, id: SlotId) -> &[ThingId] {
        let figure = self.state.figures.get(figure.index());
        figure.and_then(|figure| figure.slots.get(id.index())).map_or(&[], Vec::as_slice)
    }

    fn has_condition(&self, figure: FigureId, id: ConditionId) -> bool {
        self.look(figure, Probed::Condition(id));
        let figure = self.state.figures.get(figure.index());
        figure.is_some_and(|figure| figure.conditions.iter().any(|held| held.condition == id))
    }

    fn relation(&self, id: RelationId, figure: FigureId, far: &Value) -> u32 {
        self.state.tie(id, figure, far)
    }

    fn item_of(&self, thing: ThingId) -> Option<ItemId> {
        self.state.things.get(thing.index()).map(|thing| thing.item)
    }

    fn tracked(&self, thing: ThingId, field: u16) -> Value {
        let thing = self.state.things.get(thing.index());
        thing.and_then(|thing| thing.fields.get(usize::from(field))).cloned().unwrap_or(Value::Unset)
    }

    fn figure_name(&self, figure: FigureId) -> &str {
        self.state.figures.get(figure.index()).map_or("somebody", |figure| &figure.name)
    }

    fn side_name(&self, side: SideId) -> &str {
        self.state.sides.get(side.index()).map_or("a side", |side| &side.name)
    }

    fn memo(&self, aspects: Aspects) -> Option<(&RefCell<Memo>, u64)> {
        self.memo.map(|(state, memo)| (memo, state.changed(aspects)))
    }

    fn call(&self, function: Function, arguments: &[Value]) -> Result<Value, Fault> {
        call(self, function, arguments)
    }

    fn visit(
        &self,
        function: Function,
        arguments: &[Value],
        see: &mut dyn FnMut(Value) -> bool,
    ) -> Result<bool, Fault> {
        visit(self, function, arguments, see)
    }
}

/// The functions that look at the world.
fn call(view: &View<'_>, function: Function, arguments: &[Value]) -> Result<Value, Fault> {
    let asked = AskedFact { view, function, arguments };
    match function {
        Function::Turn => Ok(Value::int(i64::from(view.turn()))),
        Function::Times => Ok(times(view, arguments)),
        Function::Amount => Ok(amount(view, arguments)),
        Function::InPhase => Ok(Value::Truth(is_in_phase(view, arguments))),
        Function::HasBoard => Ok(Value::Truth(view.rules.ground.is_some())),
        Function::Foes
        | Function::Friends
        | Function::Figures
        | Function::OutOfPlay
        | Function::Between
        | Function::FiguresAt => {
            let mut members = Vec::new();
            asked.visit(&mut |member| {
                members.push(member);
                true
            })?;
            Ok(Value::list(members))
        }
        Function::Sides => Ok(Value::list(view.state.side_ids().map(Value::Side))),
        Function::ActingSide => Ok(view.state.acting_side.map_or(Value::None, Value::Side)),
        Function::Side | Function::SideFigures | Function::Removed | Function::FarEnds | Function::Facing => {
            asked.about_figures()
        }
        Function::Things | Function::Cells | Function::Left => asked.about_things(),
        Function::Cell if matches!(arguments.first(), Some(Value::Thing(_) | Value::Item(_))) => asked.about_things(),
        _ => asked.on_board(),
    }
}

/// Whether this is one of the phases with these numbers.
fn is_in_phase(view: &View<'_>, arguments: &[Value]) -> bool {
    let (Some(phase), Some(Value::List(list))) = (view.state.phase, arguments.first()) else { return false };
    list.contains(&Value::int(i64::from(phase.0)))
}

/// How often an event was told, or a check (by its number) made or come to a word. Nothing happened where nobody counts.
fn times(view: &View<'_>, arguments: &[Value]) -> Value {
    let text = |value: Option<&Value>| match value {
        Some(Value::Text(text)) => Some(text.clone()),
        _ => None,
    };
    let Some(happened) = view.happened else { return Value::int(0) };
    Value::int(i64::from(match arguments.first() {
        Some(Value::Number(check)) => {
            let check = check.as_int().and_then(|check| u16::try_from(check).ok()).map(CheckId);
            check.map_or(0, |check| happened.times_checked(check, text(arguments.get(1)).as_deref()))
        }
        name => text(name).map_or(0, |name| happened.times_told(&name)),
    }))
}

/// What dice and amounts of that name came to; 0 if there were none.
fn amount(view: &View<'_>, arguments: &[Value]) -> Value {
    let Some(Value::Text(name)) = arguments.first() else { return Value::int(0) };
    let total = view.happened.and_then(|happened| happened.amount(name));
    Value::Number(total.unwrap_or(Number::ZERO))
}

/// The members of the lists that rules go through most, shown one after another and not collected.
fn visit(
    view: &View<'_>,
    function: Function,
    arguments: &[Value],
    see: &mut dyn FnMut(Value) -> bool,
) -> Result<bool, Fault> {
    AskedFact { view, function, arguments }.visit(see)
}

struct AskedFact<'a> {
    view: &'a View<'a>,
    function: Function,
    arguments: &'a [Value],
}

impl AskedFact<'_> {
    fn figure(&self, index: usize) -> Result<FigureId, Fault> {
        match self.arguments.get(index) {
            Some(Value::Figure(id)) if id.index() < self.view.state.figures.len() => Ok(*id),
            Some(other) => Err(Fault::WrongSort("a figure", other.sort())),
            None => Err(Fault::Absent("a figure")),
        }
    }

    fn place(&self, index: usize) -> Result<Position, Fault> {
        match self.arguments.get(index) {
            Some(Value::Cell(cell)) => Ok(*cell),
            Some(Value::Figure(_)) => {
                let figure = self.figure(index)?;
                self.view.state.figure(figure).at.ok_or(Fault::NotPlaced(self.function, figure))
            }
            Some(other) => Err(Fault::WrongSort("a figure or cell", other.sort())),
            None => Err(Fault::Absent("a figure or cell")),
        }
    }

    fn number(&self, index: usize) -> Result<Number, Fault> {
        match self.arguments.get(index) {
            Some(Value::Number(number)) => Ok(*number),
            Some(other) => Err(Fault::WrongSort("a number", other.sort())),
            None => Err(Fault::Absent("a number")),
        }
    }

    fn about_figures(&self) -> Result<Value, Fault> {
        let state = self.view.state;
        let list = |ids: Vec<FigureId>| Ok(Value::list(ids.into_iter().map(Value::Figure)));
        match self.function {
            Function::SideFigures => match self.arguments.first() {
                Some(Value::Side(side)) => {
                    list(state.figure_ids().filter(|id| state.figure(*id).side == *side).collect())
                }
                Some(other) => Err(Fault::WrongSort("a side", other.sort())),
                None => Err(Fault::Absent("a side")),
            },
            Function::FarEnds => {
                let (from, relation) = (self.figure(0)?, self.number(1)?.as_int());
                let holds = |tie: &&Tie| tie.from == from && Some(i64::from(tie.relation.0)) == relation;
                Ok(Value::list(state.ties.iter().filter(holds).map(|tie| tie.to.clone())))
            }
            Function::Side => Ok(Value::Side(state.figure(self.figure(0)?).side)),
            Function::Removed => Ok(Value::Truth(state.figure(self.figure(0)?).removed)),
            _ => Ok(Value::int(state.figure(self.figure(0)?).facing)),
        }
    }

    fn about_things(&self) -> Result<Value, Fault> {
        let (state, book) = (self.view.state, &self.view.rules.book);
        let thing = || match self.arguments.first() {
            Some(Value::Thing(id)) if id.index() < state.things.len() => Ok(*id),
            Some(other) => Err(Fault::WrongSort("a thing in play", other.sort())),
            None => Err(Fault::Absent("a thing in play")),
        };
        match self.function {
            Function::Things => {
                let kind = self.number(0)?.as_int();
                let is_one = |id: &ThingId| {
                    let item = &book.items[state.thing(*id).item.index()];
                    Some(item.kind.index() as i64) == kind && state.is_on_map(*id)
                };
                let all = (0..state.things.len()).map(|at| ThingId(at as u16));
                Ok(Value::list(all.filter(is_one).map(Value::Thing)))
            }
            Function::Cells => {
                let area = state.area(thing()?);
                Ok(Value::list(area.map_or(&[][..], |area| area.cells()).iter().map(|cell| Value::Cell(*cell))))
            }
            Function::Left => Ok(match state.area(thing()?).map(|area| area.clock) {
                Some(Clock::Turns(left)) => Value::int(i64::from(left)),
                _ => Value::None,
            }),
            _ => Ok(match state.thing(thing()?).place {
                Spot::Ground(cell) => Value::Cell(cell),
                Spot::Slot(figure, _) => state.figure(figure).at.map_or(Value::None, Value::Cell),
                _ => Value::None,
            }),
        }
    }

    fn cells(&self, index: usize) -> Result<Vec<Position>, Fault> {
        let cell = |member: &Value| match member {
            Value::Cell(cell) => Ok(*cell),
            other => Err(Fault::WrongSort("cells", other.sort())),
        };
        match self.arguments.get(index) {
            Some(Value::List(list)) => list.iter().map(cell).collect(),
            Some(other) => Err(Fault::WrongSort("a list of cells", other.sort())),
            None => Err(Fault::Absent("a list of cells")),
        }
    }

    fn whole(&self, index: usize) -> Result<i64, Fault> {
        let number = self.number(index)?;
        number.as_int().ok_or(Fault::NotWhole(Value::Number(number)))
    }

    /// Shows each member of the list until `see` says false; false if the answer is not such a list.
    fn visit(&self, see: &mut dyn FnMut(Value) -> bool) -> Result<bool, Fault> {
        let state = self.view.state;
        match self.function {
            Function::Foes | Function::Friends => {
                let me = self.figure(0)?;
                let (own, foes) = (state.figure(me).side, self.function == Function::Foes);
                let meant = |id: &FigureId| {
                    let figure = state.figure(*id);
                    *id != me && !figure.removed && (figure.side != own) == foes
                };
                state.figure_ids().filter(meant).all(|id| see(Value::Figure(id)));
            }
            Function::Figures | Function::OutOfPlay => {
                let is_out = self.function == Function::OutOfPlay;
                let meant = |id: &FigureId| state.figure(*id).removed == is_out;
                state.figure_ids().filter(meant).all(|id| see(Value::Figure(id)));
            }
            Function::Between => {
                let plane = self.terrain()?.plane;
                let cells = plane.between(self.place(0)?, self.place(1)?);
                cells.filter(|cell| plane.contains(*cell)).all(|cell| see(Value::Cell(cell)));
            }
            Function::FiguresAt => {
                let (plane, at) = (self.terrain()?.plane, self.place(0)?);
                if self.view.may_have_figure(plane, at) {
                    state.figures_at(at).all(|id| see(Value::Figure(id)));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn terrain(&self) -> Result<BoardView<'_>, Fault> {
        self.view.ground().ok_or(Fault::NoBoard(self.function))
    }

    fn on_board(&self) -> Result<Value, Fault> {
        let terrain = self.terrain()?;
        let plane = terrain.plane;
        match self.function {
            Function::Cell => Ok(Value::Cell(self.place(0)?)),
            Function::Terrain => Ok(terrain.item(self.place(0)?).map_or(Value::None, Value::Item)),
            Function::Height => Ok(Value::Number(terrain.height(self.place(0)?))),
            Function::Distance => Ok(Value::Number(terrain.distance(self.place(0)?, self.place(1)?))),
            Function::Bearing => {
                let facing = self.view.state.figure(self.figure(0)?).facing;
                Ok(Value::int(plane.bearing(self.place(0)?, facing, self.place(1)?)))
            }
            Function::Adjacent => Ok(Value::Truth(plane.is_adjacent(self.place(0)?, self.place(1)?))),
            Function::Sight => Ok(Value::Truth(terrain.sight(self.place(0)?, self.place(1)?))),
            Function::CellAt => self.cell_at(),
            Function::Neighbors => Ok(Value::list(plane.neighbors(self.place(0)?).map(Value::Cell))),
            Function::Beyond => Ok(self.beyond(plane)?),
            Function::Direction => Ok(Value::int(plane.direction(self.place(0)?, self.place(1)?))),
            Function::Within => {
                let cells = plane.within(self.place(0)?, terrain.grains(self.number(1)?));
                Ok(Value::list(cells.into_iter().map(Value::Cell)))
            }
            Function::Scatter => {
                let grains = terrain.grains(self.number(2)?);
                Ok(Value::Cell(plane.scatter(self.place(0)?, self.whole(1)?, grains)))
            }
            Function::Way => {
                let (me, budget) = (self.figure(0)?, self.number(2)?.over(terrain.scale));
                let way = way(terrain, me, (self.place(0)?, self.place(1)?), budget);
                Ok(Value::list(way.into_iter().map(Value::Cell)))
            }
            Function::Grown => {
                let zone = Zone::new(plane, self.cells(0)?, Clock::ForGood).grown(plane, |_| true);
                Ok(Value::list(zone.cells().iter().map(|cell| Value::Cell(*cell))))
            }
            Function::ThingsAt => {
                let kind = self.number(1)?.as_int().map(|kind| KindId(kind as u16));
                let at = self.place(0)?;
                if !self.view.may_have_thing(plane, at) {
                    return Ok(Value::list([]));
                }
                Ok(Value::list(terrain.things_at(at, kind).map(Value::Thing)))
            }
            Function::Near => {
                let me = self.arguments.first().and_then(Value::as_figure);
                let near = near(self.view, self.place(0)?, self.number(1)?, me);
                Ok(Value::list(near.into_iter().map(Value::Figure)))
            }
            _ => Err(Fault::NoBoard(self.function)),
        }
    }

    fn cell_at(&self) -> Result<Value, Fault> {
        let cell = position(&self.view.rules.book, self.number(0)?, self.number(1)?);
        let inside = cell.filter(|cell| self.view.ground().is_some_and(|ground| ground.plane.contains(*cell)));
        Ok(inside.map_or(Value::None, Value::Cell))
    }

    /// The cell straight behind another, as seen from a place.
    fn beyond(&self, plane: Plane) -> Result<Value, Fault> {
        let (from, other) = (self.place(0)?, self.place(1)?);
        if from == other {
            return Ok(Value::None);
        }
        let cell = plane.scatter(other, plane.direction(from, other), plane.grains(Number::ONE).unwrap_or(1));
        Ok(if plane.contains(cell) { Value::Cell(cell) } else { Value::None })
    }
}

/// The figures in play within a length of a place, nearest first, one left out.
pub(crate) fn near(view: &View<'_>, at: Position, length: Number, except: Option<FigureId>) -> Vec<FigureId> {
    let Some(terrain) = view.ground() else { return Vec::new() };
    let state = view.state;
    let mut found: Vec<(Number, FigureId)> = state
        .figure_ids()
        .filter(|id| Some(*id) != except && !state.figure(*id).removed)
        .filter_map(|id| Some((terrain.distance(at, state.figure(id).at?), id)))
        .filter(|(distance, _)| *distance <= length)
        .collect();
    found.sort();
    found.into_iter().map(|(_, id)| id).collect()
}
