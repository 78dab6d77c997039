//! What cannot be read, in the words of its author: dice that are half written, the sentence of a rulebook.

use super::error::{ShownText, SyntaxError};
use super::failure::{ParseFailure, token};
use super::moved_part::parts;

/// `roll under 12 on 1d20`: what is to be reached is an entry of its own.
pub(super) fn rolled_against(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let (start, depth) = failure.entry;
    let line = failure.text.get(start..)?.lines().next()?;
    let start = start + line.len() - line.trim_start().len();
    let entry = line.trim_start();
    let mut is_text = false;
    let end = entry.find(|c: char| {
        is_text ^= c == '"';
        !is_text && matches!(c, ';' | '}' | '#')
    });
    let entry = entry[..end.unwrap_or(entry.len())].trim_end();
    if let Some(error) = compared_roll(failure, place, start, entry) {
        return Some(error);
    }
    let parts = parts(entry);
    let ["roll", way, number, ..] = parts.as_slice() else { return None };
    let number: i64 = number.parse().ok().filter(|_| depth > 0 && failure.block == "check")?;
    let need = match *way {
        "under" | "below" => format!("at most {}", number - 1),
        "over" | "above" => format!("at least {}", number + 1),
        _ => return None,
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_dice =
        |part: &&&str| part.split_once('d').is_some_and(|(count, sides)| is_number(count) && is_number(sides));
    let dice = parts.iter().find(is_dice).map_or("3d6", |dice| *dice);
    let at = start + entry.find(way)?;
    Some(only_dice(
        place,
        at,
        way,
        "no dice",
        format!("write `roll {dice}`, and what is to be reached in a line of its own: `{need} \"label\"`"),
    ))
}

/// Something else behind the dice of a `roll`.
fn only_dice(place: &ShownText, at: usize, found: &str, label: &str, help: String) -> SyntaxError {
    SyntaxError::Expected {
        expected: "dice".to_string(),
        found: format!("`{found}`"),
        cause: Some("behind `roll` stand dice and nothing else".to_string()),
        src: place.src(),
        at: place.span(at, at + found.len()),
        label: label.to_string(),
        rewriting: None,
        help,
    }
}

/// `roll 2d6 <= actor.aim "aim"`: the dice, and behind them what is to be reached.
fn compared_roll(failure: &ParseFailure, place: &ShownText, start: usize, entry: &str) -> Option<SyntaxError> {
    let rolled = entry.strip_prefix("roll ").filter(|_| failure.entry.1 > 0 && failure.block == "check")?;
    let (offset, sign, bound) = compared(rolled)?;
    let goal = goal_of(sign, bound)?;
    let at = start + entry.len() - rolled.len() + offset;
    Some(only_dice(
        place,
        at,
        sign,
        "what is to be reached is an entry of its own",
        format!("write `roll {}`, and below it {goal}", rolled[..offset].trim()),
    ))
}

/// Where dice are compared with something outside of brackets and texts: the sign or the word, and with what.
fn compared(rolled: &str) -> Option<(usize, &str, &str)> {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(rest) = rolled.get(at..).filter(|rest| !rest.is_empty()) {
        let word = token(rest, 0);
        let is_here =
            |sign: &&&str| **sign == word || !sign.starts_with(char::is_alphabetic) && rest.starts_with(**sign);
        let sign = COMPARED.iter().find(is_here);
        match word {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ if depth == 0 && at > 0 && sign.is_some() => {
                let sign = &rest[..sign?.len()];
                return Some((at, sign, rest[sign.len()..].trim()));
            }
            _ => {}
        }
        at += word.len();
    }
    None
}

/// What compares dice with what is to be reached; of two signs that begin alike the longer one comes first.
const COMPARED: [&str; 12] = ["<=", ">=", "=<", "=>", "<", ">", "≤", "≥", "under", "vs", "versus", "against"];

/// The entry of a check that says what is to be reached, in quotes, where dice are compared by a sign or a word.
pub fn goal_of(sign: &str, bound: &str) -> Option<String> {
    let (end, label) = match bound.find('"') {
        Some(quote) => bound.split_at(quote),
        None => bound.split_at(bound.find('@').unwrap_or(bound.len())),
    };
    let (end, label) = (end.trim(), label.trim());
    let (way, more) = match sign {
        "<=" | "=<" | "≤" => ("at most", 0),
        ">=" | "=>" | "≥" => ("at least", 0),
        "<" | "under" => ("at most", -1),
        "vs" | "versus" | "against" if !end.is_empty() => {
            let goal = |way: &str| format!("{way} {end} {label}").trim_end().to_string();
            return Some(format!("`{}` to roll under it, `{}` to roll over it", goal("at most"), goal("at least")));
        }
        ">" => ("at least", 1),
        _ => return None,
    };
    let end = match (end.parse::<i64>(), more) {
        (_, 0) => end.to_string(),
        (Ok(number), more) => number.saturating_add(more).to_string(),
        (Err(_), 1) => format!("{end} + 1"),
        (Err(_), _) => format!("{end} - 1"),
    };
    (!end.is_empty()).then(|| format!("`{}`", format!("{way} {end} {label}").trim_end()))
}

/// Words such as `3d` and `d%`, at the place or just before it.
pub(super) fn bad_dice(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let before = failure.text[..failure.at].trim_end_matches(|c: char| c.is_ascii_alphanumeric());
    let start = before.len();
    let word = token(failure.text, start);
    let (count, sides) = word.split_once(['d', 'D'])?;
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let sided = failure.text[start + word.len()..].starts_with('%');
    let capital = word.contains('D') && digits(count) && digits(sides) && !word.ends_with('D');
    if !digits(count) || !(sides.is_empty() && (sided || !count.is_empty()) || capital) {
        return None;
    }
    let end = start + word.len() + usize::from(sided);
    // In a card dice are more or fewer of those that are rolled.
    let sign = before.chars().next_back().filter(|sign| matches!(sign, '+' | '-') && failure.block == "card");
    let (reason, help) = match (sided, capital, sign) {
        (true, ..) => ("how many sides?", format!("write `{count}d100`")),
        (_, true, _) => ("the `d` is small", format!("write `{count}d{sides}`")),
        (_, _, Some(sign)) => {
            ("how many sides?", format!("more or fewer of the dice that are rolled is written `{sign}{count} dice`"))
        }
        _ => ("how many sides?", format!("write for example `{count}d6`")),
    };
    let (at, dice) = (place.span(start, end), place.text(start, end));
    Some(SyntaxError::BadDice { dice, reason: reason.to_string(), src: place.src(), at, help })
}
