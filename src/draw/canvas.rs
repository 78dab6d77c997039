//! Where a place of the board lies in a picture: its middle and its outline. Floats are for the eye only.

use crate::board::Plane;
use crate::value::{Board, Position};

/// From one side of a hex to the opposite one, and from square to square.
const CELL: f64 = 40.0;
/// A scale unit of open ground.
const UNIT: f64 = 22.0;
/// Free room around the map, for the numbers of columns and rows.
const MARGIN: f64 = 22.0;
/// How far cells may be made smaller, and open ground.
const LEAST_CELL: f64 = 0.8;
const LEAST_OPEN: f64 = 0.9;
/// The height of a hex over its width.
const TALL: f64 = 1.154_700_538;

/// A board laid out on paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canvas {
    pub plane: Plane,
}

/// A point of a picture.
pub(super) type Dot = (f64, f64);

impl Canvas {
    /// Width of a cell, or of a scale unit of open ground.
    pub(super) fn unit(self) -> f64 {
        if self.plane.board == Board::Open { UNIT } else { CELL }
    }

    /// How far a figure reaches from its middle.
    pub(super) fn radius(self) -> f64 {
        match self.plane.board {
            Board::Open => UNIT * 0.5,
            Board::Hex | Board::Square => CELL * 0.32,
        }
    }

    /// The middle of a place.
    pub(super) fn middle(self, at: Position) -> Dot {
        let (x, y) = (f64::from(at.x), f64::from(at.y));
        match self.plane.board {
            Board::Hex => {
                let lean = if at.y.rem_euclid(2) == 1 { 0.5 } else { 0.0 };
                (MARGIN + CELL * (x + lean + 0.5), MARGIN + CELL * TALL * (0.75 * y + 0.5))
            }
            Board::Square => (MARGIN + CELL * (x + 0.5), MARGIN + CELL * (y + 0.5)),
            Board::Open => (MARGIN + UNIT * x / 100.0, MARGIN + UNIT * y / 100.0),
        }
    }

    /// The corners of the cell at a place.
    pub(super) fn corners(self, at: Position) -> Vec<Dot> {
        let (x, y) = self.middle(at);
        let half = self.unit() / 2.0;
        match self.plane.board {
            Board::Hex => {
                let (tall, low) = (half * TALL, half * TALL / 2.0);
                let around = [(0.0, -tall), (half, -low), (half, low), (0.0, tall), (-half, low), (-half, -low)];
                around.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
            }
            Board::Square | Board::Open => {
                let around = [(-half, -half), (half, -half), (half, half), (-half, half)];
                around.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
            }
        }
    }

    /// Width and height of the whole picture.
    pub(super) fn size(self) -> Dot {
        let (columns, rows) = (f64::from(self.plane.columns), f64::from(self.plane.rows));
        let (wide, high) = match self.plane.board {
            Board::Hex => (columns + if rows > 1.0 { 0.5 } else { 0.0 }, TALL * (0.75 * rows + 0.25)),
            Board::Square | Board::Open => (columns, rows),
        };
        (wide * self.unit() + 2.0 * MARGIN, high * self.unit() + 2.0 * MARGIN)
    }

    /// The least width at which everything on it can still be told apart.
    pub(super) fn least_width(self) -> f64 {
        let scale = if self.plane.board == Board::Open { LEAST_OPEN } else { LEAST_CELL };
        self.size().0 * scale
    }

    /// The direction of a facing as degrees clockwise from east.
    pub(super) fn degrees(self, facing: i64) -> i64 {
        (facing * 360 / self.plane.directions()).rem_euclid(360)
    }
}

/// Points as a path.
pub(super) fn outline(points: &[Dot]) -> String {
    let mut text = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        text += if index == 0 { "M" } else { "L" };
        text += &format!("{} {}", short(*x), short(*y));
    }
    text + "Z"
}

/// A number with at most one digit behind the point.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

#[cfg(test)]
mod tests {
    use super::Canvas;
    use crate::board::Plane;
    use crate::value::{Board, Position};

    #[test]
    fn neighbors_of_the_rules_touch_in_the_picture() {
        let plane = Plane::new(Board::Hex, 7, 7);
        let canvas = Canvas { plane };
        for at in plane.cells() {
            let (x, y) = canvas.middle(at);
            for next in plane.neighbors(at) {
                let (a, b) = canvas.middle(next);
                let apart = ((a - x).powi(2) + (b - y).powi(2)).sqrt();
                assert!((apart - canvas.unit()).abs() < 0.01, "{at:?} to {next:?} is {apart}");
            }
            for way in 0..6 {
                let (a, b) = canvas.middle(plane.scatter(at, way, 1));
                let degrees = (b - y).atan2(a - x).to_degrees().rem_euclid(360.0);
                assert!((degrees - canvas.degrees(way) as f64).abs() < 0.01, "way {way} is drawn at {degrees}");
            }
        }
    }

    #[test]
    fn whatever_is_on_the_map_is_in_the_picture() {
        for board in [Board::Hex, Board::Square, Board::Open] {
            let canvas = Canvas { plane: Plane::new(board, 4, 3) };
            let (wide, high) = canvas.size();
            let far = canvas.corners(canvas.plane.place(3, 2));
            let near = canvas.corners(Position { x: 0, y: 0 });
            let inside = |(x, y): &(f64, f64)| *x > 0.0 && *y > 0.0 && *x < wide && *y < high;
            assert!(far.iter().chain(&near).all(inside), "{board:?}");
        }
    }
}
