//! How luckily dice fall: of every roll that decides something, by how much it comes out better than can be expected of
//! it. Its mean over everything that the dice can show is exactly nothing, whatever has happened before.

use super::Play;
use crate::check::{RollGoal, Ties};
use crate::dice::{Count, Dist, Odds};
use crate::eval::Frame;
use crate::explain::{CheckResult, Need, Opponent};
use crate::value::{CheckId, FigureId, Formula, SideId};
use std::sync::Arc;

/// One success more than expected, or [`POINTS`] points, come to about so much: in integers, so that sums are the same in
/// any order. It is a little less where the chance is a fraction that does not divide it.
pub(crate) const LUCK_UNIT: i64 = 1 << 36;
/// See [`LUCK_UNIT`].
const POINTS: i128 = 16;

/// What a roll was for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub(crate) enum RollOf {
    /// Whether a check succeeds.
    Success(CheckId),
    /// What the dice of a check come to.
    Total(CheckId),
    /// What dice come to that are thrown under this name.
    Dice(Arc<str>),
}

/// The luck of one roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RollLuck {
    /// Of whose side.
    pub side: SideId,
    /// What it was for.
    pub of: RollOf,
    /// By how much it was better than expected, in [`LUCK_UNIT`]s.
    pub luck: i64,
}

/// The luck of all rolls of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct LuckLedger {
    rolls: Vec<RollLuck>,
    /// Whose dice are thrown next, and what for.
    next: Option<(SideId, Arc<str>)>,
    /// What dice come to on average, as a fraction; none of those that are not weighed.
    means: Vec<(Formula, Option<[i128; 2]>)>,
}

impl LuckLedger {
    /// All that was noted.
    pub(crate) fn rolls(&self) -> &[RollLuck] {
        &self.rolls
    }

    fn note(&mut self, side: SideId, of: RollOf, luck: Option<i64>) {
        if let Some(luck) = luck {
            self.rolls.push(RollLuck { side, of, luck });
        }
    }

    /// By how much a total is more than the average of its dice.
    fn of_total(&mut self, formula: &Formula, total: i64) -> Option<i64> {
        let at = self.means.iter().position(|(known, _)| known == formula).unwrap_or_else(|| {
            self.means.push((formula.clone(), mean(formula)));
            self.means.len() - 1
        });
        let [sum, of] = self.means[at].1?;
        let each = i128::from(LUCK_UNIT) / of.checked_mul(POINTS)?;
        let more = i128::from(total).checked_mul(of)?.checked_sub(sum)?;
        i64::try_from(more.checked_mul(each)?).ok()
    }

    /// Notes what dice came to, if it was said whose they are and what for.
    pub(super) fn thrown(&mut self, formula: &Formula, total: i64) {
        if let Some((side, name)) = self.next.clone() {
            let luck = self.of_total(formula, total);
            self.note(side, RollOf::Dice(name), luck);
        }
    }
}

/// By how much a success, or a failure, is more than expected: of a chance of `a/b` a success is `b - a` and a failure
/// `-a` times the same, so that it is nothing on average, exactly.
fn of_verdict(odds: &Odds, success: bool) -> Option<i64> {
    let number = |count: &Count| match count {
        Count::Small(number) => i128::try_from(*number).ok(),
        Count::Big(_) => None,
    };
    let (ways, of) = (number(odds.ways())?, number(odds.total())?);
    let each = i128::from(LUCK_UNIT) / of;
    let more = if success { of - ways } else { -ways };
    i64::try_from(more.checked_mul(each)?).ok().filter(|_| each > 0)
}

/// The average of dice as a fraction.
fn mean(formula: &Formula) -> Option<[i128; 2]> {
    let mean = Dist::of(formula).ok()?.mean()?;
    let fraction = [i128::from(mean.numerator()), i128::from(mean.denominator())];
    (fraction[1].checked_mul(POINTS)? <= i128::from(LUCK_UNIT)).then_some(fraction)
}

impl Play {
    /// Weighs the luck of all rolls from now on.
    pub(crate) fn weigh_luck(&mut self) {
        self.dice.luck = Some(Box::default());
    }

    /// The luck of all rolls, if it was weighed.
    pub(crate) fn luck(&self) -> Option<&LuckLedger> {
        self.dice.luck.as_deref()
    }

    /// Says whose dice are thrown next, and what for: nobody's are not weighed.
    pub(super) fn weigh_next(&mut self, who: Option<FigureId>, name: Option<&Arc<str>>) {
        if self.dice.luck.is_none() {
            return;
        }
        let next = who.map(|who| (self.state().figure(who).side, name.cloned().unwrap_or_default()));
        if let Some(luck) = &mut self.dice.luck {
            luck.next = next;
        }
    }

    /// Weighs the luck of a check.
    pub(super) fn weigh_check(&mut self, check: CheckId, frame: &Frame, need: &Need, result: &CheckResult) {
        if self.dice.luck.is_none() {
            return;
        }
        let Some(who) = self.roller(check, frame) else { return };
        let side = self.state().figure(who).side;
        let rules = self.rules().clone();
        let odds = need.odds(&rules.book).ok().flatten();
        // A roll against another that is made again until it is decided, and never was, is as expected.
        let is_open =
            result.draw && matches!(&need.rival, Opponent::Rolls(_, contested) if contested.ties == Ties::Reroll);
        let is_alone = matches!(need.rival, Opponent::Nobody);
        let Some(luck) = &mut self.dice.luck else { return };
        if let Some(odds) = odds.filter(|odds| *odds != Odds::NEVER && *odds != Odds::ALWAYS && !is_open) {
            luck.note(side, RollOf::Success(check), of_verdict(&odds, result.success));
        }
        if is_alone {
            let plus = match need.mine.goal {
                RollGoal::Sum(plus) => plus,
                _ => 0,
            };
            let total = luck.of_total(&need.mine.dice, result.total.saturating_sub(plus));
            luck.note(side, RollOf::Total(check), total);
        }
    }

    /// Who rolls a check.
    fn roller(&self, check: CheckId, frame: &Frame) -> Option<FigureId> {
        let reads = &self.rules().book.checks[check.index()].reads;
        let stated = frame.all_stated();
        reads
            .iter()
            .find_map(|fact| stated.iter().find(|(one, _)| one == fact).and_then(|(_, value)| value.as_figure()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Keep, Term};

    #[test]
    fn luck_is_nothing_on_average() {
        for (ways, of) in [(1, 2), (5, 36), (160, 216), (7, 46_656), (123_457, 1_679_616)] {
            let odds = Odds::of(ways, of);
            let [won, lost] = [true, false].map(|success| of_verdict(&odds, success).expect("a small fraction"));
            assert_eq!(i128::from(won) * i128::from(ways) + i128::from(lost) * i128::from(of - ways), 0, "{ways}/{of}");
            assert!(won > 0 && lost < 0 && won - lost > LUCK_UNIT / 2, "{ways}/{of}");
        }
        assert_eq!(of_verdict(&Odds::of(1, u64::MAX), true), None, "a chance too fine to be counted");
        let best = Term { minus: false, count: 4, sides: 6, keep: Keep::Highest(3) };
        let formulas = [
            Formula::dice(3, 6),
            Formula::dice(1, 10).adding(-4).expect("small"),
            Formula { terms: vec![best], plus: 2 },
        ];
        for formula in formulas {
            let (mut ledger, mut sum) = (LuckLedger::default(), 0);
            for (total, ways) in Dist::of(&formula).expect("a few dice").iter() {
                let Count::Small(ways) = ways else { panic!("a few dice have few ways") };
                sum += i128::from(ledger.of_total(&formula, total).expect("a small mean")) * ways as i128;
            }
            assert_eq!(sum, 0, "{formula}");
        }
    }
}
