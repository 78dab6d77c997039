//! Where the parser gave up, the token that stands there, and what the text around it says of a word.

use super::grammar::Rule;
use crate::text::is_wordly;

/// The block around an expression that stands in no file.
pub(super) const LONE: &str = "expression";

/// Where the parser gave up, and around it.
pub(super) struct ParseFailure<'a> {
    /// The prepared text of the whole source.
    pub text: &'a str,
    /// The byte where it gave up.
    pub at: usize,
    /// Where the entry around it begins, and how deep it is.
    pub entry: (usize, usize),
    /// The keyword of the innermost block around it.
    pub block: &'a str,
    /// What stands before the braces of all blocks around it, the outermost first.
    pub heads: Vec<&'a str>,
    /// What would have fitted.
    pub expected: &'a [Rule],
    /// Where the declaration around it begins and ends; nowhere, if there is none.
    pub declaration: (usize, usize),
    /// How many blocks of it are never closed.
    pub missing: usize,
}

impl<'a> ParseFailure<'a> {
    /// In a text without declarations.
    pub(super) fn alone(text: &'a str, at: usize, expected: &'a [Rule]) -> ParseFailure<'a> {
        // Depth 1, because the first word need not be a keyword.
        ParseFailure {
            text,
            at,
            entry: (0, 1),
            block: "",
            heads: Vec::new(),
            expected,
            declaration: (0, 0),
            missing: 0,
        }
    }
}

/// The token that begins at a byte: a word, a text, a number, or one character.
pub(super) fn token(text: &str, at: usize) -> &str {
    let rest = &text[at.min(text.len())..];
    let wordly = rest.find(|c: char| !is_wordly(c)).unwrap_or(rest.len());
    if wordly > 0 {
        return &rest[..wordly];
    }
    if rest.starts_with('"') {
        let line = rest.lines().next().unwrap_or("");
        return &line[..line[1..].find('"').map_or(line.len(), |end| end + 2)];
    }
    rest.chars().next().map_or("", |c| &rest[..c.len_utf8()])
}

/// Words that say nothing here.
pub(super) fn is_filler(word: &str) -> bool {
    matches!(word, "the" | "a" | "an" | "his" | "her" | "its" | "their")
}

/// Whether a text declares something that figures have under a name.
pub(super) fn declares(whole: &str, name: &str) -> bool {
    let sorts = ["attribute", "track", "value", "state", "note", "slot"];
    sorts.iter().any(|sort| {
        let begins = format!("{sort} {name}");
        let mut found = whole.match_indices(&*begins).map(|(at, _)| at + begins.len());
        found.any(|end| !whole[end..].starts_with(is_wordly))
    })
}
