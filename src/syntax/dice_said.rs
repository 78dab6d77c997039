//! What is asked of dice in words, where an expression stands: `7 or better on 2d6`, `best 2 of 3d6`, `>= 11 on 3d6`.
use super::habit::{HabitPlace, habit_of};

/// Whether a word is plain dice, `3d6`. Looked at letter by letter: who reads expressions asks this when one cannot be read.
pub(super) fn is_dice(word: &str) -> bool {
    let Some((count, sides)) = word.split_once('d') else { return false };
    (count.is_empty() || is_number(count)) && is_number(sides)
}

/// How what is said of dice is written, if it is one of these.
pub(crate) fn dice_said(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let at = words.iter().position(|word| is_dice(word))?;
    let dice = words[at];
    let rest: Vec<&str> = words
        .iter()
        .enumerate()
        .filter(|(other, word)| *other != at && !is_filler(word))
        .map(|(_, word)| *word)
        .collect();
    kept(dice, &rest).or_else(|| compared(dice, &rest))
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
            (word, ..) => sign = Some(habit_of(HabitPlace::Compared, word)?.right),
        }
    }
    Some(format!("{dice} {} {}", sign?, number.unwrap_or("11")))
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
