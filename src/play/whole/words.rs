//! The words for what is different between two states.

use super::delta::Subject;
use super::{Aspect, Becomes};
use crate::dice::Odds;
use crate::event::{Holder, Spot};
use crate::play::ground::cell_text;
use crate::play::{Rules, State};
use crate::rulebook::Rulebook;
use crate::value::{FigureId, ItemId, Position, Symbol, ThingId, TrackId, Value};

/// A state in words.
pub(super) struct Words<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
}

impl Words<'_> {
    /// A subject with the first that it can become.
    pub fn aspect(&self, subject: Subject, becomes: Becomes, odds: Odds) -> Aspect {
        let (name, was) = (self.name(&subject), self.now(&subject));
        Aspect { name, subject, was, stays: Odds::NEVER, becomes: vec![(becomes, odds)] }
    }

    /// What a person calls it: `Ann: harm`.
    pub fn name(&self, subject: &Subject) -> String {
        let book = &self.rules.book;
        let of = |figure: &FigureId, what: &str| format!("{}: {what}", self.state.figure(*figure).name);
        match subject {
            Subject::Track(figure, track, place) => of(figure, &track_title(book, *track, *place)),
            Subject::Pool(side, track, place) => {
                format!("{}: {}", self.state.side(*side).title, track_title(book, *track, *place))
            }
            Subject::Note(holder, note) => {
                let title = &book.attributes[note.index()].head.title;
                match holder {
                    Holder::Figure(figure) => of(figure, title),
                    Holder::Side(side) => format!("{}: {title}", self.state.side(*side).title),
                }
            }
            Subject::Relation(figure, relation) => of(figure, &book.relations[relation.index()].head.title),
            Subject::Figures => "figures that take part".to_string(),
            Subject::Spread(item) => format!("{}: spread", book.items[item.index()].head.title),
            Subject::Count(item) => format!("{}: how many", book.items[item.index()].head.title),
            Subject::Cell(cell) => format!("cell {}", cell_text(book, *cell)),
            Subject::Outcome => "the fight".to_string(),
            Subject::Condition(figure, condition) => of(figure, &book.conditions[condition.index()].head.title),
            Subject::State(figure, state) => of(figure, &book.states[state.index()].head.title),
            Subject::Removed(figure) => of(figure, "out of the fight"),
            Subject::Stands(figure) => of(figure, "place"),
            Subject::Lies(thing) => format!("{}: place", self.thing(*thing)),
            Subject::Field(thing, field) => {
                let item = &book.items[self.state.thing(*thing).item.index()];
                let field = &book.kinds[item.kind.index()].fields[usize::from(*field)];
                format!("{}: {}", self.thing(*thing), field.head.title)
            }
            Subject::Event(name) => name.to_string(),
        }
    }

    /// The title of a thing, and whose it is if there are others like it.
    fn thing(&self, id: ThingId) -> String {
        let thing = self.state.thing(id);
        let title = &self.rules.book.items[thing.item.index()].head.title;
        let alike = self.state.things.iter().filter(|other| other.item == thing.item).count();
        match thing.place {
            Spot::Slot(figure, _) if alike > 1 => format!("{title} of {}", self.state.figure(figure).name),
            _ => title.to_string(),
        }
    }

    /// What a subject is in this state.
    pub fn now(&self, subject: &Subject) -> Becomes {
        let book = &self.rules.book;
        let yes = |truth: bool| Becomes::Word(if truth { "yes" } else { "no" }.to_string());
        match subject {
            Subject::Track(figure, track, place) => self.track(Holder::Figure(*figure), *track, *place),
            Subject::Pool(side, track, place) => self.track(Holder::Side(*side), *track, *place),
            Subject::Note(holder, note) => {
                let unit = book.attributes[note.index()].unit;
                match (self.state.attribute(*holder, *note), unit) {
                    (Value::Number(number), None) => Becomes::Number(*number),
                    (value, unit) => Becomes::Word(self.note(value, unit)),
                }
            }
            Subject::Relation(figure, relation) => {
                let ties = self.state.ties.iter().filter(|tie| tie.from == *figure && tie.relation == *relation);
                Becomes::Word(listed(ties.map(|tie| self.far_end(&tie.to)), "nobody"))
            }
            Subject::Figures => Becomes::Number((self.state.figures.len() as i64).into()),
            Subject::Spread(item) => Becomes::Word(self.spread(*item)),
            Subject::Count(item) => {
                let all = self.state.things.iter();
                let there = all.filter(|thing| thing.item == *item && thing.place != Spot::Nowhere);
                Becomes::Number((there.count() as i64).into())
            }
            Subject::Cell(cell) => Becomes::Word(self.terrain(*cell)),
            Subject::Outcome => Becomes::Word(self.outcome()),
            Subject::Condition(figure, condition) => yes(self.state.has_condition(*figure, *condition)),
            Subject::State(figure, state) => {
                let word = self.state.figure(*figure).states[state.index()];
                Becomes::Word(book.symbol_title(word).to_string())
            }
            Subject::Removed(figure) => yes(self.state.figure(*figure).removed),
            Subject::Stands(figure) => {
                let at = self.state.figure(*figure).at;
                Becomes::Word(at.map_or_else(|| "off the board".to_string(), |cell| cell_text(book, cell)))
            }
            Subject::Lies(thing) => Becomes::Word(self.place(self.state.thing(*thing).place)),
            Subject::Field(thing, field) => {
                let thing = self.state.thing(*thing);
                let item = &book.items[thing.item.index()];
                let unit = book.kinds[item.kind.index()].fields[usize::from(*field)].unit;
                match (&thing.fields[usize::from(*field)], unit) {
                    (crate::value::Value::Number(number), None) => Becomes::Number(*number),
                    (value, unit) => Becomes::Word(book.show_value(value, unit)),
                }
            }
            Subject::Event(_) => Becomes::Word(String::new()),
        }
    }

    fn place(&self, place: Spot) -> String {
        match place {
            Spot::Nowhere => "gone".to_string(),
            Spot::Ground(_) => "on the ground".to_string(),
            Spot::Area => "spread".to_string(),
            Spot::Slot(figure, slot) => {
                let slot = &self.rules.book.slots[slot.index()].head.title;
                format!("{slot} of {}", self.state.figure(figure).name)
            }
        }
    }

    fn track(&self, holder: Holder, track: TrackId, place: Option<u16>) -> Becomes {
        let symbol = self.rules.book.tracks[track.index()].by.zip(place).map(|(set, at)| Symbol { set, at });
        Becomes::Number(self.state.track(holder, self.rules.layout.track(track, symbol)))
    }

    fn note(&self, value: &Value, unit: Option<u16>) -> String {
        match value {
            Value::List(list) => listed(list.iter().map(|member| self.note(member, unit)), "nothing"),
            Value::Figure(_) | Value::Thing(_) => self.far_end(value),
            other => self.rules.book.show_value(other, unit),
        }
    }

    /// What a relation leads to.
    pub fn far_end(&self, end: &Value) -> String {
        match end {
            Value::Figure(id) => self.state.figure(*id).name.to_string(),
            Value::Thing(id) => self.thing(*id),
            other => self.rules.book.show_value(other, None),
        }
    }

    /// Where the areas of an item lie: how many cells, and their first.
    pub fn spread(&self, item: ItemId) -> String {
        let of_item = self.state.areas.iter().filter(|(id, _)| self.state.thing(*id).item == item);
        let extent = |cells: &[Position]| {
            let first = cells.first().map_or(String::new(), |cell| cell_text(&self.rules.book, *cell));
            match cells.len() {
                1 => first,
                many => format!("{many} cells from {first}"),
            }
        };
        listed(of_item.map(|(_, area)| extent(area.cells())), "nowhere")
    }

    fn terrain(&self, cell: Position) -> String {
        let changed = self.state.cells.iter().find(|(other, _)| *other == cell);
        changed.map_or("as drawn".to_string(), |(_, item)| self.rules.book.items[item.index()].head.title.to_string())
    }

    fn outcome(&self) -> String {
        match &self.state.outcome {
            None => "goes on".to_string(),
            Some(outcome) => match outcome.winner {
                Some(side) => format!("won by {}", self.state.side(side).title),
                None => "undecided".to_string(),
            },
        }
    }
}

fn track_title(book: &Rulebook, track: TrackId, place: Option<u16>) -> String {
    let track = &book.tracks[track.index()];
    let place = track.by.zip(place).map(|(set, at)| book.symbol_title(Symbol { set, at }));
    place.map_or(track.head.title.to_string(), |place| format!("{} ({place})", track.head.title))
}

fn listed(words: impl Iterator<Item = String>, nothing: &str) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { nothing.to_string() } else { words.join(", ") }
}
