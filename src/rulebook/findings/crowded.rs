//! Figures that a scenario puts into one cell.

use super::{Examiner, Finding};
use crate::rulebook::Placement;
use crate::text::is_test_file;
use crate::value::Position;
use std::collections::BTreeMap;

impl Examiner<'_> {
    /// Two figures of a scenario that begin in one cell: the map shows one of them.
    pub(super) fn crowded(&mut self) {
        let book = self.book;
        for scenario in &book.scenarios {
            // What is done before the fight may part them, or sit them in one thing; tests arrange those that hold each other.
            let file = &book.sources.get(scenario.head.span.source).name;
            let is_arranged = file.contains("/tests/") || is_test_file(file) || scenario.has_start();
            if is_arranged || !self.is_own(&scenario.head) {
                continue;
            }
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
