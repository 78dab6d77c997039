//! Rounding: what can be rounded, and how far it reaches.

use super::{RulebookError, TypedExpr, Typer, fold};
use crate::rulebook::{Dimension, Expr, Node, Rounding, Type};
use crate::syntax::ast::{self, ExprNode, Unary};
use crate::text::Span;

impl Typer<'_> {
    /// Rounds a pure number.
    pub(super) fn round(&mut self, rounding: Rounding, inner: Expr, r#type: &Type, span: Span) -> TypedExpr {
        match r#type.bare() {
            Type::Number(dimension) if *dimension != Dimension::PURE => {
                let unit = self.unit_of(&inner, *dimension);
                let (left, right) = ("a whole number".to_string(), format!("a number in `{unit}`"));
                let text = self.scope.sources.slice(inner.span).to_string();
                let help = format!("say whole numbers of what: `({text} / 1 {unit})`");
                let label = format!("this is {right}");
                self.report(RulebookError::UnitMismatch { left, right }, inner.span, &label, help);
                None
            }
            Type::Number(_) | Type::Dice => {
                let node = Node::Round(rounding, Box::new(inner));
                Some((fold::fold(Expr { node, span }, self.book()), r#type.bare().clone()))
            }
            _ => {
                let found = self.words(r#type);
                self.mismatch(&Type::NUMBER, &found, inner.span, "only numbers can be rounded");
                None
            }
        }
    }

    /// Whether the dividend ends in a rounding that stands without brackets, so that readers take it to round the
    /// quotient while it rounds a part of it; then it is reported.
    pub(super) fn is_split_rounding(&mut self, dividend: &ast::ExprDecl, divisor: &ast::ExprDecl) -> bool {
        let Some(rounding) = self.open_rounding(dividend) else { return false };
        let text = |span: Span| self.scope.sources.slice(span).trim_end().to_string();
        let (rounded, all) = (text(rounding.span), text(rounding.span.to(divisor.span)));
        let words: String = rounded.split_inclusive(' ').take(2).collect();
        let (what, part) = (words.trim_end(), rounded[words.len()..].trim_start());
        let help =
            format!("write `{what} ({})`, or `({rounded})` if only `{part}` is meant", all[words.len()..].trim_start());
        let error = RulebookError::SplitRounding { rounding: what.to_string(), part: part.to_string() };
        self.report(error, rounding.span.to(divisor.span), "what is rounded here?", help);
        true
    }

    /// The rounding without brackets at the end of an expression.
    fn open_rounding<'e>(&self, expr: &'e ast::ExprDecl) -> Option<&'e ast::ExprDecl> {
        match &expr.node {
            ExprNode::Unary(Unary::RoundUp | Unary::RoundDown | Unary::RoundNearest, _) => {
                let in_brackets = self.scope.sources.slice(expr.span).starts_with('(');
                (!in_brackets).then_some(expr)
            }
            // Brackets around both sides end behind the right one.
            ExprNode::Binary(ast::BinaryDecl::Times | ast::BinaryDecl::Over, _, right)
                if expr.span.end == right.span.end =>
            {
                self.open_rounding(right)
            }
            _ => None,
        }
    }
}
