//! What a value is derived from: where a line would change the value itself, the author is told what of that play changes.

use super::resolver::Resolver;
use super::show::as_written;
use super::*;
use crate::syntax::ast;
use crate::value::ValueId;
use std::collections::BTreeSet;

/// What stands in the expression of a value, by its name.
#[derive(Default)]
struct Origins<'b> {
    all: Vec<&'b str>,
    /// Numbers that play changes, each with its sign in the sum, where it is one.
    tracks: Vec<(&'b str, Option<bool>)>,
    states: Vec<&'b str>,
}

impl Resolver<'_> {
    /// What to change instead of a value.
    pub(super) fn is_derived(&self, value: usize, name: &ast::Name) -> String {
        let mut origins = Origins::default();
        self.book.gather_origins(ValueId(value as u16), Some(true), &mut BTreeSet::new(), &mut origins);
        let entry = &self.sources.get(name.span.source).text;
        let before = entry.get(..name.span.start as usize).unwrap_or("");
        let owner = &before[before.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.')).len()..];
        let behind = entry.get(name.span.end as usize..).unwrap_or("").lines().next().unwrap_or("");
        let amount = behind.trim_start().strip_prefix("by ").map(amount_of);
        let from = match origins.all.as_slice() {
            [] => return "a value is derived: change what it is derived from".to_string(),
            [one] => format!("`{one}`"),
            [all @ .., last] => format!("`{}` and `{last}`", all.join("`, `")),
        };
        match (origins.tracks.as_slice(), origins.states.as_slice()) {
            ([(track, sign)], []) => {
                let by = match (amount, sign) {
                    (Some(amount), Some(true)) => amount.to_string(),
                    (Some(amount), Some(false)) => negated(amount),
                    _ => "…".to_string(),
                };
                format!("it is derived from {from}: `change {owner}{} by {by}`", as_written(track))
            }
            ([], [state]) => format!("it is derived from {from}: `set {owner}{} = …`", as_written(state)),
            ([], []) => format!("it is derived from {from}, which no line changes: make a `track` part of it"),
            (tracks, states) => {
                let tracks = tracks.iter().map(|(track, _)| *track);
                let all: Vec<&str> = tracks.chain(states.iter().copied()).collect();
                format!("it is derived from {from}: lines change {} of that", all.join(", "))
            }
        }
    }
}

impl Rulebook {
    /// The values of figures of which there is less the more there is of a track: their names, and what they are.
    pub fn lessened_by(&self, track: &str) -> Vec<(&str, &str)> {
        let is_lessened = |at: usize| {
            let mut origins = Origins::default();
            self.gather_origins(ValueId(at as u16), Some(true), &mut BTreeSet::new(), &mut origins);
            origins.tracks.contains(&(track, Some(false)))
        };
        let values = self.values.iter().enumerate().filter(|(at, value)| !value.head.is_quiet() && is_lessened(*at));
        values.map(|(_, value)| (&*value.head.name, self.sources.slice(value.expr.span).trim())).collect()
    }

    /// Everything that a value is made of, through the values it names.
    fn gather_origins<'b>(
        &'b self,
        value: ValueId,
        sign: Option<bool>,
        seen: &mut BTreeSet<ValueId>,
        found: &mut Origins<'b>,
    ) {
        if let Some(rule) = self.values.get(value.index()).filter(|_| seen.insert(value)) {
            self.gather_of(&rule.expr, sign, seen, found);
        }
    }

    fn gather_of<'b>(
        &'b self,
        expr: &'b Expr,
        sign: Option<bool>,
        seen: &mut BTreeSet<ValueId>,
        found: &mut Origins<'b>,
    ) {
        let mut note = |head: &'b Head| {
            if !found.all.contains(&&*head.name) {
                found.all.push(&head.name);
                return true;
            }
            false
        };
        match &expr.node {
            Node::Attribute(_, id) => drop(note(&self.attributes[id.index()].head)),
            Node::Track(_, id, None) => {
                let head = &self.tracks[id.index()].head;
                if note(head) {
                    found.tracks.push((&head.name, sign));
                }
            }
            Node::State(_, id) | Node::InState(_, id, _) => {
                let head = &self.states[id.index()].head;
                if note(head) {
                    found.states.push(&head.name);
                }
            }
            Node::HasCondition(_, id) => drop(note(&self.conditions[id.index()].head)),
            Node::Value(_, id) => self.gather_origins(*id, sign, seen, found),
            Node::Binary(Binary::Plus, one, other) => {
                self.gather_of(one, sign, seen, found);
                self.gather_of(other, sign, seen, found);
            }
            Node::Binary(Binary::Minus, one, other) => {
                self.gather_of(one, sign, seen, found);
                self.gather_of(other, sign.map(|sign| !sign), seen, found);
            }
            Node::Minus(inner) => self.gather_of(inner, sign.map(|sign| !sign), seen, found),
            _ => {
                let mut parts: Vec<&'b Expr> = Vec::new();
                expr.walk(&mut |part| {
                    let is_named = matches!(
                        part.node,
                        Node::Attribute(..)
                            | Node::Track(..)
                            | Node::State(..)
                            | Node::InState(..)
                            | Node::HasCondition(..)
                            | Node::Value(..)
                    );
                    if is_named && !std::ptr::eq(part, expr) {
                        parts.push(part);
                    }
                });
                parts.into_iter().for_each(|part| self.gather_of(part, None, seen, found));
            }
        }
    }
}

/// The amount of a line, without what stands behind it.
fn amount_of(text: &str) -> &str {
    let ends = ['"', ';', '}', '@', '#'].into_iter().filter_map(|sign| text.find(sign));
    let words = [" when ", " if any"].into_iter().filter_map(|word| text.find(word));
    text[..ends.chain(words).min().unwrap_or(text.len())].trim()
}

fn negated(amount: &str) -> String {
    match amount.strip_prefix('-').map(str::trim) {
        Some(bare) if !bare.contains(' ') => bare.to_string(),
        None if !amount.contains(' ') => format!("-{amount}"),
        _ => format!("-({amount})"),
    }
}
