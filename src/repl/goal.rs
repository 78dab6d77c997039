//! What is said to come of a deed: `throws himself flat` ends flat. Where the rules refuse a deed because somebody is said to
//! be so already, and it leads there, that was no word of how he stands before it.

use super::reckon;
use super::table::SessionState;
use crate::query::{AssumedChange, Assumption, BoundQuery, ParsedQuery, Who, understood};
use crate::state::State;

/// Between clauses.
const BETWEEN: &str = ", ";
/// Commands behind which a sentence stands.
const BEFORE: [&str; 2] = ["do ", "odds "];

/// The line without what only tells where its deed leads.
pub(super) fn without_goal(table: &SessionState, line: String) -> String {
    let (word, text) = BEFORE.iter().find_map(|word| Some((*word, line.strip_prefix(word)?))).unwrap_or(("", &line));
    match bare(table, text) {
        Some(bare) => format!("{word}{bare}"),
        None => line,
    }
}

fn bare(table: &SessionState, text: &str) -> Option<String> {
    let read = |text: &str| understood(table.book(), &table.cast(), text);
    let asked = read(text).filter(|asked| !asked.tweaks.is_empty())?;
    if is_allowed(table, &asked) {
        return None;
    }
    let bare = ParsedQuery { tweaks: Vec::new(), ..asked.clone() };
    is_allowed(table, &bare).then_some(())?;
    let led = reckon::led_to(&mut table.clone(), &bare)?;
    asked.tweaks.iter().all(|said| is_so(&led, said)).then_some(())?;
    let mut clauses: Vec<&str> = text.split(BETWEEN).collect();
    while let Some(at) = (1..clauses.len()).find(|at| {
        let mut rest = clauses.clone();
        rest.remove(*at);
        let kept = read(&rest.join(BETWEEN));
        kept.is_some_and(|kept| kept.facts == asked.facts && kept.tweaks.len() < asked.tweaks.len())
    }) {
        clauses.remove(at);
    }
    let text = clauses.join(BETWEEN);
    (read(&text)? == bare).then_some(text)
}

fn is_allowed(table: &SessionState, asked: &ParsedQuery) -> bool {
    let posed = BoundQuery::new(&table.rules, table.now(), asked);
    posed.is_ok_and(|posed| posed.unmet(&table.rules) == 0)
}

/// Whether somebody is as he was said to be.
pub(super) fn is_so(state: &State, said: &Assumption) -> bool {
    let Who::Figure(id) = said.who else { return false };
    let Some(figure) = state.figures.get(id.index()) else { return false };
    match said.what {
        AssumedChange::State(id, word) => figure.states[id.index()] == word,
        AssumedChange::Condition(id, held) => figure.conditions.iter().any(|one| one.condition == id) == held,
        AssumedChange::NotState(id, word) => figure.states[id.index()] != word,
        AssumedChange::Track(..) | AssumedChange::Attribute(..) => false,
    }
}
