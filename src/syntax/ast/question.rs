//! Questions as written.

use super::*;

/// A line of a question.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum QuestionEntry {
    /// `gives impact number, place "where" location`
    Gives(Vec<GiftDecl>),
    /// `choices …`
    Choices(OffersDecl),
    /// `default E`
    Default(ExprDecl),
    /// `note "…"`
    Note(TextDecl),
}

/// One fact that is told with a question.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct GiftDecl {
    /// Its name.
    pub name: Name,
    /// Its title.
    pub notes: Notes,
    /// Its type.
    pub r#type: TypeDecl,
}

/// What may be chosen.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum OffersDecl {
    /// `choices of cell, stay "stays"`: whatever the asker offers of a type (if there is one), and words.
    Named(Option<TypeDecl>, Vec<WordDecl>),
    /// `choices E`: a list.
    List(ExprDecl),
}
