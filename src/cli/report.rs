//! `fray report`: many games of a scenario, or of all of a pack, as one page.

use super::error::{CliError, shown};
use super::exit::{CommandResult, Ended};
use super::find::{self, FoundScenario};
use super::games_args::ReportArgs;
use super::packs::Packs;
use super::played::{reported, watched};
use super::screen::Screen;
use super::write::{can_stand, write_whole};
use crate::diag::Diagnostics;
use crate::draw::{REPORT, ReportedGames, report as page};
use crate::repl::Replaced;
use crate::sim::{KeptHead, MOST_GAMES, Noted, PlayedGames, Trials};
use crate::value::SlotId;
use std::collections::BTreeSet;

/// Plays, checks that everything adds up, and writes the page.
pub(super) fn report(args: &ReportArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    if args.games == 0 || args.games > MOST_GAMES {
        let help = format!("play from 1 to {MOST_GAMES} games");
        return Err(CliError::OutOfRange { what: format!("-n {}", args.games), help }.alone());
    }
    can_stand(&args.out).map_err(CliError::alone)?;
    let (title, names) = asked(args, packs)?;
    let mut all = Vec::new();
    for name in names {
        if screen.cancel.is_asked() {
            break;
        }
        all.push(games(args, &name, packs, screen)?);
    }
    let about = format!("{} games of each scenario, seed {}", args.games, args.dice.seed);
    let html = page(&title, &about, &all);
    let replaced = if args.force { Replaced::Anything } else { Replaced::Beginning(REPORT) };
    write_whole(&args.out, html.as_bytes(), replaced, "name another file, or replace it with `--force`")
        .map_err(CliError::alone)?;
    let faults: Vec<String> = all.iter().flat_map(|one| one.played.faults()).collect();
    if !faults.is_empty() {
        screen.aside(&format!("warning: totals do not add up, report it: {}\n", faults.join("; ")));
        return Ok(Ended::No);
    }
    screen.line(&format!("{} holds the report: any browser shows it, without a network", shown(&args.out)));
    Ok(Ended::Done)
}

/// What it is about, and its scenarios.
fn asked(args: &ReportArgs, packs: &Packs) -> Result<(String, Vec<String>), Diagnostics> {
    if find::is_scenario(packs, &args.place) && !find::is_pack(packs, &args.place) {
        return Ok((args.place.clone(), vec![args.place.clone()]));
    }
    let book = find::pack(packs, &args.place, &args.choices)?;
    let names: Vec<String> = book.scenarios.iter().map(|one| format!("{}/{}", args.place, one.head.name)).collect();
    if names.is_empty() {
        let help = "name a pack that declares scenarios, or a scenario".to_string();
        return Err(CliError::UnknownName { sort: "scenario".to_string(), name: args.place.clone(), help }.alone());
    }
    Ok((book.pack.head.title.to_string(), names))
}

/// Plays one scenario.
fn games(args: &ReportArgs, name: &str, packs: &Packs, screen: &mut Screen) -> Result<ReportedGames, Diagnostics> {
    let found = find::scenario(packs, name, &args.choices)?;
    let (book, scenario) = (found.kit.book.clone(), found.scenario);
    let mut head = KeptHead::new(&book, name.to_string(), scenario);
    (head.seed, head.games) = (args.dice.seed, args.games);
    let plane = found.kit.rules_of(scenario).ground.as_ref().map(|ground| ground.plane);
    let trials = Trials {
        seed: args.dice.seed,
        games: args.games,
        jobs: args.dice.jobs,
        ..Trials::new(found.kit.clone(), scenario)
    };
    let trials = Trials { noted: Noted { used: true, ..Noted::default() }, ..trials };
    let played = watched(trials, 0..args.games, screen).map_err(|error| reported(error, &book))?;
    let with: String = args.choices.with.iter().map(|with| format!(" --with {with}")).collect();
    let command = format!("fray sim {name} -n {} --seed {} --used{with}", args.games, args.dice.seed);
    let never = never(&found, &played);
    Ok(ReportedGames { head, played, command, never, plane })
}

/// What is there and was never used: things that figures of the scenario have, actions, modifiers.
fn never(found: &FoundScenario, played: &PlayedGames) -> Vec<(String, Vec<String>)> {
    let (book, used) = (&found.kit.book, &played.used);
    let done: BTreeSet<&str> = used.orders.keys().map(|order| &*order.action).collect();
    let with: BTreeSet<&str> = used.orders.keys().filter_map(|order| order.with.as_deref()).collect();
    let counted: BTreeSet<(&str, &str)> = used.modifiers.keys().map(|one| (&*one.of, &*one.label)).collect();
    let actions = book.actions.iter().filter(|one| !one.head.is_quiet() && !done.contains(&*one.head.name));
    let modifiers = book.cards.iter().flat_map(|card| {
        let labels = card.modifiers.iter().map(|one| &*one.label.text);
        let never = labels.filter(|label| !counted.contains(&(&*card.head.name, *label)));
        never.map(|label| format!("{} ({})", label, card.head.title)).collect::<BTreeSet<String>>()
    });
    let rules = found.kit.rules_of(found.scenario);
    let declared = &book.scenarios[found.scenario.index()];
    let begun = crate::state::of_scenario(&rules, declared).unwrap_or_default();
    let slots = (0..book.slots.len()).map(|at| SlotId(at as u16));
    let held = slots.flat_map(|slot| begun.figures.iter().flat_map(move |figure| &figure.slots[slot.index()]));
    let things: BTreeSet<&str> = held.map(|thing| &*book.items[begun.thing(*thing).item.index()].head.name).collect();
    vec![
        (
            "things that figures have".to_string(),
            things.iter().filter(|name| !with.contains(*name)).map(|name| (*name).to_string()).collect(),
        ),
        ("orders".to_string(), actions.map(|one| one.head.title.to_string()).collect()),
        ("modifiers".to_string(), modifiers.collect()),
    ]
}
