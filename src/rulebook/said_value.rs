//! What packs below declare and an author says in another form: a value without its declaration, sections as in an INI
//! file. Told with the declaration that changes it, its title and all.

use super::level::Level;
use super::load::PackText;
use super::show::as_written;
use super::tried::{syntax_error, syntax_error_mut};
use crate::diag::Diagnostic;
use crate::syntax::ast::{Body, Declaration};
use crate::syntax::{SyntaxError, sections, sections_help, valued};
use crate::text::is_wordly;

impl PackText {
    /// Says what is changed by a value that is said without its declaration.
    pub(super) fn declare_values(&mut self) {
        let (sources, levels) = (&self.sources, &self.levels);
        for diagnostic in &mut self.diagnostics {
            let Some((name, at)) = place(diagnostic) else { continue };
            let Some((_, source)) = sources.iter().find(|(_, source)| *source.name == name) else { continue };
            let better = match syntax_error(diagnostic) {
                Some(SyntaxError::UnknownKeyword { .. }) => value_said(&source.text, at, levels),
                Some(SyntaxError::Foreign { .. }) if begins_line(&source.text, at) => {
                    let below = |keyword: &str, name: &str| title_below(levels, keyword, name);
                    let found = sections(&source.text, at).0;
                    (!found.is_empty()).then(|| sections_help(&found, &below))
                }
                _ => None,
            };
            if let Some((better, error)) = better.zip(syntax_error_mut(diagnostic)) {
                error.told_better(better);
            }
        }
    }
}

fn begins_line(text: &str, at: usize) -> bool {
    text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with('\n'))
}

/// The text of a mistake by its name, and where it is shown.
fn place(diagnostic: &Diagnostic) -> Option<(String, usize)> {
    let label = diagnostic.labels().filter(|_| syntax_error(diagnostic).is_some())?.next()?;
    let contents = diagnostic.source_code()?.read_span(label.inner(), 0, 0).ok()?;
    Some((contents.name()?.to_string(), label.offset()))
}

/// `set NAME = VALUE`, `NAME = VALUE`: what is declared under that name, said with the value.
fn value_said(text: &str, at: usize, levels: &[Level]) -> Option<String> {
    let line = text.get(at..)?.split(['\n', ';', '#']).next()?.trim();
    let line = ["set ", "change "].iter().find_map(|verb| line.strip_prefix(verb)).unwrap_or(line).trim_start();
    let sorts = ["setting ", "option ", "value "];
    let line = sorts.iter().find_map(|sort| line.strip_prefix(sort)).unwrap_or(line).trim_start();
    let name = line.get(..line.find(|c: char| !is_wordly(c))?)?;
    let rest = line[name.len()..].trim_start();
    let rest = ["=", ":", "to ", "is "].iter().find_map(|sign| rest.strip_prefix(sign)).unwrap_or(rest);
    let (keyword, title, is_own) = declared(levels, name)?;
    let value = rest.trim();
    if value.is_empty() || value.contains('"') || name.is_empty() {
        return None;
    }
    let right = valued(keyword, &as_written(name), value, Some(&title));
    let article = crate::diag::article(keyword);
    Some(match is_own {
        true => {
            let right = right.trim_start_matches("replace ");
            format!("`{name}` is {article} {keyword} of this pack: its value stands where it is declared: `{right}`")
        }
        false => format!("`{name}` is {article} {keyword} of a pack below: `{right}`"),
    })
}

/// The setting, option or value of that name: its keyword, its title, and whether the pack itself declares it.
fn declared(levels: &[Level], name: &str) -> Option<(&'static str, String, bool)> {
    let found = |level: &Level| {
        let mut all = level.declarations();
        all.find_map(|one| Some((keyword_of(one)?, title_of(one))).filter(|_| is_named(one, name)))
    };
    let (own, below) = levels.split_last()?;
    let below = below.iter().rev().find_map(found).map(|(keyword, title)| (keyword, title, false));
    below.or_else(|| found(own).map(|(keyword, title)| (keyword, title, true)))
}

/// The title of what packs below declare; empty, if it has none.
fn title_below(levels: &[Level], keyword: &str, name: &str) -> Option<String> {
    let (_, below) = levels.split_last()?;
    let mut all = below.iter().rev().flat_map(Level::declarations);
    all.find(|one| one.keyword.text == keyword && is_named(one, name)).map(title_of)
}

fn is_named(one: &Declaration, name: &str) -> bool {
    one.names().any(|known| known.text == name.trim_matches('"'))
}

fn title_of(one: &Declaration) -> String {
    one.notes.title.as_ref().map_or_else(String::new, |title| title.text.clone())
}

fn keyword_of(one: &Declaration) -> Option<&'static str> {
    match &one.body {
        Body::Setting(..) => Some("setting"),
        Body::Option(..) => Some("option"),
        _ => None,
    }
}
