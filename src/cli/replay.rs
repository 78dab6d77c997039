//! `fray replay`: a kept game as one page that stands alone, or played again to see whether every number holds.

use super::args::{ChoiceArgs, PlayerArgs, ReplayArgs};
use super::argument;
use super::error::{CliError, shown};
use super::exit::{CommandResult, Ended};
use super::find::{self, FoundScenario};
use super::packs::Packs;
use super::screen::Screen;
use super::write::write_whole;
use super::{file_arguments, players};
use crate::diag::Diagnostics;
use crate::dice::{Cancel, Chance, Given, Seeded};
use crate::draw::{ChanceToWin, Eyes, Fight, Reel, ReplayWords, reel, replay as page};
use crate::event::Log;
use crate::repl::Replaced;
use crate::sim::{Onward, SearchMind, searching, seated_at};
use crate::state::{State, View, of_scenario};

/// How the file of a replay begins.
const REPLAY: &str = "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">";
/// Turns from which a fight is played on; of a longer one only so many, evenly.
const MOST_TURNS: usize = 24;

/// Reads a kept game, plays it again, and draws it if it is as it was.
pub(super) fn replay(args: &ReplayArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let name = shown(&args.save);
    let log =
        Log::from_json_lines(&name, &file_arguments::text(&args.save)?).map_err(|error| vec![Box::new(error) as _])?;
    let found = found(args, &log, packs)?;
    let again = again(&found, &log, &name)?;
    let differs = log.iter().zip(again.iter()).position(|(kept, played)| kept != played);
    let differs = differs.or_else(|| (log.len() != again.len()).then_some(log.len().min(again.len())));
    if args.check {
        return Ok(match differs {
            None => {
                screen.line(&format!("every number holds: {} events played again as they are kept", log.len()));
                Ended::Done
            }
            Some(at) => {
                screen.line(&format!("line {} of {name} is not what this fight comes to by these rules", at + 2));
                Ended::No
            }
        });
    }
    if let Some(at) = differs {
        let help = format!("the rules have changed since, or the file has: `fray replay {name} --check` looks again");
        return Err(CliError::NotPlayed { path: name, line: at + 2, help }.alone());
    }
    let Some(out) = &args.out else {
        let help = format!("name one: `fray replay {name} -o fight.html`").to_string();
        return Err(CliError::Usage { message: "the page of a replay needs a file".to_string(), help }.alone());
    };
    let html = drawn(args, &found, &log)?;
    let replaced = if args.force { Replaced::Anything } else { Replaced::Beginning(REPLAY) };
    let force = "name another file, or replace it with `--force`";
    write_whole(out, html.as_bytes(), replaced, force).map_err(CliError::alone)?;
    screen.line(&format!("{} holds the fight: any browser shows it, without a network", shown(out)));
    Ok(Ended::Done)
}

/// The scenario that a log is about, with the rules it was played by.
fn found(args: &ReplayArgs, log: &Log, packs: &Packs) -> Result<FoundScenario, Diagnostics> {
    let about = |key: &str| log.about.get(key).map(String::as_str);
    let scenario = match (&args.of, about("pack"), about("scenario")) {
        (Some(of), ..) => of.clone(),
        (None, Some(pack), Some(scenario)) => format!("{pack}/{scenario}"),
        _ => {
            let help = "name it with `--of SCENARIO`".to_string();
            return Err(
                CliError::Usage { message: "the file does not say which scenario it is of".to_string(), help }.alone()
            );
        }
    };
    let with = about("with").map_or_else(Vec::new, |with| with.split(' ').map(str::to_string).collect());
    let mut found = find::scenario(packs, &scenario, &ChoiceArgs { with })?;
    let seats = players::seats(&found, &played_by(log))?;
    found.kit = seated_at(&found.kit, found.scenario, &seats);
    Ok(found)
}

/// Who has played which side instead of whom the scenario names.
fn played_by(log: &Log) -> PlayerArgs {
    let plays = log.about.get("plays").map_or_else(Vec::new, |plays| plays.split(' ').map(str::to_string).collect());
    PlayerArgs { plays }
}

/// The log of the fight when it is played again from its seed, or with its dice.
fn again(found: &FoundScenario, log: &Log, name: &str) -> Result<Log, Diagnostics> {
    let number = |key: &str| log.about.get(key).and_then(|number| number.parse().ok());
    let (seed, game) = (number("seed"), number("game").unwrap_or(0));
    let chance: Box<dyn Chance> = match (log.about.get("dice"), seed) {
        (Some(dice), _) => Box::new(Given::new(argument::dice(dice)?)),
        (None, Some(seed)) => Box::new(Seeded::new(seed, game)),
        (None, None) => {
            let help = "keep it again: `fray run SCENARIO --save FILE` writes down where the dice begin".to_string();
            return Err(CliError::NotPlayed { path: name.to_string(), line: 1, help }.alone());
        }
    };
    let book = &found.kit.book;
    let mut play = found.kit.play(found.scenario, chance).map_err(|error| vec![error.report(book)])?;
    play.keep_log(Log::default());
    let seats = players::seats(found, &played_by(log))?;
    let mind = SearchMind::at(&mut play, &found.kit, &searching(&seats), (seed.unwrap_or(0), game));
    let (limit, cancel) = (book.scenarios[found.scenario.index()].limit, Cancel::default());
    // A game that broke off is kept as far as it went, and breaks off there again.
    let _ = match mind.map_err(|error| vec![error.report(book)])? {
        Some(mind) => mind.run(&mut play, limit, &cancel),
        None => play.run(limit),
    };
    Ok(play.take_log().unwrap_or_default())
}

fn drawn(args: &ReplayArgs, found: &FoundScenario, log: &Log) -> Result<String, Diagnostics> {
    let (book, rules) = (&found.kit.book, found.kit.rules_of(found.scenario));
    let scenario = &book.scenarios[found.scenario.index()];
    let map = scenario.map.map(|map| &book.maps[map.index()]);
    let begin = of_scenario(&rules, scenario).map_err(|error| vec![error.diagnostic(book)])?;
    let reel = reel(&rules, map, &begin, log.since(0));
    let chances = chances(args.games, found, &reel)?;
    let end = reel.turns.last().map_or(&begin, |(_, state)| state);
    // Who joined on the way is in the last state; the ground is drawn as it began.
    let view = View::new(&rules, if end.figures.len() > begin.figures.len() { end } else { &begin });
    let about = log.about.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<String>>().join(", ");
    let about =
        format!("{}: {about}. The dice and the rules make this fight again, event by event.", book.pack.head.title);
    let told = ReplayWords { title: &scenario.head.title, about, chances: &chances, games: args.games };
    Ok(page(Fight { view: &view, beginning: Some(&begin), map, asked: None, eyes: Eyes::All }, &reel, &told))
}

/// Who wins how often from the beginning of each turn.
fn chances(games: u64, found: &FoundScenario, reel: &Reel) -> Result<Vec<ChanceToWin>, Diagnostics> {
    if games == 0 {
        return Ok(Vec::new());
    }
    let step = reel.turns.len().div_ceil(MOST_TURNS).max(1);
    // Before the first turn the start of the scenario is still to run.
    let some: Vec<&(usize, State)> = reel.turns.iter().skip(1).step_by(step).collect();
    let onward = Onward { kit: found.kit.clone(), scenario: found.scenario, seed: 1, games };
    let states: Vec<State> = some.iter().map(|(_, state)| state.clone()).collect();
    let tallies = onward.play(&states).map_err(|error| super::played::reported(error, &found.kit.book))?;
    let chance = |(turn, tally): (&&(usize, State), &crate::sim::Tally)| {
        let shares = turn.1.side_ids().map(|side| {
            let share = tally.share(tally.wins.get(side.index()).copied().unwrap_or(0));
            (share.share, share.low, share.high)
        });
        ChanceToWin { moment: turn.0, turn: turn.1.turn + 1, shares: shares.collect() }
    };
    Ok(some.iter().zip(&tallies).map(chance).collect())
}
