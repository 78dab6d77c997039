//! Where the dice of a test come from: those that it gives, in order; once they are used up, its seed, if it names one.

use crate::dice::{Chance, Classed, DiceError, Given, Pair, Seeded, Seen};
use crate::value::Formula;
use std::cell::RefCell;
use std::rc::Rc;

/// The dice a test gives, shared between the play that rolls them and the steps that add more; and the die that could not
/// be rolled, whoever wanted it.
#[derive(Clone, Default)]
pub(super) struct TestDice(pub Rc<RefCell<Given>>, Rc<RefCell<Option<DiceError>>>);

impl TestDice {
    /// The die that shows what it cannot, if one did: which it is, what it shows, what was to be rolled, and its sides.
    pub(super) fn unfit(&self) -> Option<(usize, u16, String, u16)> {
        match &*self.1.borrow() {
            Some(DiceError::Unfit { at, shown, wanted, sides }) => Some((*at, *shown, wanted.clone(), *sides)),
            _ => None,
        }
    }

    /// All dice that were given, where each of those that show too much could be the sum of several: as these would lie.
    pub(super) fn as_they_lie(&self, count: u16, sides: u16) -> Option<String> {
        let given = self.0.borrow();
        let parts = |sum: u16| {
            let is_sum = count > 1 && sum >= count && u32::from(sum) <= u32::from(count) * u32::from(sides);
            let mut left = if is_sum { sum - count } else { return None };
            let die = |_| {
                let more = left.min(sides - 1);
                left -= more;
                (1 + more).to_string()
            };
            Some((0..count).map(die).collect::<Vec<_>>().join(" "))
        };
        let each: Option<Vec<String>> = given.given().iter().map(|shown| parts(*shown)).collect();
        each.map(|each| format!("dice {}", each.join(" ")))
    }
}

/// What is rolled: given dice first.
pub(super) struct TestChance {
    given: TestDice,
    seeded: Option<Seeded>,
}

impl TestChance {
    pub(super) fn new(given: &TestDice, seed: Option<u64>) -> TestChance {
        TestChance { given: given.clone(), seeded: seed.map(|seed| Seeded::new(seed, 0)) }
    }

    /// Rolls with what is given, or with the seed where nothing is left of it.
    fn roll_with<T>(&mut self, roll: impl FnOnce(&mut dyn Chance) -> Result<T, DiceError>) -> Result<T, DiceError> {
        match &mut self.seeded {
            Some(seeded) if self.given.0.borrow().left().is_empty() => roll(seeded),
            _ => {
                let rolled = roll(&mut *self.given.0.borrow_mut());
                rolled.inspect_err(|error| *self.given.1.borrow_mut() = Some(error.clone()))
            }
        }
    }
}

impl Chance for TestChance {
    fn roll(&mut self, formula: &Formula, seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        self.roll_with(|chance| chance.roll(formula, seen, thrown))
    }

    fn roll_classed(&mut self, roll: Classed<'_>, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        self.roll_with(|chance| chance.roll_classed(roll, thrown))
    }

    fn roll_pair(&mut self, pair: Pair<'_>, thrown: [&mut Vec<u16>; 2]) -> Result<[i64; 2], DiceError> {
        self.roll_with(|chance| chance.roll_pair(pair, thrown))
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        self.roll_with(|chance| chance.pick(of))
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        self.roll_with(|chance| chance.happens(ways, of))
    }

    fn position(&self) -> u64 {
        self.seeded.as_ref().map_or(0, Chance::position)
    }
}
