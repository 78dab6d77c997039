//! What a pack says instead of what is below it and that comes to the same: nothing is changed by it.

use super::error::{PlacedError, RulebookError};
use super::says::Says;
use super::show::as_written;
use super::signed_value::constant;
use crate::diag::Diagnostic;
use crate::syntax::ast::{self, Declaration, ModifierDecl};
use crate::syntax::without_comment;
use crate::text::{Sources, Span};
use std::borrow::Cow;

/// `replace setting reach = 2` where it is 2 below; told with the condition of the block in which it stands, if any.
pub(super) fn unchanged(
    (old, first): (&Says, Span),
    (new, name): (&Says, &ast::Name),
    under: Option<&str>,
    sources: &Sources,
) -> Option<Diagnostic> {
    let (Says::Whole(Cow::Borrowed(old)), Says::Whole(new)) = (old, new) else { return None };
    (words(old, new, sources) == words(new, new, sources)).then_some(())?;
    let what = format!("{} `{}`", new.keyword.text, name.text);
    let called = as_written(&name.text);
    let help = match under {
        Some(under) => format!(
            "say something else of `{called}`, or take this away: as it stands, it is the same whether `{under}` holds or not"
        ),
        None => format!("say something else of `{called}`, or take this away"),
    };
    let placed = PlacedError::new(RulebookError::Unchanged { what }, sources, name.span, "said again", help);
    Some(placed.and(sources, first, name.span, "said so below").into())
}

/// `replace -2 "late" when late` where the card below has just that.
pub(super) fn unchanged_modifier(
    below: Option<&ModifierDecl>,
    new: &ModifierDecl,
    sources: &Sources,
) -> Option<Diagnostic> {
    let (below, title) = (below?, new.notes.title.as_ref()?);
    let amount = |modifier: &ModifierDecl| sources.slice(modifier.amount.span).trim().to_string();
    let is_amount = match (constant(&below.amount), constant(&new.amount)) {
        (Some(was), Some(is)) => was == is,
        _ => amount(below) == amount(new),
    };
    let tags = |modifier: &ModifierDecl| modifier.tags.iter().map(|tag| tag.text.clone()).collect::<Vec<_>>();
    let is_same = is_amount && below.target == new.target && tags(below) == tags(new);
    (is_same && asks_the_same(below, new, sources)).then_some(())?;
    let what = format!("modifier `{}`", title.text);
    let help = "write another amount or condition, or take this line away";
    let placed = PlacedError::new(RulebookError::Unchanged { what }, sources, title.span, "said again", help);
    let first = below.notes.title.as_ref().map_or(below.span, |title| title.span);
    Some(placed.and(sources, first, title.span, "said so below").into())
}

/// Whether a modifier counts wherever one below does, in whatever order they ask for it.
pub(super) fn counts_wherever(one: &ModifierDecl, below: &ModifierDecl, sources: &Sources) -> bool {
    let all = |modifier: &ModifierDecl| {
        let conditions = modifier.condition.iter().chain(&modifier.within);
        conditions.flat_map(|condition| conjuncts(sources.slice(condition.span))).collect::<Vec<_>>()
    };
    let below = all(below);
    all(one).iter().all(|part| below.contains(part))
}

/// Whether two modifiers say the same condition.
fn asks_the_same(one: &ModifierDecl, other: &ModifierDecl, sources: &Sources) -> bool {
    let parts = |modifier: &ModifierDecl| {
        let mut parts = modifier.condition.as_ref().map_or(Vec::new(), |one| conjuncts(sources.slice(one.span)));
        parts.sort();
        parts
    };
    parts(one) == parts(other)
}

/// What a condition asks for; what is joined in other ways than by `and` is one part.
fn conjuncts(said: &str) -> Vec<String> {
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let parts: Vec<String> = said.split(" and ").map(str::to_string).collect();
    let is_list = !said.contains('(') && !said.contains(" or ") && !said.contains("if ");
    let is_cut = parts.iter().any(|part| !part.matches('"').count().is_multiple_of(2));
    if is_list && !is_cut { parts } else { vec![said] }
}

/// What a declaration says, without its verb, its citations, and the title where the new one has none.
fn words(declaration: &Declaration, new: &Declaration, sources: &Sources) -> String {
    let text = sources.slice(declaration.span);
    let text = text.trim_start().strip_prefix("replace ").unwrap_or(text);
    let plain: Vec<&str> = text.lines().map(without_comment).collect();
    let mut plain = plain.join("\n");
    if let (Some(title), None) = (&declaration.notes.title, &new.notes.title) {
        plain = plain.replacen(sources.slice(title.span), "", 1);
    }
    let words = plain.split_whitespace().filter(|word| !word.starts_with('@'));
    words.collect::<Vec<_>>().join("").replace(';', "")
}
