//! What lines are given: expressions computed with the facts of the deed and the names of its lines.

use super::{Doer, Lines, unfit};
use crate::eval::Fault;
use crate::event::{Holder, Spot};
use crate::play::{Play, PlayError};
use crate::rulebook::{Expr, Template, Whose, WordsPart};
use crate::state::Thing;
use crate::text::Span;
use crate::value::{FigureId, ItemId, Number, Position, ThingId, Value};
use std::sync::Arc;

impl Lines<'_> {
    pub(super) fn value(&self, expr: &Expr, doer: &Doer<'_>) -> Result<Value, PlayError> {
        Ok(self.play.view().scene(&doer.facts.frame).eval_among(&mut doer.locals.borrow_mut(), expr)?)
    }

    /// Whether an expression names anybody or anything: not, if it or what it is asked of is `none`.
    pub(super) fn is_there(&self, expr: &Expr, doer: &Doer<'_>) -> bool {
        match self.value(expr, doer) {
            Ok(value) => value != Value::None,
            Err(PlayError::Eval(error)) => !matches!(error.fault(), Fault::Absent(_)),
            // What else is wrong with it is told when the line is done.
            Err(_) => true,
        }
    }

    pub(super) fn holds(&self, expr: &Expr, doer: &Doer<'_>) -> Result<bool, PlayError> {
        Ok(self.play.view().scene(&doer.facts.frame).truth_among(&mut doer.locals.borrow_mut(), expr)?)
    }

    pub(super) fn amount(&self, expr: &Expr, doer: &Doer<'_>) -> Result<Number, PlayError> {
        let value = self.value(expr, doer)?;
        value.as_number().ok_or_else(|| unfit("a number", &value, expr.span))
    }

    pub(super) fn cell_of(&self, expr: &Expr, doer: &Doer<'_>) -> Result<Position, PlayError> {
        let value = self.value(expr, doer)?;
        self.on_map(&value, expr.span)
    }

    /// A cell of the map.
    pub(super) fn on_map(&self, value: &Value, at: Span) -> Result<Position, PlayError> {
        let ground = self.play.rules().ground.as_ref();
        match value {
            Value::Cell(cell) if ground.is_some_and(|ground| ground.plane.contains(*cell)) => Ok(*cell),
            Value::Cell(_) => Err(unfit("a cell of the map", &Value::None, at)),
            other => Err(unfit("a cell", other, at)),
        }
    }

    /// A thing in play; one that is named by its row is that which the one who acts holds, or else one that lies where
    /// he stands.
    pub(super) fn thing_of(&self, value: &Value, doer: &Doer<'_>, at: Span) -> Result<ThingId, PlayError> {
        match (value, doer.who) {
            (Value::Thing(thing), _) => Ok(*thing),
            (Value::Item(item), Some((_, me))) => {
                let mut held = self.play.state().figure(me).slots.iter().flatten();
                let own = held.find(|thing| self.play.state().thing(**thing).item == *item).copied();
                own.or_else(|| self.at_feet(me, *item)).ok_or_else(|| unfit("a thing in play", &Value::None, at))
            }
            (Value::Item(_), None) => Err(unfit("a thing in play", &Value::None, at)),
            (other, _) => Err(unfit("a thing", other, at)),
        }
    }

    /// The first thing of a row that lies in the cell of a figure.
    fn at_feet(&self, figure: FigureId, item: ItemId) -> Option<ThingId> {
        let here = Spot::Ground(self.play.state().figure(figure).at?);
        let lies = |thing: &Thing| thing.place == here && thing.item == item;
        self.play.state().things.iter().position(lies).map(|at| ThingId(at as u16))
    }

    /// Calls `work` for what an expression says: for the one, or for each of several.
    pub(super) fn each(
        &mut self,
        expr: &Expr,
        doer: &Doer<'_>,
        mut work: impl FnMut(&mut Play, &Value) -> Result<(), PlayError>,
    ) -> Result<(), PlayError> {
        match self.value(expr, doer)? {
            Value::List(members) => members.iter().try_for_each(|member| work(self.play, member)),
            one => work(self.play, &one),
        }
    }

    /// Calls `work` for each figure or side that is meant.
    pub(super) fn each_holder(
        &mut self,
        whose: &Whose,
        doer: &Doer<'_>,
        at: Span,
        mut work: impl FnMut(&mut Play, Holder) -> Result<(), PlayError>,
    ) -> Result<(), PlayError> {
        match whose {
            Whose::Mine => work(self.play, Holder::Figure(acting(doer, at)?)),
            Whose::Of(expr) => self.each(expr, doer, |play, value| match value {
                Value::Figure(figure) => work(play, Holder::Figure(*figure)),
                Value::Side(side) => work(play, Holder::Side(*side)),
                other => Err(unfit("a figure or a side", other, expr.span)),
            }),
        }
    }

    /// Calls `work` for each figure that is meant.
    pub(super) fn each_figure(
        &mut self,
        whose: &Whose,
        doer: &Doer<'_>,
        at: Span,
        mut work: impl FnMut(&mut Play, FigureId) -> Result<(), PlayError>,
    ) -> Result<(), PlayError> {
        match whose {
            Whose::Mine => work(self.play, acting(doer, at)?),
            Whose::Of(expr) => self.each(expr, doer, |play, value| match value {
                Value::Figure(figure) => work(play, *figure),
                other => Err(unfit("a figure", other, expr.span)),
            }),
        }
    }

    /// A text with its values filled in.
    pub(super) fn said(&self, words: &Template, doer: &Doer<'_>) -> Result<Arc<str>, PlayError> {
        if let [WordsPart::Text(text)] = words.parts.as_slice() {
            return Ok(text.clone());
        }
        let view = self.play.view();
        let mut said = String::new();
        for part in &words.parts {
            match part {
                WordsPart::Text(text) => add(&mut said, text),
                WordsPart::Value(expr, unit) => match &self.value(expr, doer)? {
                    Value::Text(text) => add(&mut said, text),
                    other => add(&mut said, &crate::eval::show(other, *unit, &self.play.rules().book, &view)),
                },
                WordsPart::Many(expr, one, many) => {
                    let is_one = match &self.value(expr, doer)? {
                        Value::List(members) => members.len() == 1,
                        other => other.as_number() == Some(Number::int(1)),
                    };
                    add(&mut said, if is_one { one } else { many });
                }
            }
        }
        said.truncate(said.trim_end().len());
        Ok(said.into())
    }
}

/// Adds a part of a text; where a part was empty, no space is left over.
fn add(said: &mut String, text: &str) {
    let follows = said.is_empty() || said.ends_with(' ');
    let text = if follows { text.trim_start() } else { text };
    if follows && text.starts_with([',', '.', ';', ':', '!', '?', ')']) {
        said.truncate(said.trim_end().len());
    }
    said.push_str(text);
}

/// The one who acts.
fn acting(doer: &Doer<'_>, at: Span) -> Result<FigureId, PlayError> {
    doer.who.map(|(_, me)| me).ok_or_else(|| unfit("one who acts", &Value::None, at))
}
