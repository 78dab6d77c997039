//! Points that are spent, owed and set aside.

use super::TurnError;
use crate::value::Number;

/// Points of one owner: what is left, what is owed to the turns to come, what is set aside for later in this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Budget {
    left: Number,
    owed: Number,
    reserved: Number,
}

impl Budget {
    /// So many points, no debt.
    pub fn of(points: Number) -> Budget {
        Budget { left: points.max(Number::ZERO), ..Budget::default() }
    }

    /// What can be spent now.
    pub fn left(self) -> Number {
        self.left
    }

    /// What the turns to come have to pay.
    pub fn owed(self) -> Number {
        self.owed
    }

    /// What is set aside.
    pub fn reserved(self) -> Number {
        self.reserved
    }

    /// Spends an amount if there is as much; true if it was spent. Negative amounts are never spent.
    #[must_use]
    pub fn spend(&mut self, amount: Number) -> bool {
        match self.left.minus(amount) {
            Some(left) if left >= Number::ZERO && amount >= Number::ZERO => {
                self.left = left;
                true
            }
            _ => false,
        }
    }

    /// Spends what there is and owes the rest, if no more than `most` is owed then; true if it was spent.
    pub fn spend_or_owe(&mut self, amount: Number, most: Number) -> Result<bool, TurnError> {
        if amount < Number::ZERO {
            return Ok(false);
        }
        let paid = amount.min(self.left);
        let rest = amount.minus(paid).ok_or(TurnError::Overflow)?;
        let owed = self.owed.plus(rest).ok_or(TurnError::Overflow)?;
        if owed > most && rest > Number::ZERO {
            return Ok(false);
        }
        self.left = self.left.minus(paid).ok_or(TurnError::Overflow)?;
        self.owed = owed;
        Ok(true)
    }

    /// Sets an amount aside; true if there was as much.
    pub fn reserve(&mut self, amount: Number) -> Result<bool, TurnError> {
        let reserved = self.reserved.plus(amount).ok_or(TurnError::Overflow)?;
        let is_possible = self.spend(amount);
        if is_possible {
            self.reserved = reserved;
        }
        Ok(is_possible)
    }

    /// Spends from what is set aside; true if there was as much.
    #[must_use]
    pub fn spend_reserved(&mut self, amount: Number) -> bool {
        let mut purse = Budget::of(self.reserved);
        let is_possible = purse.spend(amount);
        self.reserved = purse.left;
        is_possible
    }

    /// Gives back what is set aside.
    pub fn release(&mut self) -> Result<(), TurnError> {
        self.left = self.left.plus(self.reserved).ok_or(TurnError::Overflow)?;
        self.reserved = Number::ZERO;
        Ok(())
    }

    /// A new turn with so many points: debts are paid from them first, what was left or set aside is gone.
    pub fn refill(&mut self, points: Number) -> Result<(), TurnError> {
        let points = points.max(Number::ZERO);
        let paid = points.min(self.owed);
        self.left = points.minus(paid).ok_or(TurnError::Overflow)?;
        self.owed = self.owed.minus(paid).ok_or(TurnError::Overflow)?;
        self.reserved = Number::ZERO;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Budget;
    use crate::value::Number;

    fn parts(budget: Budget) -> [Number; 3] {
        [budget.left(), budget.owed(), budget.reserved()]
    }

    fn whole(parts: [i64; 3]) -> [Number; 3] {
        parts.map(Number::int)
    }

    #[test]
    fn debts_are_paid_over_several_turns() {
        let mut budget = Budget::of(Number::int(3));
        assert_eq!(budget.spend_or_owe(Number::int(8), Number::int(4)), Ok(false), "more than may be owed");
        assert_eq!(budget.spend_or_owe(Number::int(7), Number::int(4)), Ok(true));
        assert_eq!(parts(budget), whole([0, 4, 0]));
        budget.refill(Number::int(3)).expect("small numbers");
        assert_eq!(parts(budget), whole([0, 1, 0]));
        budget.refill(Number::int(3)).expect("small numbers");
        assert_eq!(parts(budget), whole([2, 0, 0]));
    }

    #[test]
    fn what_is_set_aside_is_not_spent() {
        let mut budget = Budget::of(Number::int(3));
        assert_eq!(budget.reserve(Number::int(2)), Ok(true));
        assert!(!budget.spend(Number::int(2)));
        assert!(budget.spend_reserved(Number::ONE));
        assert!(!budget.spend_reserved(Number::int(2)));
        budget.release().expect("small numbers");
        assert_eq!(parts(budget), whole([2, 0, 0]));
    }

    #[test]
    fn a_negative_amount_gives_nothing() {
        let mut budget = Budget::of(Number::int(3));
        assert!(!budget.spend(Number::int(-1)));
        assert_eq!(budget.spend_or_owe(Number::int(-1), Number::ZERO), Ok(false));
        assert_eq!(budget.reserve(Number::int(-1)), Ok(false));
        assert_eq!(parts(budget), whole([3, 0, 0]));
    }
}
