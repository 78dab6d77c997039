//! The verdict on dice that were rolled.

use super::{Comparing, Contested, JudgedRow, ResultKey, RollGoal, Roller, Ties};
use crate::dice::kept_extremes;

/// What came of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Verdict {
    /// Whether it succeeded. A roll with nothing to reach has not.
    pub success: bool,
    /// Whether nobody won.
    pub draw: bool,
    /// By how much it succeeded; negative if it fell short. Of a mere total, the total.
    pub margin: i64,
    /// The total with what its goal adds.
    pub total: i64,
    /// The row of the result table that holds.
    pub row: Option<u16>,
}

/// Judges a roll against its own goal. `total` is that of the formula, `dice` are all dice thrown (only tables that are
/// read by single dice need them).
pub fn judge<R: JudgedRow>(side: &Roller<'_, R>, total: i64, dice: &[u16]) -> Verdict {
    judge_keyed(side, total, || die_key(side, dice))
}

/// Judges a roll against that of another, who was judged alone before.
pub fn judge_opposed<R: JudgedRow>(
    side: &Roller<'_, R>,
    total: i64,
    dice: &[u16],
    theirs: &Verdict,
    contest: Contested,
) -> Verdict {
    let mine = judge_alone(side, total, || die_key(side, dice));
    set_against(side, &mine, theirs, contest)
}

/// The part of an opposed verdict that does not depend on the other. A table that is read by the margin is read by the
/// one between the two, so it has no say here.
pub(super) fn judge_alone<R: JudgedRow>(
    side: &Roller<'_, R>,
    total: i64,
    key: impl FnOnce() -> Option<i64>,
) -> Verdict {
    let alone = Roller { table: side.table.filter(|table| table.key != ResultKey::Margin), ..*side };
    judge_keyed(&alone, total, key)
}

/// The rest of an opposed verdict.
pub(super) fn set_against<R: JudgedRow>(
    side: &Roller<'_, R>,
    mine: &Verdict,
    theirs: &Verdict,
    contest: Contested,
) -> Verdict {
    let margin = match contest.comparing {
        Comparing::Totals => mine.total.saturating_sub(theirs.total),
        Comparing::Margins | Comparing::AllMargins => mine.margin.saturating_sub(theirs.margin),
    };
    let (success, draw) = settle(mine, theirs, margin, contest);
    let mut verdict = Verdict { success, draw, margin, ..*mine };
    let by_margin = side.table.filter(|table| table.key == ResultKey::Margin);
    if let Some(table) = by_margin {
        verdict.row = table.row(margin);
    }
    // Comparing margins, what the dice decide is whether the own goal is made; that has been taken into account.
    if by_margin.is_some() || contest.comparing != Comparing::Margins {
        decided_by_row(&mut verdict, side);
    }
    verdict
}

/// Who wins, before the rows of a table have their say.
fn settle(mine: &Verdict, theirs: &Verdict, margin: i64, contest: Contested) -> (bool, bool) {
    let tie = (contest.ties == Ties::Win, matches!(contest.ties, Ties::Draw | Ties::Reroll));
    match (contest.comparing, mine.success, theirs.success) {
        (Comparing::Margins, false, false) => (false, tie.1),
        (Comparing::Margins, true, false) => (true, false),
        (Comparing::Margins, false, true) => (false, false),
        _ if margin == 0 => tie,
        _ => (margin > 0, false),
    }
}

/// Judges with the key of a table that is read by single dice found only if it is needed.
pub(super) fn judge_keyed<R: JudgedRow>(
    side: &Roller<'_, R>,
    total: i64,
    key: impl FnOnce() -> Option<i64>,
) -> Verdict {
    let (success, margin, total_with) = match side.goal {
        RollGoal::AtMost(need) => (total <= need, need.saturating_sub(total), total),
        RollGoal::AtLeast(need) => (total >= need, total.saturating_sub(need), total),
        RollGoal::Sum(more) => (false, total.saturating_add(more), total.saturating_add(more)),
    };
    let mut verdict = Verdict { success, draw: false, margin, total: total_with, row: None };
    if let Some(table) = side.table {
        let key = match table.key {
            ResultKey::Total => Some(total.saturating_sub(side.formula.plus)),
            ResultKey::Margin => Some(margin),
            ResultKey::Lowest | ResultKey::Highest => key(),
        };
        verdict.row = key.and_then(|key| table.row(key));
        decided_by_row(&mut verdict, side);
    }
    verdict
}

/// A row may say success or failure whatever the numbers are.
fn decided_by_row<R: JudgedRow>(verdict: &mut Verdict, side: &Roller<'_, R>) {
    let row = verdict.row.and_then(|row| side.table?.rows.get(usize::from(row)));
    if let Some(success) = row.and_then(JudgedRow::success) {
        (verdict.success, verdict.draw) = (success, false);
    }
}

fn die_key<R>(side: &Roller<'_, R>, dice: &[u16]) -> Option<i64> {
    let (low, high) = kept_extremes(side.formula, dice)?;
    let key = side.table.as_ref()?.key;
    Some(if key == ResultKey::Lowest { low } else { high }.into())
}
