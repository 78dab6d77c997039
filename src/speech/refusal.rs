//! Lines that are understood and yet not done: what is denied, what only asks, what must be said otherwise. Whatever is
//! offered instead is heard first, so that it works when it is typed.

use super::draft::Draft;
use super::error::{EXAMPLE, SpeechError};
use super::hear::{Hearing, Understanding};
use super::telling::telling_commands;
use crate::rulebook::Type;
use crate::value::FactId;

/// What makes a question of a line that only ends as one.
const ASKS: [&str; 2] = ["does", "can"];

impl Hearing<'_> {
    /// What could be said instead of a line, with the reason in parentheses behind it: if that works when it is said.
    pub(super) fn instead(&self, line: &str, text: &str, depth: usize) -> SpeechError {
        let text = with_one_comma(text);
        self.verified(SpeechError::instead(line, &text), &text, depth)
    }

    /// What must be said instead of a line: if that works when it is said.
    pub(super) fn must_be(&self, line: &str, text: &str, depth: usize) -> SpeechError {
        let text = with_one_comma(text);
        self.verified(SpeechError::must_be(line, &text), &text, depth)
    }

    /// An error whose example works: its own, or what would be said instead of that.
    fn verified(&self, error: SpeechError, text: &str, depth: usize) -> SpeechError {
        let example = text.split(" (").next().unwrap_or(text);
        if depth == 0 || self.attempts.is_spent() {
            return error;
        }
        match self.settled(example, depth - 1) {
            // Of several that may be meant the first is a sentence that works.
            Ok(Understanding::Several(texts)) => match texts.first() {
                Some(first) => error.with_help(format!("{EXAMPLE} `{first}`")),
                None => error,
            },
            Ok(_) => error,
            Err(other) => error.with_help(other.help_with_example().unwrap_or_default()),
        }
    }

    /// Why nothing comes of a line that says what somebody does not do.
    pub(super) fn denied(&self, line: &str, draft: &Draft) -> SpeechError {
        if let Some(error) = draft.denied.as_ref().and_then(|(fact, word)| self.not_said_instead(line, *fact, word)) {
            return error;
        }
        let actor = draft.actor.clone().or_else(|| self.listener.actor());
        let example = actor.map_or_else(String::new, |(name, _)| format!("{EXAMPLE} `orders {name}`"));
        SpeechError::line(line, "nothing is done that is denied", example)
    }

    /// Of what is always one of several it was said what it is not: which of the others it is must be said.
    fn not_said_instead(&self, line: &str, fact: FactId, denied: &str) -> Option<SpeechError> {
        let book = self.listener.book();
        let fact = &book.facts[fact.index()];
        let Type::Symbol(set) = fact.r#type.bare() else { return None };
        let words = book.sets[set.index()].words.iter().map(|word| &*word.name);
        let others: Vec<String> =
            words.filter(|word| *word != denied).map(|word| format!("`, {} {word}`", fact.head.name)).collect();
        let why = format!("what it is instead of {denied} is not said: {}", fact.head.told());
        let help = match others.as_slice() {
            [] => format!("{} is always {denied}", fact.head.told()),
            _ => format!("say it behind the sentence: {}", others.join(" or ")),
        };
        Some(SpeechError::settled(line, &why, help))
    }

    /// What is asked by a line that would change how it stands, were it no question.
    pub(super) fn only_asked(&self, line: &str, heard: Understanding) -> Result<Understanding, SpeechError> {
        let changing = |text: &String| self.is_told(text) || telling_commands().any(|word| begins(text, word));
        let told = match &heard {
            Understanding::Line(text) => Some(text).filter(|text| changing(text)),
            Understanding::Sequence(texts) | Understanding::Several(texts) => texts.iter().find(|text| changing(text)),
        };
        let (Some(told), true) = (told, self.asks(line)) else { return Ok(heard) };
        let asks = |heard: &Understanding| match heard {
            Understanding::Line(text) => !changing(text),
            _ => false,
        };
        let ways = ASKS.iter().filter_map(|word| self.line(&format!("{word} {line}"), super::hear::DEEPEST).ok());
        match ways.into_iter().find(asks) {
            Some(asked) => Ok(asked),
            None => Err(SpeechError::must_be(line, &format!("{told} (a question changes nothing)"))),
        }
    }
}

/// What is offered, without commas between which nothing stands: what people say may end with one.
fn with_one_comma(text: &str) -> String {
    let mut text = text.replace(", (", " (");
    for doubled in [", ,", ",,"] {
        text = text.replace(doubled, ",");
    }
    text.trim_end_matches([',', ' ']).to_string()
}

/// Whether a line begins with a word.
fn begins(line: &str, word: &str) -> bool {
    line.strip_prefix(word).is_some_and(|rest| rest.starts_with(' '))
}
