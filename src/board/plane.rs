//! The map as a surface: which places there are, how far apart, and which are near.

use super::hex;
use super::near::{FAR, near};
use crate::value::{Board, Number, Position};

/// A board of a size. Small and copied freely; what stands on it is somebody else's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Plane {
    /// The sort of ground.
    pub board: Board,
    /// Columns of its map.
    pub columns: u16,
    /// Rows of its map.
    pub rows: u16,
    /// Whether the second row and every other one after it lack their last column, as hexes are often drawn.
    pub short: bool,
}

impl Plane {
    /// A board of that size.
    pub const fn new(board: Board, columns: u16, rows: u16) -> Plane {
        Plane { board, columns, rows, short: false }
    }

    /// How many grains a scale unit has: 1 on hexes and squares, 100 on open ground.
    #[inline]
    pub const fn grain(self) -> i64 {
        match self.board {
            Board::Hex | Board::Square => 1,
            Board::Open => 100,
        }
    }

    /// How many directions there are: 6, 8, or 360 degrees.
    #[inline]
    pub const fn directions(self) -> i64 {
        match self.board {
            Board::Hex => 6,
            Board::Square => 8,
            Board::Open => 360,
        }
    }

    /// A length in scale units as whole grains, rounded down; none if it is out of all proportion.
    pub fn grains(self, length: Number) -> Option<i64> {
        Some(length.times(Number::int(self.grain()))?.floor())
    }

    /// Whether a place is on the map.
    #[inline]
    pub fn contains(self, at: Position) -> bool {
        let lacking = i32::from(self.short) * (at.y & 1);
        let (width, height) = (i32::from(self.columns), i32::from(self.rows));
        match self.board {
            Board::Hex | Board::Square => (0..width - lacking).contains(&at.x) && (0..height).contains(&at.y),
            Board::Open => {
                width > 0 && height > 0 && (0..=width * 100).contains(&at.x) && (0..=height * 100).contains(&at.y)
            }
        }
    }

    /// Whether a place lies in what is drawn: the eastern and southern edges of open ground do not.
    pub fn draws(self, at: Position) -> bool {
        let grain = self.grain() as i32;
        let (width, height) = (i32::from(self.columns) * grain, i32::from(self.rows) * grain);
        self.contains(at) && at.x < width && at.y < height
    }

    /// Column and row of the map's drawing at a place; none off the map.
    #[inline]
    pub fn column_row(self, at: Position) -> Option<(u16, u16)> {
        if !self.contains(at) {
            return None;
        }
        // The eastern and southern edges of open ground belong to the last square.
        let grain = self.grain() as i32;
        let column = (at.x / grain).min(i32::from(self.columns) - 1);
        let row = (at.y / grain).min(i32::from(self.rows) - 1);
        Some((column as u16, row as u16))
    }

    /// The index of a place in a list of the map's cells, row by row; none off the map.
    #[inline]
    pub fn index(self, at: Position) -> Option<usize> {
        let (column, row) = self.column_row(at)?;
        Some(usize::from(row) * usize::from(self.columns) + usize::from(column))
    }

    /// The place of a drawn cell: itself, or on open ground the middle of its square.
    #[inline]
    pub fn place(self, column: u16, row: u16) -> Position {
        let (x, y) = (i32::from(column), i32::from(row));
        match self.board {
            Board::Hex | Board::Square => Position { x, y },
            Board::Open => Position { x: x * 100 + 50, y: y * 100 + 50 },
        }
    }

    /// The cell a place is in, as [`Plane::place`] names it; none off the map. Two places of one square of open ground
    /// have the same cell.
    #[inline]
    pub fn cell(self, at: Position) -> Option<Position> {
        self.column_row(at).map(|(column, row)| self.place(column, row))
    }

    /// Every cell of the map, row by row.
    pub fn cells(self) -> impl Iterator<Item = Position> {
        let row = move |row| (0..self.columns).map(move |column| self.place(column, row));
        (0..self.rows).flat_map(row).filter(move |place| self.contains(*place))
    }

    /// Distance in grains: hexes; squares with a diagonal counting 1; on open ground the straight line.
    ///
    /// The straight line is rounded up to whole hundredths: so it stays a metric (rounded down, two short ways could
    /// together be shorter than the direct one), and whoever is beyond a limit by anything is beyond it.
    #[inline]
    pub fn steps(self, a: Position, b: Position) -> i64 {
        match self.board {
            Board::Hex => hex::distance(a, b),
            Board::Square => {
                let (dx, dy) = delta(a, b);
                dx.abs().max(dy.abs())
            }
            Board::Open => {
                let (dx, dy) = delta(a, b);
                let square = dx * dx + dy * dy;
                let root = square.isqrt();
                if root * root == square { root } else { root + 1 }
            }
        }
    }

    /// Distance in scale units.
    #[inline]
    pub fn distance(self, a: Position, b: Position) -> Number {
        self.length(self.steps(a, b))
    }

    /// Grains as a length in scale units.
    #[inline]
    pub fn length(self, grains: i64) -> Number {
        match self.board {
            Board::Hex | Board::Square => Number::int(grains),
            Board::Open => Number::fraction(grains, 100).unwrap_or(Number::ZERO),
        }
    }

    /// Distance in scale units where a diagonal step between squares counts `diagonal`; as [`Plane::distance`] elsewhere.
    /// None if the number does not fit.
    pub fn walked(self, a: Position, b: Position, diagonal: Number) -> Option<Number> {
        if self.board != Board::Square {
            return Some(self.distance(a, b));
        }
        let (dx, dy) = delta(a, b);
        let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
        Number::int(short).times(diagonal)?.plus(Number::int(long - short))
    }

    /// Whether two places are next to each other: different cells that touch; at most one scale unit on open ground.
    #[inline]
    pub fn is_adjacent(self, a: Position, b: Position) -> bool {
        a != b && self.steps(a, b) <= self.grain()
    }

    /// The cells of the map around one, clockwise from east: 6 hexes, 8 squares, or the 8 squares of open ground around.
    pub fn neighbors(self, at: Position) -> impl Iterator<Item = Position> {
        let (around, middle) = match self.board {
            Board::Hex => (6, at),
            Board::Square => (8, at),
            Board::Open => (8, self.cell(at).unwrap_or(at)),
        };
        (0..around).map(move |way| self.neighbor(middle, way)).filter(move |next| self.contains(*next))
    }

    /// The cell next to a cell: `way` counts sixths of a turn on hexes, eighths elsewhere. It may be off the map.
    pub(super) fn neighbor(self, cell: Position, way: i64) -> Position {
        match self.board {
            Board::Hex => hex::offset(hex::cube(cell) + hex::STEPS[way.rem_euclid(6) as usize]),
            Board::Square | Board::Open => {
                let (dx, dy) = EIGHTHS[way.rem_euclid(8) as usize];
                let (cell, grain) = (near(cell), self.grain() as i32);
                Position { x: cell.x + dx * grain, y: cell.y + dy * grain }
            }
        }
    }

    /// The cells of the map within so many grains of a place, its own included: nearest first, then row by row.
    pub fn within(self, at: Position, grains: i64) -> Vec<Position> {
        self.gather(at, grains, |distance| distance <= grains)
    }

    /// The cells of the map at just that distance, row by row: so many cells off, or on open ground so many scale units
    /// rounded up.
    pub fn ring(self, at: Position, units: i64) -> Vec<Position> {
        let grain = self.grain();
        let most = units.saturating_mul(grain);
        let mut ring = self.gather(at, most, |distance| (distance + grain - 1).div_euclid(grain) == units);
        ring.sort_by_key(|cell| (cell.y, cell.x));
        ring
    }

    /// The cells of which the distance passes, from the box around a place that the map cuts: never more than the map.
    fn gather(self, at: Position, grains: i64, is_wanted: impl Fn(i64) -> bool) -> Vec<Position> {
        if grains < 0 {
            return Vec::new();
        }
        let grain = self.grain();
        let (at, reach) = (near(at), grains.min(i64::from(FAR) * 2));
        // One more than needed on each side, because odd rows of hexes lean out.
        let span = |middle: i32, count: u16| {
            let low = (i64::from(middle) - reach).div_euclid(grain) - 1;
            let high = (i64::from(middle) + reach).div_euclid(grain) + 1;
            (low.clamp(0, i64::from(count)) as u16)..((high + 1).clamp(0, i64::from(count)) as u16)
        };
        let (columns, rows) = (span(at.x, self.columns), span(at.y, self.rows));
        let mut found = Vec::new();
        for row in rows {
            for column in columns.clone() {
                let cell = self.place(column, row);
                let distance = self.steps(at, cell);
                if is_wanted(distance) {
                    found.push((distance, cell));
                }
            }
        }
        found.sort_by_key(|(distance, _)| *distance);
        found.into_iter().map(|(_, cell)| cell).collect()
    }

    /// The place so many grains from one towards another, not beyond it: along the straight line on open ground, along
    /// the cells between on grids.
    pub fn toward(self, from: Position, to: Position, grains: i64) -> Position {
        let distance = self.steps(from, to);
        match self.board {
            _ if grains <= 0 => from,
            _ if grains >= distance => to,
            Board::Open => self.along(from, to, grains, distance),
            Board::Hex | Board::Square => self.between(from, to).nth(grains as usize - 1).unwrap_or(to),
        }
    }

    /// The place so many grains from one straight away from another. It may be off the map.
    pub fn away(self, from: Position, other: Position, grains: i64) -> Position {
        let distance = self.steps(from, other);
        match self.board {
            _ if grains <= 0 || distance == 0 => from,
            Board::Open => self.along(from, other, -grains, distance),
            Board::Hex | Board::Square => {
                let half = self.directions() / 2;
                self.scatter(from, self.direction(from, other) + half, grains)
            }
        }
    }

    /// So many hundredths along a line of open ground. Cut, not rounded: so the place is never farther than asked.
    fn along(self, from: Position, to: Position, grains: i64, distance: i64) -> Position {
        let (dx, dy) = delta(from, to);
        let grains = grains.clamp(-i64::from(FAR), i64::from(FAR));
        let from = near(from);
        let shifted = |start: i32, by: i64| (i64::from(start) + by * grains / distance) as i32;
        near(Position { x: shifted(from.x, dx), y: shifted(from.y, dy) })
    }
}

/// Steps of squares, clockwise from east.
pub(super) const EIGHTHS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// From one place to another.
pub(super) fn delta(a: Position, b: Position) -> (i64, i64) {
    let (a, b) = (near(a), near(b));
    (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y))
}
