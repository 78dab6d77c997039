//! How long something still lasts, as plain data that a save holds and an event tells.

/// What has come to its end, as a clock hears it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockEnd {
    /// The phase.
    Phase,
    /// The turn.
    Turn,
}

/// How long something still lasts. A number counts the current period: `Turns(1)` ends with this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// To the end of the game.
    ForGood,
    /// Until something takes it off.
    UntilTreated,
    /// So many turns, this one included.
    Turns(u32),
    /// So many phases, this one included.
    Phases(u32),
    /// To the end of this turn.
    EndOfTurn,
    /// To the end of this phase.
    EndOfPhase,
}

impl Clock {
    /// Counts a period that has ended; true if the time is up. What is up stays up. A turn's last phase ends before the
    /// turn does, so both are told, in that order.
    #[must_use]
    pub fn tick(&mut self, period: ClockEnd) -> bool {
        let (counts, left) = match self {
            Clock::ForGood | Clock::UntilTreated => return false,
            Clock::EndOfTurn => return period == ClockEnd::Turn,
            Clock::EndOfPhase => return true,
            Clock::Turns(left) => (ClockEnd::Turn, left),
            Clock::Phases(left) => (ClockEnd::Phase, left),
        };
        if counts == period {
            *left = left.saturating_sub(1);
        }
        *left == 0
    }

    /// Whether `other` lasts longer: of the same sort with more left, or of a sort that outlasts it.
    pub fn is_outlasted_by(self, other: Clock) -> bool {
        self.key() < other.key()
    }

    /// Sorts clocks by how long they last: phases are held to be shorter than turns.
    fn key(self) -> (u8, u32) {
        match self {
            Clock::EndOfPhase => (0, 1),
            Clock::Phases(n) => (2, n),
            Clock::EndOfTurn => (3, 1),
            Clock::Turns(n) => (3, n),
            Clock::UntilTreated => (4, 0),
            Clock::ForGood => (5, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, ClockEnd};

    #[test]
    fn a_clock_counts_its_own_period_only() {
        for (clock, period, expected, up, why) in [
            (Clock::Turns(2), ClockEnd::Turn, Clock::Turns(1), false, "one of two turns"),
            (Clock::Turns(1), ClockEnd::Turn, Clock::Turns(0), true, "the last turn"),
            (Clock::Turns(0), ClockEnd::Turn, Clock::Turns(0), true, "up already"),
            (Clock::Turns(1), ClockEnd::Phase, Clock::Turns(1), false, "a phase is no turn"),
            (Clock::Phases(1), ClockEnd::Phase, Clock::Phases(0), true, "the last phase"),
            (Clock::EndOfPhase, ClockEnd::Phase, Clock::EndOfPhase, true, "this phase"),
            (Clock::EndOfTurn, ClockEnd::Phase, Clock::EndOfTurn, false, "the turn goes on"),
            (Clock::EndOfTurn, ClockEnd::Turn, Clock::EndOfTurn, true, "this turn"),
            (Clock::ForGood, ClockEnd::Turn, Clock::ForGood, false, "never"),
            (Clock::UntilTreated, ClockEnd::Turn, Clock::UntilTreated, false, "not by itself"),
        ] {
            let mut ticked = clock;
            assert_eq!((ticked.tick(period), ticked), (up, expected), "{why}");
        }
    }

    #[test]
    fn the_longer_clock() {
        assert!(Clock::Turns(1).is_outlasted_by(Clock::Turns(3)));
        assert!(!Clock::Turns(3).is_outlasted_by(Clock::Turns(3)));
        assert!(Clock::Turns(3).is_outlasted_by(Clock::ForGood));
    }
}
