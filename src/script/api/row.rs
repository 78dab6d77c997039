//! A row of the table: who owns it, how it is called, what it says.

use crate::rulebook::Sort;

/// What a function or field belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is the type of that name in fray.d.luau")]
pub enum ApiOwner {
    Figure,
    Thing,
    Side,
    Cell,
    Order,
    Result,
    Play,
}

impl ApiOwner {
    /// All of them, in the order of their handles.
    pub const ALL: [ApiOwner; 7] = [
        ApiOwner::Figure,
        ApiOwner::Thing,
        ApiOwner::Side,
        ApiOwner::Cell,
        ApiOwner::Order,
        ApiOwner::Result,
        ApiOwner::Play,
    ];

    /// One of it, in the scripter's words.
    pub fn words(self) -> &'static str {
        match self {
            ApiOwner::Figure => "a figure",
            ApiOwner::Thing => "a thing",
            ApiOwner::Side => "a side",
            ApiOwner::Cell => "a cell",
            ApiOwner::Order => "an order",
            ApiOwner::Result => "a result",
            ApiOwner::Play => "the play",
        }
    }

    /// The type's name in Luau.
    pub fn name(self) -> &'static str {
        match self {
            ApiOwner::Figure => "Figure",
            ApiOwner::Thing => "Thing",
            ApiOwner::Side => "Side",
            ApiOwner::Cell => "Cell",
            ApiOwner::Order => "Order",
            ApiOwner::Result => "Result",
            ApiOwner::Play => "Play",
        }
    }
}

/// How a row is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Read like a field: `me.name`.
    Field,
    /// Called with a colon, changes nothing: `me:foes()`.
    Method,
    /// Called with a colon, changes the game or its log; closed to controllers.
    Change,
}

/// What a name that is given to a function names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOf {
    /// A condition, or a word of a state.
    ConditionOrWord,
    /// A track of the owner, or a note that is a number.
    Track,
    /// A track that is kept by symbols.
    TrackBySymbol,
    /// The symbol by which the track before it is kept.
    Symbol,
    /// A note.
    Note,
    /// A check.
    Check,
    /// An action.
    Action,
    /// A check, or an action with one.
    CheckOrAction,
    /// A relation.
    Relation,
    /// A condition.
    Condition,
    /// A slot.
    Slot,
    /// An item.
    Item,
    /// An item, or a kind.
    ItemOrKind,
    /// An item that cells are.
    Terrain,
    /// A field of things.
    Field,
    /// A state.
    State,
    /// A word of the state before it.
    WordOfState,
    /// A setting.
    Setting,
    /// An option.
    Option,
    /// A table.
    Table,
    /// A fact.
    Fact,
    /// A deed.
    Deed,
    /// A question.
    Question,
    /// A phase.
    Phase,
    /// An event of the pack's own.
    Event,
    /// A figure or a side of the game at hand.
    Somebody,
}

impl NameOf {
    /// As what such a name is declared. None of what is no declaration, or only a game in motion knows.
    pub fn sorts(self) -> &'static [Sort] {
        match self {
            NameOf::Track => &[Sort::Track, Sort::Note],
            NameOf::TrackBySymbol => &[Sort::Track],
            NameOf::Note => &[Sort::Note],
            NameOf::Check => &[Sort::Check],
            NameOf::Action => &[Sort::Action],
            NameOf::CheckOrAction => &[Sort::Check, Sort::Action],
            NameOf::Relation => &[Sort::Relation],
            NameOf::Condition | NameOf::ConditionOrWord => &[Sort::Condition],
            NameOf::Slot => &[Sort::Slot],
            NameOf::Item | NameOf::Terrain => &[Sort::Item],
            NameOf::ItemOrKind => &[Sort::Item, Sort::Kind],
            NameOf::State => &[Sort::State],
            NameOf::Setting => &[Sort::Setting],
            NameOf::Option => &[Sort::Option],
            NameOf::Table => &[Sort::Table],
            NameOf::Fact => &[Sort::Fact],
            NameOf::Deed => &[Sort::Deed],
            NameOf::Phase => &[Sort::Phase],
            NameOf::Question => &[Sort::Question],
            NameOf::Field | NameOf::WordOfState | NameOf::Symbol | NameOf::Event | NameOf::Somebody => &[],
        }
    }
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiType {
    /// A name, and of what.
    Name(NameOf),
    /// Any text.
    Text,
    /// A number that is neither infinite nor undefined.
    Number,
    /// A figure.
    Figure,
    /// A side.
    Side,
    /// A thing.
    Thing,
    /// A cell.
    Cell,
    /// A figure, or a cell.
    Place,
    /// What a relation may end at: a figure, a cell or a thing.
    Target,
    /// Dice, a text such as `2d6+1`, or a number. Arrives as dice.
    Dice,
    /// An order.
    Order,
    /// A list.
    List,
    /// A list of names, and of what.
    Names(NameOf),
    /// A table of named values. Arrives as a record.
    Facts,
    /// Anything but a function.
    Any,
}

impl ApiType {
    /// The type in Luau.
    pub fn luau(self) -> &'static str {
        match self {
            ApiType::Name(_) | ApiType::Text => "string",
            ApiType::Number => "number",
            ApiType::Figure => "Figure",
            ApiType::Side => "Side",
            ApiType::Thing => "Thing",
            ApiType::Cell => "Cell",
            ApiType::Place => "Figure | Cell",
            ApiType::Target => "Figure | Cell | Thing",
            ApiType::Dice => "Dice | string | number",
            ApiType::Order => "Order",
            ApiType::List => "{any}",
            ApiType::Names(_) => "{string}",
            ApiType::Facts => "Facts",
            ApiType::Any => "Value",
        }
    }

    /// What was expected, in words.
    pub fn expected(self) -> &'static str {
        match self {
            ApiType::Name(_) => "a name in quotes",
            ApiType::Text => "a text",
            ApiType::Number => "a number",
            ApiType::Figure => "a figure",
            ApiType::Side => "a side",
            ApiType::Thing => "a thing",
            ApiType::Cell => "a cell",
            ApiType::Place => "a figure or a cell",
            ApiType::Target => "a figure, a cell or a thing",
            ApiType::Dice => "dice, or a text such as `2d6+1`",
            ApiType::Order => "an order",
            ApiType::List | ApiType::Names(_) => "a list",
            ApiType::Facts => "a table of facts",
            ApiType::Any => "a value",
        }
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct ApiParameter {
    /// Its name in the reference.
    pub name: &'static str,
    /// What it takes.
    pub sort: ApiType,
    /// Whether it may be left out.
    pub optional: bool,
}

/// A parameter that must be given.
pub const fn must(name: &'static str, sort: ApiType) -> ApiParameter {
    ApiParameter { name, sort, optional: false }
}

/// A parameter that may be left out.
pub const fn may(name: &'static str, sort: ApiType) -> ApiParameter {
    ApiParameter { name, sort, optional: true }
}

/// One function or field.
#[derive(Clone, Copy, Debug)]
pub struct ApiRow {
    /// What it belongs to.
    pub owner: ApiOwner,
    /// How it is used.
    pub shape: Shape,
    /// Its name.
    pub name: &'static str,
    /// What it takes, the subject not counted.
    pub parameters: &'static [ApiParameter],
    /// What it returns, as a Luau type.
    pub returns: &'static str,
    /// How many steps it takes out of the budget of a script: what the host may have to do for it, roughly.
    pub steps: u64,
    /// What it says, in a sentence.
    pub sentence: &'static str,
    /// A use of it.
    pub example: &'static str,
}

impl ApiRow {
    /// Whether it answers with two values.
    pub fn answers_two(&self) -> bool {
        self.returns.starts_with('(') && self.returns != "()"
    }

    /// What the first name among its parameters names.
    pub fn names(&self) -> Option<NameOf> {
        self.parameters.iter().find_map(|parameter| match parameter.sort {
            ApiType::Name(of) => Some(of),
            _ => None,
        })
    }
}
