//! Why a script is being stopped.

use super::ScriptError;
use crate::diag::Diagnostic;

/// Why a script is being stopped; it cannot catch this.
pub(super) enum ScriptStop {
    Fuel,
    Memory,
    Text,
    Recursion,
    Halt,
    Rules(Diagnostic),
    Nested(Box<ScriptError>),
}
