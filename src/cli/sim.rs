//! `fray sim`: a scenario played many times.

use super::args::SimArgs;
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::find;
use super::packs::Packs;
use super::screen::Screen;
use crate::diag::{Diagnostic, Diagnostics};
use crate::play::Refused;
use crate::rulebook::Rulebook;
use crate::sim::{Interval, MOST_GAMES, SimError, Tally, Trials};
use crate::value::ActionId;
use serde_json::json;

/// The form of the answer for programs.
const SCHEMA: &str = "fray.sim/1";
/// Of reasons why orders were refused, so many are told.
const MOST_REFUSED: usize = 5;

/// Plays and counts.
pub(super) fn sim(args: &SimArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    if args.games == 0 || args.games > MOST_GAMES {
        let help = format!("play from 1 to {MOST_GAMES} games");
        return Err(CliError::OutOfRange { what: format!("-n {}", args.games), help }.alone());
    }
    let found = find::scenario(packs, &args.scenario, &args.choices)?;
    let book = found.kit.book.clone();
    let trials =
        Trials { seed: args.seed, games: args.games, jobs: args.jobs, ..Trials::new(found.kit, found.scenario) };
    let tally = watched(trials, screen).map_err(|error| reported(error, &book))?;
    let scenario = &book.scenarios[found.scenario.index()];
    let sides: Vec<(&str, &str)> = scenario.sides.iter().map(|side| (&*side.head.name, &*side.head.title)).collect();
    if args.json {
        screen.json(&plain(args, &sides, &tally, &book));
    } else {
        screen.say(&(told(&scenario.head.title, &sides, &tally) + &refused(&tally, &book)));
    }
    Ok(Ended::Done)
}

/// Plays all games, or those that were over when somebody wanted to wait no longer.
pub(super) fn watched(mut trials: Trials, screen: &mut Screen) -> Result<Tally, SimError> {
    (trials.cancel, trials.kit.cancel) = (screen.cancel.clone(), screen.cancel.clone());
    let tally = screen.counted("games", Some(trials.games), |_| trials.play())?;
    if tally.games < trials.games {
        let (played, all) = (tally.games, trials.games);
        screen.aside(&format!("stopped: {played} of {all} games were over, and only these count\n"));
    }
    Ok(tally)
}

fn told(title: &str, sides: &[(&str, &str)], tally: &Tally) -> String {
    let mut rows: Vec<(String, u64)> =
        sides.iter().zip(&tally.wins).map(|((_, title), wins)| (format!("won by {title}"), *wins)).collect();
    rows.push(("won by nobody".to_string(), tally.draws));
    rows.push(("not over at the limit".to_string(), tally.unfinished));
    let column = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{title}, {} games\n", tally.games);
    for (_, (name, count)) in rows.iter().enumerate().filter(|(at, (_, count))| *count > 0 || *at < sides.len()) {
        let Interval { share, low, high } = tally.share(*count);
        let (share, low, high) = (share * 100.0, low * 100.0, high * 100.0);
        text += &format!("  {name:<column$}  {share:>5.1} %   ({low:.1} to {high:.1} with 95 % confidence)\n");
    }
    let shortest = tally.shortest.unwrap_or(0);
    text += &format!("  turns: {:.1} on average, {shortest} to {}\n", tally.mean(tally.turns), tally.longest);
    for ((_, title), standing) in sides.iter().zip(&tally.standing) {
        text += &format!("  {title}: {:.2} figures left on average\n", tally.mean(*standing));
    }
    text
}

/// Orders that scripts gave and the rules refused: a script that does not know the rules plays badly.
fn refused(tally: &Tally, book: &Rulebook) -> String {
    let all: u64 = tally.refused.values().sum();
    if all == 0 {
        return String::new();
    }
    let mut rows: Vec<(&Refused, &u64)> = tally.refused.iter().collect();
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let mut text = format!("  orders refused: {:.2} in a game\n", tally.mean(all));
    for ((action, why), count) in rows.iter().take(MOST_REFUSED) {
        text += &format!("    {:.2}  {}: {why}\n", tally.mean(**count), title(book, *action));
    }
    text
}

fn title(book: &Rulebook, action: Option<ActionId>) -> &str {
    action.map_or("no order", |action| &book.actions[action.index()].head.title)
}

fn plain(args: &SimArgs, sides: &[(&str, &str)], tally: &Tally, book: &Rulebook) -> serde_json::Value {
    let side = |at: usize, name: &str| {
        json!({
            "name": name, "wins": tally.wins.get(at), "odds": tally.wins.get(at).map(|wins| tally.share(*wins)),
            "standing": tally.standing.get(at).map(|sum| tally.mean(*sum)),
        })
    };
    json!({
        "schema": SCHEMA, "scenario": args.scenario, "seed": args.seed, "games": tally.games,
        "sides": sides.iter().enumerate().map(|(at, (name, _))| side(at, name)).collect::<Vec<_>>(),
        "draws": tally.draws, "unfinished": tally.unfinished,
        "refused": tally.refused.iter().map(|((action, why), count)| json!({
            "action": action.map(|action| &*book.actions[action.index()].head.name), "reason": &**why, "count": count,
        })).collect::<Vec<_>>(),
        "turns": { "mean": tally.mean(tally.turns), "min": tally.shortest, "max": tally.longest },
    })
}

/// What stopped the games, with the rule or script to blame.
pub(super) fn reported(error: SimError, book: &Rulebook) -> Diagnostics {
    let one = |diagnostic: Diagnostic| vec![diagnostic];
    match error {
        SimError::Game(trial, error) => {
            let note = CliError::FailedGame { trial };
            let mut all: Diagnostics = one(Box::new(note));
            all.push(error.report(book));
            all
        }
        SimError::Engine(error) => one(error),
        SimError::Threads(why) => {
            CliError::OutOfRange { what: "--jobs".to_string(), help: format!("use fewer threads: {why}") }.alone()
        }
    }
}
