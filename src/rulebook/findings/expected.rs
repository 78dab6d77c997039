//! Expectations of tests that are so whatever happens.

use super::{Examiner, Finding};
use crate::diag::{did_you_mean, listed};
use crate::rulebook::show::as_written;
use crate::rulebook::{Head, OwnerDecl, Test, Trigger, is_told, told};
use crate::syntax::ast::{BinaryDecl, Expect, ExprDecl, ExprNode, StepDecl, StepNode, Unary};
use crate::text::{Span, is_wordly};

/// What reactions answer beside events that are told.
const TRIGGERS: [&str; 4] = ["step", "change", "gain", "lose"];

/// Names are alike that begin with so many letters in common.
const LIKE: usize = 4;

impl Examiner<'_> {
    pub(super) fn expectations(&mut self) {
        let book = self.book;
        for test in &book.tests {
            for step in &test.steps {
                let StepNode::Expect(Expect::Truth(expr)) = &step.node else { continue };
                if !self.is_own(&test.head) {
                    continue;
                }
                let help = match (&expr.node, self.is_so_anyhow(expr)) {
                    (ExprNode::Number(number), true) => Some(format!("say of what: `expect need {number}`")),
                    (_, true) => Some(
                        "compare something of a figure, of a fact or of the rules with what it should be".to_string(),
                    ),
                    (_, false) => self.held_anyhow(test, expr),
                };
                if let Some(help) = help {
                    self.report(Finding::ExpectedAnyhow, expr.span, "true whatever happens", help);
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
                let otherwise = self.of_events(name, &known);
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

    /// What a reaction to an event that nothing tells may answer instead.
    fn of_events(&self, name: &str, known: &[&str]) -> String {
        let mut ways: Vec<String> = Vec::new();
        let tracks = self.book.tracks.iter().filter(|track| track.owner == OwnerDecl::Figure);
        if let Some(track) = self.likest(name, tracks.map(|track| &track.head)) {
            ways.push(format!(
                "a track that changes is answered by `on change {track}`, one's own by `on own change {track}`"
            ));
        }
        if let Some(condition) = self.likest(name, self.book.conditions.iter().map(|condition| &condition.head)) {
            ways.push(format!("a condition that is gained by `on gain {condition}`"));
        }
        match known {
            [] => {}
            known => ways.push(format!("of events that are told {}", listed(known))),
        }
        ways.push(format!("a line tells an event by `tell {name}`, a script by `play:tell`"));
        ways.join("; ")
    }

    /// Of what is declared here, that whose name is most like another, or else the first.
    fn likest<'h>(&self, name: &str, heads: impl Iterator<Item = &'h Head>) -> Option<String> {
        let heads: Vec<&Head> = heads.collect();
        let is_like = |head: &&&Head| {
            let letters = head.name.chars().zip(name.chars());
            letters.take_while(|(one, other)| one == other).count() >= LIKE
        };
        let own = || heads.iter().find(|head| self.is_own(head)).or(heads.first());
        Some(as_written(&heads.iter().find(is_like).or_else(own)?.name).to_string())
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
            ExprNode::Is { subject, negated: false, word } => self.written(subject) == word.text,
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
