//! Divisors that are 0 by what settings say: as soon as it is reckoned, that stops the game.

use super::{Examiner, Finding};
use crate::rulebook::expr::constant;
use crate::rulebook::{Binary, Expr, Node};
use crate::text::Span;
use crate::value::Number;

impl Examiner<'_> {
    pub(super) fn zero_divisors(&mut self) {
        for expr in self.own_exprs() {
            self.divided(expr);
        }
        for line in self.own_lines().into_iter().flatten() {
            line.exprs(&mut |expr| self.divided(expr));
        }
    }

    /// Reports what is divided by 0 in an expression, unless a choice around it may know that.
    fn divided(&mut self, expr: &Expr) {
        let book = self.book;
        let mut chosen: Vec<Span> = Vec::new();
        let mut found: Vec<&Expr> = Vec::new();
        expr.walk(&mut |part| match &part.node {
            Node::If(..) | Node::Case(..) => chosen.push(part.span),
            Node::Binary(Binary::Over, _, by) => {
                let is_zero = constant(by, book).and_then(|by| by.as_number()).is_some_and(Number::is_zero);
                let is_within = |around: &Span| around.start <= part.span.start && part.span.end <= around.end;
                if is_zero && self.is_written_here(by.span) && !chosen.iter().any(is_within) {
                    found.push(by);
                }
            }
            _ => {}
        });
        for by in found {
            let text = book.sources.slice(by.span).trim().to_string();
            let help = "nothing can be divided by 0: give the setting another number, or ask first: \
                        `if … = 0 then … else …`";
            self.report(Finding::ZeroDivisor { text }, by.span, "this is always 0", help);
        }
    }
}
