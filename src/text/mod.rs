//! Source files, spans, and the trait by which files are loaded. Knows nothing of what the text means.

mod files;
mod source;

pub use files::{DEEPEST, Files, MOST_FOLDERS, Memory, OverlayFiles, is_test_file};
pub use source::{Source, SourceId, SourceText, Sources, Span};

/// Whether a letter may be part of a name.
pub(crate) fn is_wordly(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Whose something is that begins at a place of a text: what stands before it and the point.
pub(crate) fn owner_before(text: &str, at: usize) -> Option<&str> {
    let before = text.get(..at)?.strip_suffix('.')?;
    let owner = &before[before.trim_end_matches(|letter| is_wordly(letter) || letter == '.').len()..];
    owner.starts_with(char::is_alphabetic).then_some(owner)
}
