//! What is asked for and never comes: facts that the lines of an action need and no order gives.

use super::{Examiner, Finding};
use crate::rulebook::{Act, Action};
use crate::text::Span;
use crate::value::{CheckId, FactId};

impl Examiner<'_> {
    /// Facts that the lines of an action need and that an order for it does not give.
    pub(super) fn facts_not_given(&mut self) {
        let book = self.book;
        for action in &book.actions {
            if !self.is_own(&action.head) || action.phases.is_empty() {
                continue;
            }
            let mut needed: Vec<(FactId, Span)> = Vec::new();
            for line in &action.does {
                line.walk(&mut |line| {
                    line.own_exprs(&mut |expr| {
                        needed.extend(expr.named_facts().into_iter().map(|fact| (fact, expr.span)));
                    });
                    if let Act::Check(rolling) = &line.act {
                        let is_stated = |fact: &FactId| rolling.with.iter().any(|(stated, _)| stated == fact);
                        let reads = self.read_by(rolling.check).filter(|fact| !is_stated(fact));
                        needed.extend(reads.map(|fact| (fact, line.span)));
                    }
                });
            }
            let mut told: Vec<FactId> = Vec::new();
            for (fact, at) in needed {
                if !told.contains(&fact) && self.is_lacking(action, fact) {
                    told.push(fact);
                    self.not_given(action, fact, at);
                }
            }
        }
    }

    fn read_by(&self, check: CheckId) -> impl Iterator<Item = FactId> {
        self.book.checks.get(check.index()).into_iter().flat_map(|check| check.reads.iter().copied())
    }

    /// Whether nobody says what a fact is while an action is done.
    fn is_lacking(&self, action: &Action, fact: FactId) -> bool {
        let known = &self.book.facts[fact.index()];
        let is_stated = action.with.iter().any(|(stated, _)| *stated == fact);
        known.default.is_none() && known.from.is_none() && !action.gives(fact) && !is_stated
    }

    fn not_given(&mut self, action: &Action, fact: FactId, at: Span) {
        let name = self.book.facts[fact.index()].head.name.to_string();
        let help = format!("an order gives it if the action says so: `takes {name}`");
        let finding = Finding::NotGiven { action: action.head.name.to_string(), fact: name };
        self.report(finding, at, "nobody says who or what that is", help);
    }
}
