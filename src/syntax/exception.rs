//! `-1 "late" when late unless excused`: an exception to a condition, as the condition that it makes.

use super::failure::ParseFailure;
use super::habit::FoundHabit;
use super::phrase::phrases;
use crate::text::is_wordly;

/// Words behind which an exception stands, the longer first.
const EXCEPTING: [&str; 8] =
    ["except when", "except if", "except while", "unless", "except", "but not when", "but not if", "but not"];
/// Words behind which a condition begins.
const ASKING: [&str; 4] = ["when ", "require ", "if ", "where "];

/// What is plainly meant where the parser gave up.
pub(super) fn at_failure(failure: &ParseFailure) -> Option<FoundHabit> {
    let begin = failure.entry.0;
    let entry = failure.text.get(begin..)?.lines().next()?;
    let (at, word) = EXCEPTING.iter().find_map(|word| Some((excepted(entry, word)?, *word)))?;
    let (start, behind) = (begin + at, begin + at + word.len());
    if failure.at + 1 < start || failure.at > behind + 1 || entry[..at].trim().is_empty() {
        return None;
    }
    let rest = &failure.text[behind..begin + entry.len()];
    let stops = [";", "}", "{", "\"", " @", " tags ", " gains ", ","];
    let end = stops.iter().filter_map(|stop| rest.find(stop)).min().unwrap_or(rest.len());
    let said = rest[..end].trim();
    let end = behind + rest[..end].trim_end().len();
    if said.is_empty() {
        return None;
    }
    let not = contrary(said);
    let before = entry[..at].trim_end();
    let asked = ASKING.iter().filter_map(|word| Some(outside(before, word)? + word.len())).max();
    let Some(asked) = asked else {
        let is_wanted = phrases(failure.expected).iter().any(|phrase| phrase == "`when`");
        let right = format!("when {not}");
        return is_wanted.then(|| FoundHabit { start, end, help: format!("write `{right}`"), right: Some(right) });
    };
    let (asks, condition) = (&before[..asked], before[asked..].trim());
    let is_loose = format!(" {condition} ").contains(" or ") || condition.starts_with("if ");
    let condition = if is_loose { format!("({condition})") } else { condition.to_string() };
    let verb = asks.trim_end().rsplit(|c: char| !is_wordly(c)).next().unwrap_or("");
    let help = format!("write `{verb} {condition} and {not}`");
    let (start, right) = match is_loose {
        true => (begin + asked, format!("{condition} and {not}")),
        false => (start, format!("and {not}")),
    };
    Some(FoundHabit { start, end, right: Some(right), help })
}

/// Where a word of exception stands, outside of texts.
fn excepted(entry: &str, word: &str) -> Option<usize> {
    let at = outside(entry, word)?;
    let is_whole = !entry[at + word.len()..].starts_with(is_wordly);
    is_whole.then_some(at)
}

/// Where a word begins in a line, outside of texts.
fn outside(line: &str, word: &str) -> Option<usize> {
    let is_outside = |at: usize| line[..at].matches('"').count().is_multiple_of(2);
    let begins = |at: usize| !line[..at].ends_with(is_wordly);
    line.match_indices(word).map(|(at, _)| at).find(|at| is_outside(*at) && begins(*at))
}

/// A condition that holds where another does not.
fn contrary(said: &str) -> String {
    let is_plain = |text: &str| !text.is_empty() && text.chars().all(|c| is_wordly(c) || c == '.');
    match said.strip_prefix("not ").map(str::trim).filter(|said| is_plain(said)) {
        Some(said) => said.to_string(),
        None if is_plain(said) || said.starts_with('(') && said.ends_with(')') => format!("not {said}"),
        None => format!("not ({said})"),
    }
}

#[cfg(test)]
mod tests {
    use super::at_failure;
    use crate::syntax::failure::ParseFailure;

    #[test]
    fn an_exception_is_a_condition_that_does_not_hold() {
        for (text, right) in [
            ("-1 \"low\" when low unless fast", Some("and not fast")),
            ("-1 \"low\" when low or late unless fast", Some("(low or late) and not fast")),
            ("-1 \"low\" when low unless fast or actor is late", Some("and not (fast or actor is late)")),
            ("-1 \"low\" when low except when not fast @4", Some("and fast")),
            ("require low unless fast \"never\"", Some("and not fast")),
            ("-1 \"never unless asked\" when low", None),
        ] {
            let word = text.find("unless").or_else(|| text.find("except")).unwrap_or(0);
            let failure = ParseFailure::alone(text, word, &[]);
            assert_eq!(at_failure(&failure).and_then(|found| found.right).as_deref(), right, "{text}");
        }
    }
}
