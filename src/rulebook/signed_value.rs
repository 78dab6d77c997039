//! Values that are written with their sign, where they take the place of others.

use super::error::{PlacedError, RulebookError};
use super::show::as_written;
use crate::diag::Diagnostics;
use crate::syntax::ast::{self, ExprDecl, ExprNode, Unary};
use crate::text::{Sources, Span};
use crate::value::Number;

/// What is said behind a name, if it is one value with a sign.
pub(super) fn signed<'s>(property: &ast::Property, sources: &'s Sources) -> Option<(Span, &'s str)> {
    let [value] = &property.values[..] else { return None };
    let written = sources.slice(value.span).trim();
    written.starts_with('+').then_some((value.span, written))
}

/// The number that an amount is, if it is written as one.
pub(super) fn constant(amount: &ExprDecl) -> Option<Number> {
    match &amount.node {
        ExprNode::Number(number) | ExprNode::Quantity(number, _) => Some(*number),
        ExprNode::Unary(Unary::Minus, inner) => constant(inner)?.negated(),
        _ => None,
    }
}

/// Warns of `replace might +1` where a sheet below says a number.
pub(super) fn replaced_by_sum(old: &ast::Property, new: &ast::Property, sources: &Sources, out: &mut Diagnostics) {
    let Some((at, written)) = signed(new, sources) else { return };
    let [was] = &old.values[..] else { return };
    let (Some(was), Some(more)) = (constant(was), new.values.first().and_then(constant)) else { return };
    let Some(sum) = was.plus(more) else { return };
    let (name, bare) = (as_written(&new.name.text), written.trim_start_matches(['+', ' ']));
    let help = format!(
        "below it is {was}: write `replace {name} {sum}` for the sum, or `replace {name} {bare}` if that is meant"
    );
    let error = RulebookError::AddsNothing { what: new.name.text.clone(), value: bare.to_string() };
    out.push(PlacedError::new(error, sources, at, "set anew, and not added", help).into());
}
