//! Rules of a source text found by what a question says of them: rows that share its rarer words, the closest first.

use super::attempts::Attempts;
use super::hear::Hearing;
use super::listener::Listener;
use super::little::{self, is};
use super::meaning::Meant;
use super::piece::matched;
use super::token::{MOST_WORDS, SpokenWord, stem, words};
use crate::query::{LONGEST, Who};
use std::collections::BTreeMap;

/// Rows are shown to this share of the score of the first.
const LEAST_OF_FIRST: f64 = 0.7;
/// So many rows are found at most.
const MOST_ROWS: usize = 3;
/// A word of every so many rows tells none from another.
const COMMON: usize = 8;
/// Words of questions that say nothing of what is asked about: `happens`, `works`.
const VAGUE: &str = "{vague}";
/// What a word counts that only says what sort of thing is spoken of.
const OF_SORT: f64 = 0.6;
/// What share of the rarest word one counts that no row says.
const UNKNOWN: f64 = 0.4;
/// How soon a word that is said again counts no more, and how much a long row is held against it (BM25).
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.75;

/// The words of rows of text, each by its stem, with the rows it stands in.
pub(crate) struct RowIndex {
    /// The rows that a word stands in, and how often.
    rows_of: BTreeMap<String, BTreeMap<usize, u32>>,
    /// How many words each row has.
    lengths: Vec<u32>,
}

/// Rows that answer a question, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct FoundRows {
    /// The closest first.
    pub rows: Vec<usize>,
    /// How many different words of the question stand in the first.
    pub matched: usize,
    /// What share of what the question says that is.
    pub share: f64,
    /// Whether hardly any other row says the same.
    pub is_rare: bool,
}

impl FoundRows {
    /// Whether the first row is surely about what was asked: it shares half of what that says, or nearly half where few
    /// rows share anything.
    pub(crate) fn is_close(&self) -> bool {
        self.matched > 1 && self.share >= 0.5 || self.is_rare && self.share >= 0.45
    }
}

impl RowIndex {
    /// The index of rows in their order.
    pub(crate) fn new<'t>(rows: impl Iterator<Item = &'t str>) -> RowIndex {
        let mut index = RowIndex { rows_of: BTreeMap::new(), lengths: Vec::new() };
        for (at, row) in rows.enumerate() {
            let said: Vec<String> = words(row).into_iter().filter(says).map(|word| word.stem).collect();
            index.lengths.push(said.len() as u32);
            for word in said {
                *index.rows_of.entry(word).or_default().entry(at).or_default() += 1;
            }
        }
        index
    }

    /// How much a word tells: the more, the fewer rows it stands in; none if it stands in no row, or in too many.
    fn weight(&self, word: &str) -> Option<f64> {
        let (all, there) = (self.lengths.len(), self.rows_of.get(word)?.len());
        let (all_rows, rows) = (all as f64, there as f64);
        (there * COMMON < all.max(COMMON * COMMON)).then(|| (1.0 + (all_rows - rows + 0.5) / (rows + 0.5)).ln())
    }

    /// The rows closest to words.
    fn closest(&self, asked: &[AskedWord]) -> FoundRows {
        let total: u32 = self.lengths.iter().sum();
        let mean = f64::from(total) / self.lengths.len().max(1) as f64;
        let mut close: BTreeMap<usize, Closeness> = BTreeMap::new();
        let mut all = 0.0;
        for word in asked {
            let Some(rows) = self.rows_of.get(&word.stem) else {
                // What no row says is asked about all the same.
                all += if word.is_of_thing { 0.0 } else { UNKNOWN * ((self.lengths.len() + 1) as f64).ln() };
                continue;
            };
            let Some(weight) = self.weight(&word.stem).map(|weight| weight * word.counts) else { continue };
            all += weight;
            for (row, often) in rows {
                let length = f64::from(self.lengths[*row]) / mean;
                let often = f64::from(*often);
                let damped = often * (SATURATION + 1.0) / (often + SATURATION * (1.0 - LENGTH + LENGTH * length));
                let of_row = close.entry(*row).or_default();
                of_row.rank += weight * damped;
                of_row.weight += weight;
                of_row.words += 1;
                of_row.is_asked |= !word.is_of_sort;
            }
        }
        let mut ranked: Vec<(usize, Closeness)> = close.into_iter().collect();
        ranked.sort_by(|one, other| other.1.rank.total_cmp(&one.1.rank).then(one.0.cmp(&other.0)));
        let Some((_, best)) = ranked.first().copied() else { return FoundRows::default() };
        let near = ranked.iter().take_while(|(_, row)| row.rank >= best.rank * LEAST_OF_FIRST);
        let rows = near.take(MOST_ROWS).map(|(row, _)| *row).collect();
        let share = if best.is_asked { best.weight / all } else { 0.0 };
        FoundRows { rows, matched: best.words, share, is_rare: ranked.len() <= MOST_ROWS }
    }
}

/// A word of a question.
struct AskedWord {
    stem: String,
    counts: f64,
    /// Whether it only says of which sort is what was named.
    is_of_sort: bool,
    /// Whether it belongs to the name of a thing, of which the sort is asked, too.
    is_of_thing: bool,
}

/// How close a row is to a question.
#[derive(Clone, Copy, Default)]
struct Closeness {
    /// What it counts for the order.
    rank: f64,
    /// What the words of the question count that stand in it, and how many they are.
    weight: f64,
    words: usize,
    /// Whether one of them was asked for itself.
    is_asked: bool,
}

/// The rows that say something of what a line speaks of.
pub(crate) fn rows_about(listener: &Listener<'_>, index: &RowIndex, line: &str) -> FoundRows {
    if line.len() > LONGEST {
        return FoundRows::default();
    }
    let hearing = Hearing { listener, attempts: &Attempts::default() };
    let spoken = words(line);
    let mut asked: Vec<AskedWord> = Vec::new();
    let mut add = |word: AskedWord| {
        if asked.iter().all(|known| known.stem != word.stem) {
            asked.push(word);
        }
    };
    let mut at = 0;
    while at < spoken.len().min(MOST_WORDS) {
        let named = listener.named_at(&spoken, at).first().map_or(0, |(length, ..)| *length);
        let is_vague = |word: &SpokenWord| listener.lexicon.is_empty_word(word) || hearing.is_of(&word.text, VAGUE);
        if named == 0 && says(&spoken[at]) && !is_vague(&spoken[at]) {
            let is_of_thing = listener.lexicon.is_of_things(&spoken[at].text);
            add(AskedWord { stem: spoken[at].stem.clone(), counts: 1.0, is_of_sort: false, is_of_thing });
        }
        for word in sort_of_thing(listener, &spoken, at).into_iter().chain(sort_of_figure(listener, &spoken, at)) {
            add(AskedWord { stem: stem(&word), counts: OF_SORT, is_of_sort: true, is_of_thing: true });
        }
        at += named.max(1);
    }
    index.closest(&asked)
}

/// Whether a line may ask about the rules: it is a question, and none for the odds of one against another.
pub(crate) fn asks_of_rules(listener: &Listener<'_>, line: &str) -> bool {
    let hearing = Hearing { listener, attempts: &Attempts::default() };
    let spoken = listener.lexicon.spoken(line);
    let may_ask = line.len() <= LONGEST && spoken.len() <= MOST_WORDS && hearing.may_ask(line, &spoken);
    let of_odds = spoken.iter().any(|word| is(&word.text, little::OF_ODDS));
    may_ask && !(of_odds && hearing.named_in(&spoken).len() > 1)
}

/// The words for the sort of a thing that is spoken of: of a vest that it is armor.
fn sort_of_thing(listener: &Listener<'_>, spoken: &[SpokenWord], at: usize) -> Vec<String> {
    let (lexicon, book) = (listener.lexicon, listener.book());
    let phrases = lexicon.beginning(&spoken[at]).iter().filter(|phrase| matched(lexicon, phrase, spoken, at).is_some());
    let kinds = phrases.filter_map(|phrase| match phrase.meant {
        Meant::Item(item) => Some(book.items[item.index()].kind),
        _ => None,
    });
    let named = kinds.map(|kind| book.kinds[kind.index()].head.name.to_string());
    named.filter(|name| name.chars().all(|letter| letter.is_ascii_lowercase())).take(1).collect()
}

/// The words of the sheet of whoever is spoken of: of a pilot that he is one.
fn sort_of_figure(listener: &Listener<'_>, spoken: &[SpokenWord], at: usize) -> Vec<String> {
    let named = listener.named_at(spoken, at).into_iter().next();
    let Some((_, _, Who::Figure(id))) = named else { return Vec::new() };
    let Some(sheet) = listener.state.figure(id).sheet else { return Vec::new() };
    let head = &listener.book().sheets[sheet.index()].head;
    words(&head.title).into_iter().filter(says).map(|word| word.text).collect()
}

/// Whether a word says something by itself.
fn says(word: &SpokenWord) -> bool {
    word.is_word()
        && !word.is_number()
        && word.text.len() > 1
        && !little::is_little(&word.text)
        && !is(&word.text, little::ASKING)
        && !is(&word.text, little::OPENING)
}
