//! What must not be lost in a place of a line that takes anything: something else that is done, or a question.

use super::hear::Hearing;
use super::line;

/// Between something that is told or done and a question behind it.
const ENDS: [char; 5] = [',', ';', '.', '-', '!'];

impl Hearing<'_> {
    /// Whether something else that is done is among what would be left out.
    pub(super) fn swallows_a_deed(&self, left_out: &[String]) -> bool {
        left_out.iter().any(|words| !words.starts_with(line::TOLD) && self.goes_on_with_a_deed(words))
    }

    /// Whether a question that stands behind something that is told or done is among what would be left out.
    pub(super) fn swallows_a_question(&self, line: &str, meant: &str, left_out: &[String]) -> bool {
        let Some((at, _)) = line.match_indices(ENDS).find(|(at, _)| self.asks(&line[at + 1..])) else { return false };
        let is_behind = |words: &String| {
            let first = words.split(' ').next().unwrap_or_default().to_lowercase();
            !words.starts_with(line::TOLD) && !first.is_empty() && line[at..].to_lowercase().contains(&first)
        };
        !self.asks(&line[..at]) && !line::is_asked(meant) && left_out.iter().any(is_behind)
    }
}
