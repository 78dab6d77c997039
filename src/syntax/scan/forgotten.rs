//! Blocks left open within a declaration: before which signs their braces are missing. Lines tell it by how far they are
//! indented, or by words that begin entries of a block further out and none of this one.

use crate::syntax::block::{is_further_out, surrounding};
use crate::syntax::lexis::{next_sign, row_end, string_end};
use std::collections::BTreeMap;
use std::ops::Range;

/// Longer declarations are not looked through.
const LONGEST: usize = 60_000;

/// How many braces are missing before the signs at these bytes.
pub(super) type Forgotten = BTreeMap<usize, usize>;

/// How a line tells that blocks around it ended before.
type Evidence = fn(&OpenBlocks, usize) -> usize;

/// The braces missing in one declaration, if as many are found as are missing; `prepared` is the text without its
/// comments and continued lines.
pub(super) fn forgotten_within(
    text: &str,
    prepared: &str,
    declaration: Range<usize>,
    missing: usize,
) -> Option<Forgotten> {
    if declaration.len() > LONGEST {
        return None;
    }
    [by_indentation as Evidence, by_words].into_iter().find_map(|evidence| {
        let mut blocks = OpenBlocks { text, prepared, open: Vec::new() };
        let found = blocks.forgotten(declaration.clone(), evidence);
        (found.values().sum::<usize>() == missing).then_some(found)
    })
}

/// What stands before the braces that are open at a place of a declaration, the outermost first.
pub(in crate::syntax) fn heads_at(prepared: &str, declaration: usize, at: usize) -> Vec<&str> {
    let mut blocks = OpenBlocks { text: prepared, prepared, open: Vec::new() };
    blocks.forgotten(declaration..at, |_, _| 0);
    blocks.open.iter().map(|block| head(prepared, block)).collect()
}

/// A line that is indented no more than the one that opened a block is not in that block; nor is a brace that is indented
/// less what closes it.
fn by_indentation(blocks: &OpenBlocks, at: usize) -> usize {
    let is_brace = blocks.text.as_bytes().get(at) == Some(&b'}');
    let indent = indent(blocks.text, at);
    let is_over = |block: &&OpenBlock| {
        let own = indent_of(blocks.text, block);
        if is_brace { indent < own } else { indent <= own }
    };
    blocks.open.iter().rev().take_while(is_over).count()
}

/// A word that begins no entry of the innermost block, but one of a block around it.
fn by_words(blocks: &OpenBlocks, at: usize) -> usize {
    let heads: Vec<&str> = blocks.open.iter().map(|block| head(blocks.prepared, block)).collect();
    let entry = blocks.prepared[at..].lines().next().unwrap_or("");
    match surrounding(&heads, entry) {
        Some(depth) if is_further_out(&heads, entry) => heads.len() - depth,
        _ => 0,
    }
}

/// What stands before the brace of a block.
fn head<'t>(text: &'t str, block: &OpenBlock) -> &'t str {
    text[block.start.unwrap_or(block.brace)..block.brace].trim()
}

fn indent_of(text: &str, block: &OpenBlock) -> usize {
    indent(text, block.start.unwrap_or(block.brace))
}

/// How far the line of a place is indented. The place may lie within a character that was read as another.
fn indent(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let line = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    bytes[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// A block by where its brace stands, and where what stands before that begins.
struct OpenBlock {
    brace: usize,
    start: Option<usize>,
}

/// The blocks that are open at a place of a declaration.
struct OpenBlocks<'t> {
    text: &'t str,
    /// The text without its comments and continued lines.
    prepared: &'t str,
    open: Vec<OpenBlock>,
}

impl OpenBlocks<'_> {
    fn forgotten(&mut self, declaration: Range<usize>, evidence: Evidence) -> Forgotten {
        let bytes = &self.prepared.as_bytes()[..declaration.end];
        let (mut found, mut at, mut start) = (Forgotten::new(), declaration.start, Some(declaration.start));
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\n' => {
                    let next = next_sign(bytes, at);
                    let missing = if next < bytes.len() { evidence(self, next).min(self.open.len()) } else { 0 };
                    if missing > 0 {
                        self.open.truncate(self.open.len() - missing);
                        found.insert(next, missing);
                    }
                    (at, start) = (next, None);
                    continue;
                }
                b'"' => at = string_end(bytes, at).unwrap_or(at + 1) - 1,
                b'|' => at = row_end(bytes, at).max(at + 1) - 1,
                b'{' => self.open.push(OpenBlock { brace: at, start: start.take() }),
                b'}' => drop(self.open.pop()),
                b';' => start = None,
                _ => {}
            }
            if !matches!(byte, b' ' | b';' | b'{' | b'}') {
                start.get_or_insert(at);
            }
            at += 1;
        }
        found
    }
}
