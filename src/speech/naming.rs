//! What is declared, by what it is called: its name, its title, or a form of one of them.

use super::declared_names::stems;
use super::listener::Listener;
use crate::query::Who;
use crate::rulebook::{Head, OwnerDecl, Type};
use crate::value::ItemId;

/// Before a name, what says no more than it: `being prone`.
const BEING: &str = "being ";

impl Listener<'_> {
    /// The name of whatever is declared under this name or title.
    pub(super) fn declared(&self, said: &str) -> Option<String> {
        let said = said.strip_prefix(BEING).unwrap_or(said);
        let names = self.lexicon.declared_names(self.book());
        names.find(said).cloned().or_else(|| self.thing_called(said))
    }

    /// The side of whoever was spoken of last: `their morale`.
    pub(super) fn side_spoken_of(&self) -> Option<String> {
        let Who::Figure(id) = self.actor()?.1 else { return None };
        let side = self.state.figure(id).side;
        self.state.sides.get(side.index()).map(|side| side.name.to_string())
    }

    /// The name of the side that is called so: each word is one of its name or title, in whatever number it is said.
    pub(super) fn side_called(&self, said: &str) -> Option<String> {
        let said = stems(said);
        let has = |name: &str| !said.is_empty() && said.iter().all(|word| stems(name).contains(word));
        let called =
            self.state.side_ids().map(|id| self.state.side(id)).find(|side| has(&side.name) || has(&side.title));
        called.map(|side| side.name.to_string())
    }

    /// The thing whose name ends so: of several one that somebody has, else ground of the board, else the plainest.
    fn thing_called(&self, said: &str) -> Option<String> {
        let said = said.to_lowercase();
        let ending = self.items_ending(said.split_whitespace().next_back()?);
        let name = |item: &ItemId| self.book().items[item.index()].head.name.to_lowercase();
        let is_it = |item: &&ItemId| name(item).ends_with(said.strip_suffix('s').unwrap_or(&said));
        let all: Vec<&ItemId> = ending.iter().filter(is_it).collect();
        let figures = || self.state.figure_ids().map(Who::Figure);
        let has = |item: &ItemId| {
            let kind = self.book().items[item.index()].kind;
            figures().any(|who| self.has(&who, kind).iter().flatten().any(|one| one == item))
        };
        let had = all.iter().find(|item| has(item)).or_else(|| all.iter().find(|item| self.is_ground(***item)));
        let had = had.or_else(|| all.iter().min_by_key(|item| name(item).len()))?;
        Some(self.book().items[had.index()].head.name.to_string())
    }

    /// The name of the track that is called so: by its name, or by words of its title.
    pub(super) fn track(&self, said: &str) -> Option<String> {
        let said = stems(said);
        let tracks = || self.book().tracks.iter().filter(|track| track.owner == OwnerDecl::Figure);
        let named = tracks().find(|track| stems(&track.head.name) == said || stems(&track.head.title) == said);
        let left = || {
            let is_so =
                |title: &[String]| title.split_last().is_some_and(|(last, rest)| last == "left" && *rest == said);
            tracks().find(|track| is_so(&stems(&track.head.title)))
        };
        named.or_else(left).map(|track| track.head.name.to_string())
    }

    /// Whether a number that somebody has is called so: `hit points`.
    pub(super) fn is_number_of_somebody(&self, said: &str) -> bool {
        let (said, book) = (stems(said), self.book());
        let is_it = |head: &Head| stems(&head.name) == said || stems(&head.title) == said;
        let is_number = |r#type: &Type| matches!(r#type.bare(), Type::Number(_));
        book.tracks.iter().any(|track| is_it(&track.head))
            || book.attributes.iter().any(|attribute| is_it(&attribute.head))
            || book.facts.iter().any(|fact| is_number(&fact.r#type) && is_it(&fact.head))
    }

    /// The name of the number that is kept of things and called so.
    pub(super) fn field(&self, said: &str) -> Option<String> {
        let said = stems(said);
        let mut fields = self.book().kinds.iter().flat_map(|kind| &kind.fields);
        let is_it = |head: &Head| stems(&head.name) == said || stems(&head.title) == said;
        let found =
            fields.find(|field| field.tracked && matches!(field.r#type.bare(), Type::Number(_)) && is_it(&field.head));
        found.map(|field| field.head.name.to_string())
    }
}
