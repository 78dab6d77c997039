//! Types, units, symbols, kinds, things and tables.

use super::{Expr, Head};
use crate::text::Span;
use crate::value::{Formula, KindId, Number, SetId, Symbol, Value};
use std::sync::Arc;

/// The type of an expression, field or fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A number of that dimension.
    Number(Dimension),
    /// Dice: a number that is rolled.
    Dice,
    /// A comparison over dice: true with some probability. Only odds and the prompt ask for it.
    Chance,
    /// Yes or no.
    Truth,
    Text,
    /// A word of a set.
    Symbol(SetId),
    /// A thing (or item) of a kind.
    Thing(KindId),
    /// A figure.
    Figure,
    /// A side.
    Side,
    /// A place on the board.
    Cell,
    /// Several of a type.
    List(Box<Type>),
    /// Of a type, or none.
    Optional(Box<Type>),
    /// The type of `none`, `?` and `[]` alone: fits anything that may be absent.
    Nothing,
}

/// Exponents of the base units, in the order these were declared. Pure numbers have all 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Dimension(pub [i8; 8]);

/// A unit of measure.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its name.
    pub head: Head,
    /// Its dimension.
    pub dimension: Dimension,
    /// How many base units it is.
    pub factor: Number,
}

/// A number with the unit in which it is read and shown; the number is in base units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitNumber {
    /// In base units.
    pub amount: Number,
    /// An index of `Rulebook::units`, if it has one.
    pub unit: Option<u16>,
}

/// A set of symbols.
#[derive(Clone, Debug)]
pub struct SymbolSet {
    /// Its name; an inline `one of` is named after its field.
    pub head: Head,
    /// Its words, in order.
    pub words: Vec<Head>,
}

/// A kind of thing.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Name and title.
    pub head: Head,
    /// The keyword of its tables.
    pub plural: Arc<str>,
    /// The schema.
    pub fields: Vec<Field>,
}

/// One field of a kind.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name and title.
    pub head: Head,
    /// What it holds.
    pub r#type: Type,
    /// The unit numbers are read and shown in.
    pub unit: Option<u16>,
    /// Whether each single thing has its own.
    pub tracked: bool,
    /// When a row says nothing; unset if none was declared.
    pub default: Value,
}

/// A row of a kind.
#[derive(Clone, Debug)]
pub struct Item {
    /// Name and title.
    pub head: Head,
    /// Its kind.
    pub kind: KindId,
    /// A value for each field of the kind.
    pub fields: Vec<Value>,
}

/// A look-up table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name and title.
    pub head: Head,
    /// One or two keys.
    pub keys: Vec<TableKey>,
    /// What the cells hold.
    pub result: Type,
    /// The unit numbers are shown in.
    pub unit: Option<u16>,
    /// The rows, in the order written; the first that matches holds.
    pub rows: Vec<TableRow>,
    /// The second key's values across the head; one match that takes everything for a table of one key.
    pub columns: Vec<KeyMatch>,
}

/// A key of a table.
#[derive(Clone, Debug)]
pub struct TableKey {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub r#type: Type,
    /// The unit numbers are read in.
    pub unit: Option<u16>,
    /// The dice that make it, if it says so.
    pub dice: Option<Formula>,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// Which keys it holds for.
    pub matches: KeyMatch,
    /// One cell for each column.
    pub cells: Vec<Expr>,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// Where it stands.
    pub span: Span,
}

/// Which keys a row or column holds for.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyMatch {
    /// All.
    Any,
    /// From, to, both included.
    Range(Option<Number>, Option<Number>),
    /// A word.
    Symbol(Symbol),
    /// An item, or another value that must be equal.
    Value(Value),
    /// One of several.
    OneOf(Vec<KeyMatch>),
}
