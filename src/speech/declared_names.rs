//! The names of all that is declared, by their whole words and by the stems of these. Knows neither who is at the table
//! nor what he says.

use super::token::words;
use crate::rulebook::{Rulebook, Sort};
use std::collections::BTreeMap;

/// The names of all that is declared, by what they are called: what comes first is meant.
#[derive(Default)]
pub(super) struct DeclaredNames {
    /// In lower case, without underscores.
    whole: BTreeMap<String, String>,
    /// By the stems of the words.
    forms: BTreeMap<Vec<String>, String>,
}

impl DeclaredNames {
    /// Those of a rulebook.
    pub(super) fn of(book: &Rulebook) -> DeclaredNames {
        let mut names = DeclaredNames::default();
        let of_sets = book.sets.iter().flat_map(|set| &set.words);
        let of_conditions = book.conditions.iter().map(|one| &one.head);
        let heads = of_sets.chain(of_conditions).chain(book.actions.iter().map(|one| &one.head));
        for head in heads.chain(book.facts.iter().map(|one| &one.head)) {
            names.add(&head.name, &head.name);
            names.add(&head.title, &head.name);
        }
        let visible = Sort::ALL.into_iter().flat_map(|sort| book.names.visible(sort));
        visible.for_each(|name| names.add(name, name));
        book.kinds.iter().for_each(|kind| names.add(&kind.plural, &kind.plural));
        names
    }

    fn add(&mut self, called: &str, name: &str) {
        self.whole.entry(plain(called)).or_insert_with(|| name.to_string());
        let stems = stems(called);
        if !stems.is_empty() {
            self.forms.entry(stems).or_insert_with(|| name.to_string());
        }
    }

    /// The name of what is called so.
    pub(super) fn find(&self, said: &str) -> Option<&String> {
        self.whole.get(&plain(said)).or_else(|| self.forms.get(&stems(said)))
    }
}

/// A name in lower case, without underscores.
fn plain(name: &str) -> String {
    name.replace('_', " ").to_ascii_lowercase()
}

/// The stems of the words of a name.
pub(super) fn stems(name: &str) -> Vec<String> {
    words(name).into_iter().map(|word| word.stem).collect()
}
