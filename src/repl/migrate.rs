//! A fight migrated from one rulebook to another, after rules were changed: what has the same name stays, what is new
//! begins as declared, what is gone is gone, and told.

use super::legend::Legend;
use crate::event::Spot;
use crate::play::Rules;
use crate::rulebook::{Sort, Type};
use crate::state::StateParts;
use crate::state::{Figure, HeldCondition, Side, State, Thing, Tie};
use crate::value::{
    ConditionId, ItemId, KindId, Number, PhaseId, RelationId, ScriptId, SheetId, SlotId, StateId, Symbol, ThingId,
    TrackId, Value,
};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A fight under other rules.
pub(super) struct CarriedFight {
    pub state: State,
    /// What it named that these rules do not know, each once.
    pub missing: BTreeSet<String>,
}

/// The same fight under other rules, between which it goes on.
pub(super) fn over(old: &Rules, new: &Rules, state: &State) -> CarriedFight {
    named(&Legend::of(old, state), new, state)
}

/// A fight of which the names are known, under other rules. Somebody may have changed it: nothing of it need be there.
pub(super) fn named(old: &Legend, new: &Rules, state: &State) -> CarriedFight {
    let mut carrier = Carrier { old, new, things: Vec::new(), missing: RefCell::default() };
    let mut carried = StateParts { side_order: state.side_order.clone(), turn: state.turn, ..StateParts::default() };
    for (at, thing) in state.things.iter().enumerate() {
        let item = carrier.item(thing.item);
        carrier.things.push(item.map(|item| {
            let id = ThingId(carried.things.len() as u16);
            carried.things.push(carrier.thing(thing, item, old.played.get(at).map_or(&[], Vec::as_slice)));
            id
        }));
    }
    carrier.declared();
    carried.sides = state.sides.iter().map(|side| carrier.side(side)).collect();
    carried.figures = state.figures.iter().map(|figure| carrier.figure(figure)).collect();
    carried.ties = state.ties.iter().filter_map(|tie| carrier.tie(tie)).collect();
    carrier.places(&mut carried);
    carrier.ground(state, &mut carried);
    carried.phase = state.phase.and_then(|phase| {
        let name = old.phase(phase);
        carrier.found(Sort::Phase, name).map(PhaseId)
    });
    (carried.acting_side, carried.outcome) = (state.acting_side, state.outcome.clone());
    CarriedFight { state: carried.into(), missing: carrier.missing.into_inner() }
}

struct Carrier<'a> {
    old: &'a Legend,
    new: &'a Rules,
    /// The new place of each thing, if its row is still there.
    things: Vec<Option<ThingId>>,
    missing: RefCell<BTreeSet<String>>,
}

impl Carrier<'_> {
    fn misses(&self, what: &str, name: &str) {
        self.missing.borrow_mut().insert(format!("{what} `{name}`"));
    }

    /// What has a name now; that there is nothing of it is noted.
    fn found(&self, sort: Sort, name: Option<&str>) -> Option<u16> {
        let name = name?;
        let found = self.new.book.names.find(sort, name);
        if found.is_none() {
            self.misses(sort.words(), name);
        }
        found
    }

    /// Notes what everybody had and nobody has any more.
    fn declared(&self) {
        let names = &self.new.book.names;
        let gone = |sort: Sort, name: &&String| names.find(sort, name).is_none();
        for (sort, all) in [(Sort::State, &self.old.states), (Sort::Slot, &self.old.slots)] {
            all.iter().filter(|name| gone(sort, name)).for_each(|name| self.misses(sort.words(), name));
        }
        for (name, _) in self.old.tracks.iter().filter(|(name, _)| gone(Sort::Track, &name)) {
            self.misses(Sort::Track.words(), name);
        }
        for (word, name) in &self.old.attributes {
            let sort = if *word == Sort::Note.words() { Sort::Note } else { Sort::Attribute };
            if gone(sort, &name) {
                self.misses(sort.words(), name);
            }
        }
    }

    fn item(&self, id: ItemId) -> Option<ItemId> {
        let (kind, name) = self.old.item(id)?;
        let of = self.new.book.names.find(Sort::Kind, kind).map(KindId);
        let found = of.and_then(|of| self.new.book.item_of_kind(of, name));
        if found.is_none() {
            self.misses(kind, name);
        }
        found
    }

    fn symbol(&self, symbol: Symbol, r#type: &Type) -> Option<Symbol> {
        let Type::Symbol(set) = r#type.bare() else { return None };
        let word = self.old.word(symbol)?;
        let found = self.new.book.symbol_in(*set, word);
        if found.is_none() {
            self.misses("word", word);
        }
        found
    }

    fn value(&self, value: &Value, r#type: &Type) -> Option<Value> {
        Some(match value {
            Value::Symbol(symbol) => Value::Symbol(self.symbol(*symbol, r#type)?),
            Value::Item(item) => Value::Item(self.item(*item)?),
            Value::Thing(thing) => Value::Thing((*self.things.get(thing.index())?)?),
            Value::List(values) => {
                let Type::List(inner) = r#type.bare() else { return None };
                Value::List(values.iter().filter_map(|value| self.value(value, inner)).collect())
            }
            other => other.clone(),
        })
    }

    fn thing(&self, thing: &Thing, item: ItemId, played: &[u16]) -> Thing {
        let row = &self.new.book.items[item.index()];
        let fields = &self.new.book.kinds[row.kind.index()].fields;
        let mut values = row.fields.clone();
        // Only what play has changed is carried: rows that say something else now say it for every thing.
        for old in played.iter().map(|at| usize::from(*at)) {
            let Some((name, value)) = self.old.fields(thing.item).get(old).zip(thing.fields.get(old)) else { continue };
            match fields.iter().position(|field| *field.head.name == **name) {
                Some(at) => values[at] = self.value(value, &fields[at].r#type).unwrap_or_else(|| values[at].clone()),
                None => self.misses("field", name),
            }
        }
        let place = match thing.place {
            Spot::Ground(cell) => Spot::Ground(cell),
            _ => Spot::Nowhere,
        };
        Thing { item, fields: values, place }
    }

    fn attributes(&self, from: &[Value], to: &mut [Value]) {
        for (at, rule) in self.new.book.attributes.iter().enumerate() {
            let is = |(word, name): &(String, String)| *word == rule.sort().words() && *name == *rule.head.name;
            let old = self.old.attributes.iter().position(is).and_then(|old| from.get(old));
            if let Some(value) = old.and_then(|old| self.value(old, &rule.r#type)) {
                to[at] = value;
            }
        }
    }

    fn tracks(&self, from: &[Number], to: &mut [Number]) {
        let (book, layout) = (&self.new.book, &self.new.layout);
        for (at, (name, _)) in self.old.tracks.iter().enumerate() {
            let Some(new) = book.names.find(Sort::Track, name) else { continue };
            let rule = &book.tracks[usize::from(new)];
            for (word, place) in self.old.places(TrackId(at as u16)) {
                let symbol = match (rule.by, word) {
                    (Some(set), Some(word)) => book.symbol_in(set, word).map(Some),
                    (None, None) => Some(None),
                    _ => None,
                };
                match (symbol, from.get(place)) {
                    (Some(symbol), Some(number)) => to[layout.track(TrackId(new), symbol)] = *number,
                    (None, Some(number)) if *number != Number::ZERO => {
                        self.misses("track", &word.map_or_else(|| name.clone(), |word| format!("{name}.{word}")));
                    }
                    _ => {}
                }
            }
        }
    }

    fn side(&self, side: &Side) -> Side {
        let mut new = Side::blank(&self.new.book, &self.new.layout, &side.name, &side.title);
        self.attributes(&side.attributes, &mut new.attributes);
        self.tracks(&side.tracks, &mut new.tracks);
        new
    }

    fn figure(&self, figure: &Figure) -> Figure {
        let (old, new) = (self.old, &self.new.book);
        let mut carried = Figure::blank(new, &self.new.layout, &figure.name, figure.side);
        let name = |names: &'_ [String], at: usize| names.get(at).cloned();
        let sheet = figure.sheet.and_then(|id| name(&old.sheets, id.index()));
        carried.sheet = self.found(Sort::Sheet, sheet.as_deref()).map(SheetId);
        (carried.at, carried.facing, carried.removed) = (figure.at, figure.facing, figure.removed);
        self.attributes(&figure.attributes, &mut carried.attributes);
        self.tracks(&figure.tracks, &mut carried.tracks);
        for (at, rule) in new.states.iter().enumerate() {
            let was = old.states.iter().position(|old| *old == *rule.head.name);
            let was = was.and_then(|was| figure.states.get(StateId(was as u16).index()));
            if let Some(symbol) = was.and_then(|was| self.symbol(*was, &Type::Symbol(rule.set))) {
                carried.states[at] = symbol;
            }
        }
        for (at, rule) in new.slots.iter().enumerate() {
            let was = old.slots.iter().position(|old| *old == *rule.head.name);
            let Some(things) = was.and_then(|was| figure.slots.get(was)) else { continue };
            carried.slots[at] = things.iter().filter_map(|thing| *self.things.get(thing.index())?).collect();
        }
        let condition = |held: &HeldCondition| {
            let id = self.found(Sort::Condition, name(&old.conditions, held.condition.index()).as_deref())?;
            Some(HeldCondition { condition: ConditionId(id), clock: held.clock })
        };
        carried.conditions = figure.conditions.iter().filter_map(condition).collect();
        carried.controller = figure.controller.and_then(|id| {
            let name = old.scripts.get(id.index())?;
            let found = new.scripts.iter().position(|script| *script.name == **name);
            if found.is_none() {
                self.misses(Sort::Script.words(), name);
            }
            found.map(|at| ScriptId(at as u16))
        });
        carried
    }

    fn tie(&self, tie: &Tie) -> Option<Tie> {
        let name = self.old.relations.get(tie.relation.index());
        let relation = RelationId(self.found(Sort::Relation, name.map(String::as_str))?);
        let to = self.value(&tie.to, &Type::Nothing)?;
        Some(Tie { relation, from: tie.from, to, turns: tie.turns })
    }

    /// Things are where figures hold them; those on the ground lie where they lay.
    fn places(&self, carried: &mut StateParts) {
        for index in 0..carried.figures.len() {
            let figure = crate::value::FigureId(index as u16);
            for slot in 0..carried.figures[index].slots.len() {
                for thing in carried.figures[index].slots[slot].clone() {
                    carried.things[thing.index()].place = Spot::Slot(figure, SlotId(slot as u16));
                }
            }
        }
    }

    /// What is spread over the map, and what the map has become.
    fn ground(&self, state: &State, carried: &mut StateParts) {
        for (thing, area) in &state.areas {
            if let Some(thing) = self.things.get(thing.index()).copied().flatten() {
                carried.things[thing.index()].place = Spot::Area;
                carried.areas.push((thing, area.clone()));
            }
        }
        let cells = state.cells.iter().filter_map(|(cell, item)| Some((*cell, self.item(*item)?)));
        carried.cells = cells.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::{CarriedFight, over};
    use crate::dice::Given;
    use crate::event::Spot;
    use crate::play::Play;
    use crate::play::Progress;
    use crate::repl::fits::misfits;
    use crate::rulebook::{Choices, load};
    use crate::state::{State, StateParts};
    use crate::text::Memory;
    use crate::value::{Clock, ItemId, Position, ScenarioId};

    const YARD: &str = r#"
pack yard "Yard" { board square; scale 1 m; cells floor }
kind haze plural hazes {}
kind floor plural floors {}
hazes { | name |
        | Fog  | }
floors { | name |
         | sand |
         | gate | }
map yard { legend . sand
  "..." }
figure Ann {}
scenario bout { map yard; side red { Ann at 0,0 }; side blue { Ann "Bea" at 2,0 } }
"#;

    /// A fight in the yard, with something said before the rules.
    fn play(more: &str) -> Play {
        let files = Memory::default()
            .with("rules/std/pack.fray", include_str!("../../rules/std/pack.fray"))
            .with("rules/yard/a.fray", more)
            .with("rules/yard/pack.fray", YARD);
        let book = load(&files, "yard", &Choices::none()).0.expect("a small pack");
        crate::odds::kit(book).play(ScenarioId(0), Box::new(Given::default())).expect("two figures")
    }

    /// Fog over one cell for good, and a gate where there was sand.
    fn foggy() -> Play {
        let mut play = play("");
        let item = |name: &str| ItemId(play.rules().book.names.items(name)[0].0);
        let (fog, gate) = (item("Fog"), item("gate"));
        let thing = play.make_thing(fog, Spot::Nowhere).expect("room for one");
        play.spread_thing(thing, &[Position { x: 1, y: 0 }], Clock::ForGood).expect("a board");
        play.change_cell(Position { x: 2, y: 0 }, gate).expect("a board");
        play
    }

    #[test]
    fn what_lies_over_the_map_is_carried_to_other_rules() {
        let (old, new) = (foggy(), play("floors { | name |\n | mud | }"));
        let CarriedFight { state: carried, missing } = over(old.rules(), new.rules(), old.state());
        let [(thing, area)] = carried.areas.as_slice() else { panic!("one area: {:?}", carried.areas) };
        assert_eq!(carried.thing(*thing).place, Spot::Area);
        assert_eq!(area.cells(), [Position { x: 1, y: 0 }]);
        let [(cell, item)] = carried.cells.as_slice() else { panic!("one cell: {:?}", carried.cells) };
        let name = &new.rules().book.items[item.index()].head.name;
        assert_eq!((*cell, &**name), (Position { x: 2, y: 0 }, "gate"));
        assert_eq!(misfits(new.rules(), &carried, Progress::default()), [""; 0]);
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn the_last_turn_there_is_has_none_behind_it() {
        let play = play("");
        let mut state = State::from(StateParts { turn: u32::MAX, ..(**play.state()).clone() });
        crate::state::apply(play.rules(), &mut state, &crate::event::Change::TurnBegan);
        assert_eq!(state.turn, u32::MAX);
    }
}
