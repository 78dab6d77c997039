//! What lines change, and whose it is.

use super::Expr;
use crate::value::{AttributeId, StateId, TrackId};

/// Whose a condition, track or relation is: of the one who acts, or of one or several others.
#[derive(Clone, Debug)]
pub enum Whose {
    /// The one who acts.
    Mine,
    /// What this says: a figure or side, or a list of figures.
    Of(Expr),
}

/// What a line changes.
#[derive(Clone, Debug)]
pub enum LinePlace {
    /// A track, with its word if it is kept by words.
    Track(Whose, TrackId, Option<Expr>),
    /// A state.
    State(Whose, StateId),
    /// A note.
    Note(Whose, AttributeId),
    /// A field of a thing, or of several.
    Field(Expr, u16),
    /// What a cell is, or several are.
    Terrain(Expr),
}

impl Whose {
    /// Who it is, if it is not the one who acts.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Whose::Mine => None,
            Whose::Of(expr) => Some(expr),
        }
    }

    pub(super) fn exprs<'l>(&'l self, visit: &mut dyn FnMut(&'l Expr)) {
        if let Whose::Of(expr) = self {
            visit(expr);
        }
    }
}

impl LinePlace {
    /// Whose it is, or of what, if it is not the one who acts.
    pub fn subject(&self) -> Option<&Expr> {
        match self {
            LinePlace::Track(whose, ..) | LinePlace::State(whose, _) | LinePlace::Note(whose, _) => whose.expr(),
            LinePlace::Field(expr, _) | LinePlace::Terrain(expr) => Some(expr),
        }
    }

    pub(super) fn exprs<'l>(&'l self, visit: &mut dyn FnMut(&'l Expr)) {
        match self {
            LinePlace::Track(whose, _, word) => {
                whose.exprs(visit);
                word.iter().for_each(visit);
            }
            LinePlace::State(whose, _) | LinePlace::Note(whose, _) => whose.exprs(visit),
            LinePlace::Field(expr, _) | LinePlace::Terrain(expr) => visit(expr),
        }
    }
}
