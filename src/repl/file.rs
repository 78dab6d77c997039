//! Sessions as files: everything that is needed to go on with the fight.

use super::answer::LineStop;
use super::session::{Answered, LineStep};
use super::{ReplError, Response, migrate};
use crate::dice::SeededState;
use crate::play::Progress;
use crate::state::State;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The form of the file, counted up when a field changes its meaning.
const SCHEMA: &str = "fray.session/2";

#[derive(Serialize, Deserialize)]
struct Saved {
    schema: String,
    pack: String,
    scenario: Option<String>,
    with: Vec<(String, Option<String>)>,
    typed: Vec<String>,
    /// What the texts of the rules come to, so that a fight is not read by others than it was written by.
    rules: u64,
    seeded: SeededState,
    mine: bool,
    personal: Vec<String>,
    progress: Progress,
    state: State,
    /// What all of the above comes to, so that what was changed by hand or on the way is noticed.
    sum: u64,
}

impl Saved {
    /// The sum as it should be.
    fn summed(&self) -> u64 {
        let plain = serde_json::json!([
            self.schema,
            self.pack,
            self.scenario,
            self.with,
            self.typed,
            self.rules,
            self.seeded,
            self.mine,
            self.personal,
            self.progress,
            self.state,
        ]);
        fnv(plain.to_string().bytes())
    }
}

/// Many bytes in one number (FNV-1a): it only tells whether they are the same.
fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// `save FILE`
pub(super) fn save(step: &LineStep<'_>, file: &str) -> Answered {
    if file.is_empty() {
        return Err(step.line.missing("no file is named", "write `save FILE`").into());
    }
    let table = &step.table;
    let mut saved = Saved {
        schema: SCHEMA.to_string(),
        pack: table.pack.to_string(),
        scenario: table.scenario().map(|scenario| scenario.head.name.to_string()),
        with: table.choices.0.clone(),
        typed: table.typed.iter().map(|text| text.to_string()).collect(),
        rules: digest(step),
        seeded: table.seeded,
        mine: table.mine,
        personal: table.personal.iter().map(|name| name.to_string()).collect(),
        progress: table.progress,
        state: table.state.clone(),
        sum: 0,
    };
    saved.sum = saved.summed();
    let text = serde_json::to_string(&saved).expect("a session is plain data with text keys");
    step.session.desk.write(file, &(text + "\n"))?;
    let note = if table.pending.is_some() { " as it stood at the beginning of this phase" } else { "" };
    Ok(Response::of(format!("saved in {file}{note}\n")))
}

/// `load FILE`
pub(super) fn load(step: &mut LineStep<'_>, file: &str) -> Answered {
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
        (step.session.before, step.session.after) = (Vec::new(), Vec::new());
    }
    restored.map(|()| Response::of(format!("{name}, turn {}\n", saved.state.turn)))
}

fn restore(step: &mut LineStep<'_>, saved: &Saved, opened: &super::Opened, file: &str) -> Result<(), LineStop> {
    let choices = crate::rulebook::Choices(saved.with.clone());
    step.table = super::session::open(opened, &choices, 0)?;
    if !saved.typed.is_empty() {
        super::rule::retype(step, saved.typed.iter().map(|text| text.as_str().into()).collect())?;
    }
    if digest(step) != saved.rules {
        return Err(bad(step, file, "the rules have changed since").into());
    }
    if let Some(misfit) = migrate::misfit(&step.table.rules, &saved.state) {
        return Err(bad(step, file, misfit).into());
    }
    let table = &mut step.table;
    (table.seeded, table.mine, table.progress) = (saved.seeded, saved.mine, saved.progress);
    table.personal = saved.personal.iter().map(|name| Arc::from(name.as_str())).collect();
    table.state = saved.state.clone();
    Ok(())
}

fn bad(step: &LineStep<'_>, file: &str, why: &str) -> ReplError {
    let (line, at) = (step.line.source(), step.line.at(file));
    let help = "name a file that `save` has written under the same rules".to_string();
    ReplError::BadSave { name: file.to_string(), why: why.to_string(), line, at, help }
}

/// All texts of the rules in one number.
fn digest(step: &LineStep<'_>) -> u64 {
    let sources = step.table.book().sources.iter();
    fnv(sources.flat_map(|(_, source)| source.name.bytes().chain(source.text.bytes())))
}
