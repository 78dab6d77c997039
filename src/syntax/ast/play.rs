//! Actions, reactions, the turn, sheets, maps and scenarios as written.

use super::*;

/// A line of an action.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum ActionEntry {
    /// `by FACT`
    By(Name),
    /// `takes a, b`
    Takes(Vec<Name>),
    /// `says "…"`
    Says(TextDecl),
    /// `check NAME with FACT = E, …`
    Check(Name, Vec<(Name, ExprDecl)>),
    /// `phase a, b`
    Phase(Vec<Name>),
    /// `counts as a, b`: what every action that does so requires and does
    CountsAs(Vec<Name>),
    /// `require E "reason" @cite`
    Require(ExprDecl, Notes),
    /// `spends E TRACK`
    Spends(ExprDecl, Name),
    /// `does { … }`
    Does(Vec<Entry<LineDecl>>),
    /// `script NAME`
    Script(Name),
    /// `note "…"`
    Note(TextDecl),
}

/// A line of a reaction.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum ReactionEntry {
    /// `on step`, `on change damage`: the word and its object.
    On {
        /// `own`: it is one's own doing that is answered.
        own: bool,
        /// `step`, `change`, `gain`, `lose`, or the name of an event.
        event: Name,
        /// Of what.
        object: Option<Name>,
    },
    /// `when E`
    When(ExprDecl),
    /// `does { … }`
    Does(Vec<Entry<LineDecl>>),
    /// `script NAME`
    Script(Name),
    /// `note "…"`
    Note(TextDecl),
}

/// A line of the turn.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum TurnEntry {
    /// `lasts 5 s`
    Lasts(ExprDecl),
    /// `side order VALUE descending`
    SideOrder(ExprDecl, Name),
    /// `phase NAME { … }`
    Phase(PhaseDecl),
    /// `rounds by side { phase … }`
    Rounds(Vec<Entry<PhaseDecl>>),
}

/// A phase.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct PhaseDecl {
    /// Its name.
    pub name: Name,
    /// Title and citations.
    pub notes: Notes,
    /// What stands in the block.
    pub entries: Vec<Entry<PhaseEntry>>,
    /// The whole.
    pub span: Span,
}

/// A line of a phase.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum PhaseEntry {
    /// `does { … }`
    Does(Vec<Entry<LineDecl>>),
    /// `script NAME`
    Script(Name),
    /// `by side`
    BySide,
    /// `declared`, `declared by side`, `declared by E ascending`
    Declared(Option<(ExprDecl, Name)>),
    /// `by E descending frozen ties E`
    ByValue {
        /// The number that orders figures.
        expr: ExprDecl,
        /// `ascending` or `descending`.
        direction: Name,
        /// Fixed when the phase begins.
        frozen: bool,
        /// What decides ties before the order of sides.
        ties: Option<EqualsDecl>,
    },
    /// `together`
    Together,
    /// `each figure` (the default, may be said)
    EachFigure,
    /// `acting side`
    ActingSide,
    /// `orders N` or `orders many` (none)
    Orders(Option<ExprDecl>),
    /// `actions a, b`
    Actions(Vec<Name>),
    /// `note "…"`
    Note(TextDecl),
}

/// What becomes of figures with equal numbers.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum EqualsDecl {
    /// `ties E`: the higher first.
    ByValue(ExprDecl),
    /// `ties together`
    Together,
}

/// `figure NAME from OTHER { … }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct FigureDecl {
    /// The sheet it starts from.
    pub from: Option<Name>,
    /// Its lines.
    pub entries: Vec<Entry<Property>>,
}

/// `map NAME { legend …; "rows" }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct MapDecl {
    /// Character, thing of the cells kind, place of the line.
    pub legend: Vec<(TextDecl, Name)>,
    /// The drawing.
    pub rows: Vec<DrawnRows>,
}

/// Rows of a map that are alike: one as drawn, or as many as `fill` says.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct DrawnRows {
    /// What is drawn.
    pub text: TextDecl,
    /// How often it is repeated in a row.
    pub across: usize,
    /// How many such rows there are.
    pub down: usize,
}

impl DrawnRows {
    /// Each row, as drawn.
    pub fn each(&self) -> impl Iterator<Item = TextDecl> + '_ {
        let row = || TextDecl { text: self.text.text.repeat(self.across), span: self.text.span };
        (0..self.down).map(move |_| row())
    }

    /// Cells in each row.
    pub fn width(&self) -> usize {
        self.text.text.chars().count() * self.across
    }
}

/// A line of a scenario.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[allow(clippy::large_enum_variant, reason = "scenarios are few")]
pub enum ScenarioEntry {
    /// `map NAME`
    Map(Name),
    /// `with OPTION = READING` (no reading: on)
    With(Name, Option<Name>),
    /// `limit N turns`
    Limit(ExprDecl),
    /// `side NAME "Title" plays SCRIPT { … }`
    Side(SideDecl),
    /// `start script NAME`
    Start(Name),
    /// `start does { … }`
    StartDoes(Vec<Entry<LineDecl>>),
    /// `wins SIDE when E "reason"`
    WinsWhen(Name, ExprDecl, Notes),
    /// `wins last side standing`
    LastStanding,
    /// `note "…"`
    Note(TextDecl),
}

/// A side of a scenario.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct SideDecl {
    /// Its name.
    pub name: Name,
    /// Title and citations.
    pub notes: Notes,
    /// Its controller script.
    pub plays: Option<Name>,
    /// Its lines.
    pub entries: Vec<Entry<SideEntry>>,
}

/// A line of a side.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[allow(clippy::large_enum_variant, reason = "most lines place figures")]
pub enum SideEntry {
    /// `set ATTRIBUTE E`
    Set(Name, ExprDecl),
    /// `Guard "Ann" at 0,2 facing 0 plays coward`
    Place(PlacementDecl),
    /// `3 Guard in 0,0 to 1,2`
    Group {
        /// How many.
        count: u32,
        /// The sheet.
        sheet: Name,
        /// One corner.
        from: Point,
        /// The other.
        to: Point,
        /// Facing of all.
        facing: Option<ExprDecl>,
    },
}

/// One figure put on the map.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct PlacementDecl {
    /// Its sheet.
    pub sheet: Name,
    /// A name of its own.
    pub called: Option<TextDecl>,
    /// Where; nowhere if the fight has no board.
    pub at: Option<Point>,
    /// Steps clockwise from east.
    pub facing: Option<ExprDecl>,
    /// Its own controller.
    pub plays: Option<Name>,
    /// Lines of its own, over the sheet: `{ damage 3 }`.
    pub entries: Vec<Entry<Property>>,
}

/// `COLUMN,ROW`
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct Point {
    /// Column.
    pub x: Number,
    /// Row.
    pub y: Number,
    /// Where it stands.
    pub span: Span,
}

use crate::text::Span;
use crate::value::Number;
