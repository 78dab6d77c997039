//! What is decided before anything is rolled: modifiers that never apply, checks that always end the same.

use super::key::{bounds, roll};
use super::never_acts::Modified;
use super::same::{self, contradiction};
use super::{Examiner, Finding};
use crate::rulebook::{Binary, Check, Expr, Goal, Head, Modifier, Node};
use crate::text::Span;
use crate::value::{CardId, CheckId, Number, Target, Value};

impl Examiner<'_> {
    pub(super) fn modifiers(&mut self) {
        let book = self.book;
        let card = |at: usize| Modified::Card(CardId(at as u16));
        let check = |at: usize| Modified::Check(CheckId(at as u16));
        let cards = book.cards.iter().enumerate().map(|(at, one)| (&one.head, &one.modifiers, card(at)));
        let checks = book.checks.iter().enumerate().map(|(at, one)| (&one.head, &one.parts, check(at)));
        for (head, modifiers, of) in cards.chain(checks) {
            for modifier in modifiers.iter() {
                if self.is_own(head) || self.is_written_here(modifier.label.span) {
                    self.modifier(modifier, of);
                }
            }
        }
    }

    fn modifier(&mut self, modifier: &Modifier, of: Modified) {
        self.list_mark(modifier);
        self.other_sign(modifier);
        self.never_binds(modifier, of);
        let finding = Finding::NeverApplies { label: modifier.label.text.to_string() };
        let changes = matches!(modifier.target, Target::Number | Target::Dice);
        if changes && modifier.amount.as_number() == Some(Number::ZERO) {
            self.report(finding, modifier.amount.span, "this is always 0", "write an amount, or take it away");
            return;
        }
        let Some(condition) = &modifier.condition else { return };
        // An option may switch it on.
        if self.book.usage.depends_on_option(condition.span) {
            return;
        }
        if let Some((one, other)) = contradiction(condition) {
            let (at, help) = match (self.is_written_here(one.span), self.is_written_here(other.span)) {
                (false, true) => (other.span, self.of_head(one)),
                (true, false) => (one.span, self.of_head(other)),
                _ => (condition.span, self.of_both((one, other), condition)),
            };
            self.report(finding, at, "this never holds", help);
            return;
        }
        if self.never_acts(modifier, condition, of) || self.no_word_left(modifier, condition) {
            return;
        }
        let range = |what: &Expr| self.range(what);
        let parts: Vec<(&Expr, Option<bool>)> =
            condition.conjuncts().into_iter().map(|part| (part, same::settled(part, &range))).collect();
        if let Some((part, _)) = parts.iter().find(|(_, holds)| *holds == Some(false)) {
            self.report(finding, part.span, "this never holds", self.of_settled(part));
        } else if let Some((part, _)) = parts.iter().find(|(_, holds)| *holds == Some(true)) {
            let text = self.book.sources.slice(part.span).trim().to_string();
            self.report(Finding::AlwaysHolds { text }, part.span, "this always holds", self.of_settled(part));
        }
    }

    /// What to do about a modifier that is added to a card for something else.
    fn of_head(&self, head: &Expr) -> String {
        let head = self.book.sources.slice(head.span).trim();
        format!(
            "all that stands in this card counts only `when {head}`: add it to another card, or ask for something else"
        )
    }

    /// The least and the most that a number may be, where its declaration says so.
    pub(super) fn range(&self, what: &Expr) -> same::NumberRange {
        self.declared(what).map_or((None, None), |(_, range, _)| range)
    }

    /// The number that an expression names, with what it may be and the unit in which that is read.
    fn declared(&self, what: &Expr) -> Option<(&Head, same::NumberRange, Option<u16>)> {
        let constant = |expr: &Option<Expr>| expr.as_ref().and_then(Expr::as_number);
        match &what.node {
            Node::Fact(id) => {
                let fact = &self.book.facts[id.index()];
                Some((&fact.head, fact.bounds, fact.unit))
            }
            Node::Track(_, id, _) => {
                let track = &self.book.tracks[id.index()];
                Some((&track.head, (constant(&track.min), constant(&track.max)), track.unit))
            }
            _ => None,
        }
    }

    /// What to do about a part of a condition that says nothing.
    pub(super) fn of_settled(&self, part: &Expr) -> String {
        let text = |expr: &Expr| self.book.sources.slice(expr.span).trim();
        if let Node::In(what, Some(low), Some(high)) = &part.node
            && low.as_number() > high.as_number()
        {
            return format!("turn its ends round: `{} in {}..{}`", text(what), text(high), text(low));
        }
        if part.disjuncts().len() > 1 {
            return "one or the other holds whatever happens: is `and` meant? Else take it away".to_string();
        }
        let mut why = None;
        part.walk(&mut |one| {
            let Some((head, (least, most), unit)) = self.declared(one) else { return };
            let end = |word: &str, end: Option<Number>| {
                Some(format!("{word} {}", self.book.show_value(&Value::Number(end?), unit)))
            };
            let ends: Vec<String> = end("less than", least).into_iter().chain(end("more than", most)).collect();
            if !ends.is_empty() {
                why = why.take().or_else(|| Some(format!("`{}` is never {}", head.name, ends.join(" and never "))));
            }
        });
        match why {
            None => "correct the condition, or take it away".to_string(),
            Some(why) => format!("{why}: take this away, or ask for another number"),
        }
    }

    /// What to write instead of two parts of a condition that exclude each other.
    pub(super) fn of_both(&self, (one, other): (&Expr, &Expr), condition: &Expr) -> String {
        let text = |span: Span| self.book.sources.slice(span).trim();
        match (&one.node, &other.node) {
            (Node::Binary(first, what, bound), Node::Binary(second, again, end)) if are_opposite(*first, *second) => {
                let operator =
                    |what: &Expr, bound: &Expr| text(Span { start: what.span.end, end: bound.span.start, ..what.span });
                let from = format!("{} {} {}", text(what.span), operator(what, bound), text(end.span));
                let to = format!("{} {} {}", text(again.span), operator(again, end), text(bound.span));
                let (one, other) = (text(one.span), text(other.span));
                // Beside what else is asked, `and` would take the first of the two alone.
                let outside = match condition.conjuncts().len() {
                    ..=2 => format!("{one} or {other}"),
                    _ => format!("({one} or {other})"),
                };
                format!("nothing is both: what lies between is `{from} and {to}`, what lies outside `{outside}`")
            }
            _ => "two parts of it exclude each other: is `or` meant?".to_string(),
        }
    }

    /// Checks whose need is constant and beyond the dice.
    pub(super) fn checks(&mut self) {
        let book = self.book;
        for check in &book.checks {
            self.always_impossible(check);
            let Some((can_succeed, can_fail, need)) = self.outcomes(check).filter(|_| self.is_own(&check.head)) else {
                continue;
            };
            let name = check.head.name.to_string();
            let Some((low, high)) = roll(check).map(|dice| bounds(&dice)) else { continue };
            let why = match self.need_span(check, None) {
                Some((least, most)) if least != most => {
                    format!("its dice show {low} to {high}, and what is needed is {least} to {most} whatever counts")
                }
                _ => format!("its dice show {low} to {high}, and nothing changes the need"),
            };
            let help = format!("{why}: let what is needed lie between, or roll other dice");
            if !can_fail {
                self.report(Finding::CannotFail { check: name }, need, "always met", help);
            } else if !can_succeed {
                self.report(Finding::CannotSucceed { check: name }, need, "never met", help);
            }
        }
    }

    /// `impossible "reason"`, without saying when: the check never is.
    fn always_impossible(&mut self, check: &Check) {
        let is_own = self.is_own(&check.head);
        for (when, label) in check.impossible.iter().filter(|_| is_own) {
            let text = &self.book.sources.get(label.span.source).text;
            let before = text.get(..label.span.start as usize).unwrap_or("").trim_end();
            if before.ends_with("impossible") && matches!(when.node, Node::Const(Value::Truth(true))) {
                let finding = Finding::CannotSucceed { check: check.head.name.to_string() };
                let help = format!("say when: `impossible when CONDITION \"{}\"`", label.text);
                self.report(finding, label.span, "impossible whatever happens", help);
            }
        }
        let all: Vec<&Expr> = check.impossible.iter().map(|(when, _)| when).filter(|_| is_own).collect();
        let pairs = all.iter().enumerate().flat_map(|(at, one)| all[..at].iter().map(move |first| (*first, *one)));
        let open = |expr: &Expr| self.book.usage.touches_option(expr.span);
        let mut both = pairs.filter(|(first, one)| same::either_holds(first, one) && !open(first) && !open(one));
        if let Some((first, one)) = both.next() {
            let finding = Finding::CannotSucceed { check: check.head.name.to_string() };
            let (at, other) = ((one.span, "impossible here"), (first.span, "and wherever this does not hold"));
            self.report_two(finding, at, other, "take one of the two away: together they leave nothing");
        }
    }

    /// Whether a check can succeed and fail, where that is decided; and where it says what it needs.
    fn outcomes(&self, check: &Check) -> Option<(bool, bool, Span)> {
        let (low, high) = bounds(&roll(check)?);
        let (least, most) = self.need_span(check, None)?;
        let (succeeds, fails, need) = match &check.goal {
            Goal::AtLeast(need, _) => (Number::int(high) >= least, Number::int(low) < most, need.span),
            Goal::AtMost(need, _) => (Number::int(low) <= most, Number::int(high) > least, need.span),
            _ => return None,
        };
        let decides = |success| check.results.iter().flat_map(|all| &all.rows).any(|row| row.success == Some(success));
        Some((succeeds || decides(true), fails || decides(false), need))
    }
}

/// Whether one holds of what is small and the other of what is great.
fn are_opposite(one: Binary, other: Binary) -> bool {
    let is_below = |operator| matches!(operator, Binary::Less | Binary::LessOrEqual);
    let is_above = |operator| matches!(operator, Binary::Greater | Binary::GreaterOrEqual);
    is_below(one) && is_above(other) || is_above(one) && is_below(other)
}
