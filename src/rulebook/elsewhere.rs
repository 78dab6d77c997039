//! What a pack changes that no pack below it has, and another pack has: then it stands on the wrong one, or on none, and
//! that is said once, where it says on which.

use super::amend;
use super::error::{PlacedError, RulebookError};
use super::level::Level;
use crate::diag::Diagnostic;
use crate::syntax::ast::{Body, Declaration, Name, Verb};
use crate::text::{Files, Sources, Span, is_wordly};
use std::collections::BTreeSet;

/// The pack that was probably meant.
#[derive(Clone)]
pub(super) struct MeantBelow {
    /// Its name.
    pack: String,
    /// What it has: the keyword, the name, where it is changed.
    changed: (String, String, Span),
}

impl MeantBelow {
    /// Looks for a pack that has what the highest one changes, if none of those below has any of it.
    pub(super) fn of(files: &dyn Files, levels: &[Level]) -> Option<MeantBelow> {
        let top = levels.last()?;
        if top.is_shipped {
            return None;
        }
        let changed = changes(top);
        let known: BTreeSet<&str> = levels.iter().flat_map(Level::declarations).flat_map(declared).collect();
        if changed.is_empty() || changed.iter().any(|one| known.contains(&*one.1.text)) {
            return None;
        }
        let others = files.folders("rules").into_iter().filter(|pack| levels.iter().all(|level| *level.name != **pack));
        let mut best: Option<(usize, MeantBelow)> = None;
        for pack in others {
            let folder = format!("rules/{pack}");
            let texts = files.tree(&folder).into_iter().filter(|name| name.ends_with(".fray"));
            let texts = texts.filter_map(|name| files.read(&format!("{folder}/{name}")));
            let texts: Vec<String> = texts.filter_map(|bytes| String::from_utf8(bytes).ok()).collect();
            let found: Vec<_> = changed.iter().filter(|one| texts.iter().any(|text| declares(text, one))).collect();
            if let Some((keyword, name)) = found.first()
                && best.as_ref().is_none_or(|(most, _)| found.len() > *most)
            {
                let changed = (keyword.to_string(), name.text.clone(), name.span);
                best = Some((found.len(), MeantBelow { pack, changed }));
            }
        }
        best.map(|(_, meant)| meant)
    }

    /// The mistake, where the pack says on which it stands.
    pub(super) fn error(&self, levels: &[Level], sources: &Sources) -> Option<Diagnostic> {
        let top = levels.last()?;
        let head = top.declarations().find(|one| matches!(one.body, Body::Pack(_)))?;
        let (sort, name, at) = self.changed.clone();
        let said = head.name.as_ref()?;
        let title =
            head.notes.title.as_ref().map_or_else(|| "\"TITLE\"".to_string(), |title| format!("\"{}\"", title.text));
        let pack = super::show::as_written(&self.pack);
        let line = format!("pack {} {title} extends {pack}", super::show::as_written(&said.text));
        let (place, label) = match &top.extends {
            Some(below) => (below.span, format!("it has no {sort} `{name}`")),
            None => (said.span, "it stands on no other pack".to_string()),
        };
        let error = RulebookError::NotThere { sort: sort.clone(), name: name.clone(), verb: "amend" };
        let help =
            format!("the pack `{}` has {} {sort} of this name: `{line}`", self.pack, crate::diag::article(&sort));
        let placed = PlacedError::new(error, sources, place, &label, help);
        Some(placed.and(sources, at, place, "changed here").into())
    }
}

/// What a pack changes, by keyword and name.
fn changes(level: &Level) -> Vec<(&str, &Name)> {
    fn gather<'a>(one: &'a Declaration, all: &mut Vec<(&'a str, &'a Name)>) {
        match &one.body {
            Body::When(_, inner) => inner.iter().for_each(|one| gather(one, all)),
            _ if one.verb == Verb::Replace || matches!(one.body, Body::Removed(_)) || amend::amends(one) => {
                all.extend(one.names().map(|name| (&*one.keyword.text, name)));
            }
            _ => {}
        }
    }
    let mut all = Vec::new();
    level.declarations().for_each(|one| gather(one, &mut all));
    all
}

/// The names that a declaration declares.
fn declared(one: &Declaration) -> Vec<&str> {
    match &one.body {
        Body::When(_, inner) => inner.iter().flat_map(declared).collect(),
        Body::Things(things) => {
            things.grid.rows.iter().filter_map(|row| Some(amend::unquoted(&row.cells.first()?.text))).collect()
        }
        _ if one.verb == Verb::Plain && !amend::amends(one) => one.names().map(|name| &*name.text).collect(),
        _ => Vec::new(),
    }
}

/// Whether a text declares something of a keyword under a name.
fn declares(text: &str, (keyword, name): &(&str, &Name)) -> bool {
    let heads = [format!("{keyword} {}", name.text), format!("{keyword} \"{}\"", name.text)];
    text.lines().any(|line| {
        let line = line.trim_start();
        heads.iter().any(|head| line.strip_prefix(head.as_str()).is_some_and(|rest| !rest.starts_with(is_wordly)))
    })
}
