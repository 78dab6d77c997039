//! How closely scripts look at the dice of checks. Ways that nobody tells apart need not be followed one by one: where
//! only the verdict of a check is read, all throws with the same verdict are one way.

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

/// The closest look that scripts have taken at each check so far.
#[derive(Debug, Default)]
pub struct Looks {
    closest: BTreeMap<CheckId, Look>,
    is_closer: bool,
}

impl Looks {
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

    /// Whether a script has looked more closely than the check was rolled, since this was asked last: then everything
    /// found since is to be found again.
    pub fn have_come_closer(&mut self) -> bool {
        std::mem::take(&mut self.is_closer)
    }
}

#[cfg(test)]
mod tests {
    use super::{Look, Looks};
    use crate::value::CheckId;

    #[test]
    fn only_a_closer_look_is_news() {
        let (mut looks, check) = (Looks::default(), CheckId(3));
        looks.note(check, Look::Verdict);
        assert!(!looks.have_come_closer());
        looks.note(check, Look::Dice);
        looks.note(check, Look::Total);
        assert_eq!(looks.at(check), Look::Dice);
        assert!(looks.have_come_closer() && !looks.have_come_closer());
        assert_eq!(looks.at(CheckId(4)), Look::Verdict);
    }
}
