//! What declarations in force say, and by what they are known.

use super::names::Sort;
use crate::syntax::ast::{self, Declaration};
use std::borrow::Cow;

/// Sort, kind (of things) and name.
pub(super) type DeclKey = (Sort, String, String);

/// What a declaration in force says.
#[allow(clippy::large_enum_variant, reason = "only what is amended is owned")]
pub(super) enum Says<'a> {
    /// A whole declaration, perhaps amended.
    Whole(Cow<'a, Declaration>),
    /// A row of a table of things, with the kind's plural and the table it stands in.
    Row(&'a ast::Name, &'a ast::ChartDecl, &'a ast::RowDecl),
}

/// What an `every` block without a title is called: the actions that it is about.
pub(super) fn every_name(every: &ast::Every) -> String {
    let Some(every) = &every.within else { return String::new() };
    let names = |names: &[ast::Name]| names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ");
    let except = if every.except.is_empty() { String::new() } else { format!(" except {}", names(&every.except)) };
    format!("action in {}{except}", names(&every.phases))
}
