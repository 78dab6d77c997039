//! Verdicts case by case, and their odds against judging every throw.

use super::*;
use crate::dice::sample::{any_formula, below, kept, sides, throws, total};
use crate::dice::{Odds, Seeded};
use crate::value::{Formula, Keep, Number, Term};
use std::collections::BTreeMap;

/// Keys from, to; what it says.
#[derive(Clone, Copy, Debug)]
struct DrawnBand(i64, i64, Option<bool>);

impl JudgedRow for DrawnBand {
    fn holds(&self, key: i64) -> bool {
        (self.0..=self.1).contains(&key)
    }

    fn success(&self) -> Option<bool> {
        self.2
    }
}

const CLASSIC: &[DrawnBand] = &[DrawnBand(3, 4, Some(true)), DrawnBand(5, 5, None), DrawnBand(17, 18, Some(false))];

fn side<'a>(formula: &'a Formula, goal: RollGoal, rows: &'a [DrawnBand]) -> Roller<'a, DrawnBand> {
    Roller { formula, goal, table: (!rows.is_empty()).then_some(ResultRows { key: ResultKey::Total, rows }) }
}

fn verdict(success: bool, margin: i64, total: i64, row: Option<u16>) -> Verdict {
    Verdict { success, draw: false, margin, total, row }
}

#[test]
fn rolls_against_numbers() {
    let dice = Formula { plus: 1, ..Formula::dice(3, 6) };
    for (goal, total, expected, why) in [
        (RollGoal::AtMost(12), 12, verdict(true, 0, 12, None), "exactly what is needed"),
        (RollGoal::AtMost(12), 14, verdict(false, -2, 14, None), "too much"),
        (RollGoal::AtMost(2), 5, verdict(true, -3, 5, Some(0)), "a 4 on the dice succeeds whatever is needed"),
        (RollGoal::AtMost(2), 6, verdict(false, -4, 6, Some(1)), "this row only marks the roll"),
        (RollGoal::AtLeast(8), 8, verdict(true, 0, 8, None), "exactly what is needed"),
        (RollGoal::AtLeast(8), 18, verdict(false, 10, 18, Some(2)), "a 17 on the dice fails whatever is needed"),
        (RollGoal::Sum(3), 9, verdict(false, 12, 12, None), "nothing to reach"),
    ] {
        assert_eq!(judge(&side(&dice, goal, CLASSIC), total, &[]), expected, "{why}");
    }
}

#[test]
fn needs_that_are_not_whole() {
    let half = |n| Number::fraction(n, 2).expect("a half");
    assert_eq!((at_most(half(23)), at_least(half(23))), (RollGoal::AtMost(11), RollGoal::AtLeast(12)));
    assert_eq!((at_most(half(-23)), at_least(half(-23))), (RollGoal::AtMost(-12), RollGoal::AtLeast(-11)));
}

#[test]
fn tables_read_by_single_dice_and_margins() {
    let best = Formula { terms: vec![Term { minus: false, count: 3, sides: 6, keep: Keep::Highest(2) }], plus: 0 };
    let rows = [DrawnBand(1, 1, Some(false)), DrawnBand(6, 6, Some(true))];
    let by = |key| Roller { formula: &best, goal: RollGoal::AtLeast(9), table: Some(ResultRows { key, rows: &rows }) };
    assert_eq!(judge(&by(ResultKey::Lowest), 7, &[1, 6, 1]), verdict(false, -2, 7, Some(0)));
    assert_eq!(judge(&by(ResultKey::Highest), 7, &[1, 6, 1]), verdict(true, -2, 7, Some(1)));
    assert_eq!(judge(&by(ResultKey::Margin), 10, &[4, 6, 1]), verdict(false, 1, 10, Some(0)));
}

#[test]
fn contests_of_totals_and_margins() {
    let die = Formula::dice(1, 10);
    let mine = |goal| side(&die, goal, &[]);
    let other = |success, margin, total| verdict(success, margin, total, None);
    let by = |comparing, ties| Contested { comparing, ties };
    for (goal, theirs, contest, expected, why) in [
        (RollGoal::Sum(2), other(false, 6, 6), by(Comparing::Totals, Ties::Lose), (true, false, 1), "7 beats 6"),
        (RollGoal::Sum(1), other(false, 6, 6), by(Comparing::Totals, Ties::Lose), (false, false, 0), "a tie is lost"),
        (RollGoal::Sum(1), other(false, 6, 6), by(Comparing::Totals, Ties::Win), (true, false, 0), "a tie is won"),
        (RollGoal::Sum(1), other(false, 6, 6), by(Comparing::Totals, Ties::Draw), (false, true, 0), "a tie is a draw"),
        (
            RollGoal::AtMost(8),
            other(true, 2, 1),
            by(Comparing::Margins, Ties::Lose),
            (true, false, 1),
            "by 3 against by 2",
        ),
        (
            RollGoal::AtMost(8),
            other(false, -2, 1),
            by(Comparing::Margins, Ties::Lose),
            (true, false, 5),
            "the other fails",
        ),
        (RollGoal::AtMost(4), other(true, 0, 1), by(Comparing::Margins, Ties::Win), (false, false, -1), "only I fail"),
        (RollGoal::AtMost(4), other(false, -9, 1), by(Comparing::Margins, Ties::Win), (false, false, 8), "both fail"),
        (RollGoal::AtMost(4), other(false, -1, 1), by(Comparing::Margins, Ties::Draw), (false, true, 0), "both fail"),
    ] {
        let found = judge_opposed(&mine(goal), 5, &[], &theirs, contest);
        assert_eq!((found.success, found.draw, found.margin), expected, "{why}");
    }
}

#[test]
fn the_table_for_the_dice_rolled() {
    let shape = |count| Some(Term { minus: false, count, sides: 6, keep: Keep::All });
    let shapes = [(0, shape(4)), (5, None), (7, shape(3))];
    let three = Formula { plus: 2, ..Formula::dice(3, 6) };
    assert_eq!(table_for(shapes, &three), Some(7));
    assert_eq!(table_for(shapes, &Formula::dice(2, 6)), Some(5));
    assert_eq!(table_for([(0, shape(4))], &three), None);
}

#[test]
fn odds_of_the_reference() {
    let three = Formula::dice(3, 6);
    let bands: [DrawnBand; 0] = [];
    let simple = odds(&side(&three, RollGoal::AtMost(12), &bands)).expect("three dice");
    assert_eq!(simple.success, Odds::of(20, 27));
    let table = odds(&side(&three, RollGoal::AtMost(2), CLASSIC)).expect("three dice");
    assert_eq!(table.success, Odds::of(4, 216));
    let rows: Vec<_> = table.all.iter().map(|outcome| (outcome.success, outcome.row, outcome.odds.clone())).collect();
    assert_eq!(
        rows,
        [
            (false, None, Odds::of(202, 216)),
            (false, Some(1), Odds::of(6, 216)),
            (false, Some(2), Odds::of(4, 216)),
            (true, Some(0), Odds::of(4, 216)),
        ]
    );
    let contest = Contested { comparing: Comparing::Margins, ties: Ties::Draw };
    let (a, b) = (side(&three, RollGoal::AtMost(12), &bands), side(&three, RollGoal::AtMost(11), &bands));
    let found = odds_opposed(&a, &b, contest).expect("six dice");
    let of = |ways| Odds::of(ways, 46_656);
    assert_eq!((found.success, found.draw, found.failure), (of(23_520), of(7_686), of(15_450)));
}

/// A side with everything arbitrary.
struct ArbitrarySide {
    formula: Formula,
    goal: RollGoal,
    rows: Vec<DrawnBand>,
    key: ResultKey,
}

impl ArbitrarySide {
    fn new(source: &mut Seeded) -> ArbitrarySide {
        let formula = any_formula(source);
        let number = i64::from(below(source, 15)) - 4;
        let goal =
            [RollGoal::AtMost(number), RollGoal::AtLeast(number), RollGoal::Sum(number)][usize::from(below(source, 3))];
        let row = |source: &mut Seeded| {
            let from = i64::from(below(source, 12)) - 4;
            let success = [None, Some(true), Some(false)][usize::from(below(source, 3))];
            DrawnBand(from, from + i64::from(below(source, 3)), success)
        };
        let rows = (0..below(source, 4)).map(|_| row(source)).collect();
        let key =
            [ResultKey::Total, ResultKey::Margin, ResultKey::Lowest, ResultKey::Highest][usize::from(below(source, 4))];
        ArbitrarySide { formula, goal, rows, key }
    }

    fn side(&self) -> Roller<'_, DrawnBand> {
        let table = (!self.rows.is_empty()).then_some(ResultRows { key: self.key, rows: &self.rows });
        Roller { formula: &self.formula, goal: self.goal, table }
    }

    fn total(&self, dice: &[u16]) -> i64 {
        total(&self.formula, &mut dice.iter().copied())
    }

    /// The slow and obvious judgment.
    fn judged(&self, dice: &[u16]) -> Verdict {
        let total = self.total(dice);
        let mut shown: Vec<u16> =
            kept(&self.formula, &mut dice.iter().copied()).into_iter().map(|(_, die)| die).collect();
        shown.sort_unstable();
        let (usual, margin, total) = match self.goal {
            RollGoal::AtMost(need) => (total <= need, need - total, total),
            RollGoal::AtLeast(need) => (total >= need, total - need, total),
            RollGoal::Sum(more) => (false, total + more, total + more),
        };
        let key = match self.key {
            ResultKey::Total => Some(self.total(dice) - self.formula.plus),
            ResultKey::Margin => Some(margin),
            ResultKey::Lowest => shown.first().map(|die| i64::from(*die)),
            ResultKey::Highest => shown.last().map(|die| i64::from(*die)),
        };
        let row = key.and_then(|key| self.rows.iter().position(|row| row.0 <= key && key <= row.1));
        let success = row.and_then(|row| self.rows[row].2).unwrap_or(usual);
        Verdict { success, draw: false, margin, total, row: row.map(|row| row as u16) }
    }
}

type CountedVerdicts = BTreeMap<(bool, bool, Option<u16>), u64>;

fn assert_same(found: &Outcomes, counted: &CountedVerdicts, why: &str) {
    let of: u64 = counted.values().sum();
    let counted: Vec<_> = counted.iter().map(|(sort, ways)| (*sort, Odds::of(*ways, of))).collect();
    let sorts = found.all.iter().map(|outcome| ((outcome.success, outcome.draw, outcome.row), outcome.odds.clone()));
    assert_eq!(sorts.collect::<Vec<_>>(), counted, "{why}");
    assert_eq!(found.success.plus(&found.draw).plus(&found.failure), Odds::ALWAYS, "{why}");
    let sum = |wanted| {
        counted
            .iter()
            .filter(|((success, ..), _)| *success == wanted)
            .fold(Odds::NEVER, |sum, (_, odds)| sum.plus(odds))
    };
    assert_eq!(found.success, sum(true), "{why}");
}

#[test]
fn arbitrary_checks_agree_with_judging_every_throw() {
    for seed in 0..800 {
        let check = ArbitrarySide::new(&mut Seeded::new(seed, 4));
        let mut counted = CountedVerdicts::new();
        for throw in throws(&sides(&check.formula)) {
            let verdict = judge(&check.side(), check.total(&throw), &throw);
            assert_eq!(verdict, check.judged(&throw), "{} {throw:?}", check.formula);
            *counted.entry((verdict.success, verdict.draw, verdict.row)).or_default() += 1;
        }
        assert_same(&odds(&check.side()).expect("few dice"), &counted, &format!("seed {seed}, {}", check.formula));
    }
}

#[test]
fn arbitrary_contests_agree_with_judging_every_pair_of_throws() {
    let mut checked = 0;
    for seed in 0..900 {
        let source = &mut Seeded::new(seed, 5);
        let (mine, other) = (ArbitrarySide::new(source), ArbitrarySide::new(source));
        let all = [Comparing::Totals, Comparing::Margins, Comparing::AllMargins];
        let comparing = all[usize::from(below(source, 3))];
        let ties = [Ties::Win, Ties::Lose, Ties::Draw, Ties::Reroll][usize::from(below(source, 4))];
        let ways = |check: &ArbitrarySide| sides(&check.formula).iter().map(|sides| u64::from(*sides)).product::<u64>();
        if ways(&mine) * ways(&other) > 10_000 {
            continue;
        }
        let mut counted = CountedVerdicts::new();
        for theirs in throws(&sides(&other.formula)).map(|throw| other.judged(&throw)) {
            for throw in throws(&sides(&mine.formula)) {
                let contest = Contested { comparing, ties };
                let verdict = judge_opposed(&mine.side(), mine.total(&throw), &throw, &theirs, contest);
                *counted.entry((verdict.success, verdict.draw, verdict.row)).or_default() += 1;
            }
        }
        if ties == Ties::Reroll && counted.keys().any(|(_, draw, _)| !draw) {
            counted.retain(|(_, draw, _), _| !*draw);
        }
        let found = odds_opposed(&mine.side(), &other.side(), Contested { comparing, ties }).expect("few dice");
        assert_same(&found, &counted, &format!("seed {seed}"));
        checked += 1;
    }
    assert!(checked >= 250, "only {checked} contests were small enough");
}
