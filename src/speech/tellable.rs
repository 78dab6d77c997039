//! What can be told of somebody where a word is not understood: what is counted of figures, and what they can be.

use super::error::EXAMPLE;
use super::hear::Hearing;
use super::little::is;
use super::piece::{self, DeedWays, Piece};
use super::token::SpokenWord;
use crate::diag::{alike, listed};
use crate::rulebook::OwnerDecl;

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
        let tracks = &self.listener.book().tracks;
        let own = tracks.iter().filter(|track| track.owner == OwnerDecl::Figure && track.by.is_none());
        let names: Vec<&str> = own.filter(|track| !track.head.is_quiet()).map(|track| &*track.head.name).collect();
        let said = std::iter::once(word).chain(spoken.iter().filter(|word| word.is_word()));
        let meant = said.flat_map(|word| alike(&word.text, names.iter().copied())).next();
        // What is said for the same is named first.
        let names: Vec<&str> =
            meant.into_iter().chain(names.iter().copied().filter(|name| Some(*name) != meant)).collect();
        let number = number.trim_start_matches('+');
        let told = |track: &&str| self.is_told(&format!("{name} {track} {number}"));
        let example = names.iter().copied().find(told)?;
        let all = match names.len() {
            0..=MOST_COUNTED => names.join(", "),
            more => format!("{} and {} more", names[..MOST_COUNTED].join(", "), more - MOST_COUNTED),
        };
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
