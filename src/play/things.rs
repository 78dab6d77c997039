//! The verbs that change things and cells: what lies where, what is spread over the map, what the map has become.

use super::Play;
use super::error::{PlayError, Trouble};
use crate::board::Zone;
use crate::event::{Change, Holder, Spot};
use crate::value::ClockEnd;
use crate::value::{Clock, FigureId, ItemId, Number, Position, SlotId, ThingId, Value};
use std::sync::Arc;

impl Play {
    /// Moves a thing: into a slot (if there is room), to the ground, or away. False if there is no room.
    ///
    /// # Errors
    /// When a slot's size cannot be computed.
    pub fn put_thing(&mut self, thing: ThingId, to: Spot) -> Result<bool, PlayError> {
        let from = self.state().thing(thing).place;
        if from == to {
            return Ok(true);
        }
        if let Spot::Slot(figure, slot) = to
            && !self.has_space(figure, slot)?
        {
            return Ok(false);
        }
        self.emit(Change::SlotChanged { thing, from, to })?;
        Ok(true)
    }

    fn has_space(&self, figure: FigureId, slot: SlotId) -> Result<bool, PlayError> {
        let Some(most) = &self.rules().book.slots[slot.index()].most else { return Ok(true) };
        let most = self.view().number_for(most, Holder::Figure(figure), &self.frame_about(Holder::Figure(figure)))?;
        Ok(Number::int(self.state().figure(figure).slots[slot.index()].len() as i64) < most)
    }

    /// Spreads a thing over cells of the map, out of wherever it was.
    pub fn spread_thing(&mut self, thing: ThingId, cells: &[Position], clock: Clock) -> Result<(), PlayError> {
        let Some(ground) = &self.rules().ground else { return Ok(()) };
        let area = Arc::new(Zone::new(ground.plane, cells.iter().copied(), clock));
        if self.state().area(thing) == Some(&area) {
            return Ok(());
        }
        self.emit(Change::Spread { thing, area })
    }

    /// Makes a cell another terrain.
    pub fn change_cell(&mut self, cell: Position, to: ItemId) -> Result<(), PlayError> {
        let ground = self.view().ground();
        let Some(cell) = ground.and_then(|ground| ground.plane.cell(cell)) else { return Ok(()) };
        if ground.and_then(|ground| ground.item(cell)) == Some(to) {
            return Ok(());
        }
        self.emit(Change::CellChanged { cell, to })
    }

    /// Counts down every area at the end of a phase or turn; what is up is off the map.
    pub(super) fn tick_areas(&mut self, ended: ClockEnd) -> Result<(), PlayError> {
        for (thing, from) in self.state().areas.iter().map(|(thing, area)| (*thing, area.clock)).collect::<Vec<_>>() {
            let mut to = from;
            if to.tick(ended) {
                self.put_thing(thing, Spot::Nowhere)?;
            } else if to != from {
                self.emit(Change::AreaTicked { thing, to })?;
            }
        }
        Ok(())
    }

    /// Makes a thing of a row.
    ///
    /// # Errors
    /// When there are too many things already.
    pub fn make_thing(&mut self, item: ItemId, place: Spot) -> Result<ThingId, PlayError> {
        if self.state().things.len() >= crate::state::MOST_THINGS {
            return Err(Trouble::TooManyThings { most: crate::state::MOST_THINGS }.into());
        }
        let thing = ThingId(self.state().things.len() as u16);
        self.emit(Change::ThingMade { thing, item })?;
        self.put_thing(thing, place)?;
        Ok(thing)
    }

    /// Changes a tracked field of a thing.
    pub fn set_field(&mut self, thing: ThingId, field: u16, to: Value) -> Result<(), PlayError> {
        let from = self.state().thing(thing).fields[usize::from(field)].clone();
        if from == to {
            return Ok(());
        }
        self.emit(Change::ThingChanged { thing, field, from, to })
    }
}
