//! Figures that a scenario puts into one cell.

use super::{Examiner, Finding};
use crate::rulebook::Placement;
use crate::value::Position;
use std::collections::BTreeMap;

impl Examiner<'_> {
    /// Two figures of a scenario that begin in one cell: the map shows one of them.
    pub(super) fn crowded(&mut self) {
        // What is done before the fight may part them, or sit them in one thing.
        for scenario in self.own_scenarios().filter(|scenario| !scenario.has_start()) {
            let mut first: BTreeMap<Position, &Placement> = BTreeMap::new();
            for placed in scenario.sides.iter().flat_map(|side| &side.figures) {
                let Some(at) = placed.at else { continue };
                let Some(other) = first.insert(at, placed) else { continue };
                let finding = Finding::Crowded { one: other.name.to_string(), other: placed.name.to_string() };
                let help = "put one of them elsewhere; who is to come later or share a cell is placed by `start does`";
                let span = |one: &Placement| one.said_at.unwrap_or(scenario.head.span);
                match span(other) == span(placed) {
                    true => self.report(finding, span(placed), "two begin in one cell", help),
                    false => {
                        let (here, there) =
                            ((span(placed), "in the same cell"), (span(other), "here stands the first"));
                        self.report_two(finding, here, there, help);
                    }
                }
            }
        }
    }
}
