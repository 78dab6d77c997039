//! Lines: what an action does.

use super::{Build, Cite};
use crate::syntax::ast::{
    AskLine, Body, DeedCall, DeedDecl, Entry, Every, EveryEntry, EveryWithin, ExprDecl, ExprNode, Far, LineDecl,
    LineNode, Making, Name, Notes, TextDecl, ThingsDecl, Unary, Verb,
};
use crate::syntax::grammar::{ParseNode, Rule};

impl Build<'_> {
    pub(crate) fn deed_body(&mut self, node: ParseNode) -> Body {
        match node.as_rule() {
            Rule::deed => {
                let parameters = self.child(&node, Rule::parameters);
                Body::Deed(DeedDecl {
                    parameters: parameters.map_or_else(Vec::new, |given| self.parameters(given)),
                    gives: self.child(&node, Rule::type_).map(|_| self.only_type(&node)),
                    lines: self.lines(&node),
                })
            }
            _ => {
                let within = self.child(&node, Rule::every_in).map(|part| {
                    let mut names = part.into_inner().filter(|part| part.as_rule() == Rule::names);
                    let phases = names.next().map(|part| self.names(part)).unwrap_or_default();
                    let except = names.next().map(|part| self.names(part)).unwrap_or_default();
                    EveryWithin { phases, except }
                });
                Body::Every(Every { within, entries: self.entries(node, Rule::every_entry, Build::every_entry) })
            }
        }
    }

    fn every_entry(&mut self, node: ParseNode, cites: Vec<Cite>) -> EveryEntry {
        match node.as_rule() {
            Rule::require => {
                let (when, notes) = self.require(&node, cites);
                EveryEntry::Require(when, notes)
            }
            Rule::does => EveryEntry::Does(self.lines(&node)),
            Rule::c_note => EveryEntry::Note(self.only_text(&node)),
            Rule::a_counts => EveryEntry::CountsAs(self.only_names(&node)),
            _ => EveryEntry::Check(self.check_entry(node, cites)),
        }
    }

    /// The lines of the block in a node, or of the node that is one.
    pub(crate) fn lines(&mut self, node: &ParseNode) -> Vec<Entry<LineDecl>> {
        let block = if node.as_rule() == Rule::block { Some(node.clone()) } else { self.child(node, Rule::block) };
        let Some(block) = block else { return Vec::new() };
        self.lines_of(block, Rule::line)
    }

    /// The parts of that rule, each a line.
    fn lines_of(&mut self, node: ParseNode, rule: Rule) -> Vec<Entry<LineDecl>> {
        let parts: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == rule).collect();
        parts.into_iter().filter_map(|part| self.line(part)).collect()
    }

    /// `as NAME`
    fn called(&self, node: &ParseNode) -> Option<Name> {
        self.child(node, Rule::called).map(|part| self.only_name(&part))
    }

    /// `from LIST`, or words of the question, some with a condition.
    fn offered(&mut self, node: &ParseNode) -> (Option<ExprDecl>, Vec<Option<ExprDecl>>) {
        let Some(offers) = self.child(node, Rule::offered).and_then(|part| self.child(&part, Rule::offers)) else {
            return (self.expr_in(node, Rule::offered), Vec::new());
        };
        let span = self.span(&offers);
        let (mut words, mut when) = (Vec::new(), Vec::new());
        for offer in offers.into_inner().filter(|part| part.as_rule() == Rule::offer) {
            let name = self.only_name(&offer);
            words.push(ExprDecl { span: name.span, node: ExprNode::Name(name) });
            when.push(self.child(&offer, Rule::expr).map(|part| self.expr(part)));
        }
        (Some(ExprDecl { node: ExprNode::List(words), span }), when)
    }

    fn rounded(&self, node: &ParseNode) -> Option<Unary> {
        let word = self.child(node, Rule::rounded)?;
        Some(match word.as_str().trim_end().rsplit(' ').next() {
            Some("up") => Unary::RoundUp,
            Some("down") => Unary::RoundDown,
            _ => Unary::RoundNearest,
        })
    }

    fn line(&mut self, node: ParseNode) -> Option<Entry<LineDecl>> {
        let span = self.span(&node);
        if let Some(part) = self.child(&node, Rule::removed_label) {
            let label = self.child(&part, Rule::title).map(|part| self.text(&part))?;
            let node =
                LineDecl { node: LineNode::Label(label), if_any: None, notes: Notes::default(), condition: None, span };
            return Some(Entry { verb: Verb::Remove, node, span });
        }
        self.entry(node, |build, part, _| build.whole_line(&part))
    }

    fn whole_line(&mut self, node: &ParseNode) -> LineDecl {
        // That of `for each` is asked of each member.
        let condition = self.child(node, Rule::condition_of).filter(|_| node.as_rule() != Rule::l_each);
        let condition = condition.map(|part| self.only_expr(&part));
        let if_any = self.child(node, Rule::if_any).map(|part| self.span(&part));
        let notes = self.notes(node, Vec::new());
        LineDecl { node: self.line_node(node), if_any, notes, condition, span: self.span(node) }
    }

    fn line_node(&mut self, node: &ParseNode) -> LineNode {
        let mut exprs = self.arguments_of(node).into_iter();
        let missing = self.missing(node);
        let mut next = || exprs.next().unwrap_or_else(|| missing.clone());
        let is_new = node.clone().into_inner().any(|part| part.as_rule() == Rule::k_new);
        match node.as_rule() {
            Rule::l_let => LineNode::Let(self.only_name(node), next()),
            Rule::l_gain => {
                let lasting = self.child(node, Rule::lasting).map(|part| self.amount(&part));
                LineNode::Gain(next(), lasting)
            }
            Rule::l_lose => LineNode::Lose(next()),
            Rule::l_give => LineNode::Give(next()),
            Rule::l_change => LineNode::Change(next(), next()),
            Rule::l_set => LineNode::Set(next(), next()),
            Rule::l_relate => LineNode::Relate(next(), next()),
            Rule::l_release => {
                let place = next();
                let far = match (self.expr_in(node, Rule::onto), exprs.next()) {
                    (Some(far), _) => Far::Onto(far),
                    (None, Some(far)) => Far::To(far),
                    (None, None) => Far::All,
                };
                LineNode::Release(place, far)
            }
            Rule::l_hold => LineNode::Hold(ThingsDecl { is_new, expr: next() }, next()),
            Rule::l_drop => LineNode::Drop(next()),
            Rule::l_place => LineNode::Place(ThingsDecl { is_new, expr: next() }, next()),
            Rule::l_move | Rule::l_walk | Rule::l_turn => {
                let (first, second) = (next(), exprs.next());
                let (who, to) = second.map_or((None, first.clone()), |to| (Some(first), to));
                match node.as_rule() {
                    Rule::l_move => LineNode::StepTo(who, to),
                    Rule::l_walk => LineNode::Walk(who, to),
                    _ => LineNode::Turn(who, to),
                }
            }
            Rule::l_when => self.branches(node, next()),
            Rule::l_each => {
                let condition = self.child(node, Rule::condition_of).map(|part| self.only_expr(&part));
                LineNode::Each(self.only_name(node), next(), condition, self.lines(node))
            }
            Rule::l_pick => LineNode::Pick(self.only_name(node), next()),
            Rule::l_order => LineNode::Order(next(), self.only_names(node), self.called(node)),
            Rule::l_win => LineNode::Win(next()),
            Rule::l_take_away => LineNode::TakeAway(next()),
            Rule::l_spread => {
                let lasting = self.child(node, Rule::lasting).map(|part| self.amount(&part));
                LineNode::Spread(ThingsDecl { is_new, expr: next() }, next(), lasting)
            }
            Rule::l_roll => LineNode::Roll(self.only_name(node), next()),
            Rule::a_roll => LineNode::Step(Making::Roll, next(), self.called(node)),
            Rule::a_plus => LineNode::Step(Making::Plus, next(), self.called(node)),
            Rule::a_minus => LineNode::Step(Making::Minus, next(), self.called(node)),
            Rule::a_times => LineNode::Step(Making::Times, next(), self.called(node)),
            Rule::a_divided => LineNode::Step(Making::Divided(self.rounded(node)), next(), self.called(node)),
            Rule::a_least => LineNode::Step(Making::AtLeast, next(), self.called(node)),
            Rule::a_most => LineNode::Step(Making::AtMost, next(), self.called(node)),
            Rule::a_into => LineNode::Step(Making::Into, next(), self.called(node)),
            Rule::a_out => LineNode::Step(Making::OutOf, next(), self.called(node)),
            _ => self.said(node),
        }
    }

    fn said(&mut self, node: &ParseNode) -> LineNode {
        match node.as_rule() {
            Rule::l_tell => {
                let text: Option<TextDecl> = self.child(node, Rule::text).map(|part| self.text(&part));
                LineNode::Tell(self.only_name(node), text, self.stating(node))
            }
            Rule::l_say => LineNode::Say(self.only_text(node)),
            Rule::l_do => LineNode::Do(Box::new(self.deed_call(node))),
            Rule::l_script => LineNode::Script(self.only_name(node)),
            Rule::l_draw => LineNode::Draw,
            Rule::l_halt => LineNode::Halt,
            Rule::l_check => {
                let outcomes = self.child(node, Rule::outcomes);
                let outcomes = outcomes.map(|part| self.lines_of(part, Rule::outcome_line)).unwrap_or_default();
                LineNode::Check(self.only_name(node), self.called(node), self.stating(node), outcomes)
            }
            Rule::l_ask => {
                let outcomes = self.child(node, Rule::outcomes);
                let (offered, offered_when) = self.offered(node);
                LineNode::Ask(Box::new(AskLine {
                    question: self.only_name(node),
                    who: self.child(node, Rule::expr).map(|part| self.expr(part)),
                    offered,
                    offered_when,
                    called: self.called(node),
                    with: self.stating(node),
                    outcomes: outcomes.map(|part| self.lines_of(part, Rule::outcome_line)).unwrap_or_default(),
                }))
            }
            Rule::l_later => LineNode::Later(self.only_name(node), self.stating(node)),
            Rule::l_on => LineNode::On(self.only_names(node), self.lines(node)),
            Rule::l_amount => {
                let steps = self.child(node, Rule::steps);
                let steps = steps.map(|part| self.lines_of(part, Rule::step_line)).unwrap_or_default();
                LineNode::Amount(self.only_name(node), steps)
            }
            _ => LineNode::Stop,
        }
    }

    /// `NAME(E, …) as NAME with FACT = E, …`, behind `do`.
    pub(super) fn deed_call(&mut self, node: &ParseNode) -> DeedCall {
        DeedCall {
            deed: self.only_name(node),
            given: self.child(node, Rule::arguments).map_or_else(Vec::new, |given| self.exprs(given)),
            called: self.called(node),
            with: self.stating(node),
        }
    }

    /// The expressions and places that are direct parts of a line, in order.
    fn arguments_of(&mut self, node: &ParseNode) -> Vec<ExprDecl> {
        let parts = node.clone().into_inner().filter(|part| matches!(part.as_rule(), Rule::expr | Rule::operand));
        parts.collect::<Vec<_>>().into_iter().map(|part| self.expr(part)).collect()
    }

    fn branches(&mut self, node: &ParseNode, condition: ExprDecl) -> LineNode {
        let mut parts = node.clone().into_inner().filter(|part| matches!(part.as_rule(), Rule::block | Rule::l_when));
        let then = parts.next().map(|part| self.lines(&part)).unwrap_or_default();
        let otherwise = match parts.next() {
            Some(part) if part.as_rule() == Rule::l_when => {
                let (span, node) = (self.span(&part), self.whole_line(&part));
                vec![Entry { verb: Verb::Plain, node, span }]
            }
            Some(part) => self.lines(&part),
            None => Vec::new(),
        };
        LineNode::When(condition, then, otherwise)
    }

    /// `with FACT = E, …`
    fn stating(&mut self, node: &ParseNode) -> Vec<(Name, ExprDecl)> {
        let Some(node) = self.child(node, Rule::stating) else { return Vec::new() };
        let parts: Vec<ParseNode> = node.into_inner().filter(|part| part.as_rule() == Rule::opposed_fact).collect();
        parts.into_iter().map(|part| (self.only_name(&part), self.only_expr(&part))).collect()
    }
}
