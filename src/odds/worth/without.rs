//! Rules and states with one part taken away.

use crate::event::{CheckedModifier, Spot};
use crate::play::reckon::Line;
use crate::play::{Posed, Rules};
use crate::rulebook::{Modifier, Rulebook};
use crate::value::{FigureId, Number, ThingId};
use std::sync::Arc;

/// Where a modifier stands.
#[derive(PartialEq)]
enum Home {
    /// On the card of that title.
    Card(Arc<str>),
    /// In a check itself.
    Check,
}

/// A modifier that counted in a check, as a player reads it.
pub(super) struct Counted {
    pub label: Arc<str>,
    cites: Arc<[Arc<str>]>,
    amount: Number,
    /// Where it stands, if that is known.
    home: Option<Home>,
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
            home: Some(line.card.clone().map_or(Home::Check, Home::Card)),
            target: Some(line.target),
        }
    }

    /// From what was told of a check.
    pub fn of_event(told: &CheckedModifier) -> Counted {
        let target = told.dice.then_some("dice");
        Counted { label: told.label.clone(), cites: told.cites.clone(), amount: told.amount, home: None, target }
    }

    /// The rules without it, wherever it stands; none if it is not found, as a modifier that a script made is not.
    pub fn without(&self, rules: &Arc<Rules>) -> Option<Arc<Rules>> {
        let mut book = (*rules.book).clone();
        let same_amount = |one: &Modifier| one.amount.as_number().is_none_or(|own| own == self.amount);
        let exactly = self.cut_out(&mut book, same_amount);
        let found = exactly || self.cut_out(&mut book, |_| true);
        found.then(|| Arc::new(Rules { book: Arc::new(book), ..(**rules).clone() }))
    }

    /// Takes it off the cards and out of the checks, if it is one of those. Whether it was there.
    fn cut_out(&self, book: &mut Rulebook, is_meant: impl Fn(&Modifier) -> bool) -> bool {
        let mut found = false;
        let mut cut_out = |list: &mut Vec<Modifier>| {
            let before = list.len();
            list.retain(|one| !(self.is(one) && is_meant(one)));
            found |= list.len() < before;
        };
        let is_home = |home: Home| self.home.as_ref().is_none_or(|own| *own == home);
        for card in &mut book.cards {
            if is_home(Home::Card(card.head.title.clone())) {
                cut_out(&mut card.modifiers);
            }
        }
        if is_home(Home::Check) {
            book.checks.iter_mut().for_each(|check| cut_out(&mut check.parts));
        }
        found
    }

    fn is(&self, one: &Modifier) -> bool {
        // Labels may hold places that were filled in; their beginning is as it was written.
        let begins = |own: &str| own.split('{').next().is_some_and(|start| self.label.starts_with(start));
        let same = one.label.text == self.label || one.label.text.contains('{') && begins(&one.label.text);
        let target = self.target.is_none_or(|name| name == one.target.word());
        same && *one.label.cites == *self.cites && target
    }
}

/// The state without a thing of a figure.
pub(super) fn robbed(posed: &Posed, figure: FigureId, thing: ThingId) -> Posed {
    let mut without = posed.clone();
    without.state.figures[figure.index()].slots.iter_mut().for_each(|slot| slot.retain(|other| *other != thing));
    without.state.things[thing.index()].place = Spot::Nowhere;
    without
}
