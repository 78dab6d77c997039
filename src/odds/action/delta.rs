//! What is different between two states.

use super::became::{Became, FarEnd, end};
use super::part::StatePart;
use crate::event::{Holder, Spot};
use crate::play::Rules;
use crate::rulebook::{Head, Track};
use crate::state::State;
use crate::value::{
    AttributeId, ConditionId, FigureId, ItemId, Number, RelationId, SetId, StateId, Symbol, ThingId, TrackId,
};
use std::collections::BTreeSet;

/// Two states.
pub(super) struct StateDiff<'a> {
    pub rules: &'a Rules,
    pub before: &'a State,
    pub after: &'a State,
    /// Whether bookkeeping counts too: what has no title.
    pub with_quiet: bool,
}

impl StateDiff<'_> {
    /// Everything that has become something else.
    pub(super) fn all(&self) -> Vec<(StatePart, Became)> {
        let mut changes = Vec::new();
        for id in self.before.figure_ids() {
            if self.before.figure(id) != self.after.figure(id) {
                self.of_figure(id, &mut changes);
            }
        }
        for at in 0..self.before.things.len() {
            self.of_thing(ThingId(at as u16), &mut changes);
        }
        self.of_the_rest(&mut changes);
        changes
    }

    fn note(&self, changes: &mut Vec<(StatePart, Became)>, subject: StatePart) {
        let became = Became::of(&subject, self.rules, self.after);
        changes.push((subject, became));
    }

    /// Whether it is told of.
    fn is_shown(&self, head: &Head) -> bool {
        self.with_quiet || !head.is_quiet()
    }

    fn of_the_rest(&self, changes: &mut Vec<(StatePart, Became)>) {
        let (before, after) = (self.before, self.after);
        if before.figures.len() != after.figures.len() {
            self.note(changes, StatePart::Figures);
        }
        for id in before.side_ids() {
            self.of_tracks(&before.side(id).tracks, &after.side(id).tracks, |track, place| {
                self.note(changes, StatePart::Pool(id, track, place));
            });
            self.of_notes(Holder::Side(id), changes);
        }
        if before.ties != after.ties {
            self.of_relations(changes);
        }
        let new = after.things.iter().skip(before.things.len()).filter(|thing| thing.place != Spot::Area);
        let new: BTreeSet<ItemId> = new.map(|thing| thing.item).collect();
        new.into_iter().for_each(|item| self.note(changes, StatePart::Count(item)));
        if before.areas != after.areas {
            let item = |(id, _): &(ThingId, _)| after.thing(*id).item;
            let spread: BTreeSet<ItemId> = before.areas.iter().chain(&after.areas).map(item).collect();
            let lies = |item: &ItemId, state| Became::of(&StatePart::Spread(*item), self.rules, state);
            let differs = |item: &ItemId| lies(item, before) != lies(item, after);
            spread.into_iter().filter(differs).for_each(|item| self.note(changes, StatePart::Spread(item)));
        }
        for (cell, item) in &after.cells {
            if !before.cells.contains(&(*cell, *item)) {
                self.note(changes, StatePart::Cell(*cell));
            }
        }
        if before.outcome != after.outcome {
            self.note(changes, StatePart::Outcome);
        }
    }

    fn of_relations(&self, changes: &mut Vec<(StatePart, Became)>) {
        let ends = |state: &State| -> Vec<(FigureId, RelationId, FarEnd)> {
            state.ties.iter().map(|tie| (tie.from, tie.relation, end(state, &tie.to))).collect()
        };
        let (before, after) = (ends(self.before), ends(self.after));
        let gone = before.iter().filter(|tie| !after.contains(tie));
        let new = after.iter().filter(|tie| !before.contains(tie));
        let changed: BTreeSet<(FigureId, RelationId)> =
            gone.chain(new).map(|(from, relation, _)| (*from, *relation)).collect();
        for (from, relation) in changed {
            if self.is_shown(&self.rules.book.relations[relation.index()].head) {
                self.note(changes, StatePart::Relation(from, relation));
            }
        }
    }

    /// Calls for each track that is shown and differs.
    fn of_tracks(&self, before: &[Number], after: &[Number], mut differs: impl FnMut(TrackId, Option<u16>)) {
        let book = &self.rules.book;
        for (at, track) in book.tracks.iter().enumerate().filter(|(_, track)| self.is_shown(&track.head)) {
            let track_id = TrackId(at as u16);
            for place in places(track, |set| book.sets[set.index()].words.len()) {
                let symbol = track.by.zip(place).map(|(set, at)| Symbol { set, at });
                let slot = self.rules.layout.track(track_id, symbol);
                if before.get(slot) != after.get(slot) {
                    differs(track_id, place);
                }
            }
        }
    }

    fn of_notes(&self, holder: Holder, changes: &mut Vec<(StatePart, Became)>) {
        let notes = self.rules.book.attributes.iter().enumerate();
        for (at, _) in notes.filter(|(_, rule)| rule.is_note() && self.is_shown(&rule.head)) {
            let id = AttributeId(at as u16);
            if self.before.attribute(holder, id) != self.after.attribute(holder, id) {
                self.note(changes, StatePart::Note(holder, id));
            }
        }
    }

    fn of_figure(&self, id: FigureId, changes: &mut Vec<(StatePart, Became)>) {
        let (book, after, before) = (&self.rules.book, self.after.figure(id), self.before.figure(id));
        let mut note = |subject: StatePart| self.note(changes, subject);
        self.of_tracks(&before.tracks, &after.tracks, |track, place| note(StatePart::Track(id, track, place)));
        self.of_notes(Holder::Figure(id), changes);
        let mut note = |subject: StatePart| self.note(changes, subject);
        for (at, _) in book.conditions.iter().enumerate().filter(|(_, rule)| self.is_shown(&rule.head)) {
            let condition = ConditionId(at as u16);
            if self.before.has_condition(id, condition) != self.after.has_condition(id, condition) {
                note(StatePart::Condition(id, condition));
            }
        }
        for (at, _) in book.states.iter().enumerate().filter(|(_, state)| self.is_shown(&state.head)) {
            if before.states[at] != after.states[at] {
                note(StatePart::State(id, StateId(at as u16)));
            }
        }
        if before.removed != after.removed {
            note(StatePart::Removed(id));
        }
        if before.at != after.at {
            note(StatePart::Stands(id));
        }
    }

    fn of_thing(&self, id: ThingId, changes: &mut Vec<(StatePart, Became)>) {
        let (before, after) = (self.before.thing(id), self.after.thing(id));
        let mut note = |subject: StatePart| self.note(changes, subject);
        if before.place != after.place {
            note(StatePart::Lies(id));
        }
        let item = &self.rules.book.items[before.item.index()];
        let fields = &self.rules.book.kinds[item.kind.index()].fields;
        for (at, _) in fields.iter().enumerate().filter(|(_, field)| self.is_shown(&field.head)) {
            if before.fields[at] != after.fields[at] {
                note(StatePart::Field(id, at as u16));
            }
        }
    }
}

/// The places of a track: one, or one for each word of its set.
fn places(track: &Track, words_of: impl Fn(SetId) -> usize) -> Vec<Option<u16>> {
    match track.by {
        None => vec![None],
        Some(set) => (0..words_of(set) as u16).map(Some).collect(),
    }
}
