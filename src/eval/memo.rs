//! The memo, a cache of facts and values of a game in motion that are expensive to compute: an entry holds until
//! something changes that it depends on. The dependencies are known from the rules; the world says when they changed
//! last.

use super::{Frame, Subject};
use crate::value::{FactId, FactSet, Value, ValueId};

/// How many answers are kept for one fact or value: for so many pairs of figures.
const MOST_KEPT: usize = 64;

/// What is asked of a fact: since when what it looks at has not changed, and from what that was stated.
pub(super) struct FactQuestion<'a> {
    id: FactId,
    since: u64,
    /// The facts it depends on.
    reads: &'a FactSet,
    frame: &'a Frame,
    /// The same for the same facts with the same values.
    fingerprint: u64,
}

impl<'a> FactQuestion<'a> {
    pub(super) fn new(id: FactId, since: u64, reads: &'a FactSet, frame: &'a Frame) -> FactQuestion<'a> {
        FactQuestion { id, since, reads, frame, fingerprint: frame.fingerprint(reads) }
    }

    /// Whether an answer is one to this.
    #[inline]
    fn is_answered_by(&self, entry: &MemoEntry) -> bool {
        entry.fingerprint == self.fingerprint
            && entry.since == self.since
            && self.frame.states_only(self.reads, &entry.those)
            && self.frame.states_all(&entry.stated)
    }
}

/// One answer, and under which conditions it is one.
#[derive(Clone, Debug, Default)]
struct MemoEntry {
    /// When that changed last on which it depends.
    since: u64,
    fingerprint: u64,
    subject: Subject,
    /// Of the facts it reads those that were stated.
    those: FactSet,
    /// The same with their values.
    stated: Vec<(FactId, Value)>,
    value: Value,
}

/// The answers for one fact or value.
#[derive(Debug, Default)]
struct MemoList {
    entries: Vec<MemoEntry>,
    /// The place that is used anew when all are needed.
    next: usize,
}

/// Answers by fact and by value.
#[derive(Debug, Default)]
pub struct Memo {
    facts: Vec<MemoList>,
    values: Vec<MemoList>,
}

impl Memo {
    /// A fact that was found since, from the same facts stated.
    pub(super) fn fact(&self, question: &FactQuestion<'_>) -> Option<Value> {
        let known = self.facts.get(question.id.index())?;
        known.entries.iter().find(|one| question.is_answered_by(one)).map(|one| one.value.clone())
    }

    /// Keeps a fact.
    pub(super) fn keep_fact(&mut self, question: &FactQuestion<'_>, value: &Value) {
        let entry = room(&mut self.facts, question.id.index(), question.since);
        (entry.since, entry.fingerprint) = (question.since, question.fingerprint);
        entry.value = value.clone();
        question.frame.list_stated(question.reads, (&mut entry.those, &mut entry.stated));
    }

    /// A value of somebody that was found since.
    pub(super) fn value(&self, id: ValueId, since: u64, subject: Subject) -> Option<Value> {
        let known = self.values.get(id.index())?;
        let found = known.entries.iter().find(|one| one.since == since && one.subject == subject);
        found.map(|one| one.value.clone())
    }

    /// Forgets everything but what held at the very beginning, before anything changed.
    #[must_use]
    pub fn of_the_beginning(mut self) -> Memo {
        for list in self.facts.iter_mut().chain(&mut self.values) {
            list.entries.retain(|one| one.since == 0);
            list.next = 0;
        }
        self
    }

    /// Keeps a value of somebody.
    pub(super) fn keep_value(&mut self, id: ValueId, since: u64, subject: Subject, value: &Value) {
        let entry = room(&mut self.values, id.index(), since);
        (entry.since, entry.subject, entry.value) = (since, subject, value.clone());
    }
}

/// The place for an answer that holds since then: that of one that holds no more, else one of the oldest.
fn room(lists: &mut Vec<MemoList>, index: usize, since: u64) -> &mut MemoEntry {
    if lists.len() <= index {
        lists.resize_with(index + 1, MemoList::default);
    }
    let MemoList { entries, next } = &mut lists[index];
    let at = match entries.iter().position(|one| one.since != since) {
        Some(stale) => stale,
        None if entries.len() < MOST_KEPT => {
            entries.push(MemoEntry::default());
            entries.len() - 1
        }
        None => {
            *next = (*next + 1) % MOST_KEPT;
            *next
        }
    };
    &mut entries[at]
}
