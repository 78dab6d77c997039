//! A sentence that is only reckoned and would be refused, with what to type instead.

use super::lacking::instead;
use super::sentence;
use super::session::{Answered, LineStep};
use crate::explain::REFUSED;
use crate::query::ParsedQuery;

/// What a sentence is answered with; behind why it would be refused, what the one who acts has instead.
pub(super) fn asked(step: &mut LineStep<'_>, line: &str, asked: ParsedQuery) -> Answered {
    let instead = instead(step, &asked);
    let mut answer = sentence::ask(step, line, asked)?;
    let refused = answer.text.find(REFUSED);
    let end = refused.and_then(|at| Some(at + answer.text[at..].find('\n')? + 1));
    if let Some((end, instead)) = end.zip(instead) {
        answer.text.insert_str(end, &instead);
    }
    Ok(answer)
}
