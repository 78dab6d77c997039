//! What a function of the table is given. The engine has checked the sorts; what is refused here, a row of the table
//! let through.

use crate::event::Holder;
use crate::play::Order;
use crate::script::{Arg, HostError, NameOrText};
use crate::value::{FigureId, Position, SideId, ThingId};
use std::sync::Arc;

fn missing(what: &str) -> HostError {
    HostError::refused(format!("{what} is missing"), "")
}

/// The figure in a place of the arguments.
pub(super) fn figure_at(args: &[Arg], at: usize) -> Result<FigureId, HostError> {
    args.get(at).and_then(Arg::as_figure).ok_or_else(|| missing("a figure"))
}

/// The text in a place of the arguments.
pub(super) fn text_at(args: &[Arg], at: usize) -> Result<&NameOrText, HostError> {
    args.get(at).and_then(Arg::as_text).ok_or_else(|| missing("a name"))
}

/// The side in a place of the arguments.
pub(super) fn side_at(args: &[Arg], at: usize) -> Result<SideId, HostError> {
    if let Some(Arg::Side(id)) = args.get(at) { Ok(*id) } else { Err(missing("a side")) }
}

/// The cell in a place of the arguments.
pub(super) fn cell_at(args: &[Arg], at: usize) -> Result<Position, HostError> {
    if let Some(Arg::Cell(cell)) = args.get(at) { Ok(*cell) } else { Err(missing("a cell")) }
}

/// The thing in a place of the arguments; an item is none.
pub(super) fn thing_at(args: &[Arg], at: usize) -> Result<ThingId, HostError> {
    if let Some(Arg::Thing(id)) = args.get(at) { Ok(*id) } else { Err(missing("a thing")) }
}

/// The order in a place of the arguments.
pub(super) fn order_at(args: &[Arg], at: usize) -> Result<&Arc<Order>, HostError> {
    if let Some(Arg::Order(order)) = args.get(at) { Ok(order) } else { Err(missing("an order")) }
}

/// The list in a place of the arguments.
pub(super) fn list_at(args: &[Arg], at: usize) -> Result<&[Arg], HostError> {
    if let Some(Arg::List(list)) = args.get(at) { Ok(list) } else { Err(missing("a list")) }
}

/// The figure or side whose function it is.
pub(super) fn this_holder(args: &[Arg]) -> Result<Holder, HostError> {
    match args.first() {
        Some(Arg::Figure(id)) => Ok(Holder::Figure(*id)),
        Some(Arg::Side(id)) => Ok(Holder::Side(*id)),
        _ => Err(missing("a figure or a side")),
    }
}

/// The thing whose function it is; an item is nowhere and does not change.
pub(super) fn this_thing(args: &[Arg]) -> Result<ThingId, HostError> {
    match args.first() {
        Some(Arg::Thing(id)) => Ok(*id),
        other => {
            let sort = other.unwrap_or(&Arg::Nil).sort();
            Err(HostError::refused(format!("{sort} cannot do that"), ""))
        }
    }
}

/// The cells of a list that a script gave.
pub(super) fn cells_at(args: &[Arg], at: usize) -> Result<Vec<Position>, HostError> {
    let cell = |arg: &Arg| match arg {
        Arg::Cell(cell) => Ok(*cell),
        other => {
            let message = format!("the list holds {}, not only cells", other.sort());
            Err(HostError::refused(message, "fill it from `play:within(…)` or `figure.cell`"))
        }
    };
    list_at(args, at)?.iter().map(cell).collect()
}
