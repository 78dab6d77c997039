//! Chance that was decided elsewhere: dice on a real table, a recorded game, a test.

use super::{Chance, DiceError, Seen, rolled, validate};
use crate::value::{Formula, Keep};

/// Of more dice than these no faces are proposed.
const MOST_FACES: usize = 12;

/// Dice in the order they are to be used. A choice among *n* uses one die from 1 to *n*; a chance of *n* in *d* uses one
/// from 1 to *d* and comes true up to *n*.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Given {
    dice: Vec<u16>,
    used: usize,
}

impl Given {
    /// These dice.
    pub fn new(dice: impl Into<Vec<u16>>) -> Given {
        Given { dice: dice.into(), used: 0 }
    }

    /// All dice, used or not.
    pub fn given(&self) -> &[u16] {
        &self.dice
    }

    /// The dice not yet used.
    pub fn left(&self) -> &[u16] {
        &self.dice[self.used..]
    }

    /// How many dice were used.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Puts more dice behind those given.
    pub fn add(&mut self, dice: &[u16]) {
        self.dice.extend_from_slice(dice);
    }

    /// An error if dice are left over.
    pub fn finish(&self) -> Result<(), DiceError> {
        match self.left() {
            [] => Ok(()),
            [first, ..] => Err(DiceError::LeftOver { left: self.left().len(), given: self.dice.len(), first: *first }),
        }
    }

    fn next(&mut self, sides: u16, wanted: impl Fn() -> String) -> Result<u16, DiceError> {
        let Some(&shown) = self.dice.get(self.used) else {
            return Err(DiceError::UsedUp { wanted: wanted(), given: self.dice.len() });
        };
        if shown == 0 || shown > sides {
            let help = format!("it must show a number from 1 to {sides}");
            return Err(DiceError::Unfit { at: self.used + 1, shown, wanted: wanted(), sides, help });
        }
        self.used += 1;
        Ok(shown)
    }

    fn throw(&mut self, formula: &Formula, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        for term in &formula.terms {
            for _ in 0..term.count {
                let shown = self.next(term.sides, || format!("a d{} of {formula}", term.sides));
                thrown.push(shown.map_err(|error| self.of_total(formula, error))?);
            }
        }
        rolled(formula, thrown)
    }

    /// A number that no die shows, of a roll of several for which it alone is given: their total.
    fn of_total(&self, formula: &Formula, error: DiceError) -> DiceError {
        let faces = |shown: u16| faces_of(formula, shown).filter(|_| self.dice.len() == 1);
        match error {
            DiceError::Unfit { at, shown, wanted, sides, .. } if let Some(faces) = faces(shown) => {
                let list = faces.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
                let help = format!(
                    "{shown} is a total: the {} dice are told one by one as they lie, such as `{list}`",
                    faces.len()
                );
                DiceError::Unfit { at, shown, wanted, sides, help }
            }
            error => error,
        }
    }
}

/// Faces of the dice of a roll that come to a total; none if it is one die, or if they cannot.
fn faces_of(formula: &Formula, total: u16) -> Option<Vec<u16>> {
    let is_plain = formula.terms.iter().all(|term| !term.minus && term.keep == Keep::All);
    let each = formula.terms.iter().flat_map(|term| std::iter::repeat_n(term.sides, usize::from(term.count)));
    let sides: Vec<u16> = each.collect();
    if !is_plain || !(2..=MOST_FACES).contains(&sides.len()) {
        return None;
    }
    let mut left = u16::try_from(i64::from(total) - formula.plus).ok()?;
    let mut faces = Vec::new();
    for (at, most) in sides.iter().enumerate() {
        let dice = (at..sides.len()).count() as u16;
        let face = left.div_ceil(dice).min(*most);
        left = left.checked_sub(face).filter(|_| face > 0)?;
        faces.push(face);
    }
    (left == 0).then_some(faces)
}

impl Chance for Given {
    fn roll(&mut self, formula: &Formula, _seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        validate(formula)?;
        thrown.clear();
        let before = self.used;
        let total = self.throw(formula, thrown);
        if total.is_err() {
            // A roll is made whole or not at all, so that a person may correct the dice and go on.
            self.used = before;
            thrown.clear();
        }
        total
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        match of {
            0 => Err(DiceError::NoChoice),
            1 => Ok(0),
            _ => Ok(self.next(of, || format!("a choice among {of}"))? - 1),
        }
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        match (ways, of) {
            (_, 0) => Err(DiceError::NoChoice),
            (0, _) => Ok(false),
            _ if ways >= of => Ok(true),
            _ => Ok(self.next(of, || format!("a chance of {ways} in {of}"))? <= ways),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_used_in_order_and_all_of_them() {
        let mut given = Given::new([4, 2, 5, 3, 2, 2]);
        let mut thrown = Vec::new();
        assert_eq!(given.roll(&Formula::dice(3, 6), Seen::Total, &mut thrown), Ok(11));
        assert_eq!(thrown, [4, 2, 5]);
        assert_eq!(given.pick(3), Ok(2));
        assert_eq!(given.happens(1, 6), Ok(false));
        assert_eq!(given.finish(), Err(DiceError::LeftOver { left: 1, given: 6, first: 2 }));
        assert_eq!(given.happens(2, 6), Ok(true));
        assert_eq!(given.finish(), Ok(()));
    }

    #[test]
    fn a_roll_that_fails_uses_nothing() {
        let mut given = Given::new([4, 7]);
        let mut thrown = Vec::new();
        let error = given.roll(&Formula::dice(2, 6), Seen::Dice, &mut thrown).expect_err("7 is no side of a d6");
        assert_eq!(error.to_string(), "die 2 shows 7, which does not fit a d6 of 2d6");
        assert_eq!(given.left(), [4, 7]);
        let error = given.roll(&Formula::dice(3, 10), Seen::Dice, &mut thrown).expect_err("only two dice");
        assert_eq!(error.to_string(), "no die is left for a d10 of 3d10: all 2 given dice are used");
        assert_eq!(given.roll(&Formula::dice(2, 8), Seen::Dice, &mut thrown), Ok(11));
    }
}
