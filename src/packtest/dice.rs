//! Where the dice of a test come from: those that it gives, in order; once they are used up, its seed, if it names one.

use crate::dice::{Chance, Classed, DiceError, Given, Pair, RollReason, Seeded, Seen};
use crate::value::{FigureId, Formula};
use std::cell::RefCell;
use std::rc::Rc;

/// The dice a test gives, shared between the play that rolls them and the steps that add more.
#[derive(Clone, Default)]
pub(super) struct TestDice(Rc<RefCell<Tray>>);

#[derive(Default)]
struct Tray {
    given: Given,
    /// The die that could not be rolled, whoever wanted it.
    fault: Option<DiceError>,
    /// Whose dice fall next, and what for.
    reason: RollReason,
    /// How many rolls were for that.
    rolls: usize,
    /// What became of those that were given.
    taken: Vec<TakenDice>,
}

/// Dice that were given and rolled: what they showed, those of each side apart; what for, and whose they were.
#[derive(Clone)]
pub(super) struct TakenDice {
    pub dice: Vec<Vec<u16>>,
    pub what: String,
    pub who: Option<FigureId>,
}

impl Tray {
    /// What the next dice are for, without what they have to show; nothing if nobody has said it.
    fn what_for(&self) -> Option<String> {
        let what = self.reason.what.split(':').next().unwrap_or_default();
        (!what.is_empty()).then(|| what.to_string())
    }

    /// Keeps what was just rolled of the given dice: by its sides, as far as they are as many dice.
    fn keep(&mut self, from: usize, sides: [usize; 2], otherwise: &dyn Fn() -> String) {
        let all = &self.given.given()[from..self.given.used()];
        let split = if sides[0] + sides[1] == all.len() { sides[0] } else { all.len() };
        let dice = [&all[..split], &all[split..]].into_iter().filter(|dice| !dice.is_empty());
        let dice: Vec<Vec<u16>> = dice.map(<[u16]>::to_vec).collect();
        if !dice.is_empty() {
            let what = self.what_for().unwrap_or_else(otherwise);
            self.taken.push(TakenDice { dice, what, who: self.who() });
        }
        self.rolls += 1;
    }

    /// Whose dice fall next: of a check first those of who makes it, then those of the other side.
    fn who(&self) -> Option<FigureId> {
        self.reason.who[usize::from(self.rolls > 0)]
    }
}

impl TestDice {
    /// Puts more dice behind those given.
    pub(super) fn add(&self, dice: &[u16]) {
        self.0.borrow_mut().given.add(dice);
    }

    /// An error if dice are left over.
    pub(super) fn finish(&self) -> Result<(), DiceError> {
        self.0.borrow().given.finish()
    }

    /// What became of the dice that were given.
    pub(super) fn taken(&self) -> Vec<TakenDice> {
        self.0.borrow().taken.clone()
    }

    /// What the die was for that could not be rolled, and whose it was.
    pub(super) fn wanted(&self) -> Option<(String, Option<FigureId>)> {
        let tray = self.0.borrow();
        Some((tray.what_for()?, tray.who()))
    }

    /// The die that shows what it cannot, if one did: which it is, what it shows, what was to be rolled, and its sides.
    pub(super) fn unfit(&self) -> Option<(usize, u16, String, u16)> {
        match &self.0.borrow().fault {
            Some(DiceError::Unfit { at, shown, wanted, sides, .. }) => Some((*at, *shown, wanted.clone(), *sides)),
            _ => None,
        }
    }

    /// All dice that were given, where each of those that show too much could be the sum of several: as these would lie.
    pub(super) fn as_they_lie(&self, count: u16, sides: u16) -> Option<String> {
        let tray = self.0.borrow();
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
        let each: Option<Vec<String>> = tray.given.given().iter().map(|shown| parts(*shown)).collect();
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

    /// Rolls with what is given, or with the seed where nothing is left of it. `otherwise` says what is rolled where
    /// nobody says what for.
    fn roll_with<T>(
        &mut self,
        otherwise: &dyn Fn() -> String,
        roll: impl FnOnce(&mut dyn Chance) -> Result<(T, [usize; 2]), DiceError>,
    ) -> Result<T, DiceError> {
        let mut tray = self.given.0.borrow_mut();
        if let Some(seeded) = &mut self.seeded
            && tray.given.left().is_empty()
        {
            return roll(seeded).map(|(rolled, _)| rolled);
        }
        let from = tray.given.used();
        match roll(&mut tray.given) {
            Ok((rolled, sides)) => {
                tray.keep(from, sides, otherwise);
                Ok(rolled)
            }
            Err(error) => {
                tray.fault = Some(error.clone());
                Err(error)
            }
        }
    }
}

impl Chance for TestChance {
    /// Nobody asks what dice of a seed are for.
    fn asks_reason(&self) -> bool {
        self.seeded.is_none() || !self.given.0.borrow().given.left().is_empty()
    }

    fn give_reason(&mut self, reason: RollReason) {
        let mut tray = self.given.0.borrow_mut();
        (tray.reason, tray.rolls) = (reason, 0);
    }

    fn roll(&mut self, formula: &Formula, seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        let roll = |chance: &mut dyn Chance| {
            let total = chance.roll(formula, seen, thrown)?;
            Ok((total, [thrown.len(), 0]))
        };
        self.roll_with(&|| formula.to_string(), roll)
    }

    fn roll_classed(&mut self, roll: Classed<'_>, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        let rolled = |chance: &mut dyn Chance| {
            let total = chance.roll_classed(roll, thrown)?;
            Ok((total, [thrown.len(), 0]))
        };
        self.roll_with(&|| roll.formula.to_string(), rolled)
    }

    fn roll_pair(&mut self, pair: Pair<'_>, thrown: [&mut Vec<u16>; 2]) -> Result<[i64; 2], DiceError> {
        let [mine, theirs] = thrown;
        let rolled = |chance: &mut dyn Chance| {
            let totals = chance.roll_pair(pair, [&mut *mine, &mut *theirs])?;
            Ok((totals, [mine.len(), theirs.len()]))
        };
        self.roll_with(&|| pair.rolls[0].0.to_string(), rolled)
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        self.roll_with(&|| format!("a choice among {of}"), |chance| Ok((chance.pick(of)?, [1, 0])))
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        let what = || format!("a chance of {ways} in {of}");
        self.roll_with(&what, |chance| Ok((chance.happens(ways, of)?, [1, 0])))
    }

    fn position(&self) -> u64 {
        self.seeded.as_ref().map_or(0, Chance::position)
    }
}
