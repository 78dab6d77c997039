//! A line of which only a part counts: it is said first what does not, and of the rest nothing is done.

use super::table::SessionState;
use super::{Response, Session};
use crate::query::is_understood;
use crate::speech::PartialLine;

/// Before a question for odds.
const ODDS: &str = "odds ";
/// Commands whose effect is not taken back with the table.
const LASTING: [&str; 17] = [
    "save",
    "transcript",
    "keep",
    "quit",
    "load",
    "open",
    "reload",
    "seed",
    "dice",
    "undo",
    "redo",
    "next",
    "play",
    "do",
    "with",
    "remove",
    "seat",
];

/// The answer to what is left of a line, with the reasons why each part that was left out is not done; how things are said
/// to be holds for this answer only.
pub(super) fn answer(session: &mut Session, line: &str, partial: PartialLine, whys: &[Option<String>]) -> Response {
    let mut text = String::new();
    for (part, why) in partial.left_out.iter().zip(whys) {
        let why = why.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        text += &format!("{}{why}\n", part.told());
    }
    let saved = session.table.clone();
    let is_whole = partial.left_out.is_empty() || partial.only_explains;
    (session.is_partial, session.told) = (!is_whole, None);
    let is_strict = |part: &String| {
        let bare = part.strip_prefix(ODDS).unwrap_or(part);
        is_understood(session.table.book(), &session.table.cast(), bare)
    };
    let is_other = |part: &String| !line.contains(part.as_str()) && is_strict(part);
    let is_told = partial.lines.len() > 1 || partial.lines.iter().any(is_other);
    let (mut answer, mut changes) = (Response::default(), false);
    for line in &partial.lines {
        if is_told {
            text += &format!("understood: {line}\n");
        }
        answer = session.attempt(line.clone(), Vec::new(), false, 0);
        changes |= session.told.take().is_some();
        text += &answer.text;
        if session.waiting.is_some() || !answer.diagnostics.is_empty() || answer.done {
            break;
        }
    }
    session.is_partial = false;
    if !is_whole && changes {
        take_back(session, saved);
        text += &nothing_changed(partial.told());
    }
    Response { text, ..answer }
}

/// The table as it was; what was asked last stays known.
pub(super) fn take_back(session: &mut Session, saved: SessionState) {
    let (last, seeded) = (session.table.last.clone(), session.table.seeded);
    session.table = saved;
    (session.table.last, session.table.seeded) = (last, seeded);
}

pub(super) fn nothing_changed(line: &str) -> String {
    format!("nothing has changed, for not all of the line counts: `{line}` does it\n")
}

/// Whether a line does what is not taken back when it was only a part.
pub(super) fn is_lasting(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    LASTING.iter().any(|word| *word == first.trim_end_matches('!'))
}

/// What is told of a line that is not done.
pub(super) fn not_done(line: &str) -> String {
    format!("not done, for not all of the line counts: `{line}` does it\n")
}
