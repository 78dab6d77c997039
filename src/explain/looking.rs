//! Everything that a check would look at if nothing barred it: what of a check that cannot be made would count.

use super::need::rebind;
use crate::eval::{EvalError, Frame, Scene, World};
use crate::rulebook::{Expr, Goal, Modifier};
use crate::value::{CheckId, Value};

/// Is told each expression that holds a part in a check, and what it comes to.
type Visit<'v> = &'v mut dyn FnMut(&Expr, &Result<Value, EvalError>);

/// Evaluates every part of a check and of the one that opposes it, whatever bars it and wherever one of them fails. The
/// amount of a modifier that does not apply is left out.
pub fn each_part<W: World + ?Sized>(scene: &Scene<'_, W>, id: CheckId, visit: Visit<'_>) {
    side(scene, id, visit);
    let Goal::Opposed(opposed) = &scene.rules.checks[id.index()].goal else { return };
    let mut frame = Frame::new();
    if rebind(scene, opposed, &mut frame).is_ok() {
        side(&Scene { rules: scene.rules, world: scene.world, frame: &frame }, opposed.check, visit);
    }
}

fn side<W: World + ?Sized>(scene: &Scene<'_, W>, id: CheckId, visit: Visit<'_>) {
    let check = &scene.rules.checks[id.index()];
    let cards = check.cards.iter().flat_map(|card| &scene.rules.cards[card.index()].modifiers);
    check.exprs().into_iter().for_each(|expr| drop(part(scene, expr, visit)));
    check.parts.iter().chain(cards).for_each(|one| modifier(scene, one, visit));
}

fn modifier<W: World + ?Sized>(scene: &Scene<'_, W>, modifier: &Modifier, visit: Visit<'_>) {
    let condition = modifier.condition.as_ref().map(|when| part(scene, when, visit));
    if condition != Some(Some(Value::Truth(false))) {
        part(scene, &modifier.amount, visit);
    }
}

/// What it comes to; none if it fails.
fn part<W: World + ?Sized>(scene: &Scene<'_, W>, expr: &Expr, visit: Visit<'_>) -> Option<Value> {
    let found = scene.eval(expr);
    visit(expr, &found);
    found.ok()
}
