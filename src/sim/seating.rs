//! Who plays a side, where that is not left to the scenario.

use super::search::SearchBudget;
use super::trials::Trials;
use crate::play::Kit;
use crate::rulebook::Rulebook;
use crate::value::{ScenarioId, ScriptId, SideId};
use std::sync::Arc;

/// Who decides for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decider {
    /// Whoever the scenario says.
    Own,
    /// One script for all its figures.
    Script(ScriptId),
    /// Whoever searches, with what the scenario says as the first of all that is tried.
    Search(SearchBudget),
}

/// A side of a scenario, and who decides for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SideSeat {
    /// By its place among the sides.
    pub side: usize,
    /// Who decides.
    pub decider: Decider,
}

impl Trials {
    /// These trials with these deciders in their seats.
    pub(crate) fn seated(self, seats: &[SideSeat]) -> Trials {
        Trials { kit: seated_at(&self.kit, self.scenario, seats), searching: searching(seats), ..self }
    }
}

/// The sides for which somebody searches.
pub(crate) fn searching(seats: &[SideSeat]) -> Vec<(SideId, SearchBudget)> {
    let budget = |taken: &SideSeat| match taken.decider {
        Decider::Search(budget) => Some((SideId(taken.side as u16), budget)),
        Decider::Own | Decider::Script(_) => None,
    };
    seats.iter().filter_map(budget).collect()
}

/// The rules of a scenario with these in their seats; a figure that has a controller of its own loses it to a script.
pub(crate) fn seated_at(kit: &Kit, scenario: ScenarioId, seats: &[SideSeat]) -> Kit {
    let script = |taken: &SideSeat| match taken.decider {
        Decider::Script(script) => Some((taken.side, script)),
        Decider::Own | Decider::Search(_) => None,
    };
    let scripts: Vec<(usize, ScriptId)> = seats.iter().filter_map(script).collect();
    if scripts.is_empty() {
        return kit.clone();
    }
    let mut book = Rulebook::clone(&kit.book);
    for (side, script) in scripts {
        let side = &mut book.scenarios[scenario.index()].sides[side];
        side.plays = Some(script);
        side.figures.iter_mut().for_each(|figure| figure.plays = None);
    }
    kit.with_book(Arc::new(book))
}
