//! The verbs of lines.

use super::{Doer, Lines, unfit};
use crate::eval::{EvalError, Fault};
use crate::event::{Change, Spot};
use crate::play::PlayError;
use crate::play::error::Trouble;
use crate::rulebook::{Act, Expr, Lasting, Line, LinePlace, Template, Things, Trigger, Whose};
use crate::text::Span;
use crate::value::{Clock, ConditionId, FigureId, Number, RelationId, SlotId, Symbol, ThingId, Value};
use std::sync::Arc;

impl Lines<'_> {
    pub(super) fn do_verb(&mut self, line: &Line, doer: &Doer<'_>) -> Result<(), PlayError> {
        let at = line.span;
        match &line.act {
            Act::Gain(whose, condition, lasting) => self.do_gain(whose, *condition, lasting.as_ref(), doer, at),
            Act::Lose(whose, condition) => self.each_figure(whose, doer, at, |play, figure| {
                let why = play.store.reason().label.clone();
                play.lose(figure, *condition, why).map(|_| ())
            }),
            Act::Change(place, by) => self.do_change(place, by, doer, at),
            Act::Set(place, to) => self.do_set(place, to, doer, at),
            Act::Relate(whose, relation, far) => {
                let far = self.value(far, doer)?;
                if let Some(wanted) = self.play.wrong_end(*relation, &far) {
                    return Err(unfit(wanted, &far, at));
                }
                self.each_figure(whose, doer, at, |play, figure| play.relate(*relation, figure, far.clone()))
            }
            Act::Release(whose, relation, far) => {
                let far = far.as_ref().map(|far| self.value(far, doer)).transpose()?;
                self.each_figure(whose, doer, at, |play, figure| play.release(*relation, figure, far.as_ref()))
            }
            Act::ReleaseOnto(relation, far) => {
                let far = self.value(far, doer)?;
                self.release_all(*relation, &far)
            }
            Act::Hold(things, whose, slot) => self.do_hold(things, whose, *slot, doer, at),
            Act::Drop(things) => self.each(things, doer, |play, thing| {
                let thing = play.lines().thing_of(thing, doer, things.span)?;
                let Spot::Slot(holder, _) = play.state().thing(thing).place else { return Ok(()) };
                let there = play.state().figure(holder).at.map_or(Spot::Nowhere, Spot::Ground);
                play.put_thing(thing, there).map(|_| ())
            }),
            Act::Place(things, to) => {
                let to = self.cell_of(to, doer)?;
                self.each(&things.expr, doer, |play, one| match one {
                    Value::Figure(figure) => play.place(*figure, to),
                    other => {
                        let thing = play.lines().thing_put(things, other, doer)?;
                        play.put_thing(thing, Spot::Ground(to)).map(|_| ())
                    }
                })
            }
            Act::StepTo(whose, to) => {
                let to = self.cell_of(to, doer)?;
                self.each_figure(whose, doer, at, |play, figure| play.step(figure, to).map(|_| ()))
            }
            Act::Walk(whose, along) => {
                let along_value = self.value(along, doer)?;
                self.each_figure(whose, doer, at, |play, figure| {
                    play.lines().walk_along(figure, &along_value, along.span)
                })
            }
            Act::Turn(whose, to) => {
                let towards = self.value(to, doer)?;
                self.each_figure(whose, doer, at, |play, figure| play.lines().turn_to(figure, &towards, to.span))
            }
            Act::TakeAway(things) => self.each(things, doer, |play, thing| {
                let thing = play.lines().thing_of(thing, doer, things.span)?;
                play.put_thing(thing, Spot::Nowhere).map(|_| ())
            }),
            Act::Spread(things, over, lasting) => self.do_spread(things, over, lasting.as_ref(), doer),
            Act::Later(action, with) => self.do_later(line, *action, with, doer),
            Act::Win(side) if self.play.state().outcome.is_none() => {
                let value = self.value(side, doer)?;
                let Value::Side(winner) = value else { return Err(unfit("a side", &value, side.span)) };
                let why = self.play.store.reason().label.clone().unwrap_or_else(|| "so the rules say".into());
                self.play.emit(Change::Won { side: winner, why })
            }
            Act::Draw if self.play.state().outcome.is_none() => {
                let why = self.play.store.reason().label.clone().unwrap_or_else(|| "so the rules say".into());
                self.play.emit(Change::Drawn { why })
            }
            Act::Halt => {
                let why = self.play.store.reason().label.clone().unwrap_or_else(|| "stopped".into());
                if let Some(halted) = &mut self.play.halted {
                    *halted = Some(why);
                }
                Ok(())
            }
            Act::Tell(name, text, fields) => self.do_tell(name, text.as_ref(), fields, doer),
            Act::Say(words) if self.play.is_heard() => {
                let text = self.said(words, doer)?;
                self.play.emit(Change::Said { text })
            }
            _ => Ok(()),
        }
    }

    fn do_gain(
        &mut self,
        whose: &Whose,
        condition: ConditionId,
        lasting: Option<&(Expr, Lasting)>,
        doer: &Doer<'_>,
        at: Span,
    ) -> Result<(), PlayError> {
        let clock = self.clock_of(lasting, doer)?;
        self.each_figure(whose, doer, at, |play, figure| {
            let why = play.store.reason().label.clone();
            play.gain(figure, condition, clock, why).map(|_| ())
        })
    }

    fn clock_of(&self, lasting: Option<&(Expr, Lasting)>, doer: &Doer<'_>) -> Result<Option<Clock>, PlayError> {
        let Some((count, span)) = lasting else { return Ok(None) };
        let count = u32::try_from(self.amount(count, doer)?.floor().max(1)).unwrap_or(u32::MAX);
        Ok(Some(match span {
            Lasting::Turns => Clock::Turns(count),
            Lasting::Phases => Clock::Phases(count),
        }))
    }

    fn do_spread(
        &mut self,
        things: &Things,
        over: &Expr,
        lasting: Option<&(Expr, Lasting)>,
        doer: &Doer<'_>,
    ) -> Result<(), PlayError> {
        let clock = self.clock_of(lasting, doer)?.unwrap_or(Clock::ForGood);
        let cells = match self.value(over, doer)? {
            Value::List(cells) => {
                cells.iter().map(|cell| self.on_map(cell, over.span)).collect::<Result<Vec<_>, _>>()?
            }
            other => return Err(unfit("a list of cells", &other, over.span)),
        };
        self.each(&things.expr, doer, |play, thing| {
            let thing = play.lines().thing_put(things, thing, doer)?;
            play.spread_thing(thing, &cells, clock)
        })
    }

    fn do_change(&mut self, place: &LinePlace, by: &Expr, doer: &Doer<'_>, at: Span) -> Result<(), PlayError> {
        let amount = self.amount(by, doer)?;
        self.change_place(place, amount, doer, at).map(|_| ())
    }

    /// Adds to a number; returns the change that was possible.
    pub(super) fn change_place(
        &mut self,
        place: &LinePlace,
        amount: Number,
        doer: &Doer<'_>,
        at: Span,
    ) -> Result<Number, PlayError> {
        let mut went = Number::ZERO;
        match place {
            LinePlace::Track(whose, track, word) => {
                let word = self.word_of(word.as_ref(), doer)?;
                self.each_holder(whose, doer, at, |play, holder| {
                    let why = play.store.reason().label.clone();
                    let changed = play.change_track(holder, *track, word, amount, why)?;
                    went = went.plus(changed).ok_or(Trouble::TooLarge)?;
                    Ok(())
                })?;
            }
            LinePlace::Field(things, field) => self.each(things, doer, |play, thing| {
                let thing = play.lines().thing_of(thing, doer, things.span)?;
                let from = play.state().thing(thing).fields[usize::from(*field)].clone();
                let Some(number) = from.as_number() else { return Err(unfit("a number", &from, things.span)) };
                let to = number.plus(amount).ok_or(Trouble::TooLarge)?;
                went = went.plus(amount).ok_or(Trouble::TooLarge)?;
                play.set_field(thing, *field, Value::Number(to))
            })?,
            LinePlace::Note(whose, note) => self.each_holder(whose, doer, at, |play, holder| {
                let from = play.state().attribute(holder, *note).clone();
                let Some(number) = from.as_number() else { return Err(unfit("a number", &from, at)) };
                let to = number.plus(amount).ok_or(Trouble::TooLarge)?;
                went = went.plus(amount).ok_or(Trouble::TooLarge)?;
                let why = play.store.reason().label.clone();
                play.set_note(holder, *note, Value::Number(to), why).map(|_| ())
            })?,
            LinePlace::State(..) | LinePlace::Terrain(_) => {}
        }
        Ok(went)
    }

    fn do_set(&mut self, place: &LinePlace, to: &Expr, doer: &Doer<'_>, at: Span) -> Result<(), PlayError> {
        let value = self.value(to, doer)?;
        match (place, &value) {
            (LinePlace::Track(whose, track, word), Value::Number(number)) => {
                let word = self.word_of(word.as_ref(), doer)?;
                self.each_holder(whose, doer, at, |play, holder| {
                    let why = play.store.reason().label.clone();
                    play.put_track(holder, *track, word, *number, why)
                })
            }
            (LinePlace::State(whose, state), Value::Symbol(symbol)) => {
                self.each_figure(whose, doer, at, |play, figure| {
                    let why = play.store.reason().label.clone();
                    play.set_state(figure, *state, *symbol, why)
                })
            }
            (LinePlace::Note(whose, note), _) => self.each_holder(whose, doer, at, |play, holder| {
                let why = play.store.reason().label.clone();
                play.set_note(holder, *note, value.clone(), why).map(|_| ())
            }),
            (LinePlace::Field(things, field), _) => self.each(things, doer, |play, thing| {
                let thing = play.lines().thing_of(thing, doer, things.span)?;
                play.set_field(thing, *field, value.clone())
            }),
            (LinePlace::Terrain(cells), Value::Item(item)) => self.each(cells, doer, |play, cell| {
                let cell = play.lines().on_map(cell, cells.span)?;
                play.change_cell(cell, *item)
            }),
            (LinePlace::Track(..), other) => Err(unfit("a number", other, to.span)),
            (LinePlace::State(..), other) => Err(unfit("a word", other, to.span)),
            (LinePlace::Terrain(_), other) => Err(unfit("what a cell can be", other, to.span)),
        }
    }

    fn word_of(&self, word: Option<&Expr>, doer: &Doer<'_>) -> Result<Option<Symbol>, PlayError> {
        let Some(expr) = word else { return Ok(None) };
        match self.value(expr, doer)? {
            Value::Symbol(symbol) => Ok(Some(symbol)),
            other => Err(unfit("a word", &other, expr.span)),
        }
    }

    fn do_hold(
        &mut self,
        things: &Things,
        whose: &Whose,
        slot: SlotId,
        doer: &Doer<'_>,
        at: Span,
    ) -> Result<(), PlayError> {
        let held = self.value(&things.expr, doer)?;
        self.each_figure(whose, doer, at, |play, figure| {
            let mut take_in = |thing: &Value| {
                let thing = play.lines().thing_put(things, thing, doer)?;
                match play.put_thing(thing, Spot::Slot(figure, slot))? {
                    true => Ok(()),
                    false => Err(EvalError::new(Fault::NoRoom(slot), things.expr.span).into()),
                }
            };
            match &held {
                Value::List(list) => list.iter().try_for_each(take_in),
                one => take_in(one),
            }
        })
    }

    /// A thing that a line puts somewhere: one in play, or a new one like it.
    fn thing_put(&mut self, things: &Things, value: &Value, doer: &Doer<'_>) -> Result<ThingId, PlayError> {
        let at = things.expr.span;
        match value {
            Value::Item(item) if things.is_new => self.play.make_thing(*item, Spot::Nowhere),
            Value::Thing(like) if things.is_new => {
                self.play.make_thing(self.play.state().thing(*like).item, Spot::Nowhere)
            }
            other => self.thing_of(other, doer, at),
        }
    }

    fn release_all(&mut self, relation: RelationId, far: &Value) -> Result<(), PlayError> {
        let held = self.play.state().ties.iter().filter(|tie| tie.relation == relation && tie.to == *far);
        let near: Vec<FigureId> = held.map(|tie| tie.from).collect();
        near.into_iter().try_for_each(|figure| self.play.release(relation, figure, Some(far)))
    }

    /// Steps along cells until one of them stops the figure.
    fn walk_along(&mut self, figure: FigureId, along: &Value, at: Span) -> Result<(), PlayError> {
        let Value::List(cells) = along else { return Err(unfit("a list of cells", along, at)) };
        for cell in cells.iter() {
            let cell = self.on_map(cell, at)?;
            if !self.play.step(figure, cell)? {
                break;
            }
        }
        Ok(())
    }

    /// Turns a figure to a facing, or towards a figure or cell.
    fn turn_to(&mut self, figure: FigureId, towards: &Value, at: Span) -> Result<(), PlayError> {
        let plane = self.play.rules().ground.as_ref().map(|ground| ground.plane);
        if let Value::Number(steps) = towards {
            let steps = steps.floor();
            return self.play.face(figure, plane.map_or(steps, |plane| plane.facing(steps)));
        }
        let to = match towards {
            Value::Cell(cell) => Some(*cell),
            Value::Figure(other) => self.play.state().figure(*other).at,
            other => return Err(unfit("a facing, a figure or a cell", other, at)),
        };
        let (Some(plane), Some(from), Some(to)) = (plane, self.play.state().figure(figure).at, to) else {
            return Err(unfit("a place on the map", &Value::None, at));
        };
        if from == to { Ok(()) } else { self.play.face(figure, plane.direction(from, to)) }
    }

    fn do_tell(
        &mut self,
        name: &Arc<str>,
        text: Option<&Template>,
        fields: &[(Arc<str>, Expr)],
        doer: &Doer<'_>,
    ) -> Result<(), PlayError> {
        if self.play.is_heard() || self.play.happened().is_some() {
            let actor = doer.who.map(|(_, me)| ("actor".into(), Value::Figure(me)));
            let mut told: Vec<(Arc<str>, Value)> = actor.into_iter().collect();
            for (name, expr) in fields {
                told.push((name.clone(), self.value(expr, doer)?));
            }
            let text = text.map(|text| self.said(text, doer)).transpose()?;
            self.play.emit(Change::Told { name: name.clone(), fields: told, text })?;
        }
        match doer.who {
            Some((_, me)) => self.play.react(&Trigger::Told(name.clone()), me),
            None => Ok(()),
        }
    }
}
