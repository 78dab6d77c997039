//! What a sentence states and nothing looks at that is done because of it: found out by doing it, whatever chance does.

use super::bound::BoundQuery;
use super::uncounted::{said_for_later, unread};
use super::{ParsedQuery, SentenceError};
use crate::odds::action::{OrderContext, looks_at};
use crate::play::{Play, Rules};
use crate::script::Engine;
use crate::value::FactId;
use std::rc::Rc;
use std::sync::Arc;

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
