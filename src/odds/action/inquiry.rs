//! What somebody wants to know of the state after an action: any expression, with the figures known by name, the facts
//! of the order stated, and what happened counted by `times(…)`.

#![warn(missing_docs)]

use super::{ActionOdds, PartValue};
use crate::diag::{Diagnostics, suggest};
use crate::dice::Odds;
use crate::eval::{Frame, show};
use crate::play::{Order, Play, PlayError, Rules};
use crate::rulebook::{
    Expr, Function, Node, PlacedError, Rulebook, RulebookError, Scope, Type, amount_called, resolve_expr,
};
use crate::state::{State, View};
use crate::syntax::parse_expr;
use crate::text::{SourceId, Sources, Span};
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
        let asker = Inquirer { rules, state, text };
        let written = match parse_expr(&sources, id) {
            Ok(written) => written,
            Err(told) => return Err(asker.without_is(&sources, id).map_or(told, |error| vec![error.into()])),
        };
        let short = || resolve_expr(&rules.book, &written, &asker.with_short_names(asker.scope(&sources)));
        let resolved = resolve_expr(&rules.book, &written, &asker.scope(&sources));
        let (expr, r#type) = resolved.or_else(|error| short().map_err(|_| error))?;
        match asker.told_already(&expr, &r#type, &sources, id) {
            Some(error) => Err(vec![error.into()]),
            None => Ok(Inquiry { text: text.trim().to_string(), expr, r#type, sources }),
        }
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

/// What is asked, for those who stand there.
struct Inquirer<'a> {
    rules: &'a Rules,
    state: &'a State,
    text: &'a str,
}

impl Inquirer<'_> {
    /// What can be named: figures and sides, besides what the rules declare.
    fn scope<'s>(&self, sources: &'s Sources) -> Scope<'s> {
        let mut scope = Scope::new(sources).counting();
        for id in self.state.figure_ids() {
            scope = scope.bind(&self.state.figure(id).name, Value::Figure(id), Type::Figure);
        }
        for id in self.state.side_ids() {
            scope = scope.bind(&self.state.side(id).name, Value::Side(id), Type::Side);
        }
        scope
    }

    /// The figures by a word of their names as well, where only one is called so.
    fn with_short_names<'s>(&self, mut scope: Scope<'s>) -> Scope<'s> {
        let names = || self.state.figure_ids().map(|id| (id, &*self.state.figure(id).name));
        for (id, name) in names() {
            let words = name.split(' ').filter(|word| name.contains(' ') && word.starts_with(char::is_uppercase));
            for word in words {
                let is_only = names().filter(|(_, other)| other.split(' ').any(|one| one == word)).count() == 1;
                if is_only {
                    scope = scope.bind(word, Value::Figure(id), Type::Figure);
                }
            }
        }
        scope
    }

    /// The type of another text.
    fn type_of(&self, text: &str) -> Option<Type> {
        let mut sources = Sources::clone(&self.rules.book.sources);
        let id = sources.add("that", text);
        let written = parse_expr(&sources, id).ok()?;
        resolve_expr(&self.rules.book, &written, &self.scope(&sources)).ok().map(|(_, r#type)| r#type)
    }

    /// The names of what somebody can be.
    fn states(&self) -> Vec<&str> {
        let book = &self.rules.book;
        let conditions = book.conditions.iter().map(|one| &*one.head.name);
        book.states.iter().map(|one| &*one.head.name).chain(conditions).collect()
    }

    /// A question that can be asked of somebody, for an example.
    fn example(&self, who: &str) -> String {
        let is = self.states().into_iter().map(|word| format!("{who} is {word}"));
        let tracks = self.rules.book.tracks.iter().map(|track| format!("{who}.{} > 0", track.head.name));
        let mut all = is.filter(|text| self.type_of(text).is_some()).take(1).collect::<Vec<_>>();
        all.extend(tracks.filter(|text| self.type_of(text).is_some()).take(1));
        let all: Vec<String> = all.into_iter().map(|text| format!("`{text}`")).collect();
        match all.as_slice() {
            [] => "compare it with something".to_string(),
            all => format!("ask something of it, such as {}", all.join(" or ")),
        }
    }

    /// `Ann ready` for `Ann is ready`.
    fn without_is(&self, sources: &Sources, id: SourceId) -> Option<PlacedError<RulebookError>> {
        let (who, what) = self.text.trim().split_once(char::is_whitespace)?;
        let r#type = self.type_of(who).filter(|one| matches!(one.bare(), Type::Figure | Type::Thing(_)))?;
        let words: Vec<&str> =
            what.split_whitespace().filter(|word| !matches!(*word, "is" | "was" | "gets" | "becomes")).collect();
        if words.is_empty() || !words.iter().all(|word| word.chars().all(|c| c.is_alphanumeric() || c == '_')) {
            return None;
        }
        let (name, known) = (words.join("_"), self.states());
        let near = known.iter().find(|one| **one == name).copied().or_else(|| suggest(&name, known.iter().copied()));
        let is = near.map(|near| format!("{who} is {near}")).filter(|text| self.type_of(text).is_some());
        let at = self.text.find(what).unwrap_or(0);
        let span = Span { source: id, start: at as u32, end: (at + what.trim_end().len()) as u32 };
        let found = format!("{} and a word", self.rules.book.type_words(&r#type));
        let error = RulebookError::WrongType { expected: "a question of yes and no, or a number".to_string(), found };
        let help = is.map_or_else(|| self.example(who), |is| format!("write `{is}`"));
        Some(PlacedError::new(error, sources, span, "nothing joins it to what stands before it", help))
    }

    /// Whether no dice change it: numbers, and facts that are said rather than found on the board.
    fn is_settled(&self, expr: &Expr) -> bool {
        let book = &self.rules.book;
        let mut is_settled = true;
        expr.walk(&mut |part| {
            is_settled &= match &part.node {
                Node::Const(_) | Node::Not(_) | Node::Minus(_) | Node::Binary(..) | Node::Is(..) => true,
                Node::If(..) | Node::Round(..) | Node::Call(Function::Min | Function::Max, _) => true,
                // What a thing keeps count of changes with what is done with it.
                Node::Field(thing, at) => match &thing.node {
                    Node::Fact(fact) => match book.facts[fact.index()].r#type.bare() {
                        Type::Thing(kind) => !book.kinds[kind.index()].fields[usize::from(*at)].tracked,
                        _ => false,
                    },
                    _ => false,
                },
                Node::Fact(fact) => {
                    let fact = &book.facts[fact.index()];
                    fact.from.is_none()
                        && fact.default.as_ref().is_none_or(|one| self.is_settled(one))
                        && !matches!(fact.r#type.bare(), Type::Figure | Type::Cell | Type::Side)
                }
                _ => false,
            };
        });
        is_settled
    }

    /// What lines roll or make and is called like a fact, as it is asked for.
    fn amount_like(&self, expr: &Expr) -> Option<String> {
        let book = &self.rules.book;
        let mut fact = None;
        expr.walk(&mut |part| {
            if let Node::Fact(id) = &part.node {
                fact = fact.or(Some(&book.facts[id.index()].head));
            }
        });
        let fact = fact?;
        let name = amount_called(book, &[&fact.name, &fact.title])?;
        Some(format!("`{}` is what was said, not what comes of it: ask `amount({name})`", fact.name))
    }

    /// What is so whatever the dice show: a name alone, a number alone, a fact that was said.
    fn told_already(
        &self,
        expr: &Expr,
        r#type: &Type,
        sources: &Sources,
        id: SourceId,
    ) -> Option<PlacedError<RulebookError>> {
        if !self.is_settled(expr) {
            return None;
        }
        let expected = "a question of yes and no, or a number that changes".to_string();
        let found = self.rules.book.type_words(r#type);
        let help = match r#type.bare() {
            Type::Figure | Type::Thing(_) => self.example(self.text.trim()),
            _ => self
                .amount_like(expr)
                .unwrap_or_else(|| "ask what the dice decide, such as what somebody is or has afterwards".to_string()),
        };
        let span = Span { source: id, start: 0, end: self.text.len() as u32 };
        let label = "this is so whatever the dice show";
        Some(PlacedError::new(RulebookError::WrongType { expected, found }, sources, span, label, help))
    }
}
