//! Orders: what a figure is told to do, whether it may, and that it is done.

use super::Play;
use super::error::PlayError;
use super::queue::PhaseQueue;
use crate::eval::Frame;
pub use crate::event::Order;
use crate::event::{Change, Holder, Log};
use crate::explain::Refusal;
use crate::rulebook::{Action, Expr, Label, Rulebook};
use crate::state::State;
use crate::value::{ActionId, FactId, FigureId, Number, TrackId};
use std::sync::Arc;

/// What an order that fails goes back to.
struct Moment {
    state: State,
    queue: Option<PhaseQueue>,
    events: usize,
    held_back: usize,
    refused: usize,
}

/// An order that a controller gave and the rules refused: the action, if there was one, and the reason.
pub type Refused = (Option<ActionId>, Arc<str>);

impl Play {
    /// Why an order may not be performed now; none if it may.
    pub fn refusal(&self, order: &Order) -> Result<Option<Refusal>, PlayError> {
        let book = &self.rules.book;
        let action = &book.actions[order.action.index()];
        let figure = self.state.figure(order.actor);
        if figure.removed {
            return Ok(Some(Refusal::new(format!("{} is out of play", figure.name))));
        }
        if let Some(refusal) = self.wrong_phase(action).or_else(|| self.forbidden(order.actor, order.action)) {
            return Ok(Some(refusal));
        }
        if let Some(fact) = self.missing_fact(action, order) {
            return Ok(Some(Refusal::new(format!(
                "`{}` needs {}",
                action.head.name,
                book.facts[fact.index()].head.title
            ))));
        }
        let frame = self.frame_of(action, order);
        if let Some((requirement, label)) = self.unmet(action, &frame)? {
            return Ok(Some(Refusal::unmet(&self.view().scene(&frame), requirement, label)));
        }
        self.unaffordable(action, order.actor, &frame)
    }

    /// The same, as if the state were another.
    pub fn refusal_in(&mut self, state: &State, order: &Order) -> Result<Option<Refusal>, PlayError> {
        let own = self.state.replace(state.clone());
        let refusal = self.refusal(order);
        self.state.replace(own);
        refusal
    }

    fn wrong_phase(&self, action: &Action) -> Option<Refusal> {
        let phase = self.state.phase?;
        if action.phases.is_empty() || action.phases.contains(&phase) {
            return None;
        }
        let phase = &self.rules.book.turn.phases[phase.index()].head.title;
        Some(Refusal::new(format!("`{}` is not possible in the phase {phase}", action.head.name)))
    }

    /// Why a condition of a figure forbids an action; none if none does.
    pub fn forbidden(&self, figure: FigureId, action: ActionId) -> Option<Refusal> {
        forbidden(&self.rules.book, &self.state, figure, action)
    }

    fn missing_fact(&self, action: &Action, order: &Order) -> Option<FactId> {
        let given = |fact: &FactId| order.all_facts().any(|(given, _)| given == fact);
        let optional = |fact: &FactId| {
            let fact = &self.rules.book.facts[fact.index()];
            fact.default.is_some() || fact.from.is_some()
        };
        action.takes.iter().find(|fact| !given(fact) && !optional(fact)).copied()
    }

    fn unmet<'a>(&self, action: &'a Action, frame: &Frame) -> Result<Option<&'a (Expr, Label)>, PlayError> {
        for requirement in &action.requires {
            if !self.view().truth_in(&requirement.0, frame)? {
                return Ok(Some(requirement));
            }
        }
        Ok(None)
    }

    fn unaffordable(&self, action: &Action, actor: FigureId, frame: &Frame) -> Result<Option<Refusal>, PlayError> {
        for (track, cost) in self.costs(action, frame)? {
            let left = self.state.figure(actor).tracks[self.rules.layout.track(track, None)];
            let left = self.declarations.left(actor, track, left);
            if left < cost {
                let title = &self.rules.book.tracks[track.index()].head.title;
                return Ok(Some(Refusal::new(format!("it costs {cost} {title}, {left} left"))));
            }
        }
        Ok(None)
    }

    /// What an order costs.
    pub(super) fn costs_of(&self, order: &Order) -> Result<Vec<(TrackId, Number)>, PlayError> {
        let action = &self.rules.book.actions[order.action.index()];
        match action.spends.as_slice() {
            [] => Ok(Vec::new()),
            _ => self.costs(action, &self.frame_of(action, order)),
        }
    }

    fn costs(&self, action: &Action, frame: &Frame) -> Result<Vec<(TrackId, Number)>, PlayError> {
        let mut costs = Vec::with_capacity(action.spends.len());
        for (cost, track) in &action.spends {
            costs.push((*track, self.view().number_in(cost, frame)?));
        }
        Ok(costs)
    }

    /// Performs an order if it may be performed now; false (and an event that says why) if not.
    ///
    /// # Errors
    /// When a rule or script fails. In a game that is told the state and the log are then as they were before; one
    /// that nobody follows is not worth the copy of the state, because nobody goes on with it.
    pub fn perform(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        if !self.is_told() {
            return self.try_perform(order);
        }
        let before = self.moment();
        let done = self.try_perform(order);
        if done.is_err() {
            self.go_back(before);
        }
        done
    }

    fn moment(&self) -> Moment {
        Moment {
            state: self.state.clone(),
            queue: self.queue.clone(),
            events: self.log.as_ref().map_or(0, Log::len),
            held_back: self.held_back.as_ref().map_or(0, Vec::len),
            refused: self.refused.len(),
        }
    }

    fn go_back(&mut self, moment: Moment) {
        self.state.replace(moment.state);
        self.queue = moment.queue;
        self.refused.truncate(moment.refused);
        if let Some(log) = &mut self.log {
            log.truncate(moment.events);
        }
        if let Some(held_back) = &mut self.held_back {
            held_back.truncate(moment.held_back);
        }
    }

    /// The same; when it fails, nothing is taken back.
    pub(crate) fn try_perform(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        self.in_moment(|play| play.carry_out(order))
    }

    fn carry_out(&mut self, order: &Arc<Order>) -> Result<bool, PlayError> {
        let order = &self.with_assumed(order);
        if let Some(refusal) = self.refusal(order)? {
            self.refuse(order, refusal)?;
            return Ok(false);
        }
        let book = self.rules.book.clone();
        let action = &book.actions[order.action.index()];
        let costs = self.costs_of(order)?;
        if self.is_heard() {
            self.emit(Change::Ordered(order.clone()))?;
        }
        self.carrying(action, order, |play| {
            for (track, cost) in costs {
                let cost = cost.negated().unwrap_or(Number::ZERO);
                play.change_track(Holder::Figure(order.actor), track, None, cost, None)?;
            }
            play.do_action(action, order)
        })?;
        Ok(true)
    }

    /// Tells why an order is not performed.
    pub(super) fn refuse(&mut self, order: &Order, refusal: Refusal) -> Result<(), PlayError> {
        self.refused.push((Some(order.action), refusal.reason.clone()));
        self.emit(Change::Refused { figure: order.actor, action: Some(order.action), reason: refusal.reason })
    }

    /// Performs again an order whose cost is already paid, unless it may no longer be performed.
    pub(super) fn perform_again(&mut self, order: &Arc<Order>) -> Result<(), PlayError> {
        let book = self.rules.book.clone();
        let action = &book.actions[order.action.index()];
        if self.state.figure(order.actor).removed || self.forbidden(order.actor, order.action).is_some() {
            return Ok(());
        }
        if self.unmet(action, &self.frame_of(action, order))?.is_some() {
            return Ok(());
        }
        self.in_moment(|play| play.carrying(action, order, |play| play.do_action(action, order)))
    }
}

/// Why a condition of a figure forbids an action; none if none does.
pub(crate) fn forbidden(book: &Rulebook, state: &State, figure: FigureId, action: ActionId) -> Option<Refusal> {
    let in_phases = !book.actions[action.index()].phases.is_empty();
    state.figure(figure).conditions.iter().find_map(|held| {
        let condition = &book.conditions[held.condition.index()];
        let named = condition.forbids.iter().find(|(forbidden, _)| *forbidden == action).map(|(_, label)| label);
        let all = condition.forbids_all.iter().find(|(except, _)| in_phases && !except.contains(&action));
        named.or(all.map(|(_, label)| label)).map(Refusal::of)
    })
}
