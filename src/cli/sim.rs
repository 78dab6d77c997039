//! `fray sim`: a scenario played many times.

use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::games_args::SimArgs;
use super::packs::Packs;
use super::played::{reported, watched};
use super::screen::Screen;
use super::sim_answer::{AnswerForm, SimAnswer};
use super::{find, kept, parquet_file, players};
use crate::diag::Diagnostics;
use crate::sim::{KeptGames, KeptHead, MOST_GAMES, Noted, PlayedGames, RowForm, RowSort, Trials, shard, spoken};
use std::ops::Range;

/// Plays and counts.
pub(super) fn sim(args: &SimArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    if args.games == 0 || args.games > MOST_GAMES {
        let help = format!("play from 1 to {MOST_GAMES} games");
        return Err(CliError::OutOfRange { what: format!("-n {}", args.games), help }.alone());
    }
    args.keep.as_deref().map_or(Ok(()), super::write::can_stand).map_err(CliError::alone)?;
    args.parquet.as_deref().map_or(Ok(()), parquet_file::can_be_written).map_err(CliError::alone)?;
    let wanted = wanted(args)?;
    let found = find::scenario(packs, &args.scenario, &args.choices)?;
    let seats = players::seats(&found, &args.players)?;
    let book = found.kit.book.clone();
    let plays = args.players.plays.clone();
    let mut head = KeptHead::new(&found.kit.book, args.scenario.clone(), found.scenario);
    (head.seed, head.games, head.plays, head.noted) = (args.dice.seed, args.games, plays, noted(args));
    let trials = Trials {
        seed: args.dice.seed,
        games: args.games,
        jobs: args.dice.jobs,
        noted: head.noted,
        ..Trials::new(found.kit, found.scenario)
    };
    let trials = trials.seated(&seats);
    let (played, whole) = match &args.keep {
        Some(path) => {
            let run = kept::KeptRun { path, head, wanted: wanted.clone(), resume: args.resume };
            run.play(trials, screen, &book)?
        }
        None => {
            let played = watched(trials, wanted.clone(), screen).map_err(|error| reported(error, &book))?;
            let mut kept = KeptGames::none(head);
            if args.shard.is_some() && played.tally.games == wanted.end - wanted.start {
                let part = kept.add(wanted.clone(), played.clone());
                screen.json_lines(&(kept.head.line() + &part));
            }
            (played, kept)
        }
    };
    if args.shard.is_some() {
        tell_shard(args, &wanted, &played, screen);
    } else if let Some(path) = &args.parquet {
        parquet_file::write(path, &whole.head, &played, screen)?;
    } else {
        SimAnswer { head: &whole.head, played: &played }.print(&form(args), screen);
    }
    Ok(Ended::Done)
}

/// What is noted of each game.
fn noted(args: &SimArgs) -> Noted {
    let sort = match args.rows.as_deref() {
        Some("side") => Some(RowSort::Side),
        Some("figure") => Some(RowSort::Figure),
        Some("order") => Some(RowSort::Order),
        Some("effect") => Some(RowSort::Effect),
        Some(_) => Some(RowSort::Game),
        None => (args.csv || args.parquet.is_some()).then_some(RowSort::Game),
    };
    let form = if args.csv { RowForm::Csv } else { RowForm::Json };
    Noted { used: args.used, points: false, luck: args.luck, rows: sort.map(|sort| (sort, form)) }
}

fn form(args: &SimArgs) -> AnswerForm {
    if args.json { AnswerForm::Json } else { AnswerForm::Usual }
}

/// The games that are to be played here: all, or those of one shard.
fn wanted(args: &SimArgs) -> Result<Range<u64>, Diagnostics> {
    let Some(text) = &args.shard else { return Ok(0..args.games) };
    let parts = text.split_once('/').and_then(|(at, of)| Some((at.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((at, of)) if 1 <= at && at <= of && of <= args.games => Ok(shard(args.games, at, of)),
        _ => {
            let numbers: Vec<u64> =
                text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect();
            let (message, help) = match numbers.as_slice() {
                [at, of] if 1 <= *at && at <= of && *of <= args.games => {
                    (format!("`--shard {text}` is written in another way"), format!("write `--shard {at}/{of}`"))
                }
                [_, of] if *of > args.games => (
                    format!("`--shard {text}` makes more shards than there are games: {}", args.games),
                    "there are at most as many shards as games: make fewer, or play more by `-n`".to_string(),
                ),
                [_, of] if *of > 0 => (
                    format!("`--shard {text}` is none of the {of}"),
                    format!("they are `--shard 1/{of}` to `--shard {of}/{of}`"),
                ),
                _ => (
                    format!("`--shard {text}` does not say which of how many"),
                    "write which, and of how many: `--shard 1/4` to `--shard 4/4`".to_string(),
                ),
            };
            Err(CliError::Usage { message, help }.alone())
        }
    }
}

/// What became of a shard whose games are kept.
fn tell_shard(args: &SimArgs, wanted: &Range<u64>, played: &PlayedGames, screen: &mut Screen) {
    let is_whole = played.tally.games == wanted.end - wanted.start;
    match (&args.keep, is_whole) {
        (Some(path), true) => {
            let path = super::error::shown(path);
            screen.line(&format!("{path} holds the games {}: `fray merge` puts the shards together", spoken(wanted)));
        }
        (Some(_), false) => screen.aside("the same command with `--resume` goes on with it\n"),
        (None, true) => {}
        (None, false) => screen.aside("of a shard that is not whole nothing is told: keep it with `--keep FILE`\n"),
    }
}
