//! What somebody wants to know of the state after an action: any expression, with the figures known by name, the facts
//! of the order stated, and what happened counted by `times(…)`.

#![warn(missing_docs)]

use super::{ActionOdds, PartValue};
use crate::diag::Diagnostics;
use crate::dice::Odds;
use crate::eval::{Frame, show};
use crate::play::{Order, Play, PlayError, Rules};
use crate::rulebook::{Expr, Function, Node, Rulebook, Scope, Type, resolve_expr};
use crate::state::{State, View};
use crate::syntax::parse_expr;
use crate::text::Sources;
use crate::value::Value;
use std::sync::Arc;

/// Something to be asked of the state after an action.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// As it was asked.
    pub text: String,
    expr: Expr,
    r#type: Type,
    /// Where a mistake in it is shown.
    sources: Sources,
}

/// The answer to an inquiry.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct InquiryOdds {
    /// What was asked.
    pub that: String,
    /// How likely it is so; none if it is no question of yes and no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
    /// What it can come to, and how likely.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub becomes: Vec<(PartValue, Odds)>,
}

impl Inquiry {
    /// Reads it, for the figures and sides of a state.
    pub fn read(rules: &Rules, state: &State, text: &str) -> Result<Inquiry, Diagnostics> {
        let mut sources = Sources::clone(&rules.book.sources);
        let id = sources.add("that", text);
        let written = parse_expr(&sources, id)?;
        let mut scope = Scope::new(&sources).counting();
        for id in state.figure_ids() {
            scope = scope.bind(&state.figure(id).name, Value::Figure(id), Type::Figure);
        }
        for id in state.side_ids() {
            scope = scope.bind(&state.side(id).name, Value::Side(id), Type::Side);
        }
        let (expr, r#type) = resolve_expr(&rules.book, &written, &scope)?;
        Ok(Inquiry { text: text.trim().to_string(), expr, r#type, sources })
    }

    /// What it comes to after an order was performed.
    pub(super) fn of(&self, play: &Play, order: &Order) -> Result<Value, PlayError> {
        let mut frame = Frame::new();
        frame.state(play.rules().book.actions[order.action.index()].by, Value::Figure(order.actor));
        for (fact, value) in order.all_facts() {
            frame.state(*fact, value.clone());
        }
        play.view().scene(&frame).eval(&self.expr).map_err(|error| {
            let book = Rulebook { sources: self.sources.clone().into(), ..(*play.rules().book).clone() };
            PlayError::Inquiry(error.diagnostic(&book))
        })
    }

    /// The first event it counts that is never told in any way; with it those that are.
    pub fn unheard<'a>(&self, answer: &'a ActionOdds) -> Option<(Arc<str>, Vec<&'a str>)> {
        let mut counted: Vec<Arc<str>> = Vec::new();
        self.expr.walk(&mut |part| {
            if let Node::Call(Function::Times, arguments) = &part.node
                && let Some(Node::Const(Value::Text(name))) = arguments.first().map(|name| &name.node)
            {
                counted.push(name.clone());
            }
        });
        let told: Vec<&str> = answer.events.iter().map(|event| &*event.name).collect();
        counted.into_iter().find(|name| !told.contains(&&**name)).map(|name| (name, told))
    }

    /// The answer from all that it can come to.
    pub(super) fn answer(&self, rules: &Rules, state: &State, came: Vec<(Value, Odds)>) -> InquiryOdds {
        let that = self.text.clone();
        if *self.r#type.bare() == Type::Truth {
            let yes = came.into_iter().find(|(one, _)| *one == Value::Truth(true));
            return InquiryOdds { that, odds: Some(yes.map_or(Odds::NEVER, |(_, odds)| odds)), becomes: Vec::new() };
        }
        let shown = |one: Value| match one {
            Value::Number(number) => PartValue::Number(number),
            other => PartValue::Word(show(&other, None, &rules.book, &View::new(rules, state))),
        };
        let becomes = came.into_iter().map(|(one, odds)| (shown(one), odds)).collect();
        InquiryOdds { that, odds: None, becomes }
    }
}
