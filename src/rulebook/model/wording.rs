//! What people say at a table, and what is meant by it.

use super::Head;
pub use crate::syntax::ast::WordingSort;
use crate::syntax::ast::{WordingDecl, WordingEntries};
use std::sync::{Arc, OnceLock};

/// What a class of words is called, of those that speech and findings ask for by their class.
pub const WORD_CLASSES: [&str; 42] = [
    "{comes}",
    "{coming}",
    "{called}",
    "{puts}",
    "{beside}",
    "{near}",
    "{far}",
    "{enemy}",
    "{ally}",
    "{everybody}",
    "{corrects}",
    "{corrected}",
    "{times}",
    "{each}",
    "{thin}",
    "{opens}",
    "{closes}",
    "{vague}",
    "{takes_back}",
    "{withdraws}",
    "{tool}",
    "{fashion}",
    "{amounts}",
    "{introduces}",
    "{reasons}",
    "{before}",
    "{bars}",
    "{is}",
    "{answers}",
    "{hinders}",
    "{helps}",
    "{turned}",
    "{nth1}",
    "{nth2}",
    "{nth3}",
    "{nth4}",
    "{nth5}",
    "{nth6}",
    "{nth7}",
    "{nth8}",
    "{nth9}",
    "{nth10}",
];

/// A list of words. What comes with fray is read when somebody says what the rules do not.
#[derive(Clone, Debug)]
pub struct WordList {
    /// Name and title.
    pub head: Head,
    unread: WordingEntries,
    read: OnceLock<Vec<Wording>>,
}

impl WordList {
    /// A list that is read when it is needed.
    pub(in crate::rulebook) fn unread(head: Head, unread: WordingEntries) -> WordList {
        WordList { head, unread, read: OnceLock::new() }
    }

    /// A list of some entries.
    pub(in crate::rulebook) fn of<'e>(head: Head, entries: impl Iterator<Item = &'e WordingDecl>) -> WordList {
        let read = OnceLock::from(entries.map(Wording::of).collect::<Vec<Wording>>());
        WordList { head, unread: WordingEntries::default(), read }
    }

    /// What it lists.
    pub fn wordings(&self) -> &[Wording] {
        self.read.get_or_init(|| {
            let entries = self.unread.clone().into_vec();
            entries.iter().map(|entry| Wording::of(&entry.node)).collect()
        })
    }
}

/// Words, and what is meant by them.
#[derive(Clone, Debug)]
pub struct Wording {
    /// What part of a sentence it is.
    pub sort: WordingSort,
    /// What may be said for it.
    pub said: Vec<Arc<str>>,
    /// What is meant, as the prompt reads it.
    pub meant: Arc<str>,
}

impl Wording {
    fn of(entry: &WordingDecl) -> Wording {
        let said = entry.said.iter().map(|text| Arc::from(text.text.as_str())).collect();
        Wording { sort: entry.sort, said, meant: entry.meant.text.as_str().into() }
    }
}
