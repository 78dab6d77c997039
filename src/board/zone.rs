//! An area of cells that grows, drifts and passes: smoke, fire, floods, whatever the rules make of it.

use super::Plane;
use crate::value::{Clock, ClockEnd, Position};

/// Cells, each once, in order, and how long they stay. Plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Zone {
    cells: Vec<Position>,
    /// How long it stays.
    pub clock: Clock,
}

impl Zone {
    /// An area of those cells of the map.
    pub fn new(plane: Plane, cells: impl IntoIterator<Item = Position>, clock: Clock) -> Zone {
        let mut cells: Vec<Position> = cells.into_iter().filter_map(|cell| plane.cell(cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        Zone { cells, clock }
    }

    /// Its cells, in order.
    pub fn cells(&self) -> &[Position] {
        &self.cells
    }

    /// Whether a place is in it.
    pub fn contains(&self, plane: Plane, at: Position) -> bool {
        plane.cell(at).is_some_and(|cell| self.cells.binary_search(&cell).is_ok())
    }

    /// This zone, larger by every neighboring cell that may be entered.
    pub fn grown(&self, plane: Plane, mut may_enter: impl FnMut(Position) -> bool) -> Zone {
        let around = self.cells.iter().flat_map(|cell| plane.neighbors(*cell)).filter(|cell| may_enter(*cell));
        let around: Vec<Position> = around.collect();
        Zone::new(plane, self.cells.iter().copied().chain(around), self.clock)
    }

    /// This zone without the cells that touch what is not in it.
    pub fn shrunk(&self, plane: Plane) -> Zone {
        let is_inner = |cell: &Position| plane.neighbors(*cell).all(|next| self.cells.binary_search(&next).is_ok());
        Zone::new(plane, self.cells.iter().copied().filter(is_inner), self.clock)
    }

    /// Counts a period that has ended; true if the zone is to go.
    #[must_use]
    pub fn tick(&mut self, period: ClockEnd) -> bool {
        self.clock.tick(period)
    }
}
