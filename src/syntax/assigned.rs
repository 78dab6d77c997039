//! `target.damage += 1`: what other languages change by a sign, as the line that does it.

use crate::text::is_wordly;

/// The signs, each with what it does.
const SIGNS: [&str; 6] = ["+=", "-=", "*=", "/=", "++", "--"];

/// Where a sign of these stands in a stretch of text.
pub(super) fn sign_of(text: &str) -> Option<usize> {
    SIGNS.iter().filter_map(|sign| text.find(sign)).min()
}

/// The whole line around such a sign: where it begins and ends, and how it is written here.
pub(super) fn assigned(text: &str, at: usize, sign: &str) -> Option<(usize, usize, String)> {
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
    let behind = text[at + sign.len()..].split(['\n', ';', '}', '"', '#', '@']).next().unwrap_or("");
    let behind = behind.split(" when ").next().unwrap_or(behind).trim_end();
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
    Some((start, end, right))
}
