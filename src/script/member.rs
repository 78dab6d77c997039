//! Members of handles as they are found again: by the addresses of their names.

use super::api::ApiOwner;
use super::{Host, HostRow, NameOrText};

/// A member, as it is found by the address of its name and by its owner.
pub(super) enum Member<H: Host> {
    /// The column of a cell.
    Column,
    /// The row of a cell.
    Row,
    /// Who is to perform an order.
    Actor,
    /// A built-in field of an outcome.
    Outcome(&'static str),
    /// A built-in field that the host answers.
    Field(&'static HostRow<H>),
    /// What the rules declare.
    Property(NameOrText),
    /// What was once answered by something that must be made anew every time.
    Made,
}

impl<H: Host> Clone for Member<H> {
    fn clone(&self) -> Member<H> {
        match self {
            Member::Column => Member::Column,
            Member::Row => Member::Row,
            Member::Actor => Member::Actor,
            Member::Outcome(name) => Member::Outcome(name),
            Member::Field(one) => Member::Field(one),
            Member::Property(name) => Member::Property(name.clone()),
            Member::Made => Member::Made,
        }
    }
}

/// Where a member is found: names lie at addresses that are multiples of eight, and there are fewer owners.
pub(super) fn place(address: usize, owner: ApiOwner) -> usize {
    address + owner as usize
}
