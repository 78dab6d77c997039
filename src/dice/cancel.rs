//! A wish to stop, shared between whoever waits for a long computation and the loops that make it.

use super::DiceError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set from anywhere, looked at by every long loop.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks for an end.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Forgets that an end was asked for.
    pub fn forget(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether an end was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// What a loop asks between two of its rounds.
    ///
    /// # Errors
    /// When an end was asked for.
    pub fn check(&self) -> Result<(), DiceError> {
        if self.is_asked() { Err(DiceError::Cancelled) } else { Ok(()) }
    }
}
