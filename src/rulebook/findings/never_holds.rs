//! Conditions of lines, reactions, relations and victories that never hold, or always.

use super::same::{contradiction, settled};
use super::{Examiner, Finding};
use crate::rulebook::{Act, Expr, Line, Node};
use crate::value::Value;

impl Examiner<'_> {
    pub(super) fn never_holds(&mut self) {
        let book = self.book;
        let mut all: Vec<&Expr> = Vec::new();
        for block in self.own_lines() {
            conditions(block, &mut all);
        }
        all.extend(book.relations.iter().filter(|one| self.is_own(&one.head)).filter_map(|one| one.ends_when.as_ref()));
        all.extend(book.reactions.iter().filter(|one| self.is_own(&one.head)).filter_map(|one| one.when.as_ref()));
        let checks = book.checks.iter().filter(|one| self.is_own(&one.head));
        all.extend(checks.flat_map(|one| one.impossible.iter().map(|(when, _)| when)));
        let scenarios = book.scenarios.iter().filter(|one| self.is_own(&one.head));
        all.extend(scenarios.flat_map(|one| one.wins.iter().map(|win| &win.when)));
        for condition in all {
            // Another reading of an option may let it hold, and what is written as never is meant so.
            let is_said = matches!(condition.node, Node::Const(Value::Truth(_)))
                && ["true", "false"].contains(&book.sources.slice(condition.span).trim());
            if !is_said && self.is_written_here(condition.span) && !book.usage.touches_option(condition.span) {
                self.holds_never(condition);
            }
        }
    }

    fn holds_never(&mut self, condition: &Expr) {
        let finding = |what: &Expr| Finding::NeverHolds { text: self.book.sources.slice(what.span).trim().to_string() };
        if let Some((one, other)) = contradiction(condition) {
            let help = self.of_both((one, other), condition);
            self.report(finding(condition), condition.span, "nothing is both", help);
            return;
        }
        let range = |what: &Expr| self.range(what);
        let parts: Vec<(&Expr, Option<bool>)> =
            condition.conjuncts().into_iter().map(|part| (part, settled(part, &range))).collect();
        if let Some((part, _)) = parts.iter().find(|(_, holds)| *holds == Some(false)) {
            self.report(finding(part), part.span, "this never holds", self.of_settled(part));
        } else if let Some((part, _)) = parts.iter().find(|(_, holds)| *holds == Some(true)) {
            let text = self.book.sources.slice(part.span).trim().to_string();
            self.report(Finding::AlwaysHolds { text }, part.span, "this always holds", self.of_settled(part));
        }
    }
}

/// The conditions under which lines are done, those within them too.
fn conditions<'b>(block: &'b [Line], all: &mut Vec<&'b Expr>) {
    for line in block {
        all.extend(&line.when);
        if let Act::When(condition, ..) = &line.act {
            all.push(condition);
        }
        line.within().into_iter().for_each(|inner| conditions(inner, all));
    }
}
