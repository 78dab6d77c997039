//! Sessions as files: everything that is needed to go on with the fight.

use super::answer::LineStop;
use super::archive::Overwrite;
use super::session::{Answered, LineStep};
use super::stored::{SCHEMA, Saved, written};
use super::{ReplError, Response, fits};
use std::sync::Arc;

/// What may be said of what is saved.
const BEFORE_NAME: [&str; 8] = ["this", "it", "the", "game", "fight", "session", "everything", "that"];
/// What is told of all that does not hold in a save.
const MOST_SHOWN: usize = 3;

/// `save FILE`
pub(super) fn save(step: &mut LineStep<'_>, file: &str, overwrite: Overwrite) -> Answered {
    // `save this as friday`: the words before the name are no part of it.
    let of_words = |words: &str| words.split(' ').all(|word| BEFORE_NAME.contains(&word));
    let file = match file.strip_prefix("as ").or_else(|| {
        let (words, file) = file.split_once(" as ")?;
        of_words(words).then_some(file)
    }) {
        Some(file) => file.trim(),
        None => file,
    };
    if file.is_empty() {
        return Err(step.line.missing("no file is named", "write `save FILE`").into());
    }
    let text = written(&step.table);
    let session = &mut *step.session;
    session.archive.write(&*session.desk, file, &text, overwrite)?;
    let remark = if step.table.pending.is_some() { " as it stood at the beginning of this phase" } else { "" };
    Ok(Response::of(format!("saved in {file}{remark}\n")))
}

/// `load FILE`
pub(super) fn load(step: &mut LineStep<'_>, file: &str) -> Answered {
    let left = if file.is_empty() { step.session.desk.left_behind() } else { None };
    let file = left.as_deref().unwrap_or(file);
    if file.is_empty() {
        return Err(step.line.missing("no file is named", "write `load FILE`").into());
    }
    let text = step.session.desk.read(file)?;
    let saved: Saved = serde_json::from_str(&text).map_err(|error| bad(step, file, &error.to_string()))?;
    if saved.schema != SCHEMA {
        return Err(bad(step, file, &format!("it is of the form `{}`", saved.schema)).into());
    }
    if saved.sum != saved.summed() {
        return Err(bad(step, file, "it was changed after it was saved").into());
    }
    let name = match &saved.scenario {
        Some(scenario) => format!("{}/{scenario}", saved.pack),
        None => saved.pack.clone(),
    };
    let opened = step.session.desk.open(&name)?;
    let files = std::mem::replace(&mut step.session.files, opened.files.clone());
    let before = step.table.clone();
    let restored = restore(step, &saved, &opened, file);
    if restored.is_err() {
        step.session.files = files;
        step.table = before;
    } else {
        step.session.before.clear();
        step.session.after.clear();
    }
    if restored.is_ok() {
        step.session.archive.was_read(file, &text);
        step.session.is_changed = true;
        if left.is_some() && step.session.desk.keep_safe(&text).is_ok() {
            step.session.desk.forget(file);
        }
    }
    restored.map(|()| Response::of(format!("{name}, turn {}\n", saved.state.turn)))
}

fn restore(step: &mut LineStep<'_>, saved: &Saved, opened: &super::Opened, file: &str) -> Result<(), LineStop> {
    let choices = crate::rulebook::Choices(saved.with.clone());
    step.table = super::session::open(opened, &choices, 0)?;
    if !saved.typed.is_empty() {
        super::rule::retype(step, saved.typed.iter().map(|text| text.as_str().into()).collect())?;
    }
    if step.table.rules_sum() != saved.rules {
        return Err(bad(step, file, "the rules have changed since").into());
    }
    let wrong = fits::misfits(&step.table.rules, &saved.state, saved.progress);
    let is_there = |name: &&String| {
        let is = |other: &str| other == **name;
        saved.state.sides.iter().any(|side| is(&side.name)) || saved.state.figures.iter().any(|one| is(&one.name))
    };
    let nobody = saved.personal.iter().filter(|name| !is_there(name));
    let wrong: Vec<String> = wrong.into_iter().chain(nobody.map(|name| format!("nobody is called `{name}`"))).collect();
    if !wrong.is_empty() {
        return Err(bad(step, file, &several(&wrong)).into());
    }
    let table = &mut step.table;
    (table.seeded, table.mine, table.progress) = (saved.seeded, saved.mine, saved.progress);
    table.personal = saved.personal.iter().map(|name| Arc::from(name.as_str())).collect();
    table.state = saved.state.clone();
    Ok(())
}

/// What does not hold, as far as one wants to read it.
fn several(wrong: &[String]) -> String {
    let shown = wrong.iter().take(MOST_SHOWN).map(String::as_str).collect::<Vec<&str>>().join("; ");
    match wrong.len().saturating_sub(MOST_SHOWN) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}

fn bad(step: &LineStep<'_>, file: &str, why: &str) -> ReplError {
    let (line, at) = (step.line.source(), step.line.at(file));
    let help = "name a file that `save` has written under the same rules".to_string();
    ReplError::BadSave { name: file.to_string(), why: why.to_string(), line, at, help }
}
