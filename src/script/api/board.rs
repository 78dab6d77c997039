//! Things, sides, cells, orders and results.

use super::row::{may, must};
use super::{ApiOwner, ApiRow, ApiType, Call, NameOf, Shape};

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[ApiRow] = &[
    ApiRow { owner: ApiOwner::Thing, call: Some(Call::ThingName), shape: Shape::Field, name: "name", parameters: &[], returns: "string", steps: 5, sentence: "The name of its item.", example: "thing.name" },
    ApiRow { owner: ApiOwner::Thing, call: Some(Call::ThingKind), shape: Shape::Field, name: "kind", parameters: &[], returns: "string", steps: 5, sentence: "The name of its kind.", example: "thing.kind" },
    ApiRow { owner: ApiOwner::Thing, call: Some(Call::ThingChange), shape: Shape::Change, name: "change", parameters: &[must("field", ApiType::Name(NameOf::Field)), must("amount", ApiType::Number)], returns: "number", steps: 5, sentence: "Adds to a tracked number and returns the change.", example: "thing:change(\"charges\", -1)" },
    ApiRow { owner: ApiOwner::Thing, call: Some(Call::ThingSet), shape: Shape::Change, name: "set", parameters: &[must("field", ApiType::Name(NameOf::Field)), must("value", ApiType::Any)], returns: "()", steps: 5, sentence: "Sets a tracked field.", example: "thing:set(\"broken\", true)" },
    ApiRow { owner: ApiOwner::Thing, call: Some(Call::ThingCell), shape: Shape::Field, name: "cell", parameters: &[], returns: "Cell?", steps: 5, sentence: "Where it lies on the ground; nil if it does not.", example: "thing.cell" },
    ApiRow { owner: ApiOwner::Thing, call: Some(Call::ThingCells), shape: Shape::Field, name: "cells", parameters: &[], returns: "{Cell}", steps: 5, sentence: "The cells it is spread over, in order; none if it is not.", example: "#thing.cells" },
    ApiRow { owner: ApiOwner::Thing, call: Some(Call::ThingLeft), shape: Shape::Field, name: "left", parameters: &[], returns: "number?", steps: 5, sentence: "How many turns it stays spread, this one included; nil if for good, or if it is not spread.", example: "thing.left" },
    ApiRow { owner: ApiOwner::Thing, call: Some(Call::ThingPlace), shape: Shape::Change, name: "place", parameters: &[must("cell", ApiType::Cell)], returns: "()", steps: 5, sentence: "Lets it lie in a cell.", example: "thing:place(cell)" },
    ApiRow { owner: ApiOwner::Thing, call: Some(Call::ThingSpread), shape: Shape::Change, name: "spread", parameters: &[must("cells", ApiType::List), may("turns", ApiType::Number)], returns: "()", steps: 100, sentence: "Spreads it over cells of the map, instead of where it was: for so many turns, this one included, or for good.", example: "thing:spread(play:within(cell, 1), 3)" },
    ApiRow { owner: ApiOwner::Thing, call: Some(Call::ThingRemove), shape: Shape::Change, name: "remove", parameters: &[], returns: "()", steps: 5, sentence: "Takes it out of every slot and off the map.", example: "thing:remove()" },
    ApiRow { owner: ApiOwner::Side, call: Some(Call::SideName), shape: Shape::Field, name: "name", parameters: &[], returns: "string", steps: 5, sentence: "Its name.", example: "side.name" },
    ApiRow { owner: ApiOwner::Side, call: Some(Call::SideFigures), shape: Shape::Method, name: "figures", parameters: &[], returns: "{Figure}", steps: 5, sentence: "All its figures, in order, the removed ones too.", example: "side:figures()" },
    ApiRow { owner: ApiOwner::Side, call: Some(Call::SideStanding), shape: Shape::Method, name: "standing", parameters: &[], returns: "{Figure}", steps: 5, sentence: "Its figures that are in play, in order.", example: "side:standing()" },
    ApiRow { owner: ApiOwner::Side, call: Some(Call::SideChange), shape: Shape::Change, name: "change", parameters: &[must("track", ApiType::Name(NameOf::Track)), must("amount", ApiType::Number), may("why", ApiType::Text)], returns: "number", steps: 5, sentence: "Adds to a track of the side and returns the change that was possible.", example: "side:change(\"morale\", -1)" },
    ApiRow { owner: ApiOwner::Side, call: Some(Call::SidePut), shape: Shape::Change, name: "put", parameters: &[must("track", ApiType::Name(NameOf::Track)), must("value", ApiType::Number), may("why", ApiType::Text)], returns: "()", steps: 5, sentence: "Sets a track of the side.", example: "side:put(\"morale\", 5)" },
    ApiRow { owner: ApiOwner::Side, call: Some(Call::SideNote), shape: Shape::Change, name: "note", parameters: &[must("name", ApiType::Name(NameOf::Note)), may("value", ApiType::Any), may("why", ApiType::Text)], returns: "()", steps: 5, sentence: "Sets a note of the side; without a value it holds none.", example: "side:note(\"speaker\", me)" },
    ApiRow { owner: ApiOwner::Cell, call: None, shape: Shape::Field, name: "x", parameters: &[], returns: "number", steps: 0, sentence: "Its column; on open ground, hundredths of the scale's unit to the east.", example: "cell.x" },
    ApiRow { owner: ApiOwner::Cell, call: None, shape: Shape::Field, name: "y", parameters: &[], returns: "number", steps: 0, sentence: "Its row; on open ground, hundredths of the scale's unit to the south.", example: "cell.y" },
    ApiRow { owner: ApiOwner::Cell, call: Some(Call::CellTerrain), shape: Shape::Field, name: "terrain", parameters: &[], returns: "Thing?", steps: 5, sentence: "What is drawn there.", example: "cell.terrain" },
    ApiRow { owner: ApiOwner::Cell, call: Some(Call::CellHeight), shape: Shape::Field, name: "height", parameters: &[], returns: "number", steps: 5, sentence: "How high it lies.", example: "cell.height" },
    ApiRow { owner: ApiOwner::Order, call: Some(Call::OrderAction), shape: Shape::Field, name: "action", parameters: &[], returns: "string", steps: 5, sentence: "The name of the action.", example: "order.action" },
    ApiRow { owner: ApiOwner::Order, call: None, shape: Shape::Field, name: "actor", parameters: &[], returns: "Figure", steps: 0, sentence: "Who is to perform it.", example: "order.actor" },
    ApiRow { owner: ApiOwner::Result, call: None, shape: Shape::Field, name: "success", parameters: &[], returns: "boolean", steps: 0, sentence: "Whether it succeeded.", example: "result.success" },
    ApiRow { owner: ApiOwner::Result, call: None, shape: Shape::Field, name: "draw", parameters: &[], returns: "boolean", steps: 0, sentence: "Whether an opposed check was tied.", example: "result.draw" },
    ApiRow { owner: ApiOwner::Result, call: None, shape: Shape::Field, name: "impossible", parameters: &[], returns: "boolean", steps: 0, sentence: "Whether it could not be tried.", example: "result.impossible" },
    ApiRow { owner: ApiOwner::Result, call: None, shape: Shape::Field, name: "why", parameters: &[], returns: "string?", steps: 0, sentence: "Why it could not be tried.", example: "result.why" },
    ApiRow { owner: ApiOwner::Result, call: None, shape: Shape::Field, name: "need", parameters: &[], returns: "number?", steps: 0, sentence: "The number needed; nil if there was none.", example: "result.need" },
    ApiRow { owner: ApiOwner::Result, call: None, shape: Shape::Field, name: "total", parameters: &[], returns: "number?", steps: 0, sentence: "The total of the dice that counted.", example: "result.total" },
    ApiRow { owner: ApiOwner::Result, call: None, shape: Shape::Field, name: "margin", parameters: &[], returns: "number?", steps: 0, sentence: "By how much it succeeded; negative if it failed.", example: "result.margin" },
    ApiRow { owner: ApiOwner::Result, call: None, shape: Shape::Field, name: "dice", parameters: &[], returns: "{number}", steps: 0, sentence: "The dice as thrown.", example: "result.dice[1]" },
    ApiRow { owner: ApiOwner::Result, call: None, shape: Shape::Field, name: "kept", parameters: &[], returns: "{number}", steps: 0, sentence: "The dice that counted.", example: "#result.kept" },
    ApiRow { owner: ApiOwner::Result, call: None, shape: Shape::Field, name: "opposed", parameters: &[], returns: "Result?", steps: 0, sentence: "The other side of an opposed check.", example: "result.opposed" },
];
