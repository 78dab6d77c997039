//! `when option late`: what a name is, said before it where the name alone stands.

use super::failure::{ParseFailure, token};
use super::habit::FoundHabit;
use super::keyword::is_keyword;
use crate::text::is_wordly;

/// Sorts of what has a value by its name alone.
const VALUED: [&str; 7] = ["option", "setting", "fact", "value", "table", "attribute", "track"];
/// Sorts of what somebody is.
const BEING: [&str; 2] = ["condition", "state"];
/// Behind these an expression goes on.
const BEFORE: [&str; 11] = ["when", "and", "or", "not", "if", "then", "else", "has", "require", "expect", "is"];
/// Signs behind which one goes on.
const SIGNS: [char; 10] = ['=', '<', '>', '+', '-', '*', '/', '(', ',', '.'];
/// Names by which rules call whom they are about.
const SUBJECTS: [&str; 4] = ["actor", "target", "self", "figure"];

/// What was meant, if a word of a sort stands before the name that was not expected.
pub(super) fn at_failure(failure: &ParseFailure) -> Option<FoundHabit> {
    let text = failure.text;
    let at = text.len() - text[failure.at..].trim_start_matches(' ').len();
    let name = token(text, at);
    let before = text.get(..at)?.trim_end_matches(' ');
    let start = before.trim_end_matches(is_wordly).len();
    let sort = &before[start..];
    let ahead = before[..start].trim_end();
    let word = &ahead[ahead.trim_end_matches(is_wordly).len()..];
    let is_inside = BEFORE.contains(&word) || ahead.ends_with(SIGNS) && start > failure.entry.0;
    if !is_inside || !name.starts_with(char::is_alphabetic) || is_keyword(name) {
        return None;
    }
    let end = at + name.len();
    if BEING.contains(&sort) {
        let said = ahead.strip_suffix("has").or_else(|| ahead.strip_suffix("is")).map(str::trim_end);
        let said = said.map(|said| &said[said.trim_end_matches(|c: char| is_wordly(c) || c == '.').len()..]);
        let known = || SUBJECTS.into_iter().find(|one| text.contains(&format!("{one}.")));
        let subject = said.filter(|said| !said.is_empty()).or_else(known).unwrap_or("actor");
        let help = format!("what somebody is, is said without the word `{sort}`: `{subject} is {name}`");
        return Some(FoundHabit { start, end: start + sort.len(), right: None, help });
    }
    if !VALUED.contains(&sort) {
        return None;
    }
    let rest = text[end..].trim_start().strip_prefix("is ").unwrap_or("").trim_start();
    let reading = token(rest, 0);
    if let Some(right) = match reading {
        "on" | "yes" | "true" | "enabled" => Some(name.to_string()),
        "off" | "no" | "false" | "disabled" => Some(format!("not {name}")),
        _ => None,
    }
    .filter(|_| sort == "option")
    {
        let end = text.len() - rest.len() + reading.len();
        let help = format!("an option that is on or off is a truth by itself: `{right}`");
        return Some(FoundHabit { start, end, right: Some(right), help });
    }
    let help = format!("leave it out: the name stands alone, `{name}`");
    Some(FoundHabit { start, end: start + sort.len(), right: Some(String::new()), help })
}
