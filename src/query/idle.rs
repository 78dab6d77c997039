//! What a sentence states and nothing looks at that is done because of it: found out by doing it, whatever chance does.

use super::bound::BoundQuery;
use super::uncounted::{Counting, CountsFor, Reaches, said_for_later, unread};
use super::variation::StatedClause;
use super::{AssumedChange, ParsedQuery, SentenceError};
use crate::odds::action::{ActionOdds, Bounds, OrderContext, StatePart, looks_at, whole};
use crate::play::{Play, Rules};
use crate::script::Engine;
use crate::state::State;
use crate::value::{FactId, FigureId};
use std::rc::Rc;
use std::sync::Arc;

/// Ways that are followed to find out whether something makes a difference.
const COMPARED: u64 = 1_000;

/// The facts of a sentence that count, if at all, only for what comes of it: whether they do, [`idle`] finds out.
pub fn doubtful(rules: &Rules, posed: &BoundQuery, asked: &ParsedQuery) -> Vec<FactId> {
    if posed.order(rules).is_some() { said_for_later(rules, posed, asked) } else { Vec::new() }
}

/// The error of the first of these facts that nothing looks at. Where that cannot be found out, none: neither of what
/// cannot be done, because its check cannot be made or reckoned.
pub fn idle(
    rules: &Arc<Rules>,
    engine: &Rc<Engine<Play>>,
    posed: &BoundQuery,
    doubtful: &[FactId],
    text: &str,
) -> Option<SentenceError> {
    let order = posed.order(rules).filter(|_| !posed.is_barred(rules))?;
    let context = OrderContext { rules, engine, state: &posed.state, order: &order };
    let fact = doubtful.iter().find(|fact| !looks_at(context, **fact))?;
    Some(unread(rules, posed, *fact, text))
}

/// What a sentence says of figures, counts only for what comes of it, and makes no difference to that, whatever chance
/// does; in words. Nothing where that cannot be found out.
pub fn idle_of_figures(
    rules: &Arc<Rules>,
    engine: &Rc<Engine<Play>>,
    board: &State,
    posed: &BoundQuery,
) -> Vec<String> {
    let reaches = Reaches::default();
    let counting = Counting::of(&reaches, rules, posed);
    let is_doubtful = |at: &usize| {
        let (figure, what) = &posed.said[*at];
        counting.weight_of_said(*figure, what) == CountsFor::Later
    };
    let doubtful: Vec<usize> = (0..posed.said.len()).filter(is_doubtful).collect();
    if doubtful.is_empty() || posed.is_barred(rules) {
        return Vec::new();
    }
    let Some(stated) = comes_of(rules, engine, posed) else { return Vec::new() };
    let is_idle = |at: &usize| {
        let unsaid = posed.unsaid(rules, board, &posed.said[*at]).and_then(|unsaid| comes_of(rules, engine, &unsaid));
        unsaid.is_some_and(|other| other.is_alike(&stated, &|part| is_of(part, &posed.said[*at])))
    };
    let words = |at: usize| {
        let (figure, what) = &posed.said[at];
        StatedClause::Of(*figure, what).words(rules, posed)
    };
    doubtful.into_iter().filter(is_idle).map(words).collect()
}

/// Whether a part of the state is what is said of a figure.
fn is_of(part: &StatePart, (figure, what): &(FigureId, AssumedChange)) -> bool {
    part.figure() == Some(*figure)
        && match (part, what) {
            (StatePart::Track(_, track, _), AssumedChange::Track(said, ..)) => track == said,
            (StatePart::Note(_, note), AssumedChange::Attribute(said, _)) => note == said,
            (StatePart::Condition(_, condition), AssumedChange::Condition(said, _)) => condition == said,
            (StatePart::State(_, state), AssumedChange::State(said, _) | AssumedChange::NotState(said, _)) => {
                state == said
            }
            _ => false,
        }
}

/// Everything that can come of a sentence; none if it is refused, or can come in too many ways.
fn comes_of(rules: &Arc<Rules>, engine: &Rc<Engine<Play>>, posed: &BoundQuery) -> Option<ActionOdds> {
    let order = posed.order(rules).filter(|_| posed.refusal(rules).is_none())?;
    let bounds = Bounds { ways: COMPARED, samples: 1, with_quiet: true, ..Bounds::default() };
    let answer = whole(rules, engine, &posed.state, &order, &bounds).ok()?;
    (!answer.sampled).then_some(answer)
}
