//! What an author means who writes a title for a name: `hitpoints` for what is called `HP` and has the title "hit points".

use super::show::as_written;
use super::{Head, OwnerDecl, Rulebook, Sort};
use crate::diag::suggest_within;
use crate::text::is_wordly;

/// Of names with one title so many are told.
const MOST: usize = 3;
/// Shorter words end too many titles.
const LEAST_END: usize = 4;

impl Rulebook {
    /// What figures or sides have, with its titles.
    pub(crate) fn heads_of(&self, owner: OwnerDecl) -> Vec<&Head> {
        let attributes = self.attributes.iter().filter(|one| one.owner == owner).map(|one| &one.head);
        let tracks = self.tracks.iter().filter(|one| one.owner == owner).map(|one| &one.head);
        let values = self.values.iter().filter(|one| one.owner == owner).map(|one| &one.head);
        let others = self.states.iter().map(|one| &one.head).chain(self.slots.iter().map(|one| &one.head));
        let others = others.filter(|_| owner == OwnerDecl::Figure);
        tracks.chain(attributes).chain(values).chain(others).collect()
    }

    /// The property of a figure whose title somebody has written in the place of its name.
    pub(crate) fn titled_property(&self, written: &str) -> Option<String> {
        titled(written, self.heads_of(OwnerDecl::Figure))
    }

    /// What to say of a name of a sort that is the title of another one of that sort.
    pub(crate) fn titled_of(&self, sort: Sort, text: &str) -> Option<String> {
        // While the rules are resolved there may be a name, and nothing behind it yet.
        let heads: Vec<&Head> = match sort {
            Sort::Table => self.tables.iter().map(|one| &one.head).collect(),
            Sort::Setting => self.settings.iter().map(|one| &one.head).collect(),
            Sort::Condition => self.conditions.iter().map(|one| &one.head).collect(),
            Sort::Relation => self.relations.iter().map(|one| &one.head).collect(),
            Sort::Fact => self.facts.iter().map(|one| &one.head).collect(),
            Sort::Card => self.cards.iter().map(|one| &one.head).collect(),
            Sort::Check => self.checks.iter().map(|one| &one.head).collect(),
            Sort::Question => self.questions.iter().map(|one| &one.head).collect(),
            Sort::Option => self.options.iter().map(|one| &one.head).collect(),
            Sort::Action => self.actions.iter().map(|one| &one.head).collect(),
            Sort::Deed => self.deeds.iter().map(|one| &one.head).collect(),
            Sort::Track => self.tracks.iter().map(|one| &one.head).collect(),
            Sort::Attribute => self.attributes.iter().map(|one| &one.head).collect(),
            Sort::Value => self.values.iter().map(|one| &one.head).collect(),
            Sort::State => self.states.iter().map(|one| &one.head).collect(),
            Sort::Slot => self.slots.iter().map(|one| &one.head).collect(),
            Sort::Map => self.maps.iter().map(|one| &one.head).collect(),
            Sort::Scenario => self.scenarios.iter().map(|one| &one.head).collect(),
            Sort::Phase => self.turn.phases.iter().map(|one| &one.head).collect(),
            _ => Vec::new(),
        };
        titled(text, heads.into_iter().filter(|head| self.names.find(sort, &head.name).is_some()))
    }
}

/// What to say of a word that is the title of what has another name, or what the title of one alone ends with.
pub(crate) fn titled<'h>(text: &str, heads: impl IntoIterator<Item = &'h Head>) -> Option<String> {
    let written = plain(text);
    let heads: Vec<&Head> = heads.into_iter().filter(|head| *head.name != *text && !head.name.is_empty()).collect();
    let mut found = of_title(text, &heads);
    if found.is_empty() {
        let names = || heads.iter().map(|head| &*head.name);
        let is_near = names().any(|name| plain(name) == written) || suggest_within(text, names(), 1).is_some();
        let ends = |head: &&&Head| {
            let mut words: Vec<&str> = head.title.split(' ').collect();
            std::iter::from_fn(|| words.pop().map(|_| words.clone()))
                .any(|rest| !rest.is_empty() && plain(&head.title[rest.join(" ").len()..]) == written)
        };
        let is_long = written.len() >= LEAST_END && !is_near;
        found = heads.iter().filter(|head| is_long && ends(head)).copied().collect();
        if found.len() != 1 {
            return None;
        }
    } else {
        // A name that is spelled so may as well be meant.
        let spelled = heads.iter().filter(|head| plain(&head.name) == written && plain(&head.title) != written);
        found.extend(spelled.copied());
    }
    found.truncate(MOST);
    let told = |head: &Head| match plain(&head.name) == plain(&head.title) {
        true => format!("`{}`", as_written(&head.name)),
        false => format!("`{}` ({})", as_written(&head.name), head.title),
    };
    match found.as_slice() {
        [one] if plain(&one.name) == plain(&one.title) => Some(format!("did you mean `{}`?", as_written(&one.name))),
        [one] => Some(format!("did you mean `{}`? Its title is \"{}\"", as_written(&one.name), one.title)),
        [all @ .., last] => {
            let all: Vec<String> = all.iter().map(|head| told(head)).collect();
            Some(format!("did you mean {} or {}?", all.join(", "), told(last)))
        }
        [] => None,
    }
}

/// What has a title that reads so.
pub(super) fn of_title<'h>(text: &str, heads: &[&'h Head]) -> Vec<&'h Head> {
    let written = plain(text);
    heads.iter().filter(|head| !written.is_empty() && plain(&head.title) == written).copied().collect()
}

/// A text in small letters, without what parts its words.
fn plain(text: &str) -> String {
    text.chars().filter(|c| is_wordly(*c) && *c != '_').flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn what_parts_words_is_nothing() {
        for text in ["hit points", "Hit_Points", "hitPoints", "hit-points"] {
            assert_eq!(plain(text), "hitpoints", "{text}");
        }
    }
}
