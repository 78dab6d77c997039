//! What something has become, told apart by what it is and never by what it is called.

use super::part::StatePart;
use crate::event::{Holder, Spot};
use crate::play::Rules;
use crate::state::State;
use crate::value::{AttributeId, ItemId, Number, Position, SideId, Symbol, ThingId, TrackId, Value};

/// What something has become.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Became {
    /// So much, or so many.
    Number(Number),
    /// Whether it is so.
    Truth(bool),
    /// At that word.
    Word(Symbol),
    /// There, or off the board.
    Cell(Option<Position>),
    /// Related to these.
    Ends(Vec<FarEnd>),
    /// A note of these.
    Listed(Vec<FarEnd>),
    /// A thing there.
    Place(Spot),
    /// A field that is no bare number.
    Value(Value),
    /// Spread over these areas.
    Areas(Vec<Vec<Position>>),
    /// A cell made into this; none if it is as drawn.
    Ground(Option<ItemId>),
    /// A fight that goes on (none), is undecided, or is won.
    Fight(Option<Option<SideId>>),
}

/// The far end of a relation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FarEnd {
    /// A thing; one that is made on the way may be of another item on another way.
    Thing(ThingId, ItemId),
    /// Anything else.
    Other(Value),
}

impl Became {
    /// What a subject is in a state.
    pub(super) fn of(subject: &StatePart, rules: &Rules, state: &State) -> Became {
        match subject {
            StatePart::Track(figure, track, place) => of_track(rules, state, Holder::Figure(*figure), *track, *place),
            StatePart::Pool(side, track, place) => of_track(rules, state, Holder::Side(*side), *track, *place),
            StatePart::Relation(figure, relation) => {
                let ties = state.ties.iter().filter(|tie| tie.from == *figure && tie.relation == *relation);
                Became::Ends(ties.map(|tie| end(state, &tie.to)).collect())
            }
            StatePart::Figures => Became::count(state.figures.len()),
            StatePart::Spread(item) => {
                let of_item = state.areas.iter().filter(|(id, _)| state.thing(*id).item == *item);
                Became::Areas(of_item.map(|(_, area)| area.cells().to_vec()).collect())
            }
            StatePart::Count(item) => {
                let is_there = |thing: &&crate::state::Thing| thing.item == *item && thing.place != Spot::Nowhere;
                Became::count(state.things.iter().filter(is_there).count())
            }
            StatePart::Cell(cell) => Became::Ground(state.changed_cell(*cell)),
            StatePart::Outcome => Became::Fight(state.outcome.as_ref().map(|outcome| outcome.winner)),
            StatePart::Condition(figure, condition) => Became::Truth(state.has_condition(*figure, *condition)),
            StatePart::State(figure, id) => Became::Word(state.figure(*figure).states[id.index()]),
            StatePart::Removed(figure) => Became::Truth(state.figure(*figure).removed),
            StatePart::Stands(figure) => Became::Cell(state.figure(*figure).at),
            StatePart::Lies(thing) => Became::Place(state.thing(*thing).place),
            StatePart::Note(holder, note) => of_note(rules, state, *holder, *note),
            StatePart::Field(thing, field) => of_field(rules, state, *thing, *field),
            StatePart::Event(_) | StatePart::Declared(..) | StatePart::Asked(_) => Became::Truth(true),
        }
    }

    fn count(many: usize) -> Became {
        Became::Number(Number::int(i64::try_from(many).unwrap_or(i64::MAX)))
    }
}

/// The far end of a relation in a state.
pub(super) fn end(state: &State, to: &Value) -> FarEnd {
    match to {
        Value::Thing(id) => FarEnd::Thing(*id, state.thing(*id).item),
        other => FarEnd::Other(other.clone()),
    }
}

fn of_track(rules: &Rules, state: &State, holder: Holder, track: TrackId, place: Option<u16>) -> Became {
    let symbol = rules.book.tracks[track.index()].by.zip(place).map(|(set, at)| Symbol { set, at });
    Became::Number(state.track(holder, rules.layout.track(track, symbol)))
}

fn of_note(rules: &Rules, state: &State, holder: Holder, note: AttributeId) -> Became {
    match (state.attribute(holder, note), rules.book.attributes[note.index()].unit) {
        (Value::Number(number), None) => Became::Number(*number),
        (Value::List(list), _) => Became::Listed(list.iter().map(|member| end(state, member)).collect()),
        (value @ (Value::Figure(_) | Value::Thing(_)), _) => Became::Listed(vec![end(state, value)]),
        (value, _) => Became::Value(value.clone()),
    }
}

fn of_field(rules: &Rules, state: &State, thing: ThingId, field: u16) -> Became {
    let thing = state.thing(thing);
    let kind = rules.book.items[thing.item.index()].kind;
    let unit = rules.book.kinds[kind.index()].fields[usize::from(field)].unit;
    match (&thing.fields[usize::from(field)], unit) {
        (Value::Number(number), None) => Became::Number(*number),
        (value, _) => Became::Value(value.clone()),
    }
}
