//! What the prompt's own reader finds wrong with a line, to be weighed against what is heard in it.

use super::help::command_words;
use crate::diag::{Diagnostic, Diagnostics, suggest_within};
use crate::speech::{CommandRole, SpeechError};

/// The mistake of naming nobody.
pub(super) const UNKNOWN_NAME: &str = "fray::repl::unknown_name";

/// What is said where a sentence could only end.
const ONLY_THE_END: &str = "here could stand a comma, or the end";
/// Before what could stand where a sentence stopped.
const COULD_STAND: &str = "here could stand";
/// Of so few words nothing was said yet.
const BARELY: usize = 2;
/// Shorter words are too near to others.
const LEAST_OF_A_SLIP: usize = 5;
/// What is said to whoever gives a number a unit that it has not.
const UNITS: [&str; 2] = ["say it in one of its units", "leave the unit out"];

/// Whether what is wrong with a line is one of these.
pub(super) fn is_of(wrong: &Diagnostics, codes: &[&str]) -> bool {
    code(wrong).is_some_and(|code| codes.iter().any(|one| code.starts_with(one)))
}

/// Whether a thing is given or taken of which no thing bears the name.
pub(super) fn is_unknown_thing(wrong: &Diagnostics, line: &str) -> bool {
    let is_thing = wrong.first().is_some_and(|one| one.to_string().starts_with("no thing is named "));
    is_thing && is_told_of_table(line)
}

/// Whether a line is a command that tells how it stands and may be told otherwise.
pub(super) fn is_told_of_table(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| CommandRole::Again.is_of(word))
}

/// The fact that was named exactly where its number has a unit that it cannot have: it is not to be said of another.
pub(super) fn is_of_unit(wrong: &Diagnostics) -> Option<String> {
    let first = wrong.first()?;
    let help = first.help()?.to_string();
    let before = text_before(&**first)?;
    let mut words = before.split_whitespace().rev();
    let is_number = words.next()?.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit());
    let fact = words.next()?.to_string();
    (is_number && UNITS.iter().any(|words| help.starts_with(words))).then_some(fact)
}

/// Whether a command was typed with a name for which there is one that is near.
pub(super) fn is_name_of_command(line: &str, wrong: &Diagnostics) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let is_near = |one: &Diagnostic| one.help().is_some_and(|help| help.to_string().starts_with("did you mean"));
    code(wrong).is_some_and(|code| code == UNKNOWN_NAME)
        && command_words().any(|word| word == first)
        && wrong.first().is_some_and(is_near)
}

/// Whether the strict reader got further before something stopped it, or as far and knows what could stand there. Both may
/// have read only the end of the line, so places are counted from there.
pub(super) fn is_further(strict: &Diagnostics, heard: &SpeechError) -> bool {
    let is_blind = code(strict).is_some_and(|code| code == "fray::repl::not_understood");
    let Some(first) = strict.first().filter(|_| !heard.is_of_meaning() && !is_blind) else { return false };
    let (Some(strict_rest), Some(rest)) = (rest_behind(&**first), rest_behind(heard)) else { return false };
    let help = first.help().map_or_else(String::new, |help| help.to_string());
    // A list that had to be cut helps nobody, nor does a name that only looks like one of the words.
    let is_sentence = code(strict).is_some_and(|code| code == "fray::query::sentence");
    let is_near = help.starts_with("did you mean") && matches!(heard, SpeechError::Word { .. });
    let is_better = is_near || is_sentence && !help.contains(" more");
    // What could stand there helps less than a sentence that works, where hardly more was read than who acts.
    let is_barely = text_before(&**first).is_some_and(|text| text.split_whitespace().count() <= BARELY);
    if help == ONLY_THE_END || help.starts_with(COULD_STAND) && is_barely && heard.example().is_some() {
        return false;
    }
    match heard {
        // Every word was understood: nothing that only stands in the middle is wrong.
        SpeechError::Line { .. } => strict_rest == 0 || UNITS.iter().any(|words| help.starts_with(words)),
        _ => strict_rest < rest || strict_rest == rest && is_better,
    }
}

/// The line with the word that could stand where it is not understood, if one is near what was typed.
pub(super) fn with_near_word(wrong: &Diagnostics, line: &str) -> Option<String> {
    let first = wrong.first().filter(|_| code(wrong).is_some_and(|code| code == "fray::query::sentence"))?;
    let help = first.help()?.to_string();
    let near = help.strip_prefix("did you mean `")?.strip_suffix("`?")?;
    let is_word = |word: &str| word.len() >= LEAST_OF_A_SLIP && word.bytes().all(|letter| letter.is_ascii_lowercase());
    let rest = line.get(line.len().checked_sub(rest_behind(&**first)?)?..)?;
    let typed = rest.split_whitespace().next()?;
    let before = line.strip_suffix(rest)?;
    let is_slip = is_word(typed) && is_word(near) && suggest_within(typed, [near], 1).is_some();
    is_slip.then(|| format!("{before}{near}{}", rest.strip_prefix(typed).unwrap_or_default()))
}

/// The text before the place where something is wrong.
fn text_before(diagnostic: &dyn miette::Diagnostic) -> Option<String> {
    let at = diagnostic.labels()?.next()?.offset();
    let text = diagnostic.source_code()?.read_span(&(0, at).into(), usize::MAX, usize::MAX).ok()?;
    Some(std::str::from_utf8(text.data()).ok()?.get(..at)?.to_string())
}

/// How many letters stand behind the place where something is wrong.
fn rest_behind(diagnostic: &dyn miette::Diagnostic) -> Option<usize> {
    let at = diagnostic.labels()?.next()?.offset();
    let text = diagnostic.source_code()?.read_span(&(at, 0).into(), usize::MAX, usize::MAX).ok()?;
    text.data().len().checked_sub(at)
}

pub(super) fn code(diagnostics: &Diagnostics) -> Option<String> {
    Some(diagnostics.first()?.code()?.to_string())
}
