//! Orders that were only reckoned and not done, and the fight as they would leave it.

use super::table::SessionState;
use crate::play::Rules;
use crate::state::State;
use std::rc::Rc;
use std::sync::Arc;

/// Orders that were only reckoned, one after the other.
#[derive(Clone)]
pub(super) struct SupposedOrders {
    pub lines: Vec<String>,
    /// The fight as they would leave it, as far as no dice decide that.
    pub state: Rc<State>,
    /// The fight as it stands.
    base: State,
    rules: Arc<Rules>,
}

impl SupposedOrders {
    /// Orders and the fight as they would leave it, at a table as it stands.
    pub(super) fn new(lines: Vec<String>, led: State, table: &SessionState) -> SupposedOrders {
        SupposedOrders { lines, state: Rc::new(led), base: table.state.clone(), rules: table.rules.clone() }
    }

    /// Whether they are about the fight as it stands.
    pub(super) fn is_in_force(&self, table: &SessionState) -> bool {
        let is_free = table.ahead.is_none() && table.pending.is_none();
        is_free && Arc::ptr_eq(&self.rules, &table.rules) && self.base == table.state
    }

    /// Whether they are more than one, and the last sentence is the last of them.
    pub(super) fn is_last(&self, table: &SessionState) -> bool {
        let last = table.last.as_ref().map(|(text, _)| &**text);
        self.lines.len() > 1 && self.is_in_force(table) && self.lines.last().map(String::as_str) == last
    }

    /// What is said where they count.
    pub(super) fn counted(&self, plain: Option<&str>) -> String {
        let stands = plain.map_or_else(String::new, |short| format!("; as it stands: {short}"));
        format!("note: as if {} done, which {}{stands}\n", self.told("were", "were"), self.how())
    }

    /// What is said where they do not.
    pub(super) fn not_counted(&self) -> String {
        let does = if self.lines.len() == 1 { "it does" } else { "they do" };
        let how = self.each("do ").join(", then ");
        format!("note: {} only reckoned, so {does} not count here: {how} does it\n", self.told("was", "were"))
    }

    /// What is said where what is asked would be forbidden once they are done.
    pub(super) fn barring(&self, why: &str) -> String {
        format!("{}, and then: {why}\n", self.not_counted().trim_end())
    }

    /// What is said where they change nothing of what is asked.
    pub(super) fn idle(&self) -> String {
        let does = if self.lines.len() == 1 { "it changes" } else { "they change" };
        format!("note: {} only reckoned; as if done {does} nothing here yet\n", self.told("was", "were"))
    }

    fn told(&self, one: &str, more: &str) -> String {
        let verb = if self.lines.len() == 1 { one } else { more };
        format!("{} {verb}", self.each("").join(", then "))
    }

    fn how(&self) -> String {
        let verb = if self.lines.len() == 1 { "was" } else { "were" };
        format!("{verb} only reckoned: {} does it", self.each("do ").join(", then "))
    }

    fn each(&self, word: &str) -> Vec<String> {
        self.lines.iter().map(|line| format!("`{word}{line}`")).collect()
    }
}
