//! What people say at a table: each phrase is about something that is declared.

use super::error::RulebookError;
use super::resolver::Resolver;
use super::{LOWEST_PACK, Sort, WORD_CLASSES, WordList, WordingSort};
use crate::diag::did_you_mean;
use crate::syntax::ast::{Body, Entry, TextDecl, WordingDecl};
use crate::text::{Span, is_wordly};

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

/// Words between the names of what is meant.
const JOINING: [&str; 18] = [
    "with", "of", "at", "to", "on", "in", "from", "for", "and", "or", "not", "no", "is", "the", "a", "by", "hex", "yes",
];

/// Before the name of something of which somebody has so much left: what he has lost of it.
const LOST: &str = "{lost ";

/// Places of what is meant that are filled by how things are.
const FILLED: [&str; 22] = [
    "{actor}",
    "{target}",
    "{foe}",
    "{toward}",
    "{away}",
    "{ahead}",
    "{somewhere}",
    "{possession}",
    "{told_n}",
    "{taken_back}",
    "{somebody}",
    "{off}",
    "{wielded}",
    "{behind}",
    "{beside}",
    "{within}",
    "{rear}",
    "{ground}",
    "{who_asked}",
    "{who_acts}",
    "{who_faced}",
    "{who_suffers}",
];

impl Resolver<'_> {
    /// Every list of words. What comes with fray need not be judged whenever it is loaded.
    pub(super) fn wordings(&mut self, is_shipped: bool) {
        for (_, declared, declaration) in self.whole(Sort::Words) {
            let Body::Words(entries) = &declaration.body else { continue };
            let head = self.declared_head(declared, declaration);
            if is_shipped && entries.is_unread() && self.merged.removed.is_empty() {
                self.book.words.push(WordList::unread(head, entries.clone()));
                continue;
            }
            entries
                .iter()
                .filter(|entry| entry.node.sort == WordingSort::Phrase)
                .for_each(|entry| self.meant(entry, is_shipped));
            entries
                .iter()
                .filter(|entry| entry.node.sort == WordingSort::Line && !is_shipped)
                .for_each(|entry| self.filled(entry));
            if !is_shipped {
                self.meant_once(entries);
            }
            let there = entries.iter().filter(|entry| !self.is_about_removed(&entry.node));
            let list = WordList::of(head, there.map(|entry| &entry.node));
            self.book.words.push(list);
        }
    }

    /// Warns of what a list says for two things, of which the first is always meant. Of several actions the one is meant
    /// that can be done, and of several things the one that is at hand.
    fn meant_once(&mut self, entries: &[Entry<WordingDecl>]) {
        let mut known: Vec<(WordingSort, &TextDecl, &str)> = Vec::new();
        for entry in entries {
            if self.merged.pack(entry.node.meant.span) != self.book.pack.head.name {
                continue;
            }
            let meant = &*entry.node.meant.text;
            let is_chosen = match entry.node.sort {
                WordingSort::Form => false,
                WordingSort::Phrase => !self.is_about_state(meant),
                WordingSort::Line => true,
            };
            for said in entry.node.said.iter().filter(|_| !is_chosen) {
                let is_it = |(sort, text, other): &&(WordingSort, &TextDecl, &str)| {
                    *sort == entry.node.sort && text.text == said.text && *other != meant
                };
                if let Some((_, first, other)) = known.iter().find(is_it).copied() {
                    let error = RulebookError::NeverHeard { said: said.text.clone(), meant: meant.to_string() };
                    let above = format!("here it means `{other}`");
                    let help =
                        "of what is said for two things the first is meant: keep one of them, or say one otherwise";
                    self.report_two(error, (said.span, "never read so"), (first.span, &above), help);
                }
                known.push((entry.node.sort, said, meant));
            }
        }
    }

    /// Whether what is meant says how things are: it begins with a fact, a condition, a word of a state.
    fn is_about_state(&self, meant: &str) -> bool {
        let acts = [Sort::Action, Sort::Check, Sort::Item, Sort::Sheet];
        let ends = meant.char_indices().filter(|(_, letter)| !is_of_a_name(*letter)).map(|(at, _)| at);
        let mut beginnings = ends.chain([meant.len()]).map(|end| &meant[..end]);
        let is_act = beginnings.any(|name| acts.into_iter().any(|sort| self.book.names.find(sort, name).is_some()));
        !is_act && !meant.is_empty() && !meant.starts_with('{')
    }

    /// What a phrase means begins with the name of something.
    fn meant(&mut self, entry: &Entry<WordingDecl>, is_shipped: bool) {
        let meant = &entry.node.meant;
        for part in meant.text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            if self.is_about_removed(&entry.node) {
                continue;
            }
            if self.begins_with_a_name(part) {
                if !is_shipped {
                    self.known_words(entry, part);
                }
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

    /// Where a word stands in a text.
    fn word_within(&self, text: Span, word: &str) -> Span {
        let said = self.sources.slice(text);
        let found = said.match_indices(word).find(|(at, _)| {
            let (before, behind) = (&said[..*at], &said[at + word.len()..]);
            !before.ends_with(is_wordly) && !behind.starts_with(is_wordly)
        });
        let Some((at, _)) = found else { return text };
        let start = text.start + at as u32;
        Span { start, end: start + word.len() as u32, ..text }
    }

    /// Every word of what a phrase of the pack itself means is a name or part of one.
    fn known_words(&mut self, entry: &Entry<WordingDecl>, part: &str) {
        let meant = &entry.node.meant;
        if self.merged.pack(meant.span) != self.book.pack.head.name {
            return;
        }
        let is_part = |name: &str, word: &str| name.split(' ').any(|part| part == word);
        let of_sets = |word: &str| self.book.sets.iter().flat_map(|set| &set.words).any(|one| is_part(&one.name, word));
        let of_names = |word: &str| {
            MEANT.into_iter().flat_map(|sort| self.book.names.visible(sort)).any(|name| is_part(name, word))
        };
        let is_known = |word: &&str| {
            let plain = word.trim_matches(['"', '(', ')']);
            let is_sign =
                plain.is_empty() || plain.contains(['{', '}']) || plain.starts_with(|c: char| !c.is_alphabetic());
            is_sign || JOINING.contains(&plain) || of_sets(plain) || of_names(plain)
        };
        let Some(word) = part.split(' ').find(|word| !is_known(word)).map(str::to_string) else { return };
        let otherwise =
            "what is said besides stands behind a comma, by its name: a fact, a word of a state, a condition";
        let known = MEANT.into_iter().flat_map(|sort| self.book.names.visible(sort));
        let known = known.chain(self.book.sets.iter().flat_map(|set| set.words.iter().map(|word| &*word.name)));
        let help = did_you_mean(&word, known, otherwise);
        let place = self.word_within(meant.span, &word);
        let error = RulebookError::UnknownName { sort: "action, fact or word".to_string(), name: word };
        self.report(error, place, "this word means nothing here", help);
    }

    /// What stands in a place of what a line means must have been said.
    fn filled(&mut self, entry: &Entry<WordingDecl>) {
        // What all packs share is filled by the prompt itself.
        let pack = self.merged.pack(entry.node.meant.span);
        if pack != self.book.pack.head.name || *pack == *LOWEST_PACK {
            return;
        }
        let said = |place: &str| entry.node.said.iter().any(|text| text.text.contains(place));
        let meant = &entry.node.meant;
        for place in meant.text.split_inclusive('}').filter_map(|part| part.rfind('{').map(|at| &part[at..])) {
            let is_lost = place.starts_with(LOST);
            let is_known = is_lost || said(place) || FILLED.contains(&place) || WORD_CLASSES.contains(&place);
            if is_known || !place.ends_with('}') {
                continue;
            }
            let name = place.trim_matches(['{', '}']).to_string();
            let help = format!("put it where it is said, in braces: `\"{place} …\" = \"{}\"`", meant.text);
            let error = RulebookError::UnknownName { sort: "place of what is said".to_string(), name };
            self.report(error, meant.span, "nothing that is said stands there", help);
            return;
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
            || ["{foe}", "{toward}", "{away}", "{ahead}"].contains(&part)
            || WORD_CLASSES.contains(&part)
    }
}

/// Whether a text begins with a name.
fn begins(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_of_a_name))
}

fn is_of_a_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
