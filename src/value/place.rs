//! A place on any board, as plain coordinates.

/// The three sorts of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Board {
    /// Hexagons in rows, odd rows half a hex to the right.
    Hex,
    Square,
    /// Open ground, measured in the map's scale.
    Open,
}

/// A place: column and row of a hex or square map; on open ground, hundredths of the scale unit east and south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Position {
    /// East.
    pub x: i32,
    pub y: i32,
}
