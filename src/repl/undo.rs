//! `undo` and `redo`: the table as it was before a change, and as it was after it.

use super::session::{Answered, LineStep};
use super::{Response, orders, turn};

/// `undo`, `undo 2`: the last change, or so many.
pub(super) fn undo(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let count = match rest {
        "" => Some(1),
        rest => rest.parse::<usize>().ok().filter(|count| *count > 0),
    };
    let Some(count) = count else {
        return Err(step.line.nothing(rest, "this is no number", "how many changes?", "`undo`, or `undo 2`").into());
    };
    for _ in 1..count.min(step.session.before.len()) {
        undo_one(step)?;
    }
    undo_one(step)
}

fn undo_one(step: &mut LineStep<'_>) -> Answered {
    let Some(before) = step.session.before.pop() else {
        let help = "`undo` takes back what changed the fight or the rules";
        let why = match step.session.before.has_lost {
            true => "what changed before that is no longer held",
            false => "nothing has changed",
        };
        return Err(step.line.nothing(step.line.0.trim(), "there is nothing to undo", why, help).into());
    };
    let undone = std::mem::replace(&mut step.table, before);
    let text = format!("as before `{}`{}\n", undone.line, turn::place(&step.table));
    step.session.taken_back(&undone);
    step.session.after.push(undone, &step.table);
    step.session.is_changed = true;
    Ok(Response::of(text + &orders::question(step)))
}

/// `redo`: what was taken back last.
pub(super) fn redo(step: &mut LineStep<'_>) -> Answered {
    let Some(after) = step.session.after.pop() else {
        let help = "`redo` does again what `undo` took back";
        return Err(step
            .line
            .nothing(step.line.0.trim(), "there is nothing to redo", "nothing was undone", help)
            .into());
    };
    let before = std::mem::replace(&mut step.table, after);
    step.session.before.push(before, &step.table);
    step.session.is_changed = true;
    let text = format!("as after `{}`{}\n", step.table.line, turn::place(&step.table));
    Ok(Response::of(text + &orders::question(step)))
}
