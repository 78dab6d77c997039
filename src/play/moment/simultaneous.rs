//! Orders that happen at one moment: each sees the state before all of them, and what they do is joined at the end.

use super::Moments;
use crate::event::{Cause, Change, Fields, Holder, Spot};
use crate::play::lines::Reason;
use crate::play::order::Order;
use crate::play::{PlayError, Trouble};
use crate::rulebook::{Aspects, Stacks};
use crate::value::{Clock, ConditionId, FactId, FigureId, ItemId, Number, ThingId, Value};
use std::sync::Arc;

/// A change that waits for the end of the moment, with its cause and reason.
#[derive(Clone, Debug)]
pub(in crate::play) struct Late {
    pub change: Change,
    pub cause: Option<Cause>,
    pub reason: Reason,
}

/// What one order changes, in order.
pub(in crate::play) type Deferred = Vec<Late>;

impl Moments<'_> {
    /// Performs all orders at one moment. Rolls and words come in the order of the orders; what each changes is seen by
    /// the others only at the end, where changes of one track add up.
    ///
    /// # Errors
    /// When a rule or script fails; the state is then that before the moment.
    pub(crate) fn perform_together(&mut self, orders: &[Arc<Order>]) -> Result<(), PlayError> {
        let waiting = self.play.state().later.len();
        self.play.moments += 1;
        let done = self.perform_each(orders);
        self.play.moments -= 1;
        done?;
        if self.play.store.is_holding_back() { Ok(()) } else { self.settle(waiting) }
    }

    fn perform_each(&mut self, orders: &[Arc<Order>]) -> Result<(), PlayError> {
        let before = self.play.state().clone();
        let outer = self.play.store.replace_deferred(Some(Vec::new()));
        let mut moment: Vec<Deferred> = Vec::with_capacity(orders.len());
        let mut failed = None;
        for order in orders {
            let done = self.play.orders().perform(order);
            moment.push(self.play.store.replace_deferred(Some(Vec::new())).unwrap_or_default());
            self.play.store.swap_state(before.clone());
            if let Err(error) = done {
                failed = Some(error);
                break;
            }
        }
        self.play.store.replace_deferred(outer);
        match failed {
            Some(error) => Err(error),
            None => moment.into_iter().try_for_each(|order| self.join_all(before.things.len(), order)),
        }
    }

    /// Joins what one order did. Things it made were numbered from `first` on, as those of the other orders were.
    fn join_all(&mut self, first: usize, changes: Deferred) -> Result<(), PlayError> {
        let mut made = NewThings { first, now: Vec::new() };
        let outer = (self.play.store.replace_cause(None), self.play.store.replace_reason(Reason::default()));
        let mut done = Ok(());
        for Late { change, cause, reason } in changes {
            self.play.store.replace_cause(cause);
            self.play.store.replace_reason(reason);
            done = match change {
                Change::ThingMade { item, .. } => self.join_thing(&mut made, item),
                mut other => {
                    made.rename(&mut other);
                    self.join(other)
                }
            };
            if done.is_err() {
                break;
            }
        }
        self.play.store.replace_cause(outer.0);
        self.play.store.replace_reason(outer.1);
        done
    }

    fn join_thing(&mut self, made: &mut NewThings, item: ItemId) -> Result<(), PlayError> {
        made.now.push(self.play.make_thing(item, Spot::Nowhere)?);
        Ok(())
    }

    /// Applies a change that was made on the state before the moment to the state as it has become. Reactions have
    /// come where it was made, and do not come again.
    fn join(&mut self, change: Change) -> Result<(), PlayError> {
        match change {
            Change::TrackChanged { owner, track, symbol, from, to, why, .. } => {
                let amount = to.minus(from).ok_or(Trouble::TooLarge)?;
                let now = self.play.state().track(owner, self.play.rules().layout.track(track, symbol));
                let to = now.plus(amount).ok_or(Trouble::TooLarge)?;
                let changed = self.play.set_track(owner, track, symbol, to, why)?;
                match owner {
                    Holder::Figure(figure) if changed => self.play.test_thresholds(figure),
                    _ => Ok(()),
                }
            }
            Change::ConditionGained { figure, condition, clock, why } => self.join_gain(figure, condition, clock, why),
            Change::ConditionLost { figure, condition, .. } if !self.play.state().has_condition(figure, condition) => {
                Ok(())
            }
            Change::ClockTicked { figure, condition, to, .. } => self.join_clock(figure, condition, to),
            Change::Removed { figure } if self.play.state().figure(figure).removed => Ok(()),
            Change::Returned { figure } if !self.play.state().figure(figure).removed => Ok(()),
            Change::Removed { figure } => {
                self.play.emit(Change::Removed { figure })?;
                self.play.release_ends(figure)?;
                self.play.end_ties(Aspects::PLACES)
            }
            Change::Won { .. } | Change::Drawn { .. } if self.play.state().outcome.is_some() => Ok(()),
            other => self.join_place(other),
        }
    }

    /// What goes from somewhere goes from where it is by now, and nothing happens if it is there already.
    fn join_place(&mut self, change: Change) -> Result<(), PlayError> {
        match change {
            Change::Moved { figure, to, .. } => {
                let from = self.play.state().figure(figure).at;
                if from == to { Ok(()) } else { self.play.emit(Change::Moved { figure, from, to }) }
            }
            Change::Turned { figure, to, .. } => self.play.face(figure, to),
            Change::StateChanged { figure, state, to, why, .. } => {
                let from = self.play.state().figure(figure).states[state.index()];
                if from == to { Ok(()) } else { self.play.emit(Change::StateChanged { figure, state, from, to, why }) }
            }
            Change::SlotChanged { thing, to, .. } => self.play.put_thing(thing, to).map(|_| ()),
            Change::ThingChanged { thing, field, from, to } => {
                let fields = self.play.state().things.get(thing.index()).map(|thing| &thing.fields);
                let now = fields.and_then(|fields| fields.get(usize::from(field)));
                let to = joined(now.unwrap_or(&Value::None), &from, to)?;
                self.play.set_field(thing, field, to)
            }
            Change::NoteChanged { owner, note, from, to, why } => {
                let to = joined(self.play.state().attribute(owner, note), &from, to)?;
                self.play.set_note(owner, note, to, why).map(|_| ())
            }
            Change::Related { figure, relation, to } => self.play.relate(relation, figure, to),
            Change::Released { figure, relation, to, why } => {
                let holds = self.play.state().tie(relation, figure, &to) > 0;
                if holds { self.play.emit(Change::Released { figure, relation, to, why }) } else { Ok(()) }
            }
            other => self.play.emit(other),
        }
    }

    /// A condition that was extended lasts as long as it was extended to, unless another order extended it further; one
    /// that is gone by now stays gone.
    fn join_clock(&mut self, figure: FigureId, condition: ConditionId, to: Clock) -> Result<(), PlayError> {
        let mut held = self.play.state().figure(figure).conditions.iter().filter(|held| held.condition == condition);
        match held.next().map(|held| held.clock) {
            Some(from) if from.is_outlasted_by(to) => {
                self.play.emit(Change::ClockTicked { figure, condition, nth: 0, from, to })
            }
            _ => Ok(()),
        }
    }

    /// A second condition of a moment counts as it stacks.
    fn join_gain(
        &mut self,
        figure: FigureId,
        condition: ConditionId,
        clock: Clock,
        why: Option<Arc<str>>,
    ) -> Result<(), PlayError> {
        let mut held = self.play.state().figure(figure).conditions.iter().filter(|held| held.condition == condition);
        let gained = Change::ConditionGained { figure, condition, clock, why };
        match (held.next().map(|held| held.clock), self.play.rules().book.conditions[condition.index()].stacks) {
            (None, _) | (_, Stacks::Adds) => {
                self.play.emit(gained)?;
                self.play.end_ties(Aspects::CONDITIONS)
            }
            (Some(_), Stacks::Extends) => self.join_clock(figure, condition, clock),
            _ => Ok(()),
        }
    }
}

/// What a value has become that one order changed while others did: numbers add up; of anything else the last word
/// counts.
fn joined(now: &Value, from: &Value, to: Value) -> Result<Value, PlayError> {
    let (Value::Number(now), Value::Number(from), Value::Number(to)) = (now, from, &to) else { return Ok(to) };
    let sum = to.minus(*from).and_then(|amount: Number| now.plus(amount));
    Ok(Value::Number(sum.ok_or(Trouble::TooLarge)?))
}

/// The things that one order made, by the numbers they have now.
struct NewThings {
    first: usize,
    now: Vec<ThingId>,
}

impl NewThings {
    fn of(&self, thing: ThingId) -> ThingId {
        let made = thing.index().checked_sub(self.first).and_then(|index| self.now.get(index));
        made.copied().unwrap_or(thing)
    }

    fn rename(&self, change: &mut Change) {
        match change {
            Change::SlotChanged { thing, .. } | Change::ThingChanged { thing, .. } | Change::Spread { thing, .. } => {
                *thing = self.of(*thing);
            }
            Change::Related { to, .. } | Change::Released { to, .. } | Change::NoteChanged { to, .. } => {
                self.rename_value(to);
            }
            Change::Ordered(order) | Change::PutOff(order) | Change::Pending(order) => {
                let order = Arc::make_mut(order);
                self.rename_facts(&mut order.facts);
                self.rename_facts(&mut order.assumed);
            }
            Change::Checked { facts, fields, .. } => {
                self.rename_facts(facts);
                self.rename_fields(fields);
            }
            Change::Told { fields, .. } => self.rename_fields(fields),
            _ => {}
        }
    }

    fn rename_facts(&self, facts: &mut [(FactId, Value)]) {
        facts.iter_mut().for_each(|(_, value)| self.rename_value(value));
    }

    fn rename_fields(&self, fields: &mut Fields) {
        fields.iter_mut().for_each(|(_, value)| self.rename_value(value));
    }

    fn rename_value(&self, value: &mut Value) {
        match value {
            Value::Thing(thing) => *thing = self.of(*thing),
            Value::List(list) => {
                let mut members = list.to_vec();
                members.iter_mut().for_each(|member| self.rename_value(member));
                *value = Value::list(members);
            }
            _ => {}
        }
    }
}
