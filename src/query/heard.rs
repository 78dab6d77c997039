//! What a sentence has said already: of what it says twice nobody knows which is meant.

use super::clause;
use super::reader::SentenceReader;
use super::{Argument, AssumedChange, Assumption, ParsedQuery, SentenceError, Who};
use crate::rulebook::Rulebook;
use crate::value::{AttributeId, ConditionId, FactId, StateId, Symbol, TrackId};

/// What can be said once.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Topic {
    Fact(FactId),
    State(Who, Option<FactId>, StateId),
    Condition(Who, Option<FactId>, ConditionId),
    Track(Who, Option<FactId>, TrackId, Option<Symbol>),
    Attribute(Who, Option<FactId>, AttributeId),
}

impl Topic {
    /// What something that is said of a figure is about.
    pub(super) fn of(asked: &ParsedQuery, said: &Assumption) -> Topic {
        let named = |(fact, other): &(FactId, Argument)| (*other == Argument::Who(said.who.clone())).then_some(*fact);
        let (who, role) = (said.who.clone(), said.role.or_else(|| asked.facts.iter().find_map(named)));
        match said.what {
            AssumedChange::State(id, _) | AssumedChange::NotState(id, _) => Topic::State(who, role, id),
            AssumedChange::Condition(id, _) => Topic::Condition(who, role, id),
            AssumedChange::Track(id, symbol, _) => Topic::Track(who, role, id, symbol),
            AssumedChange::Attribute(id, _) => Topic::Attribute(who, role, id),
        }
    }

    fn name<'b>(&self, book: &'b Rulebook) -> &'b str {
        let head = match self {
            Topic::Fact(id) => return &book.facts[id.index()].head.name,
            Topic::State(_, _, id) => &book.states[id.index()].head,
            Topic::Condition(_, _, id) => &book.conditions[id.index()].head,
            Topic::Track(_, _, id, _) => &book.tracks[id.index()].head,
            Topic::Attribute(_, _, id) => &book.attributes[id.index()].head,
        };
        head.told()
    }
}

/// What was said, and where: its first letter and its length.
#[derive(Default)]
pub(super) struct Heard(Vec<(Topic, (usize, usize))>);

impl Heard {
    /// What a sentence says before its first clause.
    pub(super) fn of_pattern(reader: &SentenceReader<'_>, asked: &ParsedQuery) -> Heard {
        let place = (0, reader.text_from(0).trim_end().len());
        Heard(asked.facts.iter().map(|(fact, _)| (Topic::Fact(*fact), place)).collect())
    }

    /// Reads the next clause, which may say nothing that was said before.
    pub(super) fn clause(
        &mut self,
        reader: &mut SentenceReader<'_>,
        asked: &mut ParsedQuery,
    ) -> Result<(), SentenceError> {
        let (from, start) = (reader.here(), reader.at());
        let stated = clause::read(reader, asked)?;
        let place = (from, reader.text_from(start).trim().len());
        let topic = match (stated, asked.tweaks.last()) {
            (Some(fact), _) => Topic::Fact(fact),
            (None, Some(said)) => Topic::of(asked, said),
            (None, None) => return Ok(()),
        };
        if let Some((_, first)) = self.0.iter().find(|(known, _)| *known == topic) {
            return Err(SentenceError::twice(topic.name(reader.book()), reader.sentence(), *first, place));
        }
        self.0.push((topic, place));
        Ok(())
    }
}
