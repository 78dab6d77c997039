//! What the rules refuse at the prompt.

use super::ReplError;
use super::answer::LineStop;
use super::session::LineStep;
use crate::explain::Refusal;
use crate::query::BoundQuery;

/// In the words of the rule.
pub(super) fn refused_by(step: &LineStep<'_>, refusal: &Refusal) -> ReplError {
    let cites: Vec<String> = refusal.cites.iter().map(|cite| format!("@{cite}")).collect();
    refused(step, &refusal.reason, &cites.join(" "), what_else(step))
}

/// Refuses what is done to somebody who is out of the fight.
pub(super) fn refuse_out_of_fight(step: &LineStep<'_>, posed: &BoundQuery) -> Result<(), LineStop> {
    match posed.out_of_fight(&step.table.rules) {
        Some(gone) => Err(refused_by(step, &gone).into()),
        None => Ok(()),
    }
}

/// What to type instead: who is asked may pass, whom nobody asks has things done by the referee.
fn what_else(step: &LineStep<'_>) -> &'static str {
    match &step.table.pending {
        Some(_) => "`orders` lists what is possible, `next` passes",
        None => "`orders NAME` lists what somebody can do now",
    }
}

/// For any reason.
pub(super) fn refused(step: &LineStep<'_>, reason: &str, cites: &str, help: &str) -> ReplError {
    let text = step.line.0.trim();
    let label = if cites.is_empty() { "not now".to_string() } else { format!("refused by {cites}") };
    let (line, at) = (step.line.source(), step.line.at(text));
    ReplError::Refused { reason: reason.to_string(), line, at, label, help: help.to_string() }
}

/// The same of what all that can come of an order is asked; what it needs is reckoned all the same, if it is rolled.
pub(super) fn refused_whole(step: &LineStep<'_>, refusal: &Refusal, is_rolled: bool) -> ReplError {
    let cites: Vec<String> = refusal.cites.iter().map(|cite| format!("@{cite}")).collect();
    match is_rolled {
        true => refused(step, &refusal.reason, &cites.join(" "), "`odds SENTENCE` reckons what it needs all the same"),
        false => refused_by(step, refusal),
    }
}

/// The same of what the referee may have done all the same.
pub(super) fn refused_deed(step: &LineStep<'_>, refusal: &Refusal) -> ReplError {
    let cites: Vec<String> = refusal.cites.iter().map(|cite| format!("@{cite}")).collect();
    let help = format!("{}; `allow` has this done all the same", what_else(step));
    match &step.table.pending {
        Some(_) => refused_by(step, refusal),
        None => refused(step, &refusal.reason, &cites.join(" "), &help),
    }
}
