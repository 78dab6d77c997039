//! What is known of an action and of a deed before all that it takes is read: the resolver makes entries of it.

use super::{DeedParameter, Expr, Head, Label, Line, Sentence};
use crate::text::Span;
use crate::value::{CheckId, FactId, PhaseId, ScriptId, TrackId};
use std::collections::BTreeMap;

/// What a deed is given, and what it gives: lines are read by it before the deed itself is.
#[derive(Clone, Debug, Default)]
pub(super) struct DeedSignature {
    pub parameters: Vec<DeedParameter>,
    pub gives: Option<DeedParameter>,
}

/// A requirement, and why.
pub(super) type Required = (Expr, Label);

/// What is required of whoever counts as something, by where it stands.
pub(super) type SharedRequired = BTreeMap<Span, Required>;

/// An action as it says itself: what its phases add is known when all of them are read.
pub(super) struct OwnAction {
    pub head: Head,
    pub says: Vec<Sentence>,
    pub by: Option<FactId>,
    pub takes: Vec<FactId>,
    pub check: Option<CheckId>,
    pub with: Vec<(FactId, Expr)>,
    pub phases: Vec<PhaseId>,
    /// What it counts as, by the positions of these.
    pub counts_as: Vec<u16>,
    pub requires: Vec<Required>,
    pub spends: Vec<(Expr, TrackId)>,
    pub does: Vec<Line>,
    pub script: Option<ScriptId>,
}

impl OwnAction {
    pub(super) fn new(head: Head) -> OwnAction {
        OwnAction {
            head,
            says: Vec::new(),
            by: None,
            takes: Vec::new(),
            check: None,
            with: Vec::new(),
            phases: Vec::new(),
            counts_as: Vec::new(),
            requires: Vec::new(),
            spends: Vec::new(),
            does: Vec::new(),
            script: None,
        }
    }
}
