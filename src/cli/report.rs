//! `fray report`: many games of a scenario, or of all of a pack, as one page.

use super::error::{CliError, shown};
use super::exit::{CommandResult, Ended};
use super::find::{self, FoundScenario, ReadScenario};
use super::games_args::ReportArgs;
use super::packs::Packs;
use super::played::{reported, watched};
use super::screen::Screen;
use super::write::{can_stand, write_whole};
use crate::diag::Diagnostics;
use crate::draw::{REPORT, ReportedGames, report as page};
use crate::explain::readable;
use crate::repl::Replaced;
use crate::rulebook::{OptionChoice, OptionRule, PackText, Rulebook};
use crate::sim::{KeptHead, MOST_GAMES, Noted, PlayedGames, Trials, UsedTally};
use crate::value::{SlotId, Symbol};
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
    let mut read = ReadScenario::new(packs, name)?;
    let found = read.under(&args.choices)?;
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
    let trials = Trials { noted: Noted { used: true, luck: true, ..Noted::default() }, ..trials };
    let played = watched(trials, 0..args.games, screen).map_err(|error| reported(error, &book))?;
    let with: String = args.choices.with.iter().map(|with| format!(" --with {with}")).collect();
    let command = format!("fray sim {name} -n {} --seed {} --used --luck{with}", args.games, args.dice.seed);
    let never = never(&found, read.read().text(), &played);
    Ok(ReportedGames { head, played, command, never, plane })
}

/// What is there and was never used.
fn never(found: &FoundScenario, text: &PackText, played: &PlayedGames) -> Vec<(String, Vec<String>)> {
    let (book, used) = (&found.kit.book, &played.used);
    let done: BTreeSet<&str> = used.orders.keys().map(|order| &*order.action).collect();
    let with: BTreeSet<&str> = used.orders.keys().filter_map(|order| order.with.as_deref()).collect();
    let actions = book.actions.iter().filter(|one| !one.head.is_quiet() && !done.contains(&*one.head.name));
    let things = things(found);
    let (cards, modifiers) = never_counted(book, used);
    let (options, readings) = never_in_force(book, text, used);
    vec![
        ("things that figures have".to_string(), things.into_iter().filter(|name| !with.contains(&**name)).collect()),
        ("orders".to_string(), actions.map(|one| one.head.title.to_string()).collect()),
        ("cards of which nothing counted".to_string(), cards),
        ("modifiers of the other cards, and of checks".to_string(), modifiers),
        ("options with which nothing had to do that came up".to_string(), options),
        ("readings that were not in force".to_string(), readings),
    ]
}

/// What figures of the scenario have when it begins, by name.
fn things(found: &FoundScenario) -> BTreeSet<String> {
    let rules = found.kit.rules_of(found.scenario);
    let book = &rules.book;
    let begun = crate::state::of_scenario(&rules, &book.scenarios[found.scenario.index()]).unwrap_or_default();
    let slots = (0..book.slots.len()).map(|at| SlotId(at as u16));
    let held = slots.flat_map(|slot| begun.figures.iter().flat_map(move |figure| &figure.slots[slot.index()]));
    held.map(|thing| book.items[begun.thing(*thing).item.index()].head.name.to_string()).collect()
}

/// Cards of which no modifier counted; of the others, and of checks, the modifiers that did not.
fn never_counted(book: &Rulebook, used: &UsedTally) -> (Vec<String>, Vec<String>) {
    let counted: BTreeSet<(&str, &str)> = used.modifiers.keys().map(|one| (&*one.of, &*one.label)).collect();
    let (mut cards, mut modifiers) = (BTreeSet::new(), BTreeSet::new());
    let on_cards = book.cards.iter().map(|card| (&card.head, &card.modifiers, true));
    let on_checks = book.checks.iter().map(|check| (&check.head, &check.parts, false));
    for (head, all, is_card) in on_cards.chain(on_checks).filter(|(_, all, _)| !all.is_empty()) {
        let labels: BTreeSet<String> = all.iter().map(|one| readable(book, &one.label.text)).collect();
        let never: Vec<&String> = labels.iter().filter(|label| !counted.contains(&(&*head.name, &***label))).collect();
        if is_card && never.len() == labels.len() {
            cards.insert(head.title.to_string());
        } else {
            modifiers.extend(never.iter().map(|label| format!("{label} ({})", head.title)));
        }
    }
    (cards.into_iter().collect(), modifiers.into_iter().collect())
}

/// Options with which nothing that came up has to do, and all readings that were not in force, as `--with` takes them.
fn never_in_force(book: &Rulebook, text: &PackText, used: &UsedTally) -> (Vec<String>, Vec<String>) {
    let names: Vec<&str> = book.options.iter().map(|option| &*option.head.name).collect();
    let met = text.is_met(&names, &used.met);
    let options = names.iter().zip(met).filter(|(_, is_met)| !is_met).map(|(name, _)| (*name).to_string());
    let other = |option: &OptionRule| {
        let all: Vec<OptionChoice> = match option.readings {
            None => [true, false].map(OptionChoice::On).to_vec(),
            Some(set) => {
                let words = 0..book.sets[set.index()].words.len() as u16;
                words.map(|at| OptionChoice::Reading(Symbol { set, at })).collect()
            }
        };
        let named = |choice: OptionChoice| format!("{}={}", option.head.name, book.choice_name(choice));
        all.into_iter().filter(|choice| *choice != option.chosen).map(named).collect::<Vec<String>>()
    };
    (options.collect(), book.options.iter().flat_map(other).collect())
}
