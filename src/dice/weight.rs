//! How much of everything a run stands for.

use super::{Count, Odds};

/// How many of all equally likely ways a run stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Its ways.
    pub ways: Count,
    /// Of so many.
    pub of: Count,
}

impl Weight {
    /// Everything.
    pub const ALL: Weight = Weight { ways: Count::ONE, of: Count::ONE };

    /// Of one thing that follows another.
    #[inline]
    pub(super) fn after(before: Option<&Weight>, next: &Weight) -> Weight {
        match before {
            None => next.clone(),
            Some(before) => Weight { ways: before.ways.times(&next.ways), of: before.of.times(&next.of) },
        }
    }

    /// As a fraction of everything.
    pub fn odds(&self) -> Odds {
        Odds::new(self.ways.clone(), self.of.clone())
    }
}
