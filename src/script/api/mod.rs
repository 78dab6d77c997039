//! The one table of everything scripts can call: registration, `fray.d.luau` and the reference are made from it.
//! Knows no game: a row says how a function is called, never what a rule means by it.

#![warn(missing_docs)]

mod board;
mod call;
mod definition;

mod figure;
mod play;
mod reference;

mod row;

pub use call::Call;
pub use definition::definitions;
pub use reference::reference;

pub use row::{ApiOwner, ApiParameter, ApiRow, ApiType, NameOf, Shape};

/// What to say of a member that is not there, where nothing is near.
pub const SEE_REFERENCE: &str = "the reference of scripts lists what there is";

/// The parts of the table, in the order of the reference.
const PARTS: [&[ApiRow]; 3] = [figure::ROWS, board::ROWS, play::ROWS];

/// Every row, in the order of the reference.
pub fn rows() -> impl Iterator<Item = &'static ApiRow> {
    PARTS.into_iter().flatten()
}

/// The rows of one owner, in the order of the reference.
pub fn rows_of(owner: ApiOwner) -> impl Iterator<Item = &'static ApiRow> {
    rows().filter(move |row| row.owner == owner)
}

#[cfg(test)]
mod tests {
    use super::{Call, rows};
    use std::collections::BTreeSet;

    #[test]
    fn every_call_has_one_row_and_every_name_is_used_once() {
        let calls: Vec<Call> = rows().filter_map(|row| row.call).collect();
        let distinct: BTreeSet<Call> = calls.iter().copied().collect();
        assert_eq!(calls.len(), distinct.len());
        assert_eq!(calls.len(), Call::PlayDraw as usize + 1, "a call without a row");
        let names: BTreeSet<_> = rows().map(|row| (row.owner, row.name)).collect();
        assert_eq!(names.len(), rows().count());
    }
}
