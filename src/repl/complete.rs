//! Which names fit at a place of a line: as plain data, so that it is tested without a terminal.

use super::{Session, help};
use crate::query::{About, ParsedQuery, fitting};
use crate::rulebook::{Rulebook, Sort};
use crate::value::CheckId;

/// Names offered at once.
const MOST: usize = 60;
/// Words of a name.
const MOST_WORDS: usize = 4;

impl Session {
    /// Where the word before the cursor begins, and what it could become.
    pub fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let before = line.get(..at).unwrap_or(line);
        let last = before.rfind([' ', ',', '(', '.', '|', '=', ':']).map_or(0, |found| found + 1);
        if before[..last].ends_with('.') {
            return (last, fit(self.properties(), &before[last..]));
        }
        // A name may be of several words: what begins with the last word, else with the one before and it, …
        let mut start = last;
        for _ in 0..MOST_WORDS {
            let names = fit(self.names(&before[..start]), &before[start..]);
            if !names.is_empty() {
                return (start, names);
            }
            match before[..start].trim_end().rfind([' ', ',', '(', '=', ':']) {
                Some(found) => start = found + 1,
                None if start > 0 => start = 0,
                None => break,
            }
        }
        let cast = self.table.cast().names.into_iter().map(|(name, _)| name);
        let is_free = !before[..last].trim().is_empty();
        (last, if is_free { fit(cast.collect(), &before[last..]) } else { Vec::new() })
    }

    fn properties(&self) -> Vec<String> {
        self.table.book().property_names(crate::rulebook::OwnerDecl::Figure)
    }

    /// Whatever may stand behind the beginning of a line.
    fn names(&self, before: &str) -> Vec<String> {
        let book = self.table.book();
        let words = || help::COMMANDS.iter().map(|row| row.word).filter(|word| !word.is_empty());
        let line = before.trim_start();
        let behind = |word: &&str| line.strip_prefix(*word).is_some_and(|rest| rest.starts_with([' ', ',']));
        let command = words().filter(behind).max_by_key(|word| word.len());
        let rest = command.map_or(line, |word| line[word.len()..].trim_start_matches([' ', ',']));
        let cast = || self.table.cast().names.into_iter().map(|(name, _)| name);
        // Commands of two words go on behind the first.
        let longer = words().filter_map(|word| word.strip_prefix(line)).filter(|_| line.ends_with(' '));
        let longer: Vec<String> = longer.map(str::to_string).collect();
        let mut names = match command {
            None if line.is_empty() => words().map(str::to_string).chain(self.declarations()).chain(cast()).collect(),
            None => self.phrase_words(None, rest),
            Some("with") => self.choices(rest),
            Some("table") => declared(book, Sort::Table),
            Some("cards") => declared(book, Sort::Card),
            Some("dice") => {
                let sides = self.table.now().sides.iter().map(|side| format!("mine for {}", side.name));
                ["mine".to_string(), "yours".to_string()].into_iter().chain(sides).collect()
            }
            Some("why") => vec!["all".to_string()],
            Some("play") => cast().chain(self.table.now().sides.iter().map(|side| side.name.to_string())).collect(),
            Some("new") => self.newcomer(rest),
            Some("show") => self.shown(rest, cast().collect()),
            Some("what if" | "same") => self.phrase_words(self.table.last.as_ref().map(|(_, asked)| asked), rest),
            Some("odds" | "odds sums" | "odds whole" | "best" | "worth" | "worth all" | "worth whole" | "do") => {
                self.phrase_words(None, rest)
            }
            Some(_) => Vec::new(),
        };
        names.extend(longer);
        names
    }

    /// What may go on in a sentence, or with what is said of a figure; else any name of the fight.
    fn phrase_words(&self, clauses_of: Option<&ParsedQuery>, rest: &str) -> Vec<String> {
        let (book, cast) = (self.table.book(), self.table.cast());
        let mut names = fitting(book, &cast, clauses_of, rest);
        if clauses_of.is_none() {
            // `FIGURE TRACK 3`, `FIGURE is WORD`
            let nothing = ParsedQuery { about: About::Check(CheckId(0)), facts: Vec::new(), tweaks: Vec::new() };
            names.extend(fitting(book, &cast, Some(&nothing), rest).into_iter().filter(|_| !rest.is_empty()));
        }
        names
    }

    /// Words that begin a declaration typed here.
    fn declarations(&self) -> Vec<String> {
        Sort::ALL.iter().map(|sort| sort.words().to_string()).filter(|word| !word.contains(' ')).collect()
    }

    /// Options, and behind one of them its readings.
    fn choices(&self, rest: &str) -> Vec<String> {
        let book = self.table.book();
        let name = rest.trim_start_matches("not ").trim_end_matches(['=', ' ']);
        let option = book.options.iter().find(|option| *option.head.name == *name);
        match option.map(|option| option.readings) {
            None => declared(book, Sort::Option),
            Some(None) => vec!["on".to_string(), "off".to_string()],
            Some(Some(set)) => book.sets[set.index()].words.iter().map(|word| word.name.to_string()).collect(),
        }
    }

    /// `NAME from SHEET on SIDE: NAME VALUE, …`
    fn newcomer(&self, rest: &str) -> Vec<String> {
        let book = self.table.book();
        if let Some((_, clauses)) = rest.split_once(':') {
            let clause = clauses.rsplit(',').next().unwrap_or(clauses).trim();
            let slot = book.slots.iter().find(|slot| *slot.head.name == *clause);
            if let Some(slot) = slot {
                let of_kind = book.items.iter().filter(|item| Some(item.kind) == slot.kind);
                return of_kind.map(|item| item.head.name.to_string()).collect();
            }
            let sorts = [Sort::Attribute, Sort::Note, Sort::Track, Sort::State, Sort::Slot, Sort::Condition];
            return sorts.into_iter().flat_map(|sort| declared(book, sort)).collect();
        }
        if rest.trim_end().ends_with(" on") {
            return self.table.now().sides.iter().map(|side| side.name.to_string()).collect();
        }
        declared(book, Sort::Sheet)
    }

    fn shown(&self, rest: &str, cast: Vec<String>) -> Vec<String> {
        let book = self.table.book();
        let sort = rest.trim_end();
        if let Some(sort) = Sort::of_keyword(sort.trim_end_matches('s')) {
            return declared(book, sort);
        }
        let kind = book.kinds.iter().position(|kind| *kind.plural == *sort || *kind.head.name == *sort);
        match kind {
            Some(kind) => {
                let of_kind = book.items.iter().filter(|item| item.kind.index() == kind);
                of_kind.map(|item| item.head.name.to_string()).collect()
            }
            None => {
                let sorts = Sort::ALL.iter().map(|sort| sort.words().to_string());
                cast.into_iter().chain(book.kinds.iter().map(|kind| kind.plural.to_string())).chain(sorts).collect()
            }
        }
    }
}

/// The names that begin with what is typed, sorted.
fn fit(mut names: Vec<String>, typed: &str) -> Vec<String> {
    let typed = typed.to_lowercase();
    names.retain(|name| name.to_lowercase().starts_with(&typed) && name.len() > typed.len());
    names.sort();
    names.dedup();
    names.truncate(MOST);
    names
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
        // Behind a name that is whole already, a longer one that begins with it would be a guess.
        let is_whole = |typed: &str| self.names(&line[..start]).iter().any(|name| name.eq_ignore_ascii_case(typed));
        if start > 0 && is_whole(&line[start..]) {
            return None;
        }
        match names.as_slice() {
            [only] if line.len() > start => only.get(line.len() - start..).map(str::to_string),
            _ => {
                let usage = help::COMMANDS.iter().find(|row| row.word == line.trim_end())?.usage;
                Some(usage.strip_prefix(line)?.to_string())
            }
        }
    }
}

impl Session {
    /// How many bytes of a line are its command word; 0 if it begins with none.
    pub fn command_length(&self, line: &str) -> usize {
        let begins =
            |word: &&str| line.strip_prefix(*word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        let words = help::COMMANDS.iter().map(|row| row.word).filter(|word| !word.is_empty());
        words.filter(begins).map(str::len).max().unwrap_or(0)
    }
}
