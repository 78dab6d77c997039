//! The evaluator of expressions with dice to distributions. What has no dice is computed as anywhere else.

use super::{EmptyWorld, OddsError, RationalDist};
use crate::dice::{Contest, DiceError, Dist, Odds};
use crate::eval::{EvalError, Fault, Frame, Scene, World};
use crate::rulebook::{Binary, Expr, Function, Node, Rulebook};
use crate::text::Span;
use crate::value::{Number, Value};

/// Expressions in expressions.
const MAX_NESTING: u16 = 128;

/// What an expression comes to when dice are rolled.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawn {
    /// No dice decide it.
    Certain(Value),
    /// A number that is rolled.
    Spread(RationalDist),
    /// A truth that is rolled.
    Chance {
        /// How likely it is true.
        odds: Odds,
        /// If it compares two numbers: how they compare.
        contest: Option<Contest>,
    },
}

/// The odds of an expression that needs no world: dice, numbers, settings, tables.
pub fn of_expr(rules: &Rulebook, expr: &Expr) -> Result<Drawn, OddsError> {
    of_expr_in(Scene { rules, world: &EmptyWorld, frame: &Frame::new() }, expr)
}

/// The odds of an expression in a world with facts stated.
pub fn of_expr_in<W: World + ?Sized>(scene: Scene<'_, W>, expr: &Expr) -> Result<Drawn, OddsError> {
    Draw { scene, depth: 0 }.draw(expr)
}

struct Draw<'a, W: World + ?Sized> {
    scene: Scene<'a, W>,
    depth: u16,
}

impl<W: World + ?Sized> Draw<'_, W> {
    fn draw(&mut self, expr: &Expr) -> Result<Drawn, OddsError> {
        if self.depth == MAX_NESTING {
            return Err(OddsError::TooDeep(expr.span));
        }
        self.depth += 1;
        let drawn = self.node(expr);
        self.depth -= 1;
        drawn
    }

    /// Only passes on, so that expressions in expressions take little of the stack.
    fn node(&mut self, expr: &Expr) -> Result<Drawn, OddsError> {
        match &expr.node {
            Node::Binary(Binary::And, left, right) => self.both(left, right, false),
            Node::Binary(Binary::Or, left, right) => self.both(left, right, true),
            Node::Binary(operator, left, right) => self.binary(*operator, left, right, expr),
            Node::In(number, low, high) => self.within(number, low.as_deref(), high.as_deref(), expr.span),
            Node::If(condition, yes, no) => self.choice(condition, yes, no, expr.span),
            Node::Case(arms, otherwise) => self.case(arms, otherwise, expr.span),
            Node::Let(local, value, body) => match self.draw(value)? {
                Drawn::Certain(value) => self.draw(&body.with_local(*local, &value)),
                _ => Err(OddsError::WrongSort("a value that is not rolled", "dice", value.span)),
            },
            Node::Call(function, arguments) => self.call(*function, arguments, expr),
            Node::Not(inner) => self.chance(inner).map(|odds| Drawn::chance(odds.not())),
            Node::Minus(inner) | Node::Round(_, inner) | Node::Repeat(_, inner) => {
                let inner = self.spread(inner)?;
                changed(&expr.node, inner).map_err(|error| OddsError::Dice(error, expr.span))
            }
            _ => self.computed(expr),
        }
    }

    fn call(&mut self, function: Function, arguments: &[Expr], expr: &Expr) -> Result<Drawn, OddsError> {
        match (function, arguments) {
            (Function::Min | Function::Max, [Expr { node: Node::List(members), .. }]) if !members.is_empty() => {
                self.extreme(function, members)
            }
            (Function::Min | Function::Max, [_, _, ..]) => self.extreme(function, arguments),
            (Function::Abs, [n]) => {
                let absolute = self.spread(n)?.absolute();
                absolute.map(Drawn::from).map_err(|error| OddsError::Dice(error, expr.span))
            }
            (Function::Clamp, [n, low, high]) => {
                let (n, low, high) = (self.spread(n)?, self.spread(low)?, self.spread(high)?);
                let held = n.greater(&low).and_then(|raised| raised.lesser(&high));
                held.map(Drawn::from).map_err(|error| OddsError::Dice(error, expr.span))
            }
            _ => self.computed(expr),
        }
    }

    /// A part that the ordinary evaluation answers; dice that come out of it are rolled.
    fn computed(&self, expr: &Expr) -> Result<Drawn, OddsError> {
        match self.scene.eval(expr)? {
            Value::Dice(formula) => {
                let dist = Dist::of(&formula).map_err(|error| OddsError::Dice(error, expr.span))?;
                Ok(Drawn::Spread(dist.into()))
            }
            value => Ok(Drawn::Certain(value)),
        }
    }

    fn spread(&mut self, expr: &Expr) -> Result<RationalDist, OddsError> {
        self.draw(expr)?.into_spread(expr.span)
    }

    fn chance(&mut self, expr: &Expr) -> Result<Odds, OddsError> {
        self.draw(expr)?.into_odds(expr.span)
    }

    /// `and`, `or`: the second side is asked only if the first does not settle it.
    fn both(&mut self, left: &Expr, right: &Expr, or: bool) -> Result<Drawn, OddsError> {
        let first = self.chance(left)?;
        if first == (if or { Odds::ALWAYS } else { Odds::NEVER }) {
            return Ok(Drawn::chance(first));
        }
        let second = self.chance(right)?;
        Ok(Drawn::chance(if or { first.or(&second) } else { first.and(&second) }))
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr, whole: &Expr) -> Result<Drawn, OddsError> {
        let (first, second) = (self.draw(left)?, self.draw(right)?);
        match (&first, &second) {
            (Drawn::Certain(a), Drawn::Certain(b)) if !is_reckoned(a) || !is_reckoned(b) => self.computed(whole),
            _ => operated(operator, (first, left.span), (second, right.span), whole.span),
        }
    }

    fn within(
        &mut self,
        number: &Expr,
        low: Option<&Expr>,
        high: Option<&Expr>,
        span: Span,
    ) -> Result<Drawn, OddsError> {
        let n = self.spread(number)?;
        let mut outside = Odds::NEVER;
        for (bound, below) in [(low, true), (high, false)] {
            let Some(bound) = bound else { continue };
            // Both bounds ask about the same roll, so a rolled bound would make its two questions dependent.
            let limit = self.spread(bound)?;
            if limit.as_constant().is_none() {
                return Err(OddsError::WrongSort("a number that is not rolled", "dice", bound.span));
            }
            let contest = n.against(&limit).map_err(|error| OddsError::Dice(error, span))?;
            outside = outside.plus(if below { &contest.lose } else { &contest.win });
        }
        Ok(Drawn::chance(outside.not()))
    }

    fn choice(&mut self, condition: &Expr, yes: &Expr, no: &Expr, span: Span) -> Result<Drawn, OddsError> {
        let odds = self.chance(condition)?;
        if odds == Odds::ALWAYS {
            return self.draw(yes);
        }
        if odds == Odds::NEVER {
            return self.draw(no);
        }
        let (first, second) = (self.draw(yes)?, self.draw(no)?);
        mixed(odds, (first, yes.span), (second, no.span), span)
    }

    /// The first arm whose condition holds; dice may decide each.
    fn case(&mut self, arms: &[(Expr, Expr)], otherwise: &Expr, span: Span) -> Result<Drawn, OddsError> {
        let Some(((condition, value), rest)) = arms.split_first() else { return self.draw(otherwise) };
        let odds = self.chance(condition)?;
        if odds == Odds::ALWAYS {
            return self.draw(value);
        }
        if odds == Odds::NEVER {
            return self.case(rest, otherwise, span);
        }
        let (first, second) = (self.draw(value)?, self.case(rest, otherwise, span)?);
        mixed(odds, (first, value.span), (second, otherwise.span), span)
    }

    fn extreme(&mut self, function: Function, arguments: &[Expr]) -> Result<Drawn, OddsError> {
        let mut best = self.spread(&arguments[0])?;
        for argument in &arguments[1..] {
            let next = self.spread(argument)?;
            let better = if function == Function::Max { best.greater(&next) } else { best.lesser(&next) };
            best = better.map_err(|error| OddsError::Dice(error, argument.span))?;
        }
        Ok(best.into())
    }
}

/// A number with its sign turned, rounded, or rolled several times.
fn changed(node: &Node, inner: RationalDist) -> Result<Drawn, DiceError> {
    Ok(match node {
        Node::Round(rounding, _) => inner.rounded(*rounding)?.into(),
        Node::Repeat(times, _) => inner.repeated(*times)?.into(),
        _ => inner.negated()?.into(),
    })
}

/// Whether dice can come to such a value.
fn is_reckoned(value: &Value) -> bool {
    matches!(value, Value::Number(_) | Value::Truth(_))
}

/// A two-sided operator on numbers and truths, rolled or not.
fn operated(operator: Binary, left: (Drawn, Span), right: (Drawn, Span), span: Span) -> Result<Drawn, OddsError> {
    let at = |error: DiceError| OddsError::Dice(error, span);
    let divisor = right.1;
    if matches!(operator, Binary::Equal | Binary::NotEqual) && left.0.is_truth() && right.0.is_truth() {
        let (a, b) = (left.0.into_odds(left.1)?, right.0.into_odds(right.1)?);
        let same = a.and(&b).plus(&a.not().and(&b.not()));
        return Ok(Drawn::chance(if operator == Binary::Equal { same } else { same.not() }));
    }
    let (a, b) = (left.0.into_spread(left.1)?, right.0.into_spread(right.1)?);
    match operator {
        Binary::Plus => Ok(a.plus(&b).map_err(at)?.into()),
        Binary::Minus => Ok(b.negated().and_then(|b| a.plus(&b)).map_err(at)?.into()),
        Binary::Times => Ok(a.times(&b).map_err(at)?.into()),
        Binary::Over => {
            let by = b.as_constant().ok_or(OddsError::DividedByDice(divisor))?;
            let by_zero = || OddsError::Eval(EvalError::new(Fault::DivisionByZero, divisor));
            let inverse = Number::ONE.over(by).ok_or_else(by_zero)?;
            Ok(a.times(&inverse.into()).map_err(at)?.into())
        }
        _ => {
            let is_rolled = a.as_constant().is_none() || b.as_constant().is_none();
            let compared = Drawn::compared(operator, a.against(&b).map_err(at)?);
            Ok(if is_rolled { compared } else { compared.settled() })
        }
    }
}

/// The first so often, else the second.
fn mixed(odds: Odds, yes: (Drawn, Span), no: (Drawn, Span), span: Span) -> Result<Drawn, OddsError> {
    if yes.0.is_truth() && no.0.is_truth() {
        let (a, b) = (yes.0.into_odds(yes.1)?, no.0.into_odds(no.1)?);
        return Ok(Drawn::chance(odds.and(&a).plus(&odds.not().and(&b))));
    }
    let (a, b) = (yes.0.into_spread(yes.1)?, no.0.into_spread(no.1)?);
    Ok(a.mixed(&odds, &b).map_err(|error| OddsError::Dice(error, span))?.into())
}

impl Drawn {
    fn chance(odds: Odds) -> Drawn {
        Drawn::Chance { odds, contest: None }
    }

    fn compared(operator: Binary, contest: Contest) -> Drawn {
        let odds = match operator {
            Binary::Equal => contest.tie.clone(),
            Binary::NotEqual => contest.tie.not(),
            Binary::Less => contest.lose.clone(),
            Binary::LessOrEqual => contest.win.not(),
            Binary::Greater => contest.win.clone(),
            _ => contest.lose.not(),
        };
        Drawn::Chance { odds, contest: Some(contest) }
    }

    /// Certain, if nothing was rolled.
    fn settled(self) -> Drawn {
        match self {
            Drawn::Chance { odds, .. } => Drawn::Certain(Value::Truth(odds == Odds::ALWAYS)),
            other => other,
        }
    }

    fn is_truth(&self) -> bool {
        matches!(self, Drawn::Chance { .. } | Drawn::Certain(Value::Truth(_)))
    }

    fn into_spread(self, span: Span) -> Result<RationalDist, OddsError> {
        match self {
            Drawn::Spread(spread) => Ok(spread),
            Drawn::Certain(Value::Number(n)) => Ok(n.into()),
            Drawn::Certain(other) => Err(OddsError::WrongSort("a number", other.sort(), span)),
            Drawn::Chance { .. } => Err(OddsError::WrongSort("a number", "a truth", span)),
        }
    }

    fn into_odds(self, span: Span) -> Result<Odds, OddsError> {
        match self {
            Drawn::Chance { odds, .. } => Ok(odds),
            Drawn::Certain(Value::Truth(truth)) => Ok(if truth { Odds::ALWAYS } else { Odds::NEVER }),
            Drawn::Certain(other) => Err(OddsError::WrongSort("a truth", other.sort(), span)),
            Drawn::Spread(_) => Err(OddsError::WrongSort("a truth", "dice", span)),
        }
    }
}

impl From<RationalDist> for Drawn {
    /// A number that can only be one is certain.
    fn from(spread: RationalDist) -> Drawn {
        match spread.as_constant() {
            Some(n) => Drawn::Certain(Value::Number(n)),
            None => Drawn::Spread(spread),
        }
    }
}
