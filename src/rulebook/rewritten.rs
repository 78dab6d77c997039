//! A pack with one of its texts otherwise: every other file stays as it was read.

use super::level::Level;
use super::load::PackText;
use crate::syntax::ast::Lost;
use crate::syntax::parse;
use crate::text::{SourceId, Sources};
use std::collections::BTreeSet;

impl PackText {
    /// The texts of the pack itself that hold rules.
    pub(crate) fn own_rules(&self) -> Vec<SourceId> {
        self.levels.last().into_iter().flat_map(|level| level.rules()).collect()
    }

    /// The same packs, one text of the highest of which says something else; none if that cannot be read.
    pub(crate) fn rewritten(&self, source: SourceId, text: &str) -> Option<PackText> {
        let (own, below) = self.levels.split_last()?;
        let sources = self.sources.with(source, text);
        let (tree, mistakes) = parse(&sources, source);
        if self.is_broken || !mistakes.is_empty() {
            return None;
        }
        let levels = below.iter().cloned().chain([own.with(source, tree)]).collect();
        Some(self.changed(sources, levels, Lost::default()))
    }

    /// The same packs with other texts: what they could not say, and no mistake yet.
    pub(super) fn changed(&self, sources: Sources, levels: Vec<Level>, lost: Lost) -> PackText {
        PackText {
            sources,
            levels,
            scripts: self.scripts.clone(),
            strays: self.strays.clone(),
            unread: self.unread.clone(),
            diagnostics: Vec::new(),
            is_broken: false,
            lost,
            sound: BTreeSet::new(),
            meant_below: None,
        }
    }
}
