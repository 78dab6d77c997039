//! Reasons why no test need notice a change, and why what looks wrong is meant so: comments that begin with `untested:` or
//! `intended:`, behind a line or above it.

use crate::syntax::scan::{EntrySpan, scan};
use std::ops::Range;

/// The word such a comment begins with.
const WORD: &str = "untested:";
/// The word with which a comment begins that says why what looks wrong is meant so.
const INTENDED: &str = "intended:";

/// Why what an entry says need not be noticed by a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UntestedReason {
    /// What it is about: the entry or declaration that it stands above or behind.
    pub about: Range<usize>,
    /// The comment.
    pub place: Range<usize>,
    /// What it says.
    pub text: String,
}

/// The reasons of a text. One that gives no reason is none.
pub fn reasons(text: &str) -> Vec<UntestedReason> {
    reasons_by(WORD, text)
}

/// The places of a text of which a comment says why they are meant so: `# intended: both count`.
pub fn intended(text: &str) -> Vec<Range<usize>> {
    match text.contains(INTENDED) {
        true => reasons_by(INTENDED, text).into_iter().map(|reason| reason.about).collect(),
        false => Vec::new(),
    }
}

fn reasons_by(word: &str, text: &str) -> Vec<UntestedReason> {
    let scan = scan(text);
    let mut begin = 0;
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let (start, end) = (begin, begin + line.len());
        begin = end;
        // What is a comment, the scanner has blanked.
        let is_comment = |at: &usize| scan.text.as_bytes().get(*at) == Some(&b' ');
        let sign = line.match_indices('#').map(|(at, _)| start + at).find(is_comment);
        let Some(sign) = sign else { continue };
        let said = text[sign + 1..end].trim().strip_prefix(word).map(str::trim).unwrap_or("");
        if said.is_empty() {
            continue;
        }
        let place = sign..sign + text[sign..end].trim_end().len();
        let is_behind = !scan.text[start..sign].trim().is_empty();
        let about = if is_behind { behind(&scan.stretches, &scan.text, sign) } else { below(&scan.stretches, sign) };
        found.extend(about.map(|about| UntestedReason { about, place, text: said.to_string() }));
    }
    found
}

/// The smallest stretch that ends or stands before a comment on its line.
fn behind(stretches: &[EntrySpan], text: &str, sign: usize) -> Option<Range<usize>> {
    let last = text[..sign].trim_end().trim_end_matches(';').len().checked_sub(1)?;
    let around = stretches.iter().filter(|one| one.start <= last && last < one.end);
    around.map(|one| one.start..one.end).min_by_key(|range| range.len())
}

/// The largest of the stretches that begin next.
fn below(stretches: &[EntrySpan], sign: usize) -> Option<Range<usize>> {
    let next = stretches.iter().map(|one| one.start).filter(|start| *start > sign).min()?;
    let beginning = stretches.iter().filter(|one| one.start == next);
    beginning.map(|one| one.start..one.end).max_by_key(|range| range.len())
}
