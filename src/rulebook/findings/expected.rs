//! Expectations of tests that are so whatever happens.

use super::{Examiner, Finding};
use crate::diag::{did_you_mean, listed};
use crate::rulebook::{Test, Trigger, is_told, told};
use crate::syntax::ast::{BinaryDecl, Expect, ExprDecl, ExprNode, StepDecl, StepNode, Unary};
use crate::text::{Span, is_wordly};

/// What reactions answer beside events that are told.
const TRIGGERS: [&str; 4] = ["step", "change", "gain", "lose"];

impl Examiner<'_> {
    pub(super) fn expectations(&mut self) {
        let book = self.book;
        for test in &book.tests {
            for step in &test.steps {
                if let StepNode::Expect(Expect::Truth(expr)) = &step.node
                    && self.is_own(&test.head)
                    && self.is_so_anyhow(expr)
                {
                    let help = match expr.node {
                        ExprNode::Number(number) => format!("say of what: `expect need {number}`"),
                        _ if let Some(bounded) = self.bounded(expr) => self.exactly(&bounded),
                        _ => "compare something of a figure, of a fact or of the rules with what it should be"
                            .to_string(),
                    };
                    self.report(Finding::ExpectedAnyhow, expr.span, "true whatever happens", &help);
                }
            }
        }
    }

    /// Tests that compare nothing: they pass whatever the rules say.
    pub(super) fn empty_tests(&mut self) {
        let book = self.book;
        let compares = |step: &StepDecl| matches!(step.node, StepNode::Expect(_) | StepNode::Fails(_));
        let own = book.tests.iter().filter(|test| self.is_own(&test.head));
        let empty: Vec<&Test> = own.filter(|test| !test.steps.iter().any(compares)).collect();
        for test in empty {
            let help = "say what comes of it: `expect need 12`, `expect legal`, `expect NAME.harm = 3`";
            let title = test.head.title.to_string();
            self.report(Finding::ExpectsNothing { title }, test.head.span, "it passes whatever happens", help);
        }
    }

    /// Reactions to events that nothing tells.
    pub(super) fn reactions(&mut self) {
        let book = self.book;
        for reaction in &book.reactions {
            let Trigger::Told(name) = &reaction.on else { continue };
            if self.is_own(&reaction.head) && !is_told(book, name) {
                let told = told(book);
                let known: Vec<&str> = told.iter().map(String::as_str).collect();
                let otherwise = format!(
                    "{}; or let a line tell it (`tell {name}`), or a script (`play:tell`)",
                    listed(&known).replacen("there", "of events that are told there", 1)
                );
                let otherwise = match &**name {
                    "turn" | "round" | "phase" | "start" | "end" | "upkeep" => format!(
                        "what is done each {} stands in a phase: `turn {{ add phase NAME {{ does {{ for each one in \
                         figures() when … {{ … }} }} }} }}`",
                        if **name == *"round" || **name == *"phase" { name } else { "turn" }
                    ),
                    _ => otherwise,
                };
                let help = did_you_mean(name, known.iter().copied().chain(TRIGGERS), &otherwise);
                let at = self.place_of_trigger(reaction.head.span, name);
                self.report(Finding::NeverTold { name: name.to_string() }, at, "it never comes", &help);
            }
        }
    }

    /// Where a reaction whose name stands at a place says to what it answers.
    fn place_of_trigger(&self, head: Span, name: &str) -> Span {
        let text = &self.book.sources.get(head.source).text;
        let behind = text.get(head.end as usize..).unwrap_or("");
        let found = behind.match_indices("on ").find_map(|(at, on)| {
            let said = behind[at + on.len()..].trim_start();
            let is_it = said.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_wordly));
            (is_it && !behind[..at].ends_with(is_wordly)).then(|| behind.len() - said.len())
        });
        let Some(found) = found else { return head };
        let start = head.end + found as u32;
        Span { start, end: start + name.len() as u32, ..head }
    }

    fn is_so_anyhow(&self, expr: &ExprDecl) -> bool {
        match &expr.node {
            ExprNode::Binary(BinaryDecl::And, a, b) => self.is_so_anyhow(a) && self.is_so_anyhow(b),
            ExprNode::Binary(BinaryDecl::Or, a, b) => self.is_so_anyhow(a) || self.is_so_anyhow(b),
            _ if self.bounded(expr).is_some() => true,
            ExprNode::Binary(BinaryDecl::Equal | BinaryDecl::LessOrEqual | BinaryDecl::GreaterOrEqual, a, b) => {
                (is_literal(expr) && !converts(a, b)) || self.written(a) == self.written(b)
            }
            _ => is_literal(expr),
        }
    }

    fn written(&self, expr: &ExprDecl) -> String {
        self.book.sources.slice(expr.span).split_whitespace().collect()
    }
}

/// Whether it names nothing.
fn is_literal(expr: &ExprDecl) -> bool {
    match &expr.node {
        ExprNode::Number(_) | ExprNode::Quantity(..) | ExprNode::Dice(_) | ExprNode::Text(_) => true,
        ExprNode::Truth(_) | ExprNode::None => true,
        ExprNode::Unary(Unary::Not | Unary::Minus, inner) => is_literal(inner),
        ExprNode::Binary(_, a, b) => is_literal(a) && is_literal(b),
        ExprNode::List(members) => members.iter().all(is_literal),
        _ => false,
    }
}

/// Whether what is compared is written in different units: then it says how they are declared.
fn converts(a: &ExprDecl, b: &ExprDecl) -> bool {
    match (&a.node, &b.node) {
        (ExprNode::Quantity(_, one), ExprNode::Quantity(_, other)) => one.text != other.text,
        _ => false,
    }
}
