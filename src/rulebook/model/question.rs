//! What rules ask those who decide for a figure.

use super::{Expr, Head, Type};

/// A question.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its name, and its title: what a person is asked.
    pub head: Head,
    /// What is told with it.
    pub gives: Vec<Gift>,
    /// What may be chosen.
    pub choices: Offers,
    /// What is chosen by one who does not care, if it is among the choices; otherwise the first.
    pub default: Option<Preset>,
}

/// One fact that is told with a question.
#[derive(Clone, Debug)]
pub struct Gift {
    /// Name and title.
    pub head: Head,
    /// Its type.
    pub r#type: Type,
    /// The unit numbers are read and shown in.
    pub unit: Option<u16>,
}

/// What may be chosen.
#[derive(Clone, Debug)]
pub enum Offers {
    /// These words; and, if a type is named, whatever the asker offers of it.
    Named {
        /// Of what the asker offers, with the unit of numbers.
        of: Option<(Type, Option<u16>)>,
        /// In the order declared.
        words: Vec<Head>,
    },
    /// The members of a list, computed when it is asked (sees who is asked as `self`).
    List {
        /// The list.
        list: Expr,
        /// The type of its members.
        of: Type,
    },
}

/// What is chosen by one who does not care.
#[derive(Clone, Debug)]
pub enum Preset {
    /// The word of that place.
    Word(usize),
    /// What an expression says (sees who is asked as `self`).
    Computed(Expr),
}

impl Offers {
    /// The words that may be chosen, in the order declared.
    pub fn words(&self) -> &[Head] {
        match self {
            Offers::Named { words, .. } => words,
            Offers::List { .. } => &[],
        }
    }
}

impl Question {
    /// The words that may be chosen, in the order declared.
    pub fn words(&self) -> &[Head] {
        self.choices.words()
    }
}
