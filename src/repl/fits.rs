//! Whether a stored fight fits the rules in force: every bound, name, place and reference of it. Somebody may have
//! changed it by hand, and what is played must be possible.

use crate::board::Plane;
use crate::event::{Order, Spot};
use crate::play::{Progress, Rules};
use crate::rulebook::{Expr, Node, OwnerDecl, Rulebook, Scenario, SheetLine, Stacks, Type};
use crate::state::{Figure, MOST_FIGURES, MOST_THINGS, Side, State, StateParts, Thing, Tie};
use crate::value::{
    Clock, FactId, FigureId, ItemId, KindId, Number, Position, ScriptId, Symbol, ThingId, TrackId, Value,
};
use std::collections::BTreeSet;

/// The last turn that is played, whatever a scenario says.
const MOST_TURNS: u32 = 100_000;

/// What does not fit in a stored fight, in words; nothing if everything does.
pub(super) fn misfits(rules: &Rules, state: &State, progress: Progress) -> Vec<String> {
    let plane = rules.ground.as_ref().map(|ground| ground.plane);
    let fits = Fits { rules, book: &rules.book, state, plane, controllers: rules.book.controllers() };
    let mut wrong = Vec::new();
    let mut names = BTreeSet::new();
    for figure in &state.figures {
        let why = if names.insert(&*figure.name) { fits.figure(figure) } else { Some("is there twice".to_string()) };
        wrong.extend(why.map(|why| format!("`{}` {why}", figure.name)));
    }
    for side in &state.sides {
        wrong.extend(fits.side(side).map(|why| format!("the side `{}` {why}", side.name)));
    }
    for (at, thing) in state.things.iter().enumerate() {
        wrong.extend(fits.thing(ThingId(at as u16), thing).map(|why| format!("thing {at} {why}")));
    }
    for tie in &state.ties {
        wrong.extend(fits.tie(tie).map(|why| format!("a relation {why}")));
    }
    wrong.extend(state.later.iter().filter_map(|later| fits.later(later)).map(|why| format!("what it puts off {why}")));
    let pending = state.pending.iter().filter_map(|order| fits.later(order));
    wrong.extend(pending.map(|why| format!("what waits for its check {why}")));
    let whole = [fits.ground(), fits.turn(progress), fits.counts()];
    wrong.extend(whole.into_iter().flatten());
    wrong
}

/// What does not fit in a fight of a scenario: its sides are the first, and its figures, in their order.
pub(super) fn misplaced(scenario: &Scenario, state: &State) -> Vec<String> {
    let name = &scenario.head.name;
    let mut wrong = Vec::new();
    for (at, side) in scenario.sides.iter().enumerate() {
        let is_there = state.sides.get(at).is_some_and(|own| own.name == side.head.name);
        wrong.extend((!is_there).then(|| format!("the side `{}` of the scenario `{name}` is missing", side.head.name)));
    }
    let placed = scenario.sides.iter().flat_map(|side| &side.figures);
    for (at, placed) in placed.enumerate() {
        let is_there = state.figures.get(at).is_some_and(|own| own.sheet == Some(placed.sheet));
        wrong.extend((!is_there).then(|| format!("`{}` of the scenario `{name}` is missing", placed.name)));
    }
    wrong
}

struct Fits<'a> {
    rules: &'a Rules,
    book: &'a Rulebook,
    state: &'a State,
    /// The surface of the map, if there is one.
    plane: Option<Plane>,
    /// The scripts that may decide for a figure.
    controllers: BTreeSet<ScriptId>,
}

/// The first that is wrong.
fn first<const N: usize>(checks: [(bool, &str); N]) -> Option<String> {
    checks.into_iter().find(|(fits, _)| !fits).map(|(_, why)| why.to_string())
}

/// Whether a name is one line, and not an empty one.
fn is_line(name: &str) -> bool {
    !name.trim().is_empty() && !name.contains(['\n', '\r'])
}

impl Fits<'_> {
    fn figure(&self, figure: &Figure) -> Option<String> {
        let book = self.book;
        let state =
            |(symbol, of): (&Symbol, &crate::rulebook::StateRule)| symbol.set == of.set && self.is_symbol(*symbol);
        first([
            (is_line(&figure.name), "has a name of no line or of two"),
            (figure.side.index() < self.state.sides.len(), "is on a side that is not there"),
            (figure.sheet.is_none_or(|sheet| sheet.index() < book.sheets.len()), "is of a sheet that is not there"),
            (
                figure.controller.is_none_or(|script| script.index() < book.scripts.len()),
                "is decided for by a script that is not there",
            ),
            (
                figure.controller.is_none_or(|script| self.controllers.contains(&script)),
                "is decided for by a script that decides for nobody",
            ),
            (figure.at.is_none_or(|at| self.is_place(at)), "stands where there is no map"),
            (
                self.plane.is_none_or(|plane| (0..plane.directions()).contains(&figure.facing)),
                "faces no direction of this board",
            ),
            (figure.tracks.len() == self.rules.layout.tracks, "has other tracks than these rules"),
            (self.are_attributes(&figure.attributes), "has other attributes than these rules"),
            (
                figure.states.len() == book.states.len() && figure.states.iter().zip(&book.states).all(state),
                "is in a state that is not there",
            ),
            (self.are_slots(figure), "has something in a slot that cannot be there"),
            (self.are_conditions(figure), "has a condition that is not there, or twice, or for no time"),
        ])
        .or_else(|| self.tracks(&figure.tracks, OwnerDecl::Figure))
    }

    fn are_slots(&self, figure: &Figure) -> bool {
        let at = self.state.figures.iter().position(|other| std::ptr::eq(other, figure)).unwrap_or(usize::MAX);
        let holds = |slot: usize, thing: &ThingId| {
            self.state.things.get(thing.index()).is_some_and(|held| {
                let kind = self.book.items.get(held.item.index()).map(|item| item.kind);
                let is_there = matches!(held.place, Spot::Slot(owner, of) if owner.index() == at && of.index() == slot);
                is_there && kind == self.book.slots[slot].kind
            })
        };
        let fits = |(slot, things): (usize, &Vec<ThingId>)| {
            let mut seen = BTreeSet::new();
            things.iter().all(|thing| holds(slot, thing) && seen.insert(*thing))
        };
        figure.slots.len() == self.book.slots.len() && figure.slots.iter().enumerate().all(fits)
    }

    fn are_conditions(&self, figure: &Figure) -> bool {
        let mut seen = BTreeSet::new();
        figure.conditions.iter().all(|held| {
            let rule = self.book.conditions.get(held.condition.index());
            let is_possible = match held.clock {
                Clock::Turns(left) | Clock::Phases(left) => (1..=MOST_TURNS).contains(&left),
                _ => true,
            };
            is_possible && rule.is_some_and(|rule| seen.insert(held.condition) || rule.stacks == Stacks::Adds)
        })
    }

    /// A track beyond its bounds, where these are the same for everybody and for ever.
    fn tracks(&self, tracks: &[Number], owner: OwnerDecl) -> Option<String> {
        let (book, layout) = (self.book, &self.rules.layout);
        book.tracks.iter().enumerate().find_map(|(at, track)| {
            let id = TrackId(at as u16);
            let places = track.by.map_or(1, |set| book.sets[set.index()].words.len());
            let from = layout.track(id, None);
            let beyond = |value: &Number| {
                if track.owner != owner {
                    return (*value != Number::ZERO)
                        .then(|| format!("has `{}`, which it cannot have", track.head.name));
                }
                let allowed = || self.said(id).any(|said| said == *value);
                let least = self.bound(&track.min).filter(|least| value < least && !allowed());
                let most = self.bound(&track.max).filter(|most| value > most && !allowed());
                let name = &track.head.name;
                least
                    .map(|least| format!("has `{name}` {value}, where {least} is the least"))
                    .or_else(|| most.map(|most| format!("has `{name}` {value}, where {most} is the most")))
            };
            tracks.get(from..from + places)?.iter().find_map(beyond)
        })
    }

    /// A bound that no play changes.
    fn bound(&self, bound: &Option<Expr>) -> Option<Number> {
        let expr = bound.as_ref()?;
        let mut is_fixed = true;
        expr.walk(&mut |part| {
            is_fixed &= matches!(
                part.node,
                Node::Const(_) | Node::Setting(_) | Node::Binary(..) | Node::Minus(_) | Node::Round(..)
            );
        });
        let view = crate::state::View::new(self.rules, self.state);
        is_fixed.then(|| view.number(expr).ok()).flatten()
    }

    /// What sheets and scenarios say of a track: they may say anything.
    fn said(&self, track: TrackId) -> impl Iterator<Item = Number> + '_ {
        let said = move |line: &SheetLine| match line {
            SheetLine::Track(of, number) if *of == track => Some(*number),
            _ => None,
        };
        let sides = self.book.scenarios.iter().flat_map(|scenario| &scenario.sides);
        let placed = sides.flat_map(|side| side.figures.iter().flat_map(|figure| &figure.lines).chain(&side.lines));
        self.book.sheets.iter().flat_map(|sheet| &sheet.lines).chain(placed).filter_map(said)
    }

    fn side(&self, side: &Side) -> Option<String> {
        first([
            (self.state.sides.iter().filter(|other| other.name == side.name).count() == 1, "is there twice"),
            (is_line(&side.name) && is_line(&side.title), "has a name or a title of no line or of two"),
            (side.tracks.len() == self.rules.layout.tracks, "has other tracks than these rules"),
            (self.are_attributes(&side.attributes), "has other attributes than these rules"),
        ])
        .or_else(|| self.tracks(&side.tracks, OwnerDecl::Side))
    }

    fn are_attributes(&self, values: &[Value]) -> bool {
        let rules = &self.book.attributes;
        let fits = |(value, rule): (&Value, &crate::rulebook::Attribute)| {
            *value == rule.default || self.is_of(value, &rule.r#type)
        };
        values.len() == rules.len() && values.iter().zip(rules).all(fits)
    }

    fn thing(&self, id: ThingId, thing: &Thing) -> Option<String> {
        let Some(item) = self.book.items.get(thing.item.index()) else {
            return Some("is of a row that is not there".to_string());
        };
        let fields = &self.book.kinds[item.kind.index()].fields;
        let field = |((value, field), row): ((&Value, &crate::rulebook::Field), &Value)| {
            value == row || field.tracked && self.is_of(value, &field.r#type)
        };
        let holds_it = |figure: FigureId, slot: usize| {
            let held = self.state.figures.get(figure.index()).and_then(|figure| figure.slots.get(slot));
            held.is_some_and(|things| things.contains(&id))
        };
        let spread = self.state.areas.iter().filter(|(other, _)| *other == id).count();
        let is_there = match thing.place {
            Spot::Nowhere => true,
            Spot::Slot(figure, slot) => holds_it(figure, slot.index()),
            Spot::Ground(cell) => self.is_place(cell),
            Spot::Area => spread == 1,
        };
        let values = thing.fields.iter().zip(fields).zip(&item.fields);
        let has_fields = thing.fields.len() == fields.len() && values.into_iter().all(field);
        let why = first([
            (is_there, "is where it cannot be"),
            (has_fields, "has a field that it cannot have"),
            (spread == 0 || thing.place == Spot::Area, "is spread over cells and somewhere else"),
        ]);
        why.map(|why| format!("(`{}`) {why}", item.head.name))
    }

    fn ground(&self) -> Option<String> {
        let StateParts { things, areas, cells, .. } = &**self.state;
        let is_cell = |cell: &Position| self.plane.is_some_and(|plane| plane.cell(*cell) == Some(*cell));
        let kind = self.book.ground.as_ref().and_then(|ground| ground.cells);
        let is_ground = |item: &ItemId| self.book.items.get(item.index()).is_some_and(|item| Some(item.kind) == kind);
        let area_cells = || areas.iter().map(|(_, area)| area.cells());
        first([
            (areas.is_sorted_by(|one, other| one.0 < other.0), "its areas are in no order"),
            (areas.iter().all(|(id, _)| id.index() < things.len()), "something is spread that is not there"),
            (area_cells().all(|cells| cells.is_sorted_by(|one, other| one < other)), "an area has a cell twice"),
            (area_cells().flatten().all(is_cell), "an area lies where there is no map"),
            (cells.is_sorted_by(|one, other| one.0 < other.0), "a cell of its map is changed twice"),
            (cells.iter().all(|(cell, _)| is_cell(cell)), "a cell is changed where there is no map"),
            (cells.iter().all(|(_, item)| is_ground(item)), "a cell is of a ground that is not there"),
        ])
    }

    fn tie(&self, tie: &Tie) -> Option<String> {
        let Some(relation) = self.book.relations.get(tie.relation.index()) else {
            return Some("is one that is not there".to_string());
        };
        let same = |other: &&Tie| other.relation == tie.relation && other.from == tie.from;
        let others = self.state.ties.iter().filter(same);
        let is_end = match (&relation.to, &tie.to) {
            // What is held to a thing may be one in play or a row.
            (Type::Nothing, Value::Thing(_) | Value::Item(_)) => self.is_whole(&tie.to),
            (Type::Nothing, _) => false,
            (r#type, value) => self.is_of(value, r#type),
        };
        let why = first([
            (tie.from.index() < self.state.figures.len(), "is of a figure that is not there"),
            (is_end, "is to something that is not there"),
            (tie.to != Value::Figure(tie.from), "is of a figure with itself"),
            ((1..=MOST_TURNS).contains(&tie.turns), "has held for a number of turns that is impossible"),
            (others.clone().filter(|other| other.to == tie.to).count() == 1, "holds twice"),
            (!relation.one || others.count() == 1, "has two far ends, and may have one"),
        ]);
        why.map(|why| format!("(`{}`) {why}", relation.head.name))
    }

    fn later(&self, later: &Order) -> Option<String> {
        let fact = |(fact, value): &(FactId, Value)| {
            self.book
                .facts
                .get(fact.index())
                .is_some_and(|fact| matches!(value, Value::None | Value::Unset) || self.is_of(value, &fact.r#type))
        };
        first([
            (later.actor.index() < self.state.figures.len(), "is of a figure that is not there"),
            (later.action.index() < self.book.actions.len(), "is an action that is not there"),
            (later.facts.iter().chain(&later.assumed).all(fact), "states what cannot be"),
        ])
    }

    fn turn(&self, progress: Progress) -> Option<String> {
        let StateParts { turn, phase, acting_side, side_order, outcome, sides, .. } = &**self.state;
        let winner = outcome.as_ref().and_then(|outcome| outcome.winner);
        let ordered: BTreeSet<_> = side_order.iter().collect();
        let named = side_order.iter().chain(acting_side).chain(&winner);
        let course = progress.course;
        first([
            (*turn <= MOST_TURNS, "its turn is none that is played"),
            (*turn == course.turn, "its turn is not the one of its phases"),
            (progress.begun || *turn == 0, "it is in a turn, and has not begun"),
            (course.is_within(&self.rules.plan, sides.len()), "it is at a place in the turn that is not there"),
            (phase.is_none_or(|phase| phase.index() < self.book.turn.phases.len()), "its phase is not there"),
            // Nothing is written in the middle of one.
            (phase.is_none(), "it is in a phase, and fights are kept between two"),
            (ordered.len() == side_order.len(), "a side comes twice in its order"),
            (side_order.len() == sides.len(), "a side is missing in its order"),
            (named.into_iter().all(|side| side.index() < sides.len()), "its turn is of a side that is not there"),
        ])
    }

    fn counts(&self) -> Option<String> {
        first([
            (self.state.figures.len() <= MOST_FIGURES, "it holds too many figures"),
            (self.state.things.len() <= MOST_THINGS, "it holds too many things"),
        ])
    }

    fn is_place(&self, at: Position) -> bool {
        self.plane.is_some_and(|plane| plane.contains(at))
    }

    fn is_symbol(&self, symbol: Symbol) -> bool {
        self.book.sets.get(symbol.set.index()).is_some_and(|set| usize::from(symbol.at) < set.words.len())
    }

    /// Whether all that a value names is there.
    fn is_whole(&self, value: &Value) -> bool {
        match value {
            Value::Symbol(symbol) => self.is_symbol(*symbol),
            Value::Figure(id) => id.index() < self.state.figures.len(),
            Value::Side(id) => id.index() < self.state.sides.len(),
            Value::Item(item) => item.index() < self.book.items.len(),
            Value::Thing(id) => id.index() < self.state.things.len(),
            Value::Cell(cell) => self.is_place(*cell),
            // Deeper lists are refused by the reader of the file.
            Value::List(values) => values.iter().all(|value| self.is_whole(value)),
            _ => true,
        }
    }

    /// Whether a value is one of a type, and all that it names is there.
    fn is_of(&self, value: &Value, r#type: &Type) -> bool {
        let of_kind = |item: ItemId, kind: KindId| self.book.items.get(item.index()).is_some_and(|it| it.kind == kind);
        self.is_whole(value)
            && match (value, r#type) {
                (Value::None, Type::Optional(_)) | (_, Type::Nothing) => true,
                (value, Type::Optional(inner)) => self.is_of(value, inner),
                (Value::Truth(_), Type::Truth | Type::Chance)
                | (Value::Number(_), Type::Number(_) | Type::Dice)
                | (Value::Dice(_), Type::Dice)
                | (Value::Text(_), Type::Text)
                | (Value::Figure(_), Type::Figure)
                | (Value::Side(_), Type::Side)
                | (Value::Cell(_), Type::Cell) => true,
                (Value::Symbol(symbol), Type::Symbol(set)) => symbol.set == *set,
                (Value::Item(item), Type::Thing(kind)) => of_kind(*item, *kind),
                (Value::Thing(id), Type::Thing(kind)) => of_kind(self.state.things[id.index()].item, *kind),
                (Value::List(values), Type::List(inner)) => values.iter().all(|value| self.is_of(value, inner)),
                _ => false,
            }
    }
}
