//! Who plays a side, where that is not left to the scenario.

use crate::play::Kit;
use crate::rulebook::Rulebook;
use crate::value::{ScenarioId, ScriptId};
use std::sync::Arc;

/// A side of a scenario, and the script that decides for all its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SideSeat {
    /// By its place among the sides.
    pub side: usize,
    /// Who decides.
    pub script: ScriptId,
}

/// The rules of a scenario with these in their seats; a figure that has a controller of its own loses it.
pub(crate) fn seated_at(kit: &Kit, scenario: ScenarioId, seats: &[SideSeat]) -> Kit {
    if seats.is_empty() {
        return kit.clone();
    }
    let mut book = Rulebook::clone(&kit.book);
    for taken in seats {
        let side = &mut book.scenarios[scenario.index()].sides[taken.side];
        side.plays = Some(taken.script);
        side.figures.iter_mut().for_each(|figure| figure.plays = None);
    }
    kit.with_book(Arc::new(book))
}
