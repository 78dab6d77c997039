//! Facts, and cards with their modifiers.

use super::error::RulebookError;
use super::resolver::Resolver;
use super::*;
use crate::effect::Stacking;
use crate::syntax::ast::{self, Body, CardEntry};
use crate::syntax::{HabitPlace, habit_of};
use crate::text::Span;
use crate::value::{FactId, TagId, Target};
use std::sync::Arc;

/// What has a number by its name.
const NUMBERS: [Sort; 6] = [Sort::Unit, Sort::Setting, Sort::Attribute, Sort::Note, Sort::Track, Sort::Value];

impl Resolver<'_> {
    /// What facts are when nobody says.
    pub(super) fn facts(&mut self) {
        for (at, _, declaration) in self.whole(Sort::Fact) {
            let Body::Fact(fact) = &declaration.body else { continue };
            let known = &self.book.facts[usize::from(at)];
            let (r#type, unit) = (known.r#type.clone(), known.unit);
            let mut part = |expr: &Option<ast::ExprDecl>| {
                expr.as_ref().and_then(|expr| self.expect_scaled(expr, &r#type, unit, BareSubject::Nobody))
            };
            let (default, from) = (part(&fact.default), part(&fact.from));
            let mut bound = |expr: &Option<ast::ExprDecl>| {
                let expr = expr.as_ref()?;
                self.value(expr, &r#type, unit, "a bound of a fact")?.as_number()
            };
            let bounds = (bound(&fact.min), bound(&fact.max));
            let of = fact.of.as_ref().and_then(|name| self.role(name));
            let entry = &mut self.book.facts[usize::from(at)];
            (entry.default, entry.bounds, entry.from, entry.of) = (default, bounds, from, of);
        }
    }

    /// The fact that another is said of: a figure, a thing or a cell.
    fn role(&mut self, name: &ast::Name) -> Option<FactId> {
        let fact = self.find(Sort::Fact, name).map(FactId)?;
        let known = &self.book.facts[fact.index()];
        if known.is_role() {
            return Some(fact);
        }
        let found = self.book.type_words(&known.r#type);
        let help = "name the fact of the figure, thing or cell that this one is said of";
        let error = RulebookError::WrongType { expected: "a figure, a thing or a cell".to_string(), found };
        self.report(error, name.span, "nothing can be said of it", help);
        None
    }

    /// Every card.
    pub(super) fn cards(&mut self) {
        self.collect_tags();
        for (at, declared, declaration) in self.whole(Sort::Card) {
            let Body::Card(card) = &declaration.body else { continue };
            let stacks = card.stacks.as_ref().and_then(|word| self.stacking(word));
            let mut groups = vec![stacks.unwrap_or(Stacking::All)];
            let mut modifiers = Vec::new();
            for entry in &card.entries {
                match &entry.node {
                    CardEntry::Modifier(modifier) => {
                        self.labelled(modifier);
                        modifiers.extend(self.modifier(modifier, 0));
                    }
                    CardEntry::Group(stacks, members) => {
                        let group = groups.len() as u16;
                        groups.push(self.stacking(stacks).unwrap_or(Stacking::All));
                        members.iter().for_each(|member| self.labelled(&member.node));
                        let members: Vec<Modifier> =
                            members.iter().filter_map(|member| self.modifier(&member.node, group)).collect();
                        modifiers.extend(members);
                    }
                    CardEntry::Label(label) => {
                        let error = RulebookError::MissingEntry { whose: format!("`{}`", label.text), entry: "amount" };
                        self.report(error, label.span, "a label alone", "write the amount before it, such as `-2`");
                    }
                }
            }
            let head = self.declared_head(declared, declaration);
            put(&mut self.book.cards, at, Card { head, modifiers, groups });
        }
    }

    fn stacking(&mut self, word: &ast::Name) -> Option<Stacking> {
        let words =
            [("all", Stacking::All), ("worst", Stacking::Worst), ("best", Stacking::Best), ("once", Stacking::Once)];
        self.word(word, "stacks", &words)
    }

    /// Tags are known by being used on a modifier, of a card or of a check.
    fn collect_tags(&mut self) {
        let mut tags: Vec<ast::Name> = Vec::new();
        for (_, _, declaration) in self.whole(Sort::Card) {
            let Body::Card(card) = &declaration.body else { continue };
            for entry in &card.entries {
                match &entry.node {
                    CardEntry::Modifier(modifier) => tags.extend(modifier.tags.iter().cloned()),
                    CardEntry::Group(_, members) => {
                        tags.extend(members.iter().flat_map(|member| member.node.tags.iter().cloned()));
                    }
                    CardEntry::Label(_) => {}
                }
            }
        }
        let mut of_line = |line: &ast::CheckEntry| {
            if let ast::CheckEntry::Plus(modifier) = line {
                tags.extend(modifier.tags.iter().cloned());
            }
        };
        for (_, _, declaration) in self.whole(Sort::Check) {
            let Body::Check(entries) = &declaration.body else { continue };
            entries.iter().for_each(|entry| of_line(&entry.node));
        }
        for (_, _, declaration) in self.whole(Sort::Every) {
            let Body::Every(every) = &declaration.body else { continue };
            every.entries.iter().for_each(|entry| {
                if let ast::EveryEntry::Check(line) = &entry.node {
                    of_line(line);
                }
            });
        }
        for tag in tags {
            if self.book.names.find(Sort::Tag, &tag.text).is_none() {
                let name: Arc<str> = tag.text.as_str().into();
                self.book.names.add(Sort::Tag, &name, self.book.tags.len() as u16);
                self.book.tags.push(name);
            }
        }
    }

    /// `-2 rain when rain`: a label without its quotes reads as a unit. Says so, if it is no number either.
    fn label_as_unit(&mut self, modifier: &ast::ModifierDecl) -> bool {
        let Some(word) = unit_of(&modifier.amount).filter(|_| modifier.notes.title.is_none()) else { return false };
        let is_number = |fact: FactId| matches!(self.book.facts[fact.index()].r#type.bare(), Type::Number(_));
        let is_known = NUMBERS.iter().any(|sort| self.book.names.find(*sort, &word.text).is_some());
        // A unit, or the number of another pack's section, is told as that.
        let is_unit = habit_of(HabitPlace::Unit, &word.text).is_some()
            || self.book.chain.iter().any(|pack| **pack == *word.text)
            || word.text.chars().count() < 3;
        if is_known || is_unit || self.book.fact(&word.text).is_some_and(is_number) {
            return false;
        }
        let said = self.sources.slice(modifier.amount.span).trim();
        let amount = said.strip_suffix(&*word.text).unwrap_or(said).trim_end();
        let help = format!("what it is called stands in double quotes: `{amount} \"{}\"`", word.text);
        let error = RulebookError::MissingEntry { whose: format!("the modifier `{amount}`"), entry: "label" };
        self.report(error, word.span, "a label without its quotes", help);
        true
    }

    /// `"rain" -2`: a label before the amount reads as a sum, or with `=` as a comparison. Says so.
    fn label_before_amount(&mut self, modifier: &ast::ModifierDecl) -> bool {
        let Some(label) = leading_text(&modifier.amount).filter(|_| modifier.notes.title.is_none()) else {
            return false;
        };
        let is_number = NUMBERS.iter().any(|sort| self.book.names.find(*sort, &label.text).is_some());
        if label.text.parse::<f64>().is_ok() || is_number || self.book.fact(&label.text).is_some() {
            return false;
        }
        let written = self.sources.slice(label.span).trim();
        let said = self.sources.slice(modifier.amount.span).trim();
        let Some(amount) = said.strip_prefix(written).map(|rest| rest.trim_start_matches([' ', '=', ':'])) else {
            return false;
        };
        let help = format!("the amount comes first, then its label: `{} {written}`", amount.replacen("- ", "-", 1));
        let error = RulebookError::WrongType { expected: "an amount".to_string(), found: "its label".to_string() };
        self.report(error, modifier.amount.span, "a label before its amount", help);
        true
    }

    /// A modifier of a card says what it is called: it is told by that, and packs above find it by that.
    fn labelled(&mut self, modifier: &ast::ModifierDecl) {
        let is_label_first = leading_text(&modifier.amount).is_some();
        if modifier.notes.title.is_some() || is_label_first || unit_of(&modifier.amount).is_some() {
            return;
        }
        let amount = self.sources.slice(modifier.span).split(['@', '\n']).next().unwrap_or("");
        let amount = amount.split(" when ").next().unwrap_or("").trim();
        let called = modifier.condition.as_ref().map_or("why", |condition| self.sources.slice(condition.span).trim());
        let called = called.rsplit([' ', '.']).next().filter(|word| !word.contains('"')).unwrap_or("why");
        let error = RulebookError::MissingEntry { whose: format!("the modifier `{amount}`"), entry: "label" };
        let help = format!("say behind the amount what it is for, such as `{amount} \"{}\"`", called.replace('_', " "));
        self.report(error, modifier.amount.span, "no words that tell it", help);
    }

    /// One modifier.
    pub(super) fn modifier(&mut self, modifier: &ast::ModifierDecl, group: u16) -> Option<Modifier> {
        let otherwise = modifier.condition.as_ref().map_or(modifier.amount.span, |condition| condition.span);
        let label = self.label(&modifier.notes, otherwise);
        self.known_places(&modifier.notes);
        let wanted = match modifier.target {
            Target::Set => Type::NUMBER.or_none(),
            _ => Type::NUMBER,
        };
        let scope = Scope::new(self.sources).of(BareSubject::Nobody);
        if let (ast::ExprNode::Text(text), None) = (&modifier.amount.node, &modifier.notes.title) {
            let error = RulebookError::MissingEntry { whose: format!("`{}`", text.text), entry: "amount" };
            self.report(error, text.span, "a label alone", "write the amount before it, such as `-2`");
            return None;
        }
        if self.label_as_unit(modifier) || self.label_before_amount(modifier) {
            return None;
        }
        let amount = self.expect_known_in(&modifier.amount, &wanted, &scope);
        let condition = self.counts_when(modifier);
        let tags = modifier.tags.iter().filter_map(|tag| self.book.names.find(Sort::Tag, &tag.text)).map(TagId);
        let tags = tags.collect();
        let (amount, r#type) = amount?;
        Some(Modifier {
            label,
            target: modifier.target,
            may_be_none: matches!(r#type, Type::Optional(_) | Type::Nothing),
            amount,
            condition: condition?,
            tags,
            group,
            reads: Vec::new(),
            under: self.merged.under(modifier.span),
        })
    }

    /// When a modifier counts: its own condition and those of the blocks around, each resolved (and reported) once.
    fn counts_when(&mut self, modifier: &ast::ModifierDecl) -> Option<Option<Expr>> {
        let mut whole: Option<Expr> = None;
        let mut is_whole = true;
        for when in modifier.within.iter().chain(&modifier.condition) {
            let known = self.conditions.get(&when.span).cloned();
            let found = known.unwrap_or_else(|| self.expect(when, &Type::Truth, BareSubject::Nobody));
            self.conditions.insert(when.span, found.clone());
            let Some(next) = found else {
                is_whole = false;
                continue;
            };
            // What is never written in one piece is told part by part.
            let span = Span { end: next.span.start, ..next.span };
            whole = Some(match whole {
                Some(before) if is_always(&next) => before,
                Some(before) if !is_always(&before) => {
                    Expr { node: Node::Binary(Binary::And, Box::new(before), Box::new(next)), span }
                }
                _ => next,
            });
        }
        is_whole.then_some(whole)
    }

    /// Where the first of several repeated entries stands, reported.
    pub(super) fn repeated(&mut self, whose: String, entry: &str, at: Span, first: Span) {
        let error = RulebookError::RepeatedEntry { whose, entry: entry.to_string() };
        self.report_two(error, (at, "said again"), (first, "first here"), "keep one of them");
    }
}

/// Puts what is resolved into its place: behind the others, unless it stood there before.
pub(super) fn put<T>(list: &mut Vec<T>, at: u16, resolved: T) {
    match list.get_mut(usize::from(at)) {
        Some(before) => *before = resolved,
        None => list.push(resolved),
    }
}

fn is_always(condition: &Expr) -> bool {
    matches!(condition.node, Node::Const(crate::value::Value::Truth(true)))
}

/// The word that stands behind the number of an amount as if it were its unit.
fn unit_of(amount: &ast::ExprDecl) -> Option<&ast::Name> {
    match &amount.node {
        ast::ExprNode::Quantity(_, unit) => Some(unit),
        ast::ExprNode::Unary(_, inner) => unit_of(inner),
        _ => None,
    }
}

/// The text that a sum or a comparison begins with.
fn leading_text(amount: &ast::ExprDecl) -> Option<&ast::TextDecl> {
    match &amount.node {
        ast::ExprNode::Text(text) => Some(text),
        ast::ExprNode::Binary(_, left, _) => leading_text(left),
        _ => None,
    }
}
