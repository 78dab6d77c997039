//! Questions as written.

use super::*;

/// A line of a question.
#[derive(Clone, Debug)]
pub enum QuestionEntry {
    /// `gives impact number, place "where" location`
    Gives(Vec<Gift>),
    /// `choices …`
    Choices(Offers),
    /// `default E`
    Default(Expr),
    /// `note "…"`
    Note(Text),
}

/// One fact that is told with a question.
#[derive(Clone, Debug)]
pub struct Gift {
    /// Its name.
    pub name: Name,
    /// Its title.
    pub notes: Notes,
    /// Its type.
    pub r#type: Type,
}

/// What may be chosen.
#[derive(Clone, Debug)]
pub enum Offers {
    /// `choices of cell, stay "stays"`: whatever the asker offers of a type (if there is one), and words.
    Named(Option<Type>, Vec<Word>),
    /// `choices E`: a list.
    List(Expr),
}
