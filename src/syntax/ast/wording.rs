//! `words NAME { "said", "said so" = "meant" }`: what people say, and what is meant by it.

use super::{Entry, TextDecl, Verb};
use crate::text::SourceId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{Debug, Formatter};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// What part of a sentence words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WordingSort {
    /// `"from {n} hexes" = "range {n}"`: a verb, or something said of it.
    Phrase,
    /// `line "whose turn is it" = "turn"`: all of a line.
    Line,
    /// `form "can't" = "can not"`: another form of one word.
    Form,
}

/// `"said", "said so" = "meant"`
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WordingDecl {
    /// What part of a sentence it is.
    pub sort: WordingSort,
    /// What may be said for it.
    pub said: Vec<TextDecl>,
    /// What is meant.
    pub meant: TextDecl,
}

/// What a list of words says. What was stored stays bytes until somebody reads it: of all that may be said at a table a
/// sentence in the rules' own words needs nothing.
#[derive(Clone, Default)]
pub struct WordingEntries {
    stored: Option<(Arc<[u8]>, SourceId)>,
    read: OnceLock<Vec<Entry<WordingDecl>>>,
}

impl WordingEntries {
    /// Whether they are still as they were stored: then all of them are declared, and none amends another.
    pub fn is_unread(&self) -> bool {
        self.read.get().is_none()
    }

    /// Changes them; what is changed is no longer what was stored.
    pub fn change<T>(&mut self, change: impl FnOnce(&mut Vec<Entry<WordingDecl>>) -> T) -> T {
        let mut entries = std::mem::take(self).into_vec();
        let made = change(&mut entries);
        *self = WordingEntries::from(entries);
        made
    }

    /// The entries themselves.
    pub fn into_vec(mut self) -> Vec<Entry<WordingDecl>> {
        self.read.take().unwrap_or_else(|| self.restore())
    }

    /// What was stored: the same build wrote it, so that it is the tree of these entries.
    fn restore(&self) -> Vec<Entry<WordingDecl>> {
        let stored = self.stored.as_ref();
        stored.and_then(|(bytes, source)| source.restore(|| postcard::from_bytes(bytes).ok())).unwrap_or_default()
    }
}

impl Debug for WordingEntries {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

impl From<Vec<Entry<WordingDecl>>> for WordingEntries {
    fn from(entries: Vec<Entry<WordingDecl>>) -> WordingEntries {
        WordingEntries { stored: None, read: OnceLock::from(entries) }
    }
}

impl Deref for WordingEntries {
    type Target = Vec<Entry<WordingDecl>>;

    fn deref(&self) -> &Vec<Entry<WordingDecl>> {
        self.read.get_or_init(|| self.restore())
    }
}

impl Serialize for WordingEntries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = postcard::to_allocvec(&**self).map_err(serde::ser::Error::custom)?;
        let is_declared = self.iter().all(|entry| entry.verb == Verb::Plain);
        (is_declared, StoredBytes(&bytes)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for WordingEntries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WordingEntries, D::Error> {
        let (is_declared, bytes) = <(bool, &[u8])>::deserialize(deserializer)?;
        let stored = Some((Arc::from(bytes), SourceId::restored()));
        let entries = WordingEntries { stored, read: OnceLock::new() };
        Ok(if is_declared { entries } else { WordingEntries::from(entries.into_vec()) })
    }
}

/// Bytes that are stored as one piece.
struct StoredBytes<'b>(&'b [u8]);

impl Serialize for StoredBytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}
