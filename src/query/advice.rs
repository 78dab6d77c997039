//! What is advised where a sentence cannot be read on, and what could stand there.

use crate::diag::{did_you_mean, suggest_within};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Of what could stand at a place, so much is named.
const MOST_NAMED: usize = 6;
/// Of names that could stand at a place, so many are listed.
pub(super) const MOST_LISTED: usize = 8;

/// What to type at a place where nothing near is known.
#[derive(Clone, Debug)]
pub(super) struct Advice {
    /// Where.
    pub at: usize,
    /// What to type.
    pub help: String,
    /// What is the matter, if the sorts of what could stand there say it badly.
    pub label: Option<String>,
    /// Whether it is sure, so that no near name is offered.
    pub is_sure: bool,
}

/// What would have been understood at the furthest place: a description, or a name of a sort.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ExpectedHere {
    /// `a figure`, `the word`.
    pub sort: String,
    /// The names that would do.
    pub names: Arc<Vec<String>>,
}

/// What to type instead of what was found.
pub(super) fn instead(found: &str, wanted: &[ExpectedHere], advice: Option<&Advice>) -> String {
    let names = wanted.iter().flat_map(|wanted| wanted.names.iter().map(String::as_str));
    let stated = found.split_once('=').filter(|(fact, value)| !fact.is_empty() && !value.is_empty());
    let otherwise = match (advice, stated) {
        (Some(advice), _) => advice.help.clone(),
        (None, Some((fact, value))) => {
            format!("facts stand behind a comma, their value behind a blank: `, {fact} {value}`")
        }
        (None, None) => could_stand(found, wanted),
    };
    let is_sure = advice.is_some_and(|advice| advice.is_sure);
    if is_sure { otherwise } else { did_you_mean(found, names, &otherwise) }
}

/// What could stand in the place of what was found: the nearest by spelling first.
fn could_stand(found: &str, wanted: &[ExpectedHere]) -> String {
    let names = wanted.iter().flat_map(|wanted| wanted.names.iter()).filter(|name| !name.is_empty());
    let names: BTreeSet<&str> = names.map(String::as_str).collect();
    if names.len() <= MOST_LISTED {
        return format!("here could stand {}", list(wanted));
    }
    let mut seen = BTreeSet::new();
    let all = wanted.iter().flat_map(|one| one.names.iter().map(String::as_str));
    let all: Vec<&str> = all.filter(|name| !name.is_empty() && seen.insert(*name)).collect();
    let near = suggest_within(found, all.iter().copied(), found.chars().count() / 2);
    let near: Vec<&str> = near.into_iter().chain(all.into_iter().filter(|name| Some(*name) != near)).collect();
    let near: Vec<String> = near.into_iter().take(MOST_LISTED).map(|name| format!("`{name}`")).collect();
    let more = names.len() - near.len();
    format!("nothing that could stand here is called `{found}`: there are {} and {more} more", near.join(", "))
}

/// The sorts of what could stand there.
pub(super) fn sorts(wanted: &[ExpectedHere]) -> String {
    let mut sorts: Vec<String> = Vec::new();
    for wanted in wanted {
        let sort = match (wanted.sort.as_str(), wanted.names.as_slice()) {
            ("the word", [word]) => format!("`{word}`"),
            (sort, _) => sort.to_string(),
        };
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    }
    if sorts.len() > MOST_NAMED {
        sorts.truncate(MOST_NAMED);
        return format!("{} or the like", sorts.join(", "));
    }
    either(&sorts)
}

/// The names that could stand there, as many as are listed; their sorts where there are none.
fn list(wanted: &[ExpectedHere]) -> String {
    // What has an empty title is said by its name alone.
    let names = wanted.iter().flat_map(|wanted| wanted.names.iter()).filter(|name| !name.is_empty());
    let mut names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    let more = names.len().saturating_sub(MOST_LISTED);
    if more < 2 {
        return if names.is_empty() { sorts(wanted) } else { either(&names) };
    }
    names.truncate(MOST_LISTED);
    format!("{} and {more} more", names.join(", "))
}

/// One or another of them, in words.
fn either(words: &[String]) -> String {
    match words {
        [] => "the end".to_string(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
