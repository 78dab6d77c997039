//! What happened during an action, counted: events that were told, checks by what came of them, what was thrown.

use crate::explain::CheckResult;
use crate::value::{CheckId, Number};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Counts of what happened.
#[derive(Clone, Debug, Default)]
pub struct Happened {
    told: BTreeMap<Arc<str>, u32>,
    checks: BTreeMap<(CheckId, Arc<str>), u32>,
    rolled: BTreeMap<CheckId, u32>,
    amounts: BTreeMap<Arc<str>, Number>,
    all: u64,
}

impl Happened {
    /// Counts an event of the pack's own.
    pub(crate) fn tell(&mut self, name: &Arc<str>) {
        self.all += 1;
        *self.told.entry(name.clone()).or_default() += 1;
    }

    /// Counts a check: its verdict, and every word that its result table gave.
    pub(crate) fn check(&mut self, check: CheckId, result: Option<&CheckResult>) {
        self.all += 1;
        *self.rolled.entry(check).or_default() += 1;
        let verdict = match result {
            None => "impossible",
            Some(result) if result.draw => "draw",
            Some(result) if result.success => "success",
            Some(_) => "failure",
        };
        let words = result.into_iter().flat_map(|result| &result.fields).map(|field| field.words.as_str());
        for word in std::iter::once(verdict).chain(words) {
            *self.checks.entry((check, word.into())).or_default() += 1;
        }
    }

    /// Adds what dice, or an amount, of that name came to.
    pub(crate) fn come_to(&mut self, name: &Arc<str>, total: Number) {
        self.all += 1;
        let sum = self.amounts.entry(name.clone()).or_insert(Number::ZERO);
        *sum = sum.plus(total).unwrap_or(*sum);
    }

    /// What all dice and amounts of that name came to; none if there were none.
    pub fn amount(&self, name: &str) -> Option<Number> {
        self.amounts.get(name).copied()
    }

    /// How much happened.
    pub(crate) fn all(&self) -> u64 {
        self.all
    }

    /// The names of the events that were told.
    pub fn told(&self) -> impl Iterator<Item = &Arc<str>> {
        self.told.keys()
    }

    /// How often an event was told.
    pub fn times_told(&self, name: &str) -> u32 {
        self.told.get(name).copied().unwrap_or(0)
    }

    /// How often a check was made, or came to that word.
    pub fn times_checked(&self, check: CheckId, word: Option<&str>) -> u32 {
        match word {
            None => self.rolled.get(&check).copied().unwrap_or(0),
            Some(word) => self.checks.get(&(check, word.into())).copied().unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Happened;
    use crate::value::CheckId;

    #[test]
    fn each_event_and_each_check_counts() {
        let mut happened = Happened::default();
        happened.tell(&"thud".into());
        happened.tell(&"thud".into());
        happened.check(CheckId(1), None);
        assert_eq!((happened.times_told("thud"), happened.times_told("thump")), (2, 0));
        assert_eq!(happened.times_checked(CheckId(1), None), 1);
        assert_eq!(happened.times_checked(CheckId(1), Some("impossible")), 1);
        assert_eq!(happened.times_checked(CheckId(1), Some("success")), 0);
        assert_eq!(happened.times_checked(CheckId(0), None), 0);
    }
}
