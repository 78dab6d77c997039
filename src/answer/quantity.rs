//! Something of a figure that is asked for by its name: what it comes to, with its exact odds if it is rolled, and what it
//! is made of.

use crate::eval::{Frame, Scene, Subject, describe, show};
use crate::explain::{Overridden, changes_nothing, cited, overridden};
use crate::odds::expression::{ExprOdds, OddsError, OddsResult, of_expr_in};
use crate::odds::plot::{Diagram, picture};
use crate::play::Rules;
use crate::query::BoundQuery;
use crate::query::Quantity;
use crate::rulebook::{Expr, Node, Sort};
use crate::state::{State, View};
use crate::value::{FigureId, Value, ValueId};
use std::fmt::Write;
use std::sync::Arc;

/// The form of the answer.
const SCHEMA: &str = "fray.quantity/1";

/// How deep an expression is followed for its parts.
const DEEPEST: u8 = 32;

/// What something of a figure comes to.
#[derive(Clone, Debug, serde::Serialize)]
pub(crate) struct QuantityAnswer {
    /// `fray.quantity/1`
    pub schema: &'static str,
    /// Its name.
    pub name: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// Whose it is.
    pub whose: String,
    /// Against whom it is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// What it is, in words: a number, dice, a word.
    pub value: String,
    /// What was stated otherwise than the board says.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overridden: Vec<Overridden>,
    /// What was said and changes nothing as things are, whatever was said.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<String>,
    /// What it is made of.
    pub parts: Vec<Part>,
    /// The odds, if it is rolled.
    #[serde(flatten)]
    pub found: OddsResult,
}

/// Something that a quantity is made of.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct Part {
    /// What a player reads.
    pub label: String,
    /// What it comes to.
    pub value: String,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// As what it is declared, if it is.
    #[serde(skip)]
    pub declared: Option<(Sort, Arc<str>)>,
}

/// What a derived value of a figure is made of.
pub(crate) fn parts_of_value(view: &View<'_>, figure: FigureId, value: ValueId) -> Vec<Part> {
    let frame = Frame::new();
    Made { scene: view.scene(&frame), subject: Subject::Figure(figure) }.of(Quantity::Value(value))
}

/// What something of the first figure of a sentence comes to.
pub(crate) fn amount(
    posed: &BoundQuery,
    rules: &Rules,
    board: &State,
    what: Quantity,
) -> Result<QuantityAnswer, OddsError> {
    let (frame, view, book) = (posed.frame(), posed.view(rules), &rules.book);
    let scene = view.scene(&frame);
    let head = what.head(book);
    let mut figures = posed.facts.iter().filter_map(|(_, value)| value.as_figure());
    let whose = figures.next();
    let expr = what.expr(book, whose);
    let drawn = of_expr_in(scene, &expr)?;
    let words = |value: &Value| show(value, what.unit(book), book, &view);
    let value = scene.eval(&expr).map_or_else(|_| String::new(), |value| words(&value));
    let title = if head.is_quiet() { head.name.clone() } else { head.title.clone() };
    Ok(QuantityAnswer {
        schema: SCHEMA,
        name: head.name.clone(),
        found: ExprOdds::new(&title, &drawn, words).found,
        title,
        cites: head.cites.clone(),
        whose: whose.map_or_else(String::new, |figure| posed.state.figure(figure).name.to_string()),
        against: figures.next().map(|figure| posed.state.figure(figure).name.to_string()),
        value,
        overridden: posed.overridden(rules, board),
        idle: posed.idle(rules),
        parts: Made { scene, subject: whose.map_or(Subject::Nobody, Subject::Figure) }.of(what),
    })
}

impl QuantityAnswer {
    /// The lines a person reads.
    pub(crate) fn text(&self, width: usize) -> String {
        let mut text = overridden(&self.overridden);
        text += &changes_nothing(&self.idle);
        let against = self.against.as_ref().map_or_else(String::new, |other| format!(" against {other}"));
        let label = format!("{} of {}{against}", self.title, self.whose);
        let column = self.parts.iter().map(|part| part.label.chars().count()).fold(label.chars().count(), usize::max);
        let values = self.parts.iter().map(|part| part.value.chars().count());
        let amount = values.fold(self.value.chars().count(), usize::max).max(4);
        let mut row = |value: &str, label: &str, cites: &[Arc<str>]| {
            let line = format!("  {value:>amount$}  {label:<column$}");
            let _ = write!(text, "{}{}", if cites.is_empty() { line.trim_end() } else { &line }, cited(cites));
        };
        row(&self.value, &label, &self.cites);
        self.parts.iter().for_each(|part| row(&part.value, &format!("  {}", part.label), &part.cites));
        match &self.found {
            OddsResult::Certain { .. } => text,
            OddsResult::Distribution { min, max, .. } if min == max => text,
            _ => text + &picture(&self.answer(&self.title), width),
        }
    }

    fn answer(&self, asked: &str) -> ExprOdds {
        ExprOdds { schema: crate::odds::expression::SCHEMA, asked: asked.to_string(), found: self.found.clone() }
    }

    /// For tables and plots.
    pub(crate) fn diagram(&self, asked: &str) -> Diagram {
        Diagram::of_answer(&self.answer(asked))
    }
}

/// What a quantity is made of.
struct Made<'a> {
    scene: Scene<'a, View<'a>>,
    subject: Subject,
}

impl Made<'_> {
    fn of(&self, what: Quantity) -> Vec<Part> {
        let book = self.scene.rules;
        let mut parts = Vec::new();
        match what {
            Quantity::Fact(id) if self.scene.frame.stated(id).is_none() => {
                let fact = &book.facts[id.index()];
                let from = fact.from.as_ref().filter(|from| self.scene.eval(from).is_ok());
                from.or(fact.default.as_ref()).into_iter().for_each(|expr| self.add(expr, DEEPEST, &mut parts));
            }
            Quantity::Value(id) => self.add(&book.values[id.index()].expr, DEEPEST, &mut parts),
            _ => {}
        }
        parts
    }

    /// The named parts of an expression that come to something, of a choice only those of the branch that is taken.
    fn add(&self, expr: &Expr, depth: u8, parts: &mut Vec<Part>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match &expr.node {
            Node::If(when, yes, no) => match self.scene.truth_for(self.subject, when) {
                Ok(true) => self.add(yes, depth, parts),
                Ok(false) => self.add(no, depth, parts),
                Err(_) => {}
            },
            Node::Binary(_, left, right) => [left, right].into_iter().for_each(|side| self.add(side, depth, parts)),
            Node::Minus(inner) | Node::Round(_, inner) | Node::Repeat(_, inner) => self.add(inner, depth, parts),
            Node::Call(_, members) | Node::List(members) => {
                members.iter().for_each(|member| self.add(member, depth, parts));
            }
            _ => parts.extend(self.part(expr).filter(|part| !parts.contains(part))),
        }
    }

    fn part(&self, expr: &Expr) -> Option<Part> {
        let book = self.scene.rules;
        let (declared, unit) = match &expr.node {
            Node::Fact(id) => (Some((Sort::Fact, &book.facts[id.index()].head)), book.facts[id.index()].unit),
            Node::Value(_, id) => (Some((Sort::Value, &book.values[id.index()].head)), None),
            Node::Attribute(_, id) => {
                let attribute = &book.attributes[id.index()];
                let sort = if attribute.is_note() { Sort::Note } else { Sort::Attribute };
                (Some((sort, &attribute.head)), attribute.unit)
            }
            Node::Track(_, id, _) => (Some((Sort::Track, &book.tracks[id.index()].head)), book.tracks[id.index()].unit),
            Node::Table(id, _) => (Some((Sort::Table, &book.tables[id.index()].head)), book.tables[id.index()].unit),
            Node::Field(..) | Node::Setting(_) => (None, None),
            _ => return None,
        };
        let head = declared.map(|(_, head)| head);
        let value = self.scene.eval_for(self.subject, expr).ok()?;
        if matches!(value, Value::None | Value::Unset | Value::Truth(_)) || value == Value::int(0) {
            return None;
        }
        let title = head.filter(|head| !head.is_quiet()).map(|head| head.title.to_string());
        Some(Part {
            label: title.unwrap_or_else(|| describe(expr, book)),
            value: show(&value, unit, book, self.scene.world),
            cites: head.map_or_else(|| Arc::new([]) as Arc<_>, |head| head.cites.clone()),
            declared: declared.map(|(sort, head)| (sort, head.name.clone())),
        })
    }
}
