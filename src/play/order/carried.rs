//! The facts an order carries: they hold for everything that is done because of it, unless the rule itself sets them
//! anew for its part.

use super::Order;
use crate::eval::{Frame, PooledFrame};
use crate::event::Holder;
use crate::play::{Play, PlayError};
use crate::rulebook::{Action, Fact};
use crate::value::{CheckId, FactId, FigureId, Value};
use std::sync::Arc;

/// Facts with their values, one list over the other.
type FactLayers<'a> = [&'a [(FactId, Value)]];

/// By whom a fact was stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// The order: it holds for what the one who acts does.
    Order,
    /// The action, for its check: the same.
    Action,
    /// A referee: it holds for all that follows.
    Referee,
    /// An order before, which led to this one: what was assumed then was said of this figure, thing or cell.
    Before,
}

/// One fact that is carried.
#[derive(Clone, Debug)]
struct Stated {
    fact: FactId,
    value: Value,
    by: By,
}

/// The facts of the order that is being performed; nothing if none is.
#[derive(Clone, Debug, Default)]
pub(in crate::play) struct Carried {
    /// Who acts, and the fact that names it.
    actor: Option<(FactId, FigureId)>,
    stated: Vec<Stated>,
    /// What a referee has said and a rule has set anew for its part.
    lost: Vec<(FactId, Value)>,
    /// Of which facts and checks that was told.
    told_anew: Vec<(FactId, CheckId)>,
}

/// A fact that a referee has said and that is otherwise for a check, as the rule itself sets it there.
pub(in crate::play) struct SaidInVain {
    pub fact: FactId,
    pub said: Value,
    pub holds: Value,
}

impl Carried {
    /// What goes on to orders within this one, to those who react to it and to those who are asked: what is assumed.
    fn onward(&self, play: &Play) -> Carried {
        if self.stated.iter().all(|one| one.by != By::Referee) {
            return Carried::default();
        }
        let facts = &play.rules().book.facts;
        let kept = self.stated.iter().filter_map(|one| match one.by {
            By::Referee | By::Before => Some(one.clone()),
            _ => facts[one.fact.index()].is_role().then(|| Stated { by: By::Before, ..one.clone() }),
        });
        let actor = self.actor.map(|(fact, figure)| Stated { fact, value: Value::Figure(figure), by: By::Before });
        let (lost, told_anew) = (self.lost.clone(), self.told_anew.clone());
        Carried { actor: None, stated: kept.chain(actor).collect(), lost, told_anew }
    }

    /// Who acts, and the fact that names it.
    pub(in crate::play) fn actor(&self) -> Option<(FactId, FigureId)> {
        self.actor
    }

    /// What a referee says of a fact, for all that is done because of it.
    pub(in crate::play) fn assumed(&self, fact: FactId) -> Option<&Value> {
        self.stated.iter().find(|one| one.fact == fact && one.by == By::Referee).map(|one| &one.value)
    }

    fn is_empty(&self) -> bool {
        self.stated.is_empty() && self.actor.is_none()
    }

    /// The value that a fact has here, if it was stated.
    fn value(&self, fact: FactId) -> Option<Value> {
        let actor = self.actor.filter(|(by, _)| *by == fact).map(|(_, figure)| Value::Figure(figure));
        actor.or_else(|| self.stated.iter().find(|one| one.fact == fact).map(|one| one.value.clone()))
    }
}

fn value_in<'a>(over: &FactLayers<'a>, fact: FactId) -> Option<&'a Value> {
    over.iter().rev().copied().flatten().find(|(stated, _)| *stated == fact).map(|(_, value)| value)
}

impl Play {
    /// A frame with the facts of the order that is being performed, if one is.
    pub fn frame(&self) -> PooledFrame {
        self.frame_over(&[], true)
    }

    /// What a fact is in such a frame, if it is stated there.
    pub(in crate::play) fn stated_fact(&self, fact: FactId) -> Option<Value> {
        let Carried { actor, stated, .. } = &self.carried;
        let said = stated.iter().rev().find(|one| one.fact == fact && one.by != By::Before);
        let acts = || actor.filter(|(by, _)| *by == fact).map(|(_, figure)| Value::Figure(figure));
        said.map(|one| one.value.clone()).or_else(acts)
    }

    /// The same for what concerns a figure or side: what the order gives holds only for the one who acts.
    pub(in crate::play) fn frame_about(&self, holder: Holder) -> PooledFrame {
        let acts = self.carried.actor.is_some_and(|(_, figure)| holder == Holder::Figure(figure));
        self.frame_over(&[], acts)
    }

    /// A frame with these facts over those that are carried.
    pub(in crate::play) fn frame_with(&self, facts: &[(FactId, Value)]) -> PooledFrame {
        self.frame_over(&[facts], true)
    }

    /// A frame for a check with these facts over those that are carried. What the order gives is not said of a check
    /// that somebody else rolls.
    pub(in crate::play) fn frame_of_check(&self, check: CheckId, facts: &[(FactId, Value)]) -> PooledFrame {
        let Some((_, actor)) = self.carried.actor else { return self.frame_over(&[facts], true) };
        let book = &self.rules().book;
        let roller = book.roller(check).and_then(|fact| {
            let value = value_in(&[facts], fact).cloned().or_else(|| self.carried.value(fact))?;
            value.as_figure()
        });
        self.frame_over(&[facts], roller.is_none_or(|roller| roller == actor))
    }

    /// A frame with the facts of an order, and what the action states for its check, as far as that can be told.
    pub fn frame_of(&self, action: &Action, order: &Order) -> PooledFrame {
        let mut frame = self.frame_of_order(action, order);
        for (fact, expr) in &action.with {
            if frame.stated(*fact).is_none()
                && let Ok(value) = self.view().value_in(expr, &frame)
            {
                frame.state(*fact, value);
            }
        }
        frame
    }

    fn frame_of_order(&self, action: &Action, order: &Order) -> PooledFrame {
        let actor = [(action.by, Value::Figure(order.actor))];
        self.frame_over(&[&actor, &order.assumed, &order.facts], false)
    }

    /// What the action states for its check beside what the order states.
    fn own_facts(&self, action: &Action, order: &Order) -> Result<Vec<Stated>, PlayError> {
        let mut own = Vec::with_capacity(action.with.len());
        if action.with.is_empty() {
            return Ok(own);
        }
        let mut frame = self.frame_of_order(action, order);
        for (fact, expr) in &action.with {
            if frame.stated(*fact).is_some() {
                continue;
            }
            match self.view().scene(&frame).eval(expr) {
                Ok(value) => {
                    frame.state(*fact, value.clone());
                    own.push(Stated { fact: *fact, value, by: By::Action });
                }
                // On no board there is no distance: the fact is then what it is when nobody says.
                Err(error) if error.fault().is_silence() => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(own)
    }

    /// Whether a fact that was stated for a check that reads these is worth telling: how an action is done goes without
    /// saying, and so does what is carried and does not count there.
    pub(in crate::play) fn is_told_of(&self, fact: FactId, reads: &[FactId]) -> bool {
        match self.carried.stated.iter().find(|one| one.fact == fact) {
            Some(one) => {
                let is_role = self.rules().book.facts[fact.index()].is_role();
                reads.contains(&fact) && (is_role || one.by != By::Action)
            }
            None => reads.contains(&fact) || self.carried.actor.is_none_or(|(by, _)| by != fact),
        }
    }

    /// What a referee has said that a check reads and that is otherwise there, because a line or script sets it anew;
    /// each is told once.
    pub(in crate::play) fn said_in_vain(&mut self, check: CheckId, frame: &Frame) -> Vec<SaidInVain> {
        let Carried { stated, lost, told_anew, .. } = &self.carried;
        if lost.is_empty() && stated.iter().all(|one| one.by != By::Referee) {
            return Vec::new();
        }
        let book = &self.rules().book;
        let said = stated.iter().filter(|one| one.by == By::Referee).map(|one| (one.fact, &one.value));
        let said = said.chain(lost.iter().map(|(fact, value)| (*fact, value)));
        let found = said.filter_map(|(fact, said)| {
            let holds = frame.stated(fact).filter(|holds| holds != said)?;
            let rule = &book.facts[fact.index()];
            let is_read = book.checks[check.index()].all_reads.contains(&fact);
            let is_new = !rule.is_role() && !told_anew.contains(&(fact, check));
            (is_read && is_new).then(|| SaidInVain { fact, said: said.clone(), holds })
        });
        let found: Vec<SaidInVain> = found.collect();
        self.carried.told_anew.extend(found.iter().map(|one| (one.fact, check)));
        found
    }

    /// Facts over those that are carried; `given` is whether what the order and its action give holds here.
    fn frame_over(&self, over: &FactLayers<'_>, given: bool) -> PooledFrame {
        let mut frame = self.frames.take(self.rules().book.facts.len());
        let carried = &self.carried;
        if let Some((by, figure)) = carried.actor.filter(|_| given) {
            let holds = value_in(over, by).is_none_or(|value| *value == Value::Figure(figure));
            if holds {
                frame.state(by, Value::Figure(figure));
            }
            self.state_carried(&mut frame, over, holds);
        } else if !carried.stated.is_empty() {
            // Where nobody acts, as in a phase, what a deed is done with holds for all of it.
            self.state_carried(&mut frame, over, carried.actor.is_none());
        }
        for (fact, value) in over.iter().copied().flatten() {
            frame.state(*fact, value.clone());
        }
        frame
    }

    fn state_carried(&self, frame: &mut PooledFrame, over: &FactLayers<'_>, given: bool) {
        for one in &self.carried.stated {
            let holds = one.by == By::Referee || (given && one.by != By::Before);
            if holds && self.goes_on(one, over) {
                frame.state(one.fact, one.value.clone());
            }
        }
    }

    /// Whether a fact that is carried still holds with others over it: what follows from a figure, thing or cell that
    /// is set anew is set anew with it.
    fn goes_on(&self, one: &Stated, over: &FactLayers<'_>) -> bool {
        let roles = &self.rules().book.facts[one.fact.index()].roles;
        roles.is_empty()
            || over.iter().copied().flatten().all(|(fact, value)| {
                one.fact == *fact || !roles.contains(fact) || self.is_same_role(one.by, *fact, value)
            })
    }

    fn is_same_role(&self, by: By, role: FactId, value: &Value) -> bool {
        match self.carried.value(role) {
            Some(before) => self.same_value(&before, value),
            None if by == By::Action => false,
            None => self.role_found(role).is_none_or(|found| self.same_value(&found, value)),
        }
    }

    /// The figure, thing or cell that a fact nobody stated comes to in what is being done.
    fn role_found(&self, role: FactId) -> Option<Value> {
        let Fact { default, from, .. } = &self.rules().book.facts[role.index()];
        if default.is_none() && from.is_none() {
            return None;
        }
        self.view().scene(&self.frame()).fact(role).ok()
    }

    fn same_value(&self, one: &Value, other: &Value) -> bool {
        match (one, other) {
            (Value::Thing(thing), Value::Item(item)) | (Value::Item(item), Value::Thing(thing)) => {
                self.state().thing(*thing).item == *item
            }
            _ => one == other,
        }
    }

    /// An order with what is assumed for the one within which it is performed.
    pub(in crate::play) fn with_assumed(&self, order: &Arc<Order>) -> Arc<Order> {
        let nothing_is_carried = self.carried.stated.iter().all(|one| one.by != By::Referee);
        if nothing_is_carried && self.state().pending.is_empty() {
            return order.clone();
        }
        let by = self.rules().book.actions[order.action.index()].by;
        let actor = [(by, Value::Figure(order.actor))];
        let over: [&[(FactId, Value)]; 3] = [&actor, &order.assumed, &order.facts];
        let is_new =
            |one: &&Stated| one.by == By::Referee && value_in(&over, one.fact).is_none() && self.goes_on(one, &over);
        let mut more: Vec<(FactId, Value)> =
            self.carried.stated.iter().filter(is_new).map(|one| (one.fact, one.value.clone())).collect();
        let pending = self.pending_for(order);
        more.extend(pending.into_iter().filter(|(fact, _)| self.carried.assumed(*fact).is_none()));
        if more.is_empty() {
            return order.clone();
        }
        let mut order = Order::clone(order);
        order.assumed.extend(more);
        order.assumed.sort_by_key(|(fact, _)| *fact);
        Arc::new(order)
    }

    /// Does something in which the facts of an order hold.
    pub(in crate::play) fn carrying<T>(
        &mut self,
        action: &Action,
        order: &Order,
        work: impl FnOnce(&mut Play) -> Result<T, PlayError>,
    ) -> Result<T, PlayError> {
        let mut next = self.carried.onward(self);
        next.stated.retain(|one| one.by == By::Before);
        next.actor = Some((action.by, order.actor));
        let stated = |fact: FactId, value: &Value, by: By| Stated { fact, value: value.clone(), by };
        next.stated.extend(order.facts.iter().map(|(fact, value)| stated(*fact, value, By::Order)));
        next.stated.extend(order.assumed.iter().map(|(fact, value)| stated(*fact, value, By::Referee)));
        next.stated.extend(self.own_facts(action, order)?);
        self.carrying_on(next, work)
    }

    /// Does something by a figure in which these facts hold over those that are carried: another deed, a reaction.
    pub(in crate::play) fn carrying_over<T>(
        &mut self,
        actor: Option<(FactId, FigureId)>,
        over: &[(FactId, Value)],
        work: impl FnOnce(&mut Play) -> Result<T, PlayError>,
    ) -> Result<T, PlayError> {
        let new: Vec<Stated> = over
            .iter()
            .filter(|(fact, _)| actor.is_none_or(|(by, _)| by != *fact))
            .map(|(fact, value)| Stated { fact: *fact, value: value.clone(), by: By::Order })
            .collect();
        let still = |one: &&Stated| value_in(&[over], one.fact).is_none() && self.goes_on(one, &[over]);
        let stated = self.carried.stated.iter().filter(still).cloned().chain(new).collect();
        let mut lost = self.carried.lost.clone();
        let is_anew = |one: &&Stated| {
            one.by == By::Referee && value_in(&[over], one.fact).is_some_and(|value| *value != one.value)
        };
        lost.extend(self.carried.stated.iter().filter(is_anew).map(|one| (one.fact, one.value.clone())));
        let told_anew = self.carried.told_anew.clone();
        self.carrying_on(Carried { actor: actor.or(self.carried.actor), stated, lost, told_anew }, work)
    }

    /// Does something in which only what is assumed holds: reactions, questions in between.
    pub(in crate::play) fn carrying_assumed<T>(
        &mut self,
        work: impl FnOnce(&mut Play) -> Result<T, PlayError>,
    ) -> Result<T, PlayError> {
        if self.carried.is_empty() {
            return work(self);
        }
        let next = self.carried.onward(self);
        self.carrying_on(next, work)
    }

    fn carrying_on<T>(
        &mut self,
        next: Carried,
        work: impl FnOnce(&mut Play) -> Result<T, PlayError>,
    ) -> Result<T, PlayError> {
        let outer = std::mem::replace(&mut self.carried, next);
        let done = work(self);
        self.carried = outer;
        done
    }
}
