//! How likely a reading is that can be read as well as others: what of it is strange, how late in the turn it is done.

use super::attempts::Attempts;
use super::hear::{Hearing, Understanding};
use super::listener::Listener;
use crate::query::{About, Argument, BoundQuery, LONGEST, ParsedQuery};
use crate::value::{FactId, ItemId, Value};

impl Hearing<'_> {
    /// How much bars it: what is required and not met, a check that cannot be made.
    pub(super) fn barred(&self, asked: &ParsedQuery) -> usize {
        let (rules, state) = (self.listener.rules, self.listener.state);
        BoundQuery::new(rules, state, asked).map_or(usize::MAX, |posed| {
            posed.unmet(rules) + usize::from(posed.is_forbidden(rules)) + usize::from(!posed.is_makeable(rules))
        })
    }

    /// How much of it cannot be done with what it is done with.
    pub(super) fn unsuited(&self, asked: &ParsedQuery) -> usize {
        let (rules, state) = (self.listener.rules, self.listener.state);
        BoundQuery::new(rules, state, asked).map_or(0, |posed| posed.unsuited(rules))
    }

    /// Whether it says of something that only the board knows what nothing is thrown for: `walks, range 3`.
    pub(super) fn is_idle(&self, asked: &ParsedQuery) -> bool {
        let About::Action(action) = asked.about else { return false };
        let book = self.listener.book();
        let action = &book.actions[action.index()];
        let is_found = |fact: FactId| book.facts[fact.index()].from.is_some() && !action.gives(fact);
        action.check.is_none()
            && asked
                .facts
                .iter()
                .any(|(fact, said)| matches!(said, Argument::Value(Value::Number(_))) && is_found(*fact))
    }

    /// How many of the facts it states an order does not give.
    pub(super) fn strange(&self, asked: &ParsedQuery) -> usize {
        let About::Action(action) = asked.about else { return 0 };
        let action = &self.listener.book().actions[action.index()];
        asked.facts.iter().filter(|(fact, _)| !action.gives(*fact)).count()
    }

    /// Whether each thing that a line calls by its whole name, letter by letter, is still in another reading of it.
    fn keeps_things(&self, asked: &ParsedQuery, other: &ParsedQuery, line: &str) -> bool {
        let items = |asked: &ParsedQuery| {
            let said = asked.facts.iter().filter_map(|(_, said)| match said {
                Argument::Value(Value::Item(item)) => Some(*item),
                _ => None,
            });
            said.collect::<Vec<ItemId>>()
        };
        let is_called = |item: &ItemId| line.contains(&*self.listener.book().items[item.index()].head.name);
        let others = items(other);
        items(asked).into_iter().filter(is_called).all(|item| others.contains(&item))
    }

    /// How late in the turn it is done, where nobody is asked.
    pub(super) fn first_phase(&self, asked: &ParsedQuery) -> usize {
        let About::Action(action) = asked.about else { return 0 };
        let phases = &self.listener.book().actions[action.index()].phases;
        phases.iter().map(|phase| phase.index()).min().unwrap_or(usize::MAX)
    }

    /// Whether it is done in another phase than this.
    pub(super) fn is_elsewhere(&self, asked: &ParsedQuery) -> bool {
        let About::Action(action) = asked.about else { return false };
        let phases = &self.listener.book().actions[action.index()].phases;
        self.listener.state.phase.is_some_and(|phase| !phases.contains(&phase))
    }
}

/// Another action that is said in the same words and is allowed, where what a sentence says strictly is not.
pub fn allowed_instead(listener: &Listener<'_>, line: &str, asked: &ParsedQuery) -> Option<String> {
    let hearing = Hearing { listener, attempts: &Attempts::default() };
    if !matches!(asked.about, About::Action(_)) || hearing.barred(asked) == 0 || line.len() > LONGEST {
        return None;
    }
    let Ok(Understanding::Line(text)) = hearing.line(line.trim(), 1) else { return None };
    let other = hearing.understood(&text).ok()?;
    if !hearing.keeps_things(asked, &other, line) {
        return None;
    }
    let is_other = other.about != asked.about && matches!(other.about, About::Action(_));
    let is_own = other.about == asked.about && hearing.has_what_is_named(&other) && !hearing.has_what_is_named(asked);
    let (bars, barred) = (hearing.barred(&other), hearing.barred(asked));
    // The same with a way that leads there.
    let leads = other.about == asked.about && other.facts.len() > asked.facts.len() && bars <= barred;
    // A blow with a pistol is a shot, allowed or not.
    let suits = is_other && bars <= barred && hearing.unsuited(asked) > hearing.unsuited(&other);
    (is_other && bars == 0 || leads || is_own && bars < barred || suits).then_some(text)
}
