//! The tokenizer of the editor: a text of rules as words, texts, numbers and signs, however broken it is: what colors
//! and cursors go by.

use crate::syntax::{cite_end, keywords, line_end, reserved, string_end};
use crate::text::{Span, is_wordly};

/// What a piece of a text is to the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenSort {
    /// `# …`
    Comment,
    /// `"…"`
    Text,
    /// `12`, `3d6`
    Number,
    /// `@24.2`
    Cite,
    /// A word that begins declarations or entries, or holds an expression together.
    Keyword,
    /// Any other word.
    Word,
    /// A number that is read of a figure or thing.
    Property,
    /// A fact.
    Fact,
    /// A word of a set, a condition, a reading.
    Constant,
    /// A kind, a set.
    Type,
    /// What is done, asked or called.
    Callable,
    /// Anything else that is declared.
    Named,
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub sort: TokenSort,
    pub start: usize,
    pub end: usize,
}

/// Words that are keywords to the eye, beside those that begin declarations and those of expressions.
const FURTHER: &[&str] = &[
    "add", "extends", "expect", "ask", "order", "with", "covers", "says", "reads", "roll", "cards", "lasts", "group",
    "stacks", "tags", "plural", "case", "round",
];

/// The pieces of a text; blanks and signs are left out.
pub(super) fn lexemes(text: &str) -> Vec<Lexeme> {
    let mut found = Vec::new();
    let (source, mut at) = (text.as_bytes(), 0);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (sort, length) = match first {
            '#' => (Some(TokenSort::Comment), line_end(source, at) - at),
            '"' => (Some(TokenSort::Text), text_end(source, at) - at),
            '@' if rest.starts_with("@\"") => (Some(TokenSort::Cite), text_end(source, at + 1) - at),
            '@' => (Some(TokenSort::Cite), cite_end(source, at) - at),
            _ if first.is_ascii_digit() => (Some(TokenSort::Number), run(rest, is_wordly)),
            _ if is_wordly(first) => {
                let length = run(rest, is_wordly);
                let is_keyword = [keywords(), reserved(), FURTHER].iter().any(|words| words.contains(&&rest[..length]));
                (Some(if is_keyword { TokenSort::Keyword } else { TokenSort::Word }), length)
            }
            _ => (None, first.len_utf8()),
        };
        if let Some(sort) = sort {
            found.push(Lexeme { sort, start: at, end: at + length });
        }
        at += length;
        // The sign of a map may be any, `#` too.
        if rest.starts_with("legend ") && sort == Some(TokenSort::Word) {
            at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8);
        }
    }
    found
}

fn run(text: &str, is_part: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !is_part(letter)).unwrap_or(text.len())
}

/// To the quote that closes the text that begins here, or to the end of its line.
fn text_end(source: &[u8], start: usize) -> usize {
    string_end(source, start).unwrap_or_else(|| line_end(source, start))
}

/// Where a name stands in a text as a word of its own.
pub(super) fn whole_words<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_free = move |at: usize| {
        let before = text[..at].chars().next_back().is_none_or(|letter| !is_wordly(letter));
        before && text[at + name.len()..].chars().next().is_none_or(|letter| !is_wordly(letter))
    };
    text.match_indices(name).map(|(at, _)| at).filter(move |at| !name.is_empty() && is_free(*at))
}

/// The bytes of a span.
pub(super) fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_texts_have_pieces_too() {
        let text = "legend # wall\ncard air { -1 \"rain\nwhen wet # ugh\n@2.1 3d6 @\"a\\\"b\" x";
        let shown: Vec<(&str, TokenSort)> =
            lexemes(text).iter().map(|piece| (&text[piece.start..piece.end], piece.sort)).collect();
        let expected = [
            ("legend", TokenSort::Word),
            ("wall", TokenSort::Word),
            ("card", TokenSort::Keyword),
            ("air", TokenSort::Word),
            ("1", TokenSort::Number),
            ("\"rain", TokenSort::Text),
            ("when", TokenSort::Keyword),
            ("wet", TokenSort::Word),
            ("# ugh", TokenSort::Comment),
            ("@2.1", TokenSort::Cite),
            ("3d6", TokenSort::Number),
            ("@\"a\\\"b\"", TokenSort::Cite),
            ("x", TokenSort::Word),
        ];
        assert_eq!(shown, expected);
        assert_eq!(whole_words("a range of ranges, range 3", "range").collect::<Vec<_>>(), [2, 19]);
    }
}
