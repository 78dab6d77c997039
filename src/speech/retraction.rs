//! What is taken back in the same line: `Ann shoots, no, she kneels` is what stands behind it.

use super::error::SpeechError;
use super::hear::{DEEPEST, Hearing, Understanding, understood};
use super::listener::Listener;
use super::little::{self, is};
use super::otherwise::OPENS;
use super::token::{SpokenWord, words};
use crate::query::Who;

/// Words one of which begins every correction.
pub(super) const CORRECTS: &str = "{corrects}";
/// Words that take back what stands before them.
const TAKES_BACK: &str = "{takes_back}";
/// Words at the beginning of a line that take back the line before.
pub(super) const WITHDRAWS: &str = "{withdraws}";
/// So many of them stand side by side.
pub(super) const MOST: usize = 5;
/// What takes back the last change.
pub(super) const UNDO: &str = "undo";

impl Hearing<'_> {
    /// What is meant by a line in which something is done, taken back, and somebody does something else. Of such a line the
    /// beginning never counts.
    pub(super) fn taken_back(&self, line: &str) -> Option<Result<Understanding, SpeechError>> {
        let (first, rest) = self.retraction(line)?;
        let spoken = self.listener.lexicon.spoken(first);
        let named = (0..spoken.len()).find_map(|at| match self.listener.named_at(&spoken, at).into_iter().next() {
            Some((_, _, Who::Figure(id))) => Some(id),
            _ => None,
        });
        let said = match self.line(first, DEEPEST) {
            Ok(Understanding::Line(text)) => Some(text),
            _ => None,
        };
        let asked = said.and_then(|text| self.understood(&text).ok());
        let listener = Listener {
            named: named.or(self.listener.named),
            beside: None,
            ..self.listener.after(asked.as_ref().or(self.listener.last))
        };
        let hearing = Hearing { listener: &listener, attempts: &self.attempts.deeper() };
        let heard = understood(&hearing, rest).or_else(|error| hearing.otherwise(rest, error, understood));
        Some(match heard {
            Ok(heard) => {
                let texts = match &heard {
                    Understanding::Line(text) => vec![text],
                    Understanding::Sequence(texts) | Understanding::Several(texts) => texts.iter().collect(),
                };
                texts.into_iter().for_each(|text| self.attempts.note(text, &[format!("taken back: {first}")]));
                Ok(heard)
            }
            Err(error) => {
                let help = error.help_with_example().unwrap_or_default();
                let why = format!("`{first}` is taken back, and what is done instead is not understood");
                Err(SpeechError::settled(line, &why, help))
            }
        })
    }

    /// The line before taken back, and what is said instead if anything is: `never mind`, `scratch that, Ben goes`. What
    /// changed nothing needs no undoing, and what was done before it stays.
    pub(super) fn withdrawn(&self, line: &str) -> Option<Result<Understanding, SpeechError>> {
        let spoken = self.listener.lexicon.spoken(line);
        let withdraws = |length: &usize| {
            let words = spoken.get(..*length).map(|words| words.iter().map(|word| &*word.text).collect::<Vec<&str>>());
            words.is_some_and(|words| self.is_of(&words.join(" "), WITHDRAWS))
        };
        let at = (1..=MOST).rev().find(withdraws);
        let Some(mut at) = at else {
            // `wait, take that back`
            let (_, rest) = self.behind_interjection(line)?;
            return self.withdrawn(rest);
        };
        let is_empty = |word: &SpokenWord| word.is_comma() || self.listener.lexicon.is_empty_word(word);
        while spoken.get(at).is_some_and(is_empty) {
            at += 1;
        }
        let has_changed = self.listener.has_changed;
        let Some(word) = spoken.get(at) else {
            let help = "`undo` takes back the last change, whenever it was";
            return Some(match has_changed {
                true => Ok(Understanding::Line(UNDO.to_string())),
                false => Err(SpeechError::settled(line, "the line before has changed nothing", help.to_string())),
            });
        };
        let rest = line.get(word.at..)?;
        let heard = understood(self, rest).or_else(|error| self.otherwise(rest, error, understood));
        Some(heard.map(|heard| match (heard, has_changed) {
            (Understanding::Line(text), true) => Understanding::Sequence(vec![UNDO.to_string(), text]),
            (Understanding::Sequence(texts), true) => {
                Understanding::Sequence([UNDO.to_string()].into_iter().chain(texts).collect())
            }
            (heard, _) => heard,
        }))
    }

    /// A word at the beginning of a line that only calls for attention, or begins a correction, and what stands behind the
    /// comma: `wait, take that back`.
    fn behind_interjection<'l>(&self, line: &'l str) -> Option<(&'l str, &'l str)> {
        let (first, rest) = line.split_once(',')?;
        let rest = rest.trim();
        (self.is_interjection(first) && !rest.is_empty()).then_some((first, rest))
    }

    /// Whether words only call for attention, or begin a correction: they are no order.
    pub(super) fn is_interjection(&self, text: &str) -> bool {
        text.split(',').map(str::trim).all(|part| {
            let said: Vec<String> = words(part).into_iter().map(|word| word.text).collect();
            let said = said.join(" ");
            [OPENS, CORRECTS, TAKES_BACK].iter().any(|class| self.is_of(&said, class))
        })
    }

    /// What is taken back, and what somebody does instead.
    fn retraction<'l>(&self, line: &'l str) -> Option<(&'l str, &'l str)> {
        let spoken = self.listener.lexicon.spoken(line);
        let takes_back = |from: usize, length: usize| {
            let words: Option<Vec<&str>> = (from..from + length).map(|at| Some(&*spoken.get(at)?.text)).collect();
            words.is_some_and(|words| self.is_of(&words.join(" "), TAKES_BACK))
        };
        let commas = (1..spoken.len()).rev().filter(|at| spoken[*at].is_comma());
        commas.into_iter().find_map(|comma| {
            let length = (1..=MOST).rev().find(|length| takes_back(comma + 1, *length))?;
            let behind = comma + 1 + length;
            let next = behind + usize::from(spoken.get(behind).is_some_and(|word| word.is_comma()));
            let word = spoken.get(next)?;
            let is_somebody = is(&word.text, little::PRONOUNS) && !is(&word.text, little::THINGS)
                || !self.listener.named_at(&spoken, next).is_empty();
            let (first, rest) = (line.get(..spoken[comma].at)?.trim(), line.get(word.at..)?.trim());
            let is_done = self.says_what_is_done(first) && spoken.len() > next + 1;
            (is_somebody && is_done).then_some((first, rest))
        })
    }
}
