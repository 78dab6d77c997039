//! `for 2 turns NAME is CONDITION`: how somebody is for so long, told at the prompt.

use super::fight;
use super::pending::HandDeed;
use super::session::{Answered, LineStep};
use crate::query::{AssumedChange, Assumption, Who};
use crate::value::Clock;

/// How many turns or phases may be told at most.
const LONGEST: u32 = 1000;

/// Whether a time stands behind the command.
pub(super) fn is_told(rest: &str) -> bool {
    read(rest).is_some()
}

/// `for N turns FIGURE is CONDITION`: from now on, for so long, however long it was to be before.
pub(super) fn hold(step: &mut LineStep<'_>, rest: &str) -> Answered {
    let usage = "write `for 2 turns NAME is CONDITION`";
    let Some((clock, said)) = read(rest) else {
        return Err(step.line.missing("somebody is so for a time", usage).into());
    };
    let said = fight::said(step, said).unwrap_or_default();
    let [Assumption { who: Who::Figure(figure), what: AssumedChange::Condition(condition, true), .. }] = said[..]
    else {
        return Err(step.line.missing("one condition of one figure of the fight lasts so long", usage).into());
    };
    fight::by_hand(step, HandDeed::Hold(figure, condition, clock), "nothing changes\n".to_string())
}

/// The time, and what is said behind it.
fn read(rest: &str) -> Option<(Clock, &str)> {
    let (number, rest) = rest.trim().split_once(' ')?;
    let (period, said) = rest.trim().split_once(' ')?;
    let count = number.parse().ok().filter(|count| (1..=LONGEST).contains(count))?;
    let clock = match period.trim_end_matches(',') {
        "turn" | "turns" => Clock::Turns(count),
        "phase" | "phases" => Clock::Phases(count),
        _ => return None,
    };
    Some((clock, said))
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::value::Clock;

    #[test]
    fn a_time_is_a_number_of_turns_or_phases() {
        assert_eq!(read("2 turns Ann is tired"), Some((Clock::Turns(2), "Ann is tired")));
        assert_eq!(read("1 phase, Ann is tired"), Some((Clock::Phases(1), "Ann is tired")));
        for wrong in ["turns Ann is tired", "0 turns Ann is tired", "2 weeks Ann is tired", "2 turns", ""] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
