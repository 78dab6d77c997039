//! Expectations that compare what is bounded with what lies at or beyond its bound.

use super::Examiner;
use super::slips::bounds;
use crate::rulebook::Sort;
use crate::syntax::ast::{BinaryDecl, ExprDecl, ExprNode, Unary};
use crate::text::Span;
use crate::value::Number;

/// What an expectation says of a bounded number that is so anyhow.
pub(super) struct BoundedNumber {
    /// The number that is compared.
    what: Span,
    /// Beyond what it never is.
    bound: Number,
    is_least: bool,
    /// The unit in which it is read.
    unit: Option<u16>,
}

/// The least and the most that a number may be, and the unit in which it is read.
type DeclaredBounds = (Option<Number>, Option<Number>, Option<u16>);

impl Examiner<'_> {
    /// `Ann.harm >= 0` of a track that goes down to 0.
    pub(super) fn bounded(&self, expr: &ExprDecl) -> Option<BoundedNumber> {
        use BinaryDecl as B;
        let ExprNode::Binary(sign, a, b) = &expr.node else { return None };
        let (what, number, is_turned) = match self.declared_bounds(a) {
            Some(_) => (a, b, false),
            None => (b, a, true),
        };
        let (least, most, unit) = self.declared_bounds(what)?;
        let number = self.literal(number, unit)?;
        let (bound, is_least, is_met) = match (sign, is_turned) {
            (B::GreaterOrEqual, false) | (B::LessOrEqual, true) => (least?, true, least? >= number),
            (B::Greater, false) | (B::Less, true) => (least?, true, least? > number),
            (B::LessOrEqual, false) | (B::GreaterOrEqual, true) => (most?, false, most? <= number),
            (B::Less, false) | (B::Greater, true) => (most?, false, most? < number),
            _ => return None,
        };
        is_met.then_some(BoundedNumber { what: what.span, bound, is_least, unit })
    }

    /// What to expect instead.
    pub(super) fn exactly(&self, bounded: &BoundedNumber) -> String {
        let book = self.book;
        let what = book.sources.slice(bounded.what).trim();
        let bound = book.in_unit(bounded.bound, bounded.unit).unwrap_or(bounded.bound);
        let beyond = if bounded.is_least { "less" } else { "more" };
        format!("`{what}` is never {beyond} than {bound}: say what it comes to, `expect {what} = {bound}`")
    }

    /// What is declared of a number that a test names: a track of somebody, or a fact.
    fn declared_bounds(&self, expr: &ExprDecl) -> Option<DeclaredBounds> {
        let book = self.book;
        match &expr.node {
            ExprNode::Property(_, name) | ExprNode::Call(name, _) => {
                let is_field = |field: &crate::rulebook::Field| *field.head.name == *name.text;
                if book.kinds.iter().any(|kind| kind.fields.iter().any(is_field)) {
                    return None;
                }
                let track = &book.tracks[usize::from(book.names.find(Sort::Track, &name.text)?)];
                let (least, most) = bounds(track);
                Some((least, most, track.unit))
            }
            ExprNode::Name(name) => {
                let fact = &book.facts[book.fact(&name.text)?.index()];
                Some((fact.bounds.0, fact.bounds.1, fact.unit))
            }
            _ => None,
        }
    }

    /// A number as it is written, in base units.
    fn literal(&self, expr: &ExprDecl, unit: Option<u16>) -> Option<Number> {
        let units = &self.book.units;
        match &expr.node {
            ExprNode::Number(number) => match unit {
                Some(unit) => number.times(units[usize::from(unit)].factor),
                None => Some(*number),
            },
            ExprNode::Quantity(number, name) => {
                number.times(units.iter().find(|unit| *unit.head.name == *name.text)?.factor)
            }
            ExprNode::Unary(Unary::Minus, inner) => self.literal(inner, unit)?.negated(),
            _ => None,
        }
    }
}
