//! Whose property is asked for.

use crate::value::{FigureId, ItemId, SideId, ThingId, Value};

/// Whose property is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Subject {
    /// Nobody's: `self` means nothing here.
    #[default]
    Nobody,
    /// A figure's.
    Figure(FigureId),
    /// A side's.
    Side(SideId),
    /// A thing's in play.
    Thing(ThingId),
    /// An item's: a row of the rules.
    Item(ItemId),
}

impl From<Subject> for Value {
    fn from(subject: Subject) -> Value {
        match subject {
            Subject::Nobody => Value::None,
            Subject::Figure(id) => Value::Figure(id),
            Subject::Side(id) => Value::Side(id),
            Subject::Thing(id) => Value::Thing(id),
            Subject::Item(id) => Value::Item(id),
        }
    }
}
