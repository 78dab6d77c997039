//! A roll against a number or another roll: success, margin and degree; and the exact odds of each. Knows no rulebook:
//! dice, a goal and rows go in, a verdict comes out.

mod judge;
mod odds;
mod side;

pub use judge::{Verdict, judge, judge_opposed};
pub use odds::{Outcomes, VerdictOdds, odds, odds_opposed};
pub use side::{
    Comparing, Contested, JudgedRow, ResultKey, ResultRows, RollGoal, Roller, Ties, at_least, at_most, table_for,
};

#[cfg(test)]
mod tests;
