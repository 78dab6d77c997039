//! What is swept, where it is not named as it should be: without its sort, without values, with a sign between.

use super::error::CliError;
use crate::compare::{ValueName, swept_values};
use crate::rulebook::Rulebook;

/// A name without its sort, whose sort the rules know: `Club.harm 1..3`, `Big Club.harm 1..3`.
pub(super) fn without_sort(text: &str, book: &Rulebook) -> Option<CliError> {
    let (name, rest) = text.trim().split_once('.')?;
    let name = name.trim_matches(['"', '\'']);
    let sort = sort_named(name, book)?;
    let message = format!("`{name}` does not say what sort of thing it is");
    Some(CliError::Usage { message, help: format!("its sort stands before it: `{sort} {name}.{rest}`") })
}

/// What is called so in the rules.
pub(super) fn sort_named(name: &str, book: &Rulebook) -> Option<String> {
    if book.sheets.iter().any(|one| *one.head.name == *name) {
        return Some("figure".to_string());
    }
    let item = book.items.iter().find(|one| *one.head.name == *name)?;
    Some(book.kinds[item.kind.index()].head.name.to_string())
}

/// What is wrong with a value that is no name with values behind it, and how it is written.
pub(super) fn unreadable(text: &str) -> Option<CliError> {
    let text = text.trim();
    let usage = |message: &str, help: String| Some(CliError::Usage { message: message.to_string(), help });
    if let Some((name, values)) = text.split_once('=').filter(|(_, values)| swept_values(values.trim()).is_some()) {
        return usage("no `=` stands before the values", format!("write `{} {}`", name.trim(), values.trim()));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    if let ["option", name, values] = words[..]
        && let Some(sign) = values.chars().find(|sign| "/|".contains(*sign))
    {
        let values = values.split(sign).collect::<Vec<_>>().join(", ");
        return usage("between the readings stands a comma", format!("write `option {name} {values}`"));
    }
    // From where on it is values.
    let is_value = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let Some(at) = words.iter().position(|word| is_value(word)).filter(|at| *at > 0) else {
        let (name, rest) = ValueName::read(text)?;
        return match rest.is_empty() {
            true => usage(
                &format!("`{name}` says no values"),
                format!("write them behind it: `{text} 1..3`, or `{text} 1, 2, 4`"),
            ),
            false => None,
        };
    };
    let (name, values) = (words[..at].join(" "), words[at..].join(" "));
    if let Some((low, high)) = values.split_once("..")
        && swept_values(&values).is_none()
        && swept_values(&format!("{high}..{low}")).is_some()
    {
        return usage("the smaller end of a range comes first", format!("write `{name} {high}..{low}`"));
    }
    if let Some((low, high)) = values.split_once("..")
        && let Some(end) = [low, high].into_iter().find(|end| swept_values(end).is_none() || !is_value(end))
    {
        return usage(&format!("`{end}` is no number"), format!("a range has a number at both ends: `{name} 1..3`"));
    }
    if swept_values(&values).is_some() && !name.contains('.') && at > 2 {
        let (field, whose) = words[..at].split_last()?;
        let (sort, whose) = whose.split_first()?;
        let help = format!("a dot stands before the field: `{sort} {}.{field} {values}`", whose.join(" "));
        return usage(&format!("`{name}` is one word too many"), help);
    }
    None
}
