//! Rules and states with one part taken away.

use crate::event::{CheckedModifier, Spot};
use crate::play::reckon::Line;
use crate::play::{Posed, Rules};
use crate::rulebook::{Modifier, ModifierTarget};
use crate::value::{FigureId, Number, ThingId};
use std::sync::Arc;

/// A modifier that counted in a check, as a player reads it.
pub(super) struct Counted {
    pub label: Arc<str>,
    cites: Arc<[Arc<str>]>,
    amount: Number,
    /// The title of its card, if it is known.
    card: Option<Arc<str>>,
    /// What it changes, if it is known.
    target: Option<&'static str>,
}

impl Counted {
    /// From a reckoning.
    pub fn of_line(line: &Line) -> Counted {
        Counted {
            label: line.label.as_str().into(),
            cites: line.cites.clone(),
            amount: line.amount,
            card: Some(line.card.clone().unwrap_or_default()),
            target: Some(line.target),
        }
    }

    /// From what was told of a check.
    pub fn of_event(told: &CheckedModifier) -> Counted {
        let target = told.dice.then_some("dice");
        Counted { label: told.label.clone(), cites: told.cites.clone(), amount: told.amount, card: None, target }
    }

    /// The rules without it; none if it stands on no card.
    pub fn without(&self, rules: &Arc<Rules>) -> Option<Arc<Rules>> {
        let places = || {
            let cards = rules.book.cards.iter().enumerate();
            let named = cards.filter(|(_, card)| self.card.as_ref().is_none_or(|title| card.head.title == *title));
            named.flat_map(|(at, card)| card.modifiers.iter().enumerate().map(move |(nth, one)| (at, nth, one)))
        };
        let same_amount = |one: &Modifier| one.amount.as_number().is_none_or(|own| own == self.amount);
        let exact = places().find(|(.., one)| self.is(one) && same_amount(one));
        let (card, nth, _) = exact.or_else(|| places().find(|(.., one)| self.is(one)))?;
        let mut book = (*rules.book).clone();
        book.cards[card].modifiers.remove(nth);
        Some(Arc::new(Rules { book: Arc::new(book), ..(**rules).clone() }))
    }

    fn is(&self, one: &Modifier) -> bool {
        // Labels may hold places that were filled in; their beginning is as it was written.
        let begins = |own: &str| own.split('{').next().is_some_and(|start| self.label.starts_with(start));
        let same = one.label.text == self.label || one.label.text.contains('{') && begins(&one.label.text);
        let target = self.target.is_none_or(|name| name == target(one.target));
        same && *one.label.cites == *self.cites && target
    }
}

fn target(target: ModifierTarget) -> &'static str {
    match target {
        ModifierTarget::Number => "number",
        ModifierTarget::Dice => "dice",
        ModifierTarget::Set => "set",
        ModifierTarget::AtLeast => "at_least",
        ModifierTarget::AtMost => "at_most",
    }
}

/// The state without a thing of a figure.
pub(super) fn robbed(posed: &Posed, figure: FigureId, thing: ThingId) -> Posed {
    let mut without = posed.clone();
    without.state.figures[figure.index()].slots.iter_mut().for_each(|slot| slot.retain(|other| *other != thing));
    without.state.things[thing.index()].place = Spot::Nowhere;
    without
}
