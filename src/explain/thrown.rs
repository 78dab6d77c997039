//! A roll as it fell.

use crate::dice;
use crate::value::Formula;

/// A roll: its total, and every die as thrown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thrown {
    /// The total of the formula.
    pub total: i64,
    /// Every die, also those not kept.
    pub dice: Vec<u16>,
}

impl Thrown {
    /// Dice that already lie on the table.
    pub fn of(formula: &Formula, dice: Vec<u16>) -> Result<Thrown, dice::DiceError> {
        Ok(Thrown { total: dice::rolled(formula, &dice)?, dice })
    }
}
