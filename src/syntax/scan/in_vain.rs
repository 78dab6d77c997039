//! Ends of comments and texts of other languages, and which of them were looked for in vain.

/// Comments with an end of their own.
pub(super) const COMMENTS: [(&str, &str); 2] = [("/*", "*/"), ("<!--", "-->")];
/// What ends a text that such a sign begins.
pub(super) const CLOSES: [&[char]; 3] = [&['\'', '`'], &['’', '‘', '\''], &['”', '“', '»', '«', '"']];

/// What was looked for in vain, so that nobody looks for it again: where each of it is not before.
#[derive(Debug, Default)]
pub(super) struct InVain {
    /// The ends of comments.
    pub comments: [usize; COMMENTS.len()],
    /// The ends of texts in other quotes.
    pub quotes: [usize; CLOSES.len()],
}
