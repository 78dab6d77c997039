//! Titles in the place of names: what the printed rules and the answers show, and no declaration is called.

use super::error::{PlacedError, RulebookError};
use super::names::Sort;
use super::says::{DeclKey, Says};
use super::show::as_written;
use crate::diag::{Diagnostic, article};
use crate::syntax::ast::{ActionEntry, Body, Name};
use crate::text::Sources;

/// Sorts of which many may be titled alike.
const LOOSE: [Sort; 6] = [Sort::Item, Sort::Sheet, Sort::Map, Sort::Scenario, Sort::Test, Sort::Words];

/// What is declared under a name that has this one for its title.
pub(super) fn titled_so<'a, 'd: 'a>(
    wanted: &DeclKey,
    all: impl Iterator<Item = (&'a DeclKey, &'a Says<'d>)>,
) -> Option<&'a str> {
    let mut found = all.filter(|(key, says)| {
        let title = match says {
            Says::Whole(declaration) => declaration.notes.title.as_ref().map(|title| &*title.text),
            Says::Row(..) => None,
        };
        key.0 == wanted.0 && key.1 == wanted.1 && key.2 != wanted.2 && title == Some(&*wanted.2)
    });
    let first = found.next()?;
    found.next().is_none().then_some(&*first.0.2)
}

/// A declaration that is called as another of its sort is titled.
pub(super) fn declared_as_titled(
    (key, words): (&DeclKey, &str),
    known: &str,
    name: &Name,
    sources: &Sources,
) -> Option<Diagnostic> {
    if LOOSE.contains(&key.0) {
        return None;
    }
    let known = as_written(known);
    let help = format!("names are what stands before the title: `replace {words} {known} …`, or choose another name");
    let error = RulebookError::TitleForName { sort: words.to_string(), title: key.2.clone(), name: known.to_string() };
    let label = format!("the title of `{known}`");
    Some(Box::new(PlacedError::new(error, sources, name.span, &label, help)))
}

/// What to write for a title that stands in the place of a name.
pub(super) fn name_for_title(known: &str, verb: &str, words: &str) -> String {
    let known = as_written(known);
    let line = if verb == "amend" { format!("{words} {known} {{ … }}") } else { format!("{verb} {words} {known}") };
    format!("this is its title, and `{known}` its name: `{line}`")
}

/// What to say of a name that something of another sort bears; of an action, which check it rolls.
pub(super) fn other_of_name((verb, name): (&str, &str), words: &str, says: Option<&Says>) -> String {
    let (name, article) = (as_written(name), article(words));
    match (verb, says.and_then(check_named)) {
        ("amend", Some(check)) => {
            let check = as_written(check);
            format!("`{name}` is {article} {words}; its check is `{check}`: `check {check} {{ … }}`")
        }
        ("amend", None) => format!("`{name}` is {article} {words}: `{words} {name} {{ … }}`"),
        _ => format!("`{name}` is {article} {words}: `{verb} {words} {name}`"),
    }
}

/// What to say of a declaration of its own whose name is taken.
pub(super) fn another_name(words: &str, name: &str) -> String {
    format!(
        "a pack below has another one of this name: choose another name; or `replace {words} {}`, if this is to stand in \
         its place",
        as_written(name)
    )
}

/// The check that an action names.
fn check_named<'a>(says: &'a Says) -> Option<&'a str> {
    let Says::Whole(declaration) = says else { return None };
    let Body::Action(entries) = &declaration.body else { return None };
    entries.iter().find_map(|entry| match &entry.node {
        ActionEntry::Check(name, _) => Some(&*name.text),
        _ => None,
    })
}
