//! The orders of a phase: figures are asked in order, each when its time comes, or all before anybody does anything.

use super::course::Declarations;
use super::queue::{Due, PhaseQueue};
use super::{TurnDriver, asked};
use crate::event::Order;
use crate::event::{Change, Holder};
use crate::play::{Play, PlayError};
use crate::rulebook::{Declared, Equals, PhaseOrder};
use crate::turn::in_order;
use crate::value::{ActionId, FigureId, Number, PhaseId};
use std::sync::Arc;

/// Orders a figure may be asked for in one phase, whatever the rules say: a phase always ends.
pub(super) const MOST_ORDERS: usize = 64;
/// Orders that are refused before the figure is taken to pass.
pub(super) const MOST_REFUSALS: usize = 3;

impl TurnDriver<'_> {
    /// Has the figures of a phase asked, and what they order performed.
    pub(super) fn play_orders(&mut self, id: PhaseId) -> Result<(), PlayError> {
        let book = self.play.rules().book.clone();
        let phase = &book.turn.phases[id.index()];
        let is_together = matches!(phase.order, PhaseOrder::Together);
        if let Some(declared) = &phase.declared {
            let orders = self.declare(id, declared)?;
            return match is_together {
                true => self.perform_all(orders),
                false => self.act_in_order(id, PhaseQueue::of_orders(self.play, id, orders)?),
            };
        }
        match is_together {
            true => self.ask_together(id, &asked(self.play, id)),
            false => self.act_in_order(id, PhaseQueue::of_figures(self.play, id)?),
        }
    }

    /// Everybody says what it will do, and nobody does anything yet. What orders cost is set aside.
    fn declare(&mut self, id: PhaseId, declared: &Declared) -> Result<Vec<Arc<Order>>, PlayError> {
        self.play.course.declarations = Declarations::default();
        let done = self.declarers(id, declared)?.into_iter().try_for_each(|figure| self.declare_one(id, figure));
        self.play.course.declarations.costs.clear();
        done.map(|()| self.play.course.declarations.orders.clone())
    }

    fn declarers(&self, id: PhaseId, declared: &Declared) -> Result<Vec<FigureId>, PlayError> {
        let Declared::ByValue(ranking) = declared else { return Ok(asked(self.play, id)) };
        let mut keyed = Vec::new();
        for figure in asked(self.play, id) {
            keyed.push((figure, self.play.view().number_of(&ranking.by, Holder::Figure(figure))?));
        }
        Ok(in_order(keyed, ranking.direction))
    }

    fn declare_one(&mut self, id: PhaseId, figure: FigureId) -> Result<(), PlayError> {
        for _ in 0..orders_of(self.play, id, figure)? {
            let Some(order) = self.ask_for_legal(id, figure)? else { break };
            for (track, cost) in self.play.costs_of(&order)? {
                self.play.course.declarations.costs.push((figure, track, cost));
            }
            self.play.course.declarations.orders.push(order.clone());
            if self.play.is_heard() {
                self.play.emit(Change::Declared(order.clone()))?;
            }
        }
        Ok(())
    }

    fn ask_for_legal(&mut self, id: PhaseId, figure: FigureId) -> Result<Option<Arc<Order>>, PlayError> {
        for _ in 0..MOST_REFUSALS {
            let Some(order) = self.ask_open(id, figure)? else { return Ok(None) };
            match self.play.refusal(&order)? {
                None => return Ok(Some(order)),
                Some(_) if self.play.deciding.is_allowed(&order) => return Ok(Some(order)),
                Some(refusal) => self.play.orders().refuse(&order, refusal)?,
            }
        }
        Ok(None)
    }

    /// Lets those in a queue act until it is empty.
    fn act_in_order(&mut self, id: PhaseId, queue: PhaseQueue) -> Result<(), PlayError> {
        let outer = self.play.course.queue.replace(queue);
        let done = self.act_in_queue(id);
        self.play.course.queue = outer;
        done
    }

    fn act_in_queue(&mut self, id: PhaseId) -> Result<(), PlayError> {
        let order = &self.play.rules().book.turn.phases[id.index()].order;
        let in_groups = matches!(order, PhaseOrder::ByValue { ties: Equals::Together, .. });
        while self.play.state().outcome.is_none() {
            let due = self.next_due(in_groups)?;
            match due.as_slice() {
                [] => break,
                [one] => self.act(id, one)?,
                several => self.act_together(id, several)?,
            }
            self.judge_end()?;
        }
        Ok(())
    }

    /// Those whose time has come: one, or all with the same number.
    fn next_due(&mut self, in_groups: bool) -> Result<Vec<Due>, PlayError> {
        let Some(mut queue) = self.play.course.queue.take() else { return Ok(Vec::new()) };
        let next = if in_groups { queue.next_group(self.play) } else { queue.next(self.play) };
        self.play.course.queue = Some(queue);
        next
    }

    fn act(&mut self, id: PhaseId, due: &Due) -> Result<(), PlayError> {
        match due {
            Due::Asked(figure) => self.ask_up_to(id, *figure),
            Due::Declared(order) => self.perform_declared(order),
            Due::Again(order) => self.play.orders().perform_again(order).map(|_| ()),
        }
    }

    /// How often an order is done in a phase if nobody else acts there: once, and as often as it comes again; never if it
    /// is refused. The state is that of this phase.
    ///
    /// # Errors
    /// When a rule or script fails.
    pub(crate) fn times_done(&mut self, phase: PhaseId, order: &Arc<Order>) -> Result<usize, PlayError> {
        self.play.course.queue = Some(PhaseQueue::of_orders(self.play, phase, Vec::new())?);
        let mut times = usize::from(self.play.try_perform(order)?);
        while let [Due::Again(again)] = self.next_due(false)?.as_slice() {
            if times > MOST_ORDERS || !self.play.orders().perform_again(again)? {
                break;
            }
            times += 1;
        }
        self.play.course.queue = None;
        Ok(times)
    }

    /// Queues an order of the phase to be performed again, so many steps after its figure came up; false if this is no
    /// phase by value.
    pub(in crate::play) fn again(&mut self, order: &Arc<Order>, steps: Number) -> Result<bool, PlayError> {
        let Some(mut queue) = self.play.course.queue.take() else { return Ok(false) };
        let queued = queue.again(self.play, order, steps);
        self.play.course.queue = Some(queue);
        queued.map(|()| true)
    }

    fn act_together(&mut self, id: PhaseId, due: &[Due]) -> Result<(), PlayError> {
        let (mut asked, mut declared) = (Vec::new(), Vec::new());
        for due in due {
            match due {
                Due::Asked(figure) => asked.push(*figure),
                Due::Declared(order) | Due::Again(order) => declared.push(order.clone()),
            }
        }
        self.perform_all(declared)?;
        self.ask_together(id, &asked)
    }

    fn ask_up_to(&mut self, id: PhaseId, figure: FigureId) -> Result<(), PlayError> {
        for _ in 0..orders_of(self.play, id, figure)? {
            if self.play.state().outcome.is_some() || !self.ask_and_perform(id, figure)? {
                break;
            }
        }
        Ok(())
    }

    /// Asks one figure for one order in a phase and performs it; false if it passes.
    fn ask_and_perform(&mut self, id: PhaseId, figure: FigureId) -> Result<bool, PlayError> {
        for _ in 0..MOST_REFUSALS {
            let Some(order) = self.ask_open(id, figure)? else { return Ok(false) };
            if self.play.orders().perform(&order)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Asks a figure for one of the orders that are open to it.
    fn ask_open(&mut self, id: PhaseId, figure: FigureId) -> Result<Option<Arc<Order>>, PlayError> {
        if self.play.state().figure(figure).removed {
            return Ok(None);
        }
        let actions = open_actions(self.play, id, figure);
        if actions.is_empty() { Ok(None) } else { self.play.decisions().ask_order(figure, &actions) }
    }

    /// Asks all these figures and performs what they order at one moment, again and again until nobody orders more.
    fn ask_together(&mut self, id: PhaseId, figures: &[FigureId]) -> Result<(), PlayError> {
        for asked in 0..MOST_ORDERS {
            let mut orders = Vec::new();
            for figure in figures {
                if asked < orders_of(self.play, id, *figure)? {
                    orders.extend(self.ask_open(id, *figure)?);
                }
            }
            if orders.is_empty() || self.play.state().outcome.is_some() {
                break;
            }
            self.play.moments().perform_together(&orders)?;
            self.judge_end()?;
        }
        Ok(())
    }

    /// Performs a declared order, unless what has happened since has made it illegal.
    fn perform_declared(&mut self, order: &Arc<Order>) -> Result<(), PlayError> {
        if self.is_still_legal(order)? { self.play.orders().perform(order).map(|_| ()) } else { Ok(()) }
    }

    fn perform_all(&mut self, mut orders: Vec<Arc<Order>>) -> Result<(), PlayError> {
        let mut legal = Vec::with_capacity(orders.len());
        for order in orders.drain(..) {
            if self.is_still_legal(&order)? {
                legal.push(order);
            }
        }
        if legal.is_empty() {
            return Ok(());
        }
        self.play.moments().perform_together(&legal)?;
        self.judge_end()
    }

    /// Whether a declared order may be performed now; if not, it is told why. Its time has come either way.
    fn is_still_legal(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        self.play.course.declarations.take_out(order);
        let Some(refusal) = self.play.refusal(order)?.filter(|_| !self.play.deciding.is_allowed(order)) else {
            return Ok(true);
        };
        let (figure, action) = (order.actor, Some(order.action));
        self.play.emit(Change::Refused { figure, action, reason: refusal.reason })?;
        Ok(false)
    }
}

/// The actions of a phase that no condition of the figure forbids.
pub(crate) fn open_actions(play: &Play, id: PhaseId, figure: FigureId) -> Vec<ActionId> {
    let allowed = |action: &&ActionId| play.forbidden(figure, **action).is_none();
    play.rules().book.turn.phases[id.index()].actions.iter().filter(allowed).copied().collect()
}

/// How many orders a figure may give in a phase.
pub(crate) fn orders_of(play: &Play, id: PhaseId, figure: FigureId) -> Result<usize, PlayError> {
    let phase = &play.rules().book.turn.phases[id.index()];
    let Some(expr) = &phase.orders else { return Ok(MOST_ORDERS) };
    let most = play.view().number_of(expr, Holder::Figure(figure))?.floor();
    Ok(usize::try_from(most).unwrap_or(0).min(MOST_ORDERS))
}
