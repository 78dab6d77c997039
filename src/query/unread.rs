//! What the rules read of what a sentence may say: its check, what is required, what it costs.

use super::{About, Quantity};
use crate::rulebook::{Expr, Node, Rulebook, SentencePart};
use crate::value::{ActionId, CheckId, FactId};

/// Values that values are made of, followed so deep.
const DEEPEST: usize = 24;

/// The facts that an action, its check, or a check reads, directly or not.
pub(crate) fn read_by(book: &Rulebook, about: About) -> Vec<FactId> {
    let mut read = match about {
        About::Action(action) => book.actions[action.index()].takes.clone(),
        About::Check(_) | About::Quantity(_) => Vec::new(),
    };
    read.extend(looked_at(book, about));
    read
}

/// The same without what an action takes and none of them reads.
pub(super) fn looked_at(book: &Rulebook, about: About) -> Vec<FactId> {
    let mut read = Vec::new();
    match about {
        About::Check(check) => of_check(book, check, &mut read),
        About::Action(action) => of_action(book, action, &mut read),
        About::Quantity(quantity) => of_quantity(book, quantity, &mut read),
    }
    read
}

fn of_quantity(book: &Rulebook, quantity: Quantity, read: &mut Vec<FactId>) {
    match quantity {
        Quantity::Fact(fact) => {
            read.push(fact);
            read.extend(&book.facts[fact.index()].reads);
        }
        Quantity::Value(value) => of_expr(book, &book.values[value.index()].expr, DEEPEST, read),
        Quantity::Field(thing, _) => read.push(thing),
        Quantity::Attribute(_) | Quantity::Track(_) => {}
    }
}

fn of_check(book: &Rulebook, check: CheckId, read: &mut Vec<FactId>) {
    if let Some(check) = book.checks.get(check.index()) {
        read.extend(check.reads.iter().chain(&check.all_reads));
    }
}

fn of_action(book: &Rulebook, action: ActionId, read: &mut Vec<FactId>) {
    let action = &book.actions[action.index()];
    read.push(action.by);
    let said = action.says.iter().flat_map(|sentence| &sentence.parts);
    read.extend(said.filter_map(|part| match part {
        SentencePart::Fact(fact) => Some(*fact),
        SentencePart::Word(_) => None,
    }));
    action.check.into_iter().for_each(|check| of_check(book, check, read));
    let exprs = action.requires.iter().map(|(expr, _)| expr);
    let exprs = exprs.chain(action.spends.iter().map(|(expr, _)| expr)).chain(action.with.iter().map(|(_, expr)| expr));
    exprs.for_each(|expr| of_expr(book, expr, DEEPEST, read));
    read.extend(action.with.iter().map(|(fact, _)| *fact));
}

fn of_expr(book: &Rulebook, expr: &Expr, depth: usize, read: &mut Vec<FactId>) {
    expr.walk(&mut |part| match &part.node {
        Node::Fact(fact) => {
            read.push(*fact);
            read.extend(&book.facts[fact.index()].reads);
        }
        Node::Value(_, value) if depth > 0 => of_expr(book, &book.values[value.index()].expr, depth - 1, read),
        _ => {}
    });
}
