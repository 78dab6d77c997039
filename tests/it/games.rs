//! Whole games of every shipped scenario: the same seed is the same game, at any number of threads and from its log
//! alone; nothing that happens contradicts the state; every game ends and no script gives an illegal order.

#[path = "games/golden.rs"]
mod golden;
#[path = "games/invariant.rs"]
mod invariant;
#[path = "games/shipped.rs"]
mod shipped;

use fray::cli::Builtin;
use fray::dice::Seeded;
use fray::event::Log;
use fray::play::{Play, PlayError};
use fray::rulebook::{Choices, Rulebook};
use fray::state::{of_scenario, read_log, rebuild};
use fray::text::Files;
use invariant::Watch;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};
use shipped::Shipped;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Games of each scenario that are watched blow by blow: enough to meet what is rare, few enough for every change.
const GAMES: u64 = 12;

/// Scripts that are loaded anew for every call, by their paths, and why. Loading takes longer than most of what a script
/// does: what can be a constant table or a function should be one.
const LOADED_ANEW: &[(&str, &str)] = &[];

/// The binary with these arguments.
fn fray(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fray")).args(args).output().expect("the binary starts")
}

/// What the binary prints; it must end well and complain of nothing.
#[track_caller]
fn printed(args: &[&str]) -> String {
    let output = fray(args);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).expect("fray prints text")
}

/// An error as its reader sees it.
fn told(book: &Rulebook, error: PlayError) -> String {
    crate::golden::render(&[error.report(book)])
}

/// A game played to its end, with its log.
fn played(game: &Shipped, engine: &std::rc::Rc<fray::script::Engine<Play>>, stream: u64) -> Play {
    let rules = game.kit.rules_of(game.scenario);
    let book = &game.kit.book;
    let chance = Box::new(Seeded::new(1, stream));
    let play = Play::of_scenario(rules, game.scenario, engine.clone(), chance);
    let mut play = play.unwrap_or_else(|error| panic!("{}: {}", game.name, told(book, error)));
    play.keep_log(Log::default());
    if let Err(error) = play.run(game.declared().limit) {
        panic!("{}, game {stream}: {}", game.name, told(book, error));
    }
    play
}

#[test]
fn scripts_are_loaded_once() {
    let mut anew = std::collections::BTreeSet::new();
    for pack in Builtin.folders("rules").into_iter().filter(|pack| !Builtin.list(&format!("rules/{pack}")).is_empty()) {
        let kit = fray::odds::kit(shipped::book(&pack, &Choices::none()));
        anew.extend(kit.program.loaded_anew().map(|script| script.path.to_string()));
    }
    let known: Vec<&str> = LOADED_ANEW.iter().map(|(path, _)| *path).collect();
    assert_eq!(anew.iter().map(String::as_str).collect::<Vec<_>>(), known, "with the reason, or written otherwise");
}

fn log(play: &Play) -> &Log {
    play.log().expect("the game was logged")
}

#[test]
fn the_same_seed_is_the_same_game_in_every_process() {
    // Each game in one of two forms.
    for (game, form) in shipped::all().into_iter().zip([&[][..], &["--json"][..]].into_iter().cycle()) {
        let args = [&["run", &game.name, "--seed", "7"], form].concat();
        let first = printed(&args);
        assert!(first.lines().count() > 10, "{} tells too little:\n{first}", game.name);
        assert_eq!(first, printed(&args), "{}", game.name);
    }
}

#[test]
fn another_seed_is_another_game() {
    for game in shipped::all() {
        let engine = game.kit.engine().expect("a Luau state");
        let game_of = |stream| log(&played(&game, &engine, stream)).to_json_lines();
        let first = game_of(0);
        let has_dice = first.contains("\"thrown\"");
        assert!(!has_dice || (1..6).any(|stream| game_of(stream) != first), "{} is always the same", game.name);
    }
}

#[test]
fn threads_do_not_change_the_answer() {
    for game in shipped::all() {
        let args = |jobs| ["sim", &game.name, "-n", "4", "--json", "--jobs", jobs];
        let one = printed(&args("1"));
        assert!(one.contains("\"games\":4"), "{one}");
        assert_eq!(one, printed(&args("2")), "{}", game.name);
    }
}

#[test]
fn a_saved_game_is_whole_and_takes_the_place_of_what_was_there() {
    for game in shipped::all() {
        let path = scratch(&format!("{}.log", game.name.replace('/', "-")));
        let text_path = path.to_str().expect("a path of letters");
        std::fs::write(&path, "something older\n".repeat(100_000)).expect("a scratch file");
        printed(&["run", &game.name, "--seed", "3", "--save", text_path, "--force"]);
        let text = std::fs::read_to_string(&path).expect("a saved game");
        let rules = game.kit.rules_of(game.scenario);
        let begin = of_scenario(&rules, game.declared()).expect("it was just played");
        let log = read_log(text_path, &text, &rules, &begin).unwrap_or_else(|error| panic!("{}: {error:?}", game.name));
        let (pack, scenario) = game.name.split_once('/').expect("pack/scenario");
        let about = |key: &str| log.about.get(key).map(String::as_str);
        assert_eq!([about("pack"), about("scenario"), about("seed")], [Some(pack), Some(scenario), Some("3")]);
        let state = rebuild(&rules, game.declared(), &log).expect("a scenario that was just played");
        assert!(state.outcome.is_some(), "{} is saved before its end", game.name);
        std::fs::remove_file(path).expect("it was just read");
    }
}

/// A file for one test, which no other test writes.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn a_game_that_cannot_be_saved_says_so() {
    let game = &shipped::all()[0];
    let path = scratch("no such folder/game.log");
    let output = fray(&["run", &game.name, "--save", path.to_str().expect("a path of letters")]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("game.log` cannot be written: there is no folder"), "{said}");
}

#[test]
fn many_games_end_by_the_rules() {
    // `FRAY_GAMES=500 cargo test --release --test it many_games` watches more of them.
    let count = std::env::var("FRAY_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(GAMES);
    shipped::all().par_iter().for_each(|game| {
        let engine = game.kit.engine().expect("a Luau state");
        let mut wrong = Vec::new();
        for stream in 0..count {
            let play = played(game, &engine, stream);
            let mut watch = Watch::new(game);
            log(&play).iter().for_each(|event| watch.see(event));
            wrong.extend(watch.finish(&play).into_iter().map(|fault| format!("game {stream}: {fault}")));
        }
        assert!(wrong.is_empty(), "{}: {} faults\n{}", game.name, wrong.len(), first_lines(&wrong, 12));
    });
}

fn first_lines(all: &[String], most: usize) -> String {
    all.iter().take(most).map(String::as_str).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_log_alone_rebuilds_the_state() {
    for game in shipped::all() {
        let engine = game.kit.engine().expect("a Luau state");
        for stream in 0..3 {
            let play = played(&game, &engine, stream);
            let rules = game.kit.rules_of(game.scenario);
            let rebuilt = rebuild(&rules, game.declared(), log(&play)).expect("a scenario that was just played");
            assert!(rebuilt == *play.state(), "{}, game {stream}: the log tells another game", game.name);
            let stored = Log::from_json_lines("game.log", &log(&play).to_json_lines()).expect("what was stored");
            assert!(stored == *log(&play), "{}, game {stream}: the stored log is another", game.name);
            let restored = rebuild(&rules, game.declared(), &stored).expect("a scenario that was just played");
            assert!(restored == *play.state(), "{}, game {stream}: the stored log tells another game", game.name);
        }
    }
}

#[test]
fn telling_a_game_changes_nothing() {
    for game in shipped::all() {
        let engine = game.kit.engine().expect("a Luau state");
        let told = played(&game, &engine, 5);
        let rules = game.kit.rules_of(game.scenario);
        let mut silent =
            Play::of_scenario(rules, game.scenario, engine, Box::new(Seeded::new(1, 5))).expect("it was just played");
        silent.run(game.declared().limit).unwrap_or_else(|error| panic!("{}", self::told(&game.kit.book, error)));
        assert!(silent.state() == told.state(), "{}: a game without a log is another game", game.name);
    }
}
