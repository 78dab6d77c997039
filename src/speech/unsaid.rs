//! Things that nobody names because they go without saying: what is in the hand of whoever acts, or of the other.

use super::compose::Composing;
use crate::query::Who;
use crate::rulebook::{SentencePart, Type};
use crate::value::{FactId, ItemId, KindId};

impl Composing<'_> {
    /// The kind of the thing that stands in a place.
    pub(super) fn kind_of(&self, fact: FactId) -> Option<KindId> {
        match self.listener.book().facts[fact.index()].r#type.bare() {
            Type::Thing(kind) => Some(*kind),
            _ => None,
        }
    }

    /// Whether it is the place of another thing of a kind of which one went without saying.
    pub(super) fn is_another(&self, fact: FactId) -> bool {
        let book = self.listener.book();
        let of_item = |item: &ItemId| Some(book.items[item.index()].kind);
        let declared = &book.facts[fact.index()];
        let kind = self.kind_of(fact).filter(|_| declared.default.is_none() && declared.from.is_none());
        kind.is_some() && self.taken.iter().any(|item| of_item(item) == kind)
    }

    /// The only thing of a kind that the one who acts has at hand; of two places for what he has in hand, each has one.
    pub(super) fn only_thing(&mut self, fact: FactId, rest: &[SentencePart]) -> Option<String> {
        let book = self.listener.book();
        let kind = self.kind_of(fact)?;
        let (_, who) = self.roles.first()?;
        if let Some(other) = self.owner_of(fact).filter(|other| other != who) {
            let [item] = self.listener.has(&other, kind).into_iter().next()?[..] else { return None };
            self.far += 1;
            return Some(book.items[item.index()].head.name.to_string());
        }
        let slots = self.listener.has(who, kind);
        let slot = slots.first()?;
        let is_place =
            |part: &&SentencePart| matches!(part, SentencePart::Fact(fact) if self.kind_of(*fact) == Some(kind));
        let places = rest.iter().filter(is_place).count();
        let left: Vec<ItemId> = slot.iter().copied().filter(|item| !self.taken.contains(item)).collect();
        let item = match (left.as_slice(), slot.as_slice()) {
            (left, _) if (1..=places).contains(&left.len()) => left[0],
            ([], [only]) => *only,
            _ => return None,
        };
        self.taken.push(item);
        self.far += 1;
        Some(book.items[item.index()].head.name.to_string())
    }

    /// Whose thing stands in a place, where the fact says of whom it is said.
    fn owner_of(&self, fact: FactId) -> Option<Who> {
        let of = self.listener.book().facts[fact.index()].of?;
        let known = self.roles.iter().find(|(role, _)| *role == of).map(|(_, who)| who);
        known.or_else(|| self.left.others.first().map(|(_, who)| who)).cloned()
    }
}
