//! Which things are meant by what was said of them: of those that are called so the ones that somebody has at hand.

use super::draft::{Draft, Spoken};
use super::listener::Listener;
use super::little::{GLUE, is};
use super::token::{SpokenWord, words};
use crate::query::Who;
use crate::value::{ItemId, KindId};

/// Of things that may be meant, so many are offered.
const MOST_THINGS: usize = 4;

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
    let on_the_ground = |kind: KindId| -> Vec<Candidate> {
        let is_meant = |item: &ItemId| kind_of(item) == kind && items.is_none_or(|items| items.contains(item));
        let all = holder.map_or_else(Vec::new, |who| listener.lying_by(who));
        all.into_iter().filter(is_meant).map(|item| Candidate { item, is_near: true, is_others: false }).collect()
    };
    let of_kind = |kind: KindId| -> Vec<Candidate> {
        for slot in holder.into_iter().flat_map(|who| listener.has(who, kind)) {
            let is_meant = |item: &ItemId| items.is_none_or(|items| items.contains(item));
            let of_slot: Vec<Candidate> = slot.into_iter().filter(is_meant).map(near).collect();
            if !of_slot.is_empty() {
                return of_slot.into_iter().chain(on_the_ground(kind)).collect();
            }
        }
        let on_the_ground = on_the_ground(kind);
        if !on_the_ground.is_empty() {
            return on_the_ground;
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

/// Whether all words of what one of these is called stand in the name of a thing: `rifle` is a long rifle, but no laser
/// rifle is; how it is held, `in two hands`, is none of it.
pub(super) fn is_called_as_one(listener: &Listener<'_>, item: ItemId, items: &[ItemId]) -> bool {
    let name = |item: &ItemId| words(&listener.book().items[item.index()].head.name);
    let own = name(&item);
    let is_own = |word: SpokenWord| own.iter().any(|one| one.stem == word.stem);
    let bare = |other: &ItemId| name(other).into_iter().take_while(|word| !is(&word.text, GLUE));
    items.iter().any(|other| bare(other).all(is_own))
}
