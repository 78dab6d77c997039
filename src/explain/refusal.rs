//! Why an order is refused.

#![warn(missing_docs)]

use super::why::{measured, why_false};
use crate::eval::{Scene, World};
use crate::rulebook::{Expr, Label};
use std::sync::Arc;

/// Why an order is refused.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Refusal {
    /// The reason, in the rule's words.
    pub reason: Arc<str>,
    /// Sections of the rule.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub cites: Arc<[Arc<str>]>,
    /// What was measured and is too much or too little, with its number: only where somebody reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Arc<str>>,
}

impl Refusal {
    /// For a reason that no rule gives.
    pub fn new(reason: impl Into<Arc<str>>) -> Refusal {
        Refusal { reason: reason.into(), cites: Arc::new([]), measured: None }
    }

    /// In the words of a rule.
    pub fn of(label: &Label) -> Refusal {
        Refusal { reason: label.text.clone(), cites: label.cites.clone(), measured: None }
    }

    /// For a requirement that is not met: in its words, or if it has none, with what made it false.
    pub fn unmet<W: World + ?Sized>(scene: &Scene<'_, W>, requirement: &Expr, label: &Label) -> Refusal {
        match &*label.text {
            "" => {
                let reason = why_false(scene, requirement).into();
                Refusal { reason, cites: label.cites.clone(), measured: None }
            }
            _ => Refusal::of(label),
        }
    }

    /// The reason, and what was measured.
    pub fn words(&self) -> String {
        let measured = self.measured.as_ref().map_or(String::new(), |measured| format!(" ({measured})"));
        format!("{}{measured}", self.reason)
    }

    /// With what was measured, if this requirement is why, and compares numbers.
    pub fn with_measured<W: World + ?Sized>(self, scene: &Scene<'_, W>, requirement: &Expr, label: &Label) -> Refusal {
        if label.text.is_empty() || label.text != self.reason {
            return self;
        }
        Refusal { measured: measured(scene, requirement).map(Arc::from), ..self }
    }
}
