//! Lines that are plain in another form: a number that goes up or down, a choice for a modifier; and what may not be left out
//! of a line to mend it.

use super::error::{ShownText, SyntaxError};
use super::failure::ParseFailure;
use super::repair::{Repair, with_word};
use crate::text::is_wordly;

/// Whether a repair only leaves out what stands at the end: what is known to mean something is not left out.
pub(super) fn only_drops(failure: &ParseFailure, repair: &Repair) -> bool {
    let written = failure.text.get(repair.start..repair.end).unwrap_or("");
    let shorter = |right: &String| right.len() < written.len() && written.starts_with(right.trim_end());
    repair.rights.first().is_some_and(shorter)
}

/// `if target is low then -4 end` in a card, as the modifier that it means.
pub(super) fn modifier_of_choice(text: &str) -> Option<String> {
    let line = text.lines().next()?.trim();
    let (condition, amount) = line.strip_prefix("if ")?.split_once(" then ")?;
    let amount = amount.split_whitespace().next()?.trim_end_matches([';', '}']);
    let is_amount = amount.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit());
    is_amount.then(|| format!("{amount} \"label\" when {}", condition.trim_matches(['(', ')'])))
}

/// `spend 2 AP`, `increase AP by 2`, `subtract 2 from target.AP`: a number that goes up or down, as the line that does it.
pub(super) fn counted_line(block: &str, text: &str) -> Option<String> {
    let entry = text.lines().next()?.split([';', '}', '#']).next()?.trim();
    let words: Vec<&str> = entry.split_whitespace().collect();
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_place =
        |word: &&str| word.starts_with(char::is_alphabetic) && word.chars().all(|c| is_wordly(c) || c == '.');
    let (verb, number, place) = match *words.as_slice() {
        [verb, number, place] if is_number(&number) => (verb, number, place),
        [verb, number, "to" | "from" | "of", place] if is_number(&number) => (verb, number, place),
        [verb, place, "by" | "to", number] if is_number(&number) => (verb, number, place),
        [verb, place, number] if is_number(&number) => (verb, number, place),
        _ => return None,
    };
    let sign = match verb {
        "spend" | "spends" | "pay" | "pays" | "use" | "consume" | "reduce" | "decrease" | "dec" | "decrement"
        | "subtract" => "-",
        "increase" | "inc" | "increment" | "raise" | "add" | "restore" => "",
        _ => return None,
    };
    (block == "does" && is_place(&place)).then(|| format!("change {place} by {sign}{number}"))
}

/// `add 2 "label"` in a check, whose amounts begin with `plus`.
pub(super) fn amount_added(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let start = failure.entry.0;
    let entry = failure.text.get(start..failure.at)?;
    let is_added = failure.block == "check" && entry.strip_prefix("add")?.trim().is_empty();
    let right = if is_added { with_word(failure, "add", "plus") } else { None }?;
    // What is added to a check of a pack below stands behind the verb.
    let before = failure.text[..start].rfind("check ")?;
    let is_line = failure.text[..start].rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
    let behind = if is_line { failure.text[start..].split("\n}").next().unwrap_or("") } else { "" };
    let is_whole = failure.text[before..start].contains("roll ") || behind.contains("roll ");
    let right = if is_whole { right } else { format!("add {right}") };
    Some(SyntaxError::Expected {
        expected: "`plus`".to_string(),
        found: "an amount".to_string(),
        cause: Some("what is added to the roll of a check begins with `plus`".to_string()),
        src: place.src(),
        at: place.span(start, start + "add".len()),
        label: "another word stands here".to_string(),
        rewriting: None,
        help: format!("write `{right}`"),
    })
}

/// `when hurt > 5 { gain shaken }` in a track, whose conditions lead to a condition and to nothing else.
pub(super) fn gains_in_block(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let start = failure.entry.0;
    let entry = failure.text.get(start..)?.split(['\n', ';']).next()?;
    let (head, inside) = entry.split_once('{').filter(|_| failure.block == "track" && entry.starts_with("when "))?;
    let open = start + head.len();
    if failure.at > open {
        return None;
    }
    let words = ["do", "then", ":", "does"];
    let head = words.iter().find_map(|word| head.trim_end().strip_suffix(word)).unwrap_or(head).trim_end();
    let said = inside.split('}').next()?.trim();
    let said =
        if said.is_empty() { failure.text[open + 1..].trim_start().split(['\n', ';', '}']).next()? } else { said };
    let gained = ["gain ", "gains ", "become ", "becomes "].iter().find_map(|verb| said.trim().strip_prefix(verb));
    let gained = gained.map(|gained| gained.rsplit_once('.').map_or(gained, |(_, name)| name).trim());
    let help = match gained {
        Some(gained) => format!("it gains a condition, without a block: `{head} gains {gained}`"),
        None => format!(
            "a track leads to conditions alone, without a block: `{head} gains CONDITION`; what else is done stands in a \
             `reaction`, or in the deed that changes the track"
        ),
    };
    Some(SyntaxError::Expected {
        expected: "`gains`".to_string(),
        found: "`{`".to_string(),
        cause: None,
        src: place.src(),
        at: place.span(open, open + 1),
        label: "no block stands here".to_string(),
        rewriting: None,
        help,
    })
}

/// Where an entry goes on behind the word that it begins with, if that is in the line of the failure.
pub(super) fn behind_keyword(failure: &ParseFailure) -> Option<usize> {
    let (start, depth) = failure.entry;
    let whole = failure.text.get(start..failure.at)?;
    let before = whole.trim_start();
    let start = start + whole.len() - before.len();
    let before = Some(before).filter(|before| depth > 0 && !before.contains('\n'))?;
    let word = before.find(|c: char| !is_wordly(c))?;
    Some(start + word + before[word..].len() - before[word..].trim_start().len())
}
