//! `words NAME { "said", "said so" = "meant" }`: what people say, and what is meant by it.

use super::TextDecl;

/// What part of a sentence words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum WordingSort {
    /// `"from {n} hexes" = "range {n}"`: a verb, or something said of it.
    Phrase,
    /// `line "whose turn is it" = "turn"`: all of a line.
    Line,
    /// `form "can't" = "can not"`: another form of one word.
    Form,
}

/// `"said", "said so" = "meant"`
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct WordingDecl {
    /// What part of a sentence it is.
    pub sort: WordingSort,
    /// What may be said for it.
    pub said: Vec<TextDecl>,
    /// What is meant.
    pub meant: TextDecl,
}
