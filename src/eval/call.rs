//! Built-in functions: those of numbers and lists here, all others asked of the world.

use super::fault::wanted;
use super::walk::Walk;
use super::{EvalError, Fault, World};
use crate::rulebook::{Expr, Function};
use crate::text::Span;
use crate::value::{ArithmeticError, Formula, Number, Value};
use std::sync::Arc;

/// No built-in function takes more arguments than this, save `min` and `max`, which read theirs one by one.
const MAX_ARGUMENTS: usize = 3;

/// What asking the world counts for, as steps of an expression.
const CALL_STEPS: usize = 16;

/// Dice made by `dice(count, sides)`.
const MAX_DICE: i64 = 1000;

impl<W: World + ?Sized> Walk<'_, W> {
    pub(super) fn call(&mut self, function: Function, arguments: &[Expr], span: Span) -> Result<Value, EvalError> {
        match function {
            Function::Min | Function::Max => self.extreme(function, arguments, span),
            Function::Sum | Function::Count => self.total(function, arguments, span),
            Function::Abs | Function::Clamp | Function::Dice | Function::Fewer | Function::Repeat => {
                let given = self.arguments(arguments)?;
                pure(function, &given).map_err(|fault| EvalError::new(fault, span))
            }
            Function::Joined => self.joined(arguments, span),
            Function::Index => self.index(arguments, span),
            Function::Numbers => self.numbers(arguments, span),
            Function::Name => {
                let given = self.arguments(arguments)?;
                Ok(self.name(&given[0]))
            }
            _ => {
                let given = self.arguments(arguments)?;
                let given = &given[..arguments.len().min(MAX_ARGUMENTS)];
                let answer = self.scene.world.call(function, given).map_err(|fault| EvalError::new(fault, span))?;
                let members = if let Value::List(members) = &answer { members.len() } else { 0 };
                self.count(CALL_STEPS + members, span)?;
                Ok(answer)
            }
        }
    }

    /// Runs `work` for each member of the list that a function answers with, as long as it says true; false if the list
    /// has to be made first.
    pub(super) fn visit(
        &mut self,
        function: Function,
        arguments: &[Expr],
        span: Span,
        mut work: impl FnMut(&mut Self, Value) -> Result<bool, EvalError>,
    ) -> Result<bool, EvalError> {
        use Function::{Between, Figures, FiguresAt, Foes, Friends, OutOfPlay};
        if !matches!(function, Between | Figures | FiguresAt | Foes | Friends | OutOfPlay) {
            return Ok(false);
        }
        let given = self.arguments(arguments)?;
        let given = &given[..arguments.len().min(MAX_ARGUMENTS)];
        self.count(CALL_STEPS, span)?;
        let world = self.scene.world;
        let mut outcome = Ok(true);
        let visited = world.visit(function, given, &mut |member| {
            outcome = self.count(2, span).and_then(|()| work(self, member));
            matches!(outcome, Ok(true))
        });
        let visited = visited.map_err(|fault| EvalError::new(fault, span))?;
        outcome.map(|_| visited)
    }

    fn arguments(&mut self, arguments: &[Expr]) -> Result<[Value; MAX_ARGUMENTS], EvalError> {
        let mut given = [const { Value::None }; MAX_ARGUMENTS];
        for (place, argument) in given.iter_mut().zip(arguments) {
            *place = self.eval(argument)?;
        }
        Ok(given)
    }

    fn extreme(&mut self, function: Function, arguments: &[Expr], span: Span) -> Result<Value, EvalError> {
        let mut best: Option<Number> = None;
        let mut take = |value: &Value| {
            let n = value.number()?;
            best = Some(match best {
                None => n,
                Some(best) if function == Function::Min => best.min(n),
                Some(best) => best.max(n),
            });
            Ok::<(), ArithmeticError>(())
        };
        for argument in arguments {
            match self.eval(argument)? {
                Value::List(members) => members.iter().try_for_each(&mut take),
                value => take(&value),
            }
            .map_err(|fault| EvalError::new(fault, argument.span))?;
        }
        best.map(Value::Number).ok_or_else(|| EvalError::new(Fault::Absent("a number"), span))
    }

    fn joined(&mut self, arguments: &[Expr], span: Span) -> Result<Value, EvalError> {
        let mut all = Vec::new();
        for argument in arguments {
            match self.eval(argument)? {
                Value::List(members) => all.extend(members.iter().cloned()),
                other => return Err(EvalError::new(wanted("a list", &other), argument.span)),
            }
        }
        self.count(all.len(), span)?;
        Ok(Value::list(all))
    }

    fn numbers(&mut self, arguments: &[Expr], span: Span) -> Result<Value, EvalError> {
        let given = self.arguments(arguments)?;
        let whole = |value: &Value| value.number()?.as_int().ok_or_else(|| Fault::NotWhole(value.clone()));
        let ends = whole(&given[0]).and_then(|first| Ok((first, whole(&given[1])?)));
        let (first, last) = ends.map_err(|fault| EvalError::new(fault, span))?;
        let members = last.saturating_sub(first).saturating_add(1).max(0);
        self.count(usize::try_from(members).unwrap_or(usize::MAX), span)?;
        Ok(Value::List((first..=last).map(Value::int).collect()))
    }

    fn index(&mut self, arguments: &[Expr], span: Span) -> Result<Value, EvalError> {
        let given = self.arguments(arguments)?;
        let Value::List(members) = &given[0] else {
            return Err(EvalError::new(wanted("a list", &given[0]), span));
        };
        self.count(members.len(), span)?;
        let at = members.iter().position(|member| *member == given[1]);
        Ok(Value::int(at.map_or(0, |at| at as i64 + 1)))
    }

    fn total(&mut self, function: Function, arguments: &[Expr], span: Span) -> Result<Value, EvalError> {
        let [list] = arguments else {
            return Err(EvalError::new(Fault::Absent("a list"), span));
        };
        let members = match self.eval(list)? {
            Value::List(members) => members,
            other => return Err(EvalError::new(wanted("a list", &other), list.span)),
        };
        if function == Function::Count {
            return Ok(Value::int(i64::try_from(members.len()).unwrap_or(i64::MAX)));
        }
        self.count(members.len(), span)?;
        let sum = members.iter().try_fold(Value::int(0), |sum, member| sum.plus(member));
        sum.map_err(|fault| EvalError::new(fault, span))
    }

    fn name(&self, of: &Value) -> Value {
        let Walk { scene, .. } = self;
        match of {
            Value::Figure(id) => Value::text(scene.world.figure_name(*id)),
            Value::Side(id) => Value::text(scene.world.side_name(*id)),
            Value::Thing(id) => match scene.world.item_of(*id) {
                Some(item) => self.name(&Value::Item(item)),
                None => Value::Unset,
            },
            Value::Item(id) => Value::Text(scene.rules.items[id.index()].head.name.clone()),
            _ => Value::None,
        }
    }
}

fn pure(function: Function, given: &[Value; MAX_ARGUMENTS]) -> Result<Value, Fault> {
    if function == Function::Fewer {
        return fewer(&given[0], small(&given[1])?);
    }
    let first = given[0].number()?;
    match function {
        Function::Abs if first < Number::ZERO => first.negated().map(Value::Number).ok_or(Fault::Overflow),
        Function::Abs => Ok(Value::Number(first)),
        Function::Repeat => Ok(given[1].repeated(u32::from(small(&given[0])?))?),
        Function::Clamp => {
            let (low, high) = (given[1].number()?, given[2].number()?);
            Ok(Value::Number(first.min(high).max(low)))
        }
        _ => {
            let (count, sides) = (small(&given[0])?, small(&given[1])?);
            match (count, sides) {
                (0, _) => Ok(Value::Dice(Arc::new(Formula::constant(0)))),
                (_, 0) => Err(Fault::WrongSort("a die of at least one side", "0 sides")),
                _ => Ok(Value::Dice(Arc::new(Formula::dice(count, sides)))),
            }
        }
    }
}

/// Dice without so many of the first kind among them; nothing is left of them if that kind is not.
fn fewer(dice: &Value, count: u16) -> Result<Value, Fault> {
    let none = || Ok(Value::Dice(Arc::new(Formula::constant(0))));
    let formula = match dice {
        Value::Dice(formula) => formula,
        Value::Number(_) => return none(),
        other => return Err(wanted("dice", other)),
    };
    let mut left = (**formula).clone();
    match left.terms.first_mut() {
        Some(first) if first.count > count => {
            first.count -= count;
            Ok(Value::Dice(Arc::new(left)))
        }
        _ => none(),
    }
}

/// A number of dice or of sides.
fn small(value: &Value) -> Result<u16, Fault> {
    let whole = value.number()?.as_int().ok_or_else(|| Fault::NotWhole(value.clone()))?;
    u16::try_from(whole.clamp(0, MAX_DICE + 1)).ok().filter(|n| i64::from(*n) <= MAX_DICE).ok_or(Fault::Overflow)
}
