//! Where the dice of the prompt come from: the session's seed, or the table, where every roll is a question.

use crate::dice::{Chance, DiceError, Given, RollReason, Seeded, SeededState, Seen};
use crate::value::{FigureId, Formula, Keep};
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
    /// Who throws them, if somebody does, and what they decide, if that is known.
    pub roller: Option<FigureId>,
    pub decides: String,
}

impl WantedDice {
    fn of(formula: Formula, sum: bool, what: Option<String>) -> WantedDice {
        WantedDice { formula, sum, what, roller: None, decides: String::new() }
    }

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
    /// Figures that throw their own dice, by their numbers; none if all do.
    by_hand: Option<Vec<bool>>,
    /// Whose dice fall, and what for.
    reason: RollReason,
    /// Rolls since that was said.
    rolls: usize,
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
            by_hand: None,
            reason: RollReason::default(),
            rolls: 0,
        })))
    }

    /// The same where only some figures throw their own dice, and the seed throws all others.
    pub(super) fn thrown_by(self, by_hand: Option<Vec<bool>>) -> TableDice {
        self.0.borrow_mut().by_hand = by_hand;
        self
    }

    /// From now on other dice fall where the seed throws, and nobody else does.
    pub(super) fn reseed(&self, seeded: Seeded) {
        let mut inner = self.0.borrow_mut();
        (inner.seeded, inner.given) = (seeded, None);
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
            let mut wanted = wanted();
            (wanted.roller, wanted.decides) = (self.roller(self.rolls), self.reason.what.clone());
            self.wanted = Some(wanted);
        }
    }

    /// Whose roll it is, of those that were announced together.
    fn roller(&self, roll: usize) -> Option<FigureId> {
        self.reason.who.get(roll % 2).copied().flatten()
    }

    /// Whether the next roll is one of the real table.
    fn is_by_hand(&self) -> bool {
        let Some(by_hand) = &self.by_hand else { return true };
        self.roller(self.rolls).is_some_and(|who| by_hand.get(who.index()).copied().unwrap_or(false))
    }

    /// The dice of the table, where the next roll is of them.
    fn given(&mut self) -> Option<&mut Given> {
        if self.is_by_hand() { self.given.as_mut() } else { None }
    }
}

impl Chance for TableDice {
    fn asks_reason(&self) -> bool {
        self.0.borrow().given.is_some()
    }

    fn give_reason(&mut self, reason: RollReason) {
        let mut inner = self.0.borrow_mut();
        (inner.reason, inner.rolls) = (reason, 0);
    }

    fn roll(&mut self, formula: &Formula, seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        let mut inner = self.0.borrow_mut();
        let Some(given) = inner.given() else {
            inner.rolls += 1;
            return inner.seeded.roll(formula, seen, thrown);
        };
        let rolled = given.roll(formula, seen, thrown);
        if inner.goes_on && matches!(rolled, Err(DiceError::UsedUp { .. })) {
            thrown.clear();
            return inner.seeded.roll(formula, seen, thrown);
        }
        if let Err(error) = &rolled {
            let sum = seen == Seen::Total && is_plain(formula);
            inner.want(error, || WantedDice::of(formula.clone(), sum, None));
        }
        inner.rolls += 1;
        rolled
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        let mut inner = self.0.borrow_mut();
        let Some(given) = inner.given() else { return inner.seeded.pick(of) };
        let picked = given.pick(of);
        if let Err(error) = &picked {
            let what = Some(format!("one of 1 to {of}"));
            inner.want(error, || WantedDice::of(Formula::dice(1, of), false, what));
        }
        picked
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        let mut inner = self.0.borrow_mut();
        let Some(given) = inner.given() else { return inner.seeded.happens(ways, of) };
        let happened = given.happens(ways, of);
        if let Err(error) = &happened {
            let what = Some(format!("1d{of}, up to {ways} it happens"));
            inner.want(error, || WantedDice::of(Formula::dice(1, of), false, what));
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
