//! How closely rules and scripts look at a game of which every way is followed. Ways that nobody tells apart need not
//! be followed one by one: where only the verdict of a check is read, all throws with the same verdict are one way.

use crate::value::CheckId;
use std::collections::BTreeMap;

/// What is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// Whether it succeeded, and the fields of its result table.
    #[default]
    Verdict,
    /// Also the total and the margin.
    Total,
    /// Also the dice.
    Dice,
}

/// The closest look that has been taken at each check so far, and whether the number of the turn was looked at.
#[derive(Debug, Default)]
pub struct Precision {
    closest: BTreeMap<CheckId, Look>,
    turn: bool,
    is_closer: bool,
}

impl Precision {
    /// How a check is to be rolled.
    pub fn at(&self, check: CheckId) -> Look {
        self.closest.get(&check).copied().unwrap_or_default()
    }

    /// Notes a look at the outcome of a check.
    pub fn note(&mut self, check: CheckId, look: Look) {
        if look > self.at(check) {
            self.closest.insert(check, look);
            self.is_closer = true;
        }
    }

    /// Notes that rules or scripts have asked for the number of the turn.
    pub fn note_turn(&mut self) {
        self.is_closer |= !self.turn;
        self.turn = true;
    }

    /// Whether anybody has asked for the number of the turn: then equal states of different turns are two.
    pub fn at_turn(&self) -> bool {
        self.turn
    }

    /// Whether the precision has grown since this was asked last, because a script looked more closely than the check
    /// was rolled: then everything found since must be computed again.
    pub fn have_come_closer(&mut self) -> bool {
        std::mem::take(&mut self.is_closer)
    }
}

#[cfg(test)]
mod tests {
    use super::{Look, Precision};
    use crate::value::CheckId;

    #[test]
    fn only_a_closer_look_is_news() {
        let (mut looks, check) = (Precision::default(), CheckId(3));
        looks.note(check, Look::Verdict);
        assert!(!looks.have_come_closer());
        looks.note(check, Look::Dice);
        looks.note(check, Look::Total);
        assert_eq!(looks.at(check), Look::Dice);
        assert!(looks.have_come_closer() && !looks.have_come_closer());
        assert_eq!(looks.at(CheckId(4)), Look::Verdict);
        looks.note_turn();
        assert!(looks.at_turn() && looks.have_come_closer());
        looks.note_turn();
        assert!(!looks.have_come_closer());
    }
}
