//! Whether a line is free, over cells of different heights.

use super::{CellLine, Plane};
use crate::value::{Number, Position};

/// What a cell is to a line that passes over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Nothing stands there.
    Clear,
    /// It blocks whatever passes lower than this.
    UpTo(Number),
    /// It blocks at any height.
    Whole,
}

impl Plane {
    /// Whether one at `a`, eyes at the first height, sees what is at `b` at the second. A line that runs exactly along an
    /// edge of cells is blocked only if both sides are. `cover` is asked for cells of the map alone.
    pub fn sight(
        self,
        a: Position,
        b: Position,
        heights: (Number, Number),
        mut cover: impl FnMut(Position) -> Cover,
    ) -> bool {
        self.is_free(self.between(a, b), heights, &mut cover)
            || self.is_free(self.between_other_side(a, b), heights, &mut cover)
    }

    /// The first cell that blocks the sight, the nearest to `a`; none if it is free.
    pub fn blocked_by(
        self,
        a: Position,
        b: Position,
        heights: (Number, Number),
        mut cover: impl FnMut(Position) -> Cover,
    ) -> Option<Position> {
        if self.sight(a, b, heights, &mut cover) {
            return None;
        }
        self.first_blocking(self.between(a, b), heights, &mut cover)
    }

    fn is_free(self, line: CellLine, heights: (Number, Number), cover: &mut impl FnMut(Position) -> Cover) -> bool {
        self.first_blocking(line, heights, cover).is_none()
    }

    fn first_blocking(
        self,
        line: CellLine,
        heights: (Number, Number),
        cover: &mut impl FnMut(Position) -> Cover,
    ) -> Option<Position> {
        let mut steps = None;
        for (index, cell) in line.clone().enumerate() {
            if !self.contains(cell) {
                continue;
            }
            let is_blocked = match cover(cell) {
                Cover::Clear => false,
                Cover::Whole => true,
                Cover::UpTo(top) => {
                    let steps = *steps.get_or_insert_with(|| line.clone().count() as i64 + 1);
                    is_above(top, heights, index as i64 + 1, steps)
                }
            };
            if is_blocked {
                return Some(cell);
            }
        }
        None
    }
}

/// Whether a top stands above the line from one height to another, `at` of `steps` steps on. A height that does not fit
/// into a number blocks.
fn is_above(top: Number, (from, to): (Number, Number), at: i64, steps: i64) -> bool {
    let height = || {
        let risen = to.minus(from)?.times(Number::fraction(at, steps)?)?;
        from.plus(risen)
    };
    height().is_none_or(|height| top > height)
}
