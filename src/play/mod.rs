//! One game in motion: an order goes in, events come out; the only writer of game state.
pub mod reckon;
