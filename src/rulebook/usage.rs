//! What names what: kept while resolving, for findings about what nothing uses.

use super::Sort;
use crate::text::Span;
use crate::value::KindId;
use std::collections::BTreeSet;

/// Which declarations are named by others, and which expressions depend on options.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    named: BTreeSet<(Sort, u16)>,
    by_option: BTreeSet<Span>,
    /// Things that leave fields without default unsaid.
    pub(super) missing: Vec<Missing>,
}

/// A thing that leaves fields without default unsaid.
#[derive(Clone, Debug)]
pub(super) struct Missing {
    /// Where it is named.
    pub at: Span,
    /// Which thing.
    pub item: String,
    /// Of which kind.
    pub kind: KindId,
    /// Which fields, in words.
    pub fields: String,
}

impl Usage {
    /// Whether any declaration names this one.
    pub fn is_named(&self, sort: Sort, at: u16) -> bool {
        self.named.contains(&(sort, at))
    }

    /// Whether the expression at that place was decided by the choice of an option.
    pub fn depends_on_option(&self, at: Span) -> bool {
        self.by_option.contains(&at)
    }

    pub(super) fn note(&mut self, sort: Sort, at: u16) {
        self.named.insert((sort, at));
    }

    pub(super) fn note_option(&mut self, at: Span) {
        self.by_option.insert(at);
    }
}
