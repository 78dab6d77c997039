//! What a play knows and writes: its rules, its state, its log. [`Store::write`] is the one way to change the state.

use super::error::PlayError;
use super::lines::Reason;
use super::moment::{Deferred, Late};
use super::rules::Rules;
use crate::eval::Memo;
use crate::event::{Cause, Change, Event, Log};
use crate::rulebook::Aspects;
use crate::state::{Happened, State, VersionedState, View, touched};
use crate::value::PhaseId;
use std::cell::RefCell;
use std::sync::Arc;

/// The rules, the state and the log of one game.
pub(super) struct Store {
    rules: Arc<Rules>,
    state: VersionedState,
    /// What was found out about the state.
    memo: RefCell<Memo>,
    /// What happened, if anybody wants to know.
    log: Option<Log>,
    /// What happened, if anybody counts it.
    happened: Option<Happened>,
    /// Changes that wait for the end of a moment, if orders are performed together.
    held_back: Option<Deferred>,
    /// What all that is written now comes of.
    cause: Option<Cause>,
    /// The line that says so.
    reason: Reason,
}

/// A place in a game: how many changes and counted events there have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayMoment {
    state: u64,
    happened: u64,
}

/// How far a store has come, to go back to.
pub(super) struct Mark {
    state: State,
    events: usize,
    held_back: usize,
}

impl Store {
    pub(super) fn new(rules: Arc<Rules>, state: State) -> Store {
        Store {
            rules,
            state: VersionedState::new(state),
            memo: RefCell::default(),
            log: None,
            happened: None,
            held_back: None,
            cause: None,
            reason: Reason::default(),
        }
    }

    pub(super) fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub(super) fn state(&self) -> &VersionedState {
        &self.state
    }

    /// The state as expressions see it.
    pub(super) fn view(&self) -> View<'_> {
        View::remembering(&self.rules, &self.state, &self.memo).counting(self.happened.as_ref())
    }

    /// Where the game is: the same as long as expressions come to the same with the same facts.
    pub(super) fn moment(&self) -> PlayMoment {
        PlayMoment { state: self.state.moment(), happened: self.happened.as_ref().map_or(0, Happened::all) }
    }

    /// Makes a change and keeps that it happened; the parts of the state that it touched.
    pub(super) fn write(&mut self, change: Change) -> Result<Aspects, PlayError> {
        let changed = touched(&change);
        self.state.apply(&self.rules, &change);
        if let (Some(happened), Change::Told { name, .. }) = (&mut self.happened, &change) {
            happened.tell(name);
        }
        if let Some(held_back) = &mut self.held_back {
            held_back.push(Late { change, cause: self.cause.clone(), reason: self.reason.clone() });
        } else if let Some(log) = &mut self.log {
            let text = self.reason.label.clone().filter(|_| !change.says_why());
            let event = Event::new(self.state.turn, self.state.phase, change).because(self.cause.clone());
            log.push(Event { text, ..event.citing(&self.reason.cites) })?;
        }
        Ok(changed)
    }

    /// Makes a change that is no part of the game: how things are, as a referee or a test says.
    pub(super) fn arrange(&mut self, change: &Change) {
        self.state.apply(&self.rules, change);
    }

    /// Sets up more of the state: somebody joins.
    pub(super) fn set_up<T>(&mut self, more: impl FnOnce(&mut State) -> T) -> T {
        self.state.set_up(more)
    }

    /// Puts the game into another phase, or into none, without beginning it; the phase in which it was.
    pub(super) fn put_into_phase(&mut self, phase: Option<PhaseId>) -> Option<PhaseId> {
        self.state.enter_phase(phase)
    }

    /// Goes on from another state; the one before.
    pub(super) fn swap_state(&mut self, state: State) -> State {
        self.state.replace(state)
    }

    /// Where it is now.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            state: self.state.clone(),
            events: self.log.as_ref().map_or(0, Log::len),
            held_back: self.held_back.as_ref().map_or(0, Vec::len),
        }
    }

    /// Goes back to where it was: what was written since is gone.
    pub(super) fn go_back(&mut self, mark: Mark) {
        self.state.replace(mark.state);
        if let Some(log) = &mut self.log {
            log.truncate(mark.events);
        }
        if let Some(held_back) = &mut self.held_back {
            held_back.truncate(mark.held_back);
        }
    }

    pub(super) fn log(&self) -> Option<&Log> {
        self.log.as_ref()
    }

    /// Another log, or none, in the place of the one so far.
    pub(super) fn replace_log(&mut self, log: Option<Log>) -> Option<Log> {
        std::mem::replace(&mut self.log, log)
    }

    /// Whether anybody will read what happens: if not, texts need not be made.
    pub(super) fn is_told(&self) -> bool {
        self.log.is_some()
    }

    /// Whether changes wait for the end of a moment.
    pub(super) fn is_holding_back(&self) -> bool {
        self.held_back.is_some()
    }

    /// Holds changes back in another list, or in none; those held back so far.
    pub(super) fn replace_deferred(&mut self, changes: Option<Deferred>) -> Option<Deferred> {
        std::mem::replace(&mut self.held_back, changes)
    }

    /// Whatever is written from now on has this cause; the one before.
    pub(super) fn replace_cause(&mut self, cause: Option<Cause>) -> Option<Cause> {
        std::mem::replace(&mut self.cause, cause)
    }

    pub(super) fn reason(&self) -> &Reason {
        &self.reason
    }

    /// Whatever is written from now on has this reason; the one before.
    pub(super) fn replace_reason(&mut self, reason: Reason) -> Reason {
        std::mem::replace(&mut self.reason, reason)
    }

    /// Counts what happens from now on.
    pub(super) fn count(&mut self) {
        self.happened = Some(Happened::default());
    }

    pub(super) fn happened(&self) -> Option<&Happened> {
        self.happened.as_ref()
    }

    pub(super) fn happened_mut(&mut self) -> Option<&mut Happened> {
        self.happened.as_mut()
    }

    /// Takes over what another store found out about the same state.
    pub(super) fn recall(&mut self, memo: Memo) {
        self.memo = RefCell::new(memo);
    }

    /// What was found out about the state in which it began.
    pub(super) fn memo_of_the_beginning(&mut self) -> Memo {
        self.memo.take().of_the_beginning()
    }
}
