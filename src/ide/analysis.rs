//! A pack as it stands in the editor: read whole, resolved as far as it goes, with the last rulebook that was whole.

use super::examine::own_scripts;
use super::lexeme::range;
use crate::compare::{SampleWorth, samples};
use crate::diag::{Diagnostic, Diagnostics};
use crate::judge::judge_some;
use crate::odds::kit;
use crate::play::Rules;
use crate::rulebook::{Choices, Named, PackText, Rulebook, Sort};
use crate::script::compile_check;
use crate::syntax::ast::{Body, StepNode};
use crate::text::{Files, Source, SourceId, Sources, Span};
use crate::value::{KindId, ModifierId, SetId, Symbol};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many sentences are tried in which modifiers may count, so that nobody waits long.
const MOST_TRIED: usize = 6_000;

/// A pack as it stands in the editor.
pub(crate) struct Analysis {
    /// The name of the pack.
    pub pack: String,
    /// What is wrong with it under its own options.
    pub diagnostics: Diagnostics,
    /// The rulebook as far as it goes.
    pub(super) book: Arc<Rulebook>,
    /// The last rulebook with which nothing was wrong.
    pub(super) good: Option<Arc<Rulebook>>,
    pub(super) text: PackText,
    /// What is named where, in the order of each text.
    places: BTreeMap<SourceId, Vec<(Span, Named)>>,
    samples: OnceCell<BTreeMap<ModifierId, SampleWorth>>,
}

impl Analysis {
    /// Reads a pack. What was known before is kept where the pack is so broken that nothing can be told.
    pub(crate) fn of(files: &dyn Files, pack: &str, before: Option<&Analysis>) -> Analysis {
        let mut text = PackText::again(files, pack, before.map(|before| &before.text));
        let mut diagnostics = text.mistakes();
        let known = before.and_then(|before| before.good.clone());
        let (book, is_whole) = match text.as_far_as(&Choices::none()) {
            Some((book, is_whole, wrong)) => {
                diagnostics.extend(wrong);
                (Arc::new(book), is_whole && diagnostics.iter().all(|one| !is_error(one)))
            }
            None => (before.map_or_else(|| Arc::new(Rulebook::empty()), |before| before.book.clone()), false),
        };
        if is_whole {
            diagnostics.extend(of_scripts(files, pack, &book));
        }
        let good = if is_whole { Some(book.clone()) } else { known };
        let places = places(&book);
        Analysis { pack: pack.to_string(), diagnostics, book, good, text, places, samples: OnceCell::new() }
    }

    /// Every text of it.
    pub(crate) fn sources(&self) -> &Sources {
        &self.book.sources
    }

    /// The text of that name.
    pub(crate) fn source(&self, name: &str) -> Option<(SourceId, &Source)> {
        self.sources().iter().find(|(_, source)| *source.name == *name)
    }

    /// What is named in a text, in its order.
    pub(super) fn places(&self, source: SourceId) -> &[(Span, Named)] {
        self.places.get(&source).map_or(&[], Vec::as_slice)
    }

    /// All that is named anywhere.
    pub(super) fn all_places(&self) -> impl Iterator<Item = &(Span, Named)> {
        self.places.values().flatten()
    }

    /// The smallest name around a place.
    pub(super) fn named_at(&self, source: SourceId, at: usize) -> Option<(Span, Named)> {
        let around =
            self.places(source).iter().filter(|(span, _)| range(*span).contains(&at) || span.end as usize == at);
        around.min_by_key(|(span, _)| (!range(*span).contains(&at), span.end - span.start)).copied()
    }

    /// The rules, with nobody in play.
    pub(super) fn rules(&self) -> Option<Arc<Rules>> {
        Some(kit(self.good.clone()?).rules(None))
    }

    /// For each modifier a sentence in which it counts: those of the tests first.
    pub(super) fn samples(&self) -> &BTreeMap<ModifierId, SampleWorth> {
        self.samples.get_or_init(|| {
            let Some(rules) = self.rules() else { return BTreeMap::new() };
            samples(&rules, asked_in_tests(&rules.book), MOST_TRIED)
        })
    }

    /// The declarations that stand in a text.
    pub(super) fn declared_in(&self, name: &str) -> Vec<&crate::syntax::ast::Declaration> {
        let sources = self.text.sources();
        self.text.declarations().filter(|one| *sources.get(one.span.source).name == *name).collect()
    }
}

/// The sentences that tests ask.
fn asked_in_tests(book: &Rulebook) -> Vec<String> {
    let steps = book.tests.iter().flat_map(|test| &test.steps);
    let asked = steps.filter_map(|step| match &step.node {
        StepNode::Ask(text) => Some(text.text.clone()),
        _ => None,
    });
    asked.collect()
}

fn is_error(one: &Diagnostic) -> bool {
    matches!(one.severity(), None | Some(miette::Severity::Error))
}

/// What is wrong with the scripts of the pack itself under its own options.
fn of_scripts(files: &dyn Files, pack: &str, book: &Arc<Rulebook>) -> Diagnostics {
    let own = own_scripts(files, pack);
    if own.is_empty() {
        return Vec::new();
    }
    let program = kit(book.clone()).program;
    let mut wrong = compile_check(&program);
    let judged = judge_some(book, &program, |path| own.iter().any(|own| own == path)).into_iter();
    wrong.extend(judged.map(|one| Box::new(one) as Diagnostic));
    wrong
}

/// What is named where: uses, and the declarations themselves.
fn places(book: &Rulebook) -> BTreeMap<SourceId, Vec<(Span, Named)>> {
    let mut all: Vec<(Span, Named)> = book.usage.places().to_vec();
    for sort in Sort::ALL.into_iter().filter(|sort| !matches!(sort, Sort::Item | Sort::Tag | Sort::Script | Sort::Turn))
    {
        let found = book.names.visible(sort).filter_map(|name| book.names.find(sort, name));
        all.extend(found.map(|at| (book.head_of(sort, at).span, Named::Declared(sort, at))));
    }
    let items = book.items.iter().enumerate();
    all.extend(items.map(|(at, item)| (item.head.span, Named::Declared(Sort::Item, at as u16))));
    for (set, declared) in book.sets.iter().enumerate() {
        let words = declared.words.iter().enumerate();
        all.extend(words.map(|(at, word)| (word.span, Named::Word(Symbol { set: SetId(set as u16), at: at as u16 }))));
    }
    for (kind, declared) in book.kinds.iter().enumerate() {
        let fields = declared.fields.iter().enumerate();
        all.extend(fields.map(|(at, field)| (field.head.span, Named::Field(KindId(kind as u16), at as u16))));
    }
    all.sort();
    all.dedup();
    let mut by_source: BTreeMap<SourceId, Vec<(Span, Named)>> = BTreeMap::new();
    for (span, named) in all {
        by_source.entry(span.source).or_default().push((span, named));
    }
    by_source
}

/// Whether a declaration is a test.
pub(super) fn is_test(body: &Body) -> bool {
    matches!(body, Body::Test(_))
}
