//! Why an order is refused.

use crate::rulebook::Label;
use std::sync::Arc;

/// Why an order is refused.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Refusal {
    /// The reason, in the rule's words.
    pub reason: Arc<str>,
    /// Sections of the rule.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub cites: Arc<[Arc<str>]>,
}

impl Refusal {
    /// For a reason that no rule gives.
    pub fn new(reason: impl Into<Arc<str>>) -> Refusal {
        Refusal { reason: reason.into(), cites: Arc::new([]) }
    }

    /// For a requirement that is not met.
    pub fn of(label: &Label) -> Refusal {
        Refusal { reason: label.text.clone(), cites: label.cites.clone() }
    }
}
