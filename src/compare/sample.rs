//! Samples: what a sentence needs, and for every modifier a sentence in which it counts, with what it is worth there.

use super::AnsweredSentence;
use super::asked::{Asked, needed};
use super::sentences::{self, first_sentences, sentences};
use crate::dice::Difference;
use crate::explain::Explanation;
use crate::play::Rules;
use crate::query::About;
use crate::value::{ModifierId, Number};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A sentence in which a modifier counts.
#[derive(Clone, Debug)]
pub(crate) struct SampleWorth {
    /// The sentence.
    pub sentence: String,
    /// What it needs, and its odds.
    pub answered: AnsweredSentence,
    /// How much the modifier is there.
    pub amount: Number,
    /// What it changes in the odds.
    pub worth: Option<Difference>,
}

/// What a sentence needs with nobody in play, and how likely that is; none if it is not understood or needs a board.
pub(crate) fn sampled(rules: &Arc<Rules>, sentence: &str) -> Option<AnsweredSentence> {
    let reckoning = Asked::of(rules).reckoning(sentence)?;
    Some(answered(&reckoning))
}

/// A sentence for every modifier that counts in any of those that can be asked, as far as it is among the
/// first so many. Those that are `preferred`, such as the ones that tests ask, come first.
pub(crate) fn samples(rules: &Arc<Rules>, preferred: Vec<String>, most: usize) -> BTreeMap<ModifierId, SampleWorth> {
    let asked = Asked::of(rules);
    let mut found: BTreeMap<ModifierId, SampleWorth> = BTreeMap::new();
    let others = std::iter::once_with(|| sentences(&asked)).flatten();
    for sentence in preferred.into_iter().chain(others).take(most) {
        let Some(reckoning) = asked.reckoning(&sentence) else { continue };
        for line in &reckoning.modifiers {
            let is_telling = line.worth.as_ref().is_some_and(|worth| !worth.is_zero());
            let is_known = found.get(&line.id).is_some_and(|known| known.worth.is_some() || !is_telling);
            if !is_known {
                let worth = line.worth.clone().filter(|_| is_telling);
                let sample = SampleWorth {
                    sentence: sentence.clone(),
                    answered: answered(&reckoning),
                    amount: line.amount,
                    worth,
                };
                found.insert(line.id, sample);
            }
        }
    }
    found
}

/// One sentence of each sort that can be asked with nobody in play.
pub(crate) fn examples(rules: &Arc<Rules>) -> Vec<String> {
    first_sentences(&Asked::of(rules))
}

/// Clauses by which something may be stated besides in a sentence about that.
pub(crate) fn clauses(rules: &Arc<Rules>, about: About) -> Vec<String> {
    sentences::clauses(&Asked::of(rules), about)
}

fn answered(reckoning: &Explanation) -> AnsweredSentence {
    AnsweredSentence { need: needed(reckoning), odds: reckoning.odds.clone() }
}
