//! Sentences asked of two rulebooks: those of which the need or the odds are not the same.

use super::asked::{AnsweredSentence, Asked, Reckoned};
use crate::dice::{Cancel, Difference, Odds};
use crate::query::Reaches;
use crate::sim::{SimError, on_all_cores};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A sentence that is answered otherwise.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct MovedSentence {
    /// The sentence.
    pub sentence: String,
    /// What the first answers.
    pub before: AnsweredSentence,
    /// What the second answers.
    pub after: AnsweredSentence,
    /// Sections of the modifiers that only one of them counts, or counts otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<Arc<str>>,
}

/// The sentences that are answered otherwise, what moved most first; how many both answer; and how many were not asked.
pub(super) fn moved(
    mine: &Asked<'_>,
    theirs: &Asked<'_>,
    sentences: &[String],
    cancel: &Cancel,
) -> Result<(Vec<MovedSentence>, usize, usize), SimError> {
    let unasked = AtomicUsize::new(0);
    let answers = |_: &mut (), sentence: &String| {
        if cancel.is_asked() {
            unasked.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        cancel.count(1);
        Some((mine.answer(sentence)?, theirs.answer(sentence)?))
    };
    let answers = on_all_cores(sentences, || (), answers)?;
    let both: Vec<(&String, Reckoned, Reckoned)> = sentences
        .iter()
        .zip(answers)
        .filter_map(|(sentence, answers)| answers.map(|(before, after)| (sentence, before, after)))
        .collect();
    // What counts in neither says nothing; what counts in one only is just what somebody wants to know.
    let reaches = (Reaches::default(), Reaches::default());
    let counts = |sentence: &str| mine.counts(&reaches.0, sentence) || theirs.counts(&reaches.1, sentence);
    let asked = both.len();
    let mut moved: Vec<MovedSentence> = both
        .into_iter()
        .filter(|(sentence, before, after)| before.0 != after.0 && (cancel.is_asked() || counts(sentence)))
        .map(|(sentence, before, after)| {
            let mut cites: Vec<Arc<str>> =
                before.1.symmetric_difference(&after.1).flat_map(|(_, cites)| cites.iter().cloned()).collect();
            cites.sort();
            cites.dedup();
            MovedSentence { sentence: sentence.clone(), before: before.0, after: after.0, cites }
        })
        .collect();
    // What is said with nothing besides goes before the same with more, if it moves as much.
    moved.sort_by(|a, b| {
        let size = |one: &MovedSentence| one.shift().map(|shift| shift.size);
        size(b).cmp(&size(a)).then_with(|| a.sentence.len().cmp(&b.sentence.len()))
    });
    Ok((moved, asked, unasked.into_inner()))
}

impl MovedSentence {
    /// By how much the odds move; what cannot be tried has none.
    pub(crate) fn shift(&self) -> Option<Difference> {
        let odds = |one: &AnsweredSentence| one.odds.clone().unwrap_or(Odds::NEVER);
        match (&self.before.odds, &self.after.odds) {
            (None, None) => None,
            _ => Some(odds(&self.after).minus(&odds(&self.before))),
        }
    }
}
