//! Dice of the real table, as somebody typed them: each die, or their sum.

use super::error::{ReplError, TypedLine};
use super::table_dice::{WantedDice, of_sum};
use crate::diag::{Diagnostic, Diagnostics};
use crate::syntax::parse_dice_list;
use crate::text::Sources;

/// What is no list of numbers is no dice at all.
pub(super) fn no_dice(text: &str, wanted: &WantedDice) -> Option<Diagnostic> {
    let is_list = text.chars().all(|c| c.is_ascii_digit() || c == ',' || c.is_whitespace());
    if is_list && !text.trim().is_empty() {
        return None;
    }
    let help = format!("answer {}, or `cancel` and type something else", wanted.question());
    let shown = if text.trim().is_empty() { "?" } else { text };
    let (line, at) = (TypedLine(shown).source(), (0, shown.len()).into());
    Some(Box::new(ReplError::Dice { why: "no dice".to_string(), line, at, help }))
}

/// What stands before the dice that somebody says were rolled.
const ROLLED: [&str; 9] = ["i", "he", "she", "we", "it", "roll", "rolled", "rolls", "a"];

/// The numbers of `I rolled an 11`.
pub(super) fn numbers(text: &str) -> &str {
    let mut rest = text.trim().trim_end_matches(['.', '!']);
    while let Some((word, behind)) = rest.split_once(char::is_whitespace) {
        let word = word.trim_end_matches([':', ',']).to_lowercase();
        if !ROLLED.contains(&word.as_str()) && word != "an" && word != "got" {
            break;
        }
        rest = behind.trim_start();
    }
    rest
}

/// How a question for dice is answered.
pub(super) fn answering(wanted: &WantedDice) -> String {
    format!("answer {} or `cancel`", wanted.question())
}

/// How dice are said with the sentence that they are for.
pub(super) fn before_sentence(wanted: &WantedDice) -> String {
    let each: Vec<String> = (0..wanted.formula.count()).map(|nth| (1 + nth % 6).to_string()).collect();
    let dice = each.join(" ");
    match wanted.sum && wanted.formula.count() > 1 {
        true => format!("say what fell of {}, each die or the sum: `rolled {dice}, SENTENCE`", wanted.formula),
        false => format!("say each die of {} as it fell: `rolled {dice}, SENTENCE`", wanted.formula),
    }
}

/// The dice a person typed, and whether they gave only the sum; else what is wrong, with how they are said.
pub(super) fn thrown(text: &str, wanted: &WantedDice, help: String) -> Result<(Vec<u16>, bool), Diagnostics> {
    let mut sources = Sources::default();
    let id = sources.add("dice", text);
    let shown = parse_dice_list(&sources, id)?;
    // The list is bounded by the sides a die can have, so every number fits.
    let shown: Vec<u16> = shown.into_iter().map(|die| u16::try_from(die).unwrap_or(u16::MAX)).collect();
    let wrong = |why: String| {
        let (line, at) = (TypedLine(text).source(), (0, text.len()).into());
        let help = help.clone();
        vec![Box::new(ReplError::Dice { why, line, at, help }) as Diagnostic]
    };
    let count = wanted.formula.count() as usize;
    if let ([sum], true) = (shown.as_slice(), wanted.sum && count > 1) {
        let dice = of_sum(&wanted.formula, *sum);
        return dice.map(|dice| (dice, true)).ok_or_else(|| wrong(format!("{sum} is no sum of {}", wanted.formula)));
    }
    if shown.len() != count {
        let dice = if shown.len() == 1 { "die" } else { "dice" };
        return Err(wrong(format!("{} {dice}, where {count} are rolled", shown.len())));
    }
    let sides = wanted.formula.terms.iter().flat_map(|term| (0..term.count).map(|_| term.sides));
    match shown.iter().zip(sides).find(|(die, sides)| **die == 0 || **die > *sides) {
        Some((die, sides)) => Err(wrong(format!("no d{sides} shows {die}"))),
        None => Ok((shown, false)),
    }
}
