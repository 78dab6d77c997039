//! Directions and facings, in steps clockwise from east: sixths of a turn on hexes, eighths on squares, degrees on open
//! ground. Areas that open in a direction, and what is driven along one.

use super::near::{FAR, near};
use super::plane::{EIGHTHS, delta};
use super::sine::{ONE, cosine, sine};
use super::{Plane, hex};
use crate::value::{Board, Position};

/// The ways of the compass on hexes, clockwise from east.
const SIXTHS: [&str; 6] = ["east", "southeast", "southwest", "west", "northwest", "northeast"];
/// Those of squares and of open ground.
const WAYS: [&str; 8] = ["east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast"];
/// An eighth of a turn, in degrees.
const DEGREES: i64 = 45;

impl Plane {
    /// The ways of the compass that there are, clockwise from east.
    pub fn ways(self) -> &'static [&'static str] {
        if self.board == Board::Hex { &SIXTHS } else { &WAYS }
    }

    /// The direction of a way of the compass; none if there is none called so.
    pub fn compass(self, way: &str) -> Option<i64> {
        let steps = self.ways().iter().position(|one| *one == way)? as i64;
        Some(if self.board == Board::Open { steps * DEGREES } else { steps })
    }

    /// The direction nearest to the way from `a` to `b`; of two equally near, the one further clockwise. East if they are
    /// the same place.
    pub fn direction(self, a: Position, b: Position) -> i64 {
        match self.board {
            Board::Hex => {
                let lean = hex::leanings(a, b);
                let most = lean.iter().max().copied().unwrap_or(0);
                let is_next = |way: usize| lean[way] == most && lean[(way + 1) % 6] != most;
                (0..6).find(|way| is_next(*way)).unwrap_or(0) as i64
            }
            Board::Square => eighth(a, b),
            Board::Open => degree(a, b),
        }
    }

    /// Steps between the way one at `a` faces and the direction of `b`, whichever way around: 0 is straight ahead, 3, 4
    /// or 180 straight behind. Exactly between two directions counts as the one nearer to the front, so left and right
    /// are alike.
    pub fn bearing(self, a: Position, facing: i64, b: Position) -> i64 {
        if a == b {
            return 0;
        }
        match self.board {
            Board::Hex => {
                let lean = hex::leanings(a, b);
                let most = lean.iter().max().copied().unwrap_or(0);
                let ties = (0..6).filter(|way| lean[*way as usize] == most);
                ties.map(|way| self.turn(facing, way)).min().unwrap_or(0)
            }
            Board::Square | Board::Open => self.turn(facing, self.direction(a, b)),
        }
    }

    /// Steps between two directions, whichever way around.
    pub fn turn(self, from: i64, to: i64) -> i64 {
        let around = self.directions();
        let clockwise = (to.rem_euclid(around) - from.rem_euclid(around)).rem_euclid(around);
        clockwise.min(around - clockwise)
    }

    /// A direction as one of those there are, however often it goes around.
    pub fn facing(self, steps: i64) -> i64 {
        steps.rem_euclid(self.directions())
    }

    /// Whether `b` lies within so many steps of the way one at `a` faces. One's own place always does.
    pub fn is_in_arc(self, a: Position, facing: i64, widest: i64, b: Position) -> bool {
        self.bearing(a, facing, b) <= widest
    }

    /// The cells of the map within so many grains of a place and so many steps of a facing, its own cell not counted:
    /// nearest first, then row by row. `widest` 0 is a cone of one direction.
    pub fn arc(self, at: Position, facing: i64, widest: i64, grains: i64) -> Vec<Position> {
        let own = self.cell(at);
        let mut cells = self.within(at, grains);
        cells.retain(|cell| Some(*cell) != own && self.is_in_arc(at, facing, widest, *cell));
        cells
    }

    /// The place so many grains from one in a direction (negative: in the opposite one). It may be off the map.
    pub fn scatter(self, at: Position, direction: i64, grains: i64) -> Position {
        let (at, grains) = (near(at), grains.clamp(-i64::from(FAR), i64::from(FAR)));
        let steps = grains as i32;
        let to = match self.board {
            Board::Hex => hex::offset(hex::cube(at) + hex::STEPS[self.facing(direction) as usize] * steps),
            Board::Square => {
                let (dx, dy) = EIGHTHS[self.facing(direction) as usize];
                Position { x: at.x + dx * steps, y: at.y + dy * steps }
            }
            Board::Open => {
                let half_degrees = self.facing(direction) * 2;
                let (dx, dy) = (scaled(grains, cosine(half_degrees)), scaled(grains, sine(half_degrees)));
                Position { x: at.x + dx, y: at.y + dy }
            }
        };
        near(to)
    }

    /// The cells of the map from one in a direction, its own not counted, at most so many grains far.
    pub fn ray(self, at: Position, direction: i64, grains: i64) -> Vec<Position> {
        let end = self.scatter(at, direction, grains.max(0));
        let own = self.cell(at);
        let last = self.cell(end).filter(|cell| Some(*cell) != own);
        self.between(at, end).filter(|cell| self.contains(*cell)).chain(last).collect()
    }
}

/// A length times a sine, to the nearest hundredth, halves away from zero: so the opposite way is exactly opposite.
fn scaled(grains: i64, sine: i64) -> i32 {
    let product = grains * sine;
    let rounded = (product.abs() + ONE / 2) / ONE;
    (rounded * product.signum()) as i32
}

/// The nearest eighth of a turn. The border between two lies at the tangent of 22.5 degrees, the root of t² + 2t = 1; it
/// is irrational, so no cell lies on it.
fn eighth(a: Position, b: Position) -> i64 {
    let (dx, dy) = delta(a, b);
    let is_along = |long: i64, short: i64| short * short + 2 * long * short < long * long;
    let (dx, dy) = match (dx.abs(), dy.abs()) {
        (0, 0) => return 0,
        (x, y) if is_along(x, y) => (dx.signum(), 0),
        (x, y) if is_along(y, x) => (0, dy.signum()),
        _ => (dx.signum(), dy.signum()),
    };
    EIGHTHS.iter().position(|(x, y)| (i64::from(*x), i64::from(*y)) == (dx, dy)).unwrap_or(0) as i64
}

/// The nearest whole degree: within an eighth of a turn, the number of half-degree borders the line has passed.
fn degree(a: Position, b: Position) -> i64 {
    let (dx, dy) = delta(a, b);
    if (dx, dy) == (0, 0) {
        return 0;
    }
    // The quarter turn it lies in, then the angle from the nearer axis of that quarter.
    let (quarter, along, across) = match (dx > 0, dy > 0) {
        (true, _) if dy >= 0 => (0, dx, dy),
        (_, true) => (1, dy, -dx),
        (false, _) if dx < 0 => (2, -dx, -dy),
        _ => (3, -dy, dx),
    };
    let passed = |long: i64, short: i64| {
        let borders = (0..45).map(|degree| 2 * degree + 1);
        borders.take_while(|half| short * cosine(*half) > long * sine(*half)).count() as i64
    };
    let angle = if across <= along { passed(along, across) } else { 90 - passed(across, along) };
    (quarter * 90 + angle) % 360
}
