//! `expect modifier far -1`: a modifier that a test expects, without the signs that stand between.

use super::error::{ShownText, SyntaxError};
use super::failure::ParseFailure;
use super::repair::with_word;
use crate::text::is_wordly;

/// Signs and words that stand between a label and its amount.
const BETWEEN: [&str; 12] = ["=", "==", ":", "is", "of", "at", "by", "worth", "with", "to", "be", ","];

/// The error that tells it, where the parser gave up.
pub(super) fn modifier_expected(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let start = failure.entry.0;
    let entry = failure.text.get(start..)?.split(['\n', ';', '}', '#']).next()?.trim_end();
    let said = entry.strip_prefix("expect ")?.trim_start().strip_prefix("modifier")?;
    if failure.block != "test" || !said.starts_with([' ', ':']) || failure.at > start + entry.len() {
        return None;
    }
    let right = meant(said)?;
    with_word(failure, entry, &format!("expect modifier {right}"))?;
    let said = said.trim_start();
    Some(SyntaxError::Foreign {
        says: "a modifier is expected by its label in quotes, `=` and what it comes to".to_string(),
        src: place.src(),
        at: place.span(start + entry.len() - said.len(), start + entry.len()),
        help: format!("write `expect modifier {right}`"),
        right: Some(right),
    })
}

/// Label and amount as they are written here; none if one of them is not plain.
fn meant(said: &str) -> Option<String> {
    let spaced = said.replace(['=', ':', ','], " = ").replace(" - ", " -").replace(" + ", " +");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let amount = |word: &str| word.trim_start_matches(['+', '-']).parse::<u32>().is_ok();
    let at = words.iter().rposition(|word| amount(word)).filter(|at| *at == 0 || *at + 1 == words.len())?;
    let label = if at == 0 { &words[1..] } else { &words[..at] };
    let is_between = |word: &&&str| BETWEEN.contains(*word);
    let first = label.iter().take_while(is_between).count();
    let last = label.iter().rev().take_while(is_between).count();
    let label = label.get(first..label.len().checked_sub(last)?)?.join(" ");
    let label = label.trim_matches(['"', '\'']);
    let is_plain = label.chars().all(|letter| is_wordly(letter) || " -/.'’".contains(letter));
    let number = words[at].trim_start_matches('+');
    (is_plain && label.contains(char::is_alphabetic)).then(|| format!("\"{label}\" = {number}"))
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn label_and_amount_are_known_in_any_order() {
        for (said, right) in [
            (" far -1", Some("\"far\" = -1")),
            (" \"far\" -1", Some("\"far\" = -1")),
            (" -1 \"far\"", Some("\"far\" = -1")),
            (" - 1 far away", Some("\"far away\" = -1")),
            (" far: +2", Some("\"far\" = 2")),
            (" far away is -1", Some("\"far away\" = -1")),
            (" far", None),
            (" far > 2 + x", None),
        ] {
            assert_eq!(meant(said).as_deref(), right, "{said}");
        }
    }
}
