//! The pronoun of a line, and the line with a name in its place.

use super::little::{self, is};
use super::token::SpokenWord;

/// Words that stand for several, and for the one who speaks.
const OF_OTHERS: [&str; 2] = ["they", "my"];

/// A word of a line that stands for somebody who was named before.
#[derive(Clone, Copy)]
pub(super) struct TypedPronoun<'a> {
    line: &'a str,
    word: &'a SpokenWord,
    /// Whether it stands before what he has: `his knife`.
    owns: bool,
}

impl<'a> TypedPronoun<'a> {
    /// A word of a line that is known to stand for somebody who does or is something.
    pub(super) fn of(line: &'a str, word: &'a SpokenWord) -> TypedPronoun<'a> {
        TypedPronoun { line, word, owns: false }
    }

    /// The first word that may stand for somebody of whom something is asked.
    pub(super) fn subject(line: &'a str, spoken: &'a [SpokenWord]) -> Option<TypedPronoun<'a>> {
        let is_subject = |word: &&SpokenWord| is(&word.text, little::PRONOUNS) && !is(&word.text, little::OBJECTS);
        Some(TypedPronoun::of(line, spoken.iter().find(is_subject)?))
    }

    /// The only word that stands for one person; none where there are two.
    pub(super) fn only(line: &'a str, spoken: &'a [SpokenWord]) -> Option<TypedPronoun<'a>> {
        let is_of_him = |word: &&SpokenWord| {
            let is_pronoun = is(&word.text, little::PRONOUNS) || is(&word.text, little::POSSESSIVES);
            is_pronoun && !is(&word.text, little::THINGS) && !is(&word.text, &OF_OTHERS)
        };
        let mut pronouns = spoken.iter().filter(is_of_him);
        let (Some(word), None) = (pronouns.next(), pronouns.next()) else { return None };
        let is_behind = |next: &SpokenWord| next.at > word.at && next.is_word();
        Some(TypedPronoun { line, word, owns: is(&word.text, little::POSSESSIVES) && spoken.iter().any(is_behind) })
    }

    /// Where what is said of him begins.
    pub(super) fn end(&self) -> usize {
        self.word.at + self.word.length
    }

    /// The line with something else in its place.
    pub(super) fn replaced(&self, text: &str) -> Option<String> {
        let (before, behind) = (self.line.get(..self.word.at)?, self.line.get(self.end()..)?);
        Some(format!("{before}{text}{behind}"))
    }

    /// The line with a name in its place, which owns what the pronoun owned; none where a longer word was typed.
    pub(super) fn named(&self, name: &str) -> Option<String> {
        let text = if self.owns { format!("{name}'s") } else { name.to_string() };
        self.replaced(&text).filter(|_| self.typed().is_some_and(|typed| typed.eq_ignore_ascii_case(&self.word.text)))
    }

    /// The line with a name in its place, behind which stands what was short for two words: `he's down`.
    pub(super) fn named_at_length(&self, name: &str) -> Option<String> {
        let is_short = self.typed()?.len() > self.word.text.len();
        if is_short { self.replaced(&format!("{name} is")) } else { self.replaced(name) }
    }

    /// The word as it was typed.
    fn typed(&self) -> Option<&'a str> {
        self.line.get(self.word.at..self.end())
    }
}
