//! What can be told of somebody where a word is not understood: what is counted of figures, and what they can be.

use super::error::EXAMPLE;
use super::hear::Hearing;
use super::little::is;
use super::piece::{self, DeedWays, Piece};
use super::token::SpokenWord;
use crate::diag::{alike, listed};
use crate::rulebook::{OwnerDecl, Rulebook, Track};

/// Words behind which it is said what somebody is.
const BEING: [&str; 8] = ["is", "are", "was", "becomes", "gets", "looks", "seems", "feels"];
/// So many of what is counted are named.
const MOST_COUNTED: usize = 8;

impl Hearing<'_> {
    /// What there is where a line tells of somebody a number or a state that the rules do not have: `ann health 3`, `ann is
    /// sleepy`.
    pub(super) fn tellable(&self, spoken: &[SpokenWord], ways: &[DeedWays], word: &SpokenWord) -> Option<String> {
        let at = spoken.iter().position(|other| other.at == word.at)?;
        let (first, name) = self.named_in(spoken).into_iter().next().filter(|(first, _)| *first == 0)?;
        self.listener.figure_named(&name)?;
        let is_done = piece::all(ways).flatten().any(|piece| matches!(piece, Piece::Deed(..)));
        if is_done || at <= first {
            return None;
        }
        let number = [at.checked_sub(1), Some(at + 1), Some(at + 2)].into_iter().flatten();
        let number = number.filter_map(|at| spoken.get(at)).find(|word| word.is_number());
        match number {
            Some(number) => self.counted_of(&name, word, spoken, &number.text),
            None if spoken[..at].iter().any(|word| is(&word.text, &BEING)) => self.states_of(&name),
            None => None,
        }
    }

    /// Which numbers of figures play changes, with one of them as it is told.
    fn counted_of(&self, name: &str, word: &SpokenWord, spoken: &[SpokenWord], number: &str) -> Option<String> {
        let book = self.listener.book();
        let counted = counted_tracks(book);
        let names: Vec<&str> = counted.iter().map(|track| &*track.head.name).collect();
        let said = std::iter::once(word).chain(spoken.iter().filter(|word| word.is_word()));
        let meant = said.flat_map(|word| alike(&word.text, names.iter().copied())).next();
        // What is said for the same is named first.
        let names: Vec<&str> =
            meant.into_iter().chain(names.iter().copied().filter(|name| Some(*name) != meant)).collect();
        let number = number.trim_start_matches('+');
        let ordered = names.iter().filter_map(|name| counted.iter().find(|track| *track.head.name == **name).copied());
        let ordered: Vec<&Track> = ordered.collect();
        let told = |track: &String| self.is_told(&format!("{name} {track} {number}"));
        let example = ordered.iter().map(|track| with_a_word(book, track)).find(told)?;
        let all = counted_in_words(book, &ordered);
        Some(format!("what is counted of figures: {all}; {EXAMPLE} `{name} {example} {number}`"))
    }

    /// What figures can be, with one of it as it is told.
    fn states_of(&self, name: &str) -> Option<String> {
        let book = self.listener.book();
        let told = book.states.iter().filter(|state| !state.head.is_quiet());
        let words = told.flat_map(|state| book.sets[state.set.index()].words.iter().skip(1));
        let states = words.map(|word| &*word.name).filter(|word| !word.is_empty());
        let conditions = book.conditions.iter().map(|condition| &condition.head).filter(|head| !head.is_quiet());
        let mut all: Vec<&str> = states.chain(conditions.map(|head| &*head.name)).collect();
        // What is one word is said as it is written.
        all.sort_by_key(|name| name.contains('_'));
        let first = all.iter().find(|state| self.is_told(&format!("{name} is {state}")))?;
        Some(format!(
            "{} that somebody can be; `show conditions` tells of them; {EXAMPLE} `{name} is {first}`",
            listed(&all)
        ))
    }
}

/// The running totals of figures that play tells of.
pub(crate) fn counted_tracks(book: &Rulebook) -> Vec<&Track> {
    let own = book.tracks.iter().filter(|track| track.owner == OwnerDecl::Figure);
    own.filter(|track| !track.head.is_quiet()).collect()
}

/// The names of running totals, each with the words that it is kept by: `pace, health (arm, leg)`.
pub(crate) fn counted_in_words(book: &Rulebook, tracks: &[&Track]) -> String {
    let shown = |track: &&Track| match track.by {
        Some(set) => {
            let words: Vec<&str> = book.sets[set.index()].words.iter().map(|word| &*word.name).collect();
            format!("{} ({})", track.head.name, words.join(", "))
        }
        None => track.head.name.to_string(),
    };
    let all: Vec<String> = tracks.iter().take(MOST_COUNTED).map(shown).collect();
    match tracks.len().saturating_sub(MOST_COUNTED) {
        0 => all.join(", "),
        more => format!("{} and {more} more", all.join(", ")),
    }
}

/// A running total as it is told of somebody: one that is kept by words with the first of them.
pub(crate) fn with_a_word(book: &Rulebook, track: &Track) -> String {
    let word = track.by.and_then(|set| book.sets[set.index()].words.first());
    word.map_or_else(|| track.head.name.to_string(), |word| format!("{} {}", track.head.name, word.name))
}
