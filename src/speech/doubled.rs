//! What somebody does again and again before he does something else, said once with its number: `aims, aims again, then
//! shoots` is `aims 2 times, then shoots`.

use super::hear::Hearing;
use super::little::{self, is};
use super::token::{SpokenWord, stem};

/// Behind what is done once more.
const AGAIN: [&[&str]; 5] = [&["again"], &["once", "more"], &["1", "times", "more"], &["some", "more"], &["more"]];
/// So often at most.
const MOST: usize = 6;

impl Hearing<'_> {
    /// The line with a verb once, and how often it is done, where it is said so often and something else behind it.
    pub(super) fn doubled(&self, line: &str) -> Option<String> {
        let spoken = self.listener.lexicon.spoken(line);
        let (first, end) = (1..spoken.len()).find_map(|at| Some((at, self.said_again(&spoken, at)?)))?;
        let (mut often, mut last) = (2, end);
        while let Some(next) = self.said_again(&spoken, last.0).filter(|_| often < MOST) {
            (often, last) = (often + 1, next);
        }
        let verb = &spoken[first];
        let behind = &spoken[last.0 + last.1 - 1];
        // Whom it is done to may stand behind either.
        let object = (first + 1..last.0).find_map(|at| self.listener.named_at(&spoken, at).into_iter().next());
        let object = object.map_or_else(String::new, |(_, name, _)| format!(" at {name}"));
        let rest = line.get(behind.at + behind.length..)?;
        if !rest.contains(char::is_alphanumeric) {
            return None;
        }
        Some(format!("{} {often} times{object}{rest}", line.get(..verb.at + verb.length)?))
    }

    /// Notes that the words for it say nothing besides.
    pub(super) fn note_said_again(&self) {
        self.attempts.note_stems(AGAIN.concat().into_iter().map(stem));
    }

    /// Where the verb that stands here is said once more behind it, and in how many words.
    fn said_again(&self, spoken: &[SpokenWord], at: usize) -> Option<(usize, usize)> {
        let verb = &spoken[at];
        if !verb.is_word() || !self.may_act(spoken, at) {
            return None;
        }
        let joins = |word: &SpokenWord| word.is_comma() || is(&word.text, little::AND) || is(&word.text, little::GLUE);
        let mut next = at + 1;
        while let Some(word) = spoken.get(next).filter(|word| word.stem != verb.stem) {
            let named = self.listener.named_at(spoken, next).first().map_or(0, |(length, ..)| *length);
            if named == 0 && !joins(word) && !is(&word.text, little::PRONOUNS) {
                return None;
            }
            next += named.max(1);
        }
        spoken.get(next)?;
        let is_behind = |words: &&&[&str]| {
            let mut said = words.iter().enumerate();
            said.all(|(nth, word)| spoken.get(next + 1 + nth).is_some_and(|other| other.text == *word))
        };
        let again = AGAIN.iter().find(is_behind).map_or(0, |words| words.len());
        Some((next, 1 + again))
    }

    /// Whether somebody stands before a word, or a verb of his, so that he does what it says.
    fn may_act(&self, spoken: &[SpokenWord], at: usize) -> bool {
        let lexicon = self.listener.lexicon;
        let says_nothing = |word: &SpokenWord| {
            word.is_comma() || is(&word.text, little::AND) || lexicon.is_empty_word(word) && !word.is_number()
        };
        let Some(before) = (0..at).rev().find(|at| !says_nothing(&spoken[*at])) else { return false };
        let is_named = (0..=before).any(|from| {
            let named = self.listener.named_at(spoken, from);
            named.first().is_some_and(|(length, ..)| from + length == before + 1)
        });
        is_named || is(&spoken[before].text, little::PRONOUNS) || spoken[before].stem == spoken[at].stem
    }
}
