//! The fields of events by name, with what they hold as values: ids of what rules declare become its name.

use crate::event::{Change, Fields, Holder, Spot};
use crate::rulebook::{Head, Rulebook};
use crate::state::State;
use crate::value::{FactId, Number, ThingId, Value};
use std::sync::Arc;

/// Fields under way.
struct Told<'a> {
    book: &'a Rulebook,
    fields: Fields,
}

/// The fields of an event.
pub(super) fn fields_of(change: &Change, book: &Rulebook, state: &State) -> Fields {
    let mut told = Told { book, fields: Vec::new() };
    told.who(change);
    told.order(change);
    told.numbers(change);
    told.board(change, state);
    told.words(change);
    told.fields
}

impl Told<'_> {
    fn add(&mut self, name: &str, value: Value) {
        self.fields.push((name.into(), value));
    }

    fn name(&mut self, field: &str, head: &Head) {
        self.add(field, Value::Text(head.name.clone()));
    }

    fn number(&mut self, name: &str, number: Number) {
        self.add(name, Value::Number(number));
    }

    fn text(&mut self, name: &str, text: Option<&Arc<str>>) {
        self.add(name, text.map_or(Value::None, |text| Value::Text(text.clone())));
    }

    fn facts(&mut self, facts: &[(FactId, Value)]) {
        for (fact, value) in facts {
            let name = self.book.facts[fact.index()].head.name.clone();
            self.fields.push((name, value.clone()));
        }
    }

    fn own(&mut self, fields: &Fields) {
        self.fields.extend(fields.iter().cloned());
    }

    fn who(&mut self, change: &Change) {
        let side = match change {
            Change::SideActs { side } => Some(side.map_or(Value::None, Value::Side)),
            Change::Won { side, .. } => Some(Value::Side(*side)),
            Change::TrackChanged { owner: Holder::Side(side), .. }
            | Change::NoteChanged { owner: Holder::Side(side), .. } => Some(Value::Side(*side)),
            _ => None,
        };
        let own = matches!(change, Change::Told { .. });
        if let Some(figure) = change.figure().filter(|_| !own) {
            self.add("figure", Value::Figure(figure));
        }
        if let Some(side) = side {
            self.add("side", side);
        }
    }

    fn order(&mut self, change: &Change) {
        let book = self.book;
        match change {
            Change::PhaseBegan { phase } | Change::PhaseEnded { phase } => {
                self.name("phase", &book.turn.phases[phase.index()].head);
            }
            Change::Ordered(order) | Change::Declared(order) => {
                self.name("action", &book.actions[order.action.index()].head);
                self.facts(&order.facts);
                self.facts(&order.assumed);
            }
            Change::Again { action, .. } => self.name("action", &book.actions[action.index()].head),
            Change::Refused { action, reason, .. } => {
                let name = action.map(|action| book.actions[action.index()].head.name.clone());
                self.text("action", name.as_ref());
                self.text("reason", Some(reason));
            }
            Change::Halted { why, .. } => self.text("why", why.as_ref()),
            Change::Overruled { reason, .. } => self.text("reason", reason.as_ref()),
            Change::Decided { question, choice, why, .. } => {
                self.text("question", Some(question));
                self.add("choice", choice.clone());
                self.text("why", why.as_ref());
            }
            _ => {}
        }
    }

    fn numbers(&mut self, change: &Change) {
        let book = self.book;
        match change {
            Change::Rolled { dice, total, why, .. } => {
                self.text("dice", Some(dice));
                self.number("total", *total);
                self.text("why", why.as_ref());
            }
            Change::Checked { check, facts, dice, need, total, margin, success, fields, .. } => {
                self.name("check", &book.checks[check.index()].head);
                self.text("dice", Some(dice));
                for (name, number) in [("need", need), ("total", total), ("margin", margin)] {
                    self.add(name, number.map_or(Value::None, Value::Number));
                }
                self.add("success", success.map_or(Value::None, Value::Truth));
                self.facts(facts);
                self.own(fields);
            }
            Change::TrackChanged { track, symbol, from, to, why, .. } => {
                self.name("track", &book.tracks[track.index()].head);
                if let Some(symbol) = symbol {
                    self.add("of", Value::Symbol(*symbol));
                }
                self.number("from", *from);
                self.number("to", *to);
                self.number("amount", to.minus(*from).unwrap_or(Number::ZERO));
                self.text("why", why.as_ref());
            }
            _ => {}
        }
    }

    fn board(&mut self, change: &Change, state: &State) {
        let cell = |cell: &Option<_>| cell.map_or(Value::None, Value::Cell);
        match change {
            Change::Moved { from, to, .. } => {
                self.add("from", cell(from));
                self.add("to", cell(to));
            }
            Change::Turned { from, to, .. } => {
                self.add("from", Value::int(*from));
                self.add("to", Value::int(*to));
            }
            Change::CellChanged { cell, to } => {
                self.add("cell", Value::Cell(*cell));
                self.add("to", Value::Item(*to));
            }
            Change::ThingMade { thing, .. } | Change::Spread { thing, .. } | Change::AreaTicked { thing, .. } => {
                self.add("thing", Value::Thing(*thing));
            }
            Change::SlotChanged { thing, from, to } => {
                self.add("thing", Value::Thing(*thing));
                self.whereabouts(("from", "from_slot"), *from);
                self.whereabouts(("to", "to_slot"), *to);
            }
            Change::ThingChanged { thing, field, from, to } => self.thing(state, *thing, *field, (from, to)),
            _ => {}
        }
    }

    /// Who holds it in which slot, or where it lies.
    fn whereabouts(&mut self, (place, slot): (&str, &str), at: Spot) {
        match at {
            Spot::Slot(figure, id) => {
                self.add(place, Value::Figure(figure));
                let book = self.book;
                self.name(slot, &book.slots[id.index()].head);
            }
            Spot::Ground(cell) => self.add(place, Value::Cell(cell)),
            Spot::Nowhere | Spot::Area => self.add(place, Value::None),
        }
    }

    fn thing(&mut self, state: &State, thing: ThingId, field: u16, (from, to): (&Value, &Value)) {
        let kind = self.book.items[state.thing(thing).item.index()].kind;
        let book = self.book;
        self.add("thing", Value::Thing(thing));
        self.name("field", &book.kinds[kind.index()].fields[usize::from(field)].head);
        self.add("from", from.clone());
        self.add("to", to.clone());
    }

    fn words(&mut self, change: &Change) {
        let book = self.book;
        match change {
            Change::StateChanged { state, from, to, why, .. } => {
                self.name("state", &book.states[state.index()].head);
                self.add("from", Value::Symbol(*from));
                self.add("to", Value::Symbol(*to));
                self.text("why", why.as_ref());
            }
            Change::ConditionGained { condition, why, .. } | Change::ConditionLost { condition, why, .. } => {
                self.name("condition", &book.conditions[condition.index()].head);
                self.text("why", why.as_ref());
            }
            Change::ClockTicked { condition, .. } => {
                self.name("condition", &book.conditions[condition.index()].head);
            }
            Change::Related { relation, to, .. }
            | Change::RelationAged { relation, to, .. }
            | Change::Released { relation, to, .. } => {
                self.name("relation", &book.relations[relation.index()].head);
                self.add("to", to.clone());
            }
            Change::NoteChanged { note, from, to, why, .. } => {
                self.name("note", &book.attributes[note.index()].head);
                self.add("from", from.clone());
                self.add("to", to.clone());
                self.text("why", why.as_ref());
            }
            Change::Told { fields, .. } => self.own(fields),
            Change::Said { text } => self.text("text", Some(text)),
            Change::Won { why, .. } | Change::Drawn { why } => self.text("why", Some(why)),
            _ => {}
        }
    }
}
