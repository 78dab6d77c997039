//! Whose a bare name is: of the figures of a sentence, of sides, of who is known where it stands.

use super::Typer;
use crate::rulebook::{BareSubject, Sort, Type};
use crate::syntax::ast;
use crate::text::{Span, is_wordly};

impl Typer<'_> {
    /// Who is known where a side or a figure is wanted: those of the scenario.
    pub(super) fn bound_of(&self, wanted: Option<&Type>) -> Option<String> {
        let wanted = wanted.map(Type::bare).filter(|wanted| matches!(wanted, Type::Side | Type::Figure))?;
        let all = self.scope.bound.iter().filter(|one| one.r#type.bare() == wanted);
        let names: Vec<&str> = all.map(|one| &*one.name).collect();
        let sort = if *wanted == Type::Side { "sides" } else { "figures" };
        (!names.is_empty()).then(|| format!("the {sort} are {}", names.join(", ")))
    }

    /// To whom a bare name would belong, as a hint.
    pub(super) fn owned_by_someone(&self, text: &str, at: Span) -> Option<String> {
        if self.scope.subject == BareSubject::Nobody && self.owned(text, ast::OwnerDecl::Figure).is_some() {
            let facts = &self.book().facts;
            let known = self.scope.bound.iter().find(|one| one.r#type == Type::Figure).map(|one| &*one.name);
            if let Some(figure) = known.or_else(|| self.named_beside(at)) {
                return Some(format!("figures: write whose, `{figure}.{text}`"));
            }
            let figures: Vec<&str> =
                facts.iter().filter(|fact| fact.r#type == Type::Figure).map(|fact| &*fact.head.name).collect();
            let either: Vec<String> = match figures.as_slice() {
                [] => vec![format!("`f.{text}`")],
                [one, other] => vec![format!("`{one}.{text}`"), format!("`{other}.{text}`")],
                [one, ..] => vec![format!("`{one}.{text}`")],
            };
            return Some(format!("figures: write whose, {}", either.join(" or ")));
        }
        if self.owned(text, ast::OwnerDecl::Side).is_some() {
            return Some(format!("sides: write whose, `self.side.{text}`"));
        }
        let names = &self.book().names;
        let is_condition = names.find(Sort::Condition, text).is_some();
        is_condition.then(|| format!("the conditions: {}", self.book().who_hint(text)))
    }

    /// The figure that the line of a name speaks of in its label, or the lines around it in their conditions.
    pub(super) fn named_beside(&self, at: Span) -> Option<&str> {
        let text = &self.scope.sources.get(at.source).text;
        let begin = text.get(..at.start as usize)?.rfind('\n').map_or(0, |end| end + 1);
        let line = text.get(begin..)?.lines().next()?;
        let below = text.get(begin + line.len()..)?.lines().nth(1).unwrap_or("");
        let above = text.get(..begin)?.trim_end().rsplit('\n').next().unwrap_or("");
        let facts = self.book().facts.iter().filter(|fact| fact.r#type == Type::Figure);
        let names: Vec<&str> = facts.map(|fact| &*fact.head.name).collect();
        let has = |text: &str, name: &str| text.split(|c: char| !is_wordly(c)).any(|word| word == name);
        // Only where one of them is named and none of the others.
        let only = |text: &str| {
            let mut named = names.iter().filter(|name| has(text, name));
            named.next().copied().filter(|_| named.next().is_none())
        };
        [line, below, above].into_iter().find_map(only)
    }
}
