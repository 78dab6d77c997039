//! What a script asks of areas and things on the map, and how cells become something else.

use super::ScriptCalls;
use super::convert::unknown;
use crate::board::{Plane, Zone};
use crate::script::{Arg, Call, HostError, Reply};
use crate::value::{Clock, Position, ThingId};

/// Whether it is asked of areas, or of what lies on the map.
pub(super) fn is_one(call: Call) -> bool {
    (Call::PlayGrown..=Call::PlayChangeCell).contains(&call)
}

/// The cells of a list that a script gave.
pub(super) fn cells_of(list: &[Arg]) -> Result<Vec<Position>, HostError> {
    let cell = |arg: &Arg| match arg {
        Arg::Cell(cell) => Ok(*cell),
        other => {
            let message = format!("the list holds {}, not only cells", other.sort());
            Err(HostError::refused(message, "fill it from `play:within(…)` or `figure.cell`"))
        }
    };
    list.iter().map(cell).collect()
}

impl ScriptCalls<'_> {
    pub(super) fn area_call(&mut self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        match (call, &args[0]) {
            (Call::PlayChangeCell, Arg::Cell(cell)) => self.become_terrain(*cell, &args[1]),
            (Call::PlayFallen, Arg::Cell(cell)) => {
                Ok(ScriptCalls::figure_list(self.play.state().fallen_at(*cell)).into())
            }
            (Call::PlayThings, name) => self.things_named(name),
            (_, Arg::List(list)) => {
                let plane = self.plane()?;
                let zone = Zone::new(plane, cells_of(list)?, Clock::ForGood);
                let zone = match call {
                    Call::PlayGrown => zone.grown(plane, |_| true),
                    Call::PlayShrunk => zone.shrunk(plane),
                    _ => zone.drifted(plane, args[1].as_int().unwrap_or(0), self.grains_of(&args[2])?),
                };
                Ok(Arg::List(zone.cells().iter().map(|cell| Arg::Cell(*cell)).collect()).into())
            }
            _ => Ok(Reply::NOTHING),
        }
    }

    fn plane(&self) -> Result<Plane, HostError> {
        Ok(self.terrain()?.plane)
    }

    /// The things that lie on the map or are spread over it: all, or those of an item or kind.
    fn things_named(&self, name: &Arg) -> Result<Reply, HostError> {
        let book = &self.play.rules().book;
        let meaning = if let Arg::Text(name) = name { self.meaning(name) } else { None };
        let items = meaning.map_or(&[][..], |meaning| &meaning.items);
        let text = if let Arg::Text(name) = name { Some(name.to_arc(self.names().texts())) } else { None };
        let kind = text.as_ref().and_then(|text| book.kinds.iter().position(|kind| kind.head.name == *text));
        if let (Arg::Text(name), true, None) = (name, items.is_empty(), kind) {
            let items = book.items.iter().map(|item| item.head.name.clone());
            let kinds = book.kinds.iter().map(|kind| kind.head.name.clone());
            return Err(unknown("thing or kind", name, self.names(), kinds.chain(items).collect()));
        }
        let wanted = |id: &ThingId| {
            let item = self.play.state().thing(*id).item;
            let of_kind = kind.is_some_and(|kind| book.items[item.index()].kind.index() == kind);
            self.play.state().is_on_map(*id) && (text.is_none() || of_kind || items.contains(&item))
        };
        let things = (0..self.play.state().things.len()).map(|index| ThingId(index as u16)).filter(wanted);
        Ok(Arg::List(things.map(Arg::Thing).collect()).into())
    }

    fn become_terrain(&mut self, cell: Position, name: &Arg) -> Result<Reply, HostError> {
        let Arg::Text(name) = name else { return Err(HostError::refused("a terrain is missing", "")) };
        let book = &self.play.rules().book;
        let kind = book.ground.as_ref().and_then(|ground| ground.cells);
        let is_ground = |id: &&crate::value::ItemId| Some(book.items[id.index()].kind) == kind;
        let item = self.meaning(name).and_then(|meaning| meaning.items.iter().find(is_ground)).copied();
        let Some(item) = item else {
            let among = book.items.iter().filter(|item| Some(item.kind) == kind);
            return Err(unknown("terrain", name, self.names(), among.map(|item| item.head.name.clone()).collect()));
        };
        self.expect_on_map(cell)?;
        self.play.change_cell(cell, item).map_err(|error| self.broken(error))?;
        Ok(Reply::NOTHING)
    }
}
