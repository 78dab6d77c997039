//! Sessions as files: everything that is needed to go on with the fight.

use super::answer::LineStop;
use super::archive::Overwrite;
use super::branch::reaches_beyond;
use super::legend::Legend;
use super::session::{Answered, LONGEST_LINE, LineStep};
use super::stored::{SCHEMA, Saved, SavedWaiting, WITHOUT_GAME, written};
use super::table::SessionState;
use super::{ReplError, Response, fits, migrate, orders, rule};
use crate::play::Progress;
use crate::rulebook::Choices;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What may be said of what is saved.
const BEFORE_NAME: [&str; 8] = ["this", "it", "the", "game", "fight", "session", "everything", "that"];
/// Dice that were given for a line that waits for more.
const MOST_DICE: usize = 1000;
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
    let session = &mut *step.session;
    let text = written(&step.table, session.saved_waiting());
    session.archive.write(&*session.desk, file, &text, overwrite)?;
    Ok(Response::of(format!("saved in {file}\n")))
}

/// What becomes of a fight that was saved under other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OtherRules {
    /// It is refused, with what they miss of it.
    Refused,
    /// It goes on with what they know of it: that was asked for.
    Carried,
}

/// `load FILE`, `load! FILE`
pub(super) fn load(step: &mut LineStep<'_>, file: &str, other: OtherRules) -> Answered {
    let left = if file.is_empty() { step.session.desk.left_behind() } else { None };
    let file = left.as_deref().unwrap_or(file);
    if file.is_empty() {
        return Err(step.line.missing("no file is named", "write `load FILE`").into());
    }
    let text = step.session.desk.read(file)?;
    let saved: Saved = serde_json::from_str(&text).map_err(|error| bad(step, file, &error.to_string()))?;
    if ![SCHEMA, WITHOUT_GAME].contains(&&*saved.schema) {
        return Err(bad(step, file, &format!("it is of the form `{}`", saved.schema)).into());
    }
    if saved.sum != saved.summed() {
        return Err(bad(step, file, "it was changed after it was saved").into());
    }
    let files = step.session.files.clone();
    let before = step.table.clone();
    let restored = restore(step, &saved, file, other);
    let Restored { name, remark, is_same } = match restored {
        Ok(restored) => restored,
        Err(stop) => {
            (step.session.files, step.table) = (files, before);
            return Err(stop);
        }
    };
    step.session.before.clear();
    step.session.after.clear();
    step.session.is_changed = true;
    step.session.left_waiting = saved.waiting.clone().filter(|_| is_same);
    // What was carried over is another fight than the one in the file, which stays as it is.
    if is_same {
        step.session.archive.was_read(file, &text);
        if left.is_some() && step.session.desk.keep_safe(&text).is_ok() {
            step.session.desk.forget(file);
        }
    }
    let question = orders::question(step);
    Ok(Response::of(format!("{name}, turn {}\n{remark}{question}", step.table.state.turn)))
}

/// A fight that goes on.
struct Restored {
    /// What was opened.
    name: String,
    /// What is to be said of it.
    remark: String,
    /// Whether it goes on under the rules that it was saved under.
    is_same: bool,
}

fn restore(step: &mut LineStep<'_>, saved: &Saved, file: &str, other: OtherRules) -> Result<Restored, LineStop> {
    let (name, mut missing) = reopen(step, saved, other)?;
    let is_same = step.table.rules_sum() == saved.rules;
    let (mut state, mut progress, mut remark) = (saved.state.clone(), saved.progress, String::new());
    if !is_same {
        let carried = migrate::named(&saved.names, &step.table.rules, &state);
        missing.extend(carried.missing);
        if other == OtherRules::Refused {
            return Err(of_other_rules(step, file, missing).into());
        }
        remark = rule::left_behind(&missing);
        state = carried.state;
        if !saved.names.is_same_turn(&Legend::of(&step.table.rules, &state)) && progress.begun {
            progress = Progress::after(state.turn);
            state = state.between_turns();
            remark += "its turn has other phases by these rules, and is taken as over\n";
        }
    }
    let mut wrong = fits::misfits(&step.table.rules, &state, progress);
    if let Some(scenario) = step.table.scenario().filter(|_| is_same) {
        wrong.extend(fits::misplaced(scenario, &state));
    }
    for (begin, progress) in saved.played.iter().filter(|_| is_same).flat_map(|game| game.states()) {
        wrong.extend(
            fits::misfits(&step.table.rules, begin, progress).into_iter().map(|why| format!("at its beginning {why}")),
        );
    }
    wrong.extend(saved.played.iter().filter_map(|game| game.surplus()));
    wrong.extend(saved.waiting.iter().filter_map(surplus));
    let is_there = |name: &&String| {
        let is = |other: &str| other == **name;
        state.sides.iter().any(|side| is(&side.name)) || state.figures.iter().any(|one| is(&one.name))
    };
    let nobody = saved.personal.iter().chain(&saved.own_dice).filter(|name| !is_there(name));
    let wrong: Vec<String> = wrong.into_iter().chain(nobody.map(|name| format!("nobody is called `{name}`"))).collect();
    if !wrong.is_empty() {
        return Err(bad(step, file, &several(&wrong)).into());
    }
    let table = &mut step.table;
    (table.seeded, table.mine, table.progress) = (saved.seeded, saved.mine, progress);
    table.own_dice = saved.own_dice.iter().map(|name| Arc::from(name.as_str())).collect();
    table.personal = saved.personal.iter().map(|name| Arc::from(name.as_str())).collect();
    table.state = state;
    if let Some(game) = saved.played.as_ref().filter(|_| is_same) {
        table.played = game.game();
        let (thrown, ruled) = game.dice();
        let mut kept = SessionState { thrown, ruled, ..table.clone() };
        if let Err(otherwise) = step.session.say_phase_again(&mut kept, game.asks) {
            remark += &format!(
                "it stands as its phase began: `{}` is not said again, for {}\n",
                otherwise.line, otherwise.why
            );
        }
        step.table = kept;
    }
    Ok(Restored { name, remark, is_same })
}

/// What no line that waits for dice can be.
fn surplus(waiting: &SavedWaiting) -> Option<String> {
    let SavedWaiting { line, dice, .. } = waiting;
    let is_too_much = line.len() > LONGEST_LINE || dice.len() > MOST_DICE || reaches_beyond(line);
    is_too_much.then(|| "no line like the one in it waits for dice".to_string())
}

/// Opens what a fight was fought in; says what it was, and what of it is no longer there.
fn reopen(step: &mut LineStep<'_>, saved: &Saved, other: OtherRules) -> Result<(String, BTreeSet<String>), LineStop> {
    let (mut name, mut missing) = (saved.pack.clone(), BTreeSet::new());
    let desk = &step.session.desk;
    let opened = match &saved.scenario {
        None => desk.open(&name)?,
        Some(scenario) => match desk.open(&format!("{name}/{scenario}")) {
            Err(_) if other == OtherRules::Carried => {
                missing.insert(format!("scenario `{scenario}`"));
                desk.open(&name)?
            }
            opened => {
                name = format!("{name}/{scenario}");
                opened?
            }
        },
    };
    let mut choices = Choices(saved.with.clone());
    if other == OtherRules::Carried {
        let known = super::session::open(&opened, &Choices::none(), 0)?;
        let options = &known.book().options;
        choices.0.retain(|(option, _)| {
            let is_known = options.iter().any(|known| *known.head.name == **option);
            if !is_known {
                missing.insert(format!("option `{option}`"));
            }
            is_known
        });
    }
    step.session.files = opened.files.clone();
    step.table = super::session::open(&opened, &choices, 0)?;
    if !saved.typed.is_empty() {
        rule::retype(step, saved.typed.iter().map(|text| text.as_str().into()).collect())?;
    }
    Ok((name, missing))
}

/// The rules have changed: what of the fight they do not know.
fn of_other_rules(step: &LineStep<'_>, file: &str, missing: BTreeSet<String>) -> ReplError {
    let missing: Vec<String> = missing.into_iter().collect();
    let why = match missing.as_slice() {
        [] => "the rules have changed since, though they know all that it names".to_string(),
        missing => format!("the rules have changed since, and do not know {}", several(missing)),
    };
    let (line, at) = (step.line.source(), step.line.at(file));
    let help = format!("`load! {file}` goes on with what they know of it, and leaves the rest behind");
    ReplError::BadSave { name: file.to_string(), why, line, at, help }
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
