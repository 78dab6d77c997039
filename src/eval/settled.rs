//! Whether a condition rests on what neither play nor anybody's word changes: things as they are declared, settings, and
//! what was stated.

use super::Scene;
use super::World;
use crate::rulebook::{Expr, Node, Type};
use crate::value::FactId;

/// Facts that facts are computed from, followed so deep.
const DEEPEST: u8 = 16;

/// Whether nothing but declarations and what was stated decides an expression.
pub(super) fn is_settled<W: World + ?Sized>(scene: &Scene<'_, W>, expr: &Expr) -> bool {
    is_settled_within(scene, expr, DEEPEST)
}

fn is_settled_within<W: World + ?Sized>(scene: &Scene<'_, W>, expr: &Expr, depth: u8) -> bool {
    let mut settled = depth > 0;
    expr.walk(&mut |part| {
        settled = settled
            && match &part.node {
                Node::Fact(id) => is_fact_settled(scene, *id, depth),
                Node::Field(owner, at) => is_declared(scene, owner, *at),
                Node::Const(_) | Node::Is(..) | Node::Not(_) | Node::Minus(_) | Node::Round(..) => true,
                Node::Binary(..) | Node::In(..) | Node::If(..) | Node::Case(..) => true,
                _ => false,
            };
    });
    settled
}

fn is_fact_settled<W: World + ?Sized>(scene: &Scene<'_, W>, id: FactId, depth: u8) -> bool {
    let fact = &scene.rules.facts[id.index()];
    let computed =
        || fact.default.as_ref().filter(|default| fact.from.is_none() && !matches!(default.node, Node::Const(_)));
    // A truth or a number was perhaps stated for what it is with others.
    let is_named = matches!(fact.r#type.bare(), Type::Thing(_) | Type::Symbol(_)) && scene.frame.stated(id).is_some();
    is_named || computed().is_some_and(|default| is_settled_within(scene, default, depth - 1))
}

/// Whether a field is that of a thing that was named, and never changes.
fn is_declared<W: World + ?Sized>(scene: &Scene<'_, W>, owner: &Expr, at: u16) -> bool {
    let Node::Fact(id) = owner.node else { return false };
    match scene.rules.facts[id.index()].r#type.bare() {
        Type::Thing(kind) => {
            let fields = &scene.rules.kinds[kind.index()].fields;
            fields.get(usize::from(at)).is_some_and(|field| !field.tracked)
        }
        _ => false,
    }
}
