//! The steps of a test that make something so: properties, what lies where.

use super::Failure;
use super::board::{TestBoard, unknown};
use crate::event::Change;
use crate::event::Holder;
use crate::event::Spot;
use crate::rulebook::{Head, OwnerDecl, SheetLine, Track, Type, literal};
use crate::syntax::ast::{ExprDecl, ExprNode, Name, Point};
use crate::text::Span;
use crate::value::{
    AttributeId, Clock, ConditionId, FigureId, ItemId, KindId, Number, Position, SetId, SlotId, StateId, Symbol,
    TrackId, Value,
};

impl TestBoard {
    /// Lays a thing in a cell, or spreads it over a rectangle of cells.
    pub(super) fn lay(
        &mut self,
        span: Span,
        item: &Name,
        (from, to): (Point, Option<Point>),
        turns: Option<u32>,
    ) -> Result<(), Failure> {
        let book = self.kit.book.clone();
        let [id] = book.names.items(&item.text) else {
            return Err(unknown(item, "thing", book.items.iter().map(|item| &*item.head.name)));
        };
        let corner = self.cell_on_board(from)?;
        let broken = |bench: &TestBoard, error| bench.broken(span, "a thing", error);
        let thing = self.play.make_thing(*id, Spot::Nowhere).map_err(|error| broken(self, error))?;
        let Some(to) = to else {
            return self.play.put_thing(thing, Spot::Ground(corner)).map(|_| ()).map_err(|error| broken(self, error));
        };
        let (end, lasts) = (self.cell_on_board(to)?, turns.map_or(Clock::ForGood, Clock::Turns));
        let rows = corner.y.min(end.y)..=corner.y.max(end.y);
        let columns = || corner.x.min(end.x)..=corner.x.max(end.x);
        let cells: Vec<Position> = rows.flat_map(|y| columns().map(move |x| Position { x, y })).collect();
        self.play.spread_thing(thing, &cells, lasts).map_err(|error| broken(self, error))
    }

    pub(super) fn cell_on_board(&self, point: Point) -> Result<Position, Failure> {
        let Some(ground) = self.play.view().ground() else {
            return Err(Failure::new(point.span, "a board", "none: say `map NAME` first"));
        };
        let cell = crate::state::position(&self.kit.book, point.x, point.y);
        let inside = cell.filter(|cell| ground.plane.draws(*cell));
        let size = format!(
            "one outside it: it is {} wide and {} high, counted from 0,0",
            ground.plane.columns, ground.plane.rows
        );
        inside.ok_or_else(|| Failure::new(point.span, "a cell of the map", &size))
    }

    /// `set Ada.harm = 3`, `set Ada.ready.charges = 0`, `set wounds(Ada, head) = 2`: written into the state without
    /// what a change in play would set off, thresholds and reactions.
    pub(super) fn set(&mut self, left: &ExprDecl, right: &ExprDecl) -> Result<(), Failure> {
        match &left.node {
            ExprNode::Property(owner, property) => match &owner.node {
                ExprNode::Property(holder, slot) => {
                    let figure = self.figure_of(holder)?;
                    self.set_things(figure, slot, property, right)
                }
                _ => {
                    let figure = self.figure_of(owner)?;
                    self.set_property(figure, property, right)
                }
            },
            ExprNode::Call(track, arguments) => self.set_by_word(track, arguments, right),
            _ => Err(Failure::new(left.span, "a property, such as `Ada.harm`", "something else")),
        }
    }

    fn figure_of(&self, expr: &ExprDecl) -> Result<FigureId, Failure> {
        match &expr.node {
            ExprNode::Name(name) => self.figure(name),
            ExprNode::Text(text) => self.figure(&Name { text: text.text.clone(), span: text.span }),
            _ => Err(Failure::new(expr.span, "the name of a figure", "something else")),
        }
    }

    /// Sets a tracked field of every thing in a slot.
    fn set_things(&mut self, figure: FigureId, slot: &Name, field: &Name, right: &ExprDecl) -> Result<(), Failure> {
        let book = self.kit.book.clone();
        let at = book.slots.iter().position(|one| *one.head.name == *slot.text);
        let Some((at, kind)) = at.and_then(|at| Some((at, book.slots[at].kind?))) else {
            return Err(unknown(slot, "slot", book.slots.iter().map(|one| &*one.head.name)));
        };
        let kind = &book.kinds[kind.index()];
        let tracked = || kind.fields.iter().filter(|field| field.tracked);
        let Some(index) = kind.fields.iter().position(|one| one.tracked && *one.head.name == *field.text) else {
            return Err(unknown(field, "tracked field", tracked().map(|one| &*one.head.name)));
        };
        let value = match kind.fields[index].r#type.bare() {
            Type::Symbol(set) => Value::Symbol(self.word(*set, right)?),
            _ => self.in_unit(right, kind.fields[index].unit)?,
        };
        let things = self.play.state().figure(figure).slots[at].clone();
        if things.is_empty() {
            return Err(Failure::new(slot.span, "something in that slot", "nothing"));
        }
        for thing in things {
            self.is_so(Change::field(thing, index as u16, value.clone()));
        }
        Ok(())
    }

    /// Sets one of the numbers of a track that is kept by words.
    fn set_by_word(&mut self, track: &Name, arguments: &[ExprDecl], right: &ExprDecl) -> Result<(), Failure> {
        let book = self.kit.book.clone();
        let by_words = || book.tracks.iter().enumerate().filter(|(_, one)| one.by.is_some());
        let found = by_words().find(|(_, one)| *one.head.name == *track.text);
        let (Some((at, set)), [figure, word]) = (found.and_then(|(at, one)| Some((at, one.by?))), arguments) else {
            return Err(unknown(track, "track kept by words", by_words().map(|(_, one)| &*one.head.name)));
        };
        let (figure, word) = (self.figure_of(figure)?, self.word(set, word)?);
        let number = self.number_in(right, book.tracks[at].unit)?;
        let (holder, track) = (Holder::Figure(figure), TrackId(at as u16));
        self.within_bounds((holder, track), number, right)?;
        self.is_so(Change::track(holder, track, Some(word), number));
        Ok(())
    }

    /// Refuses a number beyond the bounds of its track: in play it never stands there.
    fn within_bounds(
        &self,
        (holder, track): (Holder, TrackId),
        number: Number,
        said: &ExprDecl,
    ) -> Result<(), Failure> {
        // Where a bound cannot be told, there is none to keep to.
        match self.play.bounded(holder, track, number) {
            Ok(bound) if bound < number => {
                Err(Failure::new(said.span, &format!("{bound} or less"), &number.to_string()))
            }
            Ok(bound) if bound > number => {
                Err(Failure::new(said.span, &format!("{bound} or more"), &number.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Writes a change into the state of the board, without what it would set off in play.
    pub(super) fn is_so(&mut self, change: Change) {
        self.play.arrange(&change);
    }

    fn set_property(&mut self, figure: FigureId, property: &Name, right: &ExprDecl) -> Result<(), Failure> {
        let change = match self.sheet_line(property, std::slice::from_ref(right))? {
            SheetLine::Attribute(attribute, value) => Change::note(Holder::Figure(figure), attribute, value),
            SheetLine::State(state, word) => Change::word(figure, state, word),
            SheetLine::Track(track, number) => {
                if self.kit.book.tracks[track.index()].by.is_some() {
                    let help = format!("`{0}`, which is kept by words: say `set {0}(FIGURE, WORD) = …`", property.text);
                    return Err(Failure::new(property.span, "one number", &help));
                }
                self.within_bounds((Holder::Figure(figure), track), number, right)?;
                Change::track(Holder::Figure(figure), track, None, number)
            }
            SheetLine::Slot(..) | SheetLine::Condition(_) => {
                let help = format!("`{}`: say `hold` or `gain`", property.text);
                return Err(Failure::new(property.span, "a track, state or attribute", &help));
            }
        };
        self.is_so(change);
        Ok(())
    }

    /// A line as of a sheet: an attribute, a track, a state of a figure, what is in a slot, a condition.
    pub(super) fn sheet_line(&self, property: &Name, values: &[ExprDecl]) -> Result<SheetLine, Failure> {
        let book = &self.kit.book;
        let named = |head: &Head| *head.name == *property.text;
        if let Some(at) = book.slots.iter().position(|slot| named(&slot.head))
            && let Some(kind) = book.slots[at].kind
        {
            return Ok(SheetLine::Slot(SlotId(at as u16), self.things_named(kind, values)?));
        }
        if let ([], Some(at)) = (values, book.conditions.iter().position(|one| named(&one.head))) {
            return Ok(SheetLine::Condition(ConditionId(at as u16)));
        }
        let figures = OwnerDecl::Figure;
        let attribute = book.attributes.iter().position(|one| one.owner == figures && named(&one.head));
        if let Some((at, Type::List(of))) = attribute.map(|at| (at, book.attributes[at].r#type.bare())) {
            let unit = book.attributes[at].unit;
            let members = values.iter().map(|value| self.value_as(value, of, unit)).collect::<Result<Vec<_>, _>>()?;
            return Ok(SheetLine::Attribute(AttributeId(at as u16), Value::list(members)));
        }
        let one = || match values {
            [one] => Ok(one),
            _ => Err(Failure::new(property.span, "one value", &format!("{}", values.len()))),
        };
        if let Some(at) = attribute {
            let rule = &book.attributes[at];
            return Ok(SheetLine::Attribute(AttributeId(at as u16), self.value_as(one()?, &rule.r#type, rule.unit)?));
        }
        if let Some(at) = book.states.iter().position(|state| named(&state.head)) {
            return Ok(SheetLine::State(StateId(at as u16), self.word(book.states[at].set, one()?)?));
        }
        let is_it = |track: &Track| track.owner == figures && named(&track.head);
        if let Some(at) = book.tracks.iter().position(is_it) {
            return Ok(SheetLine::Track(TrackId(at as u16), self.number_in(one()?, book.tracks[at].unit)?));
        }
        let names = book.property_names(figures);
        if book.names.find(crate::rulebook::Sort::Value, &property.text).is_some() {
            let wanted = format!("a track, state or attribute named `{}`", property.text);
            return Err(Failure::new(property.span, &wanted, "a value: it is derived, set what it is derived from"));
        }
        Err(unknown(property, "track, state or attribute of a figure", names.iter().map(String::as_str)))
    }

    fn things_named(&self, kind: KindId, values: &[ExprDecl]) -> Result<Vec<ItemId>, Failure> {
        let book = &self.kit.book;
        let mut items = Vec::with_capacity(values.len());
        for value in values {
            let name = match &value.node {
                ExprNode::Name(name) => name.clone(),
                ExprNode::Text(text) => Name { text: text.text.clone(), span: text.span },
                ExprNode::None => continue,
                _ => return Err(Failure::new(value.span, "the name of a thing", "something else")),
            };
            let of_kind = || book.items.iter().filter(|item| item.kind == kind).map(|item| &*item.head.name);
            items.push(book.item_of_kind(kind, &name.text).ok_or_else(|| unknown(&name, "thing", of_kind()))?);
        }
        Ok(items)
    }

    /// A value where a bare number takes the declared unit, as on a sheet.
    fn in_unit(&self, expr: &ExprDecl, unit: Option<u16>) -> Result<Value, Failure> {
        let unit = unit.map(|unit| self.kit.book.units[usize::from(unit)].factor);
        match literal(expr).zip(unit).and_then(|(number, factor)| number.times(factor)) {
            Some(amount) => Ok(Value::Number(amount)),
            None => Ok(self.value(expr)?.0),
        }
    }

    /// The number that an expression comes to, in a unit.
    fn number_in(&self, expr: &ExprDecl, unit: Option<u16>) -> Result<Number, Failure> {
        match self.in_unit(expr, unit)? {
            Value::Number(number) => Ok(number),
            other => Err(Failure::new(expr.span, "a number", other.sort())),
        }
    }

    /// A word of a set, written bare.
    fn word(&self, set: SetId, expr: &ExprDecl) -> Result<Symbol, Failure> {
        let words = &self.kit.book.sets[set.index()].words;
        let name = match &expr.node {
            ExprNode::Name(name) => name.clone(),
            ExprNode::Text(text) => Name { text: text.text.clone(), span: text.span },
            _ => return Err(Failure::new(expr.span, "a word", "something else")),
        };
        let at = words.iter().position(|word| *word.name == *name.text);
        at.map(|at| Symbol { set, at: at as u16 })
            .ok_or_else(|| unknown(&name, "word", words.iter().map(|word| &*word.name)))
    }
}
