//! What a text of a pack is asked where its mistakes are told: their causes, and what options switch.

use super::blame::blamed;
use super::load::PackText;
use super::misdeclared::misdeclared;
use super::unread::declared_unread;
use crate::diag::Diagnostics;
use crate::syntax::ast::Body;
use crate::text::{Sources, is_wordly};
use std::collections::BTreeSet;

impl PackText {
    /// Mistakes as they are told: where they were made, or all of them as one of the head.
    pub(super) fn with_causes(&self, sources: &Sources, all: Diagnostics) -> Diagnostics {
        match self.meant_below.as_ref().and_then(|meant| meant.error(&self.levels, sources)) {
            Some(error) => vec![error],
            None => {
                let all = declared_unread(&self.unread, sources, all);
                misdeclared(&self.levels, sources, blamed(&self.levels, sources, all))
            }
        }
    }

    /// Every word of what stands in blocks that an option switches.
    pub(crate) fn switched_words(&self) -> BTreeSet<&str> {
        let blocks = self.declarations().filter(|one| matches!(one.body, Body::When(..)));
        let texts = blocks.map(|block| self.sources.slice(block.span));
        texts.flat_map(|text| text.split(|c: char| !is_wordly(c))).collect()
    }
}
