//! What one side of a check rolls, needs and reads its result from.

use crate::value::{Formula, Number, Term};

/// What a roll is held against. Modifiers are already in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollGoal {
    /// Success if the total is at most this.
    AtMost(i64),
    /// Success if the total is at least this.
    AtLeast(i64),
    /// Only a total, with so much added.
    Sum(i64),
}

/// `at most` a number that need not be whole.
pub fn at_most(need: Number) -> RollGoal {
    RollGoal::AtMost(need.floor())
}

/// `at least` a number that need not be whole.
pub fn at_least(need: Number) -> RollGoal {
    RollGoal::AtLeast(need.ceil())
}

/// What a result table is read by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKey {
    /// The sum of the kept dice, without constants and modifiers.
    Total,
    /// By how much the check succeeded.
    Margin,
    /// The lowest kept die.
    Lowest,
    /// The highest kept die.
    Highest,
}

/// A row of a result table.
pub trait JudgedRow {
    /// Whether it holds for that key.
    fn holds(&self, key: i64) -> bool;
    /// Success or failure whatever the need; as usual if none.
    fn success(&self) -> Option<bool>;
}

/// Rows in order, of which the first that holds counts.
#[derive(Debug)]
pub struct ResultRows<'a, R> {
    /// What they are read by.
    pub key: ResultKey,
    /// The rows.
    pub rows: &'a [R],
}

impl<R> Clone for ResultRows<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for ResultRows<'_, R> {}

impl<R: JudgedRow> ResultRows<'_, R> {
    /// The row for a key.
    pub(super) fn row(&self, key: i64) -> Option<u16> {
        self.rows.iter().position(|row| row.holds(key)).and_then(|at| u16::try_from(at).ok())
    }
}

/// One who rolls.
#[derive(Debug)]
pub struct Roller<'a, R> {
    /// The dice.
    pub formula: &'a Formula,
    /// What they are held against.
    pub goal: RollGoal,
    /// What they decide by themselves.
    pub table: Option<ResultRows<'a, R>>,
}

impl<R> Clone for Roller<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Roller<'_, R> {}

/// What two rolls are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Comparing {
    /// Dice and modifiers: the higher wins.
    Totals,
    /// By how much each made its own goal. Who fails it cannot win; if both fail, nobody does.
    Margins,
    /// By how much each made its own goal or fell short of it: if both fail, the one who failed by less wins.
    #[serde(rename = "all margins")]
    AllMargins,
}

/// Who wins a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ties {
    /// The one whose check it is.
    Win,
    /// The other.
    Lose,
    /// Nobody: a draw.
    Draw,
    /// Nobody: both roll again until it is no draw.
    Reroll,
}

/// How two rolls are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contested {
    /// By what.
    pub comparing: Comparing,
    /// Who wins a tie.
    pub ties: Ties,
}

/// Which of several numbered tables holds for the dice rolled: the one of their shape (signs and constants do not
/// matter), else the one without a shape.
pub fn table_for(shapes: impl IntoIterator<Item = (usize, Option<Term>)>, rolled: &Formula) -> Option<usize> {
    let mut general = None;
    for (at, shape) in shapes {
        match (shape, rolled.terms.as_slice()) {
            (Some(shape), [term]) if (Term { minus: term.minus, ..shape }) == *term => return Some(at),
            (None, _) if general.is_none() => general = Some(at),
            _ => {}
        }
    }
    general
}
