//! The tree as written: spanned, names still text. One file per concern of the grammar.

mod declaration;
mod deed;
mod expression;
mod play;
mod question;
mod rule;
mod test;
mod wording;

pub use declaration::*;
pub use deed::*;
pub use expression::*;
pub use play::*;
pub use question::*;
pub use rule::*;
pub use test::*;
pub use wording::*;

use crate::text::Span;
use std::collections::BTreeSet;

/// A name as written, quotes taken off.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A text in double quotes, escapes resolved.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct TextDecl {
    /// The text.
    pub text: String,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// `@24.2`: a section of the source text, without the `@`.
pub type Cite = Name;

/// How an entry or declaration stands to the pack below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Verb {
    /// It is new.
    Plain,
    /// `add`: into a block that is amended.
    Add,
    /// `replace`.
    Replace,
    /// `remove`.
    Remove,
}

/// An entry of a block that may amend the pack below.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Entry<T> {
    /// `add`, `replace`, `remove`, or nothing.
    pub verb: Verb,
    /// What it says.
    pub node: T,
    /// The whole entry.
    pub span: Span,
}

/// What every labelled thing carries behind its amount or name.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Notes {
    /// `"Title"`.
    pub title: Option<TextDecl>,
    /// Every `@section`.
    pub cites: Vec<Cite>,
}

/// A parsed file.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct File {
    /// What it declares, in order; broken declarations are left out (and reported).
    pub declarations: Vec<Declaration>,
    /// What was left out.
    pub lost: Lost,
}

/// What mistakes cost: words and texts of what could not be read. Whatever is missed because of it needs no error of
/// its own.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Lost {
    /// Every word and text that was left out.
    pub words: BTreeSet<String>,
    /// Whether the `pack` line may be among it.
    pub pack: bool,
}

impl Lost {
    /// Takes in what else was lost.
    pub fn join(&mut self, other: &Lost) {
        self.words.extend(other.words.iter().cloned());
        self.pack |= other.pack;
    }
}
