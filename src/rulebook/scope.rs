//! What an expression may see: the figure or thing whose property it is, names bound by the caller, and whether dice
//! are data or chance.

use super::Type;
use crate::text::Sources;
use crate::value::{KindId, Value};
use std::sync::Arc;

/// Whose properties are named bare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareSubject {
    /// Nobody's.
    Nobody,
    /// A figure's.
    Figure,
    /// A side's.
    Side,
    /// A thing's.
    Thing(KindId),
}

/// What dice stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// Data: `2d6` is a value that can be kept and rolled later.
    Data,
    /// Chance: `2d6` is a number not yet known; comparing it makes a [`Type::Chance`].
    Random,
}

/// A name that the caller knows, such as a figure on a small board.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The name.
    pub name: Arc<str>,
    /// What it stands for.
    pub value: Value,
    /// Its type.
    pub r#type: Type,
}

/// The surroundings of an expression.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The texts that the expression's spans point into.
    pub sources: &'a Sources,
    /// Whose properties are named bare.
    pub subject: BareSubject,
    /// What dice stand for.
    pub dice: Dice,
    /// Names bound to constants.
    pub bound: Vec<Binding>,
    /// Names of the lines around, by their numbers.
    pub locals: &'a [(String, Type)],
    /// Whether it is asked after something that happened: `times(…)` counts that.
    pub counts: bool,
}

impl<'a> Scope<'a> {
    /// The plain scope: nobody's properties, dice as data, nothing bound.
    pub fn new(sources: &'a Sources) -> Scope<'a> {
        Scope { sources, subject: BareSubject::Nobody, dice: Dice::Data, bound: Vec::new(), locals: &[], counts: false }
    }

    /// This scope with that subject.
    pub fn of(mut self, subject: BareSubject) -> Scope<'a> {
        self.subject = subject;
        self
    }

    /// This scope with dice as chance.
    pub fn random(mut self) -> Scope<'a> {
        self.dice = Dice::Random;
        self
    }

    /// This scope among the names of lines.
    pub fn among(mut self, locals: &'a [(String, Type)]) -> Scope<'a> {
        self.locals = locals;
        self
    }

    /// This scope for what is asked after something that happened.
    pub fn counting(mut self) -> Scope<'a> {
        self.counts = true;
        self
    }

    /// This scope with one more name.
    pub fn bind(mut self, name: &str, value: Value, r#type: Type) -> Scope<'a> {
        self.bound.push(Binding { name: name.into(), value, r#type });
        self
    }

    /// What a name is bound to.
    pub fn find(&self, name: &str) -> Option<&Binding> {
        self.bound.iter().find(|binding| &*binding.name == name)
    }
}
