//! What was tried to understand a line: nothing twice, and not too much, so that no line takes long whatever it says.

use crate::rulebook::Rulebook;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// So many letters of sentences are read for one line; the longest of the examples took 4,200.
const MOST_LETTERS: usize = 10_000;

/// A line is heard within the hearing of another so often at most: whatever lines lead to each other, it ends.
const MOST_NESTED: usize = 10;

/// So many parts of a line are heard within each other at most: it ends whatever the ways lead to.
const MOST_PARTS_DEEP: usize = 40;

/// Before words that were said and do not count.
pub(crate) const LEFT_OUT: &str = "left out, for nothing here asks for it";
/// Before what was said besides a question that is answered with a page of the rules or of the table.
pub(super) const OF_ALL: &str = "answered for all, not only for";

/// What was tried.
pub(super) struct Attempts {
    /// So many letters may be read.
    most: usize,
    letters: Cell<usize>,
    /// Within how many others the line is heard.
    nested: Cell<usize>,
    /// How many parts of it are being heard within each other.
    parts: Cell<usize>,
    sentences: RefCell<BTreeMap<String, bool>>,
    slips: RefCell<BTreeMap<String, Option<String>>>,
    asides: RefCell<BTreeMap<String, Vec<String>>>,
    /// The words of lines that are said for others, by what those say; of any under no text.
    stems: RefCell<BTreeMap<String, BTreeSet<String>>>,
}

impl Default for Attempts {
    fn default() -> Attempts {
        Attempts::of_most(MOST_LETTERS)
    }
}

impl Attempts {
    /// With so many letters of sentences that may be read.
    pub(super) fn of_most(most: usize) -> Attempts {
        Attempts {
            most,
            letters: Cell::default(),
            nested: Cell::default(),
            parts: Cell::default(),
            sentences: RefCell::default(),
            slips: RefCell::default(),
            asides: RefCell::default(),
            stems: RefCell::default(),
        }
    }

    /// For a line that is heard within this one by another listener.
    pub(super) fn deeper(&self) -> Attempts {
        let attempts = Attempts::default();
        attempts.nested.set(self.nested.get());
        attempts.parts.set(self.parts.get());
        attempts
    }

    /// What is heard within this; nothing where that leads too deep.
    pub(super) fn within<T>(&self, hear: impl FnOnce() -> T) -> Option<T> {
        bounded(&self.nested, MOST_NESTED, hear)
    }

    /// What is heard of a part of the line; nothing where that leads too deep.
    pub(super) fn of_part<T>(&self, hear: impl FnOnce() -> T) -> Option<T> {
        bounded(&self.parts, MOST_PARTS_DEEP, hear)
    }

    /// So many letters are read.
    pub(super) fn spend(&self, letters: usize) {
        self.letters.set(self.letters.get() + letters);
    }

    /// Whether enough was tried.
    pub(super) fn is_spent(&self) -> bool {
        self.letters.get() >= self.most
    }

    /// Whether a text is a sentence, as was found out or is now.
    pub(super) fn known(&self, text: &str, find: impl FnOnce() -> bool) -> bool {
        if let Some(known) = self.sentences.borrow().get(text) {
            return *known;
        }
        let found = find();
        self.sentences.borrow_mut().insert(text.to_string(), found);
        found
    }

    /// Notes what was said besides a sentence and does not count.
    pub(super) fn note(&self, text: &str, asides: &[String]) {
        if !asides.is_empty() {
            self.asides.borrow_mut().insert(text.to_string(), asides.to_vec());
        }
    }

    /// What was said besides a line and does not count.
    pub(super) fn asides(&self, line: &str) -> Vec<String> {
        let asides = self.asides.borrow();
        asides.iter().filter(|(text, _)| line.contains(text.as_str())).flat_map(|(_, all)| all.clone()).collect()
    }

    /// Notes words that are accounted for, whatever is understood.
    pub(super) fn note_stems(&self, stems: impl Iterator<Item = String>) {
        self.note_stems_of("", stems);
    }

    /// Notes the words of a line that is said for another, where that is understood as a text.
    pub(super) fn note_stems_of(&self, text: &str, stems: impl Iterator<Item = String>) {
        self.stems.borrow_mut().entry(text.to_string()).or_default().extend(stems);
    }

    /// The words of lines that were said for others which are understood so.
    pub(super) fn stems(&self, texts: &[String]) -> Vec<String> {
        let stems = self.stems.borrow();
        let is_of = |text: &String| text.is_empty() || texts.iter().any(|whole| whole.contains(text.as_str()));
        stems.iter().filter(|(text, _)| is_of(text)).flat_map(|(_, all)| all.iter().cloned()).collect()
    }

    /// The word that was meant by another, as was found out or is now.
    pub(super) fn slip(&self, typed: &str, find: impl FnOnce(&str) -> Option<String>) -> Option<String> {
        if let Some(known) = self.slips.borrow().get(typed) {
            return known.clone();
        }
        let found = find(typed);
        self.slips.borrow_mut().insert(typed.to_string(), found.clone());
        found
    }
}

/// Does something one level deeper than what is counted, unless that would be deeper than most.
fn bounded<T>(depth: &Cell<usize>, most: usize, work: impl FnOnce() -> T) -> Option<T> {
    let outer = depth.get();
    if outer >= most {
        return None;
    }
    depth.set(outer + 1);
    let done = work();
    depth.set(outer);
    Some(done)
}

/// Whether a clause of a line begins with the name of a fact, as the rulebook declares it, that none of what was made of
/// the line says: its name was taken for other words.
pub(crate) fn says_no_fact_of(book: &Rulebook, line: &str, texts: &[String]) -> bool {
    let facts = line.split(',').skip(1).filter_map(|clause| clause.split_whitespace().next());
    let said = |word: &str| texts.iter().any(|text| text.contains(word));
    facts.filter(|word| book.fact(word).is_some()).any(|word| !said(word))
}

/// Whether a clause of a line, typed as the rulebook declares it, is among what was left out of it: it would count, so the
/// line says something else.
pub(crate) fn leaves_out_a_fact(book: &Rulebook, line: &str, asides: &[String]) -> bool {
    let left_out = asides.iter().filter_map(|aside| aside.strip_prefix(LEFT_OUT)?.strip_prefix(": "));
    let mut parts = left_out.flat_map(|parts| parts.split(", ")).map(str::trim);
    parts.any(|part| {
        let fact = part.split_whitespace().next().and_then(|word| book.fact(word));
        fact.is_some() && line.contains(&format!(", {part}"))
    })
}
