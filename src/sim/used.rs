//! What was used in games and what it did: read from the log of each, added up over many.

use super::accident::{AccidentTally, AccidentWatch};
use super::counted;
use crate::event::{Cause, Change, Holder, Log, Order};
use crate::rulebook::Rulebook;
use crate::state::State;
use crate::value::{FactId, FigureId, ItemId, ModifierId, Number, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was used in many games, and what it did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UsedTally {
    /// By who did what with what.
    #[serde(with = "counted")]
    pub orders: BTreeMap<UsedOrder, EffectTally>,
    /// How often each modifier counted.
    #[serde(with = "counted")]
    pub modifiers: BTreeMap<UsedModifier, u64>,
    /// Who gave the first order, and who won.
    #[serde(with = "counted")]
    pub firsts: BTreeMap<FirstMover, u64>,
    /// How often figures came to a place, by column and row.
    #[serde(with = "counted")]
    pub places: BTreeMap<(i32, i32), u64>,
}

/// The sides, by name, that gave the first order of a game, and that won it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct FirstMover {
    /// Who gave the first order.
    pub first: Arc<str>,
    /// Who won, if somebody did.
    pub winner: Option<Arc<str>>,
}

/// A modifier by the card or check it stands on, and its label.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct UsedModifier {
    /// The name of the card or check.
    pub of: Arc<str>,
    /// What a player reads.
    pub label: Arc<str>,
}

/// Who did what with what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct UsedOrder {
    /// The name of the side.
    pub side: Arc<str>,
    /// The name of the action.
    pub action: Arc<str>,
    /// The name of the thing, if one was used.
    pub with: Option<Arc<str>>,
}

/// What orders did, added up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EffectTally {
    /// Orders given.
    pub times: u64,
    /// Checks made for them.
    pub checks: u64,
    /// Checks that were successes.
    pub successes: u64,
    /// Others who were out of play by them.
    pub removed: u64,
    /// By how much tracks of others changed, and how many conditions others got, by title.
    pub effects: BTreeMap<Arc<str>, Number>,
    /// What befell the one who gave them by accident.
    #[serde(default, skip_serializing_if = "AccidentTally::is_empty")]
    pub to_self: AccidentTally,
    /// What befell others of his side.
    #[serde(default, skip_serializing_if = "AccidentTally::is_empty")]
    pub to_own: AccidentTally,
}

/// One order of one game.
#[derive(Clone, Debug)]
pub(super) struct DoneOrder {
    pub figure: FigureId,
    action: Arc<str>,
    with: Option<ItemId>,
    pub did: EffectTally,
    /// Whether dice were thrown for it.
    has_thrown: bool,
    /// Whether its last check has failed.
    has_failed: bool,
}

/// The orders of a game, and the modifiers that counted in it.
#[derive(Clone, Debug, Default)]
pub(super) struct DoneOrders {
    pub orders: Vec<DoneOrder>,
    pub modifiers: BTreeMap<UsedModifier, u64>,
    /// Where somebody came to.
    places: BTreeMap<(i32, i32), u64>,
    /// Of each action the order that is being done.
    doing: BTreeMap<Arc<str>, usize>,
}

impl DoneOrders {
    /// Reads a log; the state is that in which it ends.
    pub(super) fn of(book: &Rulebook, state: &State, log: &Log) -> DoneOrders {
        let mut done = DoneOrders::default();
        let mut watch = AccidentWatch::before(book, state, log);
        for event in log {
            match &event.change {
                Change::Ordered(order) => done.begin(book, state, order),
                Change::TakenUp { figure, action, .. } => {
                    done.take_up(*figure, &book.actions[action.index()].head.name);
                }
                change => done.see(book, state, (event.cause.as_ref(), &watch), change),
            }
            watch.follow(&event.change);
        }
        done
    }

    fn begin(&mut self, book: &Rulebook, state: &State, order: &Order) {
        let action = book.actions[order.action.index()].head.name.clone();
        self.doing.insert(action.clone(), self.orders.len());
        let did = EffectTally { times: 1, ..EffectTally::default() };
        self.orders.push(DoneOrder {
            figure: order.actor,
            action,
            with: thing_of(state, &order.facts),
            did,
            has_thrown: false,
            has_failed: false,
        });
    }

    /// Goes on with the last order of that figure.
    fn take_up(&mut self, figure: FigureId, action: &Arc<str>) {
        let is_it = |one: &DoneOrder| one.figure == figure && one.action == *action;
        if let Some(at) = self.orders.iter().rposition(is_it) {
            self.doing.insert(action.clone(), at);
        }
    }

    fn see(
        &mut self,
        book: &Rulebook,
        state: &State,
        (cause, watch): (Option<&Cause>, &AccidentWatch),
        change: &Change,
    ) {
        if let Change::Moved { to: Some(to), .. } = change {
            *self.places.entry((to.x, to.y)).or_default() += 1;
        }
        if let Change::Checked { modifiers, .. } = change {
            modifiers.iter().for_each(|one| self.count(book, one.id, &one.label));
        }
        let Some(Cause::Action(action)) = cause else { return };
        if let Change::Checked { actor: Some(actor), .. } = change {
            self.take_up(*actor, action);
        }
        let Some(order) = self.doing.get(action).and_then(|at| self.orders.get_mut(*at)) else { return };
        order.see(book, state, change);
        order.watch(book, state, watch, change);
    }

    fn count(&mut self, book: &Rulebook, id: Option<ModifierId>, label: &Arc<str>) {
        let of = match id {
            Some(ModifierId::Card(card, _)) => book.cards[card.index()].head.name.clone(),
            Some(ModifierId::Check(check, _)) => book.checks[check.index()].head.name.clone(),
            None => return,
        };
        *self.modifiers.entry(UsedModifier { of, label: label.clone() }).or_default() += 1;
    }
}

impl DoneOrder {
    fn see(&mut self, book: &Rulebook, state: &State, change: &Change) {
        match change {
            Change::Checked { facts, success, .. } => {
                self.with = self.with.or_else(|| thing_of(state, facts));
                self.did.checks += 1;
                self.did.successes += u64::from(*success == Some(true));
            }
            Change::Removed { figure } if *figure != self.figure => self.did.removed += 1,
            Change::TrackChanged { owner: Holder::Figure(figure), track, from, to, .. } if *figure != self.figure => {
                let head = &book.tracks[track.index()].head;
                if let (false, Some(change)) = (head.is_quiet(), to.minus(*from)) {
                    self.effect(&head.title, change);
                }
            }
            Change::ConditionGained { figure, condition, .. } if *figure != self.figure => {
                let head = &book.conditions[condition.index()].head;
                if !head.is_quiet() {
                    self.effect(&head.title, Number::ONE);
                }
            }
            _ => {}
        }
    }

    /// Notes what is an accident of it.
    fn watch(&mut self, book: &Rulebook, state: &State, watch: &AccidentWatch, change: &Change) {
        match change {
            Change::Checked { success, .. } => {
                self.has_thrown = true;
                self.has_failed = *success == Some(false);
            }
            Change::Rolled { .. } => self.has_thrown = true,
            Change::Amount { steps, .. } => self.has_thrown |= steps.iter().any(|step| step.dice.is_some()),
            _ => {}
        }
        if !self.has_thrown {
            return;
        }
        let side = state.figure(self.figure).side;
        let Some((figure, what)) = watch.mishap((book, state), side, self.has_failed, change) else { return };
        let tally = if figure == self.figure { &mut self.did.to_self } else { &mut self.did.to_own };
        tally.orders = 1;
        match what {
            Some((title, amount)) => counted::add_amounts(&mut tally.effects, &BTreeMap::from([(title, amount)])),
            None => tally.removed += 1,
        }
    }

    fn effect(&mut self, title: &Arc<str>, change: Number) {
        counted::add_amounts(&mut self.did.effects, &BTreeMap::from([(title.clone(), change)]));
    }

    /// Who did what with what.
    pub(super) fn used(&self, book: &Rulebook, state: &State) -> UsedOrder {
        let side = state.side(state.figure(self.figure).side).name.clone();
        let with = self.with.map(|item| book.items[item.index()].head.name.clone());
        UsedOrder { side, action: self.action.clone(), with }
    }
}

/// The first thing among facts, as the row it is of.
fn thing_of(state: &State, facts: &[(FactId, Value)]) -> Option<ItemId> {
    facts.iter().find_map(|(_, value)| match value {
        Value::Thing(thing) => Some(state.thing(*thing).item),
        Value::Item(item) => Some(*item),
        _ => None,
    })
}

impl EffectTally {
    /// With what more orders did.
    pub(super) fn add(&mut self, other: &EffectTally) {
        self.times += other.times;
        self.checks += other.checks;
        self.successes += other.successes;
        self.removed += other.removed;
        counted::add_amounts(&mut self.effects, &other.effects);
        self.to_self.add(&other.to_self);
        self.to_own.add(&other.to_own);
    }

    /// Orders in which something befell the one who gave them, or others of his side. In one order both may happen.
    pub(crate) fn accidents(&self) -> u64 {
        self.to_self.orders + self.to_own.orders
    }
}

impl UsedTally {
    /// With one more game.
    pub(super) fn see(&mut self, done: &DoneOrders, book: &Rulebook, state: &State) {
        for order in &done.orders {
            self.orders.entry(order.used(book, state)).or_default().add(&order.did);
        }
        counted::add(&mut self.modifiers, &done.modifiers);
        counted::add(&mut self.places, &done.places);
        if let Some(order) = done.orders.first() {
            let first = state.side(state.figure(order.figure).side).name.clone();
            let winner = state.outcome.as_ref().and_then(|outcome| outcome.winner);
            let winner = winner.map(|side| state.side(side).name.clone());
            *self.firsts.entry(FirstMover { first, winner }).or_default() += 1;
        }
    }

    /// With more games.
    pub(super) fn add(&mut self, other: &UsedTally) {
        for (order, did) in &other.orders {
            self.orders.entry(order.clone()).or_default().add(did);
        }
        counted::add(&mut self.modifiers, &other.modifiers);
        counted::add(&mut self.firsts, &other.firsts);
        counted::add(&mut self.places, &other.places);
    }

    /// Whether nobody looked at it.
    pub(crate) fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.modifiers.is_empty() && self.places.is_empty()
    }
}
