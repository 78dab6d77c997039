//! What `undo` goes back to: every table before a change, kept as what is different from the one behind it. A fight has
//! many changes, and a table is large.

use super::line_made::LineMade;
use super::pending::{Demand, HumanReply, Pending};
use super::played::PlayedGame;
use super::table::SessionState;
use super::table_dice::RuledDice;
use crate::dice::SeededState;
use crate::play::Progress;
use crate::query::ParsedQuery;
use crate::state::State;
use crate::story::Story;
use crate::value::{ActionId, FigureId};
use serde_json::Value;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// What is held at most, in bytes; the oldest go first.
pub(super) const MOST_HELD: usize = 64 << 20;
/// What a throw is taken for, in bytes.
const FELL: usize = 300;
/// What a rulebook of its own is taken for, in bytes.
const RULES: usize = 2 << 20;

/// Tables of the past (or of a future that was undone), the nearest last.
#[derive(Default)]
pub(super) struct History {
    steps: VecDeque<HistoryStep>,
    /// The table behind the last step, from which that differs.
    base: Option<Box<SessionState>>,
    held: usize,
    /// Whether the oldest have been given up.
    pub has_lost: bool,
}

struct HistoryStep {
    kept: KeptState,
    weight: usize,
}

enum KeptState {
    /// A table by other rules than the one behind it.
    Whole(Box<SessionState>),
    Changed(Box<Changed>),
}

/// What of a table is not as in the one behind it.
struct Changed {
    state: Patch,
    pending: Option<Box<PendingChanged>>,
    progress: Progress,
    seeded: SeededState,
    mine: bool,
    own_dice: Vec<Arc<str>>,
    last: Option<(Arc<str>, ParsedQuery)>,
    personal: Vec<Arc<str>>,
    replies: Vec<HumanReply>,
    thrown: Vec<u16>,
    tosses: usize,
    ruled: Vec<RuledDice>,
    made: Rc<LineMade>,
    played: PlayedGame,
    told: usize,
    story: Story,
    line: Arc<str>,
    opening: Arc<str>,
}

/// A question, with what of the fight is not as in its table.
struct PendingChanged {
    figure: FigureId,
    demand: Demand,
    open: Vec<ActionId>,
    state: Patch,
    seen: usize,
    is_first: bool,
    has_rolled: bool,
    position: u64,
    tosses: usize,
}

impl History {
    /// Whether there is nothing to go back to.
    pub(super) fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How many steps there are.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The line that made the nearest.
    pub(super) fn line(&self) -> Option<&str> {
        Some(match &self.steps.back()?.kept {
            KeptState::Whole(table) => &table.line,
            KeptState::Changed(changed) => &changed.line,
        })
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        *self = History::default();
    }

    /// Notes the table before a change, and the one behind it; true if the oldest had to go for it for the first time.
    pub(super) fn push(&mut self, old: SessionState, next: &SessionState) -> bool {
        // Lines that change nothing of the fight may have changed something else in between.
        if let Some(base) = self.base.take().filter(|base| !is_same(base, &old))
            && let Some(step) = self.take(base.as_ref())
        {
            self.put(HistoryStep::of(step, &old));
        }
        self.put(HistoryStep::of(old, next));
        self.base = Some(Box::new(next.clone()));
        let mut is_first = false;
        while self.held > MOST_HELD && self.steps.len() > 1 {
            if let Some(step) = self.steps.pop_front() {
                self.held -= step.weight;
                is_first |= !std::mem::replace(&mut self.has_lost, true);
            }
        }
        is_first
    }

    /// The table before the last change.
    pub(super) fn pop(&mut self) -> Option<SessionState> {
        let base = self.base.take()?;
        let table = self.take(&base)?;
        if !self.steps.is_empty() {
            self.base = Some(Box::new(table.clone()));
        }
        Some(table)
    }

    /// Lets go of scripts that may have been in the middle of something.
    pub(super) fn forget_engines(&mut self) {
        self.base.iter_mut().for_each(|base| base.engine = None);
        for step in &mut self.steps {
            if let KeptState::Whole(table) = &mut step.kept {
                table.engine = None;
            }
        }
    }

    fn put(&mut self, step: HistoryStep) {
        self.held += step.weight;
        self.steps.extend([step]);
    }

    fn take(&mut self, base: &SessionState) -> Option<SessionState> {
        let step = self.steps.pop_back()?;
        self.held -= step.weight;
        match step.kept {
            KeptState::Whole(table) => Some(*table),
            KeptState::Changed(changed) => changed.undone(base),
        }
    }
}

/// Whether a step that differs from one table differs as much from the other.
fn is_same(one: &SessionState, other: &SessionState) -> bool {
    Arc::ptr_eq(&one.rules, &other.rules) && one.state == other.state
}

impl HistoryStep {
    fn of(old: SessionState, next: &SessionState) -> HistoryStep {
        if Arc::ptr_eq(&old.rules, &next.rules)
            && let Some(changed) = Changed::of(&old, next)
        {
            let weight = changed.weight();
            return HistoryStep { kept: KeptState::Changed(Box::new(changed)), weight };
        }
        HistoryStep { kept: KeptState::Whole(Box::new(old)), weight: RULES }
    }
}

impl Changed {
    /// None if the state would not come out as it was.
    fn of(old: &SessionState, next: &SessionState) -> Option<Changed> {
        let pending = match &old.pending {
            Some(pending) => Some(Box::new(PendingChanged {
                figure: pending.figure,
                demand: pending.demand.clone(),
                open: pending.open.clone(),
                state: Patch::of(&pending.state, &old.state)?,
                seen: pending.seen,
                is_first: pending.is_first,
                has_rolled: pending.has_rolled,
                position: pending.position,
                tosses: pending.tosses,
            })),
            None => None,
        };
        Some(Changed {
            state: Patch::of(&old.state, &next.state)?,
            pending,
            progress: old.progress,
            seeded: old.seeded,
            mine: old.mine,
            own_dice: old.own_dice.clone(),
            last: old.last.clone(),
            personal: old.personal.clone(),
            replies: old.replies.clone(),
            thrown: old.thrown.clone(),
            tosses: old.tosses,
            ruled: old.ruled.clone(),
            made: old.made.clone(),
            played: old.played.clone(),
            told: old.told,
            story: old.story.clone(),
            line: old.line.clone(),
            opening: old.opening.clone(),
        })
    }

    fn undone(self, base: &SessionState) -> Option<SessionState> {
        let state = self.state.applied(&base.state)?;
        let pending = match self.pending {
            Some(pending) => Some(Rc::new(Pending {
                state: pending.state.applied(&state)?,
                figure: pending.figure,
                demand: pending.demand,
                open: pending.open,
                seen: pending.seen,
                is_first: pending.is_first,
                has_rolled: pending.has_rolled,
                position: pending.position,
                tosses: pending.tosses,
            })),
            None => None,
        };
        Some(SessionState {
            state,
            pending,
            progress: self.progress,
            seeded: self.seeded,
            mine: self.mine,
            own_dice: self.own_dice,
            last: self.last,
            personal: self.personal,
            replies: self.replies,
            thrown: self.thrown,
            tosses: self.tosses,
            ruled: self.ruled,
            made: self.made,
            played: self.played,
            told: self.told,
            story: self.story,
            line: self.line,
            opening: self.opening,
            ..base.clone()
        })
    }

    fn weight(&self) -> usize {
        let sentence = self
            .last
            .as_ref()
            .map_or(0, |(text, asked)| text.len() + (asked.facts.len() + asked.tweaks.len()) * size_of::<Value>() * 2);
        let pending = self.pending.as_ref().map_or(0, |pending| {
            size_of::<PendingChanged>() + pending.state.0.len() + pending.open.len() * size_of::<ActionId>()
        });
        let lists = self.replies.len() * size_of::<HumanReply>() + self.thrown.len() * size_of::<u16>();
        let fell = self.made.said.iter().map(|said| (said.fell.len() + 1) * FELL).sum::<usize>();
        size_of::<Changed>()
            + size_of::<HistoryStep>()
            + self.state.0.len()
            + self.line.len()
            + sentence
            + pending
            + lists
            + fell
    }
}

/// What to change about one state to have another: places in its stored form with what stands there, as text.
struct Patch(Box<str>);

impl Patch {
    /// From `from` to `to`; none if that does not come out as it was.
    fn of(to: &State, from: &State) -> Option<Patch> {
        let mut changes = Vec::new();
        if to != from {
            let (to, from) = (serde_json::to_value(to).ok()?, serde_json::to_value(from).ok()?);
            compare(&to, &from, &mut String::new(), &mut changes);
        }
        let patch = Patch(if changes.is_empty() { "".into() } else { serde_json::to_string(&changes).ok()?.into() });
        (patch.applied(from)? == *to).then_some(patch)
    }

    fn applied(&self, from: &State) -> Option<State> {
        if self.0.is_empty() {
            return Some(from.clone());
        }
        let changes: Vec<(String, Option<Value>)> = serde_json::from_str(&self.0).ok()?;
        let mut state = serde_json::to_value(from).ok()?;
        for (place, value) in changes {
            put(&mut state, &place, value)?;
        }
        serde_json::from_value(state).ok()
    }
}

/// Notes how one tree becomes the other: what stands at each place, nothing where nothing stands, and how long a list is.
fn compare(to: &Value, from: &Value, place: &mut String, changes: &mut Vec<(String, Option<Value>)>) {
    let length = place.len();
    let mut at = |name: &str, place: &mut String, to: Option<&Value>, from: Option<&Value>| {
        place.push('/');
        *place += name;
        match (to, from) {
            (Some(to), Some(from)) => compare(to, from, place, changes),
            (to, _) => changes.push((place.clone(), to.cloned())),
        }
        place.truncate(length);
    };
    match (to, from) {
        _ if to == from => {}
        (Value::Object(to), Value::Object(from)) => {
            for name in to.keys().chain(from.keys().filter(|name| !to.contains_key(*name))) {
                at(name, place, to.get(name), from.get(name));
            }
        }
        (Value::Array(to), Value::Array(from)) => {
            if to.len() < from.len() {
                at(SHORTER, place, Some(&Value::from(to.len())), None);
            }
            for (index, value) in to.iter().enumerate() {
                at(&index.to_string(), place, Some(value), from.get(index));
            }
        }
        _ => changes.push((place.clone(), Some(to.clone()))),
    }
}

/// The name of a list's length.
const SHORTER: &str = "#";

fn put(state: &mut Value, place: &str, value: Option<Value>) -> Option<()> {
    let (around, name) = place.rsplit_once('/')?;
    match (state.pointer_mut(around)?, value) {
        (Value::Array(list), Some(length)) if name == SHORTER => list.truncate(length.as_u64()? as usize),
        (Value::Array(list), Some(value)) => match list.get_mut(name.parse::<usize>().ok()?) {
            Some(old) => *old = value,
            None => list.push(value),
        },
        (Value::Object(fields), Some(value)) => drop(fields.insert(name.to_string(), value)),
        (Value::Object(fields), None) => drop(fields.remove(name)),
        _ => return None,
    }
    Some(())
}
