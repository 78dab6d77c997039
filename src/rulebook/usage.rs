//! What names what: kept while resolving, for findings about what nothing uses.

use super::Sort;
use crate::text::Span;
use crate::value::{KindId, Symbol};
use std::collections::BTreeSet;

/// What a word of the rules stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Named {
    /// A declaration, by its sort and place.
    Declared(Sort, u16),
    /// A word of a set.
    Word(Symbol),
    /// A field of a kind.
    Field(KindId, u16),
}

/// Which declarations are named by others, and which expressions depend on options.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// By sort, then by place.
    named: Vec<Vec<bool>>,
    /// The same of what is named for more than to give it a value.
    read: Vec<Vec<bool>>,
    /// Fields for which an expression of the rules asks.
    asked_fields: BTreeSet<(KindId, u16)>,
    by_option: BTreeSet<Span>,
    places: Vec<(Span, Named)>,
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
        is_marked(&self.named, sort, at)
    }

    /// Whether anything asks for this one, beside what gives it a value.
    pub(super) fn is_read(&self, sort: Sort, at: u16) -> bool {
        is_marked(&self.read, sort, at)
    }

    /// Whether the expression at that place was decided by the choice of an option.
    pub fn depends_on_option(&self, at: Span) -> bool {
        self.by_option.contains(&at)
    }

    /// Where something is named, and what; a place may be noted more than once.
    pub fn places(&self) -> &[(Span, Named)] {
        &self.places
    }

    /// Whether an expression, what it stands in or a part of it was decided by the choice of an option.
    pub(super) fn touches_option(&self, at: Span) -> bool {
        let meets = |one: &&Span| one.source == at.source && one.start < at.end && at.start < one.end;
        self.by_option.iter().any(|one| meets(&one))
    }

    pub(super) fn note(&mut self, sort: Sort, at: u16, place: Span) {
        self.note_unplaced(sort, at);
        self.places.push((place, Named::Declared(sort, at)));
    }

    /// The same of what is named somewhere in a longer text.
    pub(super) fn note_unplaced(&mut self, sort: Sort, at: u16) {
        mark(&mut self.named, sort, at);
        mark(&mut self.read, sort, at);
    }

    /// Something is named to give it a value, which nobody need ever ask for.
    pub(super) fn note_written(&mut self, sort: Sort, at: u16, place: Span) {
        mark(&mut self.named, sort, at);
        self.places.push((place, Named::Declared(sort, at)));
    }

    /// Whether an expression of the rules asks for a field of things.
    pub(super) fn is_field_asked(&self, kind: KindId, at: u16) -> bool {
        self.asked_fields.contains(&(kind, at))
    }

    pub(super) fn note_asked_field(&mut self, kind: KindId, at: u16) {
        self.asked_fields.insert((kind, at));
    }

    /// A word or a field was named, of which nobody asks whether they are used.
    pub(super) fn note_part(&mut self, part: Named, place: Span) {
        self.places.push((place, part));
    }

    pub(super) fn note_option(&mut self, at: Span) {
        self.by_option.insert(at);
    }
}

fn is_marked(all: &[Vec<bool>], sort: Sort, at: u16) -> bool {
    all.get(sort as usize).and_then(|places| places.get(usize::from(at))).is_some_and(|is_marked| *is_marked)
}

fn mark(all: &mut Vec<Vec<bool>>, sort: Sort, at: u16) {
    if all.is_empty() {
        all.resize(Sort::ALL.len(), Vec::new());
    }
    let (places, at) = (&mut all[sort as usize], usize::from(at));
    if places.len() <= at {
        places.resize(at + 1, false);
    }
    places[at] = true;
}
