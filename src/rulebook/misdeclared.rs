//! A declaration with a slip in its name: the name that was meant is missed wherever it is written right, and the one
//! that is declared is named nowhere. One mistake, told where it was made.

use super::blame::place_of;
use super::error::{PlacedError, RulebookError, is_error, missed_name, rulebook_error};
use super::level::{Level, gather};
use crate::diag::{Diagnostic, Diagnostics, suggest};
use crate::syntax::ast::{Body, Declaration, Name, Verb};
use crate::text::{SourceId, Sources, Span, is_wordly};
use std::collections::BTreeSet;

/// The mistakes, with those that come of a misspelt declaration as one of that declaration.
pub(super) fn misdeclared(levels: &[Level], sources: &Sources, all: Diagnostics) -> Diagnostics {
    if !all.iter().any(|one| is_error(&**one) && missed_name(&**one).is_some()) {
        return all;
    }
    let mut declared = Vec::new();
    let own = levels.iter().filter(|level| !level.is_shipped);
    own.flat_map(Level::declarations).for_each(|one| gather(one, &mut declared));
    // Scripts name what is declared, too.
    let scripts = sources.iter().filter(|(_, source)| source.name.ends_with(".luau")).map(|(id, _)| id);
    let texts = OwnTexts { sources, own: declared.iter().map(|one| one.span.source).chain(scripts).collect() };
    let known: BTreeSet<String> = declared.iter().flat_map(|one| one.names()).map(|name| name.text.clone()).collect();
    declared.retain(|one| can_be_named(one));
    let (mut kept, mut told): (Diagnostics, BTreeSet<String>) = (Vec::new(), BTreeSet::new());
    for one in all {
        if is_error(&*one) && missed_name(&*one).is_some_and(|missed| told.contains(missed)) {
            continue;
        }
        // What is there and of another sort was hardly meant for a declaration with a slip.
        let is_missed = is_error(&*one)
            && !matches!(rulebook_error(&*one), Some(RulebookError::NotThere { .. } | RulebookError::BadLegend { .. }))
            && missed_name(&*one).is_some_and(|missed| !known.contains(missed));
        let Some(slip) = is_missed.then(|| Misdeclared::of(&one, &declared, &texts)).flatten() else {
            kept.push(one);
            continue;
        };
        if told.insert(slip.meant.clone()) {
            kept.push(slip.error(&one, &texts).unwrap_or(one));
        }
    }
    kept
}

/// Whether something is declared to be named by others.
fn can_be_named(one: &Declaration) -> bool {
    let is_by_itself = matches!(
        one.body,
        Body::Removed(_)
            | Body::Pack(_)
            | Body::Test(_)
            | Body::Scenario(_)
            | Body::Action(_)
            | Body::Words(_)
            | Body::Turn(_)
            | Body::Every(_)
            | Body::Reaction(_)
    );
    !is_by_itself && one.verb == Verb::Plain && one.name.is_some() && one.others.is_empty()
}

/// The texts of the packs that are the author's own.
struct OwnTexts<'a> {
    sources: &'a Sources,
    own: BTreeSet<SourceId>,
}

impl OwnTexts<'_> {
    /// How often a word stands in them.
    fn count(&self, word: &str) -> usize {
        let words = |id: &SourceId| {
            let text = &self.sources.get(*id).text;
            text.split(|c: char| !is_wordly(c)).filter(|other| *other == word).count()
        };
        self.own.iter().map(words).sum()
    }

    /// Whether nothing names a declaration but itself.
    fn names_nowhere(&self, one: &Declaration, name: &Name) -> bool {
        let is_plural_named = matches!(one.body, Body::Kind(_)) && self.count(&format!("{}s", name.text)) > 0;
        !is_plural_named && self.count(&name.text) == 1
    }
}

/// A name that is missed, and the declaration that was meant to bear it.
struct Misdeclared<'a> {
    meant: String,
    declaration: &'a Declaration,
    name: &'a Name,
}

impl<'a> Misdeclared<'a> {
    fn of(one: &Diagnostic, declared: &[&'a Declaration], texts: &OwnTexts) -> Option<Misdeclared<'a>> {
        let missed = missed_name(&**one)?;
        let help = one.help()?.to_string();
        let near = |missed: &str| {
            let names = || declared.iter().filter_map(|one| Some((*one, one.name.as_ref()?)));
            let name = suggest(missed, names().map(|(_, name)| &*name.text))?;
            names().find(|(_, known)| known.text == name)
        };
        let is_keyword = matches!(rulebook_error(&**one), Some(RulebookError::UnknownKeyword { .. }));
        let singular = missed.strip_suffix('s').filter(|_| is_keyword);
        let is_kind = |(one, _): &(&Declaration, &Name)| matches!(one.body, Body::Kind(_));
        let of_singular = singular.and_then(|missed| Some((missed, near(missed).filter(is_kind)?)));
        let (meant, (declaration, name)) = of_singular.or_else(|| Some((missed, near(missed)?)))?;
        // What is nearer than this declaration was meant instead.
        let is_nearest = help.split('`').any(|part| part == name.text || part == format!("{}s", name.text));
        let is_meant = is_nearest || !help.starts_with("did you mean");
        let meant = meant.to_string();
        (is_meant && texts.names_nowhere(declaration, name)).then_some(Misdeclared { meant, declaration, name })
    }

    /// The mistake at the declaration, if the name that was meant stands in more than one place; else where it is missed,
    /// with the declaration beside it.
    fn error(&self, one: &Diagnostic, texts: &OwnTexts) -> Option<Diagnostic> {
        let (sources, name, meant) = (texts.sources, self.name, &*self.meant);
        let (source, start, end) = place_of(sources, one)?;
        let missed = Span { source, start: start as u32, end: end as u32 };
        let sort = self.declaration.keyword.text.clone();
        let title = self.declaration.notes.title.as_ref();
        let is_titled = title.is_some_and(|title| title.text.eq_ignore_ascii_case(meant));
        let many = texts.count(meant).max(texts.count(&format!("{meant}s")));
        if is_titled || many > 1 {
            let error = RulebookError::UnknownName { sort, name: meant.to_string() };
            let help = format!("write here `{meant}`; if `{}` is right, write that wherever it is named", name.text);
            let placed = PlacedError::new(error, sources, name.span, "nothing else is called so: misspelt?", help);
            return Some(placed.and(sources, missed, name.span, "what is meant, not known here").into());
        }
        let label = one.labels()?.next()?.label()?.to_string();
        let error = rulebook_error(&**one)?.clone();
        let placed = PlacedError::new(error, sources, missed, &label, one.help()?.to_string());
        let beside = format!("the {sort} `{}`, which nothing else names", name.text);
        Some(placed.and(sources, name.span, missed, &beside).into())
    }
}
