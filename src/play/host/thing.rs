//! What a script asks of things, and what it does to one.

use super::given::{cell_at, cells_at, text_at, this_thing};
use super::{HostAnswer, ScriptCalls};
use crate::event::Spot;
use crate::play::Play;
use crate::script::{ApiOwner, ApiRow, ApiType, Arg, HostError, HostRow, NameOf, NameOrText, Reply, Shape, may, must};
use crate::value::{Clock, ItemId, Number, ThingId, Value};

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(name), row: ApiRow { owner: ApiOwner::Thing, shape: Shape::Field, name: "name", parameters: &[], returns: "ItemName", steps: 5,
        sentence: "The name of its item.", example: "thing.name" } },
    HostRow { answer: Some(kind), row: ApiRow { owner: ApiOwner::Thing, shape: Shape::Field, name: "kind", parameters: &[], returns: "KindName", steps: 5,
        sentence: "The name of its kind.", example: "thing.kind" } },
    HostRow { answer: Some(change), row: ApiRow { owner: ApiOwner::Thing, shape: Shape::Change, name: "change", parameters: &[must("field", ApiType::Name(NameOf::Field)), must("amount", ApiType::Number)], returns: "number", steps: 5,
        sentence: "Adds to a tracked number and returns the change.", example: "thing:change(\"charges\", -1)" } },
    HostRow { answer: Some(set), row: ApiRow { owner: ApiOwner::Thing, shape: Shape::Change, name: "set", parameters: &[must("field", ApiType::Name(NameOf::Field)), must("value", ApiType::Any)], returns: "()", steps: 5,
        sentence: "Sets a tracked field.", example: "thing:set(\"broken\", true)" } },
    HostRow { answer: Some(cell), row: ApiRow { owner: ApiOwner::Thing, shape: Shape::Field, name: "cell", parameters: &[], returns: "Cell?", steps: 5,
        sentence: "Where it lies on the ground; nil if it does not.", example: "thing.cell" } },
    HostRow { answer: Some(cells), row: ApiRow { owner: ApiOwner::Thing, shape: Shape::Field, name: "cells", parameters: &[], returns: "{Cell}", steps: 5,
        sentence: "The cells it is spread over, in order; none if it is not.", example: "#thing.cells" } },
    HostRow { answer: Some(left), row: ApiRow { owner: ApiOwner::Thing, shape: Shape::Field, name: "left", parameters: &[], returns: "number?", steps: 5,
        sentence: "How many turns it stays spread, this one included; nil if for good, or if it is not spread.", example: "thing.left" } },
    HostRow { answer: Some(place), row: ApiRow { owner: ApiOwner::Thing, shape: Shape::Change, name: "place", parameters: &[must("cell", ApiType::Cell)], returns: "()", steps: 5,
        sentence: "Lets it lie in a cell.", example: "thing:place(cell)" } },
    HostRow { answer: Some(spread), row: ApiRow { owner: ApiOwner::Thing, shape: Shape::Change, name: "spread", parameters: &[must("cells", ApiType::List), may("turns", ApiType::Number)], returns: "()", steps: 100,
        sentence: "Spreads it over cells of the map, instead of where it was: for so many turns, this one included, or for good.", example: "thing:spread(play:within(cell, 1), 3)" } },
    HostRow { answer: Some(remove), row: ApiRow { owner: ApiOwner::Thing, shape: Shape::Change, name: "remove", parameters: &[], returns: "()", steps: 5,
        sentence: "Takes it out of every slot and off the map.", example: "thing:remove()" } },
];

fn name(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(Arg::name(calls.names().item(calls.item_of(&args[0])?)).into())
}

fn kind(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let book = calls.book();
    let kind = book.items[calls.item_of(&args[0])?.index()].kind;
    Ok(Arg::shared(&book.kinds[kind.index()].head.name).into())
}

fn change(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let id = this_thing(args)?;
    let (field, value, factor) = calls.tracked_field(id, args)?;
    let before = &calls.play.state().thing(id).fields[usize::from(field)];
    let (Some(from), Some(amount)) = (before.as_number(), value.as_number()) else {
        return Err(HostError::refused(format!("{} is not a number", calls.field_words(id, field)), "set it instead"));
    };
    let Some(to) = from.plus(amount) else {
        return Err(HostError::refused(format!("{} would be too large", calls.field_words(id, field)), ""));
    };
    calls.play.set_field(id, field, Value::Number(to)).map_err(|error| calls.broken(error))?;
    Ok(calls.to_arg(&Value::Number(amount), factor).into())
}

fn set(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let id = this_thing(args)?;
    let (field, value, _) = calls.tracked_field(id, args)?;
    calls.play.set_field(id, field, value).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn cell(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(match calls.play.state().thing(this_thing(args)?).place {
        Spot::Ground(cell) => Arg::Cell(cell).into(),
        _ => Reply::NOTHING,
    })
}

fn cells(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.look_at(calls.play.state().areas.len())?;
    let cells = calls.play.state().area(this_thing(args)?).map_or(&[][..], |area| area.cells());
    Ok(Arg::List(cells.iter().map(|cell| Arg::Cell(*cell)).collect()).into())
}

fn left(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(match calls.play.state().area(this_thing(args)?).map(|area| area.clock) {
        Some(Clock::Turns(left)) => Arg::int(i64::from(left)).into(),
        _ => Reply::NOTHING,
    })
}

fn place(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (id, cell) = (this_thing(args)?, cell_at(args, 1)?);
    calls.expect_on_map(cell)?;
    calls.play.put_thing(id, Spot::Ground(cell)).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn spread(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let id = this_thing(args)?;
    calls.terrain()?;
    let cells = cells_at(args, 1)?;
    calls.work_on(cells.len())?;
    let turns = args[2].as_int().map(|turns| u32::try_from(turns).unwrap_or(0));
    let clock = turns.map_or(Clock::ForGood, Clock::Turns);
    calls.play.spread_thing(id, &cells, clock).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn remove(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.play.put_thing(this_thing(args)?, Spot::Nowhere).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

impl ScriptCalls<'_> {
    /// The item of a thing, or an item itself.
    fn item_of(&self, thing: &Arg) -> Result<ItemId, HostError> {
        match thing {
            Arg::Thing(id) => Ok(self.play.state().thing(*id).item),
            Arg::Item(id) => Ok(*id),
            other => Err(HostError::refused(format!("{} cannot do that", other.sort()), "")),
        }
    }

    /// The field of a thing that a script names and would change, with the value it gives and the factor of its unit.
    fn tracked_field(&self, id: ThingId, args: &[Arg]) -> Result<(u16, Value, Number), HostError> {
        let name = text_at(args, 1)?;
        let Some((field, rule)) = self.field_of(id, name) else { return Err(self.no_field(id, name)) };
        if !rule.tracked {
            let message =
                format!("the field `{}` is not tracked: it is the same for every thing of its row", rule.head.name);
            return Err(HostError::refused(message, "declare it `tracked` in its kind"));
        }
        let what = format_args!("the field `{}`", rule.head.name);
        let value = self.to_value(&args[2], &rule.r#type, rule.unit, &what)?;
        Ok((field, value, self.play.rules().factor(&rule.r#type, rule.unit)))
    }

    fn field_words(&self, id: ThingId, field: u16) -> String {
        let item = &self.book().items[self.play.state().thing(id).item.index()];
        format!("the field `{}`", self.book().kinds[item.kind.index()].fields[usize::from(field)].head.name)
    }

    fn no_field(&self, id: ThingId, name: &NameOrText) -> HostError {
        let item = &self.book().items[self.play.state().thing(id).item.index()];
        let among = self.book().kinds[item.kind.index()].fields.iter().map(|field| field.head.name.clone()).collect();
        super::convert::unknown("field", name, self.names(), among)
    }
}
