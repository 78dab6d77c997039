//! One entry of the log.

#![warn(missing_docs)]

use super::Change;
use crate::value::PhaseId;
use std::sync::Arc;

/// Why something happened.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// An action, by its name.
    Action(Arc<str>),
    /// A rule: a phase, a threshold, a clock, by its name.
    Rule(Arc<str>),
}

/// What happened, when, and why.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Event {
    /// Its place in the log, counted from 0; [`super::Log::push`] sets it.
    #[serde(default)]
    pub seq: u32,
    /// The turn; 0 before the first.
    pub turn: u32,
    /// The phase, if one is going on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<PhaseId>,
    /// What led to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Sections of the source text that say so.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub cites: Arc<[Arc<str>]>,
    /// What is different now.
    pub change: Change,
    /// A sentence for people, if one was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Arc<str>>,
}

impl Event {
    /// An event with nothing but its time and its change.
    pub fn new(turn: u32, phase: Option<PhaseId>, change: Change) -> Event {
        Event { seq: 0, turn, phase, cause: None, cites: Arc::default(), change, text: None }
    }

    /// This event with its cause.
    pub fn because(mut self, cause: Option<Cause>) -> Event {
        self.cause = cause;
        self
    }

    /// This event with its citations.
    pub fn citing(mut self, cites: &Arc<[Arc<str>]>) -> Event {
        self.cites = Arc::clone(cites);
        self
    }
}
