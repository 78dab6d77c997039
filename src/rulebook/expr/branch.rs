//! `case` and `let`.

use super::function::is_plain;
use super::operator::as_rolled;
use super::{RulebookError, TypedExpr, Typer, fold};
use crate::rulebook::{Binary, Expr, Node, Type};
use crate::syntax::ast::{self, ExprNode, Pattern};
use crate::text::Span;
use crate::value::Value;

impl Typer<'_> {
    /// `let x = E, y = E in E`
    pub(super) fn naming(
        &mut self,
        names: &[(ast::Name, ast::ExprDecl)],
        body: &ast::ExprDecl,
        wanted: Option<&Type>,
        span: Span,
    ) -> TypedExpr {
        let before = self.locals.len();
        let mut values = Vec::new();
        for (name, value) in names {
            let Some((value, r#type)) = self.typed(value, None).filter(|(value, found)| self.is_known(value, found))
            else {
                self.locals.truncate(before);
                return None;
            };
            let local = self.bind(&name.text, r#type, span)?;
            values.push((local, value));
        }
        let body = self.typed(body, wanted);
        self.locals.truncate(before);
        let (body, r#type) = body?;
        let whole = values.into_iter().rev().fold(body, |body, (local, value)| {
            let node = Node::Let(local, Box::new(value), Box::new(body));
            fold::fold(Expr { node, span }, self.book())
        });
        Some((whole, r#type))
    }

    /// Whether a value may have a name: dice that are still to be rolled may not, for each use would roll them.
    fn is_known(&mut self, value: &Expr, r#type: &Type) -> bool {
        let is_rolled = self.is_random() && matches!(r#type.bare(), Type::Dice | Type::Chance);
        if is_rolled {
            let found = self.words(r#type);
            self.mismatch(
                &Type::NUMBER,
                &found,
                value.span,
                "dice are rolled where they stand: name what is known before",
            );
        }
        !is_rolled
    }

    /// A name for what is computed once.
    fn bind(&mut self, name: &str, r#type: Type, span: Span) -> Option<u8> {
        let local = u8::try_from(self.locals.len()).ok();
        match local {
            Some(_) => self.locals.push((name.to_string(), r#type)),
            None => {
                let error = RulebookError::TooLarge { what: "this expression".to_string() };
                self.report(error, span, "nested too deep", "split it into values");
            }
        }
        local
    }

    /// `case E { a: X, else Y }` and `case { C: X, else Y }`
    pub(super) fn case(
        &mut self,
        subject: Option<&ast::ExprDecl>,
        parts: (&[ast::Arm], Option<&ast::ExprDecl>),
        wanted: Option<&Type>,
        span: Span,
    ) -> TypedExpr {
        let Some(subject) = subject else { return self.arms(None, parts, wanted, span) };
        let (subject, r#type) = self.typed(subject, None)?;
        if is_plain(&subject) {
            return self.arms(Some((&subject, &r#type)), parts, wanted, span);
        }
        if !self.is_known(&subject, &r#type) {
            return None;
        }
        let local = self.bind("", r#type.clone(), span)?;
        let named = Expr { node: Node::Local(local), span: subject.span };
        let found = self.arms(Some((&named, &r#type)), parts, wanted, span);
        self.locals.truncate(usize::from(local));
        let (body, found) = found?;
        let node = Node::Let(local, Box::new(subject), Box::new(body));
        Some((fold::fold(Expr { node, span }, self.book()), found))
    }

    fn arms(
        &mut self,
        subject: Option<(&Expr, &Type)>,
        (arms, otherwise): (&[ast::Arm], Option<&ast::ExprDecl>),
        wanted: Option<&Type>,
        span: Span,
    ) -> TypedExpr {
        let mut resolved: Vec<(Expr, Expr)> = Vec::new();
        let mut conditions: Vec<Option<Vec<Expr>>> = Vec::new();
        let (mut joined, mut is_chance, mut is_whole): (Option<Type>, bool, bool) = (None, false, true);
        for (one, value) in arms.iter().map(|one| (Some(one), &one.value)).chain(otherwise.map(|value| (None, value))) {
            let condition = match one {
                Some(one) => {
                    let each: Vec<TypedExpr> =
                        one.patterns.iter().map(|pattern| self.pattern(subject, pattern)).collect();
                    is_chance |= each.iter().flatten().any(|(_, r#type)| *r#type == Type::Chance);
                    let each: Option<Vec<Expr>> = each.into_iter().map(|one| Some(one?.0)).collect();
                    conditions.push(each.clone());
                    each.and_then(|each| self.any_of(each))
                }
                None => Some(Expr::constant(Value::Truth(true), value.span)),
            };
            let hint = wanted.cloned().or_else(|| joined.clone());
            let found = self.typed(value, hint.as_ref());
            let (Some(condition), Some((value, r#type))) = (condition, found) else {
                is_whole = false;
                continue;
            };
            joined = Some(match joined {
                Some(before) => self.either(&before, (&value, &r#type))?,
                None => r#type,
            });
            resolved.push((condition, value));
        }
        if !is_whole || !self.is_complete(subject, (arms, &conditions), otherwise.is_some(), span) {
            return None;
        }
        let (_, last) = resolved.pop()?;
        let joined = if is_chance { as_rolled(joined?) } else { joined? };
        let node = Node::Case(resolved, Box::new(last));
        Some((fold::fold(Expr { node, span }, self.book()), joined))
    }

    /// Whether any of several conditions holds.
    fn any_of(&mut self, each: Vec<Expr>) -> Option<Expr> {
        each.into_iter().reduce(|a, b| {
            let span = a.span.to(b.span);
            fold::fold(Expr { node: Node::Binary(Binary::Or, Box::new(a), Box::new(b)), span }, self.book())
        })
    }

    /// One pattern as a condition.
    fn pattern(&mut self, subject: Option<(&Expr, &Type)>, pattern: &Pattern) -> TypedExpr {
        let (subject, r#type) = match (subject, pattern) {
            (Some(subject), _) => subject,
            (None, Pattern::Expr(condition)) => return self.truth(condition),
            (None, Pattern::Range(_)) => return None,
        };
        let node = match pattern {
            Pattern::Expr(expr) => {
                let word = |text: &str| ast::Name { text: text.to_string(), span: expr.span };
                let word = match &expr.node {
                    ExprNode::Name(name) => Some(name.clone()),
                    ExprNode::Text(text) => Some(word(&text.text)),
                    ExprNode::None => Some(word("none")),
                    ExprNode::Truth(truth) if *r#type == Type::Truth => {
                        Some(word(if *truth { "true" } else { "false" }))
                    }
                    _ => None,
                };
                if let Some(word) = word.filter(|_| !matches!(r#type.bare(), Type::Number(_) | Type::Text)) {
                    return self.is_word(subject.clone(), r#type, &word, expr.span);
                }
                let value = self.expect(expr, r#type)?;
                Node::Binary(Binary::Equal, Box::new(subject.clone()), Box::new(value))
            }
            Pattern::Range(range) => {
                let mut end = |end: &Option<Box<ast::ExprDecl>>| match end {
                    Some(end) => self.expect(end, r#type.bare()).map(|end| Some(Box::new(end))),
                    None => Some(None),
                };
                let (low, high) = (end(&range.low), end(&range.high));
                Node::In(Box::new(subject.clone()), low?, high?)
            }
        };
        let span = match pattern {
            Pattern::Expr(expr) => expr.span,
            Pattern::Range(range) => range.span,
        };
        Some((fold::fold(Expr { node, span }, self.book()), Type::Truth))
    }

    /// Whether the arms say something for whatever may come, each word once; reports what is missing.
    fn is_complete(
        &mut self,
        subject: Option<(&Expr, &Type)>,
        (arms, conditions): (&[ast::Arm], &[Option<Vec<Expr>>]),
        has_else: bool,
        span: Span,
    ) -> bool {
        let mut said: Vec<(Value, Span)> = Vec::new();
        let patterns =
            arms.iter().zip(conditions).flat_map(|(one, each)| one.patterns.iter().zip(each.iter().flatten()));
        for (pattern, condition) in patterns {
            let (Pattern::Expr(written), Node::Is(_, value)) = (pattern, &condition.node) else { continue };
            if let Some((_, first)) = said.iter().find(|(other, _)| other == value) {
                let name = self.scope.sources.slice(written.span).to_string();
                let error = RulebookError::DuplicateName { sort: "the choice".to_string(), name };
                let placed = super::PlacedError::new(
                    error,
                    self.scope.sources,
                    written.span,
                    "never reached",
                    "take one of them away",
                );
                self.out.push(placed.and(self.scope.sources, *first, written.span, "first here").into());
                return false;
            }
            said.push((value.clone(), written.span));
        }
        if has_else {
            return true;
        }
        let is_said = |value: &Value| said.iter().any(|(other, _)| other == value);
        let missing: Vec<String> = match subject.map(|(_, r#type)| r#type) {
            Some(r#type) if matches!(r#type.bare(), Type::Symbol(_)) => {
                let Type::Symbol(set) = r#type.bare() else { return true };
                let words = &self.book().sets[set.index()].words;
                let symbol = |at: usize| Value::Symbol(crate::value::Symbol { set: *set, at: at as u16 });
                let words = words.iter().enumerate().filter(|(at, _)| !is_said(&symbol(*at)));
                let none = matches!(r#type, Type::Optional(_)) && !is_said(&Value::None);
                words.map(|(_, word)| format!("`{}`", word.name)).chain(none.then(|| "`none`".to_string())).collect()
            }
            Some(Type::Truth) => {
                let both = [("`true`", true), ("`false`", false)];
                both.into_iter()
                    .filter(|(_, truth)| !is_said(&Value::Truth(*truth)))
                    .map(|(word, _)| word.into())
                    .collect()
            }
            _ => vec!["everything else".to_string()],
        };
        if missing.is_empty() {
            return true;
        }
        let at = subject.map_or(Span { end: span.start + 4, ..span }, |(subject, _)| subject.span);
        let error = RulebookError::MissingArm { what: missing.join(", ") };
        self.report(error, at, "may be that too", "say something for it, or end with `else …`");
        false
    }
}
