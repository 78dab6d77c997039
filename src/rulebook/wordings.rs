//! What people say at a table: each phrase is about something that is declared.

use super::error::RulebookError;
use super::resolver::Resolver;
use super::{Sort, WORD_CLASSES, WordList, Wording, WordingSort};
use crate::diag::did_you_mean;
use crate::syntax::ast::{Body, Entry, WordingDecl};
use std::sync::Arc;

/// What a phrase may be about.
const MEANT: [Sort; 9] = [
    Sort::Action,
    Sort::Check,
    Sort::Fact,
    Sort::Condition,
    Sort::State,
    Sort::Track,
    Sort::Attribute,
    Sort::Item,
    Sort::Sheet,
];

impl Resolver<'_> {
    /// Every list of words.
    pub(super) fn wordings(&mut self) {
        for (_, declared, declaration) in self.whole(Sort::Words) {
            let Body::Words(entries) = &declaration.body else { continue };
            entries.iter().filter(|entry| entry.node.sort == WordingSort::Phrase).for_each(|entry| self.meant(entry));
            let there = entries.iter().filter(|entry| !self.is_about_removed(&entry.node));
            let wordings = there.map(|entry| wording(&entry.node)).collect();
            let head = self.declared_head(declared, declaration);
            self.book.words.push(WordList { head, wordings });
        }
    }

    /// What a phrase means begins with the name of something.
    fn meant(&mut self, entry: &Entry<WordingDecl>) {
        let meant = &entry.node.meant;
        for part in meant.text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            if self.begins_with_a_name(part) || self.is_about_removed(&entry.node) {
                continue;
            }
            let name = part.split(' ').next().unwrap_or(part).to_string();
            let known = MEANT.into_iter().flat_map(|sort| self.book.names.visible(sort));
            let known = known.chain(self.book.sets.iter().flat_map(|set| set.words.iter().map(|word| &*word.name)));
            let help = did_you_mean(&name, known, "begin with what it is about: an action, a fact, a word of a state");
            let error = RulebookError::UnknownName { sort: "action, fact or word".to_string(), name };
            self.report(error, meant.span, "not declared in this rulebook", help);
        }
    }

    /// Whether it is about something that a pack above has taken away: then nobody says it any more.
    fn is_about_removed(&self, wording: &WordingDecl) -> bool {
        let parts = || wording.meant.text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let is_removed = |part: &str| self.merged.removed.iter().any(|name| begins(part, name));
        wording.sort == WordingSort::Phrase && parts().any(|part| is_removed(part) && !self.begins_with_a_name(part))
    }

    fn begins_with_a_name(&self, part: &str) -> bool {
        // Where a name may end, what stands before it is looked up.
        let ends = part.char_indices().filter(|(_, letter)| !is_of_a_name(*letter)).map(|(at, _)| at);
        let mut beginnings = ends.chain([part.len()]).map(|end| &part[..end]);
        let is_name = |name: &str| MEANT.into_iter().any(|sort| self.book.names.find(sort, name).is_some());
        beginnings.any(is_name)
            || self.book.sets.iter().flat_map(|set| &set.words).any(|word| begins(part, &word.name))
            || begins(part, "not")
            || ["{foe}", "{toward}", "{away}"].contains(&part)
            || WORD_CLASSES.contains(&part)
    }
}

fn wording(entry: &WordingDecl) -> Wording {
    let said = entry.said.iter().map(|text| Arc::from(text.text.as_str())).collect();
    Wording { sort: entry.sort, said, meant: entry.meant.text.as_str().into() }
}

/// Whether a text begins with a name.
fn begins(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_of_a_name))
}

fn is_of_a_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
