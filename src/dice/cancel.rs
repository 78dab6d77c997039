//! Cancellation and progress: a wish to stop, shared between whoever waits for a long computation and the loops that
//! make it; and how far they are.

use super::DiceError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Set from anywhere, looked at by every long loop.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<CancelState>);

#[derive(Debug, Default)]
struct CancelState {
    is_asked: AtomicBool,
    is_heard: AtomicBool,
    rounds: AtomicU64,
    /// The look at which an end is asked for by itself, counted down; 0 is never.
    looks_left: AtomicU64,
}

impl Cancel {
    /// One that asks for an end by itself when it is looked at for that time: whoever is stopped is stopped in the
    /// same place each time, however fast the machine is.
    #[must_use]
    pub fn at_look(look: u64) -> Self {
        let cancel = Self::default();
        cancel.0.looks_left.store(look, Ordering::Relaxed);
        cancel
    }

    /// Asks for an end.
    pub fn ask(&self) {
        self.0.is_asked.store(true, Ordering::Relaxed);
    }

    /// Forgets that an end was asked for.
    pub fn forget(&self) {
        self.0.is_asked.store(false, Ordering::Relaxed);
        self.0.is_heard.store(false, Ordering::Relaxed);
    }

    /// Whether an end was asked for.
    pub fn is_asked(&self) -> bool {
        if self.0.looks_left.load(Ordering::Relaxed) > 0 && self.0.looks_left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.ask();
        }
        let is_asked = self.0.is_asked.load(Ordering::Relaxed);
        if is_asked {
            self.0.is_heard.store(true, Ordering::Relaxed);
        }
        is_asked
    }

    /// Whether some loop has heard it: then it ends, and gives what it has.
    pub fn is_heard(&self) -> bool {
        self.0.is_heard.load(Ordering::Relaxed)
    }

    /// Notes that so many rounds are done.
    pub fn count(&self, rounds: u64) {
        self.0.rounds.fetch_add(rounds, Ordering::Relaxed);
    }

    /// How many rounds are done.
    pub fn rounds(&self) -> u64 {
        self.0.rounds.load(Ordering::Relaxed)
    }

    /// What a loop asks between two of its rounds.
    ///
    /// # Errors
    /// `DiceError::Cancelled` when an end was asked for.
    pub fn check(&self) -> Result<(), DiceError> {
        if self.is_asked() { Err(DiceError::Cancelled) } else { Ok(()) }
    }
}
