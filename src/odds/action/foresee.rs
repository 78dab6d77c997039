//! What a script foresees of an action: the odds of everything that its script can lead to.

use super::{Aspect, Bounds, Subject, Whole, whole};
use crate::play::{OrderData, Play, PlayError};
use crate::rulebook::Rulebook;
use crate::script::{Arg, Text};
use std::sync::Arc;

/// Ways that are followed for a script.
const WAYS: u64 = 2_000;
/// Samples that are taken where there are more.
const SAMPLES: u64 = 500;

fn entry(name: &str, value: Arg) -> (Text, Arg) {
    (Text::Other(name.into()), value)
}

/// Everything an order can lead to, as scripts read it.
pub fn foresee(play: &mut Play, order: &Arc<OrderData>) -> Result<Arg, PlayError> {
    let bounds = Bounds { ways: WAYS, samples: SAMPLES, ..Bounds::default() };
    let answer = whole(&play.rules, &play.engine(), &play.state, order, &bounds)?;
    if answer.asks_turn {
        play.note_turn();
    }
    Ok(foresight(play, &answer))
}

fn foresight(play: &Play, answer: &Whole) -> Arg {
    let events = answer.events.iter().map(|event| entry(&event.name, Arg::Number(event.odds.to_f64())));
    let changes = answer.changes.iter().map(|aspect| outlook(play, aspect));
    Arg::Record(Arc::new([
        entry("changes", Arg::List(changes.collect())),
        entry("error", Arg::Number(answer.error)),
        entry("events", Arg::Record(events.collect())),
        entry("exact", Arg::Bool(!answer.sampled)),
        entry("ways", Arg::Number(answer.runs as f64)),
    ]))
}

fn outlook(play: &Play, aspect: &Aspect) -> Arg {
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
        entry("what", Arg::shared(&declared(play, &aspect.subject))),
    ]))
}

/// The name a subject is declared by.
fn declared(play: &Play, subject: &Subject) -> Arc<str> {
    let book: &Rulebook = &play.rules.book;
    match subject {
        Subject::Track(_, track, _) | Subject::Pool(_, track, _) => book.tracks[track.index()].head.name.clone(),
        Subject::Note(_, note) => book.attributes[note.index()].head.name.clone(),
        Subject::Condition(_, condition) => book.conditions[condition.index()].head.name.clone(),
        Subject::State(_, state) => book.states[state.index()].head.name.clone(),
        Subject::Removed(_) => "removed".into(),
        Subject::Stands(_) => "cell".into(),
        Subject::Lies(_) => "place".into(),
        Subject::Field(thing, field) => {
            let item = &book.items[play.state.thing(*thing).item.index()];
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
