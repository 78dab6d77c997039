//! What is proposed for an entry that cannot be read is tried before it is told: with the first way of writing it that
//! the rules take, names and types and all, less is wrong than before. What only reads is not proposed.

use super::error::is_error;
use super::load::PackText;
use super::options::Choices;
use crate::diag::{Diagnostic, Diagnostics};
use crate::syntax::ast::Lost;
use crate::syntax::{SyntaxError, parse};
use crate::text::SourceId;
use std::collections::BTreeSet;
use std::ops::Range;

/// For so many mistakes of a pack what is proposed is tried.
const MOST_TRIED: usize = 3;

impl PackText {
    /// Keeps of all that is proposed what the rules take.
    pub(super) fn try_proposals(&mut self) {
        let proposes = |one: &Diagnostic| syntax_error(one).is_some_and(|error| error.rewriting().is_some());
        let which: Vec<usize> = (0..self.diagnostics.len()).filter(|at| proposes(&self.diagnostics[*at])).collect();
        if which.is_empty() {
            return;
        }
        let before = errors(&self.diagnostics) + self.wrong_beyond();
        for at in which.into_iter().take(MOST_TRIED) {
            let chosen = self.diagnostics.get(at).and_then(syntax_error).and_then(|error| self.best(error, before));
            if let Some(error) = self.diagnostics.get_mut(at).and_then(syntax_error_mut) {
                error.settle(chosen);
            }
        }
    }

    /// How much is wrong beside the texts themselves.
    fn wrong_beyond(&self) -> usize {
        self.as_far_as(&Choices::none()).map_or(0, |(_, _, wrong)| errors(&wrong))
    }

    /// Which of the proposals leaves the least wrong; none if none mends its entry.
    fn best(&self, error: &SyntaxError, before: usize) -> Option<usize> {
        let (rewriting, name) = error.rewriting()?;
        let (id, source) = self.sources.iter().find(|(_, source)| *source.name == *name)?;
        let (start, end) = (rewriting.at.offset(), rewriting.at.offset() + rewriting.at.len());
        let mut best: Option<(usize, usize)> = None;
        for (at, right) in rewriting.texts.iter().enumerate() {
            let text = format!("{}{right}{}", source.text.get(..start)?, source.text.get(end..)?);
            let Some(wrong) = self.wrong_with(id, &text, start..start + right.len()) else { continue };
            if best.is_none_or(|(_, least)| wrong < least) {
                best = Some((at, wrong));
            }
            if wrong < before {
                break;
            }
        }
        best.map(|(at, _)| at)
    }

    /// How much is wrong where one text says something else; none if something is within what it says otherwise.
    fn wrong_with(&self, id: SourceId, text: &str, changed: Range<usize>) -> Option<usize> {
        let sources = self.sources.with(id, text);
        let (tree, mut mistakes) = parse(&sources, id);
        let others = self.diagnostics.iter().filter(|one| is_error(&***one) && !stands_in(one, &sources.get(id).name));
        let others = others.count();
        let (mut levels, mut lost) = (self.levels.clone(), Lost::default());
        let level = levels.iter_mut().find(|level| level.tree(id).is_some())?;
        *level = level.with(id, tree);
        levels.iter().flat_map(|level| level.trees()).for_each(|tree| lost.join(&tree.lost));
        let changed_pack = PackText {
            sources,
            levels,
            scripts: self.scripts.clone(),
            diagnostics: Vec::new(),
            is_broken: false,
            lost,
            sound: BTreeSet::new(),
        };
        if let Some((_, _, wrong)) = changed_pack.as_far_as(&Choices::none()) {
            mistakes.extend(wrong);
        }
        let name = &changed_pack.sources.get(id).name;
        let is_within = |one: &Diagnostic| {
            let label = one.labels().and_then(|mut labels| labels.next());
            stands_in(one, name)
                && label.is_some_and(|at| at.offset() < changed.end && at.offset() + at.len() > changed.start)
        };
        // A unit that lacks is told next, and is no reason against the rest.
        let is_unit = |one: &Diagnostic| one.code().is_some_and(|code| code.to_string().ends_with("::unit_mismatch"));
        let is_wrong_itself = mistakes.iter().any(|one| is_error(&**one) && is_within(one) && !is_unit(one));
        (!is_wrong_itself).then(|| errors(&mistakes) + others)
    }
}

fn errors(all: &Diagnostics) -> usize {
    all.iter().filter(|one| is_error(&***one)).count()
}

/// Whether a mistake is shown in the text of that name.
fn stands_in(one: &Diagnostic, name: &str) -> bool {
    let label = one.labels().and_then(|mut labels| labels.next());
    let contents = label.and_then(|label| one.source_code()?.read_span(label.inner(), 0, 0).ok());
    contents.is_some_and(|contents| contents.name() == Some(name))
}

fn syntax_error(one: &Diagnostic) -> Option<&SyntaxError> {
    let error: &(dyn std::error::Error + Send + Sync + 'static) = &**one;
    error.downcast_ref()
}

fn syntax_error_mut(one: &mut Diagnostic) -> Option<&mut SyntaxError> {
    let error: &mut (dyn std::error::Error + Send + Sync + 'static) = &mut **one;
    error.downcast_mut()
}
