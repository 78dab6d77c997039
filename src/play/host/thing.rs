//! What a script asks of things, sides, cells and orders.

use super::ScriptCalls;
use crate::event::{Holder, Spot};
use crate::rulebook::OwnerDecl;
use crate::script::{Arg, Call, HostError, NameOrText, Reply};
use crate::value::{Clock, ThingId, Value};

/// Whether it is asked of a thing, side, cell or order.
pub(super) fn is_one(call: Call) -> bool {
    (Call::ThingName..=Call::OrderAction).contains(&call)
}

impl ScriptCalls<'_> {
    pub(super) fn thing_call(&mut self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        let book = &self.play.rules().book;
        Ok(match (call, &args[0]) {
            (Call::ThingName, Arg::Thing(id)) => Arg::name(self.names().item(self.play.state().thing(*id).item)).into(),
            (Call::ThingName, Arg::Item(id)) => Arg::name(self.names().item(*id)).into(),
            (Call::ThingKind, Arg::Item(id)) => {
                Arg::shared(&book.kinds[book.items[id.index()].kind.index()].head.name).into()
            }
            (Call::ThingKind, Arg::Thing(id)) => {
                let item = &book.items[self.play.state().thing(*id).item.index()];
                Arg::shared(&book.kinds[item.kind.index()].head.name).into()
            }
            (Call::ThingChange | Call::ThingSet, Arg::Thing(id)) => return self.change_thing(call, *id, &args[1..]),
            (Call::ThingCell, Arg::Thing(id)) => match self.play.state().thing(*id).place {
                Spot::Ground(cell) => Arg::Cell(cell).into(),
                _ => Reply::NOTHING,
            },
            (Call::ThingCells, Arg::Thing(id)) => {
                let cells = self.play.state().area(*id).map_or(&[][..], |area| area.cells());
                Arg::List(cells.iter().map(|cell| Arg::Cell(*cell)).collect()).into()
            }
            (Call::ThingLeft, Arg::Thing(id)) => match self.play.state().area(*id).map(|area| area.clock) {
                Some(Clock::Turns(left)) => Arg::int(i64::from(left)).into(),
                _ => Reply::NOTHING,
            },
            (Call::ThingPlace | Call::ThingSpread | Call::ThingRemove, Arg::Thing(id)) => {
                return self.lay_thing(call, *id, &args[1..]);
            }
            (Call::SideName, Arg::Side(id)) => Arg::shared(&self.play.state().side(*id).name).into(),
            (Call::SideFigures, Arg::Side(id)) => ScriptCalls::figure_list(
                self.play.state().figure_ids().filter(|figure| self.play.state().figure(*figure).side == *id),
            )
            .into(),
            (Call::SideStanding, Arg::Side(id)) => ScriptCalls::figure_list(self.play.state().standing(*id)).into(),
            (Call::SideChange | Call::SidePut, Arg::Side(id)) => {
                return self.change_number(call == Call::SidePut, Holder::Side(*id), OwnerDecl::Side, &args[1..]);
            }
            (Call::SideNote, Arg::Side(id)) => {
                self.note_for(Holder::Side(*id), OwnerDecl::Side, &args[1..])?;
                Reply::NOTHING
            }
            (Call::CellTerrain, Arg::Cell(cell)) => {
                let item = self.play.view().ground().and_then(|ground| ground.item(*cell));
                item.map_or(Arg::Nil, Arg::Item).into()
            }
            (Call::CellHeight, Arg::Cell(cell)) => {
                let height = self.play.view().ground().map(|ground| ground.height(*cell));
                self.to_arg(&Value::Number(height.unwrap_or_default()), self.play.rules().length()).into()
            }
            (Call::OrderAction, Arg::Order(order)) => Arg::name(self.names().action(order.action)).into(),
            (_, other) => return Err(HostError::refused(format!("{} cannot do that", other.sort()), "")),
        })
    }

    fn lay_thing(&mut self, call: Call, id: ThingId, args: &[Arg]) -> Result<Reply, HostError> {
        let moved = match (call, args.first()) {
            (Call::ThingPlace, Some(Arg::Cell(cell))) => {
                self.expect_on_map(*cell)?;
                self.play.put_thing(id, Spot::Ground(*cell)).map(|_| ())
            }
            (Call::ThingSpread, Some(Arg::List(cells))) => {
                self.terrain()?;
                let cells = super::area::cells_of(cells)?;
                let turns = args[1].as_int().map(|turns| u32::try_from(turns).unwrap_or(0));
                self.play.spread_thing(id, &cells, turns.map_or(Clock::ForGood, Clock::Turns))
            }
            _ => self.play.put_thing(id, Spot::Nowhere).map(|_| ()),
        };
        moved.map_err(|error| self.broken(error))?;
        Ok(Reply::NOTHING)
    }

    fn change_thing(&mut self, call: Call, id: ThingId, args: &[Arg]) -> Result<Reply, HostError> {
        let Some(Arg::Text(name)) = args.first() else { return Err(HostError::refused("a field is missing", "")) };
        let Some((field, rule)) = self.field_of(id, name) else { return Err(self.no_field(id, name)) };
        if !rule.tracked {
            let message =
                format!("the field `{}` is not tracked: it is the same for every thing of its row", rule.head.name);
            return Err(HostError::refused(message, "declare it `tracked` in its kind"));
        }
        let what = format_args!("the field `{}`", rule.head.name);
        let value = self.to_value(&args[1], &rule.r#type, rule.unit, &what)?;
        if call == Call::ThingSet {
            self.play.set_field(id, field, value).map_err(|error| self.broken(error))?;
            return Ok(Reply::NOTHING);
        }
        let factor = self.play.rules().factor(&rule.r#type, rule.unit);
        let (Some(from), Some(amount)) =
            (self.play.state().thing(id).fields[usize::from(field)].as_number(), value.as_number())
        else {
            return Err(HostError::refused(format!("{what} is not a number"), "set it instead"));
        };
        let Some(to) = from.plus(amount) else {
            return Err(HostError::refused(format!("{what} would be too large"), ""));
        };
        self.play.set_field(id, field, Value::Number(to)).map_err(|error| self.broken(error))?;
        Ok(self.to_arg(&Value::Number(amount), factor).into())
    }

    fn no_field(&self, id: ThingId, name: &NameOrText) -> HostError {
        let kind = &self.play.rules().book.kinds
            [self.play.rules().book.items[self.play.state().thing(id).item.index()].kind.index()];
        let among = kind.fields.iter().map(|field| field.head.name.clone()).collect();
        super::convert::unknown("field", name, self.names(), among)
    }
}
