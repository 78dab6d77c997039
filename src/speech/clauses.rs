//! Clauses of the last sentence, said anew: `no, kneeling`, `actually range 9`; and how somebody is said to be.

use super::draft::{Draft, RemarkOf, Spoken};
use super::error::SpeechError;
use super::hear::{Hearing, MOST_WORDS, nothing};
use super::piece;
use super::token::SpokenWord;
use crate::query::{Argument, ParsedQuery, SentenceError, Who, amend};
use crate::rulebook::Type;
use crate::value::FactId;

impl Hearing<'_> {
    /// Clauses of the last sentence with nothing wrong but letters.
    pub(super) fn slipped_clauses(&self, line: &str, spoken: &[SpokenWord]) -> Option<String> {
        let last = self.listener.last?;
        let mut text = line.to_string();
        for word in spoken.iter().rev() {
            let typed = line.get(word.at..word.at + word.length)?;
            if word.is_word() && !typed.eq_ignore_ascii_case(&word.text) {
                text.replace_range(word.at..word.at + word.length, &word.text);
            }
        }
        let asked = amend(self.listener.book(), self.listener.cast, last, &text).ok()?;
        (text != line && self.counts(&asked, &text).is_ok()).then_some(text)
    }

    /// `ANN is prone`, if nothing is done.
    pub(super) fn told(&self, draft: &Draft) -> Option<String> {
        let (name, who) = draft.actor.as_ref().filter(|_| draft.deed.is_none())?;
        let is_alone = draft.others.is_empty() && draft.things.is_empty() && draft.spots.is_empty();
        if !is_alone || draft.remarks.is_empty() || !draft.numbers.is_empty() || !draft.clauses.is_empty() {
            return None;
        }
        let mut said = Vec::new();
        for remark in &draft.remarks {
            if !matches!(&remark.of, RemarkOf::Named(_, other) if other == who) {
                return None;
            }
            said.push(format!("{name} {}", remark.text));
        }
        let text = said.join(", ");
        self.is_told(&text).then_some(text)
    }

    /// Clauses of the last sentence, as the prompt reads them.
    pub(super) fn clauses(&self, text: &str) -> Result<String, SpeechError> {
        let nothing = nothing();
        let last = self.listener.last.unwrap_or(&nothing);
        let amended = |text: &str| {
            let asked = amend(self.listener.book(), self.listener.cast, last, text)?;
            self.counts(&asked, text)?;
            Ok::<ParsedQuery, SentenceError>(asked)
        };
        if amended(text).is_ok() {
            return Ok(text.to_string());
        }
        let spoken = self.mended(text);
        if let Some(clauses) = self.slipped_clauses(text, &spoken) {
            return Ok(clauses);
        }
        let ways = if spoken.len() > MOST_WORDS { Vec::new() } else { piece::ways(self.listener, &spoken) };
        let mut wrong = None;
        for way in ways.iter().flatten().filter(|way| piece::unknown(way) == 0) {
            let draft = Draft::of(self.listener, way);
            for of in self.spoken_of(&draft, last) {
                let Some(clauses) = self.clauses_of(&draft, last, &of) else { continue };
                match amended(&clauses) {
                    Ok(_) => return Ok(clauses),
                    Err(error) => wrong = wrong.or(Some(error)),
                }
            }
        }
        Err(self.not_understood(text, &spoken, &ways, wrong, None))
    }

    /// Of whom is spoken where nobody is named: of whom the same was said before, then of each in the last sentence.
    fn spoken_of(&self, draft: &Draft, last: &ParsedQuery) -> Vec<String> {
        if draft.remarks.iter().all(|remark| remark.of != RemarkOf::Actor) {
            return vec![String::new()];
        }
        let facts = &self.listener.book().facts;
        let name = |fact: FactId| format!("{} ", facts[fact.index()].head.name);
        let before = last.tweaks.iter().rev().filter_map(|tweak| tweak.role);
        let roles = last.facts.iter().filter(|(_, said)| matches!(said, Argument::Who(_))).map(|(fact, _)| *fact);
        let own = before.map(name).chain([String::new()]);
        own.chain(roles.collect::<Vec<FactId>>().into_iter().rev().map(name)).collect()
    }

    fn clauses_of(&self, draft: &Draft, last: &ParsedQuery, of: &str) -> Option<String> {
        let book = self.listener.book();
        let name = |fact: FactId| book.facts[fact.index()].head.name.to_string();
        let mut clauses = draft.clauses.clone();
        clauses.extend(draft.values.iter().map(|(fact, word)| format!("{} {word}", name(*fact))));
        for spoken in &draft.things {
            let Spoken::Items(items) = spoken else { return None };
            let item = &book.items[items.first()?.index()];
            let is_of =
                |(fact, _): &&(FactId, Argument)| *book.facts[fact.index()].r#type.bare() == Type::Thing(item.kind);
            let (fact, _) = last.facts.iter().find(is_of)?;
            clauses.push(format!("{} {}", name(*fact), item.head.name));
        }
        for remark in &draft.remarks {
            let place =
                |who: &Who| last.facts.iter().find(|(_, said)| matches!(said, Argument::Who(other) if other == who));
            clauses.push(match &remark.of {
                RemarkOf::Actor => format!("{of}{}", remark.text),
                RemarkOf::Role(fact) => format!("{} {}", name(*fact), remark.text),
                RemarkOf::Named(other, who) => {
                    let of = place(who).map_or_else(|| other.clone(), |(fact, _)| name(*fact));
                    format!("{of} {}", remark.text)
                }
            });
        }
        let is_all = draft.deed.is_none() && draft.numbers.is_empty() && draft.spots.is_empty();
        (is_all && !clauses.is_empty()).then(|| clauses.join(", "))
    }
}
