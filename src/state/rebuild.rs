//! A state rebuilt from its log alone: what a save holds is enough, and a log that does not fit its rules is found out.

use super::Ruleset;
use super::apply::apply;
use super::parts::State;
use super::setup;
use crate::eval::EvalError;
use crate::event::Log;
use crate::rulebook::Scenario;

/// The state of a scenario after every event of a log.
///
/// # Errors
/// When the scenario cannot be set up.
pub fn rebuild(rules: &Ruleset, scenario: &Scenario, log: &Log) -> Result<State, EvalError> {
    let mut state = setup::of_scenario(rules, scenario)?;
    for event in log {
        apply(rules, &mut state, &event.change);
    }
    Ok(state)
}
