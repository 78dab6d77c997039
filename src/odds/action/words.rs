//! The words for what is different between two states. Where two figures, things or declarations are called the same,
//! their words say which is meant.

use super::PartValue;
use super::became::{Became, FarEnd};
use super::part::StatePart;
use crate::event::{Holder, Spot};
use crate::play::Rules;
use crate::rulebook::{Head, Rulebook};
use crate::state::State;
use crate::state::cell_text;
use crate::value::{FigureId, ItemId, Position, SideId, Symbol, ThingId, TrackId, Value};

/// A state in words.
pub(super) struct StateWords<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
}

impl StateWords<'_> {
    /// What a person calls it: `Ann: harm`.
    pub(super) fn name(&self, subject: &StatePart) -> String {
        let book = &self.rules.book;
        let of = |figure: &FigureId, what: &str| format!("{}: {what}", self.figure(*figure));
        match subject {
            StatePart::Track(figure, track, place) => of(figure, &track_title(book, *track, *place)),
            StatePart::Pool(side, track, place) => {
                format!("{}: {}", self.side(*side), track_title(book, *track, *place))
            }
            StatePart::Note(holder, note) => {
                let title = own(book, &book.attributes[note.index()].head);
                match holder {
                    Holder::Figure(figure) => of(figure, &title),
                    Holder::Side(side) => format!("{}: {title}", self.side(*side)),
                }
            }
            StatePart::Relation(figure, relation) => of(figure, &own(book, &book.relations[relation.index()].head)),
            StatePart::Figures => "figures that take part".to_string(),
            StatePart::Spread(item) => format!("{}: spread", item_title(book, *item)),
            StatePart::Count(item) => format!("{}: how many", item_title(book, *item)),
            StatePart::Cell(cell) => format!("cell {}", cell_text(book, *cell)),
            StatePart::Outcome => "the fight".to_string(),
            StatePart::Condition(figure, condition) => of(figure, &own(book, &book.conditions[condition.index()].head)),
            StatePart::State(figure, state) => of(figure, &own(book, &book.states[state.index()].head)),
            StatePart::Removed(figure) => of(figure, "out of the fight"),
            StatePart::Stands(figure) => of(figure, "place"),
            StatePart::Lies(thing) => format!("{}: place", self.thing(*thing)),
            StatePart::Field(thing, field) => {
                let item = &book.items[self.state.thing(*thing).item.index()];
                let fields = &book.kinds[item.kind.index()].fields;
                let heads = fields.iter().map(|field| &field.head);
                format!("{}: {}", self.thing(*thing), titled(&fields[usize::from(*field)].head, heads))
            }
            StatePart::Event(name) => name.to_string(),
            StatePart::Declared(figure, value) => {
                let outcomes = book.values.iter().filter(|value| value.is_outcome).map(|value| &value.head);
                format!("{} {}", self.figure(*figure), titled(&book.values[value.index()].head, outcomes))
            }
            StatePart::Asked(at) => at.to_string(),
        }
    }

    /// What each of these is called, of one subject: those that are short for the same are told at length.
    pub(super) fn told(&self, subject: &StatePart, all: &[&Became]) -> Vec<PartValue> {
        let short: Vec<PartValue> = all.iter().map(|one| self.one(subject, one, false)).collect();
        let is_alone = |text: &PartValue| short.iter().filter(|other| *other == text).count() == 1;
        let told = short.iter().zip(all).map(|(text, one)| match is_alone(text) {
            true => text.clone(),
            false => self.one(subject, one, true),
        });
        told.collect()
    }

    fn one(&self, subject: &StatePart, became: &Became, at_length: bool) -> PartValue {
        let book = &self.rules.book;
        PartValue::Word(match became {
            Became::Number(number) => return PartValue::Number(*number),
            Became::Truth(truth) => if *truth { "yes" } else { "no" }.to_string(),
            Became::Word(symbol) => symbol_title(book, *symbol),
            Became::Cell(at) => at.map_or_else(|| "off the board".to_string(), |cell| cell_text(book, cell)),
            Became::Ends(ends) => listed(ends.iter().map(|end| self.far_end(end, None)), "nobody"),
            Became::Listed(ends) => {
                let unit = self.unit_of(subject);
                listed(ends.iter().map(|end| self.far_end(end, unit)), "nothing")
            }
            Became::Place(place) => self.place(*place, at_length),
            Became::Value(value) => {
                let unit = self.unit_of(subject);
                book.show_value(value, unit)
            }
            Became::Areas(areas) => listed(areas.iter().map(|cells| extent(book, cells, at_length)), "nowhere"),
            Became::Ground(item) => item.map_or_else(|| "as drawn".to_string(), |item| item_title(book, item)),
            Became::Fight(None) => "goes on".to_string(),
            Became::Fight(Some(None)) => "undecided".to_string(),
            Became::Fight(Some(Some(side))) => format!("won by {}", self.side(*side)),
        })
    }

    /// The unit of a field or note.
    fn unit_of(&self, subject: &StatePart) -> Option<u16> {
        let book = &self.rules.book;
        match subject {
            StatePart::Field(thing, field) => {
                let item = &book.items[self.state.thing(*thing).item.index()];
                book.kinds[item.kind.index()].fields[usize::from(*field)].unit
            }
            StatePart::Note(_, note) => book.attributes[note.index()].unit,
            _ => None,
        }
    }

    /// The name of a figure, and which it is if others have the same.
    pub(super) fn figure(&self, id: FigureId) -> String {
        let name = &self.state.figure(id).name;
        let alike = self.state.figure_ids().filter(|other| self.state.figure(*other).name == *name);
        numbered(name, alike, id)
    }

    fn side(&self, id: SideId) -> String {
        let side = self.state.side(id);
        let is_alone = self.state.sides.iter().filter(|other| other.title == side.title).count() == 1;
        if is_alone { side.title.to_string() } else { format!("{} ({})", side.title, side.name) }
    }

    /// The title of a thing, whose it is if there are others like it, and which if he has several.
    fn thing(&self, id: ThingId) -> String {
        let state = self.state;
        let thing = state.thing(id);
        let title = item_title(&self.rules.book, thing.item);
        let ids = || (0..state.things.len() as u16).map(ThingId).filter(|other| state.thing(*other).item == thing.item);
        if ids().count() == 1 {
            return title;
        }
        let alike = ids().filter(|other| owner(state.thing(*other).place) == owner(thing.place));
        let title = numbered(&title, alike, id);
        match owner(thing.place) {
            Some(figure) => format!("{title} of {}", self.figure(figure)),
            None => title,
        }
    }

    fn place(&self, place: Spot, at_length: bool) -> String {
        match place {
            Spot::Nowhere => "gone".to_string(),
            Spot::Ground(cell) if at_length => format!("on the ground at {}", cell_text(&self.rules.book, cell)),
            Spot::Ground(_) => "on the ground".to_string(),
            Spot::Area => "spread".to_string(),
            Spot::Slot(figure, slot) => {
                let slots = &self.rules.book.slots;
                let slot = titled(&slots[slot.index()].head, slots.iter().map(|slot| &slot.head));
                format!("{slot} of {}", self.figure(figure))
            }
        }
    }

    /// What a relation leads to.
    fn far_end(&self, end: &FarEnd, unit: Option<u16>) -> String {
        match end {
            FarEnd::Other(Value::Figure(id)) => self.figure(*id),
            FarEnd::Thing(id, _) if id.index() < self.state.things.len() => self.thing(*id),
            FarEnd::Thing(_, item) => item_title(&self.rules.book, *item),
            FarEnd::Other(Value::Cell(cell)) => cell_text(&self.rules.book, *cell),
            FarEnd::Other(other) => self.rules.book.show_value(other, unit),
        }
    }
}

/// Who holds what is there.
fn owner(place: Spot) -> Option<FigureId> {
    match place {
        Spot::Slot(figure, _) => Some(figure),
        _ => None,
    }
}

/// The title, and which of those that are called so it is, unless it is the only one.
fn numbered<T: PartialEq>(title: &str, alike: impl Iterator<Item = T>, this: T) -> String {
    let alike: Vec<T> = alike.collect();
    match alike.iter().position(|other| *other == this) {
        Some(at) if alike.len() > 1 => format!("{title} ({})", at + 1),
        _ => title.to_string(),
    }
}

/// The title of a declaration, with its name if it is not the only one of that title; the name alone of bookkeeping.
fn titled<'h>(head: &Head, all: impl Iterator<Item = &'h Head>) -> String {
    match all.filter(|other| other.title == head.title).count() {
        _ if head.is_quiet() => head.name.to_string(),
        0 | 1 => head.title.to_string(),
        _ => format!("{} ({})", head.title, head.name),
    }
}

/// The title of what a figure or side has.
fn own(book: &Rulebook, head: &Head) -> String {
    let tracks = book.tracks.iter().map(|one| &one.head);
    let conditions = book.conditions.iter().map(|one| &one.head);
    let states = book.states.iter().map(|one| &one.head);
    let relations = book.relations.iter().map(|one| &one.head);
    let notes = book.attributes.iter().filter(|one| one.is_note()).map(|one| &one.head);
    titled(head, tracks.chain(conditions).chain(states).chain(relations).chain(notes))
}

fn item_title(book: &Rulebook, item: ItemId) -> String {
    titled(&book.items[item.index()].head, book.items.iter().map(|item| &item.head))
}

fn symbol_title(book: &Rulebook, symbol: Symbol) -> String {
    let words = &book.sets[symbol.set.index()].words;
    let word = &words[usize::from(symbol.at)];
    match words.iter().filter(|other| other.title == word.title).count() {
        _ if word.title.is_empty() => word.name.to_string(),
        0 | 1 => word.title.to_string(),
        _ => format!("{} ({})", word.title, word.name),
    }
}

fn track_title(book: &Rulebook, track: TrackId, place: Option<u16>) -> String {
    let track = &book.tracks[track.index()];
    let title = own(book, &track.head);
    let place = track.by.zip(place).map(|(set, at)| symbol_title(book, Symbol { set, at }));
    place.map_or(title.clone(), |place| format!("{title} ({place})"))
}

/// How many cells, and their first; or all of them.
fn extent(book: &Rulebook, cells: &[Position], at_length: bool) -> String {
    if at_length {
        return cells.iter().map(|cell| cell_text(book, *cell)).collect::<Vec<_>>().join(" ");
    }
    let first = cells.first().map_or(String::new(), |cell| cell_text(book, *cell));
    match cells.len() {
        1 => first,
        many => format!("{many} cells from {first}"),
    }
}

fn listed(words: impl Iterator<Item = String>, nothing: &str) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { nothing.to_string() } else { words.join(", ") }
}
