//! What cannot be read, in the words of its author: dice that are half written, the sentence of a rulebook.

use super::error::{ShownText, SyntaxError};
use super::failure::{ParseFailure, token};
use super::moved_part::parts;

/// `roll under 12 on 1d20`: what is to be reached is an entry of its own.
pub(super) fn rolled_against(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let (start, depth) = failure.entry;
    let line = failure.text.get(start..)?.lines().next()?;
    let start = start + line.len() - line.trim_start().len();
    let entry = line.trim_start().split([';', '}']).next()?;
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
    Some(SyntaxError::Expected {
        expected: "dice".to_string(),
        found: format!("`{way}`"),
        cause: Some("behind `roll` stand dice and nothing else".to_string()),
        src: place.src(),
        at: place.span(at, at + way.len()),
        label: "no dice".to_string(),
        rewriting: None,
        help: format!("write `roll {dice}`, and what is to be reached in a line of its own: `{need} \"label\"`"),
    })
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
