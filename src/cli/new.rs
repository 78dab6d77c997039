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
use std::path::{Path, PathBuf};
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
    write_all(&files)?;
    files.iter().for_each(|(path, _)| screen.line(path));
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

/// Writes all files, or leaves none behind: half a pack would bar the way to another try under its name.
fn write_all(files: &[(String, String)]) -> Result<(), Diagnostics> {
    let mut made = MadePaths::default();
    for (path, text) in files {
        if let Err(error) = made.write(path, text) {
            made.take_away();
            return Err(error.alone());
        }
    }
    Ok(())
}

/// Files and folders that were not there before, in the order in which they were made.
#[derive(Default)]
struct MadePaths(Vec<PathBuf>);

impl MadePaths {
    fn write(&mut self, path: &str, text: &str) -> Result<(), CliError> {
        let place = Path::new(path);
        let missing: Vec<&Path> = place.ancestors().skip(1).take_while(|folder| !folder.exists()).collect();
        let outside = missing.iter().rev().filter(|folder| !folder.as_os_str().is_empty());
        for folder in outside {
            let unwritable =
                |why: std::io::Error| CliError::Unwritable { path: path.to_string(), why: why.to_string() };
            std::fs::create_dir(folder).map_err(unwritable)?;
            self.0.push(folder.to_path_buf());
        }
        write_whole(place, text.as_bytes(), Replaced::Nothing, "")?;
        self.0.push(place.to_path_buf());
        Ok(())
    }

    /// As it was before. What cannot be taken away any more is left: the error under way is the one to be told.
    fn take_away(&self) {
        for path in self.0.iter().rev() {
            let _ = if path.is_dir() { std::fs::remove_dir(path) } else { std::fs::remove_file(path) };
        }
    }
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
