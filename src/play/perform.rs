//! Scripts run for a play: of actions, phases, reactions, controllers.

use super::error::{PlayError, Trouble};
use super::host::FactCache;
use super::order::Order;
use super::{MOST_NESTED, MOST_PASSES, MOST_STEPS, Play};
use crate::dice::DiceError;
use crate::event::Cause;
use crate::rulebook::Reaction;
use crate::script::{Arg, Engine, ScriptError, Terms};
use crate::value::{FigureId, ScriptId};
use std::cell::{Cell, RefCell};
use std::fmt::{self, Display};
use std::rc::Rc;
use std::sync::Arc;

/// The Luau state of a play, and what is kept between it and the scripts.
pub(super) struct Scripts {
    engine: Rc<Engine<Play>>,
    tables: RefCell<FactCache>,
    /// Why the dice stopped a script: it cannot be told what becomes of an error that goes through Luau.
    stopped: Cell<Option<DiceError>>,
    /// Steps that they have taken so far, all calls together.
    taken: u64,
    /// How many they may take.
    most: u64,
}

impl Scripts {
    pub(super) fn new(engine: Rc<Engine<Play>>) -> Scripts {
        Scripts { engine, tables: RefCell::default(), stopped: Cell::new(None), taken: 0, most: MOST_STEPS }
    }

    pub(super) fn engine(&self) -> Rc<Engine<Play>> {
        self.engine.clone()
    }

    /// Tables of facts that scripts have handed over.
    pub(super) fn tables(&self) -> &RefCell<FactCache> {
        &self.tables
    }

    /// Notes why the dice stop the script that runs.
    pub(super) fn stop(&self, error: DiceError) {
        self.stopped.set(Some(error));
    }

    /// Counts what a call has taken; false if that was too much.
    fn count(&mut self, steps: u64) -> bool {
        self.taken = self.taken.saturating_add(steps);
        self.taken <= self.most
    }
}

/// How deep scripts and lines lead to each other, and how much lines go through.
#[derive(Default)]
pub(super) struct Nesting {
    depth: usize,
    /// How many members of lists lines have gone through since the outermost of them began.
    passes: u32,
}

impl Nesting {
    /// Goes one deeper.
    pub(super) fn enter(&mut self) -> Result<(), PlayError> {
        if self.depth >= MOST_NESTED {
            return Err(Trouble::TooDeep { most: MOST_NESTED }.into());
        }
        if self.depth == 0 {
            self.passes = 0;
        }
        self.depth += 1;
        Ok(())
    }

    /// Comes back up.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Counts one more member of a list; false if there were too many.
    pub(super) fn pass(&mut self) -> bool {
        self.passes += 1;
        self.passes <= MOST_PASSES
    }
}

impl Play {
    /// Runs a script of a phase, a scenario or a test.
    pub fn run_play_script(&mut self, script: ScriptId, called_by: &dyn Display) -> Result<(), PlayError> {
        let outer = self.begin_cause(|| Cause::Rule(called_by.to_string().into()));
        let done = self.run_script(script, &[Arg::Play], Terms { read_only: false, called_by });
        self.store.replace_cause(outer);
        done?;
        if self.moments > 0 { Ok(()) } else { self.moments().settle(0) }
    }

    /// Runs the script of an action.
    pub(super) fn run_order_script(&mut self, script: ScriptId, order: &Arc<Order>) -> Result<(), PlayError> {
        let book = self.rules().book.clone();
        let head = &book.actions[order.action.index()].head;
        let outer = self.begin_cause(|| Cause::Action(head.name.clone()));
        let args = [Arg::Figure(order.actor), Arg::Order(order.clone()), Arg::Play];
        let caller = Caller { sort: "action", head, book: &book };
        let done = self.run_script(script, &args, Terms { read_only: false, called_by: &caller });
        self.store.replace_cause(outer);
        done.map(|_| ())
    }

    /// Runs the script of a reaction.
    pub(super) fn run_reaction(
        &mut self,
        reaction: &Reaction,
        script: ScriptId,
        figure: FigureId,
        cause: FigureId,
    ) -> Result<(), PlayError> {
        let book = self.rules().book.clone();
        let outer = self.begin_cause(|| Cause::Rule(reaction.head.name.clone()));
        let args = [Arg::Figure(figure), Arg::Figure(cause), Arg::Play];
        let caller = Caller { sort: "reaction", head: &reaction.head, book: &book };
        let done = self.run_script(script, &args, Terms { read_only: false, called_by: &caller });
        self.store.replace_cause(outer);
        done.map(|_| ())
    }

    /// Whatever happens from now on has this cause, which nobody asks for if nobody listens; returns the one before.
    pub(super) fn begin_cause(&mut self, cause: impl FnOnce() -> Cause) -> Option<Cause> {
        if self.is_told() { self.store.replace_cause(Some(cause())) } else { None }
    }

    /// Runs any script; how deep scripts lead to each other is bounded.
    pub(super) fn run_script(
        &mut self,
        script: ScriptId,
        args: &[Arg],
        terms: Terms<'_>,
    ) -> Result<Vec<Arg>, PlayError> {
        self.nesting.enter()?;
        let engine = self.engine();
        // What a script within another takes is counted with that.
        let is_outermost = engine.is_idle();
        let done = engine.run(script, args, self, terms);
        self.nesting.leave();
        let is_within = !is_outermost || self.scripts.count(engine.steps_taken());
        let done = done.map_err(|error| self.stop(error))?;
        match is_within {
            true => Ok(done),
            false => {
                let when = format!("in turn {}", self.state().turn);
                Err(Trouble::TooManySteps { most: self.scripts.most, when }.into())
            }
        }
    }

    /// Lets its scripts take so many steps, all calls of the game together.
    pub fn allow_steps(&mut self, most: u64) {
        self.scripts.most = most;
    }

    /// Steps that its scripts have taken so far.
    pub fn steps_taken(&self) -> u64 {
        self.scripts.taken
    }

    /// A halt is the dice's: exhausted, or a branch of an enumeration that ends.
    fn stop(&self, error: ScriptError) -> PlayError {
        match (error, self.scripts.stopped.take()) {
            (ScriptError::Halted, Some(dice)) => PlayError::Dice(dice),
            (error, _) => PlayError::Script(Box::new(error)),
        }
    }
}

/// The rule that calls a script; put into words only when the script fails.
pub(super) struct Caller<'a> {
    pub sort: &'a str,
    pub head: &'a crate::rulebook::Head,
    pub book: &'a crate::rulebook::Rulebook,
}

impl Display for Caller<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sources = &self.book.sources;
        let source = &sources.get(self.head.span.source).name;
        write!(f, "{} `{}`, {source}:{}", self.sort, self.head.name, sources.line(self.head.span))
    }
}
