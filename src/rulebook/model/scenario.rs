//! Sheets, maps, scenarios, tests.

use super::{Expr, Head, Label, Line};
use crate::syntax::ast;
use crate::text::Span;
use crate::value::{
    AttributeId, ConditionId, ItemId, MapId, Number, OptionId, Position, ScriptId, SheetId, SlotId, StateId, TrackId,
    Value,
};
use std::sync::Arc;

/// A figure's sheet.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Name and title.
    pub head: Head,
    /// What it says, over the defaults of the declarations; the sheet it was made from is already merged in.
    pub lines: Vec<SheetLine>,
}

/// A line of a sheet or a placement.
#[derive(Clone, Debug, PartialEq)]
pub enum SheetLine {
    /// An attribute.
    Attribute(AttributeId, Value),
    /// A track's start.
    Track(TrackId, Number),
    /// A state.
    State(StateId, crate::value::Symbol),
    /// Things put into a slot.
    Slot(SlotId, Vec<ItemId>),
    /// A condition it starts with.
    Condition(ConditionId),
}

/// A drawn map.
#[derive(Clone, Debug)]
pub struct Map {
    /// Name and title.
    pub head: Head,
    /// Columns of the widest row.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Whether the second row and every other one after it are drawn one cell shorter.
    pub short: bool,
    /// What each cell is, row by row; none outside the drawing.
    pub cells: Vec<Option<ItemId>>,
    /// The character of each item, for drawing it again.
    pub legend: Vec<(char, ItemId)>,
    /// Whether the drawing has mistakes, so that nobody knows what stands on it.
    pub broken: bool,
}

/// A fight.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Name and title.
    pub head: Head,
    pub map: Option<MapId>,
    /// Options it plays with: applied before the rulebook is built.
    pub with: Vec<(OptionId, Option<Arc<str>>)>,
    /// At most so many turns.
    pub limit: u32,
    /// Whether it says so itself, rather than going on as long as any fight may.
    pub is_limited: bool,
    /// The sides, in order.
    pub sides: Vec<ScenarioSide>,
    /// Done once before the first turn.
    pub does: Vec<Line>,
    /// Runs once behind that.
    pub start: Option<ScriptId>,
    /// Who wins when.
    pub wins: Vec<Win>,
    /// `wins last side standing`
    pub last_standing: bool,
}

impl Scenario {
    /// The scripts that decide for somebody in it.
    pub fn controllers(&self) -> impl Iterator<Item = ScriptId> {
        let figures = self.sides.iter().flat_map(|side| side.figures.iter().filter_map(|one| one.plays));
        self.sides.iter().filter_map(|side| side.plays).chain(figures)
    }

    /// Whether anything is done before the first turn.
    pub fn has_start(&self) -> bool {
        self.start.is_some() || !self.does.is_empty()
    }
}

/// A side of a scenario.
#[derive(Clone, Debug)]
pub struct ScenarioSide {
    /// Name and title.
    pub head: Head,
    /// Its controller.
    pub plays: Option<ScriptId>,
    /// Its attributes and tracks, over the defaults.
    pub lines: Vec<SheetLine>,
    /// Its figures, in order.
    pub figures: Vec<Placement>,
}

/// A figure put into a fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Its sheet.
    pub sheet: SheetId,
    /// Its name.
    pub name: Arc<str>,
    pub at: Option<Position>,
    /// Where its place is said, or who it is where none is; nowhere if no scenario puts it.
    pub said_at: Option<Span>,
    /// Steps clockwise from east.
    pub facing: i64,
    /// Its own controller.
    pub plays: Option<ScriptId>,
    /// Lines over the sheet.
    pub lines: Vec<SheetLine>,
}

/// `wins SIDE when E "reason"`
#[derive(Clone, Debug)]
pub struct Win {
    /// An index of `Scenario::sides`.
    pub side: usize,
    /// When. `side_figures(name)` is resolved to the side's index.
    pub when: Expr,
    pub label: Label,
}

/// A row of an inventory that a test names.
#[derive(Clone, Debug)]
pub struct CoveredRow {
    pub id: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

/// A test; its steps stay as written, because their names are those of the small board they build.
#[derive(Clone, Debug)]
pub struct Test {
    /// Title in `title`; the name is the title too.
    pub head: Head,
    /// The inventory rows it covers.
    pub covers: Vec<CoveredRow>,
    /// Its steps.
    pub steps: Vec<ast::StepDecl>,
}
