//! A row of the table: who owns it, how it is called, what it says.

use super::Call;

/// What a function or field belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is the type of that name in fray.d.luau")]
pub enum Owner {
    Figure,
    Thing,
    Side,
    Cell,
    Order,
    Result,
    Play,
}

impl Owner {
    /// The type's name in Luau.
    pub fn name(self) -> &'static str {
        match self {
            Owner::Figure => "Figure",
            Owner::Thing => "Thing",
            Owner::Side => "Side",
            Owner::Cell => "Cell",
            Owner::Order => "Order",
            Owner::Result => "Result",
            Owner::Play => "Play",
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

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A name of the rules.
    Name,
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
    /// A table of named values. Arrives as a record.
    Facts,
    /// Anything but a function.
    Any,
}

impl Sort {
    /// The type in Luau.
    pub fn luau(self) -> &'static str {
        match self {
            Sort::Name | Sort::Text => "string",
            Sort::Number => "number",
            Sort::Figure => "Figure",
            Sort::Side => "Side",
            Sort::Thing => "Thing",
            Sort::Cell => "Cell",
            Sort::Place => "Figure | Cell",
            Sort::Target => "Figure | Cell | Thing",
            Sort::Dice => "Dice | string | number",
            Sort::Order => "Order",
            Sort::List => "{any}",
            Sort::Facts => "Facts",
            Sort::Any => "any",
        }
    }

    /// What was expected, in words.
    pub fn expected(self) -> &'static str {
        match self {
            Sort::Name => "a name in quotes",
            Sort::Text => "a text",
            Sort::Number => "a number",
            Sort::Figure => "a figure",
            Sort::Side => "a side",
            Sort::Thing => "a thing",
            Sort::Cell => "a cell",
            Sort::Place => "a figure or a cell",
            Sort::Target => "a figure, a cell or a thing",
            Sort::Dice => "dice, or a text such as `2d6+1`",
            Sort::Order => "an order",
            Sort::List => "a list",
            Sort::Facts => "a table of facts",
            Sort::Any => "a value",
        }
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name in the reference.
    pub name: &'static str,
    /// What it takes.
    pub sort: Sort,
    /// Whether it may be left out.
    pub optional: bool,
}

/// A parameter that must be given.
pub(super) const fn must(name: &'static str, sort: Sort) -> Parameter {
    Parameter { name, sort, optional: false }
}

/// A parameter that may be left out.
pub(super) const fn may(name: &'static str, sort: Sort) -> Parameter {
    Parameter { name, sort, optional: true }
}

/// One function or field.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What it belongs to.
    pub owner: Owner,
    /// What the host is asked; nothing if the engine knows the answer itself.
    pub call: Option<Call>,
    /// How it is used.
    pub shape: Shape,
    /// Its name.
    pub name: &'static str,
    /// What it takes, the subject not counted.
    pub parameters: &'static [Parameter],
    /// What it returns, as a Luau type.
    pub returns: &'static str,
    /// What it says, in a sentence.
    pub sentence: &'static str,
    /// A use of it.
    pub example: &'static str,
}
