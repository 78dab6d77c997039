//! The one door for chance. Play, replays and exact odds ask through the same trait and differ in the source behind it.

use super::{DiceError, MAX_REROLLS};
use crate::value::{FigureId, Formula};
use std::cell::RefCell;
use std::rc::Rc;

/// How much of a roll its caller looks at. A source that follows every branch follows only those that look different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seen {
    /// Only the total. The exhaustive source then reports no single dice.
    Total,
    /// The dice, but not which of the like dice shows what: they may come sorted.
    Sorted,
    /// Every die in the order thrown.
    Dice,
}

/// A roll of which only the class matters.
#[derive(Clone, Copy)]
pub struct Classed<'a> {
    /// What is rolled.
    pub formula: &'a Formula,
    /// What of it is looked at to tell the class.
    pub seen: Seen,
    /// The class of a throw, by its total and dice.
    pub class: &'a dyn Fn(i64, &[u16]) -> u64,
}

/// What two throws count as together, each by its total and dice; none if they are to be made again.
pub type PairClass<'a> = &'a dyn Fn([(i64, &[u16]); 2]) -> Option<u64>;

/// Two rolls against each other.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// What is rolled, and what of it is looked at.
    pub rolls: [(&'a Formula, Seen); 2],
    /// Their class; both are thrown again as long as they have none.
    pub class: PairClass<'a>,
}

/// Whose dice fall next, and what for: told only to a source that asks for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RollReason {
    /// Who throws, and who throws against that; nobody's are those of the game itself.
    pub who: [Option<FigureId>; 2],
    /// What they decide, in words; empty if there is nothing to say.
    pub what: String,
    /// Whether they are those of a check.
    pub is_check: bool,
}

/// What a referee has ruled of dice that were just thrown.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceRuling {
    /// They show something else than was taken for what they show: this.
    Shown(Vec<u16>),
    /// Their check is a success, or none, whatever they show.
    Verdict(bool),
}

/// A source of chance.
pub trait Chance {
    /// Whether it makes a difference to it whose dice fall, and what for.
    fn asks_reason(&self) -> bool {
        false
    }

    /// Says it of the rolls that follow.
    fn give_reason(&mut self, _: RollReason) {}

    /// What has been ruled of the dice that fell since this was asked last, with what they had shown before: a source
    /// whose dice a referee may overrule.
    fn ruling(&mut self) -> Option<(DiceRuling, Vec<u16>)> {
        None
    }

    /// Rolls: `thrown` is cleared and filled with every die of every term in the order of the formula (also those not
    /// kept), the total is returned.
    fn roll(&mut self, formula: &Formula, seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError>;

    /// The same where throws of one class need not be told apart: a source that follows every way may take any one for
    /// all of them.
    fn roll_classed(&mut self, roll: Classed<'_>, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        self.roll(roll.formula, roll.seen, thrown)
    }

    /// Rolls two against each other, as [`roll`](Chance::roll) does, until they have a class; where they never do, the
    /// last throw stands. Throws of one class need not be told apart.
    fn roll_pair(&mut self, pair: Pair<'_>, thrown: [&mut Vec<u16>; 2]) -> Result<[i64; 2], DiceError> {
        let [mine, theirs] = thrown;
        let mut totals = [0; 2];
        for _ in 0..MAX_REROLLS {
            totals[0] = self.roll(pair.rolls[0].0, pair.rolls[0].1, mine)?;
            totals[1] = self.roll(pair.rolls[1].0, pair.rolls[1].1, theirs)?;
            if (pair.class)([(totals[0], mine), (totals[1], theirs)]).is_some() {
                break;
            }
        }
        Ok(totals)
    }

    /// One of `0..of`, each as likely.
    fn pick(&mut self, of: u16) -> Result<u16, DiceError>;

    /// True `ways` times in `of`.
    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError>;

    /// How far the source has come, for logs: how many dice were used, or the word of the stream; 0 if it does not say.
    fn position(&self) -> u64 {
        0
    }
}

/// A source that the one who rolls shares with somebody who looks at it afterwards.
impl<C: Chance> Chance for Rc<RefCell<C>> {
    fn asks_reason(&self) -> bool {
        self.borrow().asks_reason()
    }

    fn give_reason(&mut self, reason: RollReason) {
        self.borrow_mut().give_reason(reason);
    }

    fn ruling(&mut self) -> Option<(DiceRuling, Vec<u16>)> {
        self.borrow_mut().ruling()
    }

    fn roll(&mut self, formula: &Formula, seen: Seen, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        self.borrow_mut().roll(formula, seen, thrown)
    }

    fn roll_classed(&mut self, roll: Classed<'_>, thrown: &mut Vec<u16>) -> Result<i64, DiceError> {
        self.borrow_mut().roll_classed(roll, thrown)
    }

    fn roll_pair(&mut self, pair: Pair<'_>, thrown: [&mut Vec<u16>; 2]) -> Result<[i64; 2], DiceError> {
        self.borrow_mut().roll_pair(pair, thrown)
    }

    fn pick(&mut self, of: u16) -> Result<u16, DiceError> {
        self.borrow_mut().pick(of)
    }

    fn happens(&mut self, ways: u16, of: u16) -> Result<bool, DiceError> {
        self.borrow_mut().happens(ways, of)
    }

    fn position(&self) -> u64 {
        self.borrow().position()
    }
}
