//! What was used in games and what it did: read from the log of each, added up over many.

use super::accident::{AccidentTally, AccidentWatch};
use super::counted;
use crate::event::{Cause, Change, CheckedModifier, Holder, Log, Order, WORTH_UNIT};
use crate::explain::readable;
use crate::rulebook::Rulebook;
use crate::state::State;
use crate::value::{FactId, FigureId, ItemId, ModifierId, Number, Value};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What was used in many games, and what it did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UsedTally {
    /// By who did what with what.
    #[serde(with = "counted")]
    pub orders: BTreeMap<UsedOrder, EffectTally>,
    /// What each modifier was worth where it counted.
    #[serde(with = "counted")]
    pub modifiers: BTreeMap<UsedModifier, WorthTally>,
    /// Checks that were made or tried, all together.
    #[serde(default)]
    pub checks: u64,
    /// The names of everything that came up: orders, things, checks, cards, tracks, conditions, states, phases.
    #[serde(default)]
    pub met: BTreeSet<Arc<str>>,
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

/// What a modifier was worth in the checks in which it counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WorthTally {
    /// Checks in which it counted.
    pub times: u64,
    /// Those of them that were rolled and can succeed or fail.
    pub judged: u64,
    /// How much more likely success was by it in these, added up, in [`WORTH_UNIT`]s.
    pub worth: i64,
}

impl WorthTally {
    fn see(&mut self, worth: Option<i32>) {
        self.times += 1;
        if let Some(worth) = worth {
            self.judged += 1;
            self.worth += i64::from(worth);
        }
    }

    fn add(&mut self, other: &WorthTally) {
        self.times += other.times;
        self.judged += other.judged;
        self.worth += other.worth;
    }

    /// How much more likely success was by it on average; none if it never counted in a check that succeeds or fails.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.worth as f64 / f64::from(WORTH_UNIT) / self.judged as f64)
    }
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
    pub modifiers: BTreeMap<UsedModifier, WorthTally>,
    /// Checks that were made or tried, for orders or not.
    checks: u64,
    /// The names of what came up.
    met: BTreeSet<Arc<str>>,
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
            done.meet(book, state, &event.change);
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

    /// Notes the names of what comes up.
    fn meet(&mut self, book: &Rulebook, state: &State, change: &Change) {
        let mut meet = |name: &Arc<str>| {
            if !self.met.contains(name) {
                self.met.insert(name.clone());
            }
        };
        let things = |facts: &[(FactId, Value)]| thing_of(state, facts).map(|item| &book.items[item.index()].head.name);
        match change {
            Change::Ordered(order) | Change::Declared(order) => {
                meet(&book.actions[order.action.index()].head.name);
                things(&order.facts).into_iter().for_each(meet);
            }
            Change::Checked { check, facts, modifiers, .. } => {
                meet(&book.checks[check.index()].head.name);
                things(facts).into_iter().for_each(&mut meet);
                let ids = modifiers.iter().filter_map(|one| one.id);
                ids.filter_map(|id| modifier_of(book, id)).for_each(|(of, _)| meet(of));
            }
            Change::TrackChanged { track, .. } => meet(&book.tracks[track.index()].head.name),
            Change::StateChanged { state, .. } => meet(&book.states[state.index()].head.name),
            Change::ConditionGained { condition, .. } => meet(&book.conditions[condition.index()].head.name),
            Change::PhaseBegan { phase } => meet(&book.turn.phases[phase.index()].head.name),
            Change::Told { name, .. } => meet(name),
            _ => {}
        }
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
            self.checks += 1;
            modifiers.iter().for_each(|one| self.count(book, one));
        }
        let Some(Cause::Action(action)) = cause else { return };
        if let Change::Checked { actor: Some(actor), .. } = change {
            self.take_up(*actor, action);
        }
        let Some(order) = self.doing.get(action).and_then(|at| self.orders.get_mut(*at)) else { return };
        order.see(book, state, change);
        order.watch(book, state, watch, change);
    }

    fn count(&mut self, book: &Rulebook, one: &CheckedModifier) {
        let Some((of, label)) = one.id.and_then(|id| modifier_of(book, id)) else { return };
        let (of, label) = (of.clone(), readable(book, label).into());
        self.modifiers.entry(UsedModifier { of, label }).or_default().see(one.worth);
    }
}

/// The card or check on which a modifier stands, and its label as it is written.
fn modifier_of(book: &Rulebook, id: ModifierId) -> Option<(&Arc<str>, &Arc<str>)> {
    let (head, modifiers, at) = match id {
        ModifierId::Card(card, at) => {
            let card = &book.cards[card.index()];
            (&card.head, &card.modifiers, at)
        }
        ModifierId::Check(check, at) => {
            let check = &book.checks[check.index()];
            (&check.head, &check.parts, at)
        }
    };
    Some((&head.name, &modifiers.get(usize::from(at))?.label.text))
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
        done.modifiers.iter().for_each(|(one, worth)| self.modifiers.entry(one.clone()).or_default().add(worth));
        self.checks += done.checks;
        self.met.extend(done.met.iter().cloned());
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
        other.modifiers.iter().for_each(|(one, worth)| self.modifiers.entry(one.clone()).or_default().add(worth));
        self.checks += other.checks;
        self.met.extend(other.met.iter().cloned());
        counted::add(&mut self.firsts, &other.firsts);
        counted::add(&mut self.places, &other.places);
    }

    /// Whether nobody looked at it.
    pub(crate) fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.modifiers.is_empty() && self.places.is_empty()
    }
}
