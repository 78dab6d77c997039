//! Which pack declares a scenario, and the rules it is played by.

use super::args::Choices as Chosen;
use super::error::CliError;
use super::packs::Packs;
use super::{phrase, place};
use crate::diag::{Diagnostics, did_you_mean, listed};
use crate::play::Kit;
use crate::rulebook::{Choices, PackText, Rulebook, Sort, is_test_file};
use crate::syntax::{ast, decode, parse};
use crate::text::{Files, Sources};
use crate::value::ScenarioId;
use std::path::Path;
use std::sync::Arc;

/// A scenario with the rules it is played by.
pub struct Found {
    /// The rules, under the options of the scenario and of the command.
    pub kit: Kit,
    /// Which.
    pub scenario: ScenarioId,
}

/// The rules of a pack, or of a file or folder, under the options of the command.
pub fn pack(packs: &Packs, name: &str, chosen: &Chosen) -> Result<Arc<Rulebook>, Diagnostics> {
    let choices = phrase::choices(&chosen.with)?;
    if !packs.folders("rules").iter().any(|pack| pack == name) && Path::new(name).exists() {
        let target = place::only(name, packs)?;
        return loaded(&target.files, &target.pack, &choices);
    }
    loaded(packs, name, &choices)
}

/// Whether a pack declares a scenario of that name.
pub fn is_scenario(packs: &Packs, asked: &str) -> bool {
    match asked.split_once('/') {
        Some((pack, name)) => scenarios_of(packs, pack).iter().any(|other| other == name),
        None => packs.folders("rules").iter().any(|pack| scenarios_of(packs, pack).iter().any(|other| other == asked)),
    }
}

/// Whether a name is that of a scenario: its board counts, where a pack has the name nobody is there.
pub fn is_board(packs: &Packs, name: &str) -> bool {
    !packs.folders("rules").iter().any(|pack| pack == name) && is_scenario(packs, name)
}

/// Finds `duel`, `skirmish/duel`, or the only scenario of a file.
pub fn scenario(packs: &Packs, asked: &str, chosen: &Chosen) -> Result<Found, Diagnostics> {
    if asked.ends_with(".fray") && Path::new(asked).is_file() {
        let target = place::only(asked, packs)?;
        return match scenarios_of(&target.files, &target.pack).as_slice() {
            [only] => of_pack(&target.files, &target.pack, only, chosen),
            // A scenario may be missing because it could not be read.
            [] => loaded(&target.files, &target.pack, &Choices::none()).and_then(|_| Err(unknown(asked, Vec::new()))),
            several => Err(unknown(asked, several.iter().map(|name| format!("{}/{name}", target.pack)).collect())),
        };
    }
    match asked.split_once('/') {
        Some((pack, name)) => of_pack(packs, pack, name, chosen),
        None => of_pack(packs, &declaring(packs, asked)?, asked, chosen),
    }
}

fn of_pack(packs: &Packs, pack: &str, name: &str, chosen: &Chosen) -> Result<Found, Diagnostics> {
    let said = phrase::choices(&chosen.with)?;
    let asked = format!("{pack}/{name}");
    let mut text = PackText::rules(packs, pack);
    let book = under(&mut text, &said)?;
    let Some(at) = book.names.find(Sort::Scenario, name) else {
        return Err(unknown(
            &asked,
            book.names.visible(Sort::Scenario).map(|other| format!("{pack}/{other}")).collect(),
        ));
    };
    let mut choices = book.choices_of(ScenarioId(at));
    if choices.0.is_empty() {
        return Ok(Found { kit: crate::odds::kit(book), scenario: ScenarioId(at) });
    }
    // What the command says comes later and so has the last word.
    choices.0.extend(said.0);
    let book = under(&mut text, &choices)?;
    match book.names.find(Sort::Scenario, name) {
        Some(at) => Ok(Found { kit: crate::odds::kit(book), scenario: ScenarioId(at) }),
        None => Err(unknown(&asked, Vec::new())),
    }
}

fn loaded(packs: &Packs, name: &str, choices: &Choices) -> Result<Arc<Rulebook>, Diagnostics> {
    under(&mut PackText::rules(packs, name), choices)
}

fn under(text: &mut PackText, choices: &Choices) -> Result<Arc<Rulebook>, Diagnostics> {
    let (book, diagnostics) = text.load(choices);
    book.ok_or(diagnostics)
}

/// The pack whose own text declares a scenario.
fn declaring(packs: &Packs, name: &str) -> Result<String, Diagnostics> {
    let mut all = Vec::new();
    for pack in packs.folders("rules") {
        for scenario in scenarios_of(packs, &pack) {
            all.push((pack.clone(), scenario));
        }
    }
    let mut having: Vec<&str> = all.iter().filter(|(_, other)| other == name).map(|(pack, _)| pack.as_str()).collect();
    having.dedup();
    match having.as_slice() {
        [pack] => Ok(pack.to_string()),
        [] if packs.folders("rules").iter().any(|pack| pack == name) => Err(of_that_pack(packs, name)),
        [] => Err(unknown(name, all.into_iter().map(|(_, scenario)| scenario).collect())),
        several => {
            let choices = several.iter().map(|pack| format!("`{pack}/{name}`")).collect();
            Err(CliError::AmbiguousScenario { name: name.to_string(), choices }.alone())
        }
    }
}

/// The scenarios that the text of a pack declares, in order; broken declarations are left out.
fn scenarios_of(packs: &Packs, pack: &str) -> Vec<String> {
    let mut names = Vec::new();
    let folder = format!("rules/{pack}");
    for file in packs.tree(&folder).into_iter().filter(|file| file.ends_with(".fray") && !is_test_file(file)) {
        let path = format!("{folder}/{file}");
        let Some(text) = packs.read(&path).and_then(|bytes| decode(&path, bytes).ok()) else { continue };
        // Reading every file of every pack would be slow, and few of them hold scenarios.
        if !text.contains("scenario") {
            continue;
        }
        let mut sources = Sources::default();
        let id = sources.add(&path, &text);
        collect(&parse(&sources, id).0.declarations, &mut names);
    }
    names
}

fn collect(declarations: &[ast::Declaration], names: &mut Vec<String>) {
    for declaration in declarations {
        match (&declaration.body, &declaration.name) {
            (ast::Body::Scenario(_), Some(name)) if declaration.verb != ast::Verb::Remove => {
                names.push(name.text.clone());
            }
            (ast::Body::When(_, inner), _) => collect(inner, names),
            _ => {}
        }
    }
}

fn unknown(name: &str, known: Vec<String>) -> Diagnostics {
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let otherwise = match names.as_slice() {
        [] => "nothing here declares a scenario".to_string(),
        names => format!("{} (`fray show PACK scenarios` lists those of a pack)", listed(names)),
    };
    let help = did_you_mean(name, names.iter().copied(), &otherwise);
    CliError::UnknownName { sort: "scenario".to_string(), name: name.to_string(), help }.alone()
}

/// A pack where a scenario is wanted, or the nearest of either where anything may be named.
pub fn nothing(packs: &Packs, name: &str) -> Diagnostics {
    let names = packs.folders("rules");
    let scenarios = |pack: &String| scenarios_of(packs, pack);
    let all: Vec<String> = names.iter().flat_map(scenarios).collect();
    let known = names.iter().chain(&all).map(String::as_str);
    let otherwise =
        format!("the packs are {}; `fray show PACK scenarios` lists the scenarios of one", names.join(", "));
    let help = did_you_mean(name, known, &otherwise);
    CliError::UnknownName { sort: "pack or scenario".to_string(), name: name.to_string(), help }.alone()
}

/// What to say of a pack where a scenario is wanted.
fn of_that_pack(packs: &Packs, pack: &str) -> Diagnostics {
    let own = scenarios_of(packs, pack);
    let names: Vec<&str> = own.iter().map(String::as_str).collect();
    let help = match names.as_slice() {
        [] => "it is a pack without scenarios".to_string(),
        [first, ..] => format!("it is a pack: name one of its scenarios, such as `{pack}/{first}`; {}", listed(&names)),
    };
    CliError::UnknownName { sort: "scenario".to_string(), name: pack.to_string(), help }.alone()
}
