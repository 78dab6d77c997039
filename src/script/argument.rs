//! What crosses the border between a script and the game: a small value, cheap to pass, that knows no rule.

use super::limit;
use crate::event::Order;
use crate::value::{CheckId, FigureId, Formula, ItemId, Number, Position, SideId, ThingId};
use std::sync::Arc;

/// The index of a text among the names given to [`Program`](super::Program).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameId(pub u32);

impl NameId {
    /// The position in the program's list of names.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A text: one of the names the rules declare, which travels as its index, or any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameOrText {
    /// One of the program's names.
    Name(NameId),
    /// Any other text.
    Other(Arc<str>),
}

impl NameOrText {
    /// The text itself; `names` are the program's.
    pub fn as_str<'a>(&'a self, names: &'a [Arc<str>]) -> &'a str {
        match self {
            NameOrText::Name(id) => names.get(id.index()).map_or("", |name| name),
            NameOrText::Other(text) => text,
        }
    }

    /// The text, shared.
    pub fn to_arc(&self, names: &[Arc<str>]) -> Arc<str> {
        match self {
            NameOrText::Name(id) => names.get(id.index()).cloned().unwrap_or_default(),
            NameOrText::Other(text) => text.clone(),
        }
    }

    /// The index, if it is one of the program's names.
    pub fn name(&self) -> Option<NameId> {
        match self {
            NameOrText::Name(id) => Some(*id),
            NameOrText::Other(_) => None,
        }
    }
}

/// One value on its way into or out of a script.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Arg {
    #[default]
    Nil,
    /// The play itself: the argument that every script but a library gets.
    Play,
    /// Yes or no.
    Bool(bool),
    /// A number, as scripts reckon.
    Number(f64),
    /// A text, a word, a name.
    Text(NameOrText),
    /// A figure in play.
    Figure(FigureId),
    /// A side in play.
    Side(SideId),
    /// A thing in play.
    Thing(ThingId),
    /// A row of a kind: what is the same for all things of it, such as what a cell is.
    Item(ItemId),
    /// A place on the board.
    Cell(Position),
    /// Dice to be rolled.
    Dice(Arc<Formula>),
    /// An order.
    Order(Arc<Order>),
    /// The outcome of a check.
    Result(Arc<ResultData>),
    /// Several values; an empty table of a script arrives as an empty list.
    List(Vec<Arg>),
    /// Named values: the facts of an order, the fields of an event. Sorted by name when it comes from a script.
    Record(Arc<[(NameOrText, Arg)]>),
}

/// The outcome of a check as a script reads it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultData {
    /// Whether it succeeded.
    pub success: bool,
    /// Whether an opposed check was tied.
    pub draw: bool,
    /// Whether it could not be tried.
    pub impossible: bool,
    /// Why not.
    pub why: Option<Arc<str>>,
    /// The number needed.
    pub need: Option<f64>,
    /// The total.
    pub total: Option<f64>,
    /// By how much.
    pub margin: Option<f64>,
    /// The dice as thrown.
    pub dice: Vec<i64>,
    /// The dice that counted.
    pub kept: Vec<i64>,
    /// What it was set against.
    pub opposed: Option<Arc<ResultData>>,
    /// The fields of the result table that are not empty, in its order.
    pub fields: Vec<(NameOrText, Arg)>,
    /// The check, if the host wants to know how closely its outcome is looked at.
    pub watched: Option<CheckId>,
}

impl Arg {
    /// A whole number.
    pub fn int(n: i64) -> Arg {
        Arg::Number(n as f64)
    }

    /// A text that is no name of the program.
    pub fn text(text: &str) -> Arg {
        Arg::Text(NameOrText::Other(text.into()))
    }

    /// A text that is no name of the program, shared and not copied.
    pub fn shared(text: &Arc<str>) -> Arg {
        Arg::Text(NameOrText::Other(text.clone()))
    }

    /// One of the program's names.
    pub fn name(id: NameId) -> Arg {
        Arg::Text(NameOrText::Name(id))
    }

    /// An exact number.
    pub fn number(n: Number) -> Arg {
        Arg::Number(n.to_f64())
    }

    /// The exact number, if it is a number and stands for one.
    pub fn as_number(&self) -> Option<Number> {
        match self {
            Arg::Number(n) if n.fract() == 0.0 && n.abs() < 9.0e15 => Some(Number::int(*n as i64)),
            Arg::Number(n) => Number::from_f64(*n),
            _ => None,
        }
    }

    /// The whole number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        self.as_number().and_then(Number::as_int)
    }

    /// The figure, if it is one.
    pub fn as_figure(&self) -> Option<FigureId> {
        match self {
            Arg::Figure(id) => Some(*id),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&NameOrText> {
        match self {
            Arg::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is nothing.
    pub fn is_nil(&self) -> bool {
        matches!(self, Arg::Nil)
    }

    /// Steps that it takes to hand it over: more for many values and for long texts.
    pub fn weight(&self) -> u64 {
        let values = match self {
            Arg::Text(NameOrText::Other(text)) => return (text.len() / limit::GIVEN_BYTES_PER_STEP) as u64,
            Arg::List(list) => (list.len(), list.iter().map(Arg::weight).sum::<u64>()),
            Arg::Record(record) => (record.len(), record.iter().map(|(_, value)| value.weight()).sum()),
            _ => return 0,
        };
        (values.0 / limit::VALUES_PER_STEP) as u64 + values.1
    }

    /// What sort of value it is, in the scripter's words.
    pub fn sort(&self) -> &'static str {
        match self {
            Arg::Nil => "nil",
            Arg::Play => "the play",
            Arg::Bool(_) => "a boolean",
            Arg::Number(_) => "a number",
            Arg::Text(_) => "a text",
            Arg::Figure(_) => "a figure",
            Arg::Side(_) => "a side",
            Arg::Thing(_) | Arg::Item(_) => "a thing",
            Arg::Cell(_) => "a cell",
            Arg::Dice(_) => "dice",
            Arg::Order(_) => "an order",
            Arg::Result(_) => "a result",
            Arg::List(_) => "a list",
            Arg::Record(_) => "a table",
        }
    }
}

impl From<bool> for Arg {
    fn from(truth: bool) -> Arg {
        Arg::Bool(truth)
    }
}

impl From<f64> for Arg {
    fn from(n: f64) -> Arg {
        Arg::Number(n)
    }
}

impl From<FigureId> for Arg {
    fn from(id: FigureId) -> Arg {
        Arg::Figure(id)
    }
}

impl<T: Into<Arg>> From<Option<T>> for Arg {
    fn from(value: Option<T>) -> Arg {
        value.map_or(Arg::Nil, Into::into)
    }
}
