//! Places that arithmetic is safe with.

use crate::value::Position;

/// Coordinates beyond this are brought back to it: far beyond any map, and no sum of them overflows.
pub(crate) const FAR: i32 = 1 << 24;

/// The place itself, or the nearest that arithmetic is safe with.
pub(super) fn near(at: Position) -> Position {
    Position { x: at.x.clamp(-FAR, FAR), y: at.y.clamp(-FAR, FAR) }
}
