//! Entries of a check that are meant otherwise: an amount that is taken away, what comes of a roll, and a roll against another
//! of which something is not said.

use super::error::{ShownText, SyntaxError};
use super::failure::{ParseFailure, token};
use super::phrase::{alternatives, phrases};
use super::repair::with_word;
use crate::text::is_wordly;

/// Words by which an amount is taken away.
const TAKING: [&str; 9] = ["minus", "less", "subtract", "subtracts", "deduct", "penalty", "malus", "reduce", "reduces"];

/// `minus 1 "late" when late`: the amount with the contrary sign, as its entry is written.
pub(super) fn taken_away(failure: &ParseFailure) -> Option<String> {
    let entry = failure.text.get(failure.entry.0..)?;
    let (verb, rest) = entry.strip_prefix("add ").map_or(("", entry), |rest| ("add ", rest));
    let rest = rest.trim_start();
    let plain = rest.strip_prefix("plus ").unwrap_or(rest).trim_start();
    let word = token(plain, 0);
    let begins = match failure.block {
        "check" => "plus ",
        "card" | "group" => "",
        _ => return None,
    };
    let behind = plain.strip_prefix(word).filter(|_| TAKING.contains(&word))?;
    let end = behind.find(['"', '\n', ';', '}', '{', '@'])?;
    let amount = behind[..end].split(" when ").next()?.trim_start_matches([':', '=', ' ']).trim_end();
    let amount = amount.strip_prefix("by ").unwrap_or(amount).trim();
    let said = entry.get(..entry.len() - behind[end..].len())?.trim_end();
    let right = format!("{verb}{begins}{}", turned(amount)?);
    with_word(failure, said, &right).or_else(|| {
        let rest = behind[end..].split(['\n', ';', '}']).next()?.trim();
        (failure.block != "check").then(|| format!("{right} {rest}"))
    })
}

/// An amount with the contrary sign.
fn turned(amount: &str) -> Option<String> {
    let is_single = amount.chars().all(|c| is_wordly(c) || c == '.');
    match amount.chars().next()? {
        '-' => Some(amount.to_string()),
        '+' => turned(amount[1..].trim_start()),
        _ if is_single => Some(format!("-{amount}")),
        _ => Some(format!("-({amount})")),
    }
}

/// Where an entry begins behind the verb that amends.
fn behind_verb(text: &str, start: usize) -> usize {
    let entry = &text[start..];
    let rest = ["add ", "replace "].iter().find_map(|verb| entry.strip_prefix(verb)).unwrap_or(entry);
    text.len() - rest.trim_start().len()
}

/// `on success { … }` among the entries of a check: what comes of it is done where it is rolled.
pub(super) fn outcome_in_check(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let start = behind_verb(failure.text, failure.entry.0);
    let entry = failure.text.get(start..)?;
    let word = token(entry, 0);
    let behind = entry[word.len()..].trim_start_matches([' ', ':']);
    let verdict = match word {
        "on" | "when" | "if" => token(behind, 0),
        _ => word,
    };
    let verdict = match verdict {
        "success" | "succeeds" | "succeeded" => "success",
        "failure" | "fails" | "failed" | "fail" => "failure",
        _ => return None,
    };
    let open = entry.find(['{', '\n', ';'])?;
    let is_block = entry[open..].starts_with('{');
    // In lines a check has a block of its own, in which that belongs.
    let is_declared = failure.block == "check" && failure.heads.len() == 1;
    if !is_declared || !is_block || failure.at > start + open {
        return None;
    }
    let lines = inside(&entry[open..]).unwrap_or_else(|| "…".to_string());
    let name = failure.heads.last()?.strip_prefix("check")?.trim_start();
    let check = token(name, 0);
    let help = format!(
        "what comes of a roll is said where it is rolled, in lines such as those of an action: `does {{ check {check} {{ on \
         {verdict} {{ {lines} }} }} }}`"
    );
    Some(SyntaxError::UnknownEntry {
        word: word.to_string(),
        block: "a `check` block".to_string(),
        src: place.src(),
        at: place.span(start, start + word.len()),
        rewriting: None,
        help,
    })
}

/// What stands in a block of one line.
fn inside(block: &str) -> Option<String> {
    let mut depth = 0_usize;
    for (at, letter) in block.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(block[1..at].trim().to_string()).filter(|said| !said.is_empty()),
            '}' => depth = depth.checked_sub(1)?,
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// `opposed by parry, ties lose`, `opposed by parry comparing totals`: what is compared, and who wins if both are equal.
pub(super) fn half_opposed(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let start = behind_verb(failure.text, failure.entry.0);
    let entry = failure.text.get(start..)?.split(['\n', ';', '}', '{', '"', '@']).next()?.trim_end();
    let rest = entry.strip_prefix("opposed by ").filter(|_| failure.block == "check")?;
    let name = token(rest.trim_start(), 0);
    let (compares, has_ties) = (rest.find("compar"), rest.find("ties"));
    let is_named = name.starts_with(char::is_alphabetic) && !matches!(name, "comparing" | "ties" | "with");
    if !is_named || compares.is_some() && has_ties.is_some() || failure.at < start + entry.len() - rest.len() {
        return None;
    }
    let (head, ties) = match has_ties {
        Some(at) => (&rest[..at], rest[at..].trim()),
        None => (rest, "ties lose"),
    };
    let ends = start + "opposed by ".len() + head.trim_end_matches([' ', ',']).len();
    let head = with_first(head.trim_end_matches([' ', ',']));
    let (missing, compared) = match compares {
        Some(_) => ("what comes of equal rolls", ""),
        None => ("what is compared with the other roll", " comparing totals"),
    };
    // What stands between is another mistake.
    let with = head.trim_start()[name.len()..].trim_start();
    let is_plain = with.is_empty() || with.starts_with("with ") || compares.is_some();
    let expected = phrases(failure.expected);
    let expected =
        if compares.is_some() { "`ties`".to_string() } else { "`comparing`".to_string() + or_with(&expected) };
    let found = match entry.get(failure.at.checked_sub(start)?..).map(|rest| token(rest.trim_start(), 0)) {
        None | Some("") => "the end of the line".to_string(),
        Some(word) => format!("`{word}`"),
    };
    is_plain.then(|| SyntaxError::Expected {
        expected,
        found,
        cause: Some(format!("{missing} is missing")),
        src: place.src(),
        at: place.span(ends.saturating_sub(1), ends),
        label: "something is missing behind this".to_string(),
        rewriting: None,
        help: format!(
            "write `opposed by {head}{compared}, {ties}`: compared are `totals`, `margins` or `all margins`, and ties `win`, \
             `lose`, `draw` or `reroll`"
        ),
    })
}

/// What is set anew before what is compared.
fn with_first(head: &str) -> String {
    match head.split_once(" comparing ").and_then(|(name, rest)| Some((name, rest.split_once(" with ")?))) {
        Some((name, (compared, with))) => format!("{name} with {with} comparing {compared}"),
        None => head.to_string(),
    }
}

/// Whether facts may be set as well.
fn or_with(expected: &[String]) -> &'static str {
    if alternatives(expected).contains("`with`") { " or `with`" } else { "" }
}
