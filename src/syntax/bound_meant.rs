//! What a check needs as a book says it, `need 7 or less "why"`: the bound of its roll as it is written here.

use super::error::{ShownText, SyntaxError};
use super::failure::{ParseFailure, token};
use super::repair::with_word;
use crate::text::is_wordly;

/// Words before the number that say no more than that it is needed.
const NEEDING: [&str; 29] = [
    "need",
    "needs",
    "needed",
    "needing",
    "target",
    "number",
    "tn",
    "dc",
    "difficulty",
    "success",
    "succeed",
    "succeeds",
    "pass",
    "passes",
    "hit",
    "hits",
    "must",
    "roll",
    "rolls",
    "rolled",
    "score",
    "on",
    "if",
    "be",
    "is",
    "a",
    "of",
    "=",
    ":",
];
/// Which way a word behind `or` leads.
const LESS: [&str; 6] = ["less", "lower", "under", "below", "fewer", "smaller"];
const MORE: [&str; 7] = ["more", "higher", "over", "above", "better", "greater", "up"];

/// The error that tells it, where the parser gave up.
pub(super) fn bounded_in_words(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let whole = failure.text.get(failure.entry.0..)?;
    let verb = ["add ", "replace "].into_iter().find(|verb| whole.starts_with(verb)).unwrap_or("");
    let start = failure.entry.0 + verb.len();
    let mut is_text = false;
    let ends = |letter: char| {
        is_text ^= letter == '"';
        letter == '\n' || !is_text && matches!(letter, ';' | '}' | '{' | '@')
    };
    let entry = failure.text.get(start..)?.split(ends).next()?.trim_end();
    if failure.block != "check" || failure.heads.len() > 1 || failure.at > start + entry.len() {
        return None;
    }
    let ends = entry.find('"').or_else(|| entry.find(" when ")).unwrap_or(entry.len());
    let said = entry[..ends].trim_end();
    let behind = &entry[said.len()..];
    let word = token(entry, 0).to_string();
    let word = if word.is_empty() { said.to_string() } else { word };
    let at = place.span(start, start + said.len());
    let says = "what a roll needs is written `at most` or `at least`".to_string();
    if let Some(right) = bound(said) {
        with_word(failure, &format!("{verb}{said}"), &format!("{verb}{right}"))?;
        let help = format!("write `{verb}{right}{behind}`");
        return Some(SyntaxError::Foreign { says, src: place.src(), at, right: Some(right), help });
    }
    let number = said.strip_prefix(&*word).map(str::trim).filter(|_| matches!(&*word, "need" | "needs"))?;
    let is_number = number.starts_with(|c: char| c.is_ascii_digit()) || number.contains('.');
    let both = ["at most", "at least"].map(|begins| format!("{verb}{begins} {number}"));
    with_word(failure, &format!("{verb}{said}"), &both[0])?;
    let [most, least] = both.map(|bound| format!("`{bound}{behind}`"));
    let help = format!("where low rolls succeed, write {most}; where high ones do, {least}");
    is_number.then(|| SyntaxError::Foreign { says, src: place.src(), at, right: None, help })
}

/// `need 7 or less`, `7+`, `succeed on >= 7`: the bound that is meant; none where it is not said which way it leads.
fn bound(said: &str) -> Option<String> {
    let mut spaced = said.to_lowercase();
    for sign in ["<=", ">=", "=<", "=>", "≤", "≥"] {
        spaced = spaced.replace(sign, &format!(" {sign} "));
    }
    let lower: Vec<&str> = spaced.split_whitespace().collect();
    let filled = lower.iter().take_while(|word| NEEDING.contains(word)).count();
    let rest = lower.get(filled..)?;
    // What is rolled against is written as its author spells it.
    let spelled = |part: &str| {
        let at = said.to_lowercase().rfind(part).filter(|_| said.is_ascii())?;
        said.get(at..at + part.len()).map(str::to_string)
    };
    let plain = |parts: &[&str]| {
        let number = parts.join(" ");
        let is_plain = |letter: char| is_wordly(letter) || matches!(letter, '.' | ' ' | '+' | '-' | '*' | '/');
        let is_value = number.split(' ').all(|part| !NEEDING.contains(&part) && !matches!(part, "or" | "and" | "than"));
        let is_value = is_value && number.starts_with(char::is_alphanumeric) && number.chars().all(is_plain);
        is_value.then(|| spelled(&number)).flatten()
    };
    match rest {
        ["<=" | "=<" | "≤", number @ ..] => Some(format!("at most {}", plain(number)?)),
        [">=" | "=>" | "≥", number @ ..] => Some(format!("at least {}", plain(number)?)),
        ["no" | "not", "more", "than", number @ ..] => Some(format!("at most {}", plain(number)?)),
        ["no" | "not", "less", "than", number @ ..] => Some(format!("at least {}", plain(number)?)),
        ["less" | "lower" | "under", "than", "or", "equal", "to", number @ ..]
        | ["equal", "to", "or", "less" | "lower" | "under", "than", number @ ..] => {
            Some(format!("at most {}", plain(number)?))
        }
        ["more" | "higher" | "greater", "than", "or", "equal", "to", number @ ..]
        | ["equal", "to", "or", "more" | "higher" | "greater", "than", number @ ..] => {
            Some(format!("at least {}", plain(number)?))
        }
        ["less" | "lower" | "under" | "below", number @ ..] | ["<", number @ ..] if filled > 0 => {
            Some(format!("at most {} - 1", plain(number.strip_prefix(&["than"]).unwrap_or(number))?))
        }
        ["at", "most", number @ ..] if filled > 0 => Some(format!("at most {}", plain(number)?)),
        ["at", "least", number @ ..] if filled > 0 => Some(format!("at least {}", plain(number)?)),
        [number @ .., "or" | "and", way] if LESS.contains(way) => Some(format!("at most {}", plain(number)?)),
        [number @ .., "or" | "and", way] if MORE.contains(way) => Some(format!("at least {}", plain(number)?)),
        [number] => {
            let bare = number.strip_suffix('+').filter(|bare| bare.bytes().all(|byte| byte.is_ascii_digit()))?;
            (!bare.is_empty()).then(|| format!("at least {bare}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::bound;

    #[test]
    fn a_bound_is_known_in_the_words_of_books() {
        for (said, right) in [
            ("need 7 or less", Some("at most 7")),
            ("needs 7 or more", Some("at least 7")),
            ("target number 7 or higher", Some("at least 7")),
            ("succeed on 7 or lower", Some("at most 7")),
            ("roll actor.AIM or under", Some("at most actor.AIM")),
            ("success on <= actor.AIM + 2", Some("at most actor.AIM + 2")),
            ("<= 7", Some("at most 7")),
            ("7 or better", Some("at least 7")),
            ("need 7+", Some("at least 7")),
            ("must be at most 7", Some("at most 7")),
            ("no more than 7", Some("at most 7")),
            ("roll under actor.AIM", Some("at most actor.AIM - 1")),
            ("less than or equal to 7", Some("at most 7")),
            ("need 7", None),
            ("need", None),
            ("roll 3d6", None),
            ("plus 3", None),
        ] {
            assert_eq!(bound(said).as_deref(), right, "{said}");
        }
    }
}
