//! What listens to the table as it stands: who is there, what was said last, the words of the rules in force.

use super::Session;
use super::help::command_words;
use crate::speech::{CommandRole, Lexicon, Listener};
use crate::value::FigureId;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

/// The command by which something is done.
pub(super) const DONE: &str = "do";

/// What comes of listening to the table as it stands.
pub(super) fn with_listener<T>(session: &mut Session, hear: impl FnOnce(&Listener<'_>) -> T) -> T {
    let lexicon = lexicon(session);
    let table = &session.table;
    let (cast, state) = (table.cast(), table.now());
    let acting = table.pending.as_ref().map(|pending| pending.figure);
    let supposed = session.supposition().and_then(|supposed| supposed.asked.as_ref());
    let last = supposed.or_else(|| table.last.as_ref().map(|(_, asked)| asked));
    let last = last.filter(|_| !session.corrects_unheard);
    let is_supposed = session.supposition().is_some();
    let commands: Vec<&str> = command_words().collect();
    let commands = commands.as_slice();
    // Who has left the fight is nobody.
    let is_there = |id: &FigureId| id.index() < state.figures.len();
    let (named, beside) = (session.named.filter(is_there), session.beside.filter(is_there));
    let (rules, lexicon, names) = (&table.rules, &lexicon, OnceCell::new());
    let told = session.told.as_deref().filter(|_| !session.corrects_unheard);
    let has_changed = told.is_some();
    let told = told.filter(|told| is_told_again(told));
    let typed = session.typed.as_deref();
    hear(&Listener {
        rules,
        state,
        cast: &cast,
        lexicon,
        last,
        told,
        has_changed,
        typed,
        named,
        beside,
        acting,
        is_supposed,
        commands,
        names,
    })
}

/// Whether a line told how it stands, or what was done, and may be told otherwise.
fn is_told_again(told: &str) -> bool {
    let first = told.split_whitespace().next().unwrap_or_default();
    first == DONE || CommandRole::Again.is_of(first) || !command_words().any(|word| word == first)
}

/// The words of the rules in force.
pub(super) fn lexicon(session: &mut Session) -> Rc<Lexicon> {
    let book = session.table.book().clone();
    match &session.lexicon {
        Some((known, lexicon)) if Arc::ptr_eq(known, &book) => lexicon.clone(),
        _ => {
            let lexicon = Rc::new(Lexicon::of(&book));
            session.lexicon = Some((book, lexicon.clone()));
            lexicon
        }
    }
}
