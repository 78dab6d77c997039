//! Rows of a map without their quotes, or in the quotes of a text of many lines: one mistake, however many rows there are.

use super::error::{ShownText, SyntaxError};
use super::failure::ParseFailure;

/// Quotes around a text of many lines, in other languages.
const LONG_QUOTES: [&str; 2] = ["\"\"\"", "```"];

/// `..:.` in the block of a map.
pub(super) fn bare_row(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let text = place.whole();
    let (start, line) = line_at(text, failure.at.min(text.len()))?;
    let row = line.trim();
    let is_sign = |sign: char| !sign.is_whitespace() && !matches!(sign, '"' | '{' | '}' | ';');
    let is_row = row.len() > 1 && row.chars().all(is_sign) && !row.chars().all(char::is_alphanumeric);
    if failure.block != "map" || !is_row {
        return None;
    }
    let start = start + line.len() - line.trim_start().len();
    Some(SyntaxError::Foreign {
        says: "a row of a map without its quotes".to_string(),
        src: place.src(),
        at: place.span(start, start + row.len()),
        right: Some(format!("\"{row}\"")),
        help: "each row is a text of its own, in straight quotes".to_string(),
    })
}

/// Errors without those of quotes around several rows that are told as rows without quotes.
pub(super) fn without_long_quotes(
    errors: Vec<SyntaxError>,
    shown: &ShownText,
    place: impl Fn(&SyntaxError) -> usize,
) -> Vec<SyntaxError> {
    let is_row =
        |one: &SyntaxError| matches!(one, SyntaxError::Foreign { says, .. } if says.starts_with("a row of a map"));
    let is_around = |one: &SyntaxError| {
        let line = line_at(shown.whole(), place(one)).map_or("", |(_, line)| line.trim());
        matches!(one, SyntaxError::UnclosedText { .. }) && LONG_QUOTES.contains(&line)
    };
    let has_rows = errors.iter().any(is_row);
    errors.into_iter().filter(|one| !(has_rows && is_around(one))).collect()
}

/// The line around a place, with where it begins.
fn line_at(text: &str, at: usize) -> Option<(usize, &str)> {
    let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    Some((start, text[start..].lines().next().unwrap_or("")))
}
