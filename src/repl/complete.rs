//! Which names fit at a place of a line: as plain data, so that it is tested without a terminal.

use super::{Session, help};
use crate::rulebook::{Rulebook, Sort};

/// Names offered at once.
const MOST: usize = 60;

impl Session {
    /// Where the word before the cursor begins, and what it could become.
    pub fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let before = line.get(..at).unwrap_or(line);
        let start = before.rfind([' ', ',', '(', '.', '|']).map_or(0, |found| found + 1);
        let word = before[start..].to_lowercase();
        let owner = before[..start].ends_with('.');
        let mut names = if owner { self.properties() } else { self.names(before, start) };
        // Names of several words are matched from where the first of them begins, too.
        names.retain(|name| name.to_lowercase().starts_with(&word) && name.len() > word.len());
        names.sort();
        names.dedup();
        names.truncate(MOST);
        (start, names)
    }

    fn properties(&self) -> Vec<String> {
        self.table.book().property_names(crate::rulebook::Owner::Figure)
    }

    fn names(&self, before: &str, start: usize) -> Vec<String> {
        let book = self.table.book();
        let first = before[..start].split_whitespace().next().unwrap_or("");
        let cast = || self.table.cast().0.into_iter().map(|(name, _)| name);
        let commands = || help::COMMANDS.iter().map(|row| row.word.to_string()).filter(|word| !word.is_empty());
        match first {
            "" => commands().chain(cast()).collect(),
            "with" => declared(book, Sort::Option),
            "table" => declared(book, Sort::Table),
            "cards" => declared(book, Sort::Card),
            "open" => Vec::new(),
            "play" => cast().chain(self.table.now().sides.iter().map(|side| side.name.to_string())).collect(),
            "new" => declared(book, Sort::Sheet),
            "show" => self.shown(before, start, cast().collect()),
            _ => cast().chain(self.sentence_words()).collect(),
        }
    }

    fn shown(&self, before: &str, start: usize, cast: Vec<String>) -> Vec<String> {
        let book = self.table.book();
        let sort = before[..start].split_whitespace().nth(1).unwrap_or("");
        if let Some(sort) = Sort::of_keyword(sort.trim_end_matches('s')) {
            return declared(book, sort);
        }
        let kind = book.kinds.iter().position(|kind| *kind.plural == *sort || *kind.head.name == *sort);
        match kind {
            Some(kind) => {
                let of_kind = book.items.iter().filter(|item| item.kind.index() == kind);
                of_kind.map(|item| item.head.name.to_string()).collect()
            }
            None => cast.into_iter().chain(book.kinds.iter().map(|kind| kind.plural.to_string())).collect(),
        }
    }

    /// Words that may stand in a sentence: of its patterns, facts, things, states, conditions.
    fn sentence_words(&self) -> Vec<String> {
        let book = self.table.book();
        let says = book.actions.iter().filter_map(|one| one.says.as_ref());
        let says = says.chain(book.checks.iter().filter_map(|one| one.says.as_ref()));
        let words = says.flat_map(|sentence| &sentence.parts).filter_map(|part| match part {
            crate::rulebook::SentencePart::Word(word) => Some(word.to_string()),
            crate::rulebook::SentencePart::Fact(_) => None,
        });
        let mut all: Vec<String> = words.collect();
        for sort in [Sort::Fact, Sort::Condition, Sort::Track, Sort::Attribute] {
            all.extend(declared(book, sort));
        }
        all.extend(book.items.iter().map(|item| item.head.name.to_string()));
        let of_states = book.states.iter().flat_map(|state| &book.sets[state.set.index()].words);
        all.extend(of_states.map(|word| word.name.to_string()));
        all
    }
}

fn declared(book: &Rulebook, sort: Sort) -> Vec<String> {
    book.names.visible(sort).map(str::to_string).collect()
}

impl Session {
    /// How the line could go on, shown grey behind the cursor.
    pub fn hint(&self, line: &str, at: usize) -> Option<String> {
        if at < line.len() || line.is_empty() {
            return None;
        }
        let (start, names) = self.complete(line, at);
        match names.as_slice() {
            [only] if line.len() > start => only.get(line.len() - start..).map(str::to_string),
            _ => {
                let usage = help::COMMANDS.iter().find(|row| row.word == line.trim_end())?.usage;
                Some(usage.strip_prefix(line)?.to_string())
            }
        }
    }
}
