//! The readings of an option, for people and for programs.

use crate::explain::cites;
use crate::rulebook::{Head, OptionChoice, OptionRule, Rulebook};
use serde_json::{Value, json};

/// What can be chosen, and whether it is.
fn readings<'a>(book: &'a Rulebook, option: &OptionRule) -> Vec<(&'a Head, bool)> {
    let Some(set) = option.readings else { return Vec::new() };
    let words = book.sets[set.index()].words.iter().enumerate();
    let is_chosen = |at: usize| matches!(option.chosen, OptionChoice::Reading(word) if usize::from(word.at) == at);
    words.map(|(at, word)| (word, is_chosen(at))).collect()
}

/// A row for each: its word, with a mark at the one in force, its title and sections.
pub(super) fn rows(book: &Rulebook, option: &OptionRule) -> Vec<[String; 3]> {
    let row = |(word, is_chosen): (&Head, bool)| {
        let mark = if is_chosen { "*" } else { " " };
        [format!("  {mark} {}", word.name), word.title.to_string(), cites(&word.cites)]
    };
    readings(book, option).into_iter().map(row).collect()
}

/// The readings of an option, for programs.
pub(super) fn list(book: &Rulebook, option: &OptionRule) -> Value {
    let entry = |(word, is_chosen): (&Head, bool)| json!({ "name": word.name, "title": word.title, "cites": word.cites, "chosen": is_chosen });
    readings(book, option).into_iter().map(entry).collect()
}
