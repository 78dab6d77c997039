//! A state rebuilt from its log alone: what a save holds is enough, and a log that does not fit its rules is found out.

use super::Rules;
use super::apply::apply;
use super::error::PlayError;
use super::setup;
use super::state::State;
use crate::event::Log;
use crate::rulebook::Scenario;

/// The state of a scenario after every event of a log.
///
/// # Errors
/// When the scenario cannot be set up.
pub fn rebuild(rules: &Rules, scenario: &Scenario, log: &Log) -> Result<State, PlayError> {
    let mut state = setup::scenario(rules, scenario)?;
    for event in log {
        apply(&rules.book, &rules.layout, &mut state, &event.change);
    }
    Ok(state)
}
