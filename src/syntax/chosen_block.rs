//! Declarations that hold under a choice, as other languages say it: `if option NAME = "READING" { … }`.

use super::error::{ShownText, SyntaxError};
use super::failure::{ParseFailure, token};
use crate::text::is_wordly;

/// What is said for `when`, the longer first.
const ASKING: [&str; 12] = [
    "only if",
    "only when",
    "else if",
    "elseif",
    "elif",
    "ifdef",
    "if",
    "whenever",
    "given",
    "provided",
    "with",
    "where",
];
/// What is said for `when not`.
const DENYING: [&str; 2] = ["unless", "ifndef"];

/// Of these no things are declared.
const SURE: [&str; 8] = ["if", "unless", "ifdef", "ifndef", "elif", "elseif", "else", "whenever"];

/// The error that tells it, where the parser gave up.
pub(super) fn chosen_block(failure: &ParseFailure, place: &ShownText) -> Option<SyntaxError> {
    let (start, depth) = failure.entry;
    let head = failure.text.get(start..)?.lines().next()?.split('{').next()?;
    let behind = failure.text.get(start + head.len()..)?;
    let is_block = behind.starts_with('{') || behind.trim_start().starts_with('{');
    let head = head.trim_end();
    // A name behind some of these words may be that of a thing.
    let is_certain = SURE.contains(&token(failure.text, start));
    if depth > 0 || !is_block || failure.at > start + head.len() && !is_certain {
        return None;
    }
    let right = match head {
        "else" => denied(head_before(failure.text, start)?)?,
        _ => meant(head)?,
    };
    let says =
        format!("what holds under a choice stands in a block of `when`, not of `{}`", token(failure.text, start));
    Some(SyntaxError::Foreign {
        says,
        src: place.src(),
        at: place.span(start, start + head.len()),
        help: format!("write `{right} {{`"),
        right: Some(right),
    })
}

/// The head of the block of this sort that stands before.
fn head_before(text: &str, start: usize) -> Option<String> {
    let line = text[..start].lines().rev().find(|line| !line.starts_with([' ', '\t', '}']) && line.contains('{'))?;
    let head = line.split('{').next()?.trim();
    if head.starts_with("when ") { Some(head.to_string()) } else { meant(head) }
}

/// The head as it is written here, if it is one of these.
fn meant(head: &str) -> Option<String> {
    let behind = |word: &&&str| head.strip_prefix(**word).is_some_and(|rest| rest.starts_with([' ', '(']));
    let (word, is_denied) = match (ASKING.iter().find(behind), DENYING.iter().find(behind)) {
        (Some(word), _) => (*word, false),
        (_, Some(word)) => (*word, true),
        // What is otherwise in a head of `when` is told word by word.
        _ => return None,
    };
    let said = condition(head.strip_prefix(word)?)?;
    if is_denied { denied(format!("when {said}")) } else { Some(format!("when {said}")) }
}

/// The contrary of a head that asks one thing.
fn denied(head: String) -> Option<String> {
    let asked = head.strip_prefix("when ")?;
    if asked.split(' ').any(|word| matches!(word, "and" | "or")) {
        return Some(format!("when not ({asked})"));
    }
    Some(match (asked.strip_prefix("not "), asked.split_once(" is ")) {
        (Some(bare), _) => format!("when {bare}"),
        (_, Some((name, word))) => match word.strip_prefix("not ") {
            Some(word) => format!("when {name} is {word}"),
            None => format!("when {name} is not {word}"),
        },
        _ => format!("when not {asked}"),
    })
}

/// What is asked, with the words and the signs of this language; none if that is no plain question.
fn condition(said: &str) -> Option<String> {
    let mut spaced = said.trim().trim_end_matches(':').to_string();
    for (sign, word) in
        [("===", " = "), ("!=", " != "), ("<>", " != "), ("==", " = "), ("&&", " and "), ("||", " or "), (":", " = ")]
    {
        spaced = spaced.replace(sign, word);
    }
    let spaced = spaced.replace("! =", "!=").replace(['(', ')', '\'', '"', '[', ']'], " ");
    let words = spaced.split_whitespace().filter(|word| {
        !matches!(*word, "option" | "options" | "reading" | "the" | "then" | "do" | "equals" | "choice" | "rule")
    });
    let parts: Vec<String> = words
        .map(|word| {
            word.strip_prefix('!').filter(|rest| *rest != "=").map_or(word.to_string(), |bare| format!("not {bare}"))
        })
        .collect();
    let joined = parts.join(" ").replace(" is = ", " = ").replace(" is not ", " != ").replace(" is ", " = ");
    // `option.NAME` is the option.
    let joined = joined.replace("options.", "").replace("option.", "");
    let mut asked: Vec<String> = Vec::new();
    for part in joined.split(' ').filter(|part| !part.is_empty()) {
        asked.push(part.to_string());
        if let [.., name, sign, word] = &asked[..]
            && matches!(sign.as_str(), "=" | "!=")
        {
            let said = choice(name, sign == "=", word)?;
            asked.truncate(asked.len() - 3);
            asked.push(said);
        }
    }
    let plain = asked.join(" ");
    let is_plain = plain.chars().all(|letter| is_wordly(letter) || matches!(letter, ' ' | '-'));
    let is_even = plain.split(' ').filter(|word| !matches!(*word, "not" | "is")).count() > 0;
    (is_plain && is_even && !plain.is_empty()).then_some(plain)
}

/// What is asked of one option.
fn choice(name: &str, is: bool, word: &str) -> Option<String> {
    let is_name = |text: &str| text.starts_with(char::is_alphabetic) && text.chars().all(is_wordly);
    let is_on = match word.to_lowercase().as_str() {
        "on" | "yes" | "true" | "enabled" | "chosen" | "active" | "set" => Some(is),
        "off" | "no" | "false" | "disabled" => Some(!is),
        _ => None,
    };
    match is_on {
        _ if !is_name(name) || !is_name(word) => None,
        Some(true) => Some(name.to_string()),
        Some(false) => Some(format!("not {name}")),
        None if is => Some(format!("{name} is {word}")),
        None => Some(format!("{name} is not {word}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{denied, meant};

    #[test]
    fn a_choice_of_other_languages_is_one_of_this() {
        for (head, right) in [
            ("if option reach = \"near\"", Some("when reach is near")),
            ("if (reach == near)", Some("when reach is near")),
            ("if reach is near then", Some("when reach is near")),
            ("if gritty", Some("when gritty")),
            ("if gritty is on", Some("when gritty")),
            ("if !gritty", Some("when not gritty")),
            ("if option.gritty == false", Some("when not gritty")),
            ("unless gritty", Some("when not gritty")),
            ("unless reach is near", Some("when reach is not near")),
            ("with reach = near", Some("when reach is near")),
            ("if gritty && reach != near", Some("when gritty and reach is not near")),
            ("when reach is near", None),
            ("iffy reach", None),
            ("if reach > 3", None),
        ] {
            assert_eq!(meant(head).as_deref(), right, "{head}");
        }
        assert_eq!(denied("when reach is near".to_string()).as_deref(), Some("when reach is not near"));
    }
}
