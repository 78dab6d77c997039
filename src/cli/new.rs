//! `fray new`: the files of a pack that plays, with a test, for somebody to go on from.

#![allow(clippy::disallowed_methods, reason = "the entrance writes files")]

use super::args::{ChoiceArgs, NewArgs};
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::find;
use super::packs::Packs;
use super::screen::Screen;
use super::write::write_whole;
use crate::compare::samples;
use crate::diag::{Diagnostics, did_you_mean};
use crate::repl::Replaced;
use crate::rulebook::Rulebook;
use crate::text::Files;
use std::path::Path;
use std::sync::Arc;

/// The files of a game of its own: where each lies, and what it says.
const GAME: &[(&str, &str)] = &[
    ("rules/NAME/pack.fray", include_str!("../../templates/game/pack.fray")),
    ("rules/NAME/fights.fray", include_str!("../../templates/game/fights.fray")),
    ("rules/NAME/duel.fray", include_str!("../../templates/game/duel.fray")),
    ("rules/NAME/tests/first.fray", include_str!("../../templates/game/first.fray")),
    ("scripts/NAME/actions/deal.luau", include_str!("../../templates/game/deal.luau")),
    ("scripts/NAME/behavior/nearest.luau", include_str!("../../templates/game/nearest.luau")),
];
/// House rules over another pack.
const HOUSE: &str = include_str!("../../templates/house.fray");
/// So many sentences are tried for one that can be a test.
const TRIED: usize = 200;

/// Writes the files, and says what can be done with them.
pub(super) fn new(args: &NewArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let name = &args.name;
    may_be_called(name, packs)?;
    let files = match &args.extends {
        Some(below) => house(name, below, packs)?,
        None => GAME.iter().map(|(path, text)| (filled(path, name), filled(text, name))).collect(),
    };
    for (path, text) in &files {
        let place = Path::new(path);
        let unwritable = |why: std::io::Error| CliError::Unwritable { path: path.clone(), why: why.to_string() };
        place.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(|error| unwritable(error).alone())?;
        write_whole(place, text.as_bytes(), Replaced::Nothing, "").map_err(CliError::alone)?;
        screen.line(path);
    }
    let played = match &args.extends {
        Some(below) => first_scenario(packs, below)?.map(|scenario| format!("fray run {name}/{scenario} --rules .")),
        None => Some(format!("fray run {name}/duel --rules .")),
    };
    screen.line(&format!("\nfray check {name} --rules .\nfray test {name}"));
    if let Some(played) = played {
        screen.line(&played);
    }
    Ok(Ended::Done)
}

/// A pack is a folder: its name is letters, digits, `-` and `_`, and no pack has it.
fn may_be_called(name: &str, packs: &Packs) -> Result<(), Diagnostics> {
    let is_plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'));
    let wrong = |why: &str, help: &str| {
        Err(CliError::Unnamable { name: name.to_string(), why: why.to_string(), help: help.to_string() }.alone())
    };
    if !is_plain || !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return wrong("a pack is a folder", "write letters, digits, `-` and `_`, a letter first: `fray new my-game`");
    }
    let folder = format!("rules/{name}");
    if packs.folders("rules").iter().any(|known| known == name) || Path::new(&folder).exists() {
        return wrong("there is a pack of this name", "choose another; `--extends` makes house rules over one");
    }
    Ok(())
}

fn filled(text: &str, name: &str) -> String {
    let mut title = name.replace(['-', '_'], " ");
    if let Some(first) = title.get(..1).map(str::to_uppercase) {
        title.replace_range(..1, &first);
    }
    text.replace("NAME", name).replace("TITLE", &title)
}

/// House rules, with a test that holds as long as what it asks is as below.
fn house(name: &str, below: &str, packs: &Packs) -> Result<Vec<(String, String)>, Diagnostics> {
    let known = packs.folders("rules");
    if !known.iter().any(|pack| pack == below) {
        let otherwise = format!("the packs are {}", known.join(", "));
        let help = did_you_mean(below, known.iter().map(String::as_str), &otherwise);
        return Err(CliError::UnknownName { sort: "pack".to_string(), name: below.to_string(), help }.alone());
    }
    let book = find::pack(packs, below, &ChoiceArgs::default())?;
    let pack = filled(HOUSE, name).replace("BELOW", below);
    let mut files = vec![(format!("rules/{name}/pack.fray"), pack)];
    if let Some(test) = test_of(book) {
        files.push((format!("rules/{name}/tests/first.fray"), test));
    }
    Ok(files)
}

/// A test of the first sentence whose odds are known.
fn test_of(book: Arc<Rulebook>) -> Option<String> {
    let rules = crate::odds::kit(book).rules(None);
    let sample = samples(&rules, Vec::new(), TRIED).into_values().find(|sample| sample.answered.odds.is_some())?;
    let odds = sample.answered.odds?;
    let (sentence, need) = (sample.sentence.replace('"', "\\\""), sample.answered.need);
    let (ways, of) = (odds.ways(), odds.total());
    Some(format!(
        "# What must stay true under these rules: run by `fray test`. It needs {need} as long as nothing changes that.\n\
         test \"as in the rules below\" {{\n  ask \"{sentence}\"\n  expect odds {ways}/{of}\n}}\n"
    ))
}

fn first_scenario(packs: &Packs, below: &str) -> Result<Option<String>, Diagnostics> {
    let book = find::pack(packs, below, &ChoiceArgs::default())?;
    Ok(book.scenarios.first().map(|one| one.head.name.to_string()))
}
