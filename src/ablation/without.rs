//! Rules and states with one part taken away.

use crate::event::{Change, Spot};
use crate::play::Rules;
use crate::query::BoundQuery;
use crate::state::apply;
use crate::value::{ModifierId, ThingId};
use std::sync::Arc;

/// The rules without a modifier.
pub(super) fn without(id: ModifierId, rules: &Arc<Rules>) -> Arc<Rules> {
    let mut book = (*rules.book).clone();
    let (list, at) = match id {
        ModifierId::Card(card, at) => (&mut book.cards[card.index()].modifiers, at),
        ModifierId::Check(check, at) => (&mut book.checks[check.index()].parts, at),
    };
    list.remove(usize::from(at));
    Arc::new(rules.with_book(Arc::new(book)))
}

/// The state without a thing.
pub(super) fn robbed(rules: &Rules, posed: &BoundQuery, thing: ThingId) -> BoundQuery {
    let mut without = posed.clone();
    apply(rules, &mut without.state, &Change::put(thing, Spot::Nowhere));
    without
}
