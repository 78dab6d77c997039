//! What is proposed for an entry that cannot be read is tried before it is told: with the first way of writing it that
//! the rules take, names and types and all, less is wrong than before. What only reads is not proposed.

use super::Rulebook;
use super::error::is_error;
use super::load::PackText;
use super::options::Choices;
use crate::diag::{Diagnostic, Diagnostics};
use crate::syntax::ast::{Declaration, Lost};
use crate::syntax::{SyntaxError, TextEdit, edit_of, is_keyword, keywords, parse};
use crate::text::{SourceId, is_wordly};
use std::collections::BTreeSet;

/// For so many mistakes of a pack what is proposed is tried.
const MOST_TRIED: usize = 3;
/// So often at most the rules are resolved for that.
const MOST_RESOLVED: usize = 10;
/// So many further changes one proposal may need.
const MOST_FURTHER: usize = 2;

/// What is wrong where a proposal is taken.
struct Outcome {
    /// How many errors there are, in the proposal and beside it.
    wrong: usize,
    /// What is wrong within the proposal itself has these changes, one after the other.
    further: Vec<TextEdit>,
    /// Whether only units lack within it.
    lacks_units: bool,
}

/// What is tried of one mistake.
struct EntryTrial<'a> {
    id: SourceId,
    start: usize,
    end: usize,
    /// How much is wrong now.
    before: usize,
    /// What is said of that.
    known: &'a BTreeSet<String>,
}

impl PackText {
    /// Keeps of all that is proposed what the rules take.
    pub(super) fn try_proposals(&mut self) {
        let proposes = |one: &Diagnostic| syntax_error(one).is_some_and(|error| error.rewriting().is_some());
        let which: Vec<usize> = (0..self.diagnostics.len()).filter(|at| proposes(&self.diagnostics[*at])).collect();
        if which.is_empty() {
            return;
        }
        let known = self.as_far_as(&Choices::none());
        let (book, wrong) = known.map_or((None, Vec::new()), |(book, _, wrong)| (Some(book), wrong));
        let said: BTreeSet<String> = wrong.iter().map(|one| one.to_string()).collect();
        let (before, mut left) = (errors(&self.diagnostics) + errors(&wrong), MOST_RESOLVED);
        for at in which.into_iter().take(MOST_TRIED) {
            let error = self.diagnostics.get(at).and_then(syntax_error);
            let chosen = error.and_then(|error| self.best(error, book.as_ref(), (before, &said), &mut left));
            if let Some(error) = self.diagnostics.get_mut(at).and_then(syntax_error_mut) {
                error.settle(chosen);
            }
        }
    }

    /// The proposal that leaves the least wrong; none if none mends its entry.
    fn best(
        &self,
        error: &SyntaxError,
        book: Option<&Rulebook>,
        (before, known): (usize, &BTreeSet<String>),
        left: &mut usize,
    ) -> Option<String> {
        let (rewriting, name) = error.rewriting()?;
        let (id, _) = self.sources.iter().find(|(_, source)| *source.name == *name)?;
        let (start, end) = (rewriting.at.offset(), rewriting.at.offset() + rewriting.at.len());
        let trial = EntryTrial { id, start, end, before, known };
        let written = self.sources.get(id).text.get(start..end)?;
        let mut best: Option<(String, usize)> = None;
        let mut unsure: Vec<(String, Outcome)> = Vec::new();
        for right in rewriting.texts.iter().filter(|right| !loses(book, written, right)) {
            let Some(mut outcome) = self.outcome(&trial, right, left) else { continue };
            let mut right = right.clone();
            if outcome.lacks_units
                && let Some((whole, better)) = self.mended(&trial, &right, &outcome, left)
            {
                (right, outcome) = (whole, better);
            }
            if !outcome.further.is_empty() && !outcome.lacks_units {
                unsure.push((right, outcome));
                continue;
            }
            let wrong = outcome.wrong;
            if best.as_ref().is_none_or(|(_, least)| wrong < *least) {
                best = Some((right, wrong));
            }
            if wrong < before {
                break;
            }
        }
        // What needs more than this to be right is better than nothing.
        let further = || {
            let mut mended =
                unsure.iter().take(2).filter_map(|(right, outcome)| self.mended(&trial, right, outcome, left));
            mended.find(|(_, outcome)| outcome.further.is_empty() && outcome.wrong < before).map(|(right, _)| right)
        };
        best.map(|(right, _)| right).or_else(further)
    }

    /// A proposal with the changes that what is wrong within it has of its own, and how it is then.
    fn mended(
        &self,
        trial: &EntryTrial,
        right: &str,
        outcome: &Outcome,
        left: &mut usize,
    ) -> Option<(String, Outcome)> {
        let mut whole = right.to_string();
        let mut edits: Vec<&TextEdit> = outcome.further.iter().take(MOST_FURTHER).collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.start));
        for edit in edits {
            let at = edit.start.checked_sub(trial.start)?..edit.end.checked_sub(trial.start)?;
            whole.get(at.clone())?;
            whole.replace_range(at, &edit.right);
        }
        let outcome = self.outcome(trial, &whole, left)?;
        (outcome.wrong < trial.before || outcome.further.is_empty()).then_some((whole, outcome))
    }

    /// What is wrong where a text says something else at a place; none if something is wrong within it of which nobody
    /// knows more.
    fn outcome(&self, trial: &EntryTrial, right: &str, left: &mut usize) -> Option<Outcome> {
        let (id, before) = (trial.id, &self.sources.get(trial.id).text);
        let text = format!("{}{right}{}", before.get(..trial.start)?, before.get(trial.end..)?);
        let changed = trial.start..trial.start + right.len();
        let sources = self.sources.with(id, &text);
        let (tree, mut mistakes) = parse(&sources, id);
        let name = sources.get(id).name.clone();
        let is_within = |one: &Diagnostic| {
            let label = one.labels().and_then(|mut labels| labels.next());
            let is_at = |label: miette::LabeledSpan| {
                label.offset() < changed.end && label.offset() + label.len() > changed.start
            };
            stands_in(one, &name) && label.is_some_and(is_at)
        };
        if *left == 0 || mistakes.iter().any(|one| is_error(&**one) && is_within(one)) {
            return None;
        }
        *left -= 1;
        let others = self.diagnostics.iter().filter(|one| is_error(&***one) && !stands_in(one, &name)).count();
        let (mut levels, mut lost) = (self.levels.clone(), Lost::default());
        let level = levels.iter_mut().find(|level| level.tree(id).is_some())?;
        // What else the declaration around says now is wrong because of it.
        let is_around = |one: &&Declaration| {
            one.span.source == id && (one.span.start as usize..one.span.end as usize).contains(&changed.start)
        };
        let around = tree.declarations.iter().find(is_around).map(|one| one.span.start as usize..one.span.end as usize);
        *level = level.with(id, tree);
        levels.iter().flat_map(|level| level.trees()).for_each(|tree| lost.join(&tree.lost));
        let changed_pack = self.changed(sources, levels, lost);
        if let Some((_, _, wrong)) = changed_pack.as_far_as(&Choices::none()) {
            mistakes.extend(wrong);
        }
        // A unit that lacks is told next, and is no reason against the rest.
        let is_unit = |one: &Diagnostic| one.code().is_some_and(|code| code.to_string().ends_with("::unit_mismatch"));
        let is_new_around = |one: &Diagnostic| {
            let at = one.labels().and_then(|mut labels| labels.next()).map(|label| label.offset());
            let is_around = around.as_ref().zip(at).is_some_and(|(around, at)| around.contains(&at));
            is_around && stands_in(one, &name) && !trial.known.contains(&one.to_string())
        };
        let is_its = |one: &&Diagnostic| is_error(&***one) && (is_within(one) || is_new_around(one));
        let within: Vec<&Diagnostic> = mistakes.iter().filter(is_its).collect();
        let lacks_units = !within.is_empty() && within.iter().all(|one| is_unit(one));
        let further: Vec<TextEdit> = within.iter().filter_map(|one| edit_of(one)).collect();
        let is_known = lacks_units || further.len() == within.len();
        is_known.then(|| Outcome { wrong: errors(&mistakes) + others, further, lacks_units })
    }
}

/// Whether a proposal leaves out what says something: a number, a text, a name of the rules.
fn loses(book: Option<&Rulebook>, written: &str, right: &str) -> bool {
    let mut kept: Vec<&str> = pieces(right).collect();
    let mut head = pieces(written);
    let is_declared = head.next().is_some_and(|keyword| keywords().contains(&keyword));
    if is_declared && head.next().is_some_and(|name| !right.contains(name)) {
        return true;
    }
    // The `s` of a genitive says nothing by itself.
    let said =
        pieces(written).filter(|piece| piece.chars().count() > 1 || piece.starts_with(|c: char| c.is_ascii_digit()));
    said.into_iter().any(|piece| {
        if let Some(at) = kept.iter().position(|other| *other == piece) {
            kept.swap_remove(at);
            return false;
        }
        if is_negation(piece) {
            return !pieces(right).any(is_negation);
        }
        let is_text = piece.starts_with('"') && piece.len() > 2;
        let is_number = piece.bytes().all(|byte| byte.is_ascii_digit());
        is_text && !right.contains(piece.trim_matches('"'))
            || is_number && !right.contains(piece)
            || book.is_some_and(|book| is_named(book, piece)) && !right.contains(piece)
    })
}

/// What turns a sentence round.
fn is_negation(word: &str) -> bool {
    ["not", "no", "neither", "nor", "never", "none", "without", "except", "unless", "lacks", "isn", "hasn"]
        .contains(&word)
}

/// Whether something that has a meaning of its own is called so.
fn is_named(book: &Rulebook, word: &str) -> bool {
    let is_word = || book.sets.iter().any(|set| set.words.iter().any(|one| *one.name == *word));
    let is_type = ["number", "dice", "truth", "text", "figure", "side", "cell", "list"].contains(&word);
    !is_type && !is_keyword(word) && (!book.names.named(word).is_empty() || is_word())
}

/// The words, numbers and texts of an entry.
fn pieces(entry: &str) -> impl Iterator<Item = &str> {
    let mut rest = entry;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !is_wordly(c) && c != '"');
        let end = match rest.chars().next()? {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => rest.find(|c: char| !is_wordly(c)).unwrap_or(rest.len()),
        };
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(piece)
    })
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

pub(super) fn syntax_error(one: &Diagnostic) -> Option<&SyntaxError> {
    let error: &(dyn std::error::Error + Send + Sync + 'static) = &**one;
    error.downcast_ref()
}

pub(super) fn syntax_error_mut(one: &mut Diagnostic) -> Option<&mut SyntaxError> {
    let error: &mut (dyn std::error::Error + Send + Sync + 'static) = &mut **one;
    error.downcast_mut()
}
