//! What an action's own check is rolled with, as far as that can be told before its lines are done.

use crate::eval::Frame;
use crate::rulebook::{Action, Expr, Node};
use crate::state::View;
use crate::value::{FactId, Value};

/// The facts that the lines of an action state alike wherever they roll its own check.
pub(crate) fn set_for_check(view: &View<'_>, action: &Action, frame: &Frame) -> Vec<(FactId, Value)> {
    if action.rolls.each.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let stated = |stating: &Vec<(FactId, Expr)>| {
        let mut frame = frame.clone();
        let mut found: Vec<(FactId, Value)> = Vec::new();
        for (fact, expr) in stating {
            let value = if is_open(expr) { None } else { view.value_in(expr, &frame).ok() };
            found.retain(|(known, _)| known != fact);
            if let Some(value) = value {
                frame.state(*fact, value.clone());
                found.push((*fact, value));
            }
        }
        found
    };
    let mut rolls = action.rolls.each.iter().map(stated);
    let Some(first) = rolls.next() else { return Vec::new() };
    rolls.fold(first, |alike, other| alike.into_iter().filter(|one| other.contains(one)).collect())
}

/// Whether only the lines before can say what it is.
fn is_open(expr: &Expr) -> bool {
    let mut is_open = false;
    expr.walk(&mut |part| is_open |= matches!(part.node, Node::Local(_)));
    is_open
}
