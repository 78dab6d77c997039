//! Who plays which side, where that is not left to the scenario: `--plays red=archer`.

use super::args::PlayerArgs;
use super::behavior::controllers;
use super::error::CliError;
use super::find::FoundScenario;
use crate::diag::{Diagnostics, did_you_mean};
use crate::rulebook::Rulebook;
use crate::sim::{Decider, SearchBudget, SideSeat};
use crate::value::{ScenarioId, ScriptId};

/// Who plays as the scenario says.
pub(super) const OWN: &str = "own";
/// Who searches; `search:500` plays so many fights on for each decision.
const SEARCH: &str = "search";
/// Fights that are played on for a decision if nobody says how many.
const FIGHTS: u32 = 96;
/// The most.
const MOST_FIGHTS: u32 = 100_000;

/// The seats that the command names.
pub(super) fn seats(found: &FoundScenario, args: &PlayerArgs) -> Result<Vec<SideSeat>, Diagnostics> {
    let book = &found.kit.book;
    let seats = args.plays.iter().map(|word| taken(book, found.scenario, word)).collect::<Result<Vec<_>, _>>()?;
    if let Some(twice) =
        seats.iter().enumerate().find(|(at, taken)| seats[..*at].iter().any(|one| one.side == taken.side))
    {
        let help = "a side is played by one: leave one of them out".to_string();
        return Err(CliError::OutOfRange { what: format!("--plays {}", args.plays[twice.0]), help }.alone());
    }
    Ok(seats)
}

/// Reads `SIDE=CONTROLLER`.
fn taken(book: &Rulebook, scenario: ScenarioId, word: &str) -> Result<SideSeat, Diagnostics> {
    let sides = &book.scenarios[scenario.index()].sides;
    let names = || sides.iter().map(|side| &*side.head.name);
    let Some((name, who)) = word.split_once('=') else {
        let all = names().collect::<Vec<_>>().join(", ");
        let joined = word.split_once([':', ' ', '/', '.']).filter(|(side, _)| names().any(|name| name == side.trim()));
        let first = names().next().unwrap_or("SIDE");
        let help = match joined {
            Some((side, who)) => format!("write `--plays {}={}`", side.trim(), who.trim()),
            None if decider(book, word).is_ok() => {
                format!("say of which side: `--plays {first}={word}`; the sides are {all}")
            }
            None if names().any(|name| name == word) => format!("say who plays it: `--plays {word}=CONTROLLER`"),
            None => format!("write `--plays SIDE=CONTROLLER`; the sides are {all}"),
        };
        let message = format!("`--plays {word}` does not say who plays which side");
        return Err(CliError::Usage { message, help }.alone());
    };
    let Some(side) = names().position(|other| other == name.trim()) else {
        let is_turned = names().any(|side| side == who.trim()) && decider(book, name.trim()).is_ok();
        let help = match is_turned {
            true => format!("the side comes first: `--plays {}={}`", who.trim(), name.trim()),
            false => did_you_mean(name, names(), &format!("the sides are {}", names().collect::<Vec<_>>().join(", "))),
        };
        return Err(CliError::UnknownName { sort: "side".to_string(), name: name.to_string(), help }.alone());
    };
    Ok(SideSeat { side, decider: decider(book, who.trim())? })
}

/// Whoever plays, by name: a controller, `own`, `search`.
pub(super) fn decider(book: &Rulebook, name: &str) -> Result<Decider, Diagnostics> {
    if name == OWN {
        return Ok(Decider::Own);
    }
    let (word, fights) = name.split_once(':').map_or((name, None), |(word, fights)| (word, Some(fights)));
    if word != SEARCH {
        return controller(book, name).map(Decider::Script);
    }
    let fights = fights.map_or(Some(FIGHTS), |fights| fights.parse().ok());
    match fights.filter(|fights| (1..=MOST_FIGHTS).contains(fights)) {
        Some(fights) => Ok(Decider::Search(SearchBudget { fights })),
        None => {
            let help = format!("write `{SEARCH}`, or `{SEARCH}:200` with 1 to {MOST_FIGHTS} fights for each decision");
            Err(CliError::OutOfRange { what: name.to_string(), help }.alone())
        }
    }
}

/// A controller by its name.
fn controller(book: &Rulebook, name: &str) -> Result<ScriptId, Diagnostics> {
    let known: Vec<&str> = controllers(book).into_iter().map(|script| &*script.name).collect();
    let at = book.scripts.iter().position(|script| *script.name == *name && known.contains(&name));
    at.map(|at| ScriptId(at as u16)).ok_or_else(|| {
        let all = format!("there are {}, and `{OWN}` and `{SEARCH}`", known.join(", "));
        let help = match did_you_mean(name, known.iter().copied().chain([OWN, SEARCH]), "") {
            near if near.is_empty() => all,
            near => format!("{near} {all}"),
        };
        CliError::UnknownName { sort: "controller".to_string(), name: name.to_string(), help }.alone()
    })
}
