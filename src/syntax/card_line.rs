//! A line of a card that is named in the head of a declaration, `remove card NAME "label"`: the block in which it
//! stands.

use super::amended::{REMOVING, REPLACING, is_amount, words_of};
use super::error::{ShownText, SyntaxError};
use super::failure::ParseFailure;
use super::keyword::keywords;
use crate::text::is_wordly;

/// What is said for `add`.
const ADDING: [&str; 5] = ["add", "append", "insert", "put", "include"];
/// Before the card of which it is a line.
const OF: [&str; 6] = ["from", "of", "in", "to", "into", "on"];

/// The error that tells it, where the parser gave up.
pub(super) fn line_of_card(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let (start, depth) = failure.entry;
    let line = without_tail(failure.text.get(start..)?);
    if depth > 0 || failure.at > start + line.len() {
        return None;
    }
    let MeantCardLine { verb, right, is_whole } = meant(line)?;
    let what = match verb {
        "remove" => "taken away",
        "add" => "added",
        _ => "changed",
    };
    Some(SyntaxError::Foreign {
        says: format!("a line of a card is {what} in a block of that card"),
        src: place.src(),
        at: place.span(start, start + line.len()),
        help: format!("write `{right}`"),
        right: is_whole.then_some(right),
    })
}

/// The declaration up to the end of its line, or to where its block begins.
fn without_tail(text: &str) -> &str {
    let mut is_text = false;
    let ends = |letter: char| {
        is_text ^= letter == '"';
        letter == '\n' || !is_text && matches!(letter, ';' | '#' | '{' | '}')
    };
    text[..text.find(ends).unwrap_or(text.len())].trim_end()
}

/// The declaration that is meant; not whole where something has to be filled in.
struct MeantCardLine {
    verb: &'static str,
    right: String,
    is_whole: bool,
}

fn meant(line: &str) -> Option<MeantCardLine> {
    let words = words_of(line);
    let (verb, rest) = words.split_first()?;
    let verb = match *verb {
        "remove" => "remove",
        "replace" => "replace",
        verb if REMOVING.contains(&verb) => "remove",
        verb if REPLACING.contains(&verb) => "replace",
        verb if ADDING.contains(&verb) => "add",
        _ => return None,
    };
    let tail = rest.iter().position(|word| *word == "when" || word.starts_with('@')).unwrap_or(rest.len());
    let (said, tail) = rest.split_at(tail);
    let label = said.iter().find(|word| word.starts_with('"') && word.len() > 2)?;
    let sort = said.iter().position(|word| matches!(*word, "card" | "cards"));
    let before = sort.or_else(|| said.iter().rposition(|word| OF.contains(word)))?;
    let name = *said.get(before + 1)?;
    let is_name = name.starts_with(char::is_alphabetic) && name.chars().all(is_wordly) && !keywords().contains(&name);
    let amount = said.iter().find(|word| is_amount(word)).copied();
    if !is_name || amount.is_none() && verb != "remove" {
        return None;
    }
    let entry = match (verb, amount) {
        ("remove", _) => format!("remove {label}"),
        (_, amount) => {
            let condition = if tail.is_empty() { "when CONDITION".to_string() } else { tail.join(" ") };
            format!("{verb} {} {label} {condition}", amount.unwrap_or_default())
        }
    };
    let is_whole = verb == "remove" || !tail.is_empty();
    Some(MeantCardLine { verb, right: format!("card {name} {{ {entry} }}"), is_whole })
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn a_line_that_is_named_stands_in_the_block_of_its_card() {
        for (line, right) in [
            ("remove card wind \"dead calm\"", Some("card wind { remove \"dead calm\" }")),
            ("remove \"dead calm\" from card wind", Some("card wind { remove \"dead calm\" }")),
            ("delete \"dead calm\" from wind", Some("card wind { remove \"dead calm\" }")),
            ("replace card wind -4 \"gale\" when far", Some("card wind { replace -4 \"gale\" when far }")),
            ("add card wind -4 \"gale\"", Some("card wind { add -4 \"gale\" when CONDITION }")),
            ("add -4 \"gale\" to wind", Some("card wind { add -4 \"gale\" when CONDITION }")),
            ("remove card wind", None),
            ("remove card \"dead calm\"", None),
            ("replace card wind \"Wind\"", None),
        ] {
            assert_eq!(meant(line).map(|meant| meant.right).as_deref(), right, "{line}");
        }
    }
}
