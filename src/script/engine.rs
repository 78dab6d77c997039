//! One Luau state with its compiled scripts. A worker has one; none is shared between threads.

use super::shared::Shared;
use super::{Arg, Host, Program, ScriptError};
use crate::value::ScriptId;
use mlua::Lua;
use std::rc::Rc;
use std::sync::Arc;

/// How a script is run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    /// Whether calls that change the game are refused, as they are to controllers.
    pub read_only: bool,
    /// The rule that calls it, for errors: ``action `shoot`, rules/arena/turn.fray:12``.
    pub called_by: &'a str,
}

/// A Luau state and the scripts compiled in it. A clone is the same engine.
pub struct Engine<H: Host> {
    pub(super) lua: Lua,
    pub(super) shared: Rc<Shared<H>>,
}

impl<H: Host> Clone for Engine<H> {
    fn clone(&self) -> Engine<H> {
        Engine { lua: self.lua.clone(), shared: self.shared.clone() }
    }
}

impl<H: Host> Engine<H> {
    /// An engine for a program. Scripts are compiled when they are first run; [`compile_check`](super::compile_check)
    /// compiles all of them.
    pub fn new(program: Arc<Program>) -> Result<Engine<H>, ScriptError> {
        let lua = Lua::new();
        Ok(Engine { lua, shared: Rc::new(Shared::new(program)) })
    }

    /// The program it was built from.
    pub fn program(&self) -> &Arc<Program> {
        &self.shared.program
    }

    /// Runs a script with its arguments and returns what it returns. Called from within [`Host::call`], it runs the
    /// script inside the one that called the host, out of the same budget.
    pub fn run(&self, script: ScriptId, args: &[Arg], host: &mut H, terms: Terms<'_>) -> Result<Vec<Arg>, ScriptError> {
        let _ = (script, args, host, terms, &self.lua);
        Err(ScriptError::Engine("it is not ready".to_string()))
    }
}
