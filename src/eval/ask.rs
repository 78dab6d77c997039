//! What may be asked in a scene: the value of an expression, a truth, a number, a fact.

use super::walk::Walk;
use super::{EvalError, Frame, Scene, Subject, World};
use crate::rulebook::{Binary, Expr, Node, Rulebook};
use crate::value::{FactId, Number, Value, ValueId};

/// Computes an expression that has no `self`.
pub fn eval<W: World + ?Sized>(expr: &Expr, rules: &Rulebook, world: &W, frame: &Frame) -> Result<Value, EvalError> {
    Scene { rules, world, frame }.eval(expr)
}

impl<'a, W: World + ?Sized> Scene<'a, W> {
    /// Computes an expression that has no `self`.
    #[inline]
    pub fn eval(&self, expr: &Expr) -> Result<Value, EvalError> {
        self.eval_for(Subject::Nobody, expr)
    }

    /// Computes an expression among the names of lines, which it sees as its first locals; those that it hides behind
    /// variables of its own are gone.
    #[inline]
    pub fn eval_among(&self, locals: &mut Vec<Value>, expr: &Expr) -> Result<Value, EvalError> {
        if let Node::Const(value) = &expr.node {
            return Walk::<W>::used(value, expr.span);
        }
        self.walk_among(locals, |walk| walk.eval(expr))
    }

    /// Computes a truth among the names of lines.
    #[inline]
    pub fn truth_among(&self, locals: &mut Vec<Value>, expr: &Expr) -> Result<bool, EvalError> {
        if self.is_plainly_false(expr) {
            return Ok(false);
        }
        self.walk_among(locals, |walk| walk.truth(expr))
    }

    /// Computes an expression in which `self` is that figure, side or thing.
    #[inline]
    pub fn eval_for(&self, subject: Subject, expr: &Expr) -> Result<Value, EvalError> {
        if let Node::Const(value) = &expr.node {
            return Walk::<W>::used(value, expr.span);
        }
        self.walk(subject, |walk| walk.eval(expr))
    }

    /// Computes a truth.
    #[inline]
    pub fn truth(&self, expr: &Expr) -> Result<bool, EvalError> {
        self.truth_for(Subject::Nobody, expr)
    }

    /// Computes a truth in which `self` is that figure, side or thing.
    #[inline]
    pub fn truth_for(&self, subject: Subject, expr: &Expr) -> Result<bool, EvalError> {
        if self.is_plainly_false(expr) {
            return Ok(false);
        }
        self.walk(subject, |walk| walk.truth(expr))
    }

    /// Whether what a condition asks first is a fact that is known and not so: most modifiers are for something else than
    /// what is being done.
    #[inline]
    fn is_plainly_false(&self, condition: &Expr) -> bool {
        let mut first = condition;
        while let Node::Binary(Binary::And, left, _) = &first.node {
            first = left;
        }
        let Node::Is(subject, value) = &first.node else { return false };
        let Node::Fact(fact) = subject.node else { return false };
        let found = self.frame.look(fact, |known| match known {
            Value::Unset => None,
            known => Some(self.same(known, value)),
        });
        found == Some(false)
    }

    /// Computes a number.
    #[inline]
    pub fn number(&self, expr: &Expr) -> Result<Number, EvalError> {
        self.number_for(Subject::Nobody, expr)
    }

    /// Computes a number in which `self` is that figure, side or thing.
    #[inline]
    pub fn number_for(&self, subject: Subject, expr: &Expr) -> Result<Number, EvalError> {
        self.walk(subject, |walk| walk.number(expr))
    }

    /// A derived value of a figure or side.
    pub fn value_of(&self, owner: Subject, id: ValueId) -> Result<Value, EvalError> {
        self.walk(Subject::Nobody, |walk| walk.derived(owner, id))
    }

    /// The value of a fact: stated, from the world, by default, or an error that asks for it.
    #[inline]
    pub fn fact(&self, fact: FactId) -> Result<Value, EvalError> {
        let span = self.rules.facts[fact.index()].head.span;
        self.walk(Subject::Nobody, |walk| walk.fact(fact, span))
    }

    #[inline]
    fn walk_among<T>(&self, locals: &mut Vec<Value>, work: impl FnOnce(&mut Walk<'a, W>) -> T) -> T {
        let mut walk = Walk::new(*self, Subject::Nobody);
        walk.locals = std::mem::take(locals);
        let answer = work(&mut walk);
        *locals = walk.locals;
        answer
    }

    #[inline]
    fn walk<T>(&self, subject: Subject, work: impl FnOnce(&mut Walk<'a, W>) -> T) -> T {
        let mut walk = Walk::new(*self, subject);
        let answer = work(&mut walk);
        walk.end();
        answer
    }
}
