//! What the source text of a pack says, row by row of its inventory: found by words, with where it stands there.

use super::Response;
use super::listener::with_listener;
use super::session::{Answered, LineStep, Session};
use crate::packtest::Inventory;
use crate::rulebook::Rulebook;
use crate::speech::{self, FoundRows, RowIndex};
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

/// Before rows that were found.
const HEADING: &str = "the rules say:\n";
/// How far rows stand in.
const INDENT: &str = "  ";

/// The rows of a rulebook's packs, and where words stand in them.
pub(super) struct RuleText {
    of: Arc<Rulebook>,
    /// What each says, and what it is called.
    rows: Vec<(String, String)>,
    index: RowIndex,
}

impl RuleText {
    /// Those of a rulebook; nothing where its packs have none.
    fn read(session: &Session, book: &Arc<Rulebook>) -> RuleText {
        let opened = session.desk.open(&session.table.pack);
        let inventories = book.chain.iter().rev().filter_map(|pack| {
            let opened = opened.as_ref().ok()?;
            Inventory::read(&*opened.files, pack).ok()
        });
        let rows: Vec<(String, String)> =
            inventories.flat_map(|inventory| inventory.rows).map(|row| (row.rule, row.id)).collect();
        let index = RowIndex::new(rows.iter().map(|(rule, _)| rule.as_str()));
        RuleText { of: book.clone(), rows, index }
    }

    /// Where words stand in them.
    pub(super) fn index(&self) -> &RowIndex {
        &self.index
    }

    /// Some of them, one below the other.
    pub(super) fn told(&self, found: &[usize]) -> String {
        let mut text = HEADING.to_string();
        for row in found.iter().filter_map(|at| self.rows.get(*at)) {
            let (rule, id) = row;
            let _ = writeln!(text, "{INDENT}{rule}  @{id}");
        }
        text
    }
}

/// The text of the rules in force, read when it is first asked for.
pub(super) fn of(session: &mut Session) -> Rc<RuleText> {
    let book = session.table.book().clone();
    match &session.rule_text {
        Some(known) if Arc::ptr_eq(&known.of, &book) => known.clone(),
        _ => {
            let read = Rc::new(RuleText::read(session, &book));
            session.rule_text = Some(read.clone());
            read
        }
    }
}

/// What the source text says of what a question asks, where it surely is about that.
pub(super) fn answer(session: &mut Session, line: &str) -> Option<String> {
    let rule_text = of(session);
    let found = rows_asked_for(session, &rule_text, line)?;
    found.is_close().then(|| rule_text.told(&found.rows))
}

/// `look up WORDS`: what the source text says of them.
pub(super) fn look_up(step: &mut LineStep<'_>, rest: &str) -> Answered {
    if rest.is_empty() {
        return Err(step.line.missing("nothing is looked up", "write `look up WORDS`").into());
    }
    let rule_text = of(step.session);
    let found = rows_about(step.session, &rule_text, rest);
    if found.rows.is_empty() {
        let help = "`show` lists what the rules declare, `show NAME` shows one of it";
        return Err(step
            .line
            .nothing(rest, "the rules say nothing of this", "in no row of the inventory", help)
            .into());
    }
    Ok(Response::of(rule_text.told(&found.rows)))
}

/// The rows of the source text that say something of what stands in a line.
fn rows_about(session: &mut Session, rule_text: &RuleText, line: &str) -> FoundRows {
    with_listener(session, |listener| speech::rows_about(listener, rule_text.index(), line))
}

/// The same of a question about the rules.
fn rows_asked_for(session: &mut Session, rule_text: &RuleText, line: &str) -> Option<FoundRows> {
    let asks = with_listener(session, |listener| speech::asks_of_rules(listener, line));
    asks.then(|| rows_about(session, rule_text, line))
}
