//! A thing that is said to be somebody's own: `his Pistol`. It is only that if he has it.

use super::function_words::POSSESSIVES;
use super::reader::SentenceReader;
use super::{Argument, ParsedQuery, SentenceError};
use crate::value::Value;

/// Of a thing that is called his who acts, and which he has not while he has others of its kind, what is wrong: one of
/// those is meant by that name, or none is.
pub(super) fn not_his_own(reader: &SentenceReader<'_>, asked: &ParsedQuery) -> Option<SentenceError> {
    let typed = reader.sentence().to_ascii_lowercase();
    let owner = POSSESSIVES.iter().find_map(|word| typed.find(&format!(" {word} ")).map(|at| (at, word.len() + 2)))?;
    let (book, cast) = (reader.book(), reader.cast());
    let actor = asked.facts.iter().find_map(|(_, said)| match said {
        Argument::Who(who) => Some(who),
        _ => None,
    })?;
    asked.facts.iter().find_map(|(_, said)| {
        let Argument::Value(Value::Item(item)) = said else { return None };
        let item = &book.items[item.index()];
        let had = cast.things(book, actor, item.kind);
        let mut own = had.iter().flatten().map(|own| &book.items[own.index()].head.name);
        let (at, name) = (owner.0 + owner.1, &item.head.name);
        let is_named = typed.get(at..).is_some_and(|rest| rest.starts_with(&name.to_ascii_lowercase()));
        if !is_named || own.clone().any(|own| own == name) {
            return None;
        }
        let help = format!("with what he has: `{}`", own.next()?);
        Some(reader.understood_as_none((at, name.len()), help, "he has none"))
    })
}
