//! Tests.

use super::Build;
use super::expression::binary;
use crate::syntax::ast::{
    BinaryDecl, Expect, Happening, Name, Point, StepDecl, StepNode, TestDecl, TextDecl, ToldField, ToldValue,
};
use crate::syntax::grammar::{ParseNode, Rule};
use crate::value::{Formula, Number, Term};

impl Build<'_> {
    pub(crate) fn test(&mut self, node: ParseNode) -> TestDecl {
        let covers = node.clone().into_inner().filter(|part| part.as_rule() == Rule::row_id);
        let covers = covers.map(|part| self.name(&part)).collect();
        let steps: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::step).collect();
        TestDecl { covers, steps: steps.into_iter().filter_map(|part| self.step(part)).collect() }
    }

    fn step(&mut self, node: ParseNode) -> Option<StepDecl> {
        let span = self.span(&node);
        let node = self.step_node(node.into_inner().next()?);
        Some(StepDecl { node, span })
    }

    fn step_node(&mut self, node: ParseNode) -> StepNode {
        match node.as_rule() {
            Rule::with => {
                let (option, reading) = self.with(&node);
                StepNode::With(option, reading)
            }
            Rule::s_fails => StepNode::Fails(self.only_text(&node)),
            Rule::s_ask => StepNode::Ask(self.only_text(&node)),
            Rule::s_roll => StepNode::Roll(self.integers(&node)),
            Rule::s_map => StepNode::Map(self.only_name(&node)),
            Rule::s_scenario => StepNode::Scenario(self.only_name(&node)),
            Rule::s_seed => StepNode::Seed(self.integer(&node, u64::MAX)),
            Rule::s_place => self.place(node),
            Rule::s_lay => self.lay(node),
            Rule::s_set => {
                let left = self.child(&node, Rule::operand);
                let unset = self.missing(&node);
                let left = left.map_or(unset, |part| self.expr(part));
                StepNode::Set(left, self.only_expr(&node))
            }
            Rule::s_gain => StepNode::Gain(self.nth_name(&node, 0), self.nth_name(&node, 1)),
            Rule::s_lose => StepNode::Lose(self.nth_name(&node, 0), self.nth_name(&node, 1)),
            Rule::s_relate => {
                let turns = self.child(&node, Rule::integer).map(|part| self.small(&part, u64::from(u32::MAX)) as u32);
                StepNode::Relate(self.nth_name(&node, 0), self.nth_name(&node, 1), self.nth_name(&node, 2), turns)
            }
            Rule::s_answer => {
                StepNode::Answer(self.nth_name(&node, 0), self.nth_name(&node, 1), self.told_answer(&node))
            }
            Rule::s_dice => StepNode::Dice(self.integers(&node)),
            Rule::s_order => StepNode::Order(self.only_text(&node)),
            Rule::s_phase => {
                let side = node.clone().into_inner().filter(|part| part.as_rule() == Rule::name).nth(1);
                StepNode::Phase(self.nth_name(&node, 0), side.map(|part| self.name(&part)))
            }
            Rule::script => StepNode::Script(self.only_name(&node)),
            Rule::s_do => StepNode::Do(self.deed_call(&node)),
            Rule::s_perform => {
                let side = node.clone().into_inner().filter(|part| part.as_rule() == Rule::name).nth(1);
                StepNode::Perform(self.nth_name(&node, 0), side.map(|part| self.name(&part)))
            }
            Rule::s_play => {
                let times = self.integer(&node, 100_000) as u32;
                StepNode::Play(times, self.only_name(&node))
            }
            _ => StepNode::Expect(self.expect(node)),
        }
    }

    fn integer(&mut self, node: &ParseNode, most: u64) -> u64 {
        self.child(node, Rule::integer).map_or(0, |part| self.small(&part, most))
    }

    fn nth_name(&self, node: &ParseNode, at: usize) -> Name {
        let part = node.clone().into_inner().filter(|part| part.as_rule() == Rule::name).nth(at);
        part.map_or_else(|| self.only_name(node), |part| self.name(&part))
    }

    /// A choice as it is told: a text, or a name, number or cell as it is written.
    fn told_answer(&self, node: &ParseNode) -> TextDecl {
        let Some(part) = self.child(node, Rule::told_answer) else { return self.only_text(node) };
        match self.child(&part, Rule::text) {
            Some(text) => self.text(&text),
            None => TextDecl { text: part.as_str().trim().trim_matches('"').to_string(), span: self.span(&part) },
        }
    }

    fn texts(&self, node: &ParseNode) -> Vec<TextDecl> {
        node.clone().into_inner().filter(|part| part.as_rule() == Rule::text).map(|part| self.text(&part)).collect()
    }

    fn place(&mut self, node: ParseNode) -> StepNode {
        let side = self.child(&node, Rule::name).map(|part| self.name(&part));
        let placement = self.child(&node, Rule::placement);
        let mut placed = self.placement(placement.unwrap_or_else(|| node.clone()));
        placed.plays = placed.plays.or_else(|| self.plays(&node));
        placed.entries.extend(self.entries(node, Rule::property_entry, Build::property));
        StepNode::Place(placed, side)
    }

    fn lay(&mut self, node: ParseNode) -> StepNode {
        let nowhere = Point { x: Number::ZERO, y: Number::ZERO, span: self.span(&node) };
        let item = self.nth_name(&node, 0);
        let turns = self.child(&node, Rule::integer).map(|part| self.small(&part, u64::from(u32::MAX)) as u32);
        let points: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::point).collect();
        let mut points = points.into_iter().map(|part| self.point(part));
        StepNode::Lay { item, from: points.next().unwrap_or(nowhere), to: points.next(), turns }
    }

    fn expect(&mut self, node: ParseNode) -> Expect {
        let whole = self.missing(&node);
        let Some(node) = node.into_inner().find(|part| part.as_rule() != Rule::k_expect) else {
            return Expect::Truth(whole);
        };
        match node.as_rule() {
            Rule::e_need => Expect::Need(self.only_expr(&node)),
            Rule::e_odds => Expect::Odds(self.only_expr(&node)),
            Rule::e_impossible => Expect::Impossible(self.texts(&node).pop()),
            Rule::e_no_modifier => Expect::NoModifier(self.only_text(&node)),
            Rule::e_modifier => Expect::Modifier(self.only_text(&node), self.only_expr(&node)),
            Rule::e_margin => Expect::Margin(self.only_expr(&node)),
            Rule::e_dice => Expect::Dice(self.formula(node)),
            Rule::e_no_event => self.count(0, node),
            Rule::e_events => {
                let count = self.integer(&node, u64::MAX);
                self.count(count, node)
            }
            Rule::e_event => {
                let parts = node.into_inner().filter(|part| part.as_rule() == Rule::happening);
                Expect::Events(parts.map(|part| self.happening(part)).collect())
            }
            Rule::e_legal => Expect::Legal(self.texts(&node).pop(), self.in_phase(&node)),
            Rule::e_refused => {
                let of_asked = self.child(&node, Rule::k_because).is_some();
                let mut texts = self.texts(&node).into_iter();
                let sentence = if of_asked { None } else { texts.next() };
                Expect::Refused(sentence, texts.next(), self.in_phase(&node))
            }
            Rule::e_spends => {
                let (amount, track) = self.amount(&node);
                Expect::Spends(amount, track)
            }
            Rule::e_outcome => Expect::Outcome(
                self.child(&node, Rule::outcome).map_or_else(|| self.only_name(&node), |part| self.name(&part)),
            ),
            Rule::e_field => {
                let value = self.child(&node, Rule::field_value);
                let value = value.map_or(whole, |part| self.expr(part));
                Expect::Field(self.only_name(&node), value)
            }
            _ => Expect::Truth(self.expr(node)),
        }
    }

    fn in_phase(&self, node: &ParseNode) -> Option<Name> {
        self.child(node, Rule::in_phase).map(|part| self.only_name(&part))
    }

    /// `2d6 + 1d4 - 1`
    fn formula(&mut self, node: ParseNode) -> Formula {
        let (mut formula, mut minus) = (Formula::default(), false);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::plus | Rule::minus => minus = part.as_rule() == Rule::minus,
                Rule::dice => {
                    let term = self.dice(part);
                    formula.terms.push(Term { minus, ..term });
                }
                Rule::integer => {
                    let plus = self.small(&part, u64::from(u32::MAX)) as i64;
                    formula.plus += if minus { -plus } else { plus };
                }
                _ => {}
            }
        }
        formula
    }

    fn count(&mut self, count: u64, node: ParseNode) -> Expect {
        let happening = self.child(&node, Rule::happening);
        Expect::Count(count, self.happening(happening.unwrap_or(node)))
    }

    fn happening(&mut self, node: ParseNode) -> Happening {
        let (name, span) = (self.only_name(&node), self.span(&node));
        let fields = node.into_inner().filter(|part| part.as_rule() == Rule::told_field);
        Happening { name, fields: fields.map(|part| self.told_field(part)).collect(), span }
    }

    fn told_field(&mut self, node: ParseNode) -> ToldField {
        let (name, whole) = (self.only_name(&node), self.missing(&node));
        let (mut compare, mut with) = (BinaryDecl::Equal, ToldValue::Expr(whole));
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::name => {}
                Rule::point => with = ToldValue::Point(self.point(part)),
                Rule::field_value => with = ToldValue::Expr(self.expr(part)),
                other => compare = binary(other),
            }
        }
        ToldField { name, compare, with }
    }
}
