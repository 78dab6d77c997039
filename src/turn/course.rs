//! Where a game is in its turn: phase after phase, some once for each side.

use crate::value::{PhaseId, SideId};

/// A stretch of the plan of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnSegment {
    /// Its phases, in order.
    pub phases: Vec<PhaseId>,
    /// Whether they are repeated once for each side.
    pub each_side: bool,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A turn begins, of that number.
    TurnBegins(u32),
    /// A phase is to be played, for that side if it is one of a side's round.
    Phase(PhaseId, Option<SideId>),
    /// The turn of that number is over.
    TurnEnds(u32),
}

/// A place in the plan, so small that it is simply saved and cloned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct TurnCursor {
    /// The number of the turn; 0 before the first.
    pub turn: u32,
    /// Whether the turn has begun and not ended.
    is_running: bool,
    stretch: u32,
    side: u32,
    phase: u32,
}

impl TurnCursor {
    /// Behind that turn, before the next.
    pub fn after(turn: u32) -> TurnCursor {
        TurnCursor { turn, ..TurnCursor::default() }
    }

    /// Behind a phase of that turn, which is in the round of the side at that place of the order if sides have rounds; none
    /// if the plan has no such phase.
    pub fn behind(turn: u32, plan: &[TurnSegment], phase: PhaseId, side: u32) -> Option<TurnCursor> {
        plan.iter().enumerate().find_map(|(stretch, segment)| {
            let at = segment.phases.iter().position(|one| *one == phase)?;
            let side = if segment.each_side { side } else { 0 };
            Some(TurnCursor { turn, is_running: true, stretch: stretch as u32, side, phase: at as u32 + 1 })
        })
    }

    /// Whether there is such a place in a plan with so many sides.
    pub fn is_within(&self, plan: &[TurnSegment], sides: usize) -> bool {
        let (stretch, side, phase) = (self.stretch as usize, self.side as usize, self.phase as usize);
        let is_there = match plan.get(stretch) {
            Some(segment) => phase <= segment.phases.len() && side <= if segment.each_side { sides } else { 0 },
            None => stretch == plan.len() && side == 0 && phase == 0,
        };
        // Before the first turn nothing of it has come.
        is_there && (self.turn > 0 || !self.is_running && (stretch, side, phase) == (0, 0, 0))
    }

    /// Goes on to the next stage. The sides come in the order given, which is asked anew each time, so it may change
    /// from turn to turn. Turns follow one another without end, an empty plan too; the caller holds the limit.
    pub fn advance(&mut self, plan: &[TurnSegment], sides: &[SideId]) -> Stage {
        if !self.is_running {
            *self = TurnCursor { turn: self.turn.saturating_add(1), is_running: true, ..TurnCursor::default() };
            return Stage::TurnBegins(self.turn);
        }
        while let Some(stretch) = plan.get(self.stretch as usize) {
            let acting = stretch.each_side.then(|| sides.get(self.side as usize).copied());
            match (stretch.phases.get(self.phase as usize), acting) {
                (Some(phase), None) => {
                    self.phase += 1;
                    return Stage::Phase(*phase, None);
                }
                (Some(phase), Some(Some(side))) => {
                    self.phase += 1;
                    return Stage::Phase(*phase, Some(side));
                }
                (None, Some(Some(_))) => (self.side, self.phase) = (self.side + 1, 0),
                (None, None) | (_, Some(None)) => {
                    (self.stretch, self.side, self.phase) = (self.stretch + 1, 0, 0);
                }
            }
        }
        self.is_running = false;
        Stage::TurnEnds(self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::{Stage, TurnCursor, TurnSegment};
    use crate::value::{PhaseId, SideId};

    fn stages(plan: &[TurnSegment], sides: &[SideId], count: usize) -> Vec<Stage> {
        let mut course = TurnCursor::default();
        (0..count).map(|_| course.advance(plan, sides)).collect()
    }

    #[test]
    fn phases_for_all_and_for_each_side() {
        let plan = [
            TurnSegment { phases: vec![PhaseId(0)], each_side: false },
            TurnSegment { phases: vec![PhaseId(1), PhaseId(2)], each_side: true },
        ];
        let (red, blue) = (SideId(0), SideId(1));
        assert_eq!(
            stages(&plan, &[blue, red], 8),
            [
                Stage::TurnBegins(1),
                Stage::Phase(PhaseId(0), None),
                Stage::Phase(PhaseId(1), Some(blue)),
                Stage::Phase(PhaseId(2), Some(blue)),
                Stage::Phase(PhaseId(1), Some(red)),
                Stage::Phase(PhaseId(2), Some(red)),
                Stage::TurnEnds(1),
                Stage::TurnBegins(2),
            ]
        );
    }

    #[test]
    fn a_turn_goes_on_behind_a_phase() {
        let plan = [
            TurnSegment { phases: vec![PhaseId(0)], each_side: false },
            TurnSegment { phases: vec![PhaseId(1), PhaseId(2)], each_side: true },
        ];
        let sides = [SideId(0), SideId(1)];
        let mut course = TurnCursor::behind(3, &plan, PhaseId(1), 1).expect("a phase of the plan");
        assert_eq!(course.advance(&plan, &sides), Stage::Phase(PhaseId(2), Some(SideId(1))));
        assert_eq!(course.advance(&plan, &sides), Stage::TurnEnds(3));
        assert_eq!(TurnCursor::behind(3, &plan, PhaseId(7), 0), None);
    }

    #[test]
    fn an_empty_plan_still_has_turns() {
        let each = [TurnSegment { phases: vec![], each_side: true }];
        assert_eq!(stages(&each, &[SideId(0)], 3), [Stage::TurnBegins(1), Stage::TurnEnds(1), Stage::TurnBegins(2)]);
        assert_eq!(stages(&[], &[], 2), [Stage::TurnBegins(1), Stage::TurnEnds(1)]);
    }
}
