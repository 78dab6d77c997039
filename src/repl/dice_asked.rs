//! Odds of dice alone, asked in words: `what are the odds of 2d6 over 8?`, `how likely is it to roll 12 or less on 3d6`.

use crate::syntax::dice_said;

/// By one of these words a question of odds is known.
const ODDS: [&str; 6] = ["odds", "chance", "chances", "probability", "likelihood", "likely"];
/// What may stand before it.
const BEFORE: [&str; 15] =
    ["what", "what's", "whats", "is", "are", "the", "my", "our", "how", "tell", "me", "give", "and", "so", "please"];
/// What may stand behind it and says nothing.
const BEHIND: [&str; 12] = ["that", "it", "is", "i", "i'll", "am", "we", "are", "will", "getting", "being", "please"];

/// The line that tells the odds; none of any other line.
pub(super) fn odds_asked(line: &str) -> Option<String> {
    let lower = line.trim().trim_end_matches(['?', '.', '!']).to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let at = words.iter().position(|word| ODDS.contains(word))?;
    let (before, behind) = (&words[..at], &words[at + 1..]);
    if !before.iter().all(|word| BEFORE.contains(word)) {
        return None;
    }
    let said: Vec<&str> = behind.iter().copied().filter(|word| !BEHIND.contains(word)).collect();
    // What is written as an expression is read as one.
    let is_written = |word: &&str| word.starts_with(['<', '>', '=']);
    let is_number = |word: &&str| word.trim_end_matches('+').parse::<u32>().is_ok();
    if said.iter().any(is_written) || !said.iter().any(is_number) {
        return None;
    }
    let compared = dice_said(&said.join(" ")).filter(|said| said.contains(['<', '>', '=']))?;
    Some(format!("odds {compared}"))
}

#[cfg(test)]
mod tests {
    use super::odds_asked;

    #[test]
    fn questions_of_dice_are_comparisons() {
        for (said, right) in [
            ("what are the odds of 2d6 over 8?", Some("odds 2d6 > 8")),
            ("odds 2d6 over 8", Some("odds 2d6 > 8")),
            ("chance of rolling under 8 on 2d6", Some("odds 2d6 < 8")),
            ("how likely is it that I roll 8 or more on 2d6", Some("odds 2d6 >= 8")),
            ("what's the probability of 8+ with 2d6", Some("odds 2d6 >= 8")),
            ("odds of at most 7 on 3d6", Some("odds 3d6 <= 7")),
            ("odds 4d6 <= 13", None),
            ("odds 3d6", None),
            ("odds Bruce shoots Zorgo", None),
            ("8 or less on 3d6", None),
            ("what are Zorgo's odds of 8 or more on 2d6", None),
        ] {
            assert_eq!(odds_asked(said).as_deref(), right, "{said}");
        }
    }
}
