//! Two rulebooks side by side: what is declared otherwise, and which sentences need something else or have other odds.

#![warn(missing_docs)]

mod asked;
mod declared;
mod fights;
mod moved;
mod sample;
mod sentences;
mod text;
mod written;

use crate::dice::Cancel;
use crate::play::Rules;
use crate::sim::{SequentialVerdict, SimError};
use asked::Asked;
use std::collections::BTreeSet;
use std::sync::Arc;

pub(crate) use asked::AnsweredSentence;
pub(crate) use declared::DeclaredChange;
pub(crate) use fights::{FightBounds, FoughtScenario, fight};
pub(crate) use moved::MovedSentence;
pub(crate) use sample::{SampleWorth, clauses, examples, sampled, samples};
pub(crate) use written::{ValueName, swept_values};

/// The form of the answer for programs.
const SCHEMA: &str = "fray.diff/1";

/// What differs between two rulebooks.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct Comparison {
    /// `fray.diff/1`
    pub schema: &'static str,
    /// What the first is called.
    pub before: String,
    /// What the second is called.
    pub after: String,
    /// What is declared otherwise, by sort and name.
    pub declared: Vec<DeclaredChange>,
    /// The sentences that need something else or have other odds, what moved most first.
    pub moved: Vec<MovedSentence>,
    /// How many sentences were asked of both.
    pub asked: usize,
    /// How many sentences there are of either.
    #[serde(skip)]
    pub sentences: usize,
    /// How many more could not be asked, because nobody wanted to wait for them.
    #[serde(skip_serializing_if = "is_zero")]
    pub unasked: usize,
    /// How the scenarios end under each, as far as they were fought.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fights: Vec<FoughtScenario>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Compares two rulebooks, each with what it is called; sentences are counted. Stopped, it says what it has.
///
/// # Errors
/// When no thread can be had.
pub(crate) fn compare(
    before: (&str, &Arc<Rules>),
    after: (&str, &Arc<Rules>),
    cancel: &Cancel,
) -> Result<Comparison, SimError> {
    let declared = declared::changes(&before.1.book, &after.1.book);
    let (mine, theirs) = (Asked::of(before.1), Asked::of(after.1));
    let mut all = sentences::sentences(&mine);
    let known: BTreeSet<String> = all.iter().cloned().collect();
    all.extend(sentences::sentences(&theirs).into_iter().filter(|sentence| !known.contains(sentence)));
    let (moved, asked, unasked) = moved::moved(&mine, &theirs, &all, cancel)?;
    let (before, after) = (before.0.to_string(), after.0.to_string());
    let sentences = all.len();
    Ok(Comparison { schema: SCHEMA, before, after, declared, moved, asked, sentences, unasked, fights: Vec::new() })
}

impl Comparison {
    /// Whether no sentence is understood by both, though there are some: then they are two games.
    pub(crate) fn has_nothing_in_common(&self) -> bool {
        self.asked == 0 && self.unasked == 0 && self.sentences > 0
    }

    /// Whether nothing differs.
    pub(crate) fn is_same(&self) -> bool {
        let differs =
            |fight: &FoughtScenario| matches!(fight.verdict, SequentialVerdict::Higher | SequentialVerdict::Lower);
        self.declared.is_empty() && self.moved.is_empty() && !self.fights.iter().any(differs)
    }
}
