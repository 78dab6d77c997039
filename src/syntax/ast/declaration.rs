//! Declarations as written: the frame all share, and the small ones.

use super::*;

/// One declaration.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// `replace`, `remove` or plain.
    pub verb: Verb,
    /// The keyword, `card` (for things: the kind or its plural).
    pub keyword: Name,
    /// Its name, where it has one.
    pub name: Option<Name>,
    /// The names behind it: `remove` and blocks that amend may be about several.
    pub others: Vec<Name>,
    /// Title and citations.
    pub notes: Notes,
    /// What it says.
    pub body: Body,
    /// The whole declaration.
    pub span: Span,
    /// Whether some of its entries could not be read: they are reported and left out.
    pub broken: bool,
}

impl Declaration {
    /// Every name it is about.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.name.iter().chain(&self.others)
    }
}

/// What a declaration says.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "declarations are few and live on the heap in their list")]
pub enum Body {
    /// `remove card concealment, support with users`: only keyword and names, and whether what uses them goes too.
    Removed(bool),
    /// `pack`
    Pack(Pack),
    /// `unit`, with its definition.
    Unit(Option<(Number, Name)>),
    /// `symbols`
    Symbols(Vec<Word>),
    /// `kind`
    Kind(Kind),
    /// A table of things: the keyword is the plural.
    Things(Grid),
    /// One thing: the keyword is the kind.
    Thing(Vec<Entry<Property>>),
    /// `table`
    Table(Table),
    /// `setting`
    Setting(Expr),
    /// `attribute`, or `note`
    Attribute(Attribute),
    /// `track`
    Track(Track),
    /// `state`: the default and the words.
    State(State),
    /// `slot`: of what, up to how many.
    Slot(Slot),
    /// `value`
    Value(ValueRule),
    /// `function`, and `value` with parameters
    Function(FunctionRule),
    /// `condition`
    Condition(Vec<Entry<ConditionEntry>>),
    /// `relation`
    Relation(Relation),
    /// `fact`
    Fact(Fact),
    /// `card`
    Card(Card),
    /// `check`
    Check(Vec<Entry<CheckEntry>>),
    /// `question`
    Question(Vec<Entry<QuestionEntry>>),
    /// `option`
    Option(OptionRule),
    /// `when OPTION { … }`
    When(Expr, Vec<Declaration>),
    /// `action`
    Action(Vec<Entry<ActionEntry>>),
    /// `every action in PHASE { … }`
    Every(Every),
    /// `deed`
    Deed(Vec<Entry<Line>>),
    /// `reaction`
    Reaction(Vec<Entry<ReactionEntry>>),
    /// `turn`
    Turn(Vec<Entry<TurnEntry>>),
    /// `figure`
    Figure(Figure),
    /// `map`
    Map(Map),
    /// `scenario`
    Scenario(Vec<Entry<ScenarioEntry>>),
    /// `test`: the name is absent, the title is the test's.
    Test(Test),
}

use crate::value::Number;

/// `pack NAME "Title" extends OTHER { … }`
#[derive(Clone, Debug)]
pub struct Pack {
    /// The pack below.
    pub extends: Option<Name>,
    /// What stands in the block.
    pub entries: Vec<Entry<PackEntry>>,
}

/// A line of a pack block.
#[derive(Clone, Debug)]
pub enum PackEntry {
    /// `source "…"`
    Source(Text),
    /// `license "…"`
    License(Text),
    /// `note "…"`
    Note(Text),
    /// `board hex`, `board square when OPTION`
    Board(Name, Option<Expr>),
    /// `scale 1 hex`
    Scale(Expr),
    /// `cells KIND`
    Cells(Name),
    /// `step cost E`
    StepCost(Expr),
    /// `diagonal N`
    Diagonal(Expr),
    /// `height E`
    Height(Expr),
    /// `opaque E`
    Opaque(Expr),
}

/// A word of `symbols`, `one of`, or a state, with its title.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word.
    pub name: Name,
    /// Title and citations.
    pub notes: Notes,
}

/// `kind NAME plural WORD { … }`
#[derive(Clone, Debug)]
pub struct Kind {
    /// `plural WORD`
    pub plural: Option<Name>,
    /// The schema.
    pub fields: Vec<Field>,
}

/// One field of a kind.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Title and citations.
    pub notes: Notes,
    /// Its type.
    pub r#type: Type,
    /// Whether each single thing has its own.
    pub tracked: bool,
    /// What an empty cell means.
    pub default: Option<Expr>,
    /// The whole line.
    pub span: Span,
}

/// `NAME VALUE, VALUE`: a field of a thing, or a line of a sheet.
#[derive(Clone, Debug)]
pub struct Property {
    /// Which.
    pub name: Name,
    /// Its values; several make a list.
    pub values: Vec<Expr>,
    /// Citations.
    pub cites: Vec<Cite>,
}

/// `table NAME (keys) TYPE { rows }`
#[derive(Clone, Debug)]
pub struct Table {
    /// One or two keys.
    pub keys: Vec<(Name, Type)>,
    /// What the cells hold.
    pub result: Type,
    /// The rows.
    pub grid: Grid,
}

/// Whose an attribute, track or value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Every figure.
    Figure,
    /// Every side.
    Side,
}

/// `attribute NAME TYPE = DEFAULT of side`, `note NAME TYPE = DEFAULT resets each turn to E of side`
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Its type.
    pub r#type: Type,
    /// When the sheet does not say.
    pub default: Option<Expr>,
    /// Whose.
    pub owner: Owner,
    /// For a note, when it is set anew, and to what; none for an attribute, which does not change in play.
    pub note: Option<Vec<(Name, Expr)>>,
}

/// `track NAME by SYMBOLS TYPE = START min E max E of side { … }`
#[derive(Clone, Debug)]
pub struct Track {
    /// One per symbol of this set.
    pub by: Option<Name>,
    /// A number, with or without unit.
    pub r#type: Type,
    /// Where it starts; 0 if not said.
    pub start: Option<Expr>,
    /// The least.
    pub min: Option<Expr>,
    /// The most.
    pub max: Option<Expr>,
    /// Whose.
    pub owner: Owner,
    /// What stands in the block.
    pub entries: Vec<Entry<TrackEntry>>,
}

/// A line of a track block.
#[derive(Clone, Debug)]
pub enum TrackEntry {
    /// `when E gains CONDITION "why" @cite`
    Gains(Expr, Name, Notes),
    /// `resets each turn|phase|round to E`
    Resets(Name, Expr),
}

/// `state NAME = DEFAULT { word; word "title" }`
#[derive(Clone, Debug)]
pub struct State {
    /// The word at the start.
    pub default: Name,
    /// All words, in order.
    pub words: Vec<Word>,
}

/// `slot NAME of KIND up to N`
#[derive(Clone, Debug)]
pub struct Slot {
    /// What it holds.
    pub kind: Name,
    /// How many.
    pub most: Option<Expr>,
}

/// `value NAME = E of side`, or `outcome NAME = E`
#[derive(Clone, Debug)]
pub struct ValueRule {
    /// Whether it is an outcome that exact odds tell first.
    pub is_outcome: bool,
    /// How it is derived.
    pub expr: Expr,
    /// Whose.
    pub owner: Owner,
}

/// `function NAME(x TYPE, …) = E`, and `value NAME(x TYPE, …) = E` of figures or sides.
#[derive(Clone, Debug)]
pub struct FunctionRule {
    /// Whose, if it is a value.
    pub owner: Option<Owner>,
    /// What it is given.
    pub parameters: Vec<(Name, Type)>,
    /// How it is computed.
    pub expr: Expr,
}
