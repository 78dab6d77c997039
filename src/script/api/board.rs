//! Things, sides, cells, orders and results.

use super::row::{may, must};
use super::{Call, Owner, Row, Shape, Sort};

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    Row { owner: Owner::Thing, call: Some(Call::ThingName), shape: Shape::Field, name: "name", parameters: &[], returns: "string", sentence: "The name of its item.", example: "thing.name" },
    Row { owner: Owner::Thing, call: Some(Call::ThingKind), shape: Shape::Field, name: "kind", parameters: &[], returns: "string", sentence: "The name of its kind.", example: "thing.kind" },
    Row { owner: Owner::Thing, call: Some(Call::ThingChange), shape: Shape::Change, name: "change", parameters: &[must("field", Sort::Name), must("amount", Sort::Number)], returns: "number", sentence: "Adds to a tracked number and returns the change.", example: "thing:change(\"charges\", -1)" },
    Row { owner: Owner::Thing, call: Some(Call::ThingSet), shape: Shape::Change, name: "set", parameters: &[must("field", Sort::Name), must("value", Sort::Any)], returns: "()", sentence: "Sets a tracked field.", example: "thing:set(\"broken\", true)" },
    Row { owner: Owner::Thing, call: Some(Call::ThingCell), shape: Shape::Field, name: "cell", parameters: &[], returns: "Cell?", sentence: "Where it lies on the ground; nil if it does not.", example: "thing.cell" },
    Row { owner: Owner::Thing, call: Some(Call::ThingCells), shape: Shape::Field, name: "cells", parameters: &[], returns: "{Cell}", sentence: "The cells it is spread over, in order; none if it is not.", example: "#thing.cells" },
    Row { owner: Owner::Thing, call: Some(Call::ThingLeft), shape: Shape::Field, name: "left", parameters: &[], returns: "number?", sentence: "How many turns it stays spread, this one included; nil if for good, or if it is not spread.", example: "thing.left" },
    Row { owner: Owner::Thing, call: Some(Call::ThingPlace), shape: Shape::Change, name: "place", parameters: &[must("cell", Sort::Cell)], returns: "()", sentence: "Lets it lie in a cell.", example: "thing:place(cell)" },
    Row { owner: Owner::Thing, call: Some(Call::ThingSpread), shape: Shape::Change, name: "spread", parameters: &[must("cells", Sort::List), may("turns", Sort::Number)], returns: "()", sentence: "Spreads it over cells of the map, instead of where it was: for so many turns, this one included, or for good.", example: "thing:spread(play:within(cell, 1), 3)" },
    Row { owner: Owner::Thing, call: Some(Call::ThingRemove), shape: Shape::Change, name: "remove", parameters: &[], returns: "()", sentence: "Takes it out of every slot and off the map.", example: "thing:remove()" },
    Row { owner: Owner::Side, call: Some(Call::SideName), shape: Shape::Field, name: "name", parameters: &[], returns: "string", sentence: "Its name.", example: "side.name" },
    Row { owner: Owner::Side, call: Some(Call::SideFigures), shape: Shape::Method, name: "figures", parameters: &[], returns: "{Figure}", sentence: "All its figures, in order, the removed ones too.", example: "side:figures()" },
    Row { owner: Owner::Side, call: Some(Call::SideStanding), shape: Shape::Method, name: "standing", parameters: &[], returns: "{Figure}", sentence: "Its figures that are in play, in order.", example: "side:standing()" },
    Row { owner: Owner::Side, call: Some(Call::SideChange), shape: Shape::Change, name: "change", parameters: &[must("track", Sort::Name), must("amount", Sort::Number), may("why", Sort::Text)], returns: "number", sentence: "Adds to a track of the side and returns the change that was possible.", example: "side:change(\"morale\", -1)" },
    Row { owner: Owner::Side, call: Some(Call::SidePut), shape: Shape::Change, name: "put", parameters: &[must("track", Sort::Name), must("value", Sort::Number), may("why", Sort::Text)], returns: "()", sentence: "Sets a track of the side.", example: "side:put(\"morale\", 5)" },
    Row { owner: Owner::Side, call: Some(Call::SideNote), shape: Shape::Change, name: "note", parameters: &[must("name", Sort::Name), may("value", Sort::Any), may("why", Sort::Text)], returns: "()", sentence: "Sets a note of the side; without a value it holds none.", example: "side:note(\"speaker\", me)" },
    Row { owner: Owner::Cell, call: None, shape: Shape::Field, name: "x", parameters: &[], returns: "number", sentence: "Its column; on open ground, hundredths of the scale's unit to the east.", example: "cell.x" },
    Row { owner: Owner::Cell, call: None, shape: Shape::Field, name: "y", parameters: &[], returns: "number", sentence: "Its row; on open ground, hundredths of the scale's unit to the south.", example: "cell.y" },
    Row { owner: Owner::Cell, call: Some(Call::CellTerrain), shape: Shape::Field, name: "terrain", parameters: &[], returns: "Thing?", sentence: "What is drawn there.", example: "cell.terrain" },
    Row { owner: Owner::Cell, call: Some(Call::CellHeight), shape: Shape::Field, name: "height", parameters: &[], returns: "number", sentence: "How high it lies.", example: "cell.height" },
    Row { owner: Owner::Order, call: Some(Call::OrderAction), shape: Shape::Field, name: "action", parameters: &[], returns: "string", sentence: "The name of the action.", example: "order.action" },
    Row { owner: Owner::Order, call: None, shape: Shape::Field, name: "actor", parameters: &[], returns: "Figure", sentence: "Who is to perform it.", example: "order.actor" },
    Row { owner: Owner::Result, call: None, shape: Shape::Field, name: "success", parameters: &[], returns: "boolean", sentence: "Whether it succeeded.", example: "result.success" },
    Row { owner: Owner::Result, call: None, shape: Shape::Field, name: "draw", parameters: &[], returns: "boolean", sentence: "Whether an opposed check was tied.", example: "result.draw" },
    Row { owner: Owner::Result, call: None, shape: Shape::Field, name: "impossible", parameters: &[], returns: "boolean", sentence: "Whether it could not be tried.", example: "result.impossible" },
    Row { owner: Owner::Result, call: None, shape: Shape::Field, name: "why", parameters: &[], returns: "string?", sentence: "Why it could not be tried.", example: "result.why" },
    Row { owner: Owner::Result, call: None, shape: Shape::Field, name: "need", parameters: &[], returns: "number?", sentence: "The number needed; nil if there was none.", example: "result.need" },
    Row { owner: Owner::Result, call: None, shape: Shape::Field, name: "total", parameters: &[], returns: "number?", sentence: "The total of the dice that counted.", example: "result.total" },
    Row { owner: Owner::Result, call: None, shape: Shape::Field, name: "margin", parameters: &[], returns: "number?", sentence: "By how much it succeeded; negative if it failed.", example: "result.margin" },
    Row { owner: Owner::Result, call: None, shape: Shape::Field, name: "dice", parameters: &[], returns: "{number}", sentence: "The dice as thrown.", example: "result.dice[1]" },
    Row { owner: Owner::Result, call: None, shape: Shape::Field, name: "kept", parameters: &[], returns: "{number}", sentence: "The dice that counted.", example: "#result.kept" },
    Row { owner: Owner::Result, call: None, shape: Shape::Field, name: "opposed", parameters: &[], returns: "Result?", sentence: "The other side of an opposed check.", example: "result.opposed" },
];
