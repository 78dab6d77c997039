//! Numbers that are opened: of a sheet, and of what would be at a place.

use super::desk::{Desk, PageReply, WIDTH};
use super::seat::TableSeat;
use crate::draw::{self, ToldSheet};
use crate::value::FigureId;

impl Desk {
    /// The sheet of a figure, number by number.
    pub(super) fn told_sheet(&self, id: FigureId) -> ToldSheet {
        ToldSheet { text: self.session.sheet_of(id, WIDTH), numbers: self.session.numbers_of(id) }
    }

    /// A number of a sheet with what it is made of.
    pub(super) fn number_of(&mut self, seat: &TableSeat, id: FigureId, of: &str) -> PageReply {
        let index = match seat {
            TableSeat::Referee => self.session.rule_index(),
            _ => self.session.open_rule_index(),
        };
        match self.session.made_number(id, of) {
            Ok(Some(made)) => PageReply::Html(draw::number(&made, &index)),
            Ok(None) => PageReply::Unknown,
            Err(wrong) => PageReply::Html(draw::wrong(&wrong)),
        }
    }

    /// What an order would need if a figure stood at a place.
    pub(super) fn weighed(&mut self, at: &str, who: FigureId, line: &str) -> PageReply {
        match self.session.weighed_at(at, who, line) {
            Ok(Some(seen)) => PageReply::Html(draw::chance(line, &seen, &self.session.rules().book)),
            Ok(None) => PageReply::Unknown,
            Err(wrong) => PageReply::Html(draw::wrong(&wrong)),
        }
    }
}
