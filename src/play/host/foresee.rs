//! What a script foresees of an action: the odds of everything that its script can lead to.

use crate::play::Play;
use crate::play::whole::{Aspect, Bounds, Subject, Whole, whole};
use crate::script::{Arg, HostError, Reply, Text};
use crate::value::FigureId;
use std::sync::Arc;

/// Ways that are followed for a script.
const WAYS: u64 = 2_000;
/// Samples that are taken where there are more.
const SAMPLES: u64 = 500;

fn entry(name: &str, value: Arg) -> (Text, Arg) {
    (Text::Other(name.into()), value)
}

impl Play {
    /// Everything an order can lead to. Nothing within another foresight: whoever decides there would foresee in turn.
    pub(super) fn foresee(&mut self, me: FigureId, args: &[Arg]) -> Result<Reply, HostError> {
        if self.happened.is_some() {
            return Ok(Reply::NOTHING);
        }
        let order = self.with_assumed(&self.order_from(me, args)?);
        let bounds = Bounds { ways: WAYS, samples: SAMPLES, ..Bounds::default() };
        let answer = whole(&self.rules, &self.engine(), &self.state, &order, &bounds);
        let answer = answer.map_err(|error| self.broken(error))?;
        if answer.asks_turn {
            self.note_turn();
        }
        Ok(self.foresight(&answer).into())
    }

    fn foresight(&self, answer: &Whole) -> Arg {
        let events = answer.events.iter().map(|event| entry(&event.name, Arg::Number(event.odds.to_f64())));
        let changes = answer.changes.iter().map(|aspect| self.outlook(aspect));
        Arg::Record(Arc::new([
            entry("changes", Arg::List(changes.collect())),
            entry("error", Arg::Number(answer.error)),
            entry("events", Arg::Record(events.collect())),
            entry("exact", Arg::Bool(!answer.sampled)),
            entry("ways", Arg::Number(answer.runs as f64)),
        ]))
    }

    fn outlook(&self, aspect: &Aspect) -> Arg {
        let becomes = aspect.becomes.iter().map(|(word, odds)| entry(&word.to_string(), Arg::Number(odds.to_f64())));
        let (figure, thing) = match &aspect.subject {
            Subject::Lies(thing) | Subject::Field(thing, _) => (Arg::Nil, Arg::Thing(*thing)),
            other => (other.figure().map_or(Arg::Nil, Arg::Figure), Arg::Nil),
        };
        Arg::Record(Arc::new([
            entry("becomes", Arg::Record(becomes.collect())),
            entry("figure", figure),
            entry("mean", aspect.mean().map_or(Arg::Nil, |mean| Arg::Number(mean.to_f64()))),
            entry("odds", Arg::Number(aspect.changes().to_f64())),
            entry("thing", thing),
            entry("what", Arg::shared(&self.declared(&aspect.subject))),
        ]))
    }

    /// The name a subject is declared by.
    fn declared(&self, subject: &Subject) -> Arc<str> {
        let book = &self.rules.book;
        match subject {
            Subject::Track(_, track, _) | Subject::Pool(_, track, _) => book.tracks[track.index()].head.name.clone(),
            Subject::Note(_, note) => book.attributes[note.index()].head.name.clone(),
            Subject::Condition(_, condition) => book.conditions[condition.index()].head.name.clone(),
            Subject::State(_, state) => book.states[state.index()].head.name.clone(),
            Subject::Removed(_) => "removed".into(),
            Subject::Stands(_) => "cell".into(),
            Subject::Lies(_) => "place".into(),
            Subject::Field(thing, field) => {
                let item = &book.items[self.state.thing(*thing).item.index()];
                book.kinds[item.kind.index()].fields[usize::from(*field)].head.name.clone()
            }
            Subject::Relation(_, relation) => book.relations[relation.index()].head.name.clone(),
            Subject::Spread(item) | Subject::Count(item) => book.items[item.index()].head.name.clone(),
            Subject::Figures => "figures".into(),
            Subject::Cell(_) => "terrain".into(),
            Subject::Outcome => "outcome".into(),
            Subject::Event(name) => name.clone(),
            Subject::Declared(_, value) => book.values[value.index()].head.name.clone(),
            Subject::Asked(at) => at.to_string().into(),
        }
    }
}
