//! Declarations as written: the frame all share, and the small ones.

use super::*;

/// One declaration.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
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
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[allow(clippy::large_enum_variant, reason = "declarations are few and live on the heap in their list")]
pub enum Body {
    /// `remove card concealment, support with users`: only keyword and names, and whether what uses them goes too.
    Removed(bool),
    /// `pack`
    Pack(PackDecl),
    /// `unit`, with its definition.
    Unit(Option<(Number, Name)>),
    /// `symbols`
    Symbols(Vec<WordDecl>),
    /// `kind`
    Kind(KindDecl),
    /// A table of things: the keyword is the plural.
    Things(ChartDecl),
    /// One thing: the keyword is the kind.
    Thing(Vec<Entry<Property>>),
    /// `table`
    Table(TableDecl),
    /// `setting`
    Setting(ExprDecl),
    /// `attribute`, or `note`
    Attribute(AttributeDecl),
    /// `track`
    Track(TrackDecl),
    /// `state`: the default and the words.
    State(StateDecl),
    /// `slot`: of what, up to how many.
    Slot(SlotDecl),
    /// `value`
    Value(ValueDecl),
    /// `function`, and `value` with parameters
    Function(FunctionDecl),
    /// `condition`
    Condition(Vec<Entry<ConditionEntry>>),
    /// `relation`
    Relation(RelationDecl),
    /// `fact`
    Fact(FactDecl),
    /// `card`
    Card(CardDecl),
    /// `check`
    Check(Vec<Entry<CheckEntry>>),
    /// `question`
    Question(Vec<Entry<QuestionEntry>>),
    /// `option`
    Option(OptionDecl),
    /// `when OPTION { … }`
    When(ExprDecl, Vec<Declaration>),
    /// `action`
    Action(Vec<Entry<ActionEntry>>),
    /// `every action in PHASE { … }`
    Every(Every),
    /// `deed`
    Deed(DeedDecl),
    /// `reaction`
    Reaction(Vec<Entry<ReactionEntry>>),
    /// `turn`
    Turn(Vec<Entry<TurnEntry>>),
    /// `figure`
    Figure(FigureDecl),
    /// `map`
    Map(MapDecl),
    /// `scenario`
    Scenario(Vec<Entry<ScenarioEntry>>),
    /// `words`
    Words(WordingEntries),
    /// `test`: the name is absent, the title is the test's.
    Test(TestDecl),
}

use crate::value::Number;

/// `pack NAME "Title" extends OTHER { … }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct PackDecl {
    /// The pack below.
    pub extends: Option<Name>,
    /// What stands in the block.
    pub entries: Vec<Entry<PackEntry>>,
}

/// A line of a pack block.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum PackEntry {
    /// `source "…"`
    Source(TextDecl),
    /// `license "…"`
    License(TextDecl),
    /// `note "…"`
    Note(TextDecl),
    /// `board hex`, `board square when OPTION`
    Board(Name, Option<ExprDecl>),
    /// `scale 1 hex`
    Scale(ExprDecl),
    /// `cells KIND`
    Cells(Name),
    /// `step cost E`
    StepCost(ExprDecl),
    /// `diagonal N`
    Diagonal(ExprDecl),
    /// `height E`
    Height(ExprDecl),
    /// `opaque E`
    Opaque(ExprDecl),
}

/// A word of `symbols`, `one of`, or a state, with its title.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct WordDecl {
    /// The word.
    pub name: Name,
    /// Title and citations.
    pub notes: Notes,
}

/// `kind NAME plural WORD { … }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct KindDecl {
    /// `plural WORD`
    pub plural: Option<Name>,
    /// The schema.
    pub fields: Vec<FieldDecl>,
}

/// One field of a kind.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct FieldDecl {
    /// Its name.
    pub name: Name,
    /// Title and citations.
    pub notes: Notes,
    /// Its type.
    pub r#type: TypeDecl,
    /// Whether each single thing has its own.
    pub tracked: bool,
    /// What an empty cell means.
    pub default: Option<ExprDecl>,
    /// The whole line.
    pub span: Span,
}

/// A table of things, and what all its rows share.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ChartDecl {
    /// The lines above the head: fields that every row has, unless a cell of its own says otherwise.
    pub shared: Vec<Entry<Property>>,
    /// The head and the rows.
    pub grid: Grid,
}

/// `NAME VALUE, VALUE`: a field of a thing, or a line of a sheet.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Property {
    pub name: Name,
    /// Its values; several make a list.
    pub values: Vec<ExprDecl>,
    /// Citations.
    pub cites: Vec<Cite>,
}

/// `table NAME (keys) TYPE { rows }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct TableDecl {
    /// One or two keys.
    pub keys: Vec<(Name, TypeDecl)>,
    /// What the cells hold.
    pub result: TypeDecl,
    /// The rows.
    pub grid: Grid,
}

/// Whose an attribute, track or value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum OwnerDecl {
    /// Every figure.
    Figure,
    /// Every side.
    Side,
}

/// `attribute NAME TYPE = DEFAULT of side`, `note NAME TYPE = DEFAULT resets each turn to E of side`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct AttributeDecl {
    /// Its type.
    pub r#type: TypeDecl,
    /// When the sheet does not say.
    pub default: Option<ExprDecl>,
    pub owner: OwnerDecl,
    /// For a note, when it is set anew, and to what; none for an attribute, which does not change in play.
    pub note: Option<Vec<(Name, ExprDecl)>>,
}

/// `track NAME by SYMBOLS TYPE = START min E max E of side { … }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct TrackDecl {
    /// One per symbol of this set.
    pub by: Option<Name>,
    /// A number, with or without unit.
    pub r#type: TypeDecl,
    /// Where it starts; 0 if not said.
    pub start: Option<ExprDecl>,
    /// The least.
    pub min: Option<ExprDecl>,
    /// The most.
    pub max: Option<ExprDecl>,
    pub owner: OwnerDecl,
    /// What stands in the block.
    pub entries: Vec<Entry<TrackEntry>>,
}

/// A line of a track block.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum TrackEntry {
    /// `when E gains CONDITION "why" @cite`
    Gains(ExprDecl, Name, Notes),
    /// `resets each turn|phase|round to E`
    Resets(Name, ExprDecl),
}

/// `state NAME = DEFAULT { word; word "title" }`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct StateDecl {
    /// The word at the start.
    pub default: Name,
    /// All words, in order.
    pub words: Vec<WordDecl>,
}

/// `slot NAME of KIND up to N`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct SlotDecl {
    /// What it holds.
    pub kind: Name,
    /// How many.
    pub most: Option<ExprDecl>,
}

/// `value NAME = E of side`, or `outcome NAME = E`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct ValueDecl {
    /// Whether it is an outcome that exact odds tell first.
    pub is_outcome: bool,
    /// How it is derived.
    pub expr: ExprDecl,
    pub owner: OwnerDecl,
}

/// `function NAME(x TYPE, …) = E`, and `value NAME(x TYPE, …) = E` of figures or sides.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct FunctionDecl {
    /// Whose, if it is a value.
    pub owner: Option<OwnerDecl>,
    /// What it is given.
    pub parameters: Vec<(Name, TypeDecl)>,
    /// How it is computed.
    pub expr: ExprDecl,
}
