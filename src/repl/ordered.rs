//! What a sentence orders in the fight as it stands, and who acts in it.

use super::answer::LineStop;
use super::session::LineStep;
use crate::play::Order;
use crate::query::{About, BoundQuery, ParsedQuery};
use crate::value::FigureId;
use std::sync::Arc;

/// Who acts in a sentence that is about an action of the fight as it stands; nobody in any other.
pub(super) fn actor(step: &LineStep<'_>, asked: &ParsedQuery) -> Result<Option<FigureId>, LineStop> {
    let About::Action(_) = asked.about else { return Ok(None) };
    if step.table.rules.ground.is_none() {
        return Ok(None);
    }
    Ok(posed_order(step, asked)?.map(|order| order.actor))
}

/// The order that a sentence gives; none of what is only reckoned.
pub(super) fn posed_order(step: &LineStep<'_>, asked: &ParsedQuery) -> Result<Option<Arc<Order>>, LineStop> {
    let (rules, book) = (&step.table.rules, step.table.book());
    let posed = BoundQuery::new(rules, step.table.now(), asked).map_err(|error| error.report(book))?;
    let order = posed.order(rules);
    // Only figures that are in the fight can act.
    Ok(order.filter(|order| order.actor.index() < step.table.now().figures.len()))
}
