//! One pack of a chain, as it is written.

use crate::syntax::ast::{self, Body, Declaration};
use crate::text::Span;
use std::sync::Arc;

/// One pack of the chain, as written.
pub(super) struct Level {
    /// Its name, which is its folder's.
    pub name: Arc<str>,
    /// The pack below.
    pub extends: Option<ast::Name>,
    /// Whether it comes with fray, and nothing is wrong with it.
    pub is_shipped: bool,
    files: Vec<ast::File>,
}

impl Level {
    /// A pack from its files.
    pub(super) fn new(name: &str, files: Vec<ast::File>, is_shipped: bool) -> Level {
        let mut level = Level { name: name.into(), extends: None, is_shipped, files };
        let extends = level.heads().find_map(|head| match &head.body {
            Body::Pack(pack) => pack.extends.clone(),
            _ => None,
        });
        level.extends = extends;
        level
    }

    /// A pack that says nothing.
    pub(super) fn empty(name: &str) -> Level {
        Level { name: name.into(), extends: None, is_shipped: true, files: Vec::new() }
    }

    /// Everything it declares at depth 0.
    pub(super) fn declarations(&self) -> impl Iterator<Item = &Declaration> {
        self.files.iter().flat_map(|file| &file.declarations)
    }

    /// Its `pack` lines.
    pub(super) fn heads(&self) -> impl Iterator<Item = &Declaration> {
        self.declarations().filter(|declaration| matches!(declaration.body, Body::Pack(_)))
    }

    /// Where its first declaration begins.
    pub(super) fn first_place(&self) -> Option<Span> {
        self.declarations().next().map(|declaration| declaration.keyword.span)
    }
}
