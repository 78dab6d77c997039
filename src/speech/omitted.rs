//! What is left of a line of which not all counts, and the words that do not count.

use super::hear::hear;
use super::listener::Listener;
use super::little::{self, is};
use super::token::SpokenWord;
use crate::rulebook::Rulebook;

/// Words of a line that do not count.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct OmittedWords {
    /// As they were typed.
    pub text: String,
    /// Whether something in them may matter: a number, or a word that is known and does not fit.
    pub may_matter: bool,
    /// A word that would count and looks much like one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// How an option is chosen that is called so, or one of its readings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// The verb as which one is read that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_as: Option<&'static str>,
}

impl OmittedWords {
    /// Words in which something may matter, and of which no more is known.
    pub(super) fn that_may_matter(text: String) -> OmittedWords {
        OmittedWords { text, may_matter: true, nearest: None, option: None, read_as: None }
    }

    /// A verb that is not known, read as one that is.
    pub(super) fn read_as(text: String, known: &'static str) -> OmittedWords {
        OmittedWords { read_as: Some(known), ..OmittedWords::that_may_matter(text) }
    }

    /// How many words of it may matter.
    pub(super) fn weight(&self) -> usize {
        if self.may_matter { self.text.split_whitespace().count() } else { 0 }
    }

    /// What is told of it, first of all.
    pub fn told(&self) -> String {
        if let Some(known) = self.read_as {
            return format!("`{}` is no word of this game: read as `{known}`", self.text);
        }
        let how = if self.may_matter { ", though it may matter" } else { "" };
        let nearest = self.nearest.as_ref().map_or_else(String::new, |near| format!(" (`{near}` would)"));
        let option = self.option.as_ref().map_or_else(String::new, |choice| {
            format!(" (an option: `--with {choice}` chooses it, at the prompt `with {choice}`)")
        });
        format!("not counted{how}: \"{}\"{nearest}{option}", self.text)
    }
}

/// A line without what does not count.
#[derive(Clone, Debug, PartialEq)]
pub struct PartialLine {
    /// What is left of it, or the last line of that.
    pub line: String,
    /// What is left of it, line by line.
    pub lines: Vec<String>,
    /// What does not count.
    pub left_out: Vec<OmittedWords>,
    /// Whether that only says why the rest is so, or what follows from it: `so he cannot run`. Then the rest is done.
    pub only_explains: bool,
}

impl PartialLine {
    /// The first of its lines, which says how somebody is.
    pub fn told(&self) -> &str {
        self.lines.first().unwrap_or(&self.line)
    }
}

/// How an option is chosen that is called so, or one of its readings: `bands=broad`.
pub(super) fn option_called(book: &Rulebook, text: &str) -> Option<String> {
    let name = text.trim().replace([' ', '-'], "_");
    let is_it = |known: &str| known.eq_ignore_ascii_case(&name);
    book.options.iter().find_map(|option| {
        let own = &option.head.name;
        let readings = option.readings.iter().flat_map(|set| &book.sets[set.index()].words);
        let reading = readings.map(|word| &word.name).find(|reading| is_it(reading));
        match reading {
            Some(reading) => Some(format!("{own}={reading}")),
            None => (is_it(own) || option.head.title.eq_ignore_ascii_case(text.trim())).then(|| own.to_string()),
        }
    })
}

/// Why what was left out is not done by itself, where somebody does it: what must be said instead.
pub fn why_not(listener: &Listener<'_>, text: &str) -> Option<String> {
    let spoken = listener.lexicon.spoken(text);
    let joins = |word: &&SpokenWord| word.is_comma() || is(&word.text, little::AND);
    let first = spoken.iter().take_while(joins).count();
    let (length, ..) = listener.named_at(&spoken, first).into_iter().next()?;
    spoken.get(first + length)?;
    hear(listener, text.get(spoken[first].at..)?).err()?.reason()
}
