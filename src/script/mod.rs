//! The Luau sandbox: limits, the table of functions, errors traced to their line. Knows no play: what a script asks
//! for goes through [`Host`].

mod api;
mod argument;
mod bridge;
mod call;
mod compiler;
mod constant;
mod convert;
mod engine;
mod error;
mod handle;
mod host;
pub mod limit;
mod lint;
mod member;
mod name;
mod not_luau;
mod pointed;
mod program;
mod purity;
mod quick;
mod raised;
mod reach;
mod read_only;
mod rewrite;
mod sandbox;
mod shared;
mod slip;
mod source;
mod stop;
mod structure;
mod trace;
mod weight;

pub use api::{
    ApiOwner, ApiParameter, ApiRow, ApiType, NameOf, SEE_REFERENCE, Shape, definitions, may, must, reference,
    type_names,
};
pub use argument::{Arg, NameId, NameOrText, ResultData};
pub use engine::{Engine, Terms};
pub use error::{ScriptError, ScriptPlace, TraceFrame};
pub use host::{Answer, Host, HostError, HostRow, Reply, rows};
pub use lint::{compile_check, is_luau};
pub use program::{Constants, Program, Questions};
pub(crate) use sandbox::DECLARE;
pub use sandbox::unknown_global;
pub use source::ScriptSource;
