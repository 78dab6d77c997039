//! Trees as bytes: what comes with fray is parsed when fray is built.

use super::ast::File;
use crate::text::SourceId;

/// A tree as bytes; none if nothing can hold it.
pub fn store(file: &File) -> Option<Vec<u8>> {
    postcard::to_allocvec(file).ok()
}

/// The tree that was stored, as one of this source; none if these bytes are not a tree's.
pub fn restore(bytes: &[u8], source: SourceId) -> Option<File> {
    source.restore(|| postcard::from_bytes(bytes).ok())
}
