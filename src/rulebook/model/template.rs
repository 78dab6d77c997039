//! Texts with values in them, that lines say.

use super::Expr;
use std::sync::Arc;

/// A text in which values are filled in.
#[derive(Clone, Debug)]
pub struct Template {
    /// In order.
    pub parts: Vec<WordsPart>,
}

/// A part of a text.
#[derive(Clone, Debug)]
pub enum WordsPart {
    /// As it stands.
    Text(Arc<str>),
    /// A value, shown in the unit.
    Value(Expr, Option<u16>),
    /// A word for one and another one for several: how many, a number or the members of a list.
    Many(Expr, Arc<str>, Arc<str>),
}

impl Template {
    pub(super) fn exprs<'l>(&'l self, visit: &mut dyn FnMut(&'l Expr)) {
        for part in &self.parts {
            if let WordsPart::Value(expr, _) | WordsPart::Many(expr, ..) = part {
                visit(expr);
            }
        }
    }
}
