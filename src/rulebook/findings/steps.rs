//! A cell of a table that breaks the steps which its column keeps everywhere else.

use super::{Examiner, Finding};
use crate::rulebook::expr::constant;
use crate::rulebook::{Expr, Table};
use crate::value::{Number, Value};

/// So many other steps must be alike.
const LEAST: usize = 3;

impl Examiner<'_> {
    /// `0, -1, -2, -8, -4, -5`: of a column of numbers one is elsewhere than its neighbors say.
    pub(super) fn broken_steps(&mut self, table: &Table) {
        for column in 0..table.columns.len() {
            let cells: Option<Vec<&Expr>> = table.rows.iter().map(|row| row.cells.get(column)).collect();
            let Some(cells) = cells else { continue };
            let number = |cell: &&Expr| constant(cell, self.book)?.as_number();
            let Some(numbers) = cells.iter().map(number).collect::<Option<Vec<Number>>>() else { continue };
            let Some((at, step)) = broken(&numbers) else { continue };
            let Some(kept) = numbers[at - 1].plus(step) else { continue };
            let shown = |number: Number| self.book.show_value(&Value::Number(number), table.unit);
            let finding =
                Finding::BreaksSteps { table: table.head.name.to_string(), cell: shown(numbers[at]).to_string() };
            let help = format!("from row to row all others change by {}: that would be `{}`", shown(step), shown(kept));
            let span = cells[at].span;
            self.report(finding, span, "not as its neighbors", help);
        }
    }
}

/// The only number of a row of them that is not where the steps between all others have it, and that step.
fn broken(numbers: &[Number]) -> Option<(usize, Number)> {
    let steps: Vec<Number> = numbers.windows(2).map(|two| two[1].minus(two[0])).collect::<Option<_>>()?;
    let is_broken = |at: &usize| {
        let others: Vec<Number> =
            (0..steps.len()).filter(|step| *step != at - 1 && step != at).map(|step| steps[step]).collect();
        let Some(step) = others.first().copied() else { return false };
        let across = numbers[at + 1].minus(numbers[at - 1]);
        let is_kept = others.len() >= LEAST && !step.is_zero() && others.iter().all(|other| *other == step);
        is_kept && steps[at - 1] != step && across == step.plus(step)
    };
    let mut all = (1..numbers.len().saturating_sub(1)).filter(is_broken);
    let (at, None) = (all.next()?, all.next()) else { return None };
    let step = (0..steps.len()).find(|step| *step != at - 1 && *step != at)?;
    Some((at, steps[step]))
}
