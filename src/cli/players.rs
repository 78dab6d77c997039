//! Who plays which side, where that is not left to the scenario: `--plays red=archer`.

use super::args::PlayerArgs;
use super::behavior::controllers;
use super::error::CliError;
use super::find::FoundScenario;
use crate::diag::{Diagnostics, did_you_mean};
use crate::play::Kit;
use crate::rulebook::Rulebook;
use crate::sim::{SideSeat, seated_at};
use crate::value::{ScenarioId, ScriptId};

/// The rules with those in the seats that the command names.
pub(super) fn seated(found: &FoundScenario, args: &PlayerArgs) -> Result<Kit, Diagnostics> {
    let book = &found.kit.book;
    let seats = args.plays.iter().map(|word| taken(book, found.scenario, word)).collect::<Result<Vec<_>, _>>()?;
    if let Some(twice) =
        seats.iter().enumerate().find(|(at, taken)| seats[..*at].iter().any(|one| one.side == taken.side))
    {
        let help = "a side is played by one: leave one of them out".to_string();
        return Err(CliError::OutOfRange { what: format!("--plays {}", args.plays[twice.0]), help }.alone());
    }
    Ok(seated_at(&found.kit, found.scenario, &seats))
}

/// Reads `SIDE=CONTROLLER`.
fn taken(book: &Rulebook, scenario: ScenarioId, word: &str) -> Result<SideSeat, Diagnostics> {
    let sides = &book.scenarios[scenario.index()].sides;
    let names = || sides.iter().map(|side| &*side.head.name);
    let Some((name, decider)) = word.split_once('=') else {
        let help = format!("write `--plays SIDE=CONTROLLER`; the sides are {}", names().collect::<Vec<_>>().join(", "));
        return Err(CliError::OutOfRange { what: format!("--plays {word}"), help }.alone());
    };
    let Some(side) = names().position(|other| other == name.trim()) else {
        let help = did_you_mean(name, names(), &format!("the sides are {}", names().collect::<Vec<_>>().join(", ")));
        return Err(CliError::UnknownName { sort: "side".to_string(), name: name.to_string(), help }.alone());
    };
    Ok(SideSeat { side, script: controller(book, decider.trim())? })
}

/// A controller by its name.
pub(super) fn controller(book: &Rulebook, name: &str) -> Result<ScriptId, Diagnostics> {
    let known: Vec<&str> = controllers(book).into_iter().map(|script| &*script.name).collect();
    let at = book.scripts.iter().position(|script| *script.name == *name && known.contains(&name));
    at.map(|at| ScriptId(at as u16)).ok_or_else(|| {
        let help = did_you_mean(name, known.iter().copied(), &format!("there are {}", known.join(", ")));
        CliError::UnknownName { sort: "controller".to_string(), name: name.to_string(), help }.alone()
    })
}
