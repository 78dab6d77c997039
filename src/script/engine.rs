//! One Luau state with its compiled scripts. A worker has one; none is shared between threads.

use super::shared::Shared;
use super::stop::ScriptStop;
use super::trace::Tracer;
use super::{
    Arg, Host, HostError, Program, ScriptError, bridge, call, limit, name::InternedNames, quick, reach, rows, sandbox,
};
use crate::dice::Cancel;
use crate::value::ScriptId;
use fray_border::{KeptValues, count_steps, watch_texts};
use mlua::{Function, Lua, LuaOptions, MultiValue, StdLib, Value};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::rc::Rc;
use std::sync::Arc;

/// How a script is run.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// Whether calls that change the game are refused, as they are to controllers.
    pub read_only: bool,
    /// The rule that calls it, written out only for errors: ``action `shoot`, rules/arena/turn.fray:12``.
    pub called_by: &'a dyn Display,
}

impl Default for Terms<'_> {
    fn default() -> Self {
        Terms { read_only: false, called_by: &"" }
    }
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
    /// compiles all of them. A script stops when `cancel` asks for it.
    pub fn new(program: Arc<Program>, cancel: Cancel) -> Result<Engine<H>, ScriptError> {
        Engine::build(program, cancel).map_err(|error| ScriptError::Engine(error.to_string()))
    }

    fn build(program: Arc<Program>, cancel: Cancel) -> mlua::Result<Engine<H>> {
        let lua = Lua::new_with(StdLib::ALL_SAFE, LuaOptions::default())?;
        // Compiling to machine code costs ten times what an engine costs and gains nothing: scripts mostly call the host.
        lua.enable_jit(false);
        let names = InternedNames::new(&lua, &program)?;
        let shared = Rc::new(Shared::new(program, names, KeptValues::new(&lua)?, cancel));
        bridge::register(&lua, &shared)?;
        quick::register(&lua, &shared)?;
        call::register(&lua, &shared)?;
        sandbox::close(&lua, &shared)?;
        let own = shared.clone();
        lua.set_interrupt(move |lua| own.step(lua));
        count_steps(&lua)?;
        watch_texts(&lua, limit::LONG_TEXT, limit::LONGEST_TEXT + limit::TEXT_HEAD)?;
        shared.limit_memory(&lua)?;
        Ok(Engine { lua, shared })
    }

    /// The program it was built from.
    pub fn program(&self) -> &Arc<Program> {
        &self.shared.program
    }

    /// Every function that a script reaches without being given anything, by its name, as it stands in this engine.
    ///
    /// # Errors
    /// When there is no memory left to look.
    pub fn reachable(&self) -> Result<BTreeSet<String>, ScriptError> {
        reach::functions(&self.lua).map_err(|error| ScriptError::Engine(error.to_string()))
    }

    /// The index of the script of that name.
    pub fn script(&self, name: &str) -> Option<ScriptId> {
        self.shared.program.script_named(name).and_then(|index| u16::try_from(index).ok()).map(ScriptId)
    }

    /// Whether no script is running in it.
    pub fn is_idle(&self) -> bool {
        self.shared.depth.get() == 0
    }

    /// Steps that the last outermost call has taken, with all that it caused.
    pub fn steps_taken(&self) -> u64 {
        self.shared.settle();
        limit::STEPS.saturating_sub(self.shared.steps.get())
    }

    /// Steps left to the running script and everything it causes.
    pub fn steps_left(&self) -> u64 {
        self.shared.settle();
        self.shared.steps.get()
    }

    /// Takes steps away from the running script, for work that the host does on its behalf: before it is done.
    ///
    /// # Errors
    /// When there are not so many left, or somebody wants an end: the work is not to be done, and the script ends with
    /// that reason.
    pub fn pay(&self, steps: u64) -> Result<(), HostError> {
        self.shared.pay(&self.lua, steps).map_err(|_| HostError::Halt)
    }

    /// Runs a script with its arguments and returns what it returns. Called from within the host, it runs the
    /// script inside the one that called the host, out of the same budget.
    pub fn run(&self, script: ScriptId, args: &[Arg], host: &mut H, terms: Terms<'_>) -> Result<Vec<Arg>, ScriptError> {
        let shared = &*self.shared;
        let tracer = Tracer {
            program: &shared.program,
            script: script.index(),
            called_by: terms.called_by,
            trail: &shared.trail,
            members: || rows::<H>().map(|row| row.name).collect(),
        };
        let depth = shared.depth.get();
        if depth == 0 {
            shared.refill(&self.lua).map_err(|error| ScriptError::Engine(error.to_string()))?;
        } else if depth >= limit::DEPTH {
            shared.mark(&self.lua);
            return Err(tracer.stopped(ScriptStop::Recursion));
        }
        let read_only = shared.read_only.replace(terms.read_only);
        let included = shared.included.take();
        shared.depth.set(depth + 1);
        shared.host.set(std::mem::take(host));
        let returned = self.execute(script.index(), args, &tracer);
        *host = shared.host.take();
        shared.depth.set(depth);
        shared.answered.set(None);
        shared.included.replace(included);
        shared.read_only.set(read_only);
        let stopped = shared.take_stop();
        match (returned, stopped) {
            (returned, None) => returned.map_err(|error| self.recover(*error)),
            (_, Some(stop)) => Err(self.recover(tracer.stopped(stop))),
        }
    }

    fn execute(&self, script: usize, args: &[Arg], tracer: &Tracer<'_>) -> Result<Vec<Arg>, Box<ScriptError>> {
        let failed = |error: mlua::Error| Box::new(tracer.error(&error));
        if script >= self.shared.program.scripts().len() {
            return Err(Box::new(ScriptError::Engine("there is no such script".to_string())));
        }
        let entry = sandbox::load(&self.lua, &self.shared, script).map_err(failed)?;
        let Value::Function(entry) = entry else {
            return Err(Box::new(tracer.no_function()));
        };
        let values = self.call(&entry, args).map_err(failed)?;
        values
            .into_iter()
            .map(|value| self.shared.to_arg(value))
            .collect::<mlua::Result<Vec<Arg>>>()
            .map_err(|error| Box::new(tracer.returned(&error)))
    }

    fn call(&self, entry: &Function, args: &[Arg]) -> mlua::Result<MultiValue> {
        let value = |index: usize| self.shared.to_value(&self.lua, args[index].clone());
        match args.len() {
            0 => entry.call(()),
            1 => entry.call(value(0)?),
            2 => entry.call((value(0)?, value(1)?)),
            3 => entry.call((value(0)?, value(1)?, value(2)?)),
            _ => entry.call((0..args.len()).map(value).collect::<mlua::Result<MultiValue>>()?),
        }
    }

    /// After memory ran out, the garbage is taken away so that the next script finds room.
    fn recover(&self, error: ScriptError) -> ScriptError {
        if matches!(error, ScriptError::Memory { .. }) && self.lua.gc_collect().is_err() {
            return ScriptError::Engine("its memory is exhausted".to_string());
        }
        error
    }
}
