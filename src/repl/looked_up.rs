//! `look up WORDS`, and what the rules' text says of a question: rows of it that are about the same.

use super::Response;
use super::listener::with_listener;
use super::rule_text::RuleText;
use super::session::{Answered, LineStep, Session};
use crate::rulebook::Sort;
use crate::speech::{self, FoundRows};
use std::rc::Rc;

/// The text of the rules in force, read when it is first asked for.
pub(super) fn of(session: &mut Session) -> Rc<RuleText> {
    let book = session.table.book().clone();
    match &session.rule_text {
        Some(known) if known.is_of(&book) => known.clone(),
        _ => {
            let opened = session.desk.open(&session.table.pack).ok();
            let read = Rc::new(RuleText::read(opened.as_ref().map(|opened| &*opened.files), &book));
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

/// What the source text says in the sections of what a page shows.
pub(super) fn of_page(session: &mut Session, shown: &str) -> Option<String> {
    let book = session.table.book().clone();
    let name = shown.strip_prefix("show ")?.trim().trim_matches('"');
    let head = Sort::ALL.iter().find_map(|sort| Some(book.head_of(*sort, book.names.find(*sort, name)?)))?;
    let rule_text = of(session);
    let rows = rule_text.of_sections(&head.cites);
    (!rows.is_empty()).then(|| rule_text.told(&rows))
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
