//! Numbers that lines make in steps.

use super::{Expr, LinePlace, Rounding, Template};
use std::sync::Arc;

/// A number made in steps.
#[derive(Clone, Debug)]
pub struct Amount {
    /// Its name.
    pub name: Arc<str>,
    /// The local that is what it comes to.
    pub at: u8,
    /// In order.
    pub steps: Vec<AmountStep>,
}

/// A step of an amount.
#[derive(Clone, Debug)]
pub struct AmountStep {
    /// What is done to it.
    pub step: Step,
    /// The local that keeps what it is then; of what goes into a place, how much went.
    pub keep: Option<u8>,
    /// Why, as a player reads it.
    pub label: Option<Template>,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// Whether nothing goes where it says if that is not there.
    pub if_any: bool,
    /// Only then; always if none.
    pub when: Option<Expr>,
}

/// What a step does to an amount.
#[derive(Clone, Debug)]
pub enum Step {
    /// It begins with this: dice, or a number.
    Roll(Expr),
    /// More.
    Plus(Expr),
    /// Less.
    Minus(Expr),
    /// So many times.
    Times(Expr),
    /// A part of it.
    Divided(Expr, Option<Rounding>),
    /// No less.
    AtLeast(Expr),
    /// No more.
    AtMost(Expr),
    /// It is added there.
    Into(LinePlace),
    /// It is taken from there.
    OutOf(LinePlace),
}

impl Step {
    /// The expression it is about, if it is not about a place.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Step::Roll(expr)
            | Step::Plus(expr)
            | Step::Minus(expr)
            | Step::Times(expr)
            | Step::Divided(expr, _)
            | Step::AtLeast(expr)
            | Step::AtMost(expr) => Some(expr),
            Step::Into(_) | Step::OutOf(_) => None,
        }
    }
}

impl AmountStep {
    pub(super) fn exprs<'l>(&'l self, visit: &mut dyn FnMut(&'l Expr)) {
        self.when.iter().chain(self.step.expr()).for_each(&mut *visit);
        self.label.iter().for_each(|words| words.exprs(visit));
        if let Step::Into(place) | Step::OutOf(place) = &self.step {
            place.exprs(visit);
        }
    }
}
