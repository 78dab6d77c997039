//! What a pack changes that no pack below it has, and another pack has: then it stands on the wrong one, or on none, and
//! that is said once, where it says on which.

use super::amend;
use super::error::{PlacedError, RulebookError};
use super::level::Level;
use crate::diag::{Diagnostic, did_you_mean};
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
    /// How much of what is changed it has.
    count: usize,
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
            let found: Vec<_> =
                changed.iter().filter(|one| texts.iter().any(|text| declares(text, one.0, &one.1.text))).collect();
            if let Some((keyword, name)) = found.first()
                && best.as_ref().is_none_or(|(most, _)| found.len() > *most)
            {
                let changed = (keyword.to_string(), name.text.clone(), name.span);
                best = Some((found.len(), MeantBelow { pack, changed, count: found.len() }));
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
        let error = RulebookError::NotThere { sort: sort.clone(), name: name.clone(), verb: "amend" };
        let article = crate::diag::article(&sort);
        let theirs = format!("the pack `{}` has {article} {sort} of this name", self.pack);
        let Some(below) = &top.extends else {
            let placed = PlacedError::new(
                error,
                sources,
                said.span,
                "it stands on no other pack",
                format!("{theirs}: `{line}`"),
            );
            return Some(placed.and(sources, at, said.span, "changed here").into());
        };
        let here = format!("it has no {sort} `{name}`");
        if self.count > 1 {
            let placed = PlacedError::new(error, sources, below.span, &here, format!("{theirs}: `{line}`"));
            return Some(placed.and(sources, at, below.span, "changed here").into());
        }
        let own: Vec<&str> = levels
            .iter()
            .flat_map(Level::declarations)
            .filter(|one| one.keyword.text == sort)
            .flat_map(declared)
            .collect();
        let declare = format!(
            "what is new is declared whole, without `add`: `{sort} {} {{ … }}`",
            super::show::as_written(&name)
        );
        let known = match own.is_empty() {
            true => declare,
            false => format!("{}; {declare}", crate::diag::listed(&own)),
        };
        let help = format!("{}; {theirs}, and `{}` does not stand on it", did_you_mean(&name, own, &known), said.text);
        let placed = PlacedError::new(error, sources, at, "changed here", help);
        Some(placed.and(sources, below.span, at, &here).into())
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
pub(super) fn declares(text: &str, keyword: &str, name: &str) -> bool {
    let heads = [format!("{keyword} {name}"), format!("{keyword} \"{name}\"")];
    text.lines().any(|line| {
        let line = line.trim_start();
        heads.iter().any(|head| line.strip_prefix(head.as_str()).is_some_and(|rest| !rest.starts_with(is_wordly)))
    })
}
