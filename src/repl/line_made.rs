//! How a table has come to be: the lines that were said, with the dice that fell for them, so that they can be said again.

use super::table_dice::{FallenDice, RuledDice};
use crate::value::FigureId;
use std::sync::Arc;

/// How a table has come to be: what was said, from the table so many changes before.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LineMade {
    pub back: usize,
    pub said: Vec<SaidAgain>,
}

/// A line that can be said again, and what fell for it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SaidAgain {
    pub line: Arc<str>,
    /// Who was asked before it, and for what.
    pub asked: Option<(FigureId, String)>,
    pub fell: Vec<FallenDice>,
    /// What a referee has ruled of them, by their number in this line.
    pub ruled: Vec<RuledDice>,
    /// Rulings that made a difference.
    pub overruled: usize,
}
