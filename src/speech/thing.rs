//! Which things are meant by what was said of them: of those that are called so the ones that somebody has at hand.

use super::draft::{Draft, Spoken};
use super::hear::Hearing;
use super::lexicon::PhrasePlace;
use super::listener::Listener;
use super::little::{ARTICLES, is};
use super::meaning::Meant;
use super::piece::matched;
use super::token::{SpokenWord, words};
use crate::query::{Argument, ParsedQuery, Who};
use crate::value::{ItemId, KindId, Value};

/// Of things that may be meant, so many are offered.
const MOST_THINGS: usize = 4;

impl Listener<'_> {
    /// What somebody has in hand, by its name: the first of it.
    pub(super) fn in_hand(&self, who: &Who) -> Option<String> {
        let kinds = (0..self.book().kinds.len()).map(|at| KindId(at as u16));
        let mut items = kinds.flat_map(|kind| self.has(who, kind)).flatten();
        let item = items.find(|item| self.has_in_hand(who, &[*item]))?;
        Some(self.book().items[item.index()].head.name.to_string())
    }
}

impl Listener<'_> {
    /// What somebody has in hand that is called so, by its name.
    pub(super) fn held_as(&self, who: &Who, spoken: &[SpokenWord]) -> Option<String> {
        let said: Vec<&SpokenWord> = spoken.iter().filter(|word| !is(&word.text, ARTICLES)).collect();
        let phrases = self.lexicon.beginning(said.first()?).iter().filter(|phrase| {
            let is_word = |(place, word): (&PhrasePlace, &&SpokenWord)| *place == PhrasePlace::Word(word.stem.clone());
            phrase.places.len() == said.len() && phrase.places.iter().zip(&said).all(is_word)
        });
        let mut items: Vec<ItemId> = self.items_ending(&said.last()?.text);
        let mut kinds: Vec<KindId> = Vec::new();
        for phrase in phrases {
            match &phrase.meant {
                Meant::Item(item) => items.push(*item),
                Meant::Part(some) | Meant::Attribute(some) => items.extend(some),
                Meant::Kind(kind) => kinds.push(*kind),
                _ => {}
            }
        }
        let of_kind = |item: &ItemId| self.book().items[item.index()].kind;
        let all = (0..self.book().kinds.len()).map(|at| KindId(at as u16));
        let in_hand = all.flat_map(|kind| self.has(who, kind)).flatten().filter(|item| self.has_in_hand(who, &[*item]));
        let in_hand: Vec<ItemId> = in_hand.collect();
        let is_named = |item: &&ItemId| items.contains(item) || kinds.contains(&of_kind(item));
        let is_called = |item: &&ItemId| is_called_as_one(self, **item, &items);
        let item = in_hand.iter().find(is_named).or_else(|| in_hand.iter().find(is_called))?;
        Some(self.book().items[item.index()].head.name.to_string())
    }
}

impl Hearing<'_> {
    /// The thing that is named last, as it was typed.
    pub(super) fn thing_in<'l>(&self, line: &'l str, spoken: &[SpokenWord]) -> Option<&'l str> {
        let lexicon = self.listener.lexicon;
        let length = |at: usize| {
            let phrases = lexicon.beginning(&spoken[at]).iter();
            let things = phrases.filter(|phrase| matches!(phrase.meant, Meant::Item(_) | Meant::Part(_)));
            things.filter_map(|phrase| matched(lexicon, phrase, spoken, at)).map(|(length, _)| length).max()
        };
        let (at, length) = (0..spoken.len()).rev().find_map(|at| Some((at, length(at)?)))?;
        let last = &spoken[at + length - 1];
        line.get(spoken[at].at..last.at + last.length)
    }

    /// Whether the one who acts has each thing that a sentence names.
    pub(super) fn has_what_is_named(&self, asked: &ParsedQuery) -> bool {
        let who = asked.facts.iter().find_map(|(_, said)| match said {
            Argument::Who(who) => Some(who),
            _ => None,
        });
        let kind = |item: &ItemId| self.listener.book().items[item.index()].kind;
        let has = |item: &ItemId| {
            who.is_some_and(|who| self.listener.has(who, kind(item)).iter().flatten().any(|own| own == item))
        };
        asked.facts.iter().all(|(_, said)| match said {
            Argument::Value(Value::Item(item)) => has(item),
            _ => true,
        })
    }
}

/// A thing that may be meant.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub item: ItemId,
    /// Whether it is at hand, or lies there.
    pub is_near: bool,
    /// Whether it is somebody else's: nothing is done with it, only to it.
    pub is_others: bool,
}

/// Each way to choose the things that are spoken of.
pub(super) fn chosen_things(listener: &Listener<'_>, draft: &Draft) -> Vec<Vec<Candidate>> {
    let holder = draft.actor.clone().or_else(|| listener.actor_beside(&draft.others)).map(|(_, who)| who);
    let mut ways: Vec<Vec<Candidate>> = vec![Vec::new()];
    for spoken in &draft.things {
        let items = meant(listener, spoken, holder.as_ref());
        ways = ways
            .iter()
            .flat_map(|way| items.iter().map(move |item| way.iter().copied().chain([*item]).collect()))
            .take(MOST_THINGS)
            .collect();
    }
    ways
}

/// The things that may be meant, of each kind: of those somebody has the ones that come first to hand.
fn meant(listener: &Listener<'_>, spoken: &Spoken, holder: Option<&Who>) -> Vec<Candidate> {
    let book = listener.book();
    let kind_of = |item: &ItemId| book.items[item.index()].kind;
    let has = |owner: &Who, items: &[ItemId]| {
        items.iter().any(|item| listener.has(owner, kind_of(item)).iter().flatten().any(|had| had == item))
    };
    let (holder, is_others) = match spoken {
        Spoken::Of(owner, _) if holder.is_some_and(|who| who != owner) => (Some(owner), true),
        Spoken::Of(owner, items) if has(owner, items) => (Some(owner), false),
        _ => (holder, false),
    };
    let near = |item: ItemId| Candidate { item, is_near: true, is_others };
    let (items, kinds): (Option<&Vec<ItemId>>, Vec<KindId>) = match spoken {
        Spoken::Items(items) | Spoken::Owned(items) | Spoken::Of(_, items) => {
            let mut kinds: Vec<KindId> = items.iter().map(kind_of).collect();
            kinds.sort_unstable();
            kinds.dedup();
            (Some(items), kinds)
        }
        Spoken::Kind(kind) => (None, vec![*kind]),
    };
    let lying = |kind: KindId| -> Vec<Candidate> {
        let is_meant = |item: &ItemId| kind_of(item) == kind && items.is_none_or(|items| items.contains(item));
        let all = holder.map_or_else(Vec::new, |who| listener.lying_by(who));
        all.into_iter().filter(is_meant).map(|item| Candidate { item, is_near: true, is_others: false }).collect()
    };
    let of_kind = |kind: KindId| -> Vec<Candidate> {
        for slot in holder.into_iter().flat_map(|who| listener.has(who, kind)) {
            let is_meant = |item: &ItemId| items.is_none_or(|items| items.contains(item));
            let of_slot: Vec<Candidate> = slot.into_iter().filter(is_meant).map(near).collect();
            if !of_slot.is_empty() {
                return of_slot.into_iter().chain(lying(kind)).collect();
            }
        }
        let lying = lying(kind);
        if !lying.is_empty() {
            return lying;
        }
        if matches!(spoken, Spoken::Owned(_)) {
            return Vec::new();
        }
        // Of what is called so otherwise what he has: `his club` is his improvised one.
        let called = holder.into_iter().flat_map(|who| listener.has(who, kind)).find_map(|slot| {
            let is_called = |item: &ItemId| items.is_some_and(|items| is_called_as_one(listener, *item, items));
            slot.into_iter().find(is_called)
        });
        if let Some(item) = called {
            return vec![near(item)];
        }
        // Of what he has not, the plainest is meant.
        let others = items.into_iter().flatten().filter(|item| kind_of(item) == kind);
        let plainest = others.min_by_key(|item| book.items[item.index()].head.name.len());
        plainest.map(|item| Candidate { item: *item, is_near: false, is_others }).into_iter().collect()
    };
    kinds.into_iter().flat_map(of_kind).take(MOST_THINGS).collect()
}

/// Whether the last word of what one of these is called stands in the name of a thing.
fn is_called_as_one(listener: &Listener<'_>, item: ItemId, items: &[ItemId]) -> bool {
    let name = |item: &ItemId| words(&listener.book().items[item.index()].head.name);
    let own = name(&item);
    let lasts = items.iter().filter_map(|other| name(other).pop());
    lasts.into_iter().any(|last| own.iter().any(|word| word.stem == last.stem))
}
