//! A rulebook with nobody in play, to which sentences are put.

use crate::dice::Odds;
use crate::explain::{Compare, Explanation, reckon};
use crate::play::Rules;
use crate::query::{BoundQuery, Directory, Reaches, uncounted_among, understand, understood};
use crate::state::State;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a check needs, and how likely it is.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct AnsweredSentence {
    /// `12 or less on 3d6`, or why it cannot be tried.
    pub need: String,
    /// How likely a success is, as an exact fraction; none for a mere total.
    pub odds: Option<Odds>,
}

/// An answer with the amount, label and sections of every modifier that counts.
pub(super) type Reckoned = (AnsweredSentence, BTreeSet<(String, Vec<Arc<str>>)>);

/// A rulebook with nobody in play.
pub(super) struct Asked<'r> {
    /// Its rules.
    pub(super) rules: &'r Arc<Rules>,
    state: State,
    directory: Directory,
}

impl<'r> Asked<'r> {
    pub(super) fn of(rules: &'r Arc<Rules>) -> Asked<'r> {
        Asked { rules, state: State::default(), directory: Directory::of_sheets(&rules.book) }
    }

    /// Whether a sentence is understood, and meets what its action requires as far as that can be told.
    pub(super) fn allows(&self, sentence: &str) -> bool {
        let asked = understood(&self.rules.book, &self.directory, sentence);
        let bound = asked.and_then(|asked| BoundQuery::new(self.rules, &self.state, &asked).ok());
        bound.is_some_and(|bound| bound.is_allowed(self.rules))
    }

    /// Whether everything that a sentence says counts.
    pub(super) fn counts(&self, reaches: &Reaches, sentence: &str) -> bool {
        let Ok(asked) = understand(&self.rules.book, &self.directory, sentence) else { return false };
        let bound = BoundQuery::new(self.rules, &self.state, &asked);
        bound.is_ok_and(|bound| uncounted_among(reaches, self.rules, &bound, &asked, sentence).is_none())
    }

    /// The check of a sentence with every reason; none if it is not understood, or needs a board.
    pub(super) fn reckoning(&self, sentence: &str) -> Option<Explanation> {
        let asked = understood(&self.rules.book, &self.directory, sentence)?;
        let bound = BoundQuery::new(self.rules, &self.state, &asked).ok()?;
        let check = bound.check(self.rules)?;
        let (frame, view) = (bound.check_frame(self.rules), bound.view(self.rules));
        reckon(&view.scene(&frame), check).ok()
    }

    /// The answer to a sentence; none if it is not understood, or needs a board.
    pub(super) fn answer(&self, sentence: &str) -> Option<Reckoned> {
        let reckoning = self.reckoning(sentence)?;
        let need = needed(&reckoning);
        let theirs = reckoning.against.iter().flat_map(|against| &against.side.modifiers);
        let counted = reckoning.modifiers.iter().chain(theirs);
        let counted =
            counted.map(|line| (format!("{} {}", line.amount, line.label), line.cites.iter().cloned().collect()));
        Some((AnsweredSentence { need, odds: reckoning.odds }, counted.collect()))
    }
}

/// What a check needs, in words: `12 or less on 3d6`, or why it cannot be made.
pub(super) fn needed(reckoning: &Explanation) -> String {
    match (&reckoning.impossible, reckoning.need, &reckoning.dice) {
        (Some(cannot), ..) => cannot.why.to_string(),
        (None, Some(need), Some(dice)) => match reckoning.compare {
            Compare::AtMost => format!("{need} or less on {dice}"),
            Compare::AtLeast => format!("{need} or more on {dice}"),
            Compare::Total => dice.clone(),
        },
        (None, _, dice) => {
            let plus = reckoning.plus.unwrap_or(0);
            format!("{}{plus:+}", dice.as_deref().unwrap_or_default())
        }
    }
}
