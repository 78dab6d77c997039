//! What is advised where a sentence cannot be read on.

use std::sync::Arc;

/// What to type at a place where nothing near is known.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    /// Where.
    pub at: usize,
    /// What to type.
    pub help: String,
    /// What is the matter, if the sorts of what could stand there say it badly.
    pub label: Option<String>,
    /// Whether it is sure, so that no near name is offered.
    pub is_sure: bool,
}

/// What would have been understood at the furthest place: a description, or a name of a sort.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ExpectedHere {
    /// `a figure`, `the word`.
    pub sort: String,
    /// The names that would do.
    pub names: Arc<Vec<String>>,
}
