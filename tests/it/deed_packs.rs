//! The packs as tests of deeds try them: off the board and on some of their boards, under their own readings and others.

use crate::deeds::DeedPack;
use fray::rulebook::{Choices, OptionChoice, OptionRule, Rulebook, load};
use fray::state::{State, of_scenario};
use fray::text::Memory;
use fray::value::{ScenarioId, Symbol};
use std::path::Path;

pub(crate) fn read_all(files: Memory, folder: &Path) -> Memory {
    let entries = std::fs::read_dir(folder).expect("a folder of the packs");
    entries.map(|entry| entry.expect("a readable entry").path()).fold(files, |files, path| {
        if path.is_dir() {
            return read_all(files, &path);
        }
        let Ok(text) = std::fs::read_to_string(&path) else { return files };
        files.with(&path.to_string_lossy(), &text)
    })
}

/// The pack's own readings, then all others: each option alone if all are wanted, else as many at once as go together.
pub(crate) fn readings(files: &Memory, name: &str, is_all: bool) -> Vec<Choices> {
    let book = load(files, name, &Choices::none()).0.expect("the pack loads");
    let others: Vec<Vec<Choice>> = book.options.iter().map(|option| other_readings(&book, option)).collect();
    let own = std::iter::once(Choices::none());
    let with = |choices: Choices, (name, reading): &Choice| choices.with(name, reading.as_deref());
    if is_all {
        return own.chain(others.iter().flatten().map(|choice| with(Choices::none(), choice))).collect();
    }
    let most = others.iter().map(Vec::len).max().unwrap_or(0);
    let turned = (0..most).flat_map(|at| together(files, name, others.iter().filter_map(|one| one.get(at))));
    own.chain(turned).collect()
}

/// An option and one of its readings; none if it is only on.
type Choice = (String, Option<String>);

/// What an option is not as the pack has it.
fn other_readings(book: &Rulebook, option: &OptionRule) -> Vec<Choice> {
    let own = |choice: OptionChoice| choice == option.default;
    let choice = |reading: Option<&str>| (option.head.name.to_string(), reading.map(str::to_string));
    match option.readings {
        Some(set) => {
            let words = book.sets[set.index()].words.iter().enumerate();
            let others = words.filter(|(at, _)| !own(OptionChoice::Reading(Symbol { set, at: *at as u16 })));
            others.map(|(_, word)| choice(Some(&word.name))).collect()
        }
        None if own(OptionChoice::On(true)) => vec![choice(Some("off"))],
        None => vec![choice(None)],
    }
}

/// Choices in as few sets as hold them all and load: of those that do not go together each half is tried for itself.
fn together<'c>(files: &Memory, name: &str, choices: impl IntoIterator<Item = &'c Choice>) -> Vec<Choices> {
    let choices: Vec<&Choice> = choices.into_iter().collect();
    let all = choices.iter().fold(Choices::none(), |all, (name, reading)| all.with(name, reading.as_deref()));
    if choices.is_empty() {
        return Vec::new();
    }
    if load(files, name, &all).0.is_some() || choices.len() == 1 {
        return vec![all];
    }
    let (first, second) = choices.split_at(choices.len() / 2);
    let first = together(files, name, first.iter().copied());
    first.into_iter().chain(together(files, name, second.iter().copied())).collect()
}

/// A pack off the board, and on so many of its boards.
pub(crate) fn packs(files: &Memory, name: &str, choices: &Choices, (width, boards): (usize, usize)) -> Vec<DeedPack> {
    let Some(book) = load(files, name, choices).0 else { return Vec::new() };
    let kit = fray::odds::kit(book);
    let engine = kit.engine().expect("an engine");
    let title = choices.0.iter().fold(name.to_string(), |title, choice| format!("{title} with {choice:?}"));
    let off = DeedPack { name: title, rules: kit.rules(None), engine: engine.clone(), state: State::default(), width };
    let with_map = kit.book.scenarios.iter().enumerate().filter(|(_, scenario)| scenario.map.is_some());
    let on = with_map.take(boards).map(|(at, scenario)| {
        let rules = kit.rules_of(ScenarioId(at as u16));
        let state = of_scenario(&rules, scenario).expect("a scenario that can be set up");
        DeedPack { name: format!("{name}/{}", scenario.head.name), rules, engine: engine.clone(), state, width }
    });
    std::iter::once(off).chain(on).collect()
}
