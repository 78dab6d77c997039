//! Why a condition is false, in the words of the one who wrote it: the smallest part that decided it, and what was found
//! instead.

use crate::eval::{Scene, World, describe, show};
use crate::rulebook::{Binary, Expr, Node};
use crate::value::Value;

/// Why a condition that is false is false.
pub(super) fn why_false<W: World + ?Sized>(scene: &Scene<'_, W>, expr: &Expr) -> String {
    match &expr.node {
        Node::Binary(Binary::And, left, right) => {
            let part = if is(scene, left, false) { left } else { right };
            why_false(scene, part)
        }
        Node::Binary(Binary::Or, left, right) => {
            format!("{} and {}", why_false(scene, left), why_false(scene, right))
        }
        Node::Not(inner) if inner.span != expr.span => why_true(scene, inner),
        Node::Not(inner) => format!("`{}` is false{}", describe(expr, scene.rules), found(scene, inner)),
        _ => format!("`{}` is false{}", describe(expr, scene.rules), found(scene, expr)),
    }
}

/// What a false condition compares that decides it, with its number: `hexes moved 3`. None where no number decides.
pub(super) fn measured<W: World + ?Sized>(scene: &Scene<'_, W>, expr: &Expr) -> Option<String> {
    match &expr.node {
        Node::Binary(Binary::And, left, right) => measured(scene, if is(scene, left, false) { left } else { right }),
        Node::Binary(Binary::Or, left, right) => measured(scene, left).or_else(|| measured(scene, right)),
        Node::Binary(comparison, subject, _) if comparison.is_comparison() => {
            let head = match &subject.node {
                Node::Fact(id) => &scene.rules.facts[id.index()].head,
                Node::Track(_, id, _) => &scene.rules.tracks[id.index()].head,
                Node::Value(_, id) => &scene.rules.values[id.index()].head,
                Node::Attribute(_, id) => &scene.rules.attributes[id.index()].head,
                _ => return None,
            };
            let number = scene.eval(subject).ok().filter(|value| value.as_number().is_some())?;
            let title = if head.is_quiet() { &head.name } else { &head.title };
            Some(format!("{title} {}", show(&number, unit(scene, subject), scene.rules, scene.world)))
        }
        _ => None,
    }
}

/// Why a condition that is true is true.
pub(super) fn why_true<W: World + ?Sized>(scene: &Scene<'_, W>, expr: &Expr) -> String {
    match &expr.node {
        Node::Binary(Binary::Or, left, right) => {
            let part = if is(scene, left, true) { left } else { right };
            why_true(scene, part)
        }
        Node::Binary(Binary::And, left, right) => {
            format!("{} and {}", why_true(scene, left), why_true(scene, right))
        }
        Node::Not(inner) if inner.span != expr.span => why_false(scene, inner),
        Node::Not(inner) => format!("`{}` is true{}", describe(expr, scene.rules), found(scene, inner)),
        _ => format!("`{}` is true{}", describe(expr, scene.rules), found(scene, expr)),
    }
}

/// What a false condition looks at in the part that decided it, each with what it is: whose it is, what he has.
pub fn looked_at<W: World + ?Sized>(scene: &Scene<'_, W>, expr: &Expr) -> Vec<String> {
    let part = match &expr.node {
        Node::Binary(Binary::And, left, right) => {
            return looked_at(scene, if is(scene, left, false) { left } else { right });
        }
        Node::Not(inner) => inner,
        _ => expr,
    };
    let (mut facts, mut others): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    part.walk(&mut |one| {
        let is_fact = matches!(one.node, Node::Fact(_));
        let is_property = matches!(
            one.node,
            Node::Attribute(..) | Node::Track(..) | Node::Value(..) | Node::State(..) | Node::Slot(..)
        );
        let Some(value) = scene.eval(one).ok().filter(|_| is_fact || is_property) else { return };
        let shown = match &value {
            Value::List(members) if members.is_empty() => "empty".to_string(),
            value => show(value, unit(scene, one), scene.rules, scene.world),
        };
        let said = format!("{} is {shown}", describe(one, scene.rules));
        let all = if is_fact { &mut facts } else { &mut others };
        if !all.contains(&said) {
            all.push(said);
        }
    });
    facts.extend(others);
    facts
}

fn is<W: World + ?Sized>(scene: &Scene<'_, W>, expr: &Expr, truth: bool) -> bool {
    scene.truth(expr) == Ok(truth)
}

/// What stands on the left of a comparison: ` (range is 5)`.
fn found<W: World + ?Sized>(scene: &Scene<'_, W>, expr: &Expr) -> String {
    let subject = match &expr.node {
        Node::Binary(_, left, _) | Node::Is(left, _) | Node::In(left, ..) => left,
        _ => return String::new(),
    };
    if matches!(subject.node, Node::Const(_)) {
        return String::new();
    }
    match scene.eval(subject) {
        Ok(Value::Truth(_)) | Err(_) => String::new(),
        Ok(value) => {
            let unit = unit(scene, subject);
            let value = show(&value, unit, scene.rules, scene.world);
            format!(" ({} is {value})", describe(subject, scene.rules))
        }
    }
}

/// The unit in which a plain fact or property is shown.
fn unit<W: World + ?Sized>(scene: &Scene<'_, W>, expr: &Expr) -> Option<u16> {
    match &expr.node {
        Node::Fact(id) => scene.rules.facts[id.index()].unit,
        Node::Attribute(_, id) => scene.rules.attributes[id.index()].unit,
        Node::Track(_, id, _) => scene.rules.tracks[id.index()].unit,
        Node::Table(id, _) => scene.rules.tables[id.index()].unit,
        _ => None,
    }
}
