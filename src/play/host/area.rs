//! What a script asks of areas and things on the map, and how cells become something else.

use super::convert::unknown;
use super::given::{cell_at, cells_at, text_at};
use super::{HostAnswer, ScriptCalls};
use crate::board::{Plane, Zone};
use crate::play::Play;
use crate::script::{ApiOwner, ApiRow, ApiType, Arg, HostError, HostRow, NameOf, Reply, Shape, may, must};
use crate::value::{Clock, ItemId, ThingId};

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(grown), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "grown", parameters: &[must("cells", ApiType::List)], returns: "{Cell}", steps: 100,
        sentence: "The cells and all that touch them, in order.", example: "play:grown(thing.cells)" } },
    HostRow { answer: Some(shrunk), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "shrunk", parameters: &[must("cells", ApiType::List)], returns: "{Cell}", steps: 100,
        sentence: "The cells without those that touch others, in order.", example: "play:shrunk(thing.cells)" } },
    HostRow { answer: Some(out_of_play), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "out_of_play", parameters: &[], returns: "{Figure}", steps: 5,
        sentence: "The figures out of play, in order; the cell of each is where it was last.", example: "play:out_of_play()" } },
    HostRow { answer: Some(things), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "things", parameters: &[may("name", ApiType::Name(NameOf::ItemOrKind))], returns: "{Thing}", steps: 5,
        sentence: "The things that lie on the map or are spread over it: all, or those of an item or a kind.", example: "play:things(\"Spear\")" } },
    HostRow { answer: Some(change_cell), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "change_cell", parameters: &[must("cell", ApiType::Cell), must("terrain", ApiType::Name(NameOf::Terrain))], returns: "()", steps: 5,
        sentence: "Makes a cell another terrain: a door is opened, a wall falls.", example: "play:change_cell(cell, \"ford\")" } },
];

fn grown(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (plane, zone) = calls.zone(args)?;
    calls.work_on(zone.cells().len())?;
    Ok(zone_cells(&zone.grown(plane, |_| true)))
}

fn shrunk(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (plane, zone) = calls.zone(args)?;
    calls.work_on(zone.cells().len())?;
    Ok(zone_cells(&zone.shrunk(plane)))
}

fn out_of_play(calls: &mut ScriptCalls<'_>, _: &[Arg]) -> HostAnswer {
    calls.look_at_figures()?;
    Ok(ScriptCalls::figure_list(calls.play.state().out_of_play()).into())
}

/// The things that lie on the map or are spread over it: all, or those of an item or kind.
fn things(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.look_at_things()?;
    let (book, state) = (calls.book(), calls.play.state());
    let name = args[0].as_text();
    let items = name.and_then(|name| calls.meaning(name)).map_or(&[][..], |meaning| &meaning.items);
    let text = name.map(|name| name.as_str(calls.names().texts()));
    let kind = text.and_then(|text| book.kinds.iter().position(|kind| *kind.head.name == *text));
    if let (Some(name), true, None) = (name, items.is_empty(), kind) {
        let items = book.items.iter().map(|item| item.head.name.clone());
        let kinds = book.kinds.iter().map(|kind| kind.head.name.clone());
        return Err(unknown("thing or kind", name, calls.names(), kinds.chain(items).collect()));
    }
    let wanted = |id: &ThingId| {
        let item = state.thing(*id).item;
        let of_kind = kind.is_some_and(|kind| book.items[item.index()].kind.index() == kind);
        state.is_on_map(*id) && (name.is_none() || of_kind || items.contains(&item))
    };
    let things = (0..state.things.len()).map(|index| ThingId(index as u16)).filter(wanted);
    Ok(Arg::List(things.map(Arg::Thing).collect()).into())
}

fn change_cell(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (cell, name) = (cell_at(args, 0)?, text_at(args, 1)?);
    let book = calls.book();
    let kind = book.ground.as_ref().and_then(|ground| ground.cells);
    let is_ground = |id: &&ItemId| Some(book.items[id.index()].kind) == kind;
    let item = calls.meaning(name).and_then(|meaning| meaning.items.iter().find(is_ground)).copied();
    let Some(item) = item else {
        let among = book.items.iter().filter(|item| Some(item.kind) == kind);
        return Err(unknown("terrain", name, calls.names(), among.map(|item| item.head.name.clone()).collect()));
    };
    calls.expect_on_map(cell)?;
    calls.play.change_cell(cell, item).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn zone_cells(zone: &Zone) -> Reply {
    Arg::List(zone.cells().iter().map(|cell| Arg::Cell(*cell)).collect()).into()
}

impl ScriptCalls<'_> {
    /// A list of cells on the map as an area.
    fn zone(&self, args: &[Arg]) -> Result<(Plane, Zone), HostError> {
        let plane = self.terrain()?.plane;
        Ok((plane, Zone::new(plane, cells_at(args, 0)?, Clock::ForGood)))
    }
}
