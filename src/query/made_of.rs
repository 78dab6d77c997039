//! What the check of a sentence is made of, by name: what changes none of it leaves its odds as they are.

use super::About;
use super::bound::BoundQuery;
use super::mentioned::{Mentioned, Whom};
use super::uncounted::count_for_check;
use crate::play::Rules;
use crate::rulebook::{Check, Goal, Rulebook};
use crate::value::CheckId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The names of what is declared and goes into the odds of the check of a sentence: its action, checks and cards, and the
/// facts, values and tables that they lead to. None if the sentence says something of which that cannot be told.
pub fn made_of(rules: &Rules, posed: &BoundQuery) -> Option<BTreeSet<Arc<str>>> {
    let book = &rules.book;
    let check = posed.check(rules)?;
    if !posed.said.is_empty() || !count_for_check(rules, posed) {
        return None;
    }
    let mut mentioned = Mentioned::of(book, posed.about, Whom::Anybody);
    mentioned.starts(book);
    let mut names = BTreeSet::new();
    if let About::Action(id) = posed.about {
        let action = &book.actions[id.index()];
        names.insert(action.head.name.clone());
        action.rolls.each.iter().flatten().for_each(|(_, expr)| mentioned.expr(book, expr));
    }
    checks(book, check).into_iter().for_each(|check| {
        names.insert(check.head.name.clone());
        names.extend(check.counts_as.iter().map(|every| book.always[usize::from(*every)].head.name.clone()));
        names.extend(check.cards.iter().map(|card| book.cards[card.index()].head.name.clone()));
    });
    names.extend(mentioned.names(book));
    Some(names)
}

/// A check, and that of the other side.
fn checks(book: &Rulebook, id: CheckId) -> Vec<&Check> {
    let check = &book.checks[id.index()];
    let other = match &check.goal {
        Goal::Opposed(opposed) => Some(&book.checks[opposed.check.index()]),
        _ => None,
    };
    [check].into_iter().chain(other).collect()
}
