//! Modifiers that are to be changed by another verb than those that amend: what is said of them keeps the condition that
//! the pack below has for them.

use super::level::Level;
use super::load::PackText;
use super::tried::{syntax_error, syntax_error_mut};
use crate::diag::Diagnostic;
use crate::syntax::SyntaxError;
use crate::syntax::ast::{Body, CardEntry, Declaration, ModifierDecl};
use crate::syntax::{amended_entry, amending, amending_help};
use crate::text::Sources;

impl PackText {
    /// Says the condition again, where a modifier is replaced and nothing is said of it.
    pub(super) fn keep_conditions(&mut self) {
        let (sources, levels) = (&self.sources, &self.levels);
        for diagnostic in &mut self.diagnostics {
            let Some(right) = with_condition(diagnostic, sources, levels) else { continue };
            if let Some(error) = syntax_error_mut(diagnostic) {
                error.told_better(amending_help(&right));
            }
        }
    }
}

/// The entry of a mistake as it is written here, with the condition of what it replaces.
fn with_condition(diagnostic: &Diagnostic, sources: &Sources, levels: &[Level]) -> Option<String> {
    let error = syntax_error(diagnostic)?;
    let label = diagnostic.labels()?.next().filter(|_| matches!(error, SyntaxError::UnknownEntry { .. }))?;
    let name = diagnostic.source_code()?.read_span(label.inner(), 0, 0).ok()?.name()?.to_string();
    let (_, source) = sources.iter().find(|(_, source)| *source.name == name)?;
    let right = amended_entry(amending(&source.text, label.offset())?)?;
    let card = source.text[..label.offset()].rsplit_once("card ")?.1.split_whitespace().next()?;
    let title = right.strip_prefix("replace ")?.split('"').nth(1).filter(|_| !right.contains(" when "))?;
    let of_card = |one: &&Declaration| one.names().any(|name| name.text == card.trim_matches('"'));
    let modifiers = levels.iter().flat_map(Level::declarations).filter(of_card).flat_map(modifiers);
    let old = modifiers.into_iter().find(|one| one.notes.title.as_ref().is_some_and(|one| one.text == title))?;
    let condition = sources.slice(old.condition.as_ref()?.span).trim();
    Some(format!("{right} when {condition}"))
}

/// The modifiers of a card, those in its groups too.
fn modifiers(card: &Declaration) -> Vec<&ModifierDecl> {
    let Body::Card(card) = &card.body else { return Vec::new() };
    let each = card.entries.iter().flat_map(|entry| match &entry.node {
        CardEntry::Modifier(modifier) => vec![modifier],
        CardEntry::Group(_, members) => members.iter().map(|member| &member.node).collect(),
        CardEntry::Label(_) => Vec::new(),
    });
    each.collect()
}
