//! `target.damage += 1`: what other languages change by a sign, as the line that does it.

use super::failure::declares;
use crate::text::is_wordly;

/// The signs, each with what it does.
const SIGNS: [&str; 6] = ["+=", "-=", "*=", "/=", "++", "--"];

/// Where a sign of these stands in a stretch of text.
pub(super) fn sign_of(text: &str) -> Option<usize> {
    SIGNS.iter().filter_map(|sign| text.find(sign)).min()
}

/// A line with such a sign: where it begins and ends, how it is written here, and what to say.
pub(super) struct AssignedLine {
    pub start: usize,
    pub end: usize,
    pub right: String,
    pub help: String,
}

/// The whole line around such a sign.
pub(super) fn assigned(text: &str, at: usize, sign: &str) -> Option<AssignedLine> {
    SIGNS.contains(&sign).then_some(())?;
    let before = text[..at].trim_end_matches(' ');
    let place = &before[before.trim_end_matches(|c: char| is_wordly(c) || c == '.').len()..];
    place.starts_with(char::is_alphabetic).then_some(())?;
    let ahead = before[..before.len() - place.len()].trim_end_matches(' ');
    let ahead = ["set", "change", "let"]
        .iter()
        .find_map(|verb| ahead.strip_suffix(verb))
        .unwrap_or(&before[..before.len() - place.len()]);
    let start = ahead.len() + text[ahead.len()..].len() - text[ahead.len()..].trim_start_matches([' ', '\t']).len();
    let line = text[at + sign.len()..].split(['\n', ';', '}', '"', '#', '@']).next().unwrap_or("").trim_end();
    let behind = line.split(" when ").next().unwrap_or(line).trim_end();
    let (amount, end) = (behind.trim(), at + sign.len() + behind.len());
    let single = amount.chars().all(|c| is_wordly(c) || c == '.');
    let right = match (sign, amount) {
        ("++", "") => format!("change {place} by 1"),
        ("--", "") => format!("change {place} by -1"),
        (_, "") | ("++" | "--", _) => return None,
        ("+=", _) => format!("change {place} by {amount}"),
        ("-=", _) if single => format!("change {place} by -{amount}"),
        ("-=", _) => format!("change {place} by -({amount})"),
        (sign, _) if single => format!("set {place} = {place} {} {amount}", &sign[..1]),
        (sign, _) => format!("set {place} = {place} {} ({amount})", &sign[..1]),
    };
    let help = format!("write `{right}`");
    let sign = match sign {
        "+=" => "",
        "-=" => "-",
        _ => return Some(AssignedLine { start, end, right, help }),
    };
    let rolled = format!("roll rolled = {amount}; change {place} by {sign}rolled");
    if !is_dice(text, amount) {
        // What a thing of a pack below has may be dice.
        let is_open = amount.contains('.') && !text.contains(&format!("{} number", last_name(amount)));
        let help = match is_open && !declares(text, last_name(amount)) {
            true => format!("{help}; if `{amount}` is dice, they are rolled first: `{rolled}`"),
            false => help,
        };
        return Some(AssignedLine { start, end, right, help });
    }
    let (right, end) = match line[behind.len()..].trim().strip_prefix("when ") {
        Some(condition) => (format!("when {} {{ {rolled} }}", condition.trim()), at + sign_end(text, at, line)),
        None => (rolled, end),
    };
    let help = format!("dice are rolled before they are counted: `{right}`");
    Some(AssignedLine { start, end, right, help })
}

/// Where a line ends behind its sign, counted from the sign.
fn sign_end(text: &str, at: usize, line: &str) -> usize {
    text[at..].find(line).unwrap_or(0) + line.len()
}

/// Whether an amount is dice, or the name of something that this text declares as dice.
fn is_dice(text: &str, amount: &str) -> bool {
    let is_thrown = |word: &str| {
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        word.split_once('d').is_some_and(|(count, sides)| is_number(count) && is_number(sides) && !sides.is_empty())
    };
    let mut words = amount.split(|c: char| !is_wordly(c) && c != '.').filter(|word| !word.is_empty());
    words.any(|word| {
        let declared = format!("{} dice", last_name(word));
        let mut places = text.match_indices(&*declared).map(|(at, _)| at);
        is_thrown(word) || places.any(|at| !text[..at].ends_with(is_wordly))
    })
}

/// The last name of a path.
fn last_name(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}
