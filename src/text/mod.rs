//! Source files, spans, and the trait by which files are loaded. Knows nothing of what the text means.

mod files;
mod source;

pub use files::{DEEPEST, Files, MOST_FOLDERS, Memory, OverlayFiles, is_test_file};
pub use source::{Source, SourceId, SourceText, Sources, Span};

/// Whether a letter may be part of a name.
pub(crate) fn is_wordly(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
