//! What can stop a simulation.

use crate::play::PlayError;
use crate::script::ScriptError;

/// Why the games cannot be played.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SimError {
    /// A game failed: the number of its trial, and why.
    #[error("game {0} of the simulation cannot go on")]
    Game(u64, Box<PlayError>),
    /// No Luau state can be made.
    #[error(transparent)]
    Engine(Box<ScriptError>),
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
}
