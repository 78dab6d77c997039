//! What the merging of packs comes to: every declaration in force, and what it took the place of.

use super::names::Sort;
use super::says::Says;
use crate::syntax::ast;
use crate::text::{SourceId, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One declaration that is in force.
pub(super) struct MergedDecl<'a> {
    /// What it declares.
    pub sort: Sort,
    /// Its name.
    pub name: ast::Name,
    /// What it says.
    pub says: Says<'a>,
    /// What blocks of packs above say of some fields of a thing, the last one last.
    pub changes: Vec<&'a [ast::Entry<ast::Property>]>,
}

/// A declaration of a pack below in whose place a pack above puts another one.
pub(super) struct ReplacedDecl<'a> {
    /// As it was.
    pub old: MergedDecl<'a>,
    /// The name of what is there now.
    pub by: Span,
}

/// Everything in force, in the order it was first declared.
#[derive(Default)]
pub(super) struct Merged<'a> {
    /// The declarations.
    pub list: Vec<MergedDecl<'a>>,
    /// Tables of things without a row, with the word that begins each.
    pub empty: Vec<(&'a ast::Name, &'a ast::ChartDecl)>,
    /// The `when` blocks in force, and their conditions in words.
    pub blocks: Vec<(Span, Arc<str>)>,
    /// Names of what packs above took away.
    pub removed: BTreeSet<String>,
    /// What stood below where packs above put something else in its place.
    pub replaced: Vec<ReplacedDecl<'a>>,
    /// The pack of each source.
    pub packs: BTreeMap<SourceId, Arc<str>>,
}

impl Merged<'_> {
    /// The condition of the `when` blocks around a place, in words.
    pub(super) fn under(&self, at: Span) -> Option<Arc<str>> {
        let around = |block: &&(Span, Arc<str>)| {
            block.0.source == at.source && block.0.start <= at.start && at.end <= block.0.end
        };
        self.blocks.iter().rfind(around).map(|block| block.1.clone())
    }

    /// The pack that a place belongs to.
    pub(super) fn pack(&self, at: Span) -> Arc<str> {
        self.packs.get(&at.source).cloned().unwrap_or_else(|| "".into())
    }
}
