//! The Luau sandbox: limits, the table of functions, errors traced to their line. Knows no play: what a script asks
//! for goes through [`Host`].

mod api;
mod argument;
mod engine;
mod error;
mod host;
mod program;
mod shared;

pub use api::{Call, Owner, Parameter, Row, Shape, Sort, rows, rows_of};
pub use argument::{Arg, NameId, OrderData, ResultData, Text};
pub use engine::{Engine, Terms};
pub use error::{Frame, Place, ScriptError};
pub use host::{Host, HostError, Reply};
pub use program::{Program, ScriptSource};
