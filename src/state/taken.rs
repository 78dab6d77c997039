//! Which cells of the map have anybody or anything in them: most have not, and lines of sight ask for many. Found out when
//! it is first asked after somebody or something has moved.

use super::parts::State;
use crate::board::Plane;
use crate::event::Spot;
use crate::value::Position;

/// Cells, a bit for each, as they were at a moment.
#[derive(Debug, Default)]
struct MarkedCells {
    /// The moment from which on they are right; none before they are found out.
    since: Option<u64>,
    bits: Vec<u64>,
}

impl MarkedCells {
    /// Whether a cell is marked; `mark` marks all of them if those of that moment are not known.
    fn has(&mut self, index: usize, since: u64, mark: impl FnOnce(&mut dyn FnMut(usize))) -> bool {
        if self.since != Some(since) {
            self.bits.iter_mut().for_each(|word| *word = 0);
            mark(&mut |index| {
                let word = index / 64;
                if self.bits.len() <= word {
                    self.bits.resize(word + 1, 0);
                }
                self.bits[word] |= 1 << (index % 64);
            });
            self.since = Some(since);
        }
        self.bits.get(index / 64).is_some_and(|word| word & (1 << (index % 64)) != 0)
    }
}

/// The cells that are not empty.
#[derive(Debug, Default)]
pub(super) struct TakenCells {
    figures: MarkedCells,
    things: MarkedCells,
}

impl TakenCells {
    /// Whether any figure in play is in the cell of that index; figures are where they are since that moment.
    pub(super) fn has_figure(&mut self, state: &State, plane: Plane, (index, since): (usize, u64)) -> bool {
        self.figures.has(index, since, |mark| {
            let standing = state.figures.iter().filter(|figure| !figure.removed);
            standing.filter_map(|figure| plane.index(figure.at?)).for_each(mark);
        })
    }

    /// Whether any thing lies in the cell of that index or is spread over it.
    pub(super) fn has_thing(&mut self, state: &State, plane: Plane, (index, since): (usize, u64)) -> bool {
        self.things.has(index, since, |mark| {
            let own_cells = state.things.iter().filter_map(|thing| match thing.place {
                Spot::Ground(cell) => Some(cell),
                _ => None,
            });
            let spread = state.areas.iter().flat_map(|(_, area)| area.cells());
            own_cells.chain(spread.copied()).filter_map(|cell: Position| plane.index(cell)).for_each(mark);
        })
    }
}
