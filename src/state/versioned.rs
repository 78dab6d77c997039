//! A state with a note of when each part of it changed last, so that what was found out from it is believed as long as
//! the parts it depends on stay as they were.

use super::Ruleset;
use super::apply::{apply, touched};
use super::parts::State;
use super::taken::TakenCells;
use crate::board::Plane;
use crate::event::Change;
use crate::rulebook::Aspects;
use crate::value::{PhaseId, Position};
use std::cell::{Cell, RefCell};
use std::ops::Deref;

/// The state of a game in motion.
#[derive(Debug)]
pub struct VersionedState {
    state: State,
    /// Counts the changes.
    moment: u64,
    /// When everything changed last: what no aspect names changes only then.
    renewed: u64,
    changed: [u64; Aspects::COUNT],
    /// Whether rules or scripts have asked for the number of the turn.
    turn_asked: Cell<bool>,
    taken: RefCell<TakenCells>,
}

impl VersionedState {
    /// A state of which nothing has been found out.
    pub fn new(state: State) -> VersionedState {
        VersionedState {
            state,
            moment: 0,
            renewed: 0,
            changed: [0; Aspects::COUNT],
            turn_asked: Cell::default(),
            taken: RefCell::default(),
        }
    }

    /// The number of the turn, for rules and scripts: that they ask is noted.
    pub(crate) fn turn(&self) -> u32 {
        self.turn_asked.set(true);
        self.state.turn
    }

    /// Whether they have asked for it.
    pub(crate) fn is_turn_asked(&self) -> bool {
        self.turn_asked.get()
    }

    /// Another state in its place: nothing that was found out from the one before is believed any more.
    pub(crate) fn replace(&mut self, state: State) -> State {
        std::mem::replace(self.changing(Aspects::ALL), state)
    }

    /// Sets up more of it: somebody joins.
    pub(crate) fn set_up<T>(&mut self, more: impl FnOnce(&mut State) -> T) -> T {
        more(self.changing(Aspects::ALL))
    }

    /// Puts it into another phase, or into none, and says in which it was.
    pub(crate) fn enter_phase(&mut self, phase: Option<PhaseId>) -> Option<PhaseId> {
        std::mem::replace(&mut self.changing(Aspects::TIME).parts_mut().phase, phase)
    }

    /// Applies a change.
    pub(crate) fn apply(&mut self, rules: &Ruleset, change: &Change) {
        apply(rules, self.changing(touched(change)), change);
    }

    /// The state, to change these parts of it and no other.
    fn changing(&mut self, aspects: Aspects) -> &mut State {
        self.moment += 1;
        if aspects == Aspects::ALL {
            self.renewed = self.moment;
        }
        for at in aspects.each() {
            self.changed[at] = self.moment;
        }
        &mut self.state
    }

    /// Whether any figure in play may be in a cell: certainly none is if not.
    pub(super) fn may_have_figure(&self, plane: Plane, at: Position) -> bool {
        let since = self.changed(Aspects::PLACES);
        let found = |index| self.taken.borrow_mut().has_figure(&self.state, plane, (index, since));
        plane.index(at).is_none_or(found)
    }

    /// Whether anything may lie in a cell or be spread over it: certainly nothing is if not.
    pub(super) fn may_have_thing(&self, plane: Plane, at: Position) -> bool {
        let since = self.changed(Aspects::THINGS);
        let found = |index| self.taken.borrow_mut().has_thing(&self.state, plane, (index, since));
        plane.index(at).is_none_or(found)
    }

    /// A number that every change makes greater.
    pub(crate) fn moment(&self) -> u64 {
        self.moment
    }

    /// The moment at which any of these parts changed last.
    pub(crate) fn changed(&self, aspects: Aspects) -> u64 {
        aspects.each().map(|at| self.changed[at]).fold(self.renewed, u64::max)
    }
}

impl Deref for VersionedState {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}
