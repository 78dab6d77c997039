//! Tables of facts that scripts hand over again and again, with what they state.

use crate::script::{Arg, NameOrText};
use crate::value::{FactId, Value};
use std::rc::Rc;
use std::sync::Arc;

/// How many tables are remembered.
const MOST_TABLES: usize = 8;

/// A table as it comes from a script.
type Record = Arc<[(NameOrText, Arg)]>;

/// What it states.
type Facts = Rc<[(FactId, Value)]>;

/// The last tables that cannot change, each held so that no other can take its place in memory.
#[derive(Default)]
pub(in crate::play) struct FactCache {
    tables: Vec<(Record, Facts)>,
    next: usize,
}

impl FactCache {
    /// What that very table states, if it was handed over before.
    pub(super) fn find(&self, record: &Record) -> Option<Facts> {
        self.tables.iter().find(|(known, _)| Arc::ptr_eq(known, record)).map(|(_, facts)| facts.clone())
    }

    /// Remembers what a table states, if whoever handed it over keeps it too, to hand it over again.
    pub(super) fn keep(&mut self, record: &Record, facts: &Facts) {
        if Arc::strong_count(record) < 2 {
            return;
        }
        let one = (record.clone(), facts.clone());
        match self.tables.get_mut(self.next) {
            Some(place) => *place = one,
            None => self.tables.push(one),
        }
        self.next = (self.next + 1) % MOST_TABLES;
    }
}
