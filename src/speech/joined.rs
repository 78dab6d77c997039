//! Two words written as one: `whatare`, `andif`, `canBruce`.

use super::hear::Hearing;
use super::little::{self, is};
use super::token::SpokenWord;

/// Words of questions that are no words of asking for odds.
const MORE: [&str; 8] = ["who", "where", "when", "why", "whose", "many", "far", "long"];

impl Hearing<'_> {
    /// The line with a space between little words, or a name and a little word, that were written as one.
    pub(super) fn parted(&self, line: &str) -> Option<String> {
        let mut text = line.to_string();
        for word in self.listener.lexicon.spoken(line).iter().rev() {
            let typed = line.get(word.at..word.at + word.length)?;
            if let Some(at) = self.joint(word, typed) {
                text.insert(word.at + at, ' ');
            }
        }
        (text != line).then_some(text)
    }

    /// Where the second word begins.
    fn joint(&self, word: &SpokenWord, typed: &str) -> Option<usize> {
        let listener = self.listener;
        let is_strange = word.is_word() && !listener.lexicon.knows(word) && !listener.name_words().contains(&word.text);
        if !is_strange || !typed.bytes().all(|letter| letter.is_ascii_alphabetic()) {
            return None;
        }
        let small = typed.to_ascii_lowercase();
        let is_name = |part: &str| listener.is_name_of_one_word(part);
        let is_short = |part: &str| little::is_little(part) || is(part, little::ASKING) || is(part, &MORE);
        (2..small.len().saturating_sub(1)).find(|at| {
            let (first, second) = small.split_at(*at);
            let is_one = |part: &str| is_short(part) || is_name(part);
            is_one(first) && is_one(second) && !(is_name(first) && is_name(second))
        })
    }
}
