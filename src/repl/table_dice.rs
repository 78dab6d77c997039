//! Where the dice of the prompt come from: the session's seed, or the table, where every roll is a question.

use crate::dice::{Chance, DiceError, DiceRuling, Given, RollReason, Seeded, SeededState, Seen, rolled};
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

/// Dice that fell.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct FallenDice {
    /// What was rolled.
    pub formula: Formula,
    /// Every die as it counts, and as it fell.
    pub dice: Vec<u16>,
    pub shown: Vec<u16>,
    /// What for, if it was no roll of dice.
    pub what: Option<String>,
    /// Who threw them, if somebody did, and what they decide, if that is known.
    pub roller: Option<FigureId>,
    pub decides: String,
    /// Whether they are the first of a check.
    pub is_check: bool,
    /// Whether they fell on the real table.
    pub by_hand: bool,
}

impl FallenDice {
    /// The question that asks for them.
    pub(super) fn wanted(&self) -> WantedDice {
        let sum = self.what.is_none() && is_plain(&self.formula);
        WantedDice {
            roller: self.roller,
            decides: self.decides.clone(),
            ..WantedDice::of(self.formula.clone(), sum, self.what.clone())
        }
    }
}

/// What a referee has ruled of dice: of those that fall as so many after the beginning.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct RuledDice {
    pub nth: usize,
    pub ruling: DiceRuling,
}

impl RuledDice {
    /// The same counted from a later beginning; none if it was before that.
    pub(super) fn since(&self, tosses: usize) -> Option<RuledDice> {
        let nth = self.nth.checked_sub(tosses)?;
        Some(RuledDice { nth, ruling: self.ruling.clone() })
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
    /// What was thrown since the beginning, where that is kept.
    tosses: Option<Vec<FallenDice>>,
    /// How much was thrown.
    count: usize,
    ruled: Vec<RuledDice>,
    /// What was ruled of the dice that fell last, and what they had shown.
    ruling: Option<(DiceRuling, Vec<u16>)>,
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
            tosses: None,
            count: 0,
            ruled: Vec::new(),
            ruling: None,
        })))
    }

    /// The same where a referee has ruled what some of them show.
    pub(super) fn ruled(self, ruled: &[RuledDice]) -> TableDice {
        self.0.borrow_mut().ruled = ruled.to_vec();
        self
    }

    /// The same, and all that falls is kept.
    pub(super) fn kept(self) -> TableDice {
        self.0.borrow_mut().tosses = Some(Vec::new());
        self
    }

    /// How often dice were thrown since the beginning.
    pub(super) fn count(&self) -> usize {
        self.0.borrow().count
    }

    /// What was thrown since the beginning, where that is kept.
    pub(super) fn tosses(&self) -> Vec<FallenDice> {
        self.0.borrow().tosses.clone().unwrap_or_default()
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

    /// Dice were thrown: what they count as, if that was ruled; else as they are.
    fn fell(&mut self, formula: &Formula, what: Option<&str>, dice: Vec<u16>) -> Vec<u16> {
        let (nth, by_hand) = (self.count, self.given.is_some() && self.is_by_hand());
        self.count += 1;
        let ruled = self.ruled.iter().find(|ruled| ruled.nth == nth).map(|ruled| ruled.ruling.clone());
        let counted = match &ruled {
            // Other dice than were ruled of fall where something else happens before them.
            Some(DiceRuling::Shown(counted)) if fits(formula, counted) => counted.clone(),
            _ => dice.clone(),
        };
        if let Some(ruling) = ruled.filter(|ruling| !matches!(ruling, DiceRuling::Shown(_)) || counted != dice) {
            self.ruling = Some((ruling, dice.clone()));
        }
        if self.tosses.is_some() {
            let tosses = FallenDice {
                formula: formula.clone(),
                dice: counted.clone(),
                shown: dice,
                what: what.map(str::to_string),
                roller: self.roller(self.rolls),
                decides: self.reason.what.clone(),
                is_check: self.reason.is_check && self.rolls == 0,
                by_hand,
            };
            self.tosses.iter_mut().for_each(|all| all.push(tosses.clone()));
        }
        self.rolls += 1;
        counted
    }

    /// One of so many, as a die of as many sides shows it.
    fn one_of(&mut self, of: u16, what: impl Fn() -> String) -> Result<u16, DiceError> {
        let die = match self.given() {
            Some(given) => {
                let picked = given.pick(of);
                if let Err(error) = &picked {
                    self.want(error, || WantedDice::of(Formula::dice(1, of), false, Some(what())));
                }
                picked? + 1
            }
            None => self.seeded.pick(of)? + 1,
        };
        // Where there is one only, no die falls.
        if of < 2 {
            return Ok(die);
        }
        let counted = self.fell(&Formula::dice(1, of), Some(&what()), vec![die]);
        Ok(counted.first().copied().unwrap_or(die))
    }

    /// The dice of the table, where the next roll is of them.
    fn given(&mut self) -> Option<&mut Given> {
        if self.is_by_hand() { self.given.as_mut() } else { None }
    }
}

impl Chance for TableDice {
    fn asks_reason(&self) -> bool {
        let inner = self.0.borrow();
        inner.given.is_some() || inner.tosses.is_some()
    }

    fn ruling(&mut self) -> Option<(DiceRuling, Vec<u16>)> {
        self.0.borrow_mut().ruling.take()
    }

    fn give_reason(&mut self, reason: RollReason) {
        let mut inner = self.0.borrow_mut();
        (inner.reason, inner.rolls) = (reason, 0);
    }

    fn roll(&mut self, formula: &Formula, seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        let mut inner = self.0.borrow_mut();
        let mut total = match inner.given() {
            Some(given) => given.roll(formula, seen, thrown),
            None => inner.seeded.roll(formula, seen, thrown),
        };
        if inner.goes_on && matches!(total, Err(DiceError::UsedUp { .. })) {
            thrown.clear();
            total = inner.seeded.roll(formula, seen, thrown);
        }
        if let Err(error) = &total {
            let sum = seen == Seen::Total && is_plain(formula);
            inner.want(error, || WantedDice::of(formula.clone(), sum, None));
            return total;
        }
        let counted = inner.fell(formula, None, thrown.clone());
        if counted == *thrown {
            return total;
        }
        *thrown = counted;
        rolled(formula, thrown)
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        if of == 0 {
            return Err(DiceError::NoChoice);
        }
        let picked = self.0.borrow_mut().one_of(of, || format!("one of 1 to {of}"));
        picked.map(|die| die - 1)
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        match (ways, of) {
            (_, 0) => Err(DiceError::NoChoice),
            (0, _) => Ok(false),
            _ if ways >= of => Ok(true),
            _ => {
                let die = self.0.borrow_mut().one_of(of, || format!("1d{of}, up to {ways} it happens"));
                die.map(|die| die <= ways)
            }
        }
    }

    fn position(&self) -> u64 {
        self.0.borrow().seeded.position()
    }
}

/// Whether dice are such as a formula throws.
pub(super) fn fits(formula: &Formula, dice: &[u16]) -> bool {
    let sides = formula.terms.iter().flat_map(|term| std::iter::repeat_n(term.sides, usize::from(term.count)));
    let sides: Vec<u16> = sides.collect();
    sides.len() == dice.len() && dice.iter().zip(&sides).all(|(die, sides)| (1..=*sides).contains(die))
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
