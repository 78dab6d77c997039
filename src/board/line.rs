//! The cells a straight line crosses. The same line backwards crosses the same cells.

use super::near::near;
use super::plane::delta;
use super::{Plane, hex};
use crate::value::{Board, Position};
use hexx::Hex;

/// No line crosses more cells than this, wherever its ends are said to be.
const MAX_CROSSED: usize = 1 << 16;

/// The cells strictly between two places, the nearest to the first first. Some may be off the map if an end is.
#[derive(Clone, Debug)]
pub struct CellLine(LineCourse);

#[derive(Clone, Debug)]
enum LineCourse {
    /// Cube coordinates at each step, moved off the edges between hexes by a hair.
    Hex { from: Hex, to: Hex, next: i64, steps: i64, side: i64 },
    /// Column and row at each step, likewise.
    Square { from: (i64, i64), delta: (i64, i64), next: i64, steps: i64, side: i64 },
    /// Square after square of open ground.
    Open(Crossing),
}

/// The way of a segment through unit squares.
#[derive(Clone, Debug)]
struct Crossing {
    /// The square it is in.
    at: (i64, i64),
    /// Which way it goes.
    way: (i64, i64),
    /// How far it goes, east or west, south or north.
    length: (i64, i64),
    /// How far it has to go, east or west, south or north, to the next border.
    border: (i64, i64),
    /// The squares of its ends, which are not between.
    ends: [(i64, i64); 2],
    /// Squares left to look at.
    left: usize,
}

impl Plane {
    /// The cells strictly between two places, the nearest to `a` first; a line that runs along an edge of cells keeps to
    /// one side of it. On open ground, the squares crossed, named by their middles.
    pub fn between(self, a: Position, b: Position) -> CellLine {
        self.beside(a, b, 1)
    }

    /// The cells between two places, keeping to the other side of edges.
    pub fn between_other_side(self, a: Position, b: Position) -> CellLine {
        self.beside(a, b, -1)
    }

    fn beside(self, a: Position, b: Position, side: i64) -> CellLine {
        CellLine(match self.board {
            Board::Hex => LineCourse::Hex {
                from: hex::cube(a),
                to: hex::cube(b),
                next: 1,
                steps: self.steps(a, b).min(MAX_CROSSED as i64),
                side,
            },
            Board::Square => LineCourse::Square {
                from: (i64::from(near(a).x), i64::from(near(a).y)),
                delta: delta(a, b),
                next: 1,
                steps: self.steps(a, b).min(MAX_CROSSED as i64),
                side,
            },
            Board::Open => LineCourse::Open(Crossing::new(a, b)),
        })
    }
}

impl Iterator for CellLine {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        match &mut self.0 {
            LineCourse::Hex { from, to, next, steps, side } => {
                let at = (*next < *steps).then(|| hex_at(*from, *to, *next, *steps, *side))?;
                *next += 1;
                Some(at)
            }
            LineCourse::Square { from, delta, next, steps, side } => {
                let at = |start: i64, by: i64| start + rounded(by * *next * 4 + *side, *steps * 4);
                let place = (*next < *steps).then(|| position(at(from.0, delta.0), at(from.1, delta.1)))?;
                *next += 1;
                Some(place)
            }
            LineCourse::Open(crossing) => crossing.next(),
        }
    }
}

/// The hex that a line of `steps` steps is in after `next`. The hair by which it is moved is another in each of the
/// three coordinates, so that neither a rounding nor the choice of the worst rounded is ever a tie.
fn hex_at(from: Hex, to: Hex, next: i64, steps: i64, side: i64) -> Position {
    let whole = steps * 32;
    let mixed = |a: i32, b: i32, hair: i64| (i64::from(a) * (steps - next) + i64::from(b) * next) * 32 + hair * side;
    let exact = [mixed(from.x, to.x, 1), mixed(from.y, to.y, 2), mixed(from.z(), to.z(), -3)];
    let [mut q, mut r, s] = exact.map(|part| rounded(part, whole));
    let [off_q, off_r, off_s] =
        [(0, q), (1, r), (2, s)].map(|(at, round): (usize, i64)| (exact[at] - round * whole).abs());
    if off_q > off_r && off_q > off_s {
        q = -r - s;
    } else if off_r > off_s {
        r = -q - s;
    }
    hex::offset(Hex::new(q as i32, r as i32))
}

/// The quotient to the nearest whole number; halves do not occur.
fn rounded(part: i64, whole: i64) -> i64 {
    (2 * part + whole).div_euclid(2 * whole)
}

fn position(x: i64, y: i64) -> Position {
    Position { x: x as i32, y: y as i32 }
}

impl Crossing {
    fn new(a: Position, b: Position) -> Crossing {
        let (length_x, length_y) = delta(a, b);
        let (ax, bx) = (i64::from(near(a).x), i64::from(near(b).x));
        let (ay, by) = (i64::from(near(a).y), i64::from(near(b).y));
        let (x, border_x) = start(ax, length_x);
        let (y, border_y) = start(ay, length_y);
        let square = |x: i64, y: i64| (x.div_euclid(100), y.div_euclid(100));
        Crossing {
            at: (x, y),
            way: (length_x.signum(), length_y.signum()),
            length: (length_x.abs(), length_y.abs()),
            border: (border_x, border_y),
            ends: [square(ax, ay), square(bx, by)],
            left: if a == b { 0 } else { MAX_CROSSED },
        }
    }

    /// Goes over the next border, or over both where it passes through a corner.
    fn advance(&mut self) {
        let (east, south) = (self.border.0 * self.length.1, self.border.1 * self.length.0);
        let over_x = self.length.0 > 0 && (self.length.1 == 0 || east <= south);
        let over_y = self.length.1 > 0 && (self.length.0 == 0 || south <= east);
        let is_over = (over_x && self.border.0 >= self.length.0) || (over_y && self.border.1 >= self.length.1);
        if is_over {
            self.left = 0;
            return;
        }
        if over_x {
            self.at.0 += self.way.0;
            self.border.0 += 100;
        }
        if over_y {
            self.at.1 += self.way.1;
            self.border.1 += 100;
        }
        self.left -= 1;
    }

    fn next(&mut self) -> Option<Position> {
        while self.left > 0 {
            let at = self.at;
            self.advance();
            if !self.ends.contains(&at) {
                return Some(position(at.0 * 100 + 50, at.1 * 100 + 50));
            }
        }
        None
    }
}

/// The square a line enters from a coordinate, and how far it is to the first border: the square behind a border if it
/// starts on one and goes back.
fn start(at: i64, length: i64) -> (i64, i64) {
    if length < 0 {
        let square = (at - 1).div_euclid(100);
        (square, at - square * 100)
    } else {
        let square = at.div_euclid(100);
        (square, (square + 1) * 100 - at)
    }
}
