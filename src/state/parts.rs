//! Everything that changes in a game, as plain data. Read by everyone; written by `apply` and, before a game
//! begins, by the functions that set it up.

use super::layout::Layout;
use crate::board::Zone;
use crate::event::{Holder, Order, Spot};
use crate::rulebook::Rulebook;
use crate::value::{
    AttributeId, Clock, ConditionId, FigureId, ItemId, Number, PhaseId, Position, RelationId, ScriptId, SheetId,
    SideId, Symbol, ThingId, Value,
};
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use std::sync::Arc;

/// A game in motion, without its rules: save it, clone it, undo it by keeping the one before. Whoever has one may read
/// its parts; only this folder writes them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct State(StateParts);

/// The parts of a [`State`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct StateParts {
    /// All figures, those out of play too.
    pub figures: Vec<Figure>,
    /// All sides.
    pub sides: Vec<Side>,
    /// All things.
    pub things: Vec<Thing>,
    /// What is spread over cells, by thing, in order: smoke, fire, a flood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<(ThingId, Arc<Zone>)>,
    /// Cells that are no longer what the map shows, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(Position, ItemId)>,
    /// Relations that hold.
    pub ties: Vec<Tie>,
    /// What is put off to the end of the moment, in the order recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<Arc<Order>>,
    /// Orders of this turn of which something is assumed and whose check has not been rolled yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pending: Vec<Arc<Order>>,
    /// The turn, counted from 1; 0 before the first.
    pub turn: u32,
    /// The phase in progress.
    pub phase: Option<PhaseId>,
    /// The side whose round it is.
    pub acting_side: Option<SideId>,
    /// Sides in the order of this turn.
    pub side_order: Vec<SideId>,
    /// How it ended.
    pub outcome: Option<GameOutcome>,
}

/// A figure in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Figure {
    /// What players call it.
    pub name: Arc<str>,
    /// The sheet it was made from.
    pub sheet: Option<SheetId>,
    /// Its side.
    pub side: SideId,
    /// Where it stands.
    pub at: Option<Position>,
    /// Steps clockwise from east.
    pub facing: i64,
    /// By `AttributeId`.
    pub attributes: Vec<Value>,
    /// By `Layout::track`.
    pub tracks: Vec<Number>,
    /// By `StateId`.
    pub states: Vec<Symbol>,
    /// By `SlotId`.
    pub slots: Vec<Vec<ThingId>>,
    /// Conditions that hold, the oldest first.
    pub conditions: Vec<HeldCondition>,
    /// Whether it is out of play.
    pub removed: bool,
    /// The script that decides for it.
    pub controller: Option<ScriptId>,
}

/// A condition on a figure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HeldCondition {
    pub condition: ConditionId,
    /// When it ends.
    pub clock: Clock,
}

/// A side in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Side {
    /// Its name.
    pub name: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// By `AttributeId`.
    pub attributes: Vec<Value>,
    /// By `Layout::track`.
    pub tracks: Vec<Number>,
}

/// A thing in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Thing {
    /// The row it is an instance of.
    pub item: ItemId,
    /// A value for each field of its kind; only tracked ones ever differ from the row's.
    pub fields: Vec<Value>,
    /// Where it is.
    pub place: Spot,
}

/// A relation that holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tie {
    pub relation: RelationId,
    /// The near end.
    pub from: FigureId,
    /// The far end: a figure, cell or thing.
    pub to: Value,
    /// Turns it has held, the first is 1.
    pub turns: u32,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub struct GameOutcome {
    /// Who won; nobody in a draw.
    pub winner: Option<SideId>,
    pub why: Arc<str>,
}

impl Deref for State {
    type Target = StateParts;

    fn deref(&self) -> &StateParts {
        &self.0
    }
}

impl From<StateParts> for State {
    fn from(parts: StateParts) -> State {
        State(parts)
    }
}

impl State {
    /// The parts, to be written.
    pub(super) fn parts_mut(&mut self) -> &mut StateParts {
        &mut self.0
    }

    /// This state in another phase, or in none.
    pub(crate) fn in_phase(mut self, phase: Option<PhaseId>) -> State {
        self.0.phase = phase;
        self
    }

    /// This state behind its turn: no phase, and nobody's round.
    pub(crate) fn between_turns(mut self) -> State {
        (self.0.phase, self.0.acting_side) = (None, None);
        self
    }

    /// This state with those figures and things that another has more, as they are there.
    pub(crate) fn with_more_of(mut self, other: &State) -> State {
        let (figures, things) = (self.0.figures.len(), self.0.things.len());
        self.0.figures.extend(other.figures.iter().skip(figures).cloned());
        self.0.things.extend(other.things.iter().skip(things).cloned());
        self
    }

    /// This state with the turn not counted, for those who compare states of different turns.
    pub(crate) fn uncounted(mut self) -> State {
        self.0.turn = 0;
        self
    }
}

impl StateParts {
    /// A figure by its id.
    pub fn figure(&self, id: FigureId) -> &Figure {
        &self.figures[id.index()]
    }

    /// A side by its id.
    pub fn side(&self, id: SideId) -> &Side {
        &self.sides[id.index()]
    }

    /// A thing by its id.
    pub fn thing(&self, id: ThingId) -> &Thing {
        &self.things[id.index()]
    }

    /// The ids of all figures, in order.
    pub fn figure_ids(&self) -> impl Iterator<Item = FigureId> + use<> {
        (0..self.figures.len() as u16).map(FigureId)
    }

    /// The ids of all sides, in order.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides.len() as u16).map(SideId)
    }

    /// The figures of a side that are in play, in order.
    pub fn standing(&self, side: SideId) -> impl Iterator<Item = FigureId> + '_ {
        self.figure_ids().filter(move |id| self.figure(*id).side == side && !self.figure(*id).removed)
    }

    /// Whether a figure has a condition.
    pub fn has_condition(&self, figure: FigureId, condition: ConditionId) -> bool {
        self.figure(figure).conditions.iter().any(|held| held.condition == condition)
    }

    /// Turns a relation has held; 0 if it does not.
    pub fn tie(&self, relation: RelationId, from: FigureId, to: &Value) -> u32 {
        let held = |tie: &&Tie| tie.relation == relation && tie.from == from && tie.to == *to;
        self.ties.iter().find(held).map_or(0, |tie| tie.turns)
    }

    /// A figure or side that has attributes and tracks.
    pub fn attribute(&self, owner: Holder, id: AttributeId) -> &Value {
        match owner {
            Holder::Figure(figure) => &self.figure(figure).attributes[id.index()],
            Holder::Side(side) => &self.side(side).attributes[id.index()],
        }
    }

    /// A track's value at a place of the layout.
    pub fn track(&self, owner: Holder, at: usize) -> Number {
        match owner {
            Holder::Figure(figure) => self.figure(figure).tracks[at],
            Holder::Side(side) => self.side(side).tracks[at],
        }
    }

    /// The area a thing is spread over.
    pub fn area(&self, id: ThingId) -> Option<&Arc<Zone>> {
        let at = self.areas.binary_search_by_key(&id, |(thing, _)| *thing).ok()?;
        Some(&self.areas[at].1)
    }

    /// Whether a thing lies in a cell or is spread over some.
    pub fn is_on_map(&self, id: ThingId) -> bool {
        matches!(self.thing(id).place, Spot::Ground(_) | Spot::Area)
    }

    /// What a cell has become; none if it still is what the map shows.
    pub fn changed_cell(&self, at: Position) -> Option<ItemId> {
        let at = self.cells.binary_search_by_key(&at, |(cell, _)| *cell).ok()?;
        Some(self.cells[at].1)
    }

    /// The figures out of play; where they are is where they were last.
    pub fn out_of_play(&self) -> impl Iterator<Item = FigureId> + '_ {
        self.figure_ids().filter(|id| self.figure(*id).removed)
    }

    /// The figures in a cell, those out of play left out.
    pub fn figures_at(&self, cell: Position) -> impl Iterator<Item = FigureId> + '_ {
        self.figure_ids().filter(move |id| self.figure(*id).at == Some(cell) && !self.figure(*id).removed)
    }
}

impl Figure {
    /// A figure that has nothing but the defaults of the declarations.
    pub fn blank(rulebook: &Rulebook, layout: &Layout, name: &str, side: SideId) -> Figure {
        Figure {
            name: name.into(),
            sheet: None,
            side,
            at: None,
            facing: 0,
            attributes: rulebook.attributes.iter().map(|attribute| attribute.default.clone()).collect(),
            tracks: vec![Number::ZERO; layout.tracks],
            states: rulebook.states.iter().map(|state| state.default).collect(),
            slots: vec![Vec::new(); rulebook.slots.len()],
            conditions: Vec::new(),
            removed: false,
            controller: None,
        }
    }
}

impl Side {
    /// A side that has nothing but the defaults of the declarations.
    pub fn blank(rulebook: &Rulebook, layout: &Layout, name: &str, title: &str) -> Side {
        Side {
            name: name.into(),
            title: title.into(),
            attributes: rulebook.attributes.iter().map(|attribute| attribute.default.clone()).collect(),
            tracks: vec![Number::ZERO; layout.tracks],
        }
    }
}
