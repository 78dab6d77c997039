//! Modifiers that help where their label says that they hinder, and the other way round: a sign that was forgotten.

use super::{Examiner, Finding};
use crate::rulebook::{Expr, Modifier, Node, SentencePart, WordList};
use crate::value::{FactId, Number, Target};

/// Words of labels that say that something is harder, and that it is easier.
const HINDERS: &str = "{hinders}";
const HELPS: &str = "{helps}";
/// Words by which a label says that what it names is taken away, changed, or somebody else's.
const TURNED: &str = "{turned}";

impl Examiner<'_> {
    /// `+3 "penalty for deep snow"`.
    pub(super) fn other_sign(&mut self, modifier: &Modifier) {
        let Some(amount) = self.sign_forgotten(modifier) else { return };
        let does = if amount > Number::ZERO { "helps" } else { "hinders" };
        let finding = Finding::OtherSign { label: modifier.label.text.to_string(), does };
        let at = modifier.amount.span;
        let Some(amount) = amount.negated() else { return };
        let help =
            format!("what is above 0 helps who rolls, what is below hinders: write `{amount:+}`, or another label");
        self.report(finding, at, &format!("this {does}"), help);
    }

    /// The amount of a modifier whose label says the contrary of what it does.
    pub(super) fn sign_forgotten(&self, modifier: &Modifier) -> Option<Number> {
        let of_number = (modifier.target == Target::Number).then(|| modifier.amount.as_number()).flatten();
        let amount = of_number.filter(|amount| *amount != Number::ZERO)?;
        let words: Vec<String> = modifier
            .label
            .text
            .split(|letter: char| !letter.is_alphabetic())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let lists = || self.book.words.iter().flat_map(WordList::wordings);
        let is_of = |word: &str, class: &str| {
            lists().any(|wording| *wording.meant == *class && wording.said.iter().any(|said| **said == *word))
        };
        let has = |class: &str| words.iter().any(|word| is_of(word, class));
        let helps = amount > Number::ZERO;
        let (said, other) = if helps { (has(HINDERS), has(HELPS)) } else { (has(HELPS), has(HINDERS)) };
        let is_meant = !said || other || has(TURNED);
        let is_of_another = || modifier.condition.as_ref().is_some_and(|when| self.is_of_another(when));
        (!is_meant && !is_of_another()).then_some(amount)
    }

    /// Whether a condition is about somebody else than the one who rolls: what is bad for him is good for that one.
    fn is_of_another(&self, condition: &Expr) -> bool {
        let actors: Vec<FactId> = self.book.actions.iter().filter_map(|action| first_fact(&action.says)).collect();
        let is_other = |id: &FactId| {
            let fact = &self.book.facts[id.index()];
            fact.is_role() && !actors.contains(id) || fact.of.is_some_and(|of| !actors.contains(&of))
        };
        let mut found = false;
        condition.walk(&mut |one| found |= matches!(&one.node, Node::Fact(id) if is_other(id)));
        found
    }
}

/// Who does what a sentence says.
fn first_fact(says: &[crate::rulebook::Sentence]) -> Option<FactId> {
    says.first()?.parts.iter().find_map(|part| match part {
        SentencePart::Fact(fact) => Some(*fact),
        SentencePart::Word(_) => None,
    })
}
