//! Whether two expressions ask the same, and whether parts of a condition exclude one another.

use crate::rulebook::{Binary, Expr, Node};
use crate::value::{Number, Value};

/// Whether two expressions are the same but for where they stand.
pub(super) fn same(a: &Expr, b: &Expr) -> bool {
    match (&a.node, &b.node) {
        (Node::Const(a), Node::Const(b)) => a == b,
        (Node::Subject, Node::Subject) => true,
        (Node::Fact(a), Node::Fact(b)) => a == b,
        (Node::Local(a), Node::Local(b)) => a == b,
        (Node::Setting(a), Node::Setting(b)) => a == b,
        (Node::Attribute(a, one), Node::Attribute(b, two)) => one == two && same(a, b),
        (Node::Value(a, one), Node::Value(b, two)) => one == two && same(a, b),
        (Node::Track(a, one, None), Node::Track(b, two, None)) => one == two && same(a, b),
        (Node::State(a, one), Node::State(b, two)) => one == two && same(a, b),
        (Node::Field(a, one), Node::Field(b, two)) => one == two && same(a, b),
        (Node::HasCondition(a, one), Node::HasCondition(b, two)) => one == two && same(a, b),
        (Node::InState(a, state, one), Node::InState(b, other, two)) => state == other && one == two && same(a, b),
        (Node::Is(a, one), Node::Is(b, two)) => one == two && same(a, b),
        (Node::Not(a), Node::Not(b)) => same(a, b),
        (Node::Binary(one, a, b), Node::Binary(two, c, d)) => one == two && same(a, c) && same(b, d),
        (Node::Let(one, a, b), Node::Let(two, c, d)) => one == two && same(a, c) && same(b, d),
        (Node::Call(one, a), Node::Call(two, b)) => {
            one == two && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => false,
    }
}

/// Whether a condition holds only where another one does: each part of that other is one of its own, or asks for less of
/// the same number.
pub(super) fn implies(condition: &Expr, other: &Expr) -> bool {
    let parts = condition.conjuncts();
    let is_met = |wanted: &Expr| {
        let either = wanted.disjuncts();
        either.iter().any(|wanted| parts.iter().any(|part| same(part, wanted) || is_within(part, wanted)))
    };
    other.conjuncts().into_iter().all(is_met)
}

/// Whether what one asks of a number leaves nothing that the other does not take.
fn is_within(one: &Expr, other: &Expr) -> bool {
    let (Some(a), Some(b)) = (bound(one), bound(other)) else { return false };
    let low = b.1.is_none_or(|(n, is_in)| a.1.is_some_and(|(own, own_in)| own > n || own == n && (is_in || !own_in)));
    let high = b.2.is_none_or(|(n, is_in)| a.2.is_some_and(|(own, own_in)| own < n || own == n && (is_in || !own_in)));
    same(a.0, b.0) && low && high
}

/// Two things for which a condition asks and that exclude one another, in the order of the text.
pub(super) fn contradiction(condition: &Expr) -> Option<(&Expr, &Expr)> {
    let parts = condition.conjuncts();
    let pairs = parts.iter().enumerate().flat_map(|(at, part)| parts[..at].iter().map(move |other| (*other, *part)));
    pairs.into_iter().find(|(one, other)| exclude(one, other))
}

/// Whether one of two conditions holds exactly where the other does not: `hidden` and `hidden = false`.
fn are_contrary(a: &Expr, b: &Expr) -> bool {
    let ((one, holds), (other, also)) = (truth(a), truth(b));
    holds != also && same(one, other)
}

/// What a condition asks of a truth: that it holds, or that it does not.
fn truth(expr: &Expr) -> (&Expr, bool) {
    match &expr.node {
        Node::Not(inner) => {
            let (what, holds) = truth(inner);
            (what, !holds)
        }
        Node::Binary(sign @ (Binary::Equal | Binary::NotEqual), what, other) => match other.node {
            Node::Const(Value::Truth(wanted)) => {
                let (what, holds) = truth(what);
                (what, holds == (wanted == (*sign == Binary::Equal)))
            }
            _ => (expr, true),
        },
        _ => (expr, true),
    }
}

/// Whether always at least one of two conditions holds: `range > 20` and `range <= 20`.
pub(super) fn either_holds(a: &Expr, b: &Expr) -> bool {
    let rest = |expr| bound(expr).and_then(complement);
    are_contrary(a, b)
        || match (rest(a), rest(b)) {
            (Some(a), Some(b)) => same(a.0, b.0) && apart(&a, &b),
            _ => false,
        }
}

/// What is left where a number is not held between such ends, if that is in one piece.
fn complement((what, low, high): Bounded<'_>) -> Option<Bounded<'_>> {
    let turned = |end: Option<(Number, bool)>| end.map(|(n, is_in)| (n, !is_in));
    match (low, high) {
        (None, Some(_)) => Some((what, turned(high), None)),
        (Some(_), None) => Some((what, None, turned(low))),
        _ => None,
    }
}

fn exclude(a: &Expr, b: &Expr) -> bool {
    match (&a.node, &b.node) {
        _ if are_contrary(a, b) => true,
        (Node::Is(a, one), Node::Is(b, two)) => one != two && same(a, b),
        (Node::InState(a, state, one), Node::InState(b, other, two)) => state == other && one != two && same(a, b),
        (Node::Is(x, Value::Symbol(one)), Node::InState(b, state, two))
        | (Node::InState(b, state, two), Node::Is(x, Value::Symbol(one))) => match &x.node {
            Node::State(a, other) => state == other && one != two && same(a, b),
            _ => false,
        },
        _ => match (bound(a), bound(b)) {
            (Some(a), Some(b)) => same(a.0, b.0) && apart(&a, &b),
            _ => false,
        },
    }
}

/// Whether a condition holds, or does not, whatever is said: it compares a number with what lies beyond all that it may
/// be. The range of an expression is the least and the most that it may be.
pub(super) fn settled(condition: &Expr, range: &dyn Fn(&Expr) -> NumberRange) -> Option<bool> {
    match &condition.node {
        Node::Const(Value::Truth(holds)) => Some(*holds),
        Node::Not(inner) => settled(inner, range).map(|holds| !holds),
        Node::Binary(Binary::And, ..) => {
            let parts = condition.conjuncts();
            let all: Vec<Option<bool>> = parts.iter().map(|part| settled(part, range)).collect();
            match contradiction(condition).is_some() || all.contains(&Some(false)) {
                true => Some(false),
                false => all.iter().all(|one| *one == Some(true)).then_some(true),
            }
        }
        Node::Binary(Binary::Or, ..) => {
            let parts = condition.disjuncts();
            let all: Vec<Option<bool>> = parts.iter().map(|part| settled(part, range)).collect();
            let pairs = || parts.iter().enumerate().flat_map(|(at, one)| parts[..at].iter().map(move |two| (one, two)));
            let is_either = pairs().any(|(one, other)| either_holds(one, other));
            match is_either || all.contains(&Some(true)) {
                true => Some(true),
                false => all.iter().all(|one| *one == Some(false)).then_some(false),
            }
        }
        _ => {
            let (what, low, high) = bound(condition)?;
            if is_turned(low, high) {
                return Some(false);
            }
            let (least, most) = what.as_number().map_or_else(|| range(what), |number| (Some(number), Some(number)));
            let all: Bounded<'_> = (what, least.map(|n| (n, true)), most.map(|n| (n, true)));
            if apart(&(what, low, high), &all) {
                return Some(false);
            }
            let is_low_met = low.is_none_or(|(n, is_in)| least.is_some_and(|least| least > n || is_in && least == n));
            let is_high_met = high.is_none_or(|(n, is_in)| most.is_some_and(|most| most < n || is_in && most == n));
            (is_low_met && is_high_met).then_some(true)
        }
    }
}

/// The least and the most that something may be, as far as that is known.
pub(super) type NumberRange = (Option<Number>, Option<Number>);

/// A number held between ends, each with whether it is included.
type Bounded<'e> = (&'e Expr, Option<(Number, bool)>, Option<(Number, bool)>);

pub(super) fn bound(expr: &Expr) -> Option<Bounded<'_>> {
    match &expr.node {
        Node::Binary(operator, a, b) => {
            let n = b.as_number()?;
            match operator {
                Binary::Less => Some((a, None, Some((n, false)))),
                Binary::LessOrEqual => Some((a, None, Some((n, true)))),
                Binary::Greater => Some((a, Some((n, false)), None)),
                Binary::GreaterOrEqual => Some((a, Some((n, true)), None)),
                Binary::Equal => Some((a, Some((n, true)), Some((n, true)))),
                _ => None,
            }
        }
        Node::Not(inner) => complement(bound(inner)?),
        Node::In(a, low, high) => {
            let number = |end: &Option<Box<Expr>>| match end {
                None => Some(None),
                Some(end) => end.as_number().map(|n| Some((n, true))),
            };
            Some((a, number(low)?, number(high)?))
        }
        _ => None,
    }
}

/// Whether the ends between which a number is held stand the wrong way round: `10 m..5 m`.
fn is_turned(low: Option<(Number, bool)>, high: Option<(Number, bool)>) -> bool {
    low.zip(high).is_some_and(|((low, _), (high, _))| low > high)
}

fn apart(a: &Bounded, b: &Bounded) -> bool {
    let below = |high: Option<(Number, bool)>, low: Option<(Number, bool)>| match (high, low) {
        (Some((high, high_in)), Some((low, low_in))) => high < low || (high == low && !(high_in && low_in)),
        _ => false,
    };
    below(a.2, b.1) || below(b.2, a.1)
}
