//! The exact odds of every verdict, from the same judgment that dice on the table get.

use super::judge::{judge_alone, judge_keyed, set_against};
use super::{Contested, JudgedRow, ResultKey, Roller, Ties, Verdict};
use crate::dice::{Count, DiceError, Dist, Extreme, Joint, Odds, work_fits};
use std::collections::BTreeMap;

/// A sort of verdict with its odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictOdds {
    /// Whether it is a success.
    pub success: bool,
    /// Whether nobody wins.
    pub draw: bool,
    /// The row of the result table that holds.
    pub row: Option<u16>,
    /// How likely it is.
    pub odds: Odds,
}

/// All that can come of a check; the odds sum to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// How likely a success is.
    pub success: Odds,
    /// How likely a draw is.
    pub draw: Odds,
    /// How likely a failure is.
    pub failure: Odds,
    /// Each sort of verdict that can happen, failures first, by row.
    pub all: Vec<VerdictOdds>,
}

/// The odds of a check against its own goal.
pub fn odds<R: JudgedRow>(side: &Roller<'_, R>) -> Result<Outcomes, DiceError> {
    let cells = cells(side)?;
    let mut tally = VerdictCounts::default();
    for cell in &cells.all {
        tally.add(judge_keyed(side, cell.total, || cell.die), &cell.ways);
    }
    Ok(tally.outcomes(&cells.of))
}

/// The odds of a check against another roll.
pub fn odds_opposed<R: JudgedRow, S: JudgedRow>(
    side: &Roller<'_, R>,
    other: &Roller<'_, S>,
    contest: Contested,
) -> Result<Outcomes, DiceError> {
    let (mine, theirs) = (cells(side)?, cells(other)?);
    let mut verdicts: BTreeMap<Verdict, Count> = BTreeMap::new();
    for cell in &theirs.all {
        let verdict = Verdict { row: None, ..judge_keyed(other, cell.total, || cell.die) };
        let slot = verdicts.entry(verdict).or_insert(Count::ZERO);
        *slot = slot.plus(&cell.ways);
    }
    let of = mine.of.times(&theirs.of);
    work_fits((mine.all.len() as u64).saturating_mul(verdicts.len() as u64).saturating_mul(4), &of)?;
    let mut tally = VerdictCounts::default();
    for cell in &mine.all {
        let mut against = VerdictCounts::default();
        let alone = judge_alone(side, cell.total, || cell.die);
        for (verdict, ways) in &verdicts {
            against.add(set_against(side, &alone, verdict, contest), ways);
        }
        for (sort, ways) in against.0 {
            tally.add_sort(sort, &ways.times(&cell.ways));
        }
    }
    if contest.ties == Ties::Reroll && tally.drop_draws() {
        let of = tally.ways();
        return Ok(tally.outcomes(&of));
    }
    Ok(tally.outcomes(&of))
}

/// Throws that no verdict tells apart.
struct Cell {
    total: i64,
    die: Option<i64>,
    ways: Count,
}

struct Cells {
    all: Vec<Cell>,
    of: Count,
}

fn cells<R>(side: &Roller<'_, R>) -> Result<Cells, DiceError> {
    let extreme = match side.table.as_ref().map(|table| table.key) {
        Some(ResultKey::Lowest) => Some(Extreme::Lowest),
        Some(ResultKey::Highest) => Some(Extreme::Highest),
        _ => None,
    };
    let joint = extreme.map(|extreme| Joint::of(side.formula, extreme)).transpose()?.flatten();
    if let Some(joint) = joint {
        let cell = |(total, die, ways): (i64, u16, Count)| Cell { total, die: Some(die.into()), ways };
        return Ok(Cells { all: joint.iter().map(cell).collect(), of: joint.total.clone() });
    }
    let dist = Dist::of(side.formula)?;
    let all = dist.iter().map(|(total, ways)| Cell { total, die: None, ways }).collect();
    Ok(Cells { all, of: dist.total().clone() })
}

/// Success, draw, row.
type VerdictSort = (bool, bool, Option<u16>);

/// Ways by sort of verdict. There are few sorts and like ones come together, so the last is tried first.
#[derive(Default)]
struct VerdictCounts(Vec<(VerdictSort, Count)>);

impl VerdictCounts {
    fn add(&mut self, verdict: Verdict, ways: &Count) {
        self.add_sort((verdict.success, verdict.draw, verdict.row), ways);
    }

    fn add_sort(&mut self, sort: VerdictSort, ways: &Count) {
        match self.0.iter_mut().rev().find(|(known, _)| *known == sort) {
            Some((_, sum)) => *sum = sum.plus(ways),
            None => self.0.push((sort, ways.clone())),
        }
    }

    /// Leaves out what is rolled again, if anything else can come of it.
    fn drop_draws(&mut self) -> bool {
        let is_settled = |((_, draw, _), _): &(VerdictSort, Count)| !draw;
        let can_settle = self.0.iter().any(is_settled);
        if can_settle {
            self.0.retain(is_settled);
        }
        can_settle
    }

    fn ways(&self) -> Count {
        self.0.iter().fold(Count::ZERO, |sum, (_, ways)| sum.plus(ways))
    }

    fn outcomes(mut self, of: &Count) -> Outcomes {
        self.0.sort_by_key(|(sort, _)| *sort);
        let sum = |wanted: (bool, bool)| {
            let ways = self.0.iter().filter(|((success, draw, _), _)| (*success, *draw) == wanted);
            Odds::new(ways.fold(Count::ZERO, |sum, (_, ways)| sum.plus(ways)), of.clone())
        };
        let (success, draw, failure) = (sum((true, false)), sum((false, true)), sum((false, false)));
        let outcome = |((success, draw, row), ways): (VerdictSort, Count)| VerdictOdds {
            success,
            draw,
            row,
            odds: Odds::new(ways, of.clone()),
        };
        Outcomes { success, draw, failure, all: self.0.into_iter().map(outcome).collect() }
    }
}
