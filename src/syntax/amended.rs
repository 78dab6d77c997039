//! `change -4 "label" to -2`: an entry that changes one of a pack below, with another verb than this language has.

use super::block::{BlockEntries, block_entries};
use super::error::{ShownText, SyntaxError};
use super::failure::{ParseFailure, token};
use crate::diag::article;

/// What is said for `replace`.
pub(super) const REPLACING: [&str; 12] = [
    "change",
    "modify",
    "update",
    "override",
    "overwrite",
    "amend",
    "edit",
    "alter",
    "adjust",
    "tweak",
    "redefine",
    "set",
];
/// What is said for `remove`.
pub(super) const REMOVING: [&str; 5] = ["delete", "drop", "erase", "cancel", "omit"];
/// Before what it is from now on.
const BECOMING: [&str; 5] = ["to", "into", "=", "with", ":"];

/// The entry as it is written here, without what only packs below know: the condition of a modifier. None if it is none
/// that amends so, or says no value.
pub fn amended_entry(entry: &str) -> Option<String> {
    let words = words_of(entry);
    let (verb, rest) = words.split_first()?;
    let tail = rest.iter().position(|word| *word == "when" || word.starts_with('@')).unwrap_or(rest.len());
    let (said, tail) = rest.split_at(tail);
    let label = said.iter().find(|word| word.starts_with('"'));
    let right = match (REMOVING.contains(verb), label) {
        (true, Some(label)) => vec!["remove", label],
        (true, None) => [&["remove"], said].concat(),
        (false, Some(label)) => {
            let amount = said.iter().rfind(|word| is_amount(word))?;
            [&["replace", amount, label], tail].concat()
        }
        (false, None) if said.contains(&"by") => return None,
        (false, None) => {
            let key = said.iter().position(|word| BECOMING.contains(word) || *word == "from").unwrap_or(said.len());
            let value = said.iter().rposition(|word| BECOMING.contains(word)).map_or(key, |at| at + 1);
            [&["replace"], &said[..key], &said[value..], tail].concat()
        }
    };
    (right.len() > 1).then(|| right.join(" "))
}

/// The text of the entry that begins at a byte, if it changes one of a pack below in the manner of this file.
pub fn amending(text: &str, start: usize) -> Option<&str> {
    let verb = token(text, start);
    let behind = text.get(start + verb.len()..)?;
    let is_verb = REPLACING.contains(&verb) || REMOVING.contains(&verb);
    if !is_verb || !behind.starts_with(' ') {
        return None;
    }
    let mut is_text = false;
    let ends = |letter: char| {
        is_text ^= letter == '"';
        letter == '\n' || !is_text && matches!(letter, ';' | '}' | '#')
    };
    let end = behind.find(ends).unwrap_or(behind.len());
    Some(text[start..start + verb.len() + end].trim_end())
}

/// The error that tells it where the parser gave up.
pub(super) fn amended_otherwise(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let (start, depth) = failure.entry;
    let entry = amending(failure.text, start).filter(|_| depth > 0)?;
    let is_here = match block_entries(&failure.heads) {
        // Lines change numbers, and a verb that begins an entry is meant.
        BlockEntries::Words(words) => {
            let is_labelled = words_of(entry).get(1).is_some_and(|word| word.starts_with('"'));
            let is_its = |word: &String| word == token(entry, 0) && !is_labelled;
            !words.iter().any(|word| word == "change" || is_its(word))
        }
        BlockEntries::Properties => true,
        BlockEntries::Declarations | BlockEntries::Rows => false,
    };
    (is_here && !failure.heads.is_empty()).then(|| told(place, start, entry, failure.block))
}

/// An entry of a card that reads as something else: `update -4 "label"`.
pub(super) fn amended_in_card(place: &ShownText, start: usize) -> Option<SyntaxError> {
    let entry = amending(place.whole(), start)?;
    let first = words_of(entry).get(1).copied()?;
    let is_set = token(entry, 0) == "set";
    let is_meant = !is_set && (first.starts_with('"') || is_amount(first));
    is_meant.then(|| told(place, start, entry, "card"))
}

fn told(place: &ShownText, start: usize, entry: &str, block: &str) -> SyntaxError {
    let verb = token(entry, 0);
    let example = if block == "card" { "replace -1 \"label\" when CONDITION" } else { "replace NAME VALUE" };
    SyntaxError::UnknownEntry {
        word: verb.to_string(),
        block: format!("{} `{block}` block", article(block)),
        src: place.src(),
        at: place.span(start, start + verb.len()),
        rewriting: None,
        help: amending_help(&amended_entry(entry).unwrap_or(example.to_string())),
    }
}

/// How a block amends, with what is written for an entry.
pub fn amending_help(right: &str) -> String {
    format!("what a pack below says is changed by `add`, `replace` or `remove`: `{right}`")
}

pub(super) fn is_amount(word: &str) -> bool {
    word.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit())
}

/// What stands between blanks, and texts with their blanks.
pub(super) fn words_of(entry: &str) -> Vec<&str> {
    let (mut is_text, mut all, mut from) = (false, Vec::new(), 0);
    for (at, letter) in entry.char_indices() {
        is_text ^= letter == '"';
        if letter == ' ' && !is_text {
            all.push(&entry[from..at]);
            from = at + 1;
        }
    }
    all.push(&entry[from..]);
    all.into_iter().filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::amended_entry;

    #[test]
    fn other_verbs_are_said_as_those_of_this_language() {
        for (entry, right) in [
            ("change -4 \"tear gas\" to -2", Some("replace -2 \"tear gas\"")),
            ("modify \"tear gas\" to -2 when wet", Some("replace -2 \"tear gas\" when wet")),
            ("alter \"tear gas\" from -4 to -2 @3.1", Some("replace -2 \"tear gas\" @3.1")),
            ("update -2 \"tear gas\"", Some("replace -2 \"tear gas\"")),
            ("change damage to 3d6", Some("replace damage 3d6")),
            ("change damage 3d6", Some("replace damage 3d6")),
            ("change damage from 2d6 to 3d6", Some("replace damage 3d6")),
            ("delete \"tear gas\"", Some("remove \"tear gas\"")),
            ("delete says", Some("remove says")),
            ("change \"tear gas\"", None),
            ("change damage by 2", None),
        ] {
            assert_eq!(amended_entry(entry).as_deref(), right, "{entry}");
        }
    }
}
