//! Calls of declared functions: the rule stands where it is called, with what it is given in the place of its parameters.

use super::arguments::Want;
use super::{RulebookError, TypedExpr, Typer};
use crate::rulebook::show::as_written;
use crate::rulebook::{Expr, Node, Sort, Type};
use crate::syntax::ast::{self, OwnerDecl};
use crate::text::Span;
use crate::value::FunctionId;

/// Parts that the rule of a function may have, with those of the functions it calls.
const MOST_PARTS: usize = 4_000;

impl Typer<'_> {
    /// `owner.name(arguments)`
    pub(super) fn method(
        &mut self,
        owner: &ast::ExprDecl,
        name: &ast::Name,
        arguments: &[ast::ExprDecl],
        span: Span,
    ) -> TypedExpr {
        let quoted = self.quoted(owner);
        let owner = quoted.or_else(|| self.typed(owner, None))?;
        match self.book().names.find(Sort::Function, &name.text) {
            Some(at) => self.apply(FunctionId(at), Some(owner), (name, arguments), span),
            None => {
                let error = RulebookError::UnknownProperty { owner: self.words(&owner.1), name: name.text.clone() };
                let names: Vec<&str> = self.book().names.visible(Sort::Function).collect();
                let otherwise = format!("declare it: `value {}(…) = …`", as_written(&name.text));
                let (subject, word) = self.around(name.span);
                let texts = arguments.iter().map(|one| self.scope.sources.slice(one.span).trim().to_string());
                let given = std::iter::once(subject.clone()).chain(texts).collect::<Vec<_>>().join(", ");
                let known = &self.book().names;
                let is_asked = crate::rulebook::FUNCTIONS.iter().any(|row| row.name == name.text)
                    || [Sort::Relation, Sort::Table].into_iter().any(|sort| known.find(sort, &name.text).is_some());
                let help = match self.set_of_track(&name.text) {
                    None if is_asked && !subject.is_empty() => {
                        format!("everything stands in the brackets: `{}({given})`", name.text)
                    }
                    Some(set) => self.by_words(&name.text, set, (&subject, &word)),
                    None if let Some(meant) = self.asked_without_brackets(&owner.1, arguments, name) => meant,
                    None => crate::diag::did_you_mean(&name.text, names, &otherwise),
                };
                self.report(error, name.span, "no value with parameters", help);
                None
            }
        }
    }

    /// A call of a function, of nobody's or of a figure's or side's.
    pub(super) fn apply(
        &mut self,
        id: FunctionId,
        owner: Option<(Expr, Type)>,
        (name, arguments): (&ast::Name, &[ast::ExprDecl]),
        span: Span,
    ) -> TypedExpr {
        self.lookup.note(Sort::Function, id.0, name.span);
        let owner = self.whose(id, owner, name)?;
        let r#type = self.lookup.function_type(id)?;
        let function = &self.book().functions[id.index()];
        let parameters = function.parameters.clone();
        if parameters.len() != arguments.len() {
            let names = parameters.iter().map(|one| &*one.name).collect::<Vec<_>>().join(", ");
            let expected =
                if parameters.len() == 1 { "one argument".into() } else { format!("{} arguments", parameters.len()) };
            let error = RulebookError::WrongArguments { name: name.text.clone(), expected, found: arguments.len() };
            self.report(error, name.span, "with these", format!("write `{}({names})`", name.text));
            return None;
        }
        let wanted: Vec<Want> = parameters.iter().map(|one| Want::Type(one.r#type.clone())).collect();
        let given = self.given(name, arguments, &wanted)?;
        let rule = self.book().functions[id.index()].expr.clone();
        Some((self.in_place(rule, given, owner, span)?, r#type))
    }

    /// Whose function is asked: as said, or the subject's own.
    #[allow(clippy::option_option, reason = "nobody's is not the same as wrong")]
    fn whose(&mut self, id: FunctionId, said: Option<(Expr, Type)>, name: &ast::Name) -> Option<Option<Expr>> {
        let wanted = match self.book().functions[id.index()].owner {
            None if said.is_none() => return Some(None),
            None => {
                let error = RulebookError::UnknownProperty { owner: "nobody".to_string(), name: name.text.clone() };
                self.report(error, name.span, "a function of its own", format!("write `{}(…)`", name.text));
                return None;
            }
            Some(OwnerDecl::Figure) => Type::Figure,
            Some(OwnerDecl::Side) => Type::Side,
        };
        let is_said = said.is_some();
        let own = self.subject_type().map(|r#type| (Expr { node: Node::Subject, span: name.span }, r#type));
        match said.or(own) {
            Some((owner, r#type)) if *r#type.bare() == wanted => Some(Some(owner)),
            Some((_, r#type)) if is_said => {
                let error = RulebookError::UnknownProperty { owner: self.words(&r#type), name: name.text.clone() };
                let help = format!("ask it of {}", self.words(&wanted));
                self.report(error, name.span, "not one of its values", help);
                None
            }
            _ => {
                let error = RulebookError::UnknownName { sort: "function".to_string(), name: name.text.clone() };
                let whose = if wanted == Type::Figure { "actor" } else { "actor.side" };
                let help = format!("it is a value of {}: write whose, `{whose}.{}(…)`", self.words(&wanted), name.text);
                self.report(error, name.span, "whose?", help);
                None
            }
        }
    }

    /// The rule of a function with what it is given in the place of its first locals; what is more than a name is
    /// computed once, as behind `let`.
    fn in_place(&mut self, mut rule: Expr, given: Vec<Expr>, owner: Option<Expr>, span: Span) -> Option<Expr> {
        let (parameters, own) = (given.len(), self.locals.len());
        let (mut named, mut places): (Vec<(u8, Expr)>, Vec<Expr>) = (Vec::new(), Vec::new());
        let mut highest = own;
        for mut one in given.into_iter().chain(owner) {
            if is_plain(&one) {
                places.push(one);
                continue;
            }
            let local = u8::try_from(own + named.len()).unwrap_or(u8::MAX);
            places.push(Expr { node: Node::Local(local), span: one.span });
            highest = highest.max(moved(&mut one, own, own + named.len(), &mut |_| None));
            named.push((local, one));
        }
        let mut parts = 0;
        let reached = moved(&mut rule, parameters, own + named.len(), &mut |part| {
            parts += 1;
            match part {
                Node::Subject => places.get(parameters).cloned(),
                Node::Local(local) => {
                    places.get(usize::from(*local)).filter(|_| usize::from(*local) < parameters).cloned()
                }
                _ => None,
            }
        });
        if parts > MOST_PARTS || highest.max(reached) >= usize::from(u8::MAX) {
            let error = RulebookError::TooLarge { what: "what this call stands for".to_string() };
            self.report(error, span, "too much", "split it into values, which are computed once");
            return None;
        }
        rule.span = span;
        Some(named.into_iter().rev().fold(rule, |rule, (local, value)| {
            let node = Node::Let(local, Box::new(value), Box::new(rule));
            Expr { node, span }
        }))
    }
}

/// Gives the locals of an expression from a number on new numbers, and puts something else where `place` says so;
/// returns the highest number.
fn moved(expr: &mut Expr, from: usize, to: usize, place: &mut dyn FnMut(&Node) -> Option<Expr>) -> usize {
    let mut highest = to;
    let mut renumber = |local: &mut u8| {
        if usize::from(*local) >= from {
            let new = usize::from(*local) + to - from;
            highest = highest.max(new);
            *local = new.min(usize::from(u8::MAX)) as u8;
        }
    };
    expr.change(&mut |part| {
        if let Some(place) = place(&part.node) {
            *part = place;
            return false;
        }
        match &mut part.node {
            Node::Local(local) => renumber(local),
            node => node.bound_mut().into_iter().for_each(&mut renumber),
        }
        true
    });
    highest
}

/// Whether an expression is but a name or a constant: as quick to ask again as to remember.
pub(super) fn is_plain(expr: &Expr) -> bool {
    matches!(expr.node, Node::Const(_) | Node::Subject | Node::Fact(_) | Node::Local(_) | Node::Setting(_))
}
