//! Names that are written with a blank and are declared without one, or with a sign: `Hand Gun` of a `Handgun`. That such
//! a name cannot be read is found before it is known what there is.

use super::amend::row_name;
use super::level::Level;
use super::load::PackText;
use super::tried::{syntax_error, syntax_error_mut};
use crate::diag::Diagnostic;
use crate::syntax::SyntaxError;
use crate::syntax::ast::{Body, Declaration};
use crate::text::is_wordly;

impl PackText {
    /// Proposes what is declared where a name stands in two words.
    pub(super) fn join_names(&mut self) {
        let (sources, levels) = (&self.sources, &self.levels);
        for diagnostic in &mut self.diagnostics {
            let Some((name, start)) = place(diagnostic) else { continue };
            let Some((_, source)) = sources.iter().find(|(_, source)| *source.name == name) else { continue };
            let Some(written) = two_words(&source.text, start) else { continue };
            let Some(known) = declared(levels, &written) else { continue };
            if let Some(error) = syntax_error_mut(diagnostic) {
                error.told_better(format!("did you mean `{known}`?"));
            }
        }
    }
}

/// Where a text has a word that is written otherwise here: its name, and the place.
fn place(diagnostic: &Diagnostic) -> Option<(String, usize)> {
    let is_foreign = matches!(syntax_error(diagnostic), Some(SyntaxError::Foreign { .. }));
    let label = diagnostic.labels().filter(|_| is_foreign)?.next()?;
    let contents = diagnostic.source_code()?.read_span(label.inner(), 0, 0).ok()?;
    Some((contents.name()?.to_string(), label.offset()))
}

/// The word at a place with the one before it.
fn two_words(text: &str, start: usize) -> Option<String> {
    let before = text.get(..start)?.trim_end_matches(' ');
    let first = &before[before.trim_end_matches(is_wordly).len()..];
    let rest = text.get(start..)?;
    let second = &rest[..rest.find(|c: char| !is_wordly(c)).unwrap_or(rest.len())];
    let is_second = text[before.len()..start].contains(' ') && !first.is_empty() && !second.is_empty();
    is_second.then(|| format!("{first} {second}"))
}

/// The declared name that is the same but for case, blanks and signs.
fn declared(levels: &[Level], written: &str) -> Option<String> {
    let bare = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let wanted = bare(written);
    let of_one = |one: &Declaration| {
        let mut names: Vec<String> = one.names().map(|name| name.text.clone()).collect();
        if let Body::Things(things) = &one.body {
            names.extend(things.grid.rows.iter().filter_map(row_name).map(|name| name.text));
        }
        names.into_iter().find(|name| bare(name) == wanted)
    };
    levels.iter().flat_map(Level::declarations).find_map(of_one)
}
