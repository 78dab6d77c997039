//! What is put in the place of something below and is of another type: told where it is said, with what stood there.

use super::error::{PlacedError, RulebookError};
use super::merged::ReplacedDecl;
use super::resolver::Resolver;
use super::says::Says;
use super::{BareSubject, Type};
use crate::syntax::ast::{Body, ExprDecl, ExprNode, FieldDecl, Name, OwnerDecl, TypeDecl, TypeNode, Unary};
use crate::text::Span;

/// Something that is said anew, with its type now and the one that it had.
struct ReplacedDeclaration {
    name: String,
    /// Where its type shows.
    at: Span,
    is: Type,
    /// Where it showed below.
    was_at: Span,
    was: Type,
    /// What to write for it, if that is known.
    meant: Option<String>,
}

impl Resolver<'_> {
    /// Reports what is of another type than what it stands in the place of.
    pub(super) fn replaced_types(&mut self) {
        let merged = self.merged;
        if merged.replaced.is_empty() {
            return;
        }
        let (usage, reported) = (self.book.usage.clone(), self.diagnostics.len());
        let compared: Vec<ReplacedDeclaration> = merged.replaced.iter().flat_map(|one| self.said_anew(one)).collect();
        // What stood below is read here, and is in force nowhere.
        self.book.usage = usage;
        self.diagnostics.truncate(reported);
        compared.into_iter().filter(|one| !takes_place(&one.is, &one.was)).for_each(|one| self.misfit(one));
    }

    fn misfit(&mut self, one: ReplacedDeclaration) {
        let (is, was) = (self.book.type_words(&one.is), self.book.type_words(&one.was));
        let known = self.sources.slice(one.was_at).trim();
        let (known, meant) = match known.contains('\n') {
            true => (String::new(), None),
            false => (format!(" (`{known}`)"), one.meant),
        };
        let help = match meant {
            Some(meant) => format!("below it is {was}{known}: write `{meant}`"),
            None => format!("below it is {was}{known}: write one here, too"),
        };
        let said = format!("there it is {was}, and {is} here");
        let error = RulebookError::BreaksBelow { name: one.name, said };
        let label = format!("this is {is}");
        let error = PlacedError::new(error, self.sources, one.at, &label, help);
        self.diagnostics.push(error.into());
    }

    /// What a declaration says anew, as far as types show of both.
    fn said_anew(&mut self, replaced: &ReplacedDecl<'_>) -> Vec<ReplacedDeclaration> {
        let is_it = |one: &&super::merged::MergedDecl<'_>| one.name.span == replaced.by;
        let Some(now) = self.merged.list.iter().find(is_it) else { return Vec::new() };
        let (Says::Whole(new), Says::Whole(old)) = (&now.says, &replaced.old.says) else { return Vec::new() };
        let name = &now.name;
        let one = match (&new.body, &old.body) {
            (Body::Setting(is), Body::Setting(was)) => self.both_typed(name, (is, was), BareSubject::Nobody),
            (Body::Value(is), Body::Value(was)) if !is.is_outcome && !was.is_outcome && is.owner == was.owner => {
                let subject = match is.owner {
                    OwnerDecl::Side => BareSubject::Side,
                    OwnerDecl::Figure => BareSubject::Figure,
                };
                self.both_typed(name, (&is.expr, &was.expr), subject)
            }
            (Body::Fact(is), Body::Fact(was)) => self.both_declared(name, &is.r#type, &was.r#type),
            (Body::Attribute(is), Body::Attribute(was)) => self.both_declared(name, &is.r#type, &was.r#type),
            (Body::Track(is), Body::Track(was)) => self.both_declared(name, &is.r#type, &was.r#type),
            (Body::Table(is), Body::Table(was)) => self.both_declared(name, &is.result, &was.result),
            (Body::Kind(is), Body::Kind(was)) => {
                let pairs = |field: &FieldDecl| was.fields.iter().find(|one| one.name.text == field.name.text).cloned();
                let all = is.fields.iter().filter_map(|field| Some((field, pairs(field)?)));
                let all: Vec<_> = all.collect();
                return all
                    .into_iter()
                    .filter_map(|(field, was)| self.both_declared(&field.name, &field.r#type, &was.r#type))
                    .collect();
            }
            _ => None,
        };
        one.into_iter().collect()
    }

    fn both_declared(&mut self, name: &Name, is: &TypeDecl, was: &TypeDecl) -> Option<ReplacedDeclaration> {
        if names_words(is) || names_words(was) || self.sources.slice(is.span) == self.sources.slice(was.span) {
            return None;
        }
        let known = self.sources.slice(was.span).trim().to_string();
        let (one, other) = (self.declared(is, name)?.r#type, self.declared(was, name)?.r#type);
        let (meant, end) = (Some(known), is.span.start + self.sources.slice(is.span).trim_end().len() as u32);
        let at = Span { end, ..is.span };
        Some(ReplacedDeclaration { name: name.text.clone(), at, is: one, was_at: was.span, was: other, meant })
    }

    fn both_typed(
        &mut self,
        name: &Name,
        (is, was): (&ExprDecl, &ExprDecl),
        subject: BareSubject,
    ) -> Option<ReplacedDeclaration> {
        let (one, other) = (self.typed(is, subject)?.1, self.typed(was, subject)?.1);
        // `?` is what nobody knows: it may turn out to be anything.
        if one == Type::Nothing && !matches!(is.node, ExprNode::None) {
            return None;
        }
        let meant = self.meant_value((is, &one), (was, &other));
        Some(ReplacedDeclaration { name: name.text.clone(), at: is.span, is: one, was_at: was.span, was: other, meant })
    }

    /// The same number with the unit that stood below, or without any.
    fn meant_value(&self, (is, one): (&ExprDecl, &Type), (was, other): (&ExprDecl, &Type)) -> Option<String> {
        let said = self.sources.slice(is.span).trim();
        let unit = |expr: &ExprDecl| match &unsigned(expr).node {
            ExprNode::Quantity(_, unit) => Some(unit.text.clone()),
            _ => None,
        };
        let number = match &unsigned(is).node {
            ExprNode::Number(_) | ExprNode::Quantity(..) => said.split_whitespace().next()?,
            ExprNode::Text(text) if text.text.trim().parse::<f64>().is_ok() => text.text.trim(),
            _ => "",
        };
        match (one.bare(), other.bare()) {
            (Type::Number(_) | Type::Text, Type::Number(_)) if !number.is_empty() => Some(match unit(was) {
                Some(unit) => format!("{number} {unit}"),
                None if *other.bare() == Type::NUMBER => number.to_string(),
                None => return None,
            }),
            _ => None,
        }
    }
}

/// A number without its sign.
fn unsigned(expr: &ExprDecl) -> &ExprDecl {
    match &expr.node {
        ExprNode::Unary(Unary::Minus, inner) => unsigned(inner),
        _ => expr,
    }
}

/// Whether a type names words of its own: others may be added to them.
fn names_words(written: &TypeDecl) -> bool {
    match &written.node {
        TypeNode::OneOf(_) => true,
        TypeNode::List(inner) | TypeNode::Optional(inner) => names_words(inner),
        TypeNode::Name(_) | TypeNode::Quantity(_) | TypeNode::Dice(_) => false,
    }
}

/// Whether what is of one type may stand where something of another stood: whatever read that reads this.
fn takes_place(is: &Type, was: &Type) -> bool {
    match (is, was) {
        (_, Type::Nothing) | (Type::Nothing, Type::Optional(_)) => true,
        (Type::Nothing, _) => false,
        _ => match (is.bare(), was.bare()) {
            (_, Type::Nothing) | (Type::Symbol(_), Type::Symbol(_)) => true,
            (Type::List(one), Type::List(other)) => takes_place(one, other) || **one == Type::Nothing,
            (one, other) => one.fits(other),
        },
    }
}
