//! A cursor over a sentence that remembers how far it got and what it would have liked to see there.

use super::advice::{Advice, ExpectedHere};
use super::error::source;
use super::function_words::{BEFORE_CLAUSES, BEFORE_NAMES};
use super::{Directory, SentenceError, Who};
use crate::rulebook::Rulebook;
use crate::value::KindId;
use std::sync::Arc;

/// The cursor.
pub(super) struct SentenceReader<'a> {
    book: &'a Rulebook,
    cast: &'a Directory,
    text: &'a str,
    at: usize,
    furthest: usize,
    wanted: Vec<ExpectedHere>,
    advice: Option<Advice>,
    /// What is wrong although it was understood.
    wrong: Option<SentenceError>,
    /// Whether nothing is remembered at the moment.
    is_quiet: bool,
    /// Whether only that is asked: is it understood?
    is_brief: bool,
    /// Who stands at a place, and where the name ends: each of many patterns asks anew.
    figure_at: Option<(usize, Option<(usize, Who)>)>,
}

impl<'a> SentenceReader<'a> {
    pub(super) fn new(book: &'a Rulebook, cast: &'a Directory, text: &'a str) -> SentenceReader<'a> {
        SentenceReader {
            book,
            cast,
            text,
            at: 0,
            furthest: 0,
            wanted: Vec::new(),
            advice: None,
            wrong: None,
            is_quiet: false,
            is_brief: false,
            figure_at: None,
        }
    }

    /// The same of whom it is only asked whether it understands: of a mistake it says no more than that it is one.
    pub(super) fn brief(book: &'a Rulebook, cast: &'a Directory, text: &'a str) -> SentenceReader<'a> {
        SentenceReader { is_brief: true, ..SentenceReader::new(book, cast, text) }
    }

    /// Whether nothing is asked of what is wrong.
    pub(super) fn is_brief(&self) -> bool {
        self.is_brief
    }

    /// Who stands here, if that has been found out before; the cursor stands behind the name.
    pub(super) fn known_figure(&mut self) -> Option<Option<Who>> {
        let found = self.figure_at.as_ref().filter(|(at, _)| *at == self.at)?.1.clone();
        self.at = found.as_ref().map_or(self.at, |(end, _)| *end);
        Some(found.map(|(_, who)| who))
    }

    /// Remembers who stands between a place and here, or that nobody does.
    pub(super) fn remember_figure(&mut self, start: usize, who: Option<&Who>) {
        self.figure_at = (!self.is_quiet).then(|| (start, who.map(|who| (self.at, who.clone()))));
    }

    pub(super) fn book(&self) -> &'a Rulebook {
        self.book
    }

    pub(super) fn cast(&self) -> &'a Directory {
        self.cast
    }

    /// The whole of it.
    pub(super) fn sentence(&self) -> &'a str {
        self.text
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Where the next letter stands.
    pub(super) fn here(&self) -> usize {
        self.text.len() - self.rest().len()
    }

    /// The furthest place that was reached.
    pub(super) fn furthest(&self) -> usize {
        self.furthest
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// What is left, from the next letter on.
    pub(super) fn rest(&self) -> &'a str {
        self.text[self.at..].trim_start()
    }

    /// What was taken since a place.
    pub(super) fn text_from(&self, start: usize) -> &'a str {
        &self.text[start.min(self.at)..self.at]
    }

    /// Takes so many bytes of what is left.
    pub(super) fn take(&mut self, length: usize) {
        self.at = self.text.len() - self.rest().len() + length;
    }

    /// Takes a comma.
    pub(super) fn comma(&mut self) -> bool {
        let found = self.rest().starts_with(',');
        if found {
            self.take(1);
        }
        found
    }

    /// Whether another clause follows: takes the comma before it; little words are left to the clause.
    pub(super) fn goes_on(&mut self) -> bool {
        self.comma() || self.is_before_clause()
    }

    /// Whether what is said so far could be all of a clause: it ends here, or another begins.
    pub(super) fn clause_ends(&self) -> bool {
        self.at_end() || self.rest().starts_with(',') || self.is_before_clause()
    }

    fn is_before_clause(&self) -> bool {
        BEFORE_CLAUSES.iter().any(|word| self.length_of(word).is_some())
    }

    /// Takes one of these words.
    pub(super) fn any_word(&mut self, words: &[&str]) -> bool {
        words.iter().any(|word| self.word(word))
    }

    /// Takes one of these endings, which stand without a space behind what was taken.
    pub(super) fn suffix(&mut self, endings: &[&str]) -> bool {
        let rest = &self.text[self.at..];
        let ends = |ending: &&&str| {
            rest.strip_prefix(**ending).is_some_and(|behind| behind.is_empty() || behind.starts_with(' '))
        };
        let found = endings.iter().find(ends);
        self.at += found.map_or(0, |ending| ending.len());
        found.is_some()
    }

    /// Takes these words, whatever their case; `_` in a name is as good as a space.
    pub(super) fn word(&mut self, word: &str) -> bool {
        match self.length_of(word) {
            Some(length) => {
                self.take(length);
                true
            }
            None => false,
        }
    }

    /// How many bytes of the rest these words take, if they stand there.
    fn length_of(&self, word: &str) -> Option<usize> {
        length_at(self.rest(), word)
    }

    /// Takes the longest of these names; remembers them if none stands here.
    pub(super) fn longest<T: Clone>(&mut self, sort: &str, names: &[(&str, T)]) -> Option<T> {
        let rest = self.rest();
        let mut best: Option<(usize, &T)> = None;
        for (name, what) in names {
            // Of names as long as each other the first counts: those in play stand before sheets.
            if let Some(length) = length_at(rest, name)
                && best.is_none_or(|(longest, _)| length > longest)
            {
                best = Some((length, what));
            }
        }
        match best {
            Some((length, what)) => {
                self.take(length);
                Some(what.clone())
            }
            None => {
                self.want_names(sort, || names.iter().map(|(name, _)| (*name).to_string()).collect());
                None
            }
        }
    }

    /// As [`longest`](SentenceReader::longest), also behind a little word: `the Guard`. What reaches further counts, so that a name
    /// may begin with one.
    pub(super) fn named<T: Clone>(&mut self, sort: &str, names: &[(&str, T)]) -> Option<T> {
        let start = self.at;
        let bare = self.longest(sort, names);
        let end = std::mem::replace(&mut self.at, start);
        if self.any_word(BEFORE_NAMES) {
            let behind = if bare.is_some() { self.quietly(sort, names) } else { self.longest(sort, names) };
            if self.at > end && behind.is_some() {
                return behind;
            }
        }
        self.at = end;
        bare
    }

    /// As [`longest`](SentenceReader::longest), of something that need not stand here: nothing is remembered.
    pub(super) fn quietly<T: Clone>(&mut self, sort: &str, names: &[(&str, T)]) -> Option<T> {
        let before = std::mem::replace(&mut self.is_quiet, true);
        let found = self.longest(sort, names);
        self.is_quiet = before;
        found
    }

    /// Remembers what would have been understood here, if this is the furthest place.
    pub(super) fn want(&mut self, sort: &str, names: Vec<String>) {
        self.want_names(sort, || names);
    }

    /// Remembers that a word would have been understood here.
    pub(super) fn want_word(&mut self, word: &str) {
        self.want_names("the word", || vec![word.to_string()]);
    }

    /// The same of names that are listed only if they are to be remembered.
    fn want_names(&mut self, sort: &str, names: impl FnOnce() -> Vec<String>) {
        let here = self.here();
        if self.is_quiet || self.is_brief || here < self.furthest {
            return;
        }
        if here > self.furthest {
            self.furthest = here;
            self.wanted.clear();
        }
        let wanted = ExpectedHere { sort: sort.to_string(), names: Arc::new(names()) };
        if !self.wanted.contains(&wanted) {
            self.wanted.push(wanted);
        }
    }

    /// The names that would have been understood at a place, if everything before it was.
    pub(super) fn wanted_at(&self, place: usize) -> Vec<String> {
        let names =
            self.wanted.iter().filter(|_| self.furthest >= place).flat_map(|wanted| wanted.names.iter().cloned());
        names.collect()
    }

    /// The error of a sentence that cannot go on here.
    pub(super) fn unexpected(&mut self, wanted: &str) -> SentenceError {
        self.want(wanted, Vec::new());
        self.not_understood()
    }

    /// The error at the furthest place that was reached.
    pub(super) fn not_understood(&self) -> SentenceError {
        let rest = &self.text[self.furthest..];
        let length = rest.find([' ', ',']).unwrap_or(rest.len());
        if let Some(wrong) = &self.wrong {
            return wrong.clone();
        }
        if self.is_brief {
            return SentenceError::too_long("");
        }
        let advice = self.advice.as_ref().filter(|advice| advice.at == self.furthest);
        SentenceError::new(self.text, self.furthest, length, &self.wanted_first_his(), advice)
    }

    /// What would have been understood at the furthest place; of things those first that whoever is named first has.
    fn wanted_first_his(&self) -> Vec<ExpectedHere> {
        let mut all = self.wanted.clone();
        let named = self.cast.names.iter().filter(|(name, _)| length_at(self.text, name).is_some());
        let Some((_, who)) = named.max_by_key(|(name, _)| name.len()) else { return all };
        for wanted in &mut all {
            let sort = wanted.sort.split_once(' ').map_or(&*wanted.sort, |(_, sort)| sort);
            let Some(kind) = self.book.kinds.iter().position(|kind| *kind.head.name == *sort) else { continue };
            let his = self.cast.things(self.book, who, KindId(kind as u16)).concat();
            let his: Vec<&str> = his.iter().map(|item| &*self.book.items[item.index()].head.name).collect();
            Arc::make_mut(&mut wanted.names).sort_by_key(|name| !his.contains(&&**name));
        }
        all
    }

    /// The error at words that were understood and can stand for nothing.
    pub(super) fn understood_as_none(&self, (at, length): (usize, usize), help: String, label: &str) -> SentenceError {
        let advice = Advice { at, help, label: Some(label.to_string()), is_sure: true };
        SentenceError::new(self.text, at, length, &[], Some(&advice))
    }

    /// Remembers what to type at a place, should the sentence go wrong there.
    pub(super) fn advise(&mut self, at: usize, help: String, label: Option<&str>) {
        self.advice = Some(Advice { at, help, label: label.map(str::to_string), is_sure: false });
    }

    /// The same of a place where it is known what is the matter.
    pub(super) fn advise_surely(&mut self, at: usize, help: String, label: &str) {
        self.advice = Some(Advice { at, help, label: Some(label.to_string()), is_sure: true });
    }

    /// What is understood from a place to here cannot be.
    pub(super) fn out_of_range(&mut self, from: usize, fact: &str, bounds: String) {
        let (said, src) = (self.text[from..self.at].trim(), source(self.text));
        let (at, said, fact) = ((from, said.len()).into(), said.to_string(), fact.to_string());
        self.wrong = Some(SentenceError::OutOfRange { fact, said, bounds, src, at });
    }

    /// What is understood from a place to here says only what is not so.
    pub(super) fn negated(&mut self, from: usize, help: String) {
        let from = from + (self.text[from..].len() - self.text[from..].trim_start().len());
        let (said, src) = (self.text[from..self.at].trim(), source(self.text));
        let (at, said) = ((from, said.len()).into(), format!("not {said}"));
        self.wrong = Some(SentenceError::Negated { said, help, src, at });
    }

    /// Forgets what was wrong with another reading.
    pub(super) fn forgive(&mut self) {
        self.wrong = None;
    }

    /// Whether something is understood from here on; nothing of it is remembered.
    pub(super) fn tries(&mut self, attempt: impl FnOnce(&mut Self) -> bool) -> bool {
        let before = (self.at, self.furthest, self.wanted.clone(), self.advice.clone(), self.wrong.clone());
        let done = attempt(self);
        (self.at, self.furthest, self.wanted, self.advice, self.wrong) = before;
        self.figure_at = None;
        done
    }

    /// Of what was wanted of a sort, keeps only these names for messages.
    pub(super) fn keep_wanted(&mut self, sort: &str, keep: impl Fn(&str) -> bool) {
        for wanted in self.wanted.iter_mut().filter(|wanted| wanted.sort == sort) {
            Arc::make_mut(&mut wanted.names).retain(|name| keep(name));
        }
    }
}

/// How many bytes these words take at the beginning of a text, quoted or not, if they stand there.
fn length_at(text: &str, word: &str) -> Option<usize> {
    let rest = text.strip_prefix('"').unwrap_or(text);
    let is_quoted = text.len() != rest.len();
    let mut chars = rest.char_indices();
    for expected in word.chars() {
        let (_, found) = chars.next()?;
        if !(is_same(found, expected) || expected == '_' && found == ' ') {
            return None;
        }
    }
    let length = chars.next().map_or(rest.len(), |(index, _)| index);
    let next = rest[length..].chars().next();
    if is_quoted {
        return (next == Some('"')).then_some(length + 2);
    }
    let ends = next.is_none_or(|next| !next.is_alphanumeric() && next != '_');
    (length > 0 && ends).then_some(length)
}

/// Whether two letters are the same, whatever their case.
fn is_same(a: char, b: char) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return a.eq_ignore_ascii_case(&b);
    }
    a.to_lowercase().eq(b.to_lowercase())
}
