//! The numbers with which rules compare what is stated: where an answer may change. What is asked of them, this does not
//! know.

use super::{Expr, KeyMatch, Node, Rulebook};
use crate::value::{FactId, Number, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The numbers with which conditions, tables and bounds compare each fact: what is just at them, and just beyond.
pub fn compared_numbers(book: &Rulebook) -> BTreeMap<FactId, BTreeSet<Number>> {
    let mut found: BTreeMap<FactId, BTreeSet<Number>> = BTreeMap::new();
    let mut note = |fact: FactId, number: Number| {
        let (rule, numbers) = (&book.facts[fact.index()], found.entry(fact).or_default());
        let step = rule.unit.map_or(Number::ONE, |unit| book.units[usize::from(unit)].factor);
        let is_in = |number: &Number| {
            rule.bounds.0.is_none_or(|least| *number >= least) && rule.bounds.1.is_none_or(|most| *number <= most)
        };
        numbers.extend([Some(number), number.plus(step)].into_iter().flatten().filter(is_in));
    };
    let modifiers = book.cards.iter().flat_map(|card| &card.modifiers).chain(book.checks.iter().flat_map(|c| &c.parts));
    let of_modifiers = modifiers.flat_map(|one| [&one.amount].into_iter().chain(&one.condition));
    let of_facts = book.facts.iter().flat_map(|fact| fact.from.iter().chain(&fact.default));
    let of_actions = book.actions.iter().flat_map(|action| action.requires.iter().map(|(expr, _)| expr));
    let of_values = book.values.iter().map(|value| &value.expr).chain(book.functions.iter().map(|rule| &rule.expr));
    let of_checks = book.checks.iter().flat_map(|check| check.exprs());
    for expr in of_modifiers.chain(of_facts).chain(of_actions).chain(of_values).chain(of_checks) {
        expr.walk(&mut |part| compared(book, part, &mut note));
    }
    found
}

fn compared(book: &Rulebook, part: &Expr, note: &mut impl FnMut(FactId, Number)) {
    match &part.node {
        Node::Binary(operator, a, b) if operator.is_comparison() => {
            for (fact, number) in [(a, b), (b, a)] {
                if let (Node::Fact(fact), Node::Const(Value::Number(number))) = (&fact.node, &number.node) {
                    note(*fact, *number);
                }
            }
        }
        Node::In(fact, from, to) => {
            let Node::Fact(fact) = fact.node else { return };
            for bound in [from, to].into_iter().flatten() {
                if let Node::Const(Value::Number(number)) = bound.node {
                    note(fact, number);
                }
            }
        }
        Node::Table(table, keys) => {
            let Some(Node::Fact(fact)) = keys.first().map(|key| &key.node) else { return };
            for row in &book.tables[table.index()].rows {
                if let KeyMatch::Range(_, Some(to)) = row.matches {
                    note(*fact, to);
                }
            }
        }
        _ => {}
    }
}
