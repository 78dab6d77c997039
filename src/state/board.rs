//! The board of a play: the drawn map, what its cells are, and the functions of expressions that look at it.

use super::Ruleset;
use super::parts::{State, Thing};
use crate::board::{Cover, PathStep, Plane, Search};
use crate::event::Spot;
use crate::rulebook::{Map, Rulebook};
use crate::value::{Board, FigureId, ItemId, KindId, Number, Position, ThingId};

/// A map with what matters of its cells.
#[derive(Clone, Debug)]
pub struct BoardMap {
    /// Its geometry.
    pub plane: Plane,
    /// How long one scale unit is, in base units.
    pub scale: Number,
    cells: Vec<Option<ItemId>>,
    items: Vec<ItemGround>,
    /// The kinds whose things hide what is behind them, with the field that says so.
    veils: Vec<(KindId, usize)>,
}

/// What an item is as a cell.
#[derive(Clone, Copy, Debug)]
struct ItemGround {
    cost: Number,
    /// What a step across a corner costs; none if the number does not fit.
    diagonal: Option<Number>,
    height: Number,
    opaque: bool,
}

impl BoardMap {
    /// The board of a map; none if the game has no ground.
    pub fn new(book: &Rulebook, map: &Map) -> Option<BoardMap> {
        let ground = book.ground.as_ref()?;
        let field = |item: &crate::rulebook::Item, field: Option<usize>| match ground.cells {
            Some(kind) if kind == item.kind => field.map(|field| item.fields[field].clone()),
            _ => None,
        };
        let items = book.items.iter().map(|item| {
            let cost = field(item, ground.step_cost).and_then(|value| value.as_number()).unwrap_or(Number::ONE);
            ItemGround {
                cost,
                diagonal: ground.diagonal.times(cost),
                height: field(item, ground.height).and_then(|value| value.as_number()).unwrap_or(Number::ZERO),
                opaque: field(item, ground.opaque).and_then(|value| value.as_truth()).unwrap_or(false),
            }
        });
        Some(BoardMap {
            plane: Plane { short: map.short, ..Plane::new(ground.board, map.width, map.height) },
            scale: ground.scale.amount,
            cells: map.cells.clone(),
            items: items.collect(),
            veils: ground.veils.clone(),
        })
    }

    /// How far two places are apart, in base units.
    pub fn distance(&self, a: Position, b: Position) -> Number {
        self.plane.distance(a, b).times(self.scale).unwrap_or(Number::ZERO)
    }

    /// A length in base units as grains of the board.
    pub fn grains(&self, length: Number) -> i64 {
        length.over(self.scale).and_then(|length| self.plane.grains(length)).unwrap_or(0)
    }
}

/// The board as it is now: the drawn map, the cells that have become something else, what is spread over them.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    terrain: &'a BoardMap,
    book: &'a Rulebook,
    pub(super) state: &'a State,
}

impl std::ops::Deref for BoardView<'_> {
    type Target = BoardMap;

    fn deref(&self) -> &BoardMap {
        self.terrain
    }
}

impl<'a> BoardView<'a> {
    /// The board of a play in this state, if it has one.
    pub fn new(rules: &'a Ruleset, state: &'a State) -> Option<BoardView<'a>> {
        Some(BoardView { terrain: rules.ground.as_ref()?, book: &rules.book, state })
    }

    /// The rules.
    pub fn rulebook(&self) -> &'a Rulebook {
        self.book
    }

    /// What a cell is; none off the map and outside the drawing.
    pub fn item(&self, at: Position) -> Option<ItemId> {
        self.item_in(self.plane.index(at)?, at)
    }

    /// What a cell is, by its index and a place in it.
    fn item_in(&self, index: usize, at: Position) -> Option<ItemId> {
        let drawn = || self.terrain.cells.get(index).copied().flatten();
        if self.state.cells.is_empty() {
            return drawn();
        }
        self.plane.cell(at).and_then(|cell| self.state.changed_cell(cell)).or_else(drawn)
    }

    /// How high a cell is, in base units.
    pub fn height(&self, at: Position) -> Number {
        self.item(at).map_or(Number::ZERO, |item| self.items[item.index()].height)
    }

    /// Whether a cell blocks sight by what it is.
    pub fn is_opaque(&self, at: Position) -> bool {
        self.item(at).is_some_and(|item| self.items[item.index()].opaque)
    }

    /// What a step into a cell costs by what it is.
    pub fn cost(&self, at: Position) -> Number {
        self.item(at).map_or(Number::ONE, |item| self.items[item.index()].cost)
    }

    /// The things of a kind that lie in a cell or are spread over it, in order.
    pub fn things_at(&self, at: Position, kind: Option<KindId>) -> impl Iterator<Item = ThingId> + use<'a> {
        let BoardView { terrain, book, state } = *self;
        let wanted = move |thing: &Thing| kind.is_none_or(|kind| book.items[thing.item.index()].kind == kind);
        let there = move |id: ThingId, thing: &Thing| match thing.place {
            Spot::Ground(cell) => cell == at || terrain.plane.cell(cell) == terrain.plane.cell(at),
            Spot::Area => state.area(id).is_some_and(|area| area.contains(terrain.plane, at)),
            _ => false,
        };
        let things = state.things.iter().enumerate().map(|(index, thing)| (ThingId(index as u16), thing));
        things.filter(move |(id, thing)| there(*id, thing) && wanted(thing)).map(|(id, _)| id)
    }

    /// Whether nothing opaque, and no higher ground, stands between.
    pub fn sight(&self, a: Position, b: Position) -> bool {
        self.plane.sight(a, b, (self.height(a), self.height(b)), |cell| self.cover(cell))
    }

    /// The first place that nobody sees through between two, the nearest to the first; none if one sees the other.
    pub fn blocked_by(&self, a: Position, b: Position) -> Option<Position> {
        self.plane.blocked_by(a, b, (self.height(a), self.height(b)), |cell| self.cover(cell))
    }

    fn cover(&self, cell: Position) -> Cover {
        if self.is_veiled(cell) {
            return Cover::Whole;
        }
        let Some(item) = self.item(cell) else { return Cover::Clear };
        let ground = self.items[item.index()];
        match (ground.opaque, ground.height.is_zero()) {
            (true, true) => Cover::Whole,
            (_, false) => Cover::UpTo(ground.height),
            (false, true) => Cover::Clear,
        }
    }

    /// Whether something that hides what is behind it is spread over a cell.
    fn is_veiled(&self, cell: Position) -> bool {
        self.veil_at(cell).is_some()
    }

    /// What is spread over a cell and hides what is behind it.
    pub fn veil_at(&self, cell: Position) -> Option<ThingId> {
        let hides = |thing: &Thing| {
            let kind = self.book.items[thing.item.index()].kind;
            let field = self.veils.iter().find(|(veil, _)| *veil == kind).map(|(_, field)| *field);
            field.and_then(|field| thing.fields[field].as_truth()).unwrap_or(false)
        };
        let areas = self.state.areas.iter();
        let mut there = areas.filter(|(_, area)| area.contains(self.plane, cell));
        there.find(|(id, _)| hides(self.state.thing(*id))).map(|(id, _)| *id)
    }

    /// What a step costs, in scale units; none where nothing can stand.
    pub fn step_cost(&self, step: PathStep) -> Option<Number> {
        self.step_cost_in(self.plane.index(step.to)?, step)
    }

    /// The same for a step into the cell of that index.
    fn step_cost_in(&self, index: usize, step: PathStep) -> Option<Number> {
        let ground = &self.items[self.item_in(index, step.to)?.index()];
        // On grids every step is one scale unit long.
        let cost = if step.is_diagonal { ground.diagonal? } else { ground.cost };
        if step.length == Number::ONE { Some(cost) } else { step.length.times(cost) }
    }
}

/// The place at a column and row as authors write them, whole on grids, fractions allowed on open ground.
pub(crate) fn position(book: &Rulebook, x: Number, y: Number) -> Option<Position> {
    let open = book.ground.as_ref().is_some_and(|ground| ground.board == Board::Open);
    let grain = Number::int(if open { 100 } else { 1 });
    let whole = |n: Number| i32::try_from(n.times(grain)?.as_int()?).ok();
    Some(Position { x: whole(x)?, y: whole(y)? })
}

/// A place as authors write it.
pub(crate) fn cell_text(book: &Rulebook, cell: Position) -> String {
    let open = book.ground.as_ref().is_some_and(|ground| ground.board == Board::Open);
    match open {
        true => format!("{},{}", hundredths(cell.x), hundredths(cell.y)),
        false => format!("{},{}", cell.x, cell.y),
    }
}

fn hundredths(n: i32) -> String {
    let sign = if n < 0 { "-" } else { "" };
    let (whole, part) = (n.unsigned_abs() / 100, n.unsigned_abs() % 100);
    match part {
        0 => format!("{sign}{whole}"),
        part => format!("{sign}{whole}.{part:02}").trim_end_matches('0').to_string(),
    }
}

/// Whether a figure could stand in a cell: nobody else in play does.
pub(crate) fn is_free(ground: BoardView<'_>, me: FigureId, cell: Position) -> bool {
    let plane = ground.plane;
    let same = |at: Position| plane.cell(at) == plane.cell(cell);
    !ground.state.figure_ids().any(|id| {
        let figure = ground.state.figure(id);
        id != me && !figure.removed && figure.at.is_some_and(same)
    })
}

/// What a step costs a figure, in scale units; none where nothing can stand or somebody else does.
pub(crate) fn step_costs(ground: BoardView<'_>, me: FigureId) -> impl Fn(PathStep) -> Option<Number> {
    let plane = ground.plane;
    let others = ground.state.figure_ids().filter(|id| *id != me).map(|id| ground.state.figure(id));
    let taken: Vec<usize> = others.filter(|other| !other.removed).filter_map(|other| plane.index(other.at?)).collect();
    move |step| {
        let index = plane.index(step.to)?;
        if taken.contains(&index) { None } else { ground.step_cost_in(index, step) }
    }
}

/// The cells through which a figure comes nearest from one place to another, as cheaply as can be.
pub(crate) fn way(
    ground: BoardView<'_>,
    me: FigureId,
    (from, to): (Position, Position),
    budget: Option<Number>,
) -> Vec<Position> {
    let cost = step_costs(ground, me);
    ground.plane.path(from, to, Search { budget, least: Number::ZERO }, cost).cells
}
