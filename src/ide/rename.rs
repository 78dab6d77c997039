//! A new name for something, everywhere: refused where it cannot be proved that nothing else changes.

use super::trial::ends_of;
use super::{Analysis, Entity, examine};
use crate::rulebook::{Layered, Sort, as_written};
use crate::syntax::parse_expr;
use crate::text::{Files, OverlayFiles, Sources, Span, is_wordly};
use std::collections::BTreeMap;

/// A change of a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PlacedEdit {
    /// The name of the text.
    pub source: String,
    /// The first byte that goes.
    pub start: usize,
    /// One past the last byte that goes.
    pub end: usize,
    /// What comes in its place.
    pub right: String,
}

/// The edits that give something another name in all these packs, each with the files it is found in.
///
/// # Errors
/// Why it cannot be done, in words: the name is none, the thing belongs to others, or afterwards something else would be
/// wrong or come out otherwise.
pub(crate) fn rename(
    packs: &[(&Analysis, &dyn Files)],
    entity: &Entity,
    name: &str,
    is_ours: impl Fn(&str) -> bool,
) -> Result<Vec<PlacedEdit>, String> {
    may_be_renamed(entity, name)?;
    let mut edits = Vec::new();
    for (analysis, _) in packs {
        if !analysis.is_whole() {
            return Err(format!("`{}` has mistakes: mend them first", analysis.pack));
        }
        let foreign = analysis.definitions(entity).into_iter().map(|span| &analysis.sources().get(span.source).name);
        if let Some(foreign) = foreign.into_iter().find(|file| !is_ours(file)) {
            return Err(format!("it is declared in `{foreign}`, which is not yours to change"));
        }
        let places = analysis.references(entity);
        edits.extend(places.into_iter().filter_map(|span| edit(analysis, span, entity.name(), name)));
    }
    edits.sort();
    edits.dedup();
    edits.retain(|edit| is_ours(&edit.source));
    if edits.is_empty() {
        return Err("its name stands nowhere: what holds for all actions of a phase has none".to_string());
    }
    packs.iter().try_for_each(|(analysis, files)| is_proved(analysis, *files, &edits, name))?;
    Ok(edits)
}

fn may_be_renamed(entity: &Entity, name: &str) -> Result<(), String> {
    if let Entity::Declared(Sort::Script | Sort::Test | Sort::Words | Sort::Turn, ..) = entity {
        return Err("this has no name that can be changed here: a script is called as its file is".to_string());
    }
    // What holds for every action of a phase goes by no name of its own.
    if matches!(entity, Entity::Declared(Sort::Every, ..)) && entity.name().contains(' ') {
        return Err("this has no name: it holds for every action of a phase".to_string());
    }
    let mut sources = Sources::default();
    let id = sources.add("name", name);
    let is_word = name.chars().all(is_wordly)
        && name.chars().next().is_some_and(|first| !first.is_numeric())
        && parse_expr(&sources, id).is_ok_and(|expr| matches!(expr.node, crate::syntax::ast::ExprNode::Name(_)));
    let is_quotable = !name.trim().is_empty() && !name.contains(['"', '\\', '\n', '{', '}', ',']);
    match (is_word, is_quotable) {
        (true, _) => Ok(()),
        (false, true) if name.contains(' ') => Ok(()),
        _ => Err(format!("`{name}` cannot be a name: write letters, digits and `_`, a letter first")),
    }
}

/// The edit of one place, in the manner in which the name stands there.
fn edit(analysis: &Analysis, span: Span, old: &str, name: &str) -> Option<PlacedEdit> {
    let held = analysis.sources().get(span.source);
    let there = held.text.get(span.start as usize..span.end as usize)?;
    let is_in_text = held.text[..span.start as usize].ends_with(['"', '\'']) || held.name.ends_with(".luau");
    let right = match there {
        quoted if quoted.starts_with('"') && quoted.trim_matches('"') == old => format!("\"{name}\""),
        bare if bare == old && (is_in_text || !is_expression(analysis, span)) => name.to_string(),
        bare if bare == old => as_written(name),
        // A fact in the braces of a pattern.
        pattern if pattern.trim_matches(['{', '}']) == old => format!("{{{name}}}"),
        // A cell or a list that holds more than the name, or a text around it: its own places are found besides.
        _ => return None,
    };
    Some(PlacedEdit { source: held.name.to_string(), start: span.start as usize, end: span.end as usize, right })
}

/// Whether a place is one of the rules themselves, where a name of several words needs quotes.
fn is_expression(analysis: &Analysis, span: Span) -> bool {
    analysis.places(span.source).iter().any(|(known, _)| *known == span)
}

/// Whether a pack checks as before, and its tests come out as before, with the edits made.
fn is_proved(analysis: &Analysis, files: &dyn Files, edits: &[PlacedEdit], name: &str) -> Result<(), String> {
    let changed = Layered { top: &with(files, edits, analysis), below: files };
    if !examine(files, &analysis.pack, &|| false).errors.is_empty() {
        return Err(format!("`{}` has mistakes: mend them first", analysis.pack));
    }
    if let Some(wrong) = examine(&changed, &analysis.pack, &|| false).errors.first() {
        return Err(format!("with the name `{name}` this would be wrong: {wrong}"));
    }
    let ends = |files: &dyn Files| {
        let ends = ends_of(files, &analysis.pack, |_| true).unwrap_or_default();
        ends.into_iter().map(|end| (end.title, end.failures.is_empty())).collect::<Vec<_>>()
    };
    let (before, after) = (ends(files), ends(&changed));
    match before.iter().zip(&after).find(|(one, other)| one != other) {
        Some(((title, _), _)) => Err(format!("with the name `{name}` the test `{title}` would come out otherwise")),
        None => Ok(()),
    }
}

/// The files of a pack that the edits change, as they would be.
fn with(files: &dyn Files, edits: &[PlacedEdit], analysis: &Analysis) -> OverlayFiles {
    let mut by_source: BTreeMap<&str, Vec<&PlacedEdit>> = BTreeMap::new();
    edits.iter().for_each(|edit| by_source.entry(&edit.source).or_default().push(edit));
    let mut changed = OverlayFiles::default();
    for pack in &analysis.book.chain {
        for folder in [format!("rules/{pack}"), format!("scripts/{pack}")] {
            for file in files.tree(&folder) {
                let path = format!("{folder}/{file}");
                let shown = files.shown(&path);
                let Some(edits) = by_source.get(&*shown) else { continue };
                let Some(mut text) = files.read(&path).and_then(|bytes| String::from_utf8(bytes).ok()) else {
                    continue;
                };
                for edit in edits.iter().rev().filter(|edit| edit.end <= text.len()).collect::<Vec<_>>() {
                    text.replace_range(edit.start..edit.end, &edit.right);
                }
                changed = changed.with(&path, &shown, &text);
            }
        }
    }
    changed
}
