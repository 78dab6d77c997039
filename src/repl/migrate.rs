//! A fight carried from one rulebook to another: what has the same name stays, what is new begins as declared, what is gone
//! is gone.

use crate::event::Spot;
use crate::play::Rules;
use crate::rulebook::{Sort, Type};
use crate::state::StateParts;
use crate::state::{Figure, HeldCondition, Side, State, Thing, Tie};
use crate::value::{
    AttributeId, ConditionId, ItemId, PhaseId, RelationId, ScriptId, SheetId, SlotId, StateId, Symbol, ThingId,
    TrackId, Value,
};

/// The same fight under other rules.
pub(super) fn over(old: &Rules, new: &Rules, state: &State) -> State {
    let mut carrier = Carrier { old, new, things: Vec::new() };
    let mut carried = StateParts { side_order: state.side_order.clone(), turn: state.turn, ..StateParts::default() };
    for thing in &state.things {
        let item = carrier.item(thing.item);
        carrier.things.push(item.map(|item| {
            let id = ThingId(carried.things.len() as u16);
            carried.things.push(carrier.thing(thing, item));
            id
        }));
    }
    carried.sides = state.sides.iter().map(|side| carrier.side(side)).collect();
    carried.figures = state.figures.iter().map(|figure| carrier.figure(figure)).collect();
    carried.ties = state.ties.iter().filter_map(|tie| carrier.tie(tie)).collect();
    carrier.places(&mut carried);
    carrier.ground(state, &mut carried);
    carried.phase = state.phase.and_then(|phase| {
        let name = &old.book.turn.phases.get(phase.index())?.head.name;
        new.book.names.find(Sort::Phase, name).map(PhaseId)
    });
    (carried.acting_side, carried.outcome) = (state.acting_side, state.outcome.clone());
    carried.into()
}

struct Carrier<'a> {
    old: &'a Rules,
    new: &'a Rules,
    /// The new place of each thing, if its row is still there.
    things: Vec<Option<ThingId>>,
}

impl Carrier<'_> {
    fn item(&self, id: ItemId) -> Option<ItemId> {
        let item = &self.old.book.items[id.index()];
        let kind = &self.old.book.kinds[item.kind.index()].head.name;
        let kind = self.new.book.names.find(Sort::Kind, kind)?;
        self.new.book.item_of_kind(crate::value::KindId(kind), &item.head.name)
    }

    fn symbol(&self, symbol: Symbol, r#type: &Type) -> Option<Symbol> {
        let Type::Symbol(set) = r#type.bare() else { return None };
        self.new.book.symbol_in(*set, self.old.book.symbol_name(symbol))
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

    fn thing(&self, thing: &Thing, item: ItemId) -> Thing {
        let row = &self.new.book.items[item.index()];
        let fields = &self.new.book.kinds[row.kind.index()].fields;
        let old_item = &self.old.book.items[thing.item.index()];
        let old_fields = &self.old.book.kinds[old_item.kind.index()].fields;
        let mut values = row.fields.clone();
        for (at, field) in fields.iter().enumerate() {
            let old = old_fields.iter().position(|old| old.head.name == field.head.name);
            // Only what play has changed is carried: rows that say something else now say it for every thing.
            if let Some(old) = old.filter(|old| thing.fields[*old] != old_item.fields[*old])
                && let Some(value) = self.value(&thing.fields[old], &field.r#type)
            {
                values[at] = value;
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
            let old = self.old.book.names.find(rule.sort(), &rule.head.name);
            if let Some(value) = old.and_then(|old| self.value(&from[AttributeId(old).index()], &rule.r#type)) {
                to[at] = value;
            }
        }
    }

    fn tracks(&self, from: &[crate::value::Number], to: &mut [crate::value::Number]) {
        for (at, rule) in self.new.book.tracks.iter().enumerate() {
            let Some(old) = self.old.book.names.find(Sort::Track, &rule.head.name) else { continue };
            let old_set = self.old.book.tracks[usize::from(old)].by;
            match (rule.by, old_set) {
                (Some(set), Some(old_set)) => {
                    for word in &self.new.book.sets[set.index()].words {
                        let pair =
                            self.new.book.symbol_in(set, &word.name).zip(self.old.book.symbol_in(old_set, &word.name));
                        if let Some((new, was)) = pair {
                            to[self.new.layout.track(TrackId(at as u16), Some(new))] =
                                from[self.old.layout.track(TrackId(old), Some(was))];
                        }
                    }
                }
                (None, None) => {
                    to[self.new.layout.track(TrackId(at as u16), None)] =
                        from[self.old.layout.track(TrackId(old), None)];
                }
                _ => {}
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
        let (old, new) = (&self.old.book, &self.new.book);
        let mut carried = Figure::blank(new, &self.new.layout, &figure.name, figure.side);
        let found = |sort: Sort, name: &str| new.names.find(sort, name);
        carried.sheet = figure.sheet.and_then(|id| found(Sort::Sheet, &old.sheets[id.index()].head.name)).map(SheetId);
        (carried.at, carried.facing, carried.removed) = (figure.at, figure.facing, figure.removed);
        self.attributes(&figure.attributes, &mut carried.attributes);
        self.tracks(&figure.tracks, &mut carried.tracks);
        for (at, rule) in new.states.iter().enumerate() {
            let was = old.names.find(Sort::State, &rule.head.name).map(|old| figure.states[StateId(old).index()]);
            if let Some(symbol) = was.and_then(|was| new.symbol_in(rule.set, old.symbol_name(was))) {
                carried.states[at] = symbol;
            }
        }
        for (at, rule) in new.slots.iter().enumerate() {
            let Some(was) = old.names.find(Sort::Slot, &rule.head.name) else { continue };
            let things = &figure.slots[SlotId(was).index()];
            carried.slots[at] = things.iter().filter_map(|thing| self.things[thing.index()]).collect();
        }
        let condition = |held: &HeldCondition| {
            let id = found(Sort::Condition, &old.conditions[held.condition.index()].head.name)?;
            Some(HeldCondition { condition: ConditionId(id), clock: held.clock })
        };
        carried.conditions = figure.conditions.iter().filter_map(condition).collect();
        let script = |id: ScriptId| {
            let name = &old.scripts[id.index()].name;
            new.scripts.iter().position(|script| script.name == *name).map(|at| ScriptId(at as u16))
        };
        carried.controller = figure.controller.and_then(script);
        carried
    }

    fn tie(&self, tie: &Tie) -> Option<Tie> {
        let name = &self.old.book.relations[tie.relation.index()].head.name;
        let relation = RelationId(self.new.book.names.find(Sort::Relation, name)?);
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
            if let Some(thing) = self.things[thing.index()] {
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
    use super::over;
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
        let carried = over(old.rules(), new.rules(), old.state());
        let [(thing, area)] = carried.areas.as_slice() else { panic!("one area: {:?}", carried.areas) };
        assert_eq!(carried.thing(*thing).place, Spot::Area);
        assert_eq!(area.cells(), [Position { x: 1, y: 0 }]);
        let [(cell, item)] = carried.cells.as_slice() else { panic!("one cell: {:?}", carried.cells) };
        let name = &new.rules().book.items[item.index()].head.name;
        assert_eq!((*cell, &**name), (Position { x: 2, y: 0 }, "gate"));
        assert_eq!(misfits(new.rules(), &carried, Progress::default()), [""; 0]);
    }

    #[test]
    fn the_last_turn_there_is_has_none_behind_it() {
        let play = play("");
        let mut state = State::from(StateParts { turn: u32::MAX, ..(**play.state()).clone() });
        crate::state::apply(play.rules(), &mut state, &crate::event::Change::TurnBegan);
        assert_eq!(state.turn, u32::MAX);
    }
}
