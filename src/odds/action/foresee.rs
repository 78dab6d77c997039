//! What a script foresees of an action: the odds of everything that its script can lead to.

use super::{ActionOdds, Bounds, PartOdds, StatePart, whole};
use crate::play::{Order, Play, PlayError};
use crate::rulebook::Rulebook;
use crate::script::{Arg, NameOrText};
use std::sync::Arc;

/// Ways that are followed for a script.
const WAYS: u64 = 2_000;
/// Samples that are taken where there are more.
const SAMPLES: u64 = 500;

fn entry(name: &str, value: Arg) -> (NameOrText, Arg) {
    (NameOrText::Other(name.into()), value)
}

/// Everything an order can lead to, as scripts read it.
pub(crate) fn foresee(play: &mut Play, order: &Arc<Order>) -> Result<Arg, PlayError> {
    let bounds = Bounds { ways: WAYS, samples: SAMPLES, ..Bounds::default() };
    let answer = whole(play.rules(), &play.engine(), play.state(), order, &bounds)?;
    if answer.asks_turn {
        play.asked_turn();
    }
    Ok(foresight(play, &answer))
}

fn foresight(play: &Play, answer: &ActionOdds) -> Arg {
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

fn outlook(play: &Play, aspect: &PartOdds) -> Arg {
    let becomes = aspect.becomes.iter().map(|(word, odds)| entry(&word.to_string(), Arg::Number(odds.to_f64())));
    let (figure, thing) = match &aspect.subject {
        StatePart::Lies(thing) | StatePart::Field(thing, _) => (Arg::Nil, Arg::Thing(*thing)),
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
fn declared(play: &Play, subject: &StatePart) -> Arc<str> {
    let book: &Rulebook = &play.rules().book;
    match subject {
        StatePart::Track(_, track, _) | StatePart::Pool(_, track, _) => book.tracks[track.index()].head.name.clone(),
        StatePart::Note(_, note) => book.attributes[note.index()].head.name.clone(),
        StatePart::Condition(_, condition) => book.conditions[condition.index()].head.name.clone(),
        StatePart::State(_, state) => book.states[state.index()].head.name.clone(),
        StatePart::Removed(_) => "removed".into(),
        StatePart::Stands(_) => "cell".into(),
        StatePart::Lies(_) => "place".into(),
        StatePart::Field(thing, field) => {
            let item = &book.items[play.state().thing(*thing).item.index()];
            book.kinds[item.kind.index()].fields[usize::from(*field)].head.name.clone()
        }
        StatePart::Relation(_, relation) => book.relations[relation.index()].head.name.clone(),
        StatePart::Spread(item) | StatePart::Count(item) => book.items[item.index()].head.name.clone(),
        StatePart::Figures => "figures".into(),
        StatePart::Cell(_) => "terrain".into(),
        StatePart::Outcome => "outcome".into(),
        StatePart::Event(name) => name.clone(),
        StatePart::Declared(_, value) => book.values[value.index()].head.name.clone(),
        StatePart::Asked(at) => at.to_string().into(),
    }
}
