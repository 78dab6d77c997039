//! What is asked beside what changes, and how much is done for an answer.

use super::Inquiry;
use crate::dice::Cancel;

/// Ways the dice can fall that are followed before it is sampled instead.
pub const BUDGET: u64 = 50_000;
/// How often it is sampled then: the odds are right to within 0.7 percent points in 95 of 100 cases.
pub const SAMPLES: u64 = 20_000;

/// What is asked, and how much is done.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// What is asked of the state afterwards.
    pub inquiries: Vec<Inquiry>,
    /// Ways the dice can fall that are followed.
    pub ways: u64,
    /// Samples that are taken where there are more.
    pub samples: u64,
    /// Whether bookkeeping is told of too: tracks, conditions, relations, states and fields without a title.
    pub with_quiet: bool,
    /// Whether it is found out how often the order is done in its phase.
    pub with_repeats: bool,
    /// Whether what was found by then is an answer when it is stopped.
    pub with_part: bool,
    /// Who may stop it.
    pub cancel: Cancel,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            inquiries: Vec::new(),
            ways: BUDGET,
            samples: SAMPLES,
            with_quiet: false,
            with_repeats: false,
            with_part: false,
            cancel: Cancel::default(),
        }
    }
}
