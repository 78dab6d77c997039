//! What can be different between two states.

use crate::event::Holder;
use crate::value::{
    AttributeId, ConditionId, FigureId, ItemId, Position, RelationId, SideId, StateId, ThingId, TrackId, ValueId,
};
use std::sync::Arc;

/// What can be different, or happen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StatePart {
    /// A track of a figure, at a place of the layout.
    Track(FigureId, TrackId, Option<u16>),
    /// A note of a figure or a side.
    Note(Holder, AttributeId),
    /// A condition of a figure.
    Condition(FigureId, ConditionId),
    /// A state of a figure.
    State(FigureId, StateId),
    /// Whether a figure is out of play.
    Removed(FigureId),
    /// Where a figure stands.
    Stands(FigureId),
    /// Those to whom a figure has a relation.
    Relation(FigureId, RelationId),
    /// How many figures take part.
    Figures,
    /// A track of a side, at a place of the layout.
    Pool(SideId, TrackId, Option<u16>),
    /// Where a thing is.
    Lies(ThingId),
    /// A field of a thing.
    Field(ThingId, u16),
    /// How far what is made of this item is spread over the map.
    Spread(ItemId),
    /// How many things of this item there are.
    Count(ItemId),
    /// What a cell of the map is.
    Cell(Position),
    /// How the fight ends.
    Outcome,
    /// An event of the pack's own.
    Event(Arc<str>),
    /// An outcome that the pack declares, of a figure.
    Declared(FigureId, ValueId),
    /// Something that was asked, by its place among what was.
    Asked(usize),
}

impl StatePart {
    /// The figure it is about, if it is about one.
    pub fn figure(&self) -> Option<FigureId> {
        match self {
            StatePart::Track(figure, ..)
            | StatePart::Note(Holder::Figure(figure), _)
            | StatePart::Condition(figure, _)
            | StatePart::State(figure, _)
            | StatePart::Removed(figure)
            | StatePart::Relation(figure, _)
            | StatePart::Stands(figure)
            | StatePart::Declared(figure, _) => Some(*figure),
            _ => None,
        }
    }
}
