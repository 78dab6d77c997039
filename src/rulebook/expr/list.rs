//! Lists, and questions about their members.

use super::{RulebookError, TypedExpr, Typer};
use crate::rulebook::{Expr, Node, Quantifier, Type};
use crate::syntax::ast::{self, ExprNode};
use crate::text::Span;

impl Typer<'_> {
    /// `[a, b]`
    pub(super) fn list(&mut self, members: &[ast::ExprDecl], wanted: Option<&Type>, span: Span) -> TypedExpr {
        let inner = match wanted.map(Type::bare) {
            Some(Type::List(inner)) => Some((**inner).clone()),
            _ => None,
        };
        let mut resolved = Vec::new();
        let mut common = Type::Nothing;
        let mut is_whole = true;
        for member in members {
            let hint = inner.clone().or_else(|| (common != Type::Nothing).then(|| common.clone()));
            let Some((expr, r#type)) = self.typed(member, hint.as_ref()) else {
                is_whole = false;
                continue;
            };
            common = if resolved.is_empty() { r#type } else { self.joined(&common, &expr, &r#type)? };
            resolved.push(expr);
        }
        let values: Option<Vec<_>> = resolved
            .iter()
            .map(|expr| match &expr.node {
                Node::Const(value) => Some(value.clone()),
                _ => None,
            })
            .collect();
        let node = match values {
            Some(values) => Node::Const(crate::value::Value::list(values)),
            None => Node::List(resolved),
        };
        is_whole.then(|| (Expr { node, span }, common.listed()))
    }

    fn joined(&mut self, common: &Type, expr: &Expr, next: &Type) -> Option<Type> {
        let joined = common.join(next);
        if joined.is_none() {
            let found = self.words(next);
            self.mismatch(common, &found, expr.span, "all members of a list are of one type");
        }
        joined
    }

    /// An expression that must be a list, and the type of its members.
    pub(super) fn list_of(&mut self, expr: &ast::ExprDecl) -> Option<(Expr, Type)> {
        let (expr, r#type) = self.typed(expr, None)?;
        if let Type::List(inner) = r#type.bare() {
            let inner = (**inner).clone();
            return Some((expr, inner));
        }
        let found = self.words(&r#type);
        let label = format!("this is {found}");
        let text = self.scope.sources.slice(expr.span).trim();
        let help = match r#type.bare() {
            Type::Side => format!("those of a side are `side_figures({text})`"),
            _ => "lists are slots, `foes(…)`, `between(…)` and their kin, or `[a, b]`".to_string(),
        };
        self.report(RulebookError::WrongType { expected: "a list".to_string(), found }, expr.span, &label, help);
        None
    }

    /// `any(x in L where C)` and its kin.
    pub(super) fn over(&mut self, whole: &ast::ExprDecl) -> TypedExpr {
        let ExprNode::Over { quantifier, variable, list, condition, body } = &whole.node else { return None };
        let (list, inner) = self.list_of(list)?;
        let Ok(local) = u8::try_from(self.locals.len()) else {
            let error = RulebookError::TooLarge { what: "this expression".to_string() };
            self.report(error, whole.span, "nested too deep", "split it into values");
            return None;
        };
        self.locals.push((variable.text.clone(), inner.clone()));
        let condition = condition.as_ref().map(|condition| self.truth(condition));
        let body = body.as_ref().map(|body| match quantifier {
            ast::QuantifierDecl::List => self.typed(body, None),
            _ => self.number(body),
        });
        self.locals.pop();
        let condition = match condition {
            Some(condition) => Some(Box::new(condition?.0)),
            None => None,
        };
        let (quantifier, r#type) = match quantifier {
            ast::QuantifierDecl::Any => (Quantifier::Any, Type::Truth),
            ast::QuantifierDecl::All => (Quantifier::All, Type::Truth),
            ast::QuantifierDecl::Count => (Quantifier::Count, Type::NUMBER),
            ast::QuantifierDecl::First => (Quantifier::First, inner.or_none()),
            ast::QuantifierDecl::Sum => (Quantifier::Sum, inner),
            ast::QuantifierDecl::List => (Quantifier::List, inner.listed()),
        };
        let (body, r#type) = match body {
            Some(body) => {
                let (body, of) = body?;
                let r#type = match quantifier {
                    Quantifier::Sum => of,
                    Quantifier::List => of.listed(),
                    _ => r#type,
                };
                (Some(Box::new(body)), r#type)
            }
            None => (None, r#type),
        };
        if quantifier == Quantifier::Sum && !matches!(r#type.bare(), Type::Number(_) | Type::Dice) {
            let found = self.words(&r#type);
            let help = format!("say what is added: `sum({} in … : {}.…)`", variable.text, variable.text);
            self.mismatch(&Type::NUMBER, &found, whole.span, &help);
            return None;
        }
        let node = Node::Over { quantifier, local, list: Box::new(list), condition, body };
        Some((Expr { node, span: whole.span }, r#type))
    }
}
