//! What the callbacks of one engine share.

use super::{Host, Program};
use std::cell::Cell;
use std::sync::Arc;

/// The state beside the Luau state.
pub(super) struct Shared<H: Host> {
    /// Scripts and names.
    pub(super) program: Arc<Program>,
    /// The host while a script runs; empty while the host itself is called.
    pub(super) host: Cell<H>,
}

impl<H: Host> Shared<H> {
    pub(super) fn new(program: Arc<Program>) -> Shared<H> {
        Shared { program, host: Cell::new(H::default()) }
    }
}
