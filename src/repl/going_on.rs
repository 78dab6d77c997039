//! Lines in plain words that go on with the last what-if: they are answered with what was supposed there, and say so;
//! what they say anew takes the place of what it said.

use super::Session;
use super::supposition::Supposition;
use crate::query::{amend, is_understood};
use crate::speech::{LEFT_OUT, is_added};
use std::sync::Arc;

/// Before clauses for the last sentence.
const SAME: &str = "same ";
/// The same that are only supposed.
const WHAT_IF: &str = "what if ";
/// Between clauses.
const BETWEEN: &str = ", ";
/// Before a question for the odds of the last sentence.
const ODDS: [&str; 2] = ["odds whole", "odds"];
/// Before what is asked of all that comes of it.
const THAT: &str = " that ";

impl Session {
    /// What was supposed of the last sentence, if nothing has been asked since.
    pub(super) fn supposition(&self) -> Option<&Supposition> {
        let last = self.table.last.as_ref().map(|(text, _)| text);
        let is_last =
            |said: &&Supposition| said.after.as_ref().zip(last).is_some_and(|(one, other)| Arc::ptr_eq(one, other));
        self.what_if.as_ref().filter(is_last)
    }
}

/// Whether a line is a what-if of its own, which goes on with no other.
pub(super) fn is_of_its_own(session: &Session, line: &str, meant: &str) -> bool {
    session.supposition().is_some() && meant.starts_with(WHAT_IF) && !is_added(line)
}

/// The lines that are meant, with what was supposed where they go on with it; and what is told of that.
pub(super) fn with_what_was_supposed(session: &Session, texts: Vec<String>) -> (Vec<String>, Option<String>) {
    let ([text], Some(supposition), Some((whole, last))) =
        (texts.as_slice(), session.supposition(), &session.table.last)
    else {
        return (texts, None);
    };
    let Some(LineGoingOn { word, clauses, that }) = LineGoingOn::of(text) else { return (texts, None) };
    if supposition.asked.is_none() {
        return (texts, Some(format!("{LEFT_OUT}: {}, which was only supposed", supposition.said)));
    }
    let (book, cast) = (session.table.book(), session.table.cast());
    let mut kept = clauses.to_string();
    for said in supposition.said.split(BETWEEN).collect::<Vec<&str>>().into_iter().rev() {
        let both = if kept.is_empty() { said.to_string() } else { format!("{said}{BETWEEN}{kept}") };
        kept = if amend(book, &cast, last, &both).is_ok() { both } else { kept };
    }
    let before = kept.strip_suffix(clauses).unwrap_or_default().trim_end_matches([',', ' ']).to_string();
    if before.is_empty() {
        return (texts, None);
    }
    let asked = format!("{whole}{BETWEEN}{kept}");
    let line = match ODDS.contains(&word) {
        true if is_understood(book, &cast, &asked) => format!("{word} {asked}{that}"),
        true => format!("{word} {SAME}{kept}{that}"),
        false => format!("{word}{kept}"),
    };
    (vec![line], Some(format!("with `{before}`, as was supposed")))
}

/// A line that goes on with the last sentence.
struct LineGoingOn<'a> {
    /// What is done with it.
    word: &'static str,
    clauses: &'a str,
    /// What is asked of all that comes of it, with the word before.
    that: &'a str,
}

impl LineGoingOn<'_> {
    fn of(text: &str) -> Option<LineGoingOn<'_>> {
        let of_odds = |word: &&'static str| {
            let rest = text.strip_prefix(*word)?;
            let (rest, that) = rest.find(THAT).map_or((rest, ""), |at| rest.split_at(at));
            let clauses = if rest.is_empty() { "" } else { rest.strip_prefix(' ')?.strip_prefix(SAME)? };
            Some(LineGoingOn { word, clauses, that })
        };
        let of = |word: &'static str| Some(LineGoingOn { word, clauses: text.strip_prefix(word)?, that: "" });
        let bare = (text == SAME.trim()).then_some(LineGoingOn { word: SAME, clauses: "", that: "" });
        ODDS.iter().find_map(of_odds).or(bare).or_else(|| of(SAME)).or_else(|| of(WHAT_IF))
    }
}
