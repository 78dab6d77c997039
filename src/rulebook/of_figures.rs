//! Names of figures where what is said must be known before anybody plays: a strength added to the dice of a weapon.

use super::Sort;
use super::Type;
use super::error::RulebookError;
use super::resolver::Resolver;
use crate::syntax::ast::{self, ExprNode};
use crate::text::Span;

impl Resolver<'_> {
    /// `1d3+might` where a thing says what it is: that does not depend on who has it. Told at the name, with where it is added.
    pub(super) fn asks_figure(&mut self, expr: &ast::ExprDecl, wanted: &Type, what: &str) -> bool {
        let is_number = matches!(wanted.bare(), Type::Dice | Type::Number(_));
        let Some((name, written)) = self.of_figures(expr).filter(|_| is_number) else { return false };
        let rest = self.sources.slice(expr.span).replacen(&written, "", 1);
        let rest = rest.trim().trim_matches(['+', '-', '*', '/']).trim();
        let kept = match rest.contains(['(', ')']) || rest.is_empty() {
            true => String::new(),
            false => format!("write `{rest}` here, and "),
        };
        let figures = self.book.figure_facts();
        let who = figures.first().map_or("actor", |quoted| quoted.trim_matches('`'));
        let asked = if written.contains('.') { written } else { format!("{who}.{written}") };
        let help = format!(
            "it is the same whoever has it: {kept}let `{asked}` count where that is used, as in `plus {asked}` of the \
             amount"
        );
        let error = RulebookError::NotConstant { what: what.to_string() };
        self.report(error, name, "this is of a figure, and of which is not known here", help);
        true
    }

    /// The first name in an expression that is of figures, with the figure that it names, and its place.
    fn of_figures(&self, expr: &ast::ExprDecl) -> Option<(Span, String)> {
        let is_of_figures = |name: &str| {
            let sorts = [Sort::Attribute, Sort::Note, Sort::Track, Sort::Value, Sort::State, Sort::Slot];
            sorts.into_iter().any(|sort| self.book.names.find(sort, name).is_some())
        };
        match &expr.node {
            ExprNode::Name(name) if is_of_figures(&name.text) => Some((name.span, name.text.clone())),
            ExprNode::Property(owner, name) if is_of_figures(&name.text) => {
                let is_fact = |name: &ast::Name| self.book.names.find(Sort::Fact, &name.text).is_some();
                let is_his = matches!(&owner.node, ExprNode::Name(owner) if is_fact(owner));
                is_his.then(|| (expr.span, self.sources.slice(expr.span).trim().to_string()))
            }
            ExprNode::Binary(_, one, other) => self.of_figures(one).or_else(|| self.of_figures(other)),
            ExprNode::Unary(_, inner) => self.of_figures(inner),
            _ => None,
        }
    }
}
