//! `what if`: the last sentence as it is, and as it would be.

use super::answer::LineStop;
use super::reckon;
use super::session::{Answered, LineStep};
use super::supposition::Supposition;
use super::{contrast, sentence, supposed};
use crate::query::ParsedQuery;
use crate::speech::may_be_supposed;

/// `what if CLAUSES`, or `what if LINE` where the line tells something of the table: the last sentence as it is, and then.
pub(super) fn what_if(
    step: &mut LineStep<'_>,
    rest: &str,
    tell: impl FnOnce(&mut LineStep<'_>, &str) -> Answered,
) -> Answered {
    let asked = sentence::last(step)?;
    let old = reckon::reckoned(step, &asked)?;
    if !may_be_supposed(rest) {
        let amended = sentence::amended(step, rest)?;
        let answer = supposed::supposing(step, ("", &asked), |step| {
            let old = reckon::reckoned(step, &asked)?;
            Ok(contrast::side_by_side(&old, &reckon::reckoned(step, &amended)?))
        })?;
        suppose(step, rest, Some(amended));
        return Ok(answer);
    }
    let (table, changes, dice) = (step.table.clone(), step.changes, std::mem::take(&mut step.dice));
    // What dice decide is not supposed: none are thrown, and none are given.
    step.table.mine = true;
    let told = tell(step, rest);
    let new = told.and_then(|_| reckon::reckoned(step, &asked));
    (step.table, step.changes, step.dice) = (table, changes, dice);
    match new {
        Err(LineStop::Dice { .. }) => {
            let help = "do it, ask again, and take it back with `undo`";
            Err(step.line.nothing(rest, "dice decide what comes of it", "not to be supposed", help).into())
        }
        new => {
            let answer = contrast::side_by_side(&old, &new?);
            suppose(step, rest, None);
            Ok(answer)
        }
    }
}

/// Remembers what was supposed, for lines that go on with it.
fn suppose(step: &mut LineStep<'_>, said: &str, asked: Option<ParsedQuery>) {
    let after = step.table.last.as_ref().map(|(text, _)| text.clone());
    let said = said.trim().trim_start_matches(',').trim().to_string();
    step.session.what_if = Some(Supposition { said, asked, after });
}
