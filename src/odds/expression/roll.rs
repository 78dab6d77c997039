//! The evaluator of an expression with dice to the value of one roll. Dice in a branch that is not taken stay in the
//! hand.

use super::{EmptyWorld, OddsError};
use crate::dice::{Chance, DiceError, Seen};
use crate::eval::{EvalError, Fault, Frame, Scene, World};
use crate::rulebook::{Binary, Expr, Function, Node, Rulebook};
use crate::text::Span;
use crate::value::{Formula, Number, Value};

/// Rolls of one expression.
const MAX_ROLLS: usize = 10_000;

/// Expressions in expressions.
const MAX_NESTING: u16 = 200;

/// What came of an expression, and the dice that made it.
#[derive(Clone, Debug, PartialEq)]
pub struct RolledExpr {
    /// What it came to.
    pub value: Value,
    /// Every roll, in the order made.
    pub throws: Vec<DiceThrow>,
}

/// Dice thrown together.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct DiceThrow {
    /// What was rolled, as written.
    pub formula: String,
    /// Every die in the order thrown.
    pub dice: Vec<u16>,
    /// What they came to.
    pub total: i64,
}

/// Rolls an expression that needs no world: dice, numbers, settings, tables.
pub fn roll_expr(rules: &Rulebook, expr: &Expr, chance: &mut dyn Chance) -> Result<RolledExpr, OddsError> {
    roll_expr_in(Scene { rules, world: &EmptyWorld, frame: &Frame::new() }, expr, chance)
}

/// Rolls an expression in a world.
pub fn roll_expr_in<W: World + ?Sized>(
    scene: Scene<'_, W>,
    expr: &Expr,
    chance: &mut dyn Chance,
) -> Result<RolledExpr, OddsError> {
    let mut hand = RollingHand { scene, chance, throws: Vec::new(), depth: 0 };
    let value = hand.value(expr)?;
    Ok(RolledExpr { value, throws: hand.throws })
}

struct RollingHand<'a, W: World + ?Sized> {
    scene: Scene<'a, W>,
    chance: &'a mut dyn Chance,
    throws: Vec<DiceThrow>,
    depth: u16,
}

impl<W: World + ?Sized> RollingHand<'_, W> {
    fn value(&mut self, expr: &Expr) -> Result<Value, OddsError> {
        if self.depth == MAX_NESTING {
            return Err(OddsError::TooDeep(expr.span));
        }
        self.depth += 1;
        let value = self.node(expr);
        self.depth -= 1;
        value
    }

    fn node(&mut self, expr: &Expr) -> Result<Value, OddsError> {
        match &expr.node {
            Node::Roll(formula) => self.throw(formula, expr.span),
            Node::Repeat(times, inner) => self.repeated(*times, inner, expr.span),
            Node::If(condition, yes, no) => {
                let branch = if self.truth(condition)? { yes } else { no };
                self.value(branch)
            }
            Node::Case(arms, otherwise) => {
                for (condition, value) in arms {
                    if self.truth(condition)? {
                        return self.value(value);
                    }
                }
                self.value(otherwise)
            }
            Node::Let(local, named, body) => {
                let named = self.value(named)?;
                self.value(&body.with_local(*local, &named))
            }
            Node::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                let first = self.truth(left)?;
                let settled = first == (*operator == Binary::Or);
                Ok(Value::Truth(if settled { first } else { self.truth(right)? }))
            }
            Node::Binary(operator, left, right) => {
                let node = Node::Binary(*operator, self.known(left)?, self.known(right)?);
                self.computed(node, expr.span)
            }
            Node::Minus(inner) => {
                let node = Node::Minus(self.known(inner)?);
                self.computed(node, expr.span)
            }
            Node::Not(inner) => Ok(Value::Truth(!self.truth(inner)?)),
            Node::Round(rounding, inner) => {
                let node = Node::Round(*rounding, self.known(inner)?);
                self.computed(node, expr.span)
            }
            Node::In(number, low, high) => {
                let number = self.known(number)?;
                let (low, high) = (self.bound(low.as_deref())?, self.bound(high.as_deref())?);
                self.computed(Node::In(number, low, high), expr.span)
            }
            Node::Call(function, arguments) if is_arithmetic(*function) => {
                let arguments = self.all(arguments)?;
                self.computed(Node::Call(*function, arguments), expr.span)
            }
            Node::List(members) => {
                let members = self.all(members)?;
                self.computed(Node::List(members), expr.span)
            }
            node => self.computed(node.clone(), expr.span),
        }
    }

    /// A part without dice of its own; dice that come out of it are rolled.
    fn computed(&mut self, node: Node, span: Span) -> Result<Value, OddsError> {
        match self.scene.eval(&Expr { node, span })? {
            Value::Dice(formula) => self.throw(&formula, span),
            value => Ok(value),
        }
    }

    fn throw(&mut self, formula: &Formula, span: Span) -> Result<Value, OddsError> {
        let at = |error: DiceError| OddsError::Dice(error, span);
        if self.throws.len() == MAX_ROLLS {
            let count = self.throws.len() as u64 + 1;
            return Err(at(DiceError::TooManyDice { count, most: MAX_ROLLS as u64 }));
        }
        let mut dice = Vec::new();
        let total = self.chance.roll(formula, Seen::Total, &mut dice).map_err(at)?;
        self.throws.push(DiceThrow { formula: formula.to_string(), dice, total });
        Ok(Value::int(total))
    }

    fn repeated(&mut self, times: u32, inner: &Expr, span: Span) -> Result<Value, OddsError> {
        let too_large = || OddsError::Eval(EvalError::new(Fault::Overflow, span));
        let mut sum = Number::ZERO;
        for done in 0..times {
            if done as usize == MAX_ROLLS {
                return Err(OddsError::Dice(
                    DiceError::TooManyDice { count: times.into(), most: MAX_ROLLS as u64 },
                    span,
                ));
            }
            let value = self.value(inner)?;
            let number = value.as_number().ok_or_else(|| OddsError::WrongSort("a number", value.sort(), inner.span))?;
            sum = sum.plus(number).ok_or_else(too_large)?;
        }
        Ok(Value::Number(sum))
    }

    fn truth(&mut self, expr: &Expr) -> Result<bool, OddsError> {
        let value = self.value(expr)?;
        value.as_truth().ok_or_else(|| OddsError::WrongSort("a truth", value.sort(), expr.span))
    }

    fn known(&mut self, expr: &Expr) -> Result<Box<Expr>, OddsError> {
        Ok(Box::new(Expr::constant(self.value(expr)?, expr.span)))
    }

    fn bound(&mut self, expr: Option<&Expr>) -> Result<Option<Box<Expr>>, OddsError> {
        expr.map(|expr| self.known(expr)).transpose()
    }

    fn all(&mut self, exprs: &[Expr]) -> Result<Vec<Expr>, OddsError> {
        exprs.iter().map(|expr| Ok(Expr::constant(self.value(expr)?, expr.span))).collect()
    }
}

fn is_arithmetic(function: Function) -> bool {
    matches!(function, Function::Min | Function::Max | Function::Abs | Function::Clamp | Function::Sum)
}
