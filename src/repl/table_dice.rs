//! Where the dice of the prompt come from: the session's seed, or the table, where every roll is a question.

use crate::dice::{Chance, DiceError, Given, Seeded, SeededState, Seen};
use crate::value::{Formula, Keep};
use std::cell::RefCell;
use std::rc::Rc;

/// Dice of the real table that are wanted.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WantedDice {
    /// What is rolled.
    pub formula: Formula,
    /// Whether their sum is enough.
    pub sum: bool,
    /// What it is for, in words, if it is no roll of dice.
    pub what: Option<String>,
}

impl WantedDice {
    /// The question that is asked.
    pub(super) fn question(&self) -> String {
        match (&self.what, self.sum && self.formula.count() > 1) {
            (Some(what), _) => format!("{what}?"),
            (None, true) => format!("{}? (the dice, or their sum)", self.formula),
            (None, false) if self.formula.count() > 1 => format!("{}? (each die)", self.formula),
            (None, false) => format!("{}?", self.formula),
        }
    }
}

/// The source, shared between a play that rolls and the session that asks afterwards.
#[derive(Clone)]
pub(super) struct TableDice(Rc<RefCell<DiceState>>);

struct DiceState {
    seeded: Seeded,
    given: Option<Given>,
    wanted: Option<WantedDice>,
    /// Whether the seed takes over when the dice of the table are used up.
    goes_on: bool,
}

impl TableDice {
    /// Dice of a seed, or (if there are any, even none yet) dice of the table.
    pub(super) fn new(seeded: SeededState, given: Option<&[u16]>) -> TableDice {
        let given = given.map(|dice| Given::new(dice.to_vec()));
        TableDice(Rc::new(RefCell::new(DiceState {
            seeded: Seeded::restored(seeded),
            given,
            wanted: None,
            goes_on: false,
        })))
    }

    /// Dice of the table, and of the seed when they are used up.
    pub(super) fn begun(seeded: SeededState, dice: &[u16]) -> TableDice {
        let tray = TableDice::new(seeded, Some(dice));
        tray.0.borrow_mut().goes_on = true;
        tray
    }

    /// Where the seed stands.
    pub(super) fn state(&self) -> SeededState {
        self.0.borrow().seeded.state()
    }

    /// How many dice of the table were used.
    pub(super) fn used(&self) -> usize {
        self.0.borrow().given.as_ref().map_or(0, Given::used)
    }

    /// The dice that were wanted and not there.
    pub(super) fn wanted(&self) -> Option<WantedDice> {
        self.0.borrow().wanted.clone()
    }
}

impl DiceState {
    fn want(&mut self, error: &DiceError, wanted: impl FnOnce() -> WantedDice) {
        if matches!(error, DiceError::UsedUp { .. }) && self.wanted.is_none() {
            self.wanted = Some(wanted());
        }
    }
}

impl Chance for TableDice {
    fn roll(&mut self, formula: &Formula, seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        let mut inner = self.0.borrow_mut();
        let Some(given) = &mut inner.given else { return inner.seeded.roll(formula, seen, thrown) };
        let rolled = given.roll(formula, seen, thrown);
        if inner.goes_on && matches!(rolled, Err(DiceError::UsedUp { .. })) {
            thrown.clear();
            return inner.seeded.roll(formula, seen, thrown);
        }
        if let Err(error) = &rolled {
            let sum = seen == Seen::Total && is_plain(formula);
            inner.want(error, || WantedDice { formula: formula.clone(), sum, what: None });
        }
        rolled
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        let mut inner = self.0.borrow_mut();
        let Some(given) = &mut inner.given else { return inner.seeded.pick(of) };
        let picked = given.pick(of);
        if let Err(error) = &picked {
            let what = Some(format!("one of 1 to {of}"));
            inner.want(error, || WantedDice { formula: Formula::dice(1, of), sum: false, what });
        }
        picked
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        let mut inner = self.0.borrow_mut();
        let Some(given) = &mut inner.given else { return inner.seeded.happens(ways, of) };
        let happened = given.happens(ways, of);
        if let Err(error) = &happened {
            let what = Some(format!("1d{of}, up to {ways} it happens"));
            inner.want(error, || WantedDice { formula: Formula::dice(1, of), sum: false, what });
        }
        happened
    }

    fn position(&self) -> u64 {
        self.0.borrow().seeded.position()
    }
}

/// Whether a sum says as much as the dice: one sort of dice, all of which count.
fn is_plain(formula: &Formula) -> bool {
    matches!(formula.terms.as_slice(), [term] if term.keep == Keep::All && !term.minus && term.count > 0)
}

/// Dice that make a sum, as even as possible; none if no dice do.
pub(super) fn of_sum(formula: &Formula, sum: u16) -> Option<Vec<u16>> {
    let term = formula.terms.first()?;
    if sum < term.count || u32::from(sum) > u32::from(term.count) * u32::from(term.sides) {
        return None;
    }
    let (each, more) = (sum / term.count, sum % term.count);
    Some((0..term.count).map(|at| each + u16::from(at < more)).collect())
}
