//! Mistakes of which many lines are told as one: a block whose opening brace is missing, and a block in the manner of JSON.

use super::error::{ShownText, SyntaxError};
use super::keyword::keywords;

/// Errors in the order of the text, with those of such a block in one.
pub(super) fn told_once(
    errors: Vec<SyntaxError>,
    shown: &ShownText,
    place: impl Fn(&SyntaxError) -> usize,
) -> Vec<SyntaxError> {
    let mut kept = errors;
    while let Some((start, end, error)) = kept.iter().find_map(|one| unopened(one, place(one), shown)) {
        let at = kept.iter().position(|one| (start..=end).contains(&place(one))).unwrap_or(0);
        kept.retain(|one| !(start..=end).contains(&place(one)));
        kept.insert(at.min(kept.len()), error);
    }
    while let Some((after, range)) = kept.iter().enumerate().find_map(|(at, one)| {
        let range = lines_below(one, place(one), shown)?;
        let is_within = |other: &SyntaxError| range.contains(&place(other));
        kept.iter().enumerate().any(|(other, one)| other != at && is_within(one)).then_some((at, range))
    }) {
        let mut at = 0;
        kept.retain(|one| {
            let is_kept = at == after || !range.contains(&place(one));
            at += 1;
            is_kept
        });
    }
    json_blocks(kept, shown, place)
}

/// The lines below an error that belong to it: those of a block behind a colon, which are indented more than its head, and
/// those that go on with a sign behind a line whose bracket is never closed.
fn lines_below(error: &SyntaxError, at: usize, shown: &ShownText) -> Option<std::ops::Range<usize>> {
    let text = shown.whole();
    let begin = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(begin..)?.lines().next()?;
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_colon = matches!(error, SyntaxError::Expected { found, .. } if found.trim_matches('`') == ":");
    let is_block = is_colon && line.split(" #").next()?.trim_end().ends_with(':');
    let is_open = matches!(error, SyntaxError::UnclosedBracket { .. });
    if !is_block && !is_open {
        return None;
    }
    let first = begin + line.len() + 1;
    let mut end = first;
    for below in text.get(first..)?.split_inclusive('\n') {
        let bare = below.trim();
        let goes_on = match is_block {
            true => bare.is_empty() || indent(below) > indent(line),
            false => bare.starts_with(['+', '-', '*', '/']) && !bare.contains('"') || bare.starts_with(')'),
        };
        if !goes_on {
            break;
        }
        end += below.len();
    }
    (end > first).then_some(first..end)
}

/// The lines from a head without a brace up to the brace that closes its block, and the one error for them.
fn unopened(error: &SyntaxError, at: usize, shown: &ShownText) -> Option<(usize, usize, SyntaxError)> {
    let SyntaxError::StrayBracket { bracket, .. } = error else { return None };
    let text = shown.whole();
    let begin = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let indent = text.get(begin..at)?;
    if bracket != "}" || !indent.trim().is_empty() {
        return None;
    }
    // Lines of the block are indented more than its head.
    let mut head = begin;
    while head > 0 {
        let before = text[..head - 1].rfind('\n').map_or(0, |end| end + 1);
        let line = &text[before..head - 1];
        head = before;
        let own = line.len() - line.trim_start().len();
        if !line.trim().is_empty() && own <= indent.len() {
            break;
        }
    }
    let line = text.get(head..)?.lines().next()?;
    let bare = line.split(" #").next().unwrap_or(line).trim_end();
    let keyword = bare.trim_start().split([' ', '\t']).next()?;
    let has_body = text.get(head + line.len()..begin)?.lines().any(|line| !line.trim().is_empty());
    if !keywords().contains(&keyword) || bare.contains(['{', '}']) || !has_body {
        return None;
    }
    let end = head + bare.len();
    let last = bare.rfind([' ', '\t']).map_or(head, |blank| head + blank + 1);
    let error = SyntaxError::Expected {
        expected: "`{`".to_string(),
        found: "the end of the line".to_string(),
        cause: Some(format!("the block of this `{keyword}` is never opened")),
        src: shown.src(),
        at: shown.span(last.min(end - 1), end),
        label: "no `{` stands behind this".to_string(),
        rewriting: None,
        help: format!("write `{} {{`", bare.trim_start()),
    };
    Some((head, at, error))
}

/// Keys in quotes with colons and commas: one error for each block in which they stand.
fn json_blocks(errors: Vec<SyntaxError>, shown: &ShownText, place: impl Fn(&SyntaxError) -> usize) -> Vec<SyntaxError> {
    let text = shown.whole();
    let is_key = |at: usize| {
        let inner = text.get(at..).and_then(|rest| rest.strip_prefix('"'));
        inner.and_then(|inner| inner.split_once('"')).is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
    };
    let block = |at: usize| {
        let open = text.get(..at)?.rfind('{')?;
        let close = at + text.get(at..)?.find('}')?;
        Some((open, close))
    };
    let mut kept: Vec<SyntaxError> = Vec::new();
    let mut told: Option<(usize, usize)> = None;
    for mut error in errors {
        let at = place(&error);
        let is_foreign = matches!(error, SyntaxError::Foreign { .. });
        if is_foreign && told.is_some_and(|(open, close)| open < at && at < close) {
            continue;
        }
        if is_foreign
            && is_key(at)
            && let Some((open, close)) = block(at)
            && text[open..close].matches(':').count() > 1
        {
            let entries: Vec<String> = text[open + 1..close]
                .split([',', '\n'])
                .filter_map(|entry| entry.split_once(':'))
                .take(MOST_SHOWN)
                .map(|(key, value)| format!("{} {}", key.trim().trim_matches('"'), bare(value)))
                .collect();
            let help = format!("names stand without quotes, colons and commas: `{}`", entries.join("; "));
            error.told_better(help);
            told = Some((open, close));
        }
        kept.push(error);
    }
    kept
}

/// So many entries are shown.
const MOST_SHOWN: usize = 4;

/// A value as it is written: without quotes, if it is one name.
fn bare(value: &str) -> &str {
    let value = value.trim();
    let inner = value.trim_matches('"');
    if inner.chars().all(crate::text::is_wordly) && !inner.is_empty() { inner } else { value }
}
