//! What is asked of dice in words, where an expression stands: `7 or better on 2d6`, `best 2 of 3d6`, `>= 11 on 3d6`.

use super::failure::{LONE, ParseFailure, token};
use super::habit::{FoundHabit, HabitPlace, habit_of};
use crate::text::is_wordly;

/// Whether a word is plain dice, `3d6`. Looked at letter by letter: who reads expressions asks this when one cannot be read.
pub(super) fn is_dice(word: &str) -> bool {
    let Some((count, sides)) = word.split_once('d') else { return false };
    (count.is_empty() || is_number(count)) && is_number(sides)
}

/// How what is said of dice is written, if it is one of these.
pub(crate) fn dice_said(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let at = words.iter().position(|word| is_dice(word)).or_else(|| words.iter().position(|word| is_sum(word)))?;
    let dice = words[at];
    let rest: Vec<&str> = words
        .iter()
        .enumerate()
        .filter(|(other, word)| *other != at && !is_filler(word))
        .map(|(_, word)| *word)
        .collect();
    kept(dice, &rest).or_else(|| compared(dice, &rest))
}

/// Whether a word is a sum of dice and numbers, `d20+5`.
fn is_sum(word: &str) -> bool {
    let parts = || word.split(['+', '-']);
    parts().all(|part| is_dice(part) || is_number(part)) && parts().any(is_dice)
}

/// `d6x3`, `2d6*4`: dice that are thrown several times, as they are written.
pub(crate) fn thrown_again(word: &str) -> Option<String> {
    let (dice, times) = word.split_once(['x', 'X', '*', '\u{d7}'])?;
    let is_one = is_dice(dice) && is_number(times);
    is_one.then(|| format!("write `{times} x {dice}` to throw them so often; {}", added(dice, times)))
}

/// The same dice in one throw.
fn added(dice: &str, times: &str) -> String {
    let (count, sides) = dice.split_once('d').unwrap_or(("1", dice));
    let count: u64 = if count.is_empty() { 1 } else { count.parse().unwrap_or(1) };
    let all = count.saturating_mul(times.parse().unwrap_or(1));
    format!("`{all}d{sides}` adds them up")
}

/// Words that only lead to the dice or the number.
fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "on" | "with"
            | "of"
            | "roll"
            | "rolling"
            | "a"
            | "an"
            | "the"
            | "to"
            | "get"
            | "for"
            | "or"
            | "than"
            | "die"
            | "dice"
    )
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// `best 2 of 3d6`, `highest of 2d20`.
fn kept(dice: &str, rest: &[&str]) -> Option<String> {
    let (word, many) = match rest {
        [word] => (*word, "1"),
        [word, many] if is_number(many) => (*word, *many),
        [many, word] if is_number(many) => (*word, *many),
        _ => return None,
    };
    let which = habit_of(HabitPlace::Kept, word)?.right;
    // One die with advantage is two of which one is kept.
    let dice = match dice.strip_prefix('1').unwrap_or(dice) {
        one if one.starts_with('d') && many == "1" => format!("2{one}"),
        _ => dice.to_string(),
    };
    Some(format!("{dice} keep {which} {many}"))
}

/// `7 or better`, `at least 7`, `7+`, `>= 7`, in any order with the dice.
fn compared(dice: &str, rest: &[&str]) -> Option<String> {
    let mut sign = None;
    let mut number = None;
    for word in rest {
        let plus = word.strip_suffix('+').filter(|digits| is_number(digits));
        let signed =
            ["<=", ">=", "=<", "=>", "<", ">", "="].into_iter().find_map(|one| Some((one, word.strip_prefix(one)?)));
        match (*word, plus, signed) {
            (_, Some(digits), _) => (sign, number) = (Some(">="), Some(digits)),
            (_, _, Some((one, digits))) => {
                let one = match one {
                    "=<" => "<=",
                    "=>" => ">=",
                    // `> =` is one sign with a blank in it.
                    "=" if sign == Some(">") => ">=",
                    "=" if sign == Some("<") => "<=",
                    one => one,
                };
                sign = Some(one);
                if is_number(digits) {
                    number = Some(digits);
                } else if !digits.is_empty() {
                    return None;
                }
            }
            (digits, ..) if is_number(digits) => number = Some(digits),
            ("at" | "is", ..) => {}
            // A number is reached where it is met.
            ("vs" | "vs." | "versus" | "against" | "beats", ..) => sign = Some(">="),
            (word, ..) => sign = Some(habit_of(HabitPlace::Compared, word)?.right),
        }
    }
    Some(format!("{dice} {} {}", sign?, number.unwrap_or("11")))
}

/// `two dice >= 9`: dice of which nobody says how many sides they have.
pub(super) fn without_sides(failure: &ParseFailure) -> Option<FoundHabit> {
    let word = token(failure.text, failure.at);
    let before = failure.text.get(failure.entry.0..failure.at)?.trim_end();
    let count = before.rsplit(|c: char| !is_wordly(c)).next().filter(|count| !count.is_empty())?;
    let count = match NUMBERS.iter().position(|number| number.eq_ignore_ascii_case(count)) {
        Some(at) => (at + 1).to_string(),
        None => count.to_string(),
    };
    if !matches!(word, "dice" | "die") || !is_number(&count) {
        return None;
    }
    let (start, end) = (failure.at, failure.at + word.len());
    let rest = failure.text[end..].split(['\n', ';', '}', '"']).next().unwrap_or("").trim_end();
    let help = format!("dice have sides: of six-sided ones it is `{count}d6{rest}`");
    Some(FoundHabit { start, end, right: None, help })
}

const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// `3d6 under 12`, where an expression stands alone: a sign compares.
pub(super) fn bound_in_words(failure: &ParseFailure) -> Option<FoundHabit> {
    let rest = failure.text.get(failure.at..)?;
    let start = failure.text.len() - rest.trim_start().len();
    let word = token(failure.text, start);
    let sign = match word {
        "under" | "below" => "<",
        "over" | "above" => ">",
        _ => return None,
    };
    let before = failure.text.get(..start)?.trim_end();
    let is_bound = failure.text[start + word.len()..].trim_start().starts_with(|c: char| c.is_ascii_digit());
    let is_meant = failure.block == LONE && !before.is_empty() && is_bound;
    is_meant.then(|| FoundHabit {
        start,
        end: start + word.len(),
        right: Some(sign.to_string()),
        help: format!("write `{before} {sign}{}`", &failure.text[start + word.len()..]),
    })
}

#[cfg(test)]
mod tests {
    use super::dice_said;

    #[test]
    fn what_is_said_of_dice_is_written_as_a_comparison() {
        for (said, right) in [
            ("7 or better on 2d6", Some("2d6 >= 7")),
            ("2d6 or better 7", Some("2d6 >= 7")),
            ("7+ on 2d6", Some("2d6 >= 7")),
            (">= 11 on 3d6", Some("3d6 >= 11")),
            ("at most 9 with 3d6", Some("3d6 <= 9")),
            ("under 9 on 3d6", Some("3d6 < 9")),
            ("best of 3d6", Some("3d6 keep highest 1")),
            ("best 2 of 3d6", Some("3d6 keep highest 2")),
            ("d20 advantage", Some("2d20 keep highest 1")),
            ("3d6 hits", None),
            ("3d6 + 2", None),
        ] {
            assert_eq!(dice_said(said).as_deref(), right, "{said}");
        }
    }
}
