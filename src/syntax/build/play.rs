//! Actions, reactions, the turn, sheets, maps and scenarios.

use super::{Build, Cite, exact, unquoted};
use crate::syntax::ast::{
    ActionEntry, Body, DrawnRows, EqualsDecl, ExprDecl, ExprNode, FigureDecl, MapDecl, Name, Notes, PhaseDecl,
    PhaseEntry, PlacementDecl, Point, ReactionEntry, ScenarioEntry, SideDecl, SideEntry, TextDecl, TurnEntry,
};
use crate::syntax::error::SyntaxError;
use crate::syntax::grammar::{ParseNode, Rule};
use crate::syntax::limit;
use crate::value::Number;

impl Build<'_> {
    pub(crate) fn play_body(&mut self, node: ParseNode) -> Body {
        match node.as_rule() {
            Rule::action => Body::Action(self.entries(node, Rule::action_entry, Build::action_entry)),
            Rule::reaction => Body::Reaction(self.entries(node, Rule::reaction_entry, Build::reaction_entry)),
            Rule::turn => Body::Turn(self.entries(node, Rule::turn_entry, Build::turn_entry)),
            Rule::figure => Body::Figure(FigureDecl {
                from: self.child(&node, Rule::figure_from).map(|part| self.name(&part)),
                entries: self.entries(node, Rule::property_entry, Build::property),
            }),
            Rule::map => Body::Map(self.map(node)),
            _ => Body::Scenario(self.entries(node, Rule::scenario_entry, Build::scenario_entry)),
        }
    }

    fn action_entry(&mut self, node: ParseNode, cites: Vec<Cite>) -> ActionEntry {
        match node.as_rule() {
            Rule::a_by => ActionEntry::By(self.only_name(&node)),
            Rule::takes => ActionEntry::Takes(self.only_names(&node)),
            Rule::says => ActionEntry::Says(self.only_text(&node)),
            Rule::a_check => {
                let facts = node.clone().into_inner().filter(|part| part.as_rule() == Rule::opposed_fact);
                let with = facts.map(|part| (self.only_name(&part), self.only_expr(&part))).collect();
                ActionEntry::Check(self.only_name(&node), with)
            }
            Rule::a_phase => ActionEntry::Phase(self.only_names(&node)),
            Rule::a_counts => ActionEntry::CountsAs(self.only_names(&node)),
            Rule::require => {
                let (when, notes) = self.require(&node, cites);
                ActionEntry::Require(when, notes)
            }
            Rule::spends => {
                let (amount, track) = self.amount(&node);
                ActionEntry::Spends(amount, track)
            }
            Rule::does => ActionEntry::Does(self.lines(&node)),
            Rule::script => ActionEntry::Script(self.only_name(&node)),
            _ => ActionEntry::Note(self.only_text(&node)),
        }
    }

    /// `require E "reason" @cite`, or of one that is removed its reason alone.
    pub(super) fn require(&mut self, node: &ParseNode, cites: Vec<Cite>) -> (ExprDecl, Notes) {
        match self.child(node, Rule::label_only) {
            Some(label) => (self.missing(&label), self.notes(&label, cites)),
            None => (self.only_expr(node), self.notes(node, cites)),
        }
    }

    fn reaction_entry(&mut self, node: ParseNode, _: Vec<Cite>) -> ReactionEntry {
        match node.as_rule() {
            Rule::re_on => {
                let object = self.child(&node, Rule::name).map(|part| self.name(&part));
                let own = self.child(&node, Rule::k_own).is_some();
                ReactionEntry::On { own, event: self.only_name(&node), object }
            }
            Rule::re_when => ReactionEntry::When(self.only_expr(&node)),
            Rule::does => ReactionEntry::Does(self.lines(&node)),
            Rule::script => ReactionEntry::Script(self.only_name(&node)),
            _ => ReactionEntry::Note(self.only_text(&node)),
        }
    }

    fn turn_entry(&mut self, node: ParseNode, cites: Vec<Cite>) -> TurnEntry {
        match node.as_rule() {
            Rule::t_lasts => TurnEntry::Lasts(self.only_expr(&node)),
            Rule::side_order => TurnEntry::SideOrder(self.only_expr(&node), self.direction(&node)),
            Rule::rounds => TurnEntry::Rounds(self.entries(node, Rule::rounds_entry, Build::phase)),
            _ => TurnEntry::Phase(self.phase(node, cites)),
        }
    }

    fn direction(&self, node: &ParseNode) -> Name {
        self.child(node, Rule::direction).map_or_else(|| self.only_name(node), |part| self.name(&part))
    }

    fn phase(&mut self, node: ParseNode, cites: Vec<Cite>) -> PhaseDecl {
        PhaseDecl {
            name: self.only_name(&node),
            notes: self.notes(&node, cites),
            span: self.span(&node),
            entries: self.entries(node, Rule::phase_entry, Build::phase_entry),
        }
    }

    fn phase_entry(&mut self, node: ParseNode, _: Vec<Cite>) -> PhaseEntry {
        match node.as_rule() {
            Rule::does => PhaseEntry::Does(self.lines(&node)),
            Rule::script => PhaseEntry::Script(self.only_name(&node)),
            Rule::by_side => PhaseEntry::BySide,
            Rule::by_value => {
                let mut exprs = node.clone().into_inner().filter(|part| part.as_rule() == Rule::expr);
                let (value, ties) = (exprs.next(), exprs.next());
                let unset = self.missing(&node);
                let together = self.child(&node, Rule::together).map(|_| EqualsDecl::Together);
                PhaseEntry::ByValue {
                    expr: value.map_or(unset, |part| self.expr(part)),
                    direction: self.direction(&node),
                    frozen: self.child(&node, Rule::frozen).is_some(),
                    ties: together.or(ties.map(|part| EqualsDecl::ByValue(self.expr(part)))),
                }
            }
            Rule::declared => {
                let expr = self.child(&node, Rule::expr).map(|part| self.expr(part));
                PhaseEntry::Declared(expr.map(|expr| (expr, self.direction(&node))))
            }
            Rule::together => PhaseEntry::Together,
            Rule::each_figure => PhaseEntry::EachFigure,
            Rule::acting_side => PhaseEntry::ActingSide,
            Rule::orders => PhaseEntry::Orders(self.child(&node, Rule::expr).map(|part| self.expr(part))),
            Rule::actions => PhaseEntry::Actions(self.only_names(&node)),
            _ => PhaseEntry::Note(self.only_text(&node)),
        }
    }

    fn map(&mut self, node: ParseNode) -> MapDecl {
        let (mut legend, mut rows) = (Vec::new(), Vec::new());
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::legend => {
                    let sign = self.child(&part, Rule::legend_sign).map(|sign| {
                        let raw = sign.as_str();
                        let text = if raw.chars().count() == 3 { unquoted(raw) } else { raw.to_string() };
                        TextDecl { text, span: self.span(&sign) }
                    });
                    legend.extend(sign.map(|sign| (sign, self.only_name(&part))));
                }
                Rule::drawing => rows.push(DrawnRows { text: self.text(&part), across: 1, down: 1 }),
                Rule::fill => rows.extend(self.fill(&part)),
                _ => {}
            }
        }
        MapDecl { legend, rows }
    }

    /// `fill 160 by 4 "."`
    fn fill(&mut self, node: &ParseNode) -> Option<DrawnRows> {
        let numbers: Vec<ParseNode> =
            node.clone().into_inner().filter(|part| part.as_rule() == Rule::integer).collect();
        let mut counted = numbers.iter().map(|part| self.small(part, limit::MAX_CELLS as u64) as usize);
        let (across, down) = (counted.next()?, counted.next()?);
        let drawn = self.child(node, Rule::drawing)?;
        Some(DrawnRows { text: self.text(&drawn), across, down })
    }

    fn scenario_entry(&mut self, node: ParseNode, cites: Vec<Cite>) -> ScenarioEntry {
        match node.as_rule() {
            Rule::s_map => ScenarioEntry::Map(self.only_name(&node)),
            Rule::with => {
                let (option, reading) = self.with(&node);
                ScenarioEntry::With(option, reading)
            }
            Rule::limit => ScenarioEntry::Limit(self.limit(&node)),
            Rule::side => ScenarioEntry::Side(self.side(node, cites)),
            Rule::start => match self.child(&node, Rule::does) {
                Some(lines) => ScenarioEntry::StartDoes(self.lines(&lines)),
                None => ScenarioEntry::Start(self.only_name(&node)),
            },
            Rule::last_standing => ScenarioEntry::LastStanding,
            Rule::wins_when => {
                let expr = self.only_expr(&node);
                ScenarioEntry::WinsWhen(self.only_name(&node), expr, self.notes(&node, cites))
            }
            _ => ScenarioEntry::Note(self.only_text(&node)),
        }
    }

    pub(crate) fn with(&self, node: &ParseNode) -> (Name, Option<Name>) {
        let reading = self.child(node, Rule::with_reading).map(|part| self.name(&part));
        (self.only_name(node), reading)
    }

    fn limit(&mut self, node: &ParseNode) -> ExprDecl {
        let span = self.span(node);
        if let Some(unit) = self.child(node, Rule::plain_name).filter(|unit| !matches!(unit.as_str(), "turns" | "turn"))
        {
            let (word, at) = (unit.as_str().to_string(), self.place.of(self.span(&unit)));
            let is_same = matches!(&*word, "rounds" | "round");
            self.errors.push(SyntaxError::Foreign {
                says: format!("a limit is counted in turns, not in `{word}`"),
                src: self.place.src(),
                at,
                right: is_same.then(|| "turns".to_string()),
                help: "how long a fight goes at most is counted in turns: `limit 30 turns`".to_string(),
            });
        }
        match self.child(node, Rule::integer) {
            Some(part) => ExprDecl { node: ExprNode::Number(self.number(&part)), span: self.span(&part) },
            None => ExprDecl { node: ExprNode::Unset, span },
        }
    }

    fn side(&mut self, node: ParseNode, cites: Vec<Cite>) -> SideDecl {
        SideDecl {
            name: self.only_name(&node),
            notes: self.notes(&node, cites),
            plays: self.plays(&node),
            entries: self.entries(node, Rule::side_entry, |build, part, _| match part.as_rule() {
                Rule::side_set => SideEntry::Set(build.only_name(&part), build.only_expr(&part)),
                Rule::placed_group => build.group(part),
                _ => SideEntry::Place(build.placement(part)),
            }),
        }
    }

    pub(super) fn plays(&self, node: &ParseNode) -> Option<Name> {
        self.child(node, Rule::plays).map(|part| self.only_name(&part))
    }

    fn group(&mut self, node: ParseNode) -> SideEntry {
        let parts: Vec<ParseNode> = node.clone().into_inner().filter(|part| part.as_rule() == Rule::point).collect();
        let mut points = parts.into_iter().map(|part| self.point(part)).collect::<Vec<_>>().into_iter();
        let nowhere = Point { x: Number::ZERO, y: Number::ZERO, span: self.span(&node) };
        let count = self.child(&node, Rule::integer).map_or(0, |part| self.small(&part, 1000) as u32);
        SideEntry::Group {
            count,
            sheet: self.only_name(&node),
            from: points.next().unwrap_or(nowhere),
            to: points.next().unwrap_or(nowhere),
            facing: self.expr_in(&node, Rule::facing),
        }
    }

    pub(crate) fn placement(&mut self, node: ParseNode) -> PlacementDecl {
        let at = self.child(&node, Rule::place_at).and_then(|part| self.child(&part, Rule::point));
        PlacementDecl {
            sheet: self.only_name(&node),
            called: self.child(&node, Rule::title).map(|part| self.text(&part)),
            at: at.map(|part| self.point(part)),
            facing: self.expr_in(&node, Rule::facing),
            plays: self.plays(&node),
            entries: self.entries(node, Rule::property_entry, Build::property),
        }
    }

    pub(crate) fn point(&mut self, node: ParseNode) -> Point {
        let span = self.span(&node);
        let parts: Vec<ParseNode> = node.into_inner().collect();
        let mut numbers = parts.iter().map(|part| match exact(part.as_str().trim_end()) {
            Some(number) => number,
            None => {
                self.number_range(part, "is too large");
                Number::ZERO
            }
        });
        let (x, y) = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
        Point { x, y, span }
    }
}
