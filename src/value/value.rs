//! The value that any expression, field, fact or script argument may hold.

use super::{FigureId, Formula, ItemId, Number, Position, SideId, Symbol, ThingId};
use std::sync::Arc;

/// Data in play. Cheap to clone: everything is small or shared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// There is none of it: a deliberate absence, `none` or `-`.
    #[default]
    None,
    /// The source does not say; using it is an error.
    Unset,
    /// Yes or no.
    Truth(bool),
    /// An exact number; a quantity is held in the base unit of its dimension.
    Number(Number),
    /// Dice to be rolled.
    Dice(Arc<Formula>),
    /// A word of a set.
    Symbol(Symbol),
    Text(Arc<str>),
    /// A figure in play.
    Figure(FigureId),
    /// A side in play.
    Side(SideId),
    /// A row of a kind, not (yet) a thing in play.
    Item(ItemId),
    /// A thing in play.
    Thing(ThingId),
    /// A place on the board.
    Cell(Position),
    /// Several values.
    List(Arc<[Value]>),
}

impl Value {
    /// A whole number.
    pub const fn int(n: i64) -> Value {
        Value::Number(Number::int(n))
    }

    /// A text.
    pub fn text(text: &str) -> Value {
        Value::Text(text.into())
    }

    /// A list; an empty one takes no memory.
    pub fn list(values: impl IntoIterator<Item = Value>) -> Value {
        let values = values.into_iter();
        let is_of_known_length = matches!(values.size_hint(), (least, Some(most)) if least == most && most > 0);
        if is_of_known_length {
            return Value::List(values.collect());
        }
        let values: Vec<Value> = values.collect();
        Value::List(if values.is_empty() { Arc::default() } else { values.into() })
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Value::Number(n) => Some(*n),
            _ => None,
        }
    }

    /// The truth, if it is one.
    pub fn as_truth(&self) -> Option<bool> {
        match self {
            Value::Truth(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The figure, if it is one.
    pub fn as_figure(&self) -> Option<FigureId> {
        match self {
            Value::Figure(id) => Some(*id),
            _ => None,
        }
    }

    /// What sort of value it is, in the author's words.
    pub fn sort(&self) -> &'static str {
        match self {
            Value::None => "none",
            Value::Unset => "unset",
            Value::Truth(_) => "a truth",
            Value::Number(_) => "a number",
            Value::Dice(_) => "dice",
            Value::Symbol(_) => "a word",
            Value::Text(_) => "a text",
            Value::Figure(_) => "a figure",
            Value::Side(_) => "a side",
            Value::Item(_) | Value::Thing(_) => "a thing",
            Value::Cell(_) => "a cell",
            Value::List(_) => "a list",
        }
    }
}
