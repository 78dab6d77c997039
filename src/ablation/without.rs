//! Rules and states with one part taken away.

use crate::event::Spot;
use crate::play::Rules;
use crate::query::BoundQuery;
use crate::value::{FigureId, ModifierId, ThingId};
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

/// The state without a thing of a figure.
pub(super) fn robbed(posed: &BoundQuery, figure: FigureId, thing: ThingId) -> BoundQuery {
    let mut without = posed.clone();
    without.state.figures[figure.index()].slots.iter_mut().for_each(|slot| slot.retain(|other| *other != thing));
    without.state.things[thing.index()].place = Spot::Nowhere;
    without
}
