//! Branches of choices that are never reached: what stands before them holds whenever they would.

use super::same::{implies, same};
use super::{Examiner, Finding};
use crate::rulebook::{Act, Expr, Line, Node};
use crate::text::Span;
use std::collections::BTreeSet;

impl Examiner<'_> {
    pub(super) fn never_tried(&mut self) {
        // The rule of a function stands wherever it is called.
        let mut seen: BTreeSet<Span> = BTreeSet::new();
        for expr in self.own_exprs() {
            self.branches_of(expr, &mut seen);
        }
        for line in self.own_lines().into_iter().flatten() {
            line.exprs(&mut |expr| self.branches_of(expr, &mut seen));
            line.walk(&mut |line| self.branches_of_line(line, &mut seen));
        }
    }

    /// `case { way > 3 m: -1, way > 6 m: -3, else 0 }`, and the same with `if`.
    fn branches_of(&mut self, expr: &Expr, seen: &mut BTreeSet<Span>) {
        let mut choices: Vec<Vec<&Expr>> = Vec::new();
        expr.walk(&mut |part| match &part.node {
            Node::Case(branches, _) => choices.push(branches.iter().map(|(condition, _)| condition).collect()),
            Node::If(..) => choices.push(chain_of(part)),
            _ => {}
        });
        choices.into_iter().for_each(|branches| self.branches(&branches, seen));
    }

    /// `when a > 0 { … } else when a > 1 { … }`.
    fn branches_of_line(&mut self, line: &Line, seen: &mut BTreeSet<Span>) {
        let (mut branches, mut line) = (Vec::new(), line);
        while let Act::When(condition, _, otherwise) = &line.act {
            branches.push(condition);
            match &otherwise[..] {
                [next] => line = next,
                _ => break,
            }
        }
        self.branches(&branches, seen);
    }

    fn branches(&mut self, branches: &[&Expr], seen: &mut BTreeSet<Span>) {
        for (at, branch) in branches.iter().enumerate().skip(1) {
            // Another reading of an option may leave it something.
            let is_open = |one: &Expr| self.book.usage.touches_option(one.span);
            let Some(first) = branches[..at].iter().find(|before| implies(branch, before) && !is_open(before)) else {
                continue;
            };
            if !self.is_written_here(branch.span) || is_open(branch) || !seen.insert(branch.span) {
                continue;
            }
            let help = match same(branch, first) || implies(first, branch) {
                true => "ask for something else here, or take it away: of all that hold the first counts",
                false => "put it before that one: of all that hold the first counts",
            };
            let text = |span: Span| self.book.sources.slice(span).trim().to_string();
            let finding = Finding::NeverTried { text: text(branch.span), before: text(first.span) };
            self.report_two(finding, (branch.span, "never reached"), (first.span, "this holds whenever it does"), help);
        }
    }
}

/// The conditions of choices that go on behind `else`.
fn chain_of(expr: &Expr) -> Vec<&Expr> {
    let (mut branches, mut at) = (Vec::new(), expr);
    while let Node::If(condition, _, otherwise) = &at.node {
        branches.push(&**condition);
        at = otherwise;
    }
    branches
}
