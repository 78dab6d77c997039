//! A rulebook under another reading of one option, of which only what the option touches is resolved anew. For the odds of
//! checks: there are a hundred readings to compare, and each touches a few lines.

use super::bearing::Bearing;
use super::load::PackText;
use super::merge;
use super::merged::Merged;
use super::names::Sort;
use super::options::{self, Choices, Chosen};
use super::resolver::{Inference, Resolver};
use super::says::Says;
use super::{OptionChoice, Rulebook, Type};
use crate::syntax::ast::Body;
use crate::text::Sources;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The rules of a text under one choice of options, to be compared with those under others.
pub struct Variations<'t> {
    text: &'t PackText,
    bearing: Bearing<'t>,
    base: Arc<Rulebook>,
    made_of: BTreeSet<Arc<str>>,
}

impl<'t> Variations<'t> {
    /// Of a text, and of the rulebook that it is under the choice with which others are compared. Of interest is a check
    /// that is made of what these names declare.
    pub fn new(text: &'t PackText, base: Arc<Rulebook>, made_of: BTreeSet<Arc<str>>) -> Variations<'t> {
        Variations { text, bearing: text.bearing(), base, made_of }
    }

    /// Whether the readings of an option can change the odds of the check.
    pub fn bears(&self, option: &str) -> bool {
        self.bearing.on_odds(option, &self.made_of)
    }

    /// The rulebook under a choice that differs from the base in this option, as far as the odds of the check go. None
    /// if the option may change more than single lines: then all has to be resolved.
    pub fn under(&self, option: &str, choices: &Choices) -> Option<Arc<Rulebook>> {
        let touched = self.bearing.touched(option, &self.made_of)?;
        let (mut sources, mut wrong) = (Sources::clone(&self.base.sources), Vec::new());
        let chosen = options::choose(&self.text.levels, choices, &mut sources, &mut wrong);
        let merged = merge::merge(&self.text.levels, &chosen, Some(&touched), (&sources, &mut wrong));
        // What checks share comes along, as far as it is there.
        let is_touched = |sort: Sort| sort != Sort::Every;
        let wanted = touched.iter().filter(|(sort, _)| is_touched(**sort)).map(|(_, names)| names.len());
        let found = merged.list.iter().filter(|declared| is_touched(declared.sort));
        if !wrong.is_empty() || found.count() != wanted.sum::<usize>() {
            return None;
        }
        let resolver = Resolver::over(&sources, &merged, &self.base)?;
        resolver.resolve_over(&self.base, option, &chosen).map(Arc::new)
    }
}

impl<'a> Resolver<'a> {
    /// One that begins with a finished rulebook, in which everything that is merged has its place.
    fn over(sources: &'a Sources, merged: &'a Merged<'a>, base: &Rulebook) -> Option<Resolver<'a>> {
        let mut resolver = Resolver::new(sources, merged, Vec::new(), Vec::new(), Vec::new());
        resolver.book = base.clone();
        resolver.settings = vec![Inference::Done; base.settings.len()];
        resolver.values = vec![Inference::Done; base.values.len()];
        resolver.functions = vec![Inference::Done; base.functions.len()];
        for (at, set) in base.sets.iter().enumerate() {
            let words = set.words.iter().map(|word| word.name.to_string()).collect();
            resolver.sets.entry(words).or_insert(at as u16);
        }
        for (position, declared) in merged.list.iter().enumerate() {
            let at = base.names.find(declared.sort, &declared.name.text)?;
            resolver.ids.push(Some(at));
            resolver.positions.put(declared.sort, at, position);
            let progress = match declared.sort {
                Sort::Setting => &mut resolver.settings,
                Sort::Value => &mut resolver.values,
                Sort::Function => &mut resolver.functions,
                _ => continue,
            };
            progress[usize::from(at)] = Inference::Waiting;
        }
        Some(resolver)
    }

    /// Resolves what is merged in the order of the whole; none if something is wrong with it, or is of another type than
    /// before, so that others may mean something else.
    fn resolve_over(mut self, base: &Rulebook, option: &str, chosen: &Chosen) -> Option<Rulebook> {
        self.choose(option, chosen)?;
        self.heads_again()?;
        self.table_types();
        self.figure_types();
        self.function_types();
        self.fact_types();
        self.settings_values_and_functions();
        self.tables();
        self.figures();
        self.facts();
        self.cards();
        self.each_check();
        self.opposed_chains();
        let is_same = self.merged.list.iter().zip(&self.ids).all(|(declared, at)| {
            let at = at.map_or(0, usize::from);
            type_of(&self.book, declared.sort, at) == type_of(base, declared.sort, at)
        });
        if !is_same || !self.diagnostics.is_empty() {
            return None;
        }
        self.reads();
        Some(self.book)
    }

    /// The heads of what is merged, which may now be declared elsewhere; none if it is of somebody else.
    fn heads_again(&mut self) -> Option<()> {
        for (declared, at) in self.merged.list.iter().zip(&self.ids) {
            let (Says::Whole(declaration), Some(at)) = (&declared.says, at.map(usize::from)) else { return None };
            let (book, own) = (&self.book, self.declared_head(declared, declaration));
            let is_same_owner = match &declaration.body {
                Body::Value(value) => book.values[at].owner == value.owner,
                Body::Function(function) => book.functions[at].owner == function.owner,
                Body::Track(track) => book.tracks[at].owner == track.owner,
                _ => true,
            };
            let head = match declared.sort {
                Sort::Setting => &mut self.book.settings[at].head,
                Sort::Value => &mut self.book.values[at].head,
                Sort::Function => &mut self.book.functions[at].head,
                Sort::Table => &mut self.book.tables[at].head,
                Sort::Track => &mut self.book.tracks[at].head,
                Sort::Fact => &mut self.book.facts[at].head,
                // These get theirs with all the rest.
                _ => continue,
            };
            *head = own;
            is_same_owner.then_some(())?;
        }
        Some(())
    }

    /// Puts the choice of an option in force.
    fn choose(&mut self, option: &str, chosen: &Chosen) -> Option<()> {
        let at = usize::from(self.book.names.find(Sort::Option, option)?);
        let said = &chosen.get(option)?.chosen;
        let choice = match self.book.options[at].readings {
            None => OptionChoice::On(said == "on"),
            Some(set) => OptionChoice::Reading(self.book.symbol_in(set, said)?),
        };
        self.book.options[at].chosen = choice;
        Some(())
    }
}

/// What others know of a declaration.
fn type_of(book: &Rulebook, sort: Sort, at: usize) -> Vec<(Type, Option<u16>)> {
    match sort {
        Sort::Table => {
            let table = &book.tables[at];
            let keys = table.keys.iter().map(|key| (key.r#type.clone(), key.unit));
            keys.chain([(table.result.clone(), table.unit)]).collect()
        }
        Sort::Track => vec![(book.tracks[at].r#type.clone(), book.tracks[at].unit)],
        Sort::Setting => vec![(book.settings[at].r#type.clone(), None)],
        Sort::Value => vec![(book.values[at].r#type.clone(), None)],
        Sort::Function => {
            let function = &book.functions[at];
            let parameters = function.parameters.iter().map(|one| (one.r#type.clone(), None));
            parameters.chain([(function.r#type.clone(), None)]).collect()
        }
        Sort::Fact => vec![(book.facts[at].r#type.clone(), book.facts[at].unit)],
        _ => Vec::new(),
    }
}
