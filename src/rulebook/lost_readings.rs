//! An option of a pack below of which a pack above says which reading holds, and leaves out the readings.

use super::error::{PlacedError, RulebookError};
use super::options::names_a_reading;
use super::says::Says;
use super::show::as_written;
use crate::diag::{Diagnostic, suggest};
use crate::syntax::ast::{Body, Declaration, Name, OptionDecl, Verb};
use crate::text::Sources;

/// What is wrong with an option that is said again with one of its readings alone, if that is so: the remedy lists them.
pub(super) fn lost_readings(
    (old, first): (&Says, &Name),
    new: &Says,
    verb: Verb,
    sources: &Sources,
) -> Option<Diagnostic> {
    let (Says::Whole(old), Says::Whole(new)) = (old, new) else { return None };
    let (Body::Option(below), Body::Option(option)) = (&old.body, &new.body) else { return None };
    if below.readings.is_empty() || !names_a_reading(option) {
        return None;
    }
    let name = new.name.as_ref()?;
    let default = reading_meant(&option.default, below);
    let whole = format!("replace option {} {}", as_written(&name.text), in_full(old, below, new, default));
    let for_once = format!("for one game alone it is chosen where that is played, `--with {}={default}`", name.text);
    let is_known = default == option.default.text;
    let placed = match verb {
        Verb::Replace => {
            let error = RulebookError::LostReadings { name: name.text.clone() };
            let label = if is_known { "one reading, and the others are missing" } else { "no reading of this option" };
            let help = format!("an option that is replaced lists all of them: `{whole}`; {for_once}");
            PlacedError::new(error, sources, option.default.span, label, help)
        }
        _ => {
            let error = RulebookError::DuplicateName { sort: "option".to_string(), name: name.text.clone() };
            let help = format!("a pack below declares it; to say it anew, write `{whole}`; {for_once}");
            PlacedError::new(error, sources, name.span, "declared again", help)
        }
    };
    Some(placed.and(sources, first.span, name.span, "declared here").into())
}

/// The reading that is named, or the one that is meant by it; that of the pack below, if nothing is like it.
fn reading_meant<'a>(said: &'a Name, below: &'a OptionDecl) -> &'a str {
    let names = || below.readings.iter().map(|word| &*word.name.text);
    names().find(|name| *name == said.text).or_else(|| suggest(&said.text, names())).unwrap_or(&below.default.text)
}

/// What stands behind the name of an option: title, default, and each reading with its title.
fn in_full(old: &Declaration, below: &OptionDecl, new: &Declaration, default: &str) -> String {
    let title = new.notes.title.as_ref().or(old.notes.title.as_ref());
    let title = title.map_or(String::new(), |title| format!("\"{}\" ", title.text));
    let readings = below.readings.iter().map(|word| match &word.notes.title {
        Some(title) => format!("{} \"{}\"", word.name.text, title.text),
        None => word.name.text.clone(),
    });
    format!("{title}= {default} {{ {} }}", readings.collect::<Vec<_>>().join("; "))
}
