//! Hexes in rows: the offset coordinates of maps to the cube coordinates of arithmetic and back.

use super::near::near;
use crate::value::Position;
use hexx::{Hex, HexOrientation, OffsetHexMode};

/// Column and row to cube coordinates. Whatever lies beyond any map is brought to its edge, so that no sum overflows.
pub(super) fn cube(at: Position) -> Hex {
    let at = near(at);
    Hex::from_offset_coordinates([at.x, at.y], OffsetHexMode::Odd, HexOrientation::Pointy)
}

/// Cube coordinates to column and row.
pub(super) fn offset(hex: Hex) -> Position {
    let [x, y] = hex.to_offset_coordinates(OffsetHexMode::Odd, HexOrientation::Pointy);
    Position { x, y }
}

/// One step in each direction, clockwise from east.
pub(super) const STEPS: [Hex; 6] =
    [Hex::new(1, 0), Hex::new(0, 1), Hex::new(-1, 1), Hex::new(-1, 0), Hex::new(0, -1), Hex::new(1, -1)];

/// Distance in hexes.
pub(super) fn distance(a: Position, b: Position) -> i64 {
    i64::from(cube(a).unsigned_distance_to(cube(b)))
}

/// How far a vector leans towards each direction: the greatest is the nearest direction, two equal ones are a tie.
pub(super) fn leanings(a: Position, b: Position) -> [i64; 6] {
    let delta = cube(b).const_sub(cube(a));
    let (q, r) = (i64::from(delta.x), i64::from(delta.y));
    let s = -q - r;
    [q - s, r - s, r - q, s - q, s - r, q - r]
}

#[cfg(test)]
mod tests {
    use super::{STEPS, cube, offset};
    use crate::value::Position;

    #[test]
    fn odd_rows_stand_half_a_hex_to_the_right() {
        for (from, direction, x, y, why) in [
            (Position { x: 2, y: 2 }, 0, 3, 2, "east"),
            (Position { x: 2, y: 2 }, 1, 2, 3, "south-east of an even row"),
            (Position { x: 2, y: 2 }, 2, 1, 3, "south-west of an even row"),
            (Position { x: 2, y: 3 }, 1, 3, 4, "south-east of an odd row"),
            (Position { x: 2, y: 3 }, 2, 2, 4, "south-west of an odd row"),
            (Position { x: 2, y: 3 }, 3, 1, 3, "west"),
            (Position { x: 2, y: 3 }, 4, 2, 2, "north-west of an odd row"),
            (Position { x: 2, y: 3 }, 5, 3, 2, "north-east of an odd row"),
            (Position { x: 0, y: -1 }, 1, 1, 0, "rows above the map too"),
        ] {
            assert_eq!(offset(cube(from) + STEPS[direction]), Position { x, y }, "{why}");
        }
    }
}
