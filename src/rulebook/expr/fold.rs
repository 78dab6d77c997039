//! Constants computed at load (constant folding): an evaluator of what needs no game. What overflows or divides by
//! nothing is left for evaluation, which names it.

use crate::rulebook::{Binary, Expr, Function, Node, Rulebook};
use crate::text::Span;
use crate::value::{Formula, Number, Value};
use std::sync::Arc;

/// How many settings may lead to one another while a constant is computed (cycles are reported elsewhere).
const DEEPEST: u32 = 64;

/// The expression, or the constant it is. Settings are not folded: they are named in explanations.
pub(super) fn fold(expr: Expr, book: &Rulebook) -> Expr {
    if let Node::Binary(operator, a, b) = &expr.node
        && let Some(shorter) = one_sided(*operator, a, b)
    {
        return Expr { span: expr.span, ..shorter };
    }
    if let Node::If(condition, then, otherwise) = &expr.node
        && let Node::Const(Value::Truth(truth)) = condition.node
    {
        return if truth { (**then).clone() } else { (**otherwise).clone() };
    }
    match expr.node {
        Node::Case(arms, otherwise) => return case(arms, *otherwise, expr.span),
        Node::Let(local, value, body) => {
            return match value.node {
                Node::Const(value) => body.with_local(local, &value),
                _ => Expr { node: Node::Let(local, value, body), span: expr.span },
            };
        }
        _ => {}
    }
    if !children_are_constant(&expr.node) {
        return expr;
    }
    match compute(&expr, book, 0) {
        Some(value) => Expr { node: node_of(value, &expr.node), span: expr.span },
        None => expr,
    }
}

/// A `case` without the arms that never count.
fn case(arms: Vec<(Expr, Expr)>, otherwise: Expr, span: Span) -> Expr {
    let (mut left, mut last) = (Vec::new(), otherwise);
    for (condition, value) in arms {
        match condition.node {
            Node::Const(Value::Truth(false)) => {}
            Node::Const(Value::Truth(true)) => {
                last = value;
                break;
            }
            _ => left.push((condition, value)),
        }
    }
    if left.is_empty() { last } else { Expr { node: Node::Case(left, Box::new(last)), span } }
}

/// The constant value of an expression, settings included, if it has one.
pub(in crate::rulebook) fn constant(expr: &Expr, book: &Rulebook) -> Option<Value> {
    compute(expr, book, 0)
}

/// Random dice stay random.
fn node_of(value: Value, before: &Node) -> Node {
    let was_random = match before {
        Node::Binary(_, a, b) => [a, b].iter().any(|side| matches!(side.node, Node::Roll(_))),
        Node::Minus(a) => matches!(a.node, Node::Roll(_)),
        _ => false,
    };
    match value {
        Value::Dice(formula) if was_random => Node::Roll((*formula).clone()),
        value => Node::Const(value),
    }
}

fn children_are_constant(node: &Node) -> bool {
    let is = |expr: &Expr| matches!(expr.node, Node::Const(_) | Node::Roll(_));
    let plain = |expr: &Expr| matches!(expr.node, Node::Const(_));
    match node {
        Node::Not(a) | Node::Round(_, a) | Node::Is(a, _) => plain(a),
        Node::Minus(a) => is(a),
        Node::Binary(Binary::Plus | Binary::Minus, a, b) => is(a) && is(b),
        Node::Binary(_, a, b) => plain(a) && plain(b),
        Node::In(a, low, high) => plain(a) && [low, high].into_iter().flatten().all(|end| plain(end)),
        Node::Call(Function::Min | Function::Max | Function::Abs | Function::Clamp, all) => all.iter().all(plain),
        Node::Call(Function::Dice, all) => all.iter().all(plain),
        _ => false,
    }
}

/// `and` and `or` with one known side.
fn one_sided(operator: Binary, a: &Expr, b: &Expr) -> Option<Expr> {
    let truth = |expr: &Expr| match expr.node {
        Node::Const(Value::Truth(truth)) => Some(truth),
        _ => None,
    };
    let constant = |truth, like: &Expr| Some(Expr::constant(Value::Truth(truth), like.span));
    match (operator, truth(a), truth(b)) {
        (Binary::And, Some(false), _) => constant(false, a),
        (Binary::And, _, Some(false)) => constant(false, b),
        (Binary::And, Some(true), _) | (Binary::Or, Some(false), _) => Some(b.clone()),
        (Binary::And, _, Some(true)) | (Binary::Or, _, Some(false)) => Some(a.clone()),
        (Binary::Or, Some(true), _) => constant(true, a),
        (Binary::Or, _, Some(true)) => constant(true, b),
        _ => None,
    }
}

fn compute(expr: &Expr, book: &Rulebook, depth: u32) -> Option<Value> {
    if depth > DEEPEST {
        return None;
    }
    let value = |expr: &Expr| compute(expr, book, depth + 1);
    let number = |expr: &Expr| value(expr)?.as_number();
    let truth = |expr: &Expr| value(expr)?.as_truth();
    match &expr.node {
        Node::Const(value) => Some(value.clone()),
        Node::Roll(formula) => Some(Value::Dice(Arc::new(formula.clone()))),
        Node::Setting(id) => value(&book.settings.get(id.index())?.expr),
        Node::Not(a) => Some(Value::Truth(!truth(a)?)),
        Node::Minus(a) => value(a)?.negated().ok(),
        Node::Round(rounding, a) => Some(Value::int(rounding.of(number(a)?))),
        Node::Is(a, other) => match (value(a)?, other) {
            (Value::Unset, _) => None,
            (found, other) => Some(Value::Truth(found == *other)),
        },
        Node::Binary(operator, a, b) => binary(*operator, value(a)?, value(b)?),
        Node::In(a, low, high) => {
            let found = value(a)?;
            let low = low.as_ref().map(|low| value(low)).map_or(Some(None), |end| end.map(Some))?;
            let high = high.as_ref().map(|high| value(high)).map_or(Some(None), |end| end.map(Some))?;
            let inside = low.is_none_or(|low| low <= found) && high.is_none_or(|high| found <= high);
            Some(Value::Truth(inside))
        }
        Node::If(condition, then, otherwise) => value(if truth(condition)? { then } else { otherwise }),
        Node::Case(arms, otherwise) => {
            for (condition, found) in arms {
                if truth(condition)? {
                    return value(found);
                }
            }
            value(otherwise)
        }
        Node::Let(local, named, body) => value(&body.with_local(*local, &value(named)?)),
        Node::List(members) => Some(Value::list(members.iter().map(value).collect::<Option<Vec<_>>>()?)),
        Node::Field(base, at) => match value(base)? {
            Value::Item(item) => {
                let found = book.items.get(item.index())?.fields.get(usize::from(*at))?.clone();
                (found != Value::Unset).then_some(found)
            }
            _ => None,
        },
        Node::Call(function, arguments) => call(*function, &arguments.iter().map(value).collect::<Option<Vec<_>>>()?),
        _ => None,
    }
}

fn binary(operator: Binary, a: Value, b: Value) -> Option<Value> {
    if a == Value::Unset || b == Value::Unset {
        return None;
    }
    let truth = |truth| Some(Value::Truth(truth));
    match (operator, &a, &b) {
        (Binary::Or, Value::Truth(a), Value::Truth(b)) => truth(*a || *b),
        (Binary::And, Value::Truth(a), Value::Truth(b)) => truth(*a && *b),
        (Binary::Or | Binary::And, ..) | (Binary::Equal | Binary::NotEqual, Value::Dice(_), _) => None,
        (Binary::Equal, ..) => truth(a == b),
        (Binary::NotEqual, ..) => truth(a != b),
        (Binary::Plus, ..) => a.plus(&b).ok(),
        (Binary::Minus, ..) => a.minus(&b).ok(),
        (Binary::Times, ..) => a.times(&b).ok(),
        (Binary::Over, ..) => a.over(&b).ok(),
        _ => truth(operator.holds(a.compared(&b).ok()?)),
    }
}

fn call(function: Function, arguments: &[Value]) -> Option<Value> {
    let numbers: Option<Vec<Number>> = arguments.iter().map(Value::as_number).collect();
    let numbers = numbers?;
    let whole = |at: usize| -> Option<u16> { u16::try_from(numbers.get(at)?.as_int()?).ok() };
    match (function, &numbers[..]) {
        (Function::Min, _) => numbers.iter().min().copied().map(Value::Number),
        (Function::Max, _) => numbers.iter().max().copied().map(Value::Number),
        (Function::Abs, [n]) if *n < Number::ZERO => n.negated().map(Value::Number),
        (Function::Abs, [n]) => Some(Value::Number(*n)),
        (Function::Clamp, [n, low, high]) if low <= high => Some(Value::Number(*n.clamp(low, high))),
        (Function::Dice, [_, _]) if whole(0)? > 0 && whole(1)? > 0 => {
            Some(Value::Dice(Arc::new(Formula::dice(whole(0)?, whole(1)?))))
        }
        _ => None,
    }
}
