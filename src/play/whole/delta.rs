//! What is different between two states, and the words for it.

use super::{Aspect, Becomes};
use crate::dice::Odds;
use crate::event::{Holder, Spot};
use crate::play::ground::cell_text;
use crate::play::{Rules, State};
use crate::value::{ConditionId, FigureId, StateId, Symbol, ThingId, TrackId};
use std::sync::Arc;

/// What can be different, or happen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A track of a figure, at a place of the layout.
    Track(FigureId, TrackId, Option<u16>),
    /// A condition of a figure.
    Condition(FigureId, ConditionId),
    /// A state of a figure.
    State(FigureId, StateId),
    /// Whether a figure is out of play.
    Removed(FigureId),
    /// Where a figure stands.
    Stands(FigureId),
    /// Where a thing is.
    Lies(ThingId),
    /// A field of a thing.
    Field(ThingId, u16),
    /// An event of the pack's own.
    Event(Arc<str>),
}

impl Subject {
    /// The figure it is about, if it is about one.
    pub fn figure(&self) -> Option<FigureId> {
        match self {
            Subject::Track(figure, ..)
            | Subject::Condition(figure, _)
            | Subject::State(figure, _)
            | Subject::Removed(figure)
            | Subject::Stands(figure) => Some(*figure),
            Subject::Lies(_) | Subject::Field(..) | Subject::Event(_) => None,
        }
    }
}

/// Two states.
pub(super) struct Delta<'a> {
    pub rules: &'a Rules,
    pub before: &'a State,
    pub after: &'a State,
}

impl Delta<'_> {
    /// Everything that has become something else.
    pub fn all(&self) -> Vec<(Subject, Becomes)> {
        let mut changes = Vec::new();
        for id in self.before.figure_ids() {
            if self.before.figure(id) != self.after.figure(id) {
                self.of_figure(id, &mut changes);
            }
        }
        for at in 0..self.before.things.len() {
            self.of_thing(ThingId(at as u16), &mut changes);
        }
        changes
    }

    fn words(&self) -> Words<'_> {
        Words { rules: self.rules, state: self.after }
    }

    fn of_figure(&self, id: FigureId, changes: &mut Vec<(Subject, Becomes)>) {
        let (book, after, before) = (&self.rules.book, self.after.figure(id), self.before.figure(id));
        let mut note = |subject: Subject| changes.push((subject.clone(), self.words().now(&subject)));
        for (at, track) in book.tracks.iter().enumerate().filter(|(_, track)| !track.head.is_quiet()) {
            let track_id = TrackId(at as u16);
            let places: Vec<Option<u16>> = match track.by {
                None => vec![None],
                Some(set) => (0..book.sets[set.index()].words.len() as u16).map(Some).collect(),
            };
            for place in places {
                let symbol = track.by.zip(place).map(|(set, at)| Symbol { set, at });
                let slot = self.rules.layout.track(track_id, symbol);
                if before.tracks[slot] != after.tracks[slot] {
                    note(Subject::Track(id, track_id, place));
                }
            }
        }
        for (at, _) in book.conditions.iter().enumerate().filter(|(_, rule)| !rule.head.is_quiet()) {
            let condition = ConditionId(at as u16);
            if self.before.has_condition(id, condition) != self.after.has_condition(id, condition) {
                note(Subject::Condition(id, condition));
            }
        }
        for (at, _) in book.states.iter().enumerate().filter(|(_, state)| !state.head.is_quiet()) {
            if before.states[at] != after.states[at] {
                note(Subject::State(id, StateId(at as u16)));
            }
        }
        if before.removed != after.removed {
            note(Subject::Removed(id));
        }
        if before.at != after.at {
            note(Subject::Stands(id));
        }
    }

    fn of_thing(&self, id: ThingId, changes: &mut Vec<(Subject, Becomes)>) {
        let (before, after) = (self.before.thing(id), self.after.thing(id));
        let mut note = |subject: Subject| changes.push((subject.clone(), self.words().now(&subject)));
        if before.place != after.place {
            note(Subject::Lies(id));
        }
        for at in 0..before.fields.len() {
            if before.fields[at] != after.fields[at] {
                note(Subject::Field(id, at as u16));
            }
        }
    }
}

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

    fn name(&self, subject: &Subject) -> String {
        let book = &self.rules.book;
        let of = |figure: &FigureId, what: &str| format!("{}: {what}", self.state.figure(*figure).name);
        match subject {
            Subject::Track(figure, track, place) => {
                let track = &book.tracks[track.index()];
                let place = track.by.zip(*place).map(|(set, at)| book.symbol_title(Symbol { set, at }));
                let place = place.map_or(String::new(), |title| format!(" ({title})"));
                of(figure, &format!("{}{place}", track.head.title))
            }
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
            Subject::Track(figure, track, place) => {
                let symbol = book.tracks[track.index()].by.zip(*place).map(|(set, at)| Symbol { set, at });
                let slot = self.rules.layout.track(*track, symbol);
                Becomes::Number(self.state.track(Holder::Figure(*figure), slot))
            }
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
}
