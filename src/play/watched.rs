//! A state with a note of when each part of it changed last. Whoever writes to it without saying what changes has
//! changed everything: nothing that was found out from it before is then believed any more.

use super::State;
use crate::rulebook::Aspects;
use std::cell::Cell;
use std::ops::{Deref, DerefMut};

/// The state of a game in motion.
#[derive(Debug, Default)]
pub struct VersionedState {
    state: State,
    /// Counts the changes.
    moment: u64,
    /// When everything changed last: what no aspect names changes only then.
    renewed: u64,
    changed: [u64; Aspects::COUNT],
    /// Whether rules or scripts have asked for the number of the turn.
    turn_asked: Cell<bool>,
}

impl VersionedState {
    /// A state of which nothing has been found out.
    pub fn new(state: State) -> VersionedState {
        VersionedState { state, ..VersionedState::default() }
    }

    /// The number of the turn, for rules and scripts: that they ask is noted.
    pub(super) fn turn(&self) -> u32 {
        self.turn_asked.set(true);
        self.state.turn
    }

    /// Whether they have asked for it.
    pub(super) fn is_turn_asked(&self) -> bool {
        self.turn_asked.get()
    }

    /// The state, to change these parts of it and no other.
    pub(super) fn changing(&mut self, aspects: Aspects) -> &mut State {
        self.moment += 1;
        if aspects == Aspects::ALL {
            self.renewed = self.moment;
        }
        for at in aspects.each() {
            self.changed[at] = self.moment;
        }
        &mut self.state
    }

    /// The moment at which any of these parts changed last.
    pub(super) fn changed(&self, aspects: Aspects) -> u64 {
        aspects.each().map(|at| self.changed[at]).fold(self.renewed, u64::max)
    }
}

impl Deref for VersionedState {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for VersionedState {
    fn deref_mut(&mut self) -> &mut State {
        self.changing(Aspects::ALL)
    }
}
