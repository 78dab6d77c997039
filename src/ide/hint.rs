//! What stands beside the lines of a text without being written there: what a sentence needs, what a change does.

use super::Analysis;
use super::analysis::is_test;
use super::hover::modifiers;
use crate::compare::{AnsweredSentence, sampled};
use crate::rulebook::{Modifier, Rulebook};
use crate::syntax::ast::{Body, StepDecl, StepNode};
use crate::text::SourceId;

/// A few words behind a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    /// The byte behind which they stand.
    pub at: usize,
    /// The words.
    pub text: String,
}

impl Analysis {
    /// The hints of a text. `saved` is the pack as it lies on disk.
    pub(crate) fn hints(&self, source: SourceId, saved: Option<&Analysis>) -> Vec<Hint> {
        let Some(rules) = self.rules().filter(|_| self.is_whole()) else { return Vec::new() };
        let name = self.sources().get(source).name.clone();
        let mut found = Vec::new();
        for declaration in self.declared_in(&name).into_iter().filter(|one| is_test(&one.body)) {
            let Body::Test(test) = &declaration.body else { continue };
            for (span, sentence) in asked_of_nobody(&test.steps) {
                if let Some(answered) = sampled(&rules, sentence) {
                    found.push(Hint { at: span.end as usize, text: shown(&answered) });
                }
            }
        }
        if let Some(saved) = saved {
            found.extend(self.changed(source, saved));
        }
        found
    }

    /// Whether nothing is wrong with it.
    pub(crate) fn is_whole(&self) -> bool {
        self.good.as_ref().is_some_and(|good| std::sync::Arc::ptr_eq(good, &self.book))
    }

    /// What modifiers that are not as they are on disk do to a sentence in which they count.
    fn changed(&self, source: SourceId, saved: &Analysis) -> Vec<Hint> {
        let (Some(before), Some(known)) = (saved.rules(), saved.good.as_ref()) else { return Vec::new() };
        let old: Vec<String> = modifiers(known).into_iter().map(|(_, one)| written(known, one)).collect();
        let mut found = Vec::new();
        for (id, modifier) in modifiers(&self.book) {
            if modifier.label.span.source != source || old.contains(&written(&self.book, modifier)) {
                continue;
            }
            let Some(sample) = self.samples().get(&id) else { continue };
            let Some(now) = &sample.answered.odds else { continue };
            let was = sampled(&before, &sample.sentence).and_then(|answered| answered.odds);
            let was =
                was.filter(|was| was != now).map(|was| format!(", was {}", was.percent().trim())).unwrap_or_default();
            let text = format!("{}{was}: {}", now.percent().trim(), sample.sentence);
            found.push(Hint { at: modifier.label.span.end as usize, text });
        }
        found
    }
}

fn written(book: &Rulebook, modifier: &Modifier) -> String {
    let condition = modifier.condition.as_ref().map_or("", |condition| book.sources.slice(condition.span));
    format!("{} {} {condition}", book.sources.slice(modifier.amount.span), modifier.label.text)
}

/// The sentences that a test asks before anybody stands anywhere and before anything is switched.
fn asked_of_nobody(steps: &[StepDecl]) -> Vec<(crate::text::Span, &str)> {
    let bare =
        steps.iter().take_while(|step| matches!(step.node, StepNode::Ask(_) | StepNode::Expect(_) | StepNode::Roll(_)));
    let asked = bare.filter_map(|step| match &step.node {
        StepNode::Ask(text) => Some((text.span, &*text.text)),
        _ => None,
    });
    asked.collect()
}

fn shown(answered: &AnsweredSentence) -> String {
    match &answered.odds {
        Some(odds) => format!("{}, {}", answered.need, odds.percent().trim()),
        None => answered.need.clone(),
    }
}
