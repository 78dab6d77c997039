//! What was found out about a game in motion and still holds: facts and values that are much work to find. What they
//! depend on is known from the rules; the world says when that changed last.

use super::{Frame, Subject};
use crate::value::{FactId, FactSet, Value, ValueId};

/// How many answers are kept for one fact or value: for so many pairs of figures.
const MOST_KEPT: usize = 16;

/// One answer, and under which conditions it is one.
#[derive(Clone, Debug, Default)]
struct MemoEntry {
    /// When that changed last on which it depends.
    since: u64,
    subject: Subject,
    /// Of the facts it reads those that were stated.
    stated: Vec<(FactId, Value)>,
    value: Value,
}

/// Answers by fact and by value.
#[derive(Debug, Default)]
pub struct Memo {
    facts: Vec<Vec<MemoEntry>>,
    values: Vec<Vec<MemoEntry>>,
}

impl Memo {
    /// A fact that was found since, from the same facts stated. `reads` are those it depends on.
    pub(super) fn fact(&self, id: FactId, since: u64, reads: &FactSet, frame: &Frame) -> Option<Value> {
        let known = self.facts.get(id.index()).filter(|known| !known.is_empty())?;
        let stated = frame.count_stated(reads);
        let same = |one: &&MemoEntry| one.since == since && one.stated.len() == stated && frame.states_all(&one.stated);
        known.iter().find(same).map(|one| one.value.clone())
    }

    /// Keeps a fact.
    pub(super) fn keep_fact(&mut self, id: FactId, since: u64, reads: &FactSet, frame: &Frame, value: &Value) {
        let entry = room(&mut self.facts, id.index(), since);
        (entry.since, entry.value) = (since, value.clone());
        frame.list_stated(reads, &mut entry.stated);
    }

    /// A value of somebody that was found since.
    pub(super) fn value(&self, id: ValueId, since: u64, subject: Subject) -> Option<Value> {
        let known = self.values.get(id.index())?;
        known.iter().find(|one| one.since == since && one.subject == subject).map(|one| one.value.clone())
    }

    /// Forgets everything but what held at the very beginning, before anything changed.
    #[must_use]
    pub fn of_the_beginning(mut self) -> Memo {
        for list in self.facts.iter_mut().chain(&mut self.values) {
            list.retain(|one| one.since == 0);
        }
        self
    }

    /// Keeps a value of somebody.
    pub(super) fn keep_value(&mut self, id: ValueId, since: u64, subject: Subject, value: &Value) {
        let entry = room(&mut self.values, id.index(), since);
        (entry.since, entry.subject, entry.value) = (since, subject, value.clone());
    }
}

/// The place for an answer that holds since then: that of one that holds no more, else of the oldest.
fn room(lists: &mut Vec<Vec<MemoEntry>>, index: usize, since: u64) -> &mut MemoEntry {
    if lists.len() <= index {
        lists.resize_with(index + 1, Vec::new);
    }
    let list = &mut lists[index];
    let at = match list.iter().position(|one| one.since != since) {
        Some(stale) => stale,
        None if list.len() < MOST_KEPT => {
            list.push(MemoEntry::default());
            list.len() - 1
        }
        None => {
            list.rotate_left(1);
            MOST_KEPT - 1
        }
    };
    &mut list[at]
}
