//! Questions about lists. Slots are visited where they are, without making a list of them.

use super::fault::wanted;
use super::walk::{Over, Walk};
use super::{EvalError, World};
use crate::rulebook::{Expr, Node, Quantifier};
use crate::text::Span;
use crate::value::Value;

impl<W: World + ?Sized> Walk<'_, W> {
    /// Whether a list contains a value.
    pub(super) fn has(&mut self, list: &Expr, member: &Expr) -> Result<bool, EvalError> {
        let member = self.eval(member)?;
        if let Node::Slot(figure, id) = &list.node {
            let figure = self.figure(figure)?;
            let world = self.scene.world;
            return Ok(world.slot(figure, *id).iter().any(|thing| self.scene.same(&Value::Thing(*thing), &member)));
        }
        match self.eval(list)? {
            Value::List(members) => {
                self.count(members.len(), list.span)?;
                Ok(members.iter().any(|one| self.scene.same(one, &member)))
            }
            other => Err(EvalError::new(wanted("a list", &other), list.span)),
        }
    }

    /// Runs `work` for each member of a list, which it sees as that local, until it says false.
    pub(super) fn each(
        &mut self,
        list: &Expr,
        local: u8,
        mut work: impl FnMut(&mut Self) -> Result<bool, EvalError>,
    ) -> Result<(), EvalError> {
        let at = self.base + usize::from(local);
        if let Node::Slot(figure, id) = &list.node {
            let figure = self.figure(figure)?;
            let world = self.scene.world;
            for thing in world.slot(figure, *id) {
                self.bind(at, Value::Thing(*thing));
                if !work(self)? {
                    break;
                }
            }
            self.locals.truncate(at);
            return Ok(());
        }
        if let Node::Call(function, arguments) = &list.node {
            let visited = self.visit(*function, arguments, list.span, |walk, member| {
                walk.bind(at, member);
                work(walk)
            })?;
            if visited {
                self.locals.truncate(at);
                return Ok(());
            }
        }
        match self.eval(list)? {
            Value::List(members) => {
                for member in members.iter() {
                    self.count(1, list.span)?;
                    self.bind(at, member.clone());
                    if !work(self)? {
                        break;
                    }
                }
                self.locals.truncate(at);
                Ok(())
            }
            other => Err(EvalError::new(wanted("a list", &other), list.span)),
        }
    }

    /// Runs `work`, which sees a value as that local.
    pub(super) fn with_local<T>(&mut self, local: u8, value: Value, work: impl FnOnce(&mut Self) -> T) -> T {
        let at = self.base + usize::from(local);
        self.bind(at, value);
        let found = work(self);
        self.locals.truncate(at);
        found
    }

    fn bind(&mut self, at: usize, value: Value) {
        if let Some(local) = self.locals.get_mut(at) {
            *local = value;
            if self.locals.len() > at + 1 {
                self.locals.truncate(at + 1);
            }
            return;
        }
        if self.locals.capacity() == 0 {
            self.locals = self.scene.frame.take_locals();
        }
        self.locals.resize(at, Value::None);
        self.locals.push(value);
    }

    /// Whether a condition holds for any member, or for all.
    pub(super) fn any_or_all(
        &mut self,
        all: bool,
        local: u8,
        list: &Expr,
        condition: Option<&Expr>,
    ) -> Result<bool, EvalError> {
        let mut answer = all;
        self.each(list, local, |walk| {
            let holds = condition.map_or(Ok(true), |condition| walk.truth(condition))?;
            if holds != all {
                answer = holds;
            }
            Ok(holds == all)
        })?;
        Ok(answer)
    }

    /// What a member gives: itself, or what is said of it.
    fn part(&mut self, at: usize, body: Option<&Expr>) -> Result<Value, EvalError> {
        match body {
            Some(body) => self.eval(body),
            None => Ok(self.locals.get(at).cloned().unwrap_or_default()),
        }
    }

    /// How many, the first, the sum, those that are meant.
    pub(super) fn over(&mut self, local: u8, list: &Expr, over: Over<'_>, span: Span) -> Result<Value, EvalError> {
        let Over { quantifier, condition, body } = over;
        let at = self.base + usize::from(local);
        let (mut count, mut sum, mut first, mut kept) = (0_i64, Value::int(0), Value::None, Vec::new());
        self.each(list, local, |walk| {
            if let Some(condition) = condition
                && !walk.truth(condition)?
            {
                return Ok(true);
            }
            match quantifier {
                Quantifier::First => {
                    first = walk.locals.get(at).cloned().unwrap_or_default();
                    return Ok(false);
                }
                Quantifier::List => kept.push(walk.part(at, body)?),
                Quantifier::Sum => {
                    let part = walk.part(at, body)?;
                    sum = sum.plus(&part).map_err(|error| EvalError::new(error, span))?;
                }
                _ => count += 1,
            }
            Ok(true)
        })?;
        Ok(match quantifier {
            Quantifier::First => first,
            Quantifier::Sum => sum,
            Quantifier::List => Value::list(kept),
            Quantifier::Count => Value::int(count),
            Quantifier::Any | Quantifier::All => Value::Truth(count > 0),
        })
    }
}
