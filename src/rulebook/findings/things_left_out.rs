//! Tables of things in which some things of their kind are missing, where any of them may be looked up.

use super::{Examiner, Finding};
use crate::rulebook::expr::constant;
use crate::rulebook::show::as_written;
use crate::rulebook::{Action, Binary, Check, Expr, KeyMatch, Modifier, Node, Table, Type};
use crate::value::{CheckId, FactId, ItemId, KindId, TableId, Value};

/// So many missing things are named.
const MOST_NAMED: usize = 6;

/// A key of a table.
#[derive(Clone, Copy)]
struct Axis {
    table: TableId,
    at: usize,
}

impl Examiner<'_> {
    pub(super) fn things_left_out(&mut self) {
        let book = self.book;
        for (id, table) in book.tables.iter().enumerate().filter(|(_, table)| table.head.pack == book.pack.head.name) {
            for (at, key) in table.keys.iter().enumerate() {
                if let Type::Thing(kind) = key.r#type.bare() {
                    let axis = Axis { table: TableId(id as u16), at };
                    let missing = self.missing(table, at, *kind).into_iter();
                    let missing: Vec<ItemId> = missing.filter(|item| self.is_looked_up(axis, *kind, *item)).collect();
                    let word = if at == 0 { "row" } else { "column" };
                    self.left_out(table, (&key.name, word), &missing);
                }
            }
        }
    }

    fn left_out(&mut self, table: &Table, (key, axis): (&str, &'static str), missing: &[ItemId]) {
        let name = |item: &ItemId| as_written(&self.book.items[item.index()].head.name).to_string();
        let mut names: Vec<String> = missing.iter().take(MOST_NAMED).map(|item| format!("`{}`", name(item))).collect();
        let Some(first) = missing.first().map(name) else { return };
        if missing.len() > MOST_NAMED {
            names.push(format!("{} more", missing.len() - MOST_NAMED));
        }
        let finding = Finding::TableGap { table: table.head.name.to_string(), axis, missing: names.join(", ") };
        let label = format!("`{key}` can be that where it is looked up");
        let help = match axis {
            "row" => format!("add a row, `| {first} | … |`: a key that none holds for is an error in play"),
            _ => format!("add a column `{first}`: a key that none holds for is an error in play"),
        };
        self.report(finding, table.head.span, &label, help);
    }

    /// The things of a kind for which a table has no row or no column.
    fn missing(&self, table: &Table, key: usize, kind: KindId) -> Vec<ItemId> {
        let rows: Vec<&KeyMatch> = match key {
            0 => table.rows.iter().map(|row| &row.matches).collect(),
            _ => table.columns.iter().collect(),
        };
        let items = self.book.items.iter().enumerate().filter(|(_, item)| item.kind == kind);
        let items = items.map(|(at, _)| ItemId(at as u16));
        items.filter(|item| !rows.iter().any(|row| holds(row, *item))).collect()
    }

    /// Whether a thing may come to be looked up: a fact that can be any of its kind is the key, and nothing before asks
    /// which it is.
    fn is_looked_up(&self, axis: Axis, kind: KindId, item: ItemId) -> bool {
        let book = self.book;
        let facts = book.facts.iter().enumerate().filter(|(_, fact)| {
            fact.from.is_none() && matches!(fact.r#type.bare(), Type::Thing(other) if *other == kind)
        });
        let lookups = facts.map(|(at, _)| LookedUp { axis, fact: FactId(at as u16), item });
        let checks = || book.checks.iter().enumerate();
        lookups
            .into_iter()
            .any(|lookup| checks().any(|(at, check)| self.may_be_asked(CheckId(at as u16), check, lookup)))
    }

    fn may_be_asked(&self, id: CheckId, check: &Check, lookup: LookedUp) -> bool {
        let book = self.book;
        if !check.reads.contains(&lookup.fact) {
            return false;
        }
        let mut actions = book.actions.iter().filter(|action| action.check == Some(id)).peekable();
        let is_alone = actions.peek().is_none();
        let allows = |action: &Action| {
            let is_fixed = action.with.iter().any(|(fact, _)| *fact == lookup.fact);
            !is_fixed && action.requires.iter().all(|(when, _)| self.decided(when, lookup) != Some(false))
        };
        if !is_alone && !actions.any(allows) {
            return false;
        }
        if check.impossible.iter().any(|(when, _)| self.decided(when, lookup) == Some(true)) {
            return false;
        }
        let cards = check.cards.iter().flat_map(|card| &book.cards[card.index()].modifiers);
        check.exprs().into_iter().any(|expr| self.reaches(expr, lookup))
            || cards.chain(&check.parts).any(|modifier| self.modifier_reaches(modifier, lookup))
    }

    fn modifier_reaches(&self, modifier: &Modifier, lookup: LookedUp) -> bool {
        match &modifier.condition {
            None => self.reaches(&modifier.amount, lookup),
            Some(condition) if self.reaches(condition, lookup) => true,
            Some(condition) => self.decided(condition, lookup) == Some(true) && self.reaches(&modifier.amount, lookup),
        }
    }

    /// Whether the thing is looked up wherever the expression is evaluated.
    fn reaches(&self, expr: &Expr, lookup: LookedUp) -> bool {
        let either = |a: &Expr, b: &Expr| self.reaches(a, lookup) || self.reaches(b, lookup);
        match &expr.node {
            Node::Table(table, keys) if *table == lookup.axis.table => {
                keys.get(lookup.axis.at).is_some_and(|key| matches!(key.node, Node::Fact(fact) if fact == lookup.fact))
            }
            Node::Table(_, parts) | Node::Call(_, parts) | Node::List(parts) => {
                parts.iter().any(|part| self.reaches(part, lookup))
            }
            Node::If(condition, then, otherwise) => {
                self.reaches(condition, lookup)
                    || self
                        .decided(condition, lookup)
                        .is_some_and(|holds| self.reaches(if holds { then } else { otherwise }, lookup))
            }
            Node::Binary(operator @ (Binary::And | Binary::Or), a, b) => {
                let goes_on = *operator == Binary::And;
                self.reaches(a, lookup) || self.decided(a, lookup) == Some(goes_on) && self.reaches(b, lookup)
            }
            Node::Binary(_, a, b) | Node::Let(_, a, b) | Node::Has(a, b) => either(a, b),
            Node::Not(a)
            | Node::Minus(a)
            | Node::Round(_, a)
            | Node::Is(a, _)
            | Node::Repeat(_, a)
            | Node::In(a, ..) => self.reaches(a, lookup),
            _ => false,
        }
    }

    /// Whether a condition holds, or does not, because of which thing it is.
    fn decided(&self, condition: &Expr, lookup: LookedUp) -> Option<bool> {
        let mut condition = condition.clone();
        condition.change(&mut |part| {
            if matches!(part.node, Node::Fact(fact) if fact == lookup.fact) {
                part.node = Node::Const(Value::Item(lookup.item));
            }
            true
        });
        self.settled(&condition)
    }

    /// The truth of a condition, of which one side may be enough.
    fn settled(&self, condition: &Expr) -> Option<bool> {
        match &condition.node {
            Node::Not(inner) => self.settled(inner).map(|holds| !holds),
            Node::Binary(operator @ (Binary::And | Binary::Or), a, b) => {
                let (a, b, ends) = (self.settled(a), self.settled(b), *operator == Binary::Or);
                match (a, b) {
                    _ if a == Some(ends) || b == Some(ends) => Some(ends),
                    (Some(_), Some(_)) => Some(!ends),
                    _ => None,
                }
            }
            _ => constant(condition, self.book)?.as_truth(),
        }
    }
}

/// A thing that a fact may be, looked up in a table.
#[derive(Clone, Copy)]
struct LookedUp {
    axis: Axis,
    fact: FactId,
    item: ItemId,
}

fn holds(row: &KeyMatch, item: ItemId) -> bool {
    match row {
        KeyMatch::Any => true,
        KeyMatch::Value(value) => *value == Value::Item(item),
        KeyMatch::OneOf(each) => each.iter().any(|one| holds(one, item)),
        KeyMatch::Range(..) | KeyMatch::Symbol(_) => false,
    }
}
