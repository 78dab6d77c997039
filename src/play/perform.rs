//! Scripts run for a play: of actions, phases, reactions, controllers.

use super::error::{PlayError, Trouble};
use super::order::Order;
use super::{MOST_NESTED, Play};
use crate::event::Cause;
use crate::rulebook::Reaction;
use crate::script::{Arg, ScriptError, Terms};
use crate::value::{FigureId, ScriptId};
use std::fmt::{self, Display};
use std::sync::Arc;

impl Play {
    /// Runs a script of a phase, a scenario or a test.
    pub fn run_play_script(&mut self, script: ScriptId, called_by: &dyn Display) -> Result<(), PlayError> {
        let outer = self.begin_cause(|| Cause::Rule(called_by.to_string().into()));
        let done = self.run_script(script, &[Arg::Play], Terms { read_only: false, called_by });
        self.cause = outer;
        done?;
        if self.moments > 0 { Ok(()) } else { self.settle(0) }
    }

    /// Runs the script of an action.
    pub(super) fn run_order_script(&mut self, script: ScriptId, order: &Arc<Order>) -> Result<(), PlayError> {
        let book = self.rules.book.clone();
        let head = &book.actions[order.action.index()].head;
        let outer = self.begin_cause(|| Cause::Action(head.name.clone()));
        let args = [Arg::Figure(order.actor), Arg::Order(order.clone()), Arg::Play];
        let caller = Caller { sort: "action", head, book: &book };
        let done = self.run_script(script, &args, Terms { read_only: false, called_by: &caller });
        self.cause = outer;
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
        let book = self.rules.book.clone();
        let outer = self.begin_cause(|| Cause::Rule(reaction.head.name.clone()));
        let args = [Arg::Figure(figure), Arg::Figure(cause), Arg::Play];
        let caller = Caller { sort: "reaction", head: &reaction.head, book: &book };
        let done = self.run_script(script, &args, Terms { read_only: false, called_by: &caller });
        self.cause = outer;
        done.map(|_| ())
    }

    /// Whatever happens from now on has this cause, which nobody asks for if nobody listens; returns the one before.
    pub(super) fn begin_cause(&mut self, cause: impl FnOnce() -> Cause) -> Option<Cause> {
        if self.is_told() { self.cause.replace(cause()) } else { None }
    }

    /// Runs any script; how deep scripts lead to each other is bounded.
    pub(super) fn run_script(
        &mut self,
        script: ScriptId,
        args: &[Arg],
        terms: Terms<'_>,
    ) -> Result<Vec<Arg>, PlayError> {
        if self.depth >= MOST_NESTED {
            return Err(Trouble::TooDeep { most: MOST_NESTED }.into());
        }
        if self.depth == 0 {
            self.passes = 0;
        }
        self.depth += 1;
        let engine = self.engine.clone();
        let done = engine.run(script, args, self, terms);
        self.depth -= 1;
        done.map_err(|error| self.stop(error))
    }

    /// A halt is the dice's: exhausted, or a branch of an enumeration that ends.
    fn stop(&self, error: ScriptError) -> PlayError {
        match (error, self.stopped.take()) {
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
