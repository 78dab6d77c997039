//! What the last what-if said of the last sentence.

use crate::query::ParsedQuery;
use std::sync::Arc;

/// What a what-if said.
#[derive(Clone)]
pub(super) struct Supposition {
    /// In clauses, or as what is told of the table.
    pub said: String,
    /// The last sentence with it; none if it was told of the table.
    pub asked: Option<ParsedQuery>,
    /// The text of the sentence of which it was said.
    pub after: Option<Arc<str>>,
}
