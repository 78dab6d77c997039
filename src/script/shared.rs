//! What the callbacks of one engine share: the host while a script runs, the budget, the handles already made.

use super::handle::Handle;
use super::limit;
use super::member::{Member, place};
use super::name::{HashSpread, InternedNames};
use super::read_only::Frozen;
use super::stop::ScriptStop;
use super::{Arg, Host, HostRow, NameOrText, Program, Reply};
use crate::dice::Cancel;
use crate::value::Position;
use fray_border::{self as border, Kept, KeptValues};
use mlua::{AnyUserData, Function, Lua, LuaString, Value, VmState};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

/// What a script returned when it was loaded, and the steps that took: they are taken again at every use, so that the
/// budget of a call does not depend on what ran before, but for the few steps of sealing a library.
#[derive(Clone)]
pub(super) struct Loaded {
    pub(super) value: Value,
    pub(super) steps: u64,
    /// Bytes of the longest text that was made meanwhile.
    pub(super) longest: usize,
}

/// A library while one call of a script lasts.
#[derive(Clone)]
pub(super) enum Included {
    Loading,
    Loaded(Value),
}

/// A handle that is the same one every time, and what answers it at once.
#[derive(Clone)]
struct MadeHandle {
    data: AnyUserData,
    kept: Kept,
}

/// The handles of one sort, by index.
type MadeHandles = RefCell<Vec<Option<MadeHandle>>>;

/// The state beside the Luau state.
pub(super) struct Shared<H: Host> {
    /// Scripts and names.
    pub(super) program: Arc<Program>,
    /// Whether somebody outside wants an end.
    cancel: Cancel,
    /// The host while a script runs; empty while the host itself is called.
    pub(super) host: Cell<H>,
    /// Steps left in the outermost call.
    pub(super) steps: Cell<u64>,
    /// What every step costs more while a library does much between two of them.
    pub(super) burden: Cell<u64>,
    /// Bytes of the longest text of the running call.
    longest: Cell<usize>,
    /// Bytes held at the last step.
    used: Cell<usize>,
    /// Bytes at which the place is noted next.
    marking: Cell<usize>,
    /// Bytes that the running call has not taken: the sandbox, compiled scripts, what earlier calls have left.
    base: Cell<usize>,
    /// Bytes when the garbage was last taken away between two calls.
    clean: Cell<usize>,
    /// How many scripts are running within one another.
    pub(super) depth: Cell<usize>,
    /// Whether calls that change the game are refused.
    pub(super) read_only: Cell<bool>,
    stopped: Cell<bool>,
    stop: RefCell<Option<ScriptStop>>,
    /// Where scripts stood when they were stopped or grew heavy: Luau does not say it with the error.
    pub(super) trail: RefCell<String>,
    /// Texts resolved so far.
    pub(super) names: RefCell<InternedNames>,
    /// Compiled scripts, by index.
    pub(super) chunks: RefCell<Vec<Option<Function>>>,
    /// What scripts returned that keep nothing, by index; see [`Program::pure`](super::program::Program::pure).
    pub(super) loaded: RefCell<Vec<Option<Loaded>>>,
    /// Libraries of the running call.
    pub(super) included: RefCell<Vec<(usize, Included)>>,
    /// Frozen tables of the running call.
    pub(super) frozen: RefCell<Frozen>,
    /// The methods of handles, by the addresses of their names with their owners.
    pub(super) methods: RefCell<HashMap<usize, &'static HostRow<H>, HashSpread>>,
    /// What a method has answered that is to be had the long way.
    pub(super) answered: Cell<Option<mlua::Result<Reply>>>,
    /// The room for what a method is given, while it is not used.
    pub(super) room: Cell<Vec<Arg>>,
    /// Members of handles that were read before, by the addresses of their names with their owners.
    pub(super) members: RefCell<HashMap<usize, Member<H>, HashSpread>>,
    figures: MadeHandles,
    sides: MadeHandles,
    things: MadeHandles,
    items: MadeHandles,
    cells: RefCell<HashMap<Position, MadeHandle, HashSpread>>,
    /// Orders and outcomes of the running call, so that their addresses stay theirs.
    passing: RefCell<Vec<AnyUserData>>,
    /// Values that are answered at once.
    pub(super) kept: KeptValues,
    /// What the handles hold that are kept, by their addresses.
    pub(super) held: RefCell<HashMap<usize, Handle, HashSpread>>,
    play: OnceCell<AnyUserData>,
}

impl<H: Host> Shared<H> {
    pub(super) fn new(program: Arc<Program>, names: InternedNames, kept: KeptValues, cancel: Cancel) -> Shared<H> {
        let chunks = RefCell::new(vec![None; program.scripts().len()]);
        let loaded = RefCell::new(vec![None; program.scripts().len()]);
        Shared {
            program,
            cancel,
            host: Cell::default(),
            steps: Cell::new(0),
            burden: Cell::new(0),
            longest: Cell::new(0),
            used: Cell::new(0),
            marking: Cell::new(0),
            base: Cell::new(0),
            clean: Cell::new(0),
            depth: Cell::new(0),
            read_only: Cell::new(false),
            stopped: Cell::new(false),
            stop: RefCell::new(None),
            trail: RefCell::default(),
            names: RefCell::new(names),
            chunks,
            loaded,
            included: RefCell::default(),
            frozen: RefCell::default(),
            methods: RefCell::default(),
            answered: Cell::default(),
            room: Cell::default(),
            members: RefCell::default(),
            figures: RefCell::default(),
            sides: RefCell::default(),
            things: RefCell::default(),
            items: RefCell::default(),
            cells: RefCell::default(),
            passing: RefCell::default(),
            kept,
            held: RefCell::default(),
            play: OnceCell::new(),
        }
    }

    /// Notes what the empty sandbox weighs, and limits what may come on top.
    pub(super) fn limit_memory(&self, lua: &Lua) -> mlua::Result<()> {
        lua.gc_collect()?;
        self.clean.set(lua.used_memory());
        self.rebase(lua, lua.used_memory())
    }

    /// Notes that so many bytes belong to the engine itself.
    pub(super) fn rebase(&self, lua: &Lua, base: usize) -> mlua::Result<()> {
        self.base.set(base);
        self.used.set(lua.used_memory());
        self.restore_limit(lua)
    }

    /// How much is held, and how much of it belongs to the engine itself.
    pub(super) fn held(&self, lua: &Lua) -> (usize, usize) {
        (lua.used_memory(), self.base.get())
    }

    /// Notes that what has been made since then belongs to the engine.
    pub(super) fn keep_since(&self, lua: &Lua, (used, base): (usize, usize)) -> mlua::Result<()> {
        self.rebase(lua, base + lua.used_memory().saturating_sub(used))
    }

    /// Puts the memory limit into force (again).
    pub(super) fn restore_limit(&self, lua: &Lua) -> mlua::Result<()> {
        lua.set_memory_limit(self.base.get() + limit::MEMORY).map(|_| ())
    }

    /// Fills the budget for an outermost call. What earlier calls have left behind is not its to pay for: otherwise the
    /// games played before would decide what a script may do.
    pub(super) fn refill(&self, lua: &Lua) -> mlua::Result<()> {
        self.steps.set(limit::STEPS);
        self.stopped.set(false);
        self.answered.set(None);
        self.burden.set(0);
        self.longest.set(0);
        self.stop.replace(None);
        self.trail.borrow_mut().clear();
        self.frozen.borrow_mut().clear();
        for one in self.passing.borrow_mut().drain(..) {
            self.held.borrow_mut().remove(&(one.to_pointer() as usize));
        }
        if self.cells.borrow().len() > limit::REMEMBERED_CELLS {
            let cells: Vec<MadeHandle> = self.cells.borrow_mut().drain().map(|(_, made)| made).collect();
            cells.iter().try_for_each(|made| self.kept.release(made.kept))?;
            self.held.borrow_mut().retain(|_, handle| !matches!(handle, Handle::Cell(_)));
        }
        if lua.used_memory() > self.clean.get() + limit::HEAVY {
            lua.gc_collect()?;
            self.clean.set(lua.used_memory());
        }
        self.rebase(lua, lua.used_memory())?;
        self.marking.set(self.base.get() + limit::HEAVY);
        // Steps before belong to no one; the first that is told finds out how much is held.
        border::take_steps();
        border::take_longest_text();
        border::watch_bytes(0);
        Ok(())
    }

    /// Counts the steps that were taken since the last that was told.
    pub(super) fn settle(&self) {
        self.note_text(border::take_longest_text());
        let each = self.program.weight().price(self.longest.get()) + self.burden.get();
        let price = u64::from(border::take_steps()).saturating_mul(each);
        self.steps.set(self.steps.get().saturating_sub(price));
    }

    /// Notes that the running call has a text of so many bytes.
    pub(super) fn note_text(&self, bytes: usize) {
        self.longest.set(self.longest.get().max(bytes));
    }

    /// The longest text of the running call so far; `before` is what it was, which comes back.
    pub(super) fn exchange_longest(&self, before: usize) -> usize {
        self.note_text(border::take_longest_text());
        self.longest.replace(before)
    }

    /// Counts steps; stops the script when none is left, and again at every step that is told after that.
    pub(super) fn step(&self, lua: &Lua) -> mlua::Result<VmState> {
        if self.stopped.get() {
            return Err(self.stop_error());
        }
        if let Err(cancelled) = self.cancel.check() {
            return Err(self.stop_with(lua, ScriptStop::Rules(Box::new(cancelled))));
        }
        self.note_text(border::take_longest_text());
        if self.longest.get() > limit::LONGEST_TEXT + limit::TEXT_HEAD {
            return Err(self.stop_with(lua, ScriptStop::Text));
        }
        let used = lua.used_memory();
        let taken = used.saturating_sub(self.used.replace(used));
        let held = used.saturating_sub(self.base.get());
        let by_held =
            held / limit::BYTES_HELD_PER_STEP + held.saturating_sub(limit::HEAVY) / limit::HEAVY_BYTES_PER_STEP;
        let each = self.program.weight().price(self.longest.get()) + by_held as u64 + self.burden.get();
        let steps = u64::from(border::take_steps());
        if used > self.marking.get() {
            self.marking.set(used + limit::HEAVY / 4);
            self.mark(lua);
        }
        // With long texts in hand much may be done between two steps: each is told.
        let is_long = self.longest.get().max(self.program.weight().text) > limit::TEXT;
        let unwatched = if is_long { 0 } else { border::seen_bytes() + self.marking.get().saturating_sub(used) };
        border::watch_bytes(unwatched);
        self.spend(lua, steps.saturating_mul(each) + (taken / limit::BYTES_TAKEN_PER_STEP) as u64)?;
        Ok(VmState::Continue)
    }

    /// Takes steps away for what the host does, unless somebody wants an end.
    pub(super) fn pay(&self, lua: &Lua, price: u64) -> mlua::Result<()> {
        if let Err(cancelled) = self.cancel.check() {
            return Err(self.stop_with(lua, ScriptStop::Rules(Box::new(cancelled))));
        }
        self.spend(lua, price)
    }

    /// Takes the steps that it costs to look at all that is held.
    pub(super) fn touch(&self, lua: &Lua) -> mlua::Result<()> {
        let held = lua.used_memory().saturating_sub(self.base.get());
        self.spend(lua, (held / limit::BYTES_TOUCHED_PER_STEP) as u64)
    }

    /// Takes steps away; stops the script if there are not so many.
    pub(super) fn spend(&self, lua: &Lua, price: u64) -> mlua::Result<()> {
        match self.steps.get().checked_sub(price) {
            Some(rest) => {
                self.steps.set(rest);
                Ok(())
            }
            None => Err(self.stop_with(lua, ScriptStop::Fuel)),
        }
    }

    /// Notes where the running script stands.
    pub(super) fn mark(&self, lua: &Lua) {
        if let Ok(trail) = lua.traceback(None, 0) {
            *self.trail.borrow_mut() = trail.to_string_lossy();
        }
    }

    /// Stops the running script for good; the first reason counts.
    pub(super) fn stop_with(&self, lua: &Lua, stop: ScriptStop) -> mlua::Error {
        if !self.stopped.replace(true) {
            self.mark(lua);
            // No step is let pass from now on.
            border::watch_bytes(0);
        }
        let mut reason = self.stop.borrow_mut();
        if reason.is_none() {
            *reason = Some(stop);
        }
        self.stop_error()
    }

    fn stop_error(&self) -> mlua::Error {
        mlua::Error::external(super::raised::Raised::Stopped)
    }

    /// Whether the script is being stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// The reason for which the script was stopped, once: after this, the script around it may go on.
    pub(super) fn take_stop(&self) -> Option<ScriptStop> {
        self.stopped.set(false);
        self.stop.take()
    }

    /// The value that stands for an argument already, if one does.
    pub(super) fn known(&self, arg: &Arg) -> Option<Value> {
        let made = |list: &MadeHandles, index: usize| Some(list.borrow().get(index)?.as_ref()?.data.clone());
        let handle = match arg {
            Arg::Figure(id) => made(&self.figures, id.index()),
            Arg::Side(id) => made(&self.sides, id.index()),
            Arg::Thing(id) => made(&self.things, id.index()),
            Arg::Item(id) => made(&self.items, id.index()),
            Arg::Cell(position) => self.cells.borrow().get(position).map(|made| made.data.clone()),
            Arg::Play => self.play.get().cloned(),
            Arg::Text(NameOrText::Name(id)) => return self.names.borrow().string(*id).map(Value::String),
            _ => None,
        };
        handle.map(Value::UserData)
    }

    /// What answers a handle at once that is the same one every time; it is made if it was not there. None for others.
    pub(super) fn kept_for(&self, lua: &Lua, arg: &Arg) -> Option<Kept> {
        if !matches!(arg, Arg::Figure(_) | Arg::Side(_) | Arg::Thing(_) | Arg::Item(_) | Arg::Cell(_)) {
            return None;
        }
        self.kept_already(arg).or_else(|| {
            self.made_value(lua, arg.clone()).ok()?;
            self.kept_already(arg)
        })
    }

    fn kept_already(&self, arg: &Arg) -> Option<Kept> {
        let made = |list: &MadeHandles, index: usize| Some(list.borrow().get(index)?.as_ref()?.kept);
        match arg {
            Arg::Figure(id) => made(&self.figures, id.index()),
            Arg::Side(id) => made(&self.sides, id.index()),
            Arg::Thing(id) => made(&self.things, id.index()),
            Arg::Item(id) => made(&self.items, id.index()),
            Arg::Cell(position) => self.cells.borrow().get(position).map(|made| made.kept),
            _ => None,
        }
    }

    /// Notes a property that has been read.
    pub(super) fn remember(&self, this: &Handle, key: &LuaString, name: NameOrText) {
        let (Some(owner), Some(address)) = (this.owner(), self.names.borrow_mut().address(key)) else { return };
        self.members.borrow_mut().entry(place(address, owner)).or_insert(Member::Property(name));
    }

    /// What a userdata holds, if it is a handle.
    pub(super) fn handle_of(&self, data: &AnyUserData) -> Option<Handle> {
        let kept = self.held.borrow().get(&(data.to_pointer() as usize)).cloned();
        kept.or_else(|| Handle::of(data))
    }

    /// The Luau value of a handle, which is then the same one every time where identity matters.
    pub(super) fn handle(&self, lua: &Lua, handle: Handle) -> mlua::Result<AnyUserData> {
        let known = self.known(&handle.to_arg());
        if let Some(Value::UserData(known)) = known {
            return Ok(known);
        }
        let made = handle.clone().into_userdata(lua)?;
        if handle.rank().is_some() {
            self.held.borrow_mut().insert(made.to_pointer() as usize, handle.clone());
        }
        let (list, index) = match handle {
            Handle::Figure(id) => (&self.figures, id.index()),
            Handle::Side(id) => (&self.sides, id.index()),
            Handle::Thing(id) => (&self.things, id.index()),
            Handle::Item(id) => (&self.items, id.index()),
            Handle::Cell(position) => {
                let kept = self.kept.keep(made.clone())?;
                self.cells.borrow_mut().insert(position, MadeHandle { data: made.clone(), kept });
                return Ok(made);
            }
            Handle::Play => return Ok(self.play.get_or_init(|| made).clone()),
            Handle::Order(_) | Handle::Result(_) => {
                let mut passing = self.passing.borrow_mut();
                if passing.len() < limit::REMEMBERED_IN_PASSING {
                    self.held.borrow_mut().insert(made.to_pointer() as usize, handle.clone());
                    passing.push(made.clone());
                }
                return Ok(made);
            }
            Handle::Dice(_) => return Ok(made),
        };
        let kept = self.kept.keep(made.clone())?;
        let mut list = list.borrow_mut();
        if list.len() <= index {
            list.resize(index + 1, None);
        }
        list[index] = Some(MadeHandle { data: made.clone(), kept });
        Ok(made)
    }
}
