//! What people say at a table, and what is meant by it.

use super::Head;
pub use crate::syntax::ast::WordingSort;
use std::sync::Arc;

/// What a class of words is called, of those that speech and findings ask for by their class.
pub const WORD_CLASSES: [&str; 30] = [
    "{comes}",
    "{coming}",
    "{called}",
    "{puts}",
    "{beside}",
    "{near}",
    "{far}",
    "{enemy}",
    "{ally}",
    "{everybody}",
    "{corrects}",
    "{corrected}",
    "{times}",
    "{each}",
    "{thin}",
    "{opens}",
    "{takes_back}",
    "{withdraws}",
    "{tool}",
    "{fashion}",
    "{amounts}",
    "{introduces}",
    "{reasons}",
    "{before}",
    "{bars}",
    "{is}",
    "{answers}",
    "{hinders}",
    "{helps}",
    "{turned}",
];

/// A list of words.
#[derive(Clone, Debug)]
pub struct WordList {
    /// Name and title.
    pub head: Head,
    /// What it lists.
    pub wordings: Vec<Wording>,
}

/// Words, and what is meant by them.
#[derive(Clone, Debug)]
pub struct Wording {
    /// What part of a sentence it is.
    pub sort: WordingSort,
    /// What may be said for it.
    pub said: Vec<Arc<str>>,
    /// What is meant, as the prompt reads it.
    pub meant: Arc<str>,
}
