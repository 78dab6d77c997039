//! What a callback tells about a mistake, before its line is known.

use super::api::{ApiParameter, ApiRow, ApiType};
use std::fmt;

/// A mistake noticed within a callback.
#[derive(Clone, Debug)]
pub(super) enum Raised {
    /// The reason stands in the shared state.
    Stopped,
    /// A member that is not there.
    Member { sort: String, name: String, help: String },
    /// A name of the rules, or of the sandbox, that is not there.
    Name { sort: String, name: String, help: String },
    /// An argument of the wrong sort, and at which place it stands, counted from 0.
    Argument { function: String, parameter: String, expected: String, got: String, at: usize, help: String },
    /// A change by a script that may only look.
    ReadOnly { function: String },
    /// A library that cannot be had.
    Include { message: String, help: String },
    /// The host says no.
    Refused { message: String, help: String },
}

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Raised::Stopped => f.write_str("the script was stopped"),
            Raised::Member { sort, name, .. } => write!(f, "{sort} has no `{name}`"),
            Raised::Name { sort, name, .. } => write!(f, "no {sort} is named `{name}`"),
            Raised::Argument { function, parameter, expected, got, .. } => {
                write!(f, "`{function}` takes {expected} as `{parameter}`, not {got}")
            }
            Raised::ReadOnly { function } => write!(f, "a controller may not call `{function}`"),
            Raised::Include { message, .. } | Raised::Refused { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for Raised {}

/// An argument of the wrong sort, as an error of Luau.
pub(super) fn wrong_argument(row: &ApiRow, parameter: &ApiParameter, got: &str) -> mlua::Error {
    let help = match (parameter.sort, got) {
        (ApiType::Figure | ApiType::Place | ApiType::Target, "nil") => {
            "test it first: `if target then … end`".to_string()
        }
        (ApiType::Facts, _) => "write the facts as `{ target = foe }`".to_string(),
        (ApiType::Dice, _) => "dice are written like `2d6+1`".to_string(),
        _ => format!("for example `{}`", row.example),
    };
    mlua::Error::external(Raised::Argument {
        function: row.name.to_string(),
        parameter: parameter.name.to_string(),
        expected: parameter.sort.expected().to_string(),
        got: got.to_string(),
        at: row.parameters.iter().position(|one| one.name == parameter.name).unwrap_or_default(),
        help,
    })
}
