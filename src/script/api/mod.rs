//! How everything that scripts can call is described: registration, `fray.d.luau` and the reference are made from the
//! rows of a host. Knows no game: a row says how a function is called, never what a rule means by it.

#![warn(missing_docs)]

mod definition;
mod reference;
mod row;

pub use definition::{definitions, type_names};
pub use reference::reference;
pub use row::{ApiOwner, ApiParameter, ApiRow, ApiType, NameOf, Shape, may, must};

/// What to say of a member that is not there, where nothing is near.
pub const SEE_REFERENCE: &str = "the reference of scripts lists what there is";
