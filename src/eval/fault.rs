//! What can go wrong while an expression is computed, as small data: no text is made until somebody wants to read it.

use crate::rulebook::Function;
use crate::text::Span;
use crate::value::{
    ArithmeticError, AttributeId, FactId, FigureId, ItemId, SettingId, SlotId, TableId, TrackId, Value, ValueId,
};

/// What went wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// An attribute the sheet of a figure or side does not give.
    UnsetAttribute(AttributeId, Value),
    /// A track that the figure or side does not keep.
    UnsetTrack(TrackId, Value),
    /// A field the row of an item does not give.
    UnsetField(ItemId, u16),
    /// A cell of a table that the source does not give.
    UnsetCell(TableId, Vec<Value>),
    /// A setting that is `?`.
    UnsetSetting(SettingId),
    /// A fact that was stated to be unset.
    UnsetFact(FactId),
    /// Anything else unset.
    Unset,
    /// A table has no row or column for these keys.
    NotInTable(TableId, Vec<Value>),
    /// A fact must be stated.
    MissingFact(FactId),
    /// A function needs a board, and there is none.
    NoBoard(Function),
    /// A function needs to know where a figure stands, and it is not on the board.
    NotPlaced(Function, FigureId),
    /// `none` where something is needed: what was wanted.
    Absent(&'static str),
    /// Dice that are not rolled: what was wanted.
    Unrolled(&'static str),
    /// A value of another sort: what was wanted, and the sort found.
    WrongSort(&'static str, &'static str),
    /// A slot that is full.
    NoRoom(SlotId),
    /// A fraction where a whole number is needed.
    NotWhole(Value),
    /// The exact result does not fit 64 bits.
    Overflow,
    /// Division by 0.
    DivisionByZero,
    /// More members of lists than lines may go through.
    TooMany {
        /// The limit.
        most: u32,
    },
    /// Values that lead to values, deeper than any rule needs.
    TooDeep,
    /// More parts than one expression may compute.
    TooLong,
}

impl Fault {
    /// Whether it only means that nobody has said, so that a fact may take its default.
    pub fn is_silence(&self) -> bool {
        matches!(self, Fault::MissingFact(_) | Fault::NoBoard(_) | Fault::NotPlaced(..))
    }
}

/// What was being computed around the place of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trail {
    /// A derived value.
    Value(ValueId),
    /// A fact.
    Fact(FactId),
    /// A setting.
    Setting(SettingId),
    /// A cell of a table.
    Table(TableId),
}

/// A fault, its place, and what was being computed, the innermost first. [`EvalError::report`] makes the diagnostic.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("an expression cannot be computed")]
pub struct EvalError(Box<FaultParts>);

#[derive(Clone, Debug, PartialEq)]
struct FaultParts {
    fault: Fault,
    span: Span,
    trail: Vec<Trail>,
}

/// More steps of a trail than this tell a reader nothing.
const MAX_TRAIL: usize = 8;

impl EvalError {
    /// A fault at a place.
    #[cold]
    pub fn new(fault: impl Into<Fault>, span: Span) -> EvalError {
        EvalError(Box::new(FaultParts { fault: fault.into(), span, trail: Vec::new() }))
    }

    /// What went wrong.
    pub fn fault(&self) -> &Fault {
        &self.0.fault
    }

    pub fn span(&self) -> Span {
        self.0.span
    }

    /// What was being computed, the innermost first.
    pub fn trail(&self) -> &[Trail] {
        &self.0.trail
    }

    /// The same, seen from one level further out.
    #[cold]
    pub fn during(mut self, step: Trail) -> EvalError {
        if self.0.trail.len() < MAX_TRAIL {
            self.0.trail.push(step);
        }
        self
    }
}

impl From<ArithmeticError> for Fault {
    #[cold]
    fn from(error: ArithmeticError) -> Fault {
        match error {
            ArithmeticError::Overflow => Fault::Overflow,
            ArithmeticError::DivisionByZero => Fault::DivisionByZero,
            ArithmeticError::NotWhole(value) => Fault::NotWhole(value),
            ArithmeticError::Unlike(what, found) => wanted(what, &found),
            ArithmeticError::OtherSet => Fault::WrongSort("a word of the same set", "a word of another"),
        }
    }
}

/// The fault of a value that is not what is needed.
#[cold]
pub(super) fn wanted(what: &'static str, found: &Value) -> Fault {
    match found {
        Value::None => Fault::Absent(what),
        Value::Unset => Fault::Unset,
        Value::Dice(_) => Fault::Unrolled(what),
        other => Fault::WrongSort(what, other.sort()),
    }
}
