//! Actions by the words that people have for them: of their own sentences, or of lists of what people say.

use super::Sort;
use super::resolver::Resolver;
use crate::diag::{kindred, suggest};
use crate::syntax::ast::{ActionEntry, Body, Name, WordingSort};

/// So many actions are named for a word.
const MOST_MEANT: usize = 4;

impl Resolver<'_> {
    /// What to say of a name that is no action, and nearly the name of none, and is said for one.
    pub(super) fn said_where_unknown(&self, name: &Name) -> Option<String> {
        let is_near = suggest(&name.text, self.book.names.visible(Sort::Action)).is_some();
        if is_near { None } else { self.said_action(&name.text) }
    }

    /// What to say of a word that is no action, and is said for one.
    fn said_action(&self, said: &str) -> Option<String> {
        let is_it = |word: &str| word == said || kindred(said, &[word]).is_some();
        let mut meant: Vec<String> = Vec::new();
        for (_, declared, declaration) in self.whole(Sort::Action) {
            let Body::Action(entries) = &declaration.body else { continue };
            let says = |entry: &ActionEntry| match entry {
                ActionEntry::Says(text) => text.text.split_whitespace().nth(1).is_some_and(is_it),
                _ => false,
            };
            if entries.iter().any(|entry| says(&entry.node)) {
                meant.push(declared.name.text.clone());
            }
        }
        if meant.is_empty() {
            meant = self.actions_listed_for(&is_it);
        }
        meant.truncate(MOST_MEANT);
        match meant.as_slice() {
            [] => None,
            [one] => Some(format!("the action that is said so is `{one}`")),
            [all @ .., last] => Some(format!("the actions that are said so are `{}` and `{last}`", all.join("`, `"))),
        }
    }

    /// The actions that lists of words have for a phrase of one word.
    fn actions_listed_for(&self, is_it: &dyn Fn(&str) -> bool) -> Vec<String> {
        let mut meant: Vec<String> = Vec::new();
        for (_, _, declaration) in self.whole(Sort::Words) {
            let Body::Words(entries) = &declaration.body else { continue };
            for entry in entries.iter().filter(|entry| entry.node.sort == WordingSort::Phrase) {
                let name = entry.node.meant.text.split([' ', ',']).next().unwrap_or("");
                let is_action = self.book.names.find(Sort::Action, name).is_some();
                if is_action
                    && entry.node.said.iter().any(|said| is_it(&said.text))
                    && !meant.iter().any(|one| one == name)
                {
                    meant.push(name.to_string());
                }
            }
        }
        meant
    }
}
