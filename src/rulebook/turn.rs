//! Reactions, and the turn with its phases.

use super::error::RulebookError;
use super::lines::Hand;
use super::resolver::Resolver;
use super::unfinished::OwnAction;
use super::*;
use crate::syntax::ast::{self, Body, Entry, ExprNode, OwnerDecl, PhaseEntry, ReactionEntry, TurnEntry};
use crate::text::Span;
use crate::turn::Direction;
use crate::value::{ActionId, ConditionId, FactId, PhaseId, TrackId};

impl Resolver<'_> {
    /// Every reaction.
    pub(super) fn reactions(&mut self) {
        for (_, declared, declaration) in self.whole(Sort::Reaction) {
            let Body::Reaction(entries) = &declaration.body else { continue };
            let reaction = self.reaction(self.declared_head(declared, declaration), entries, declaration.broken);
            self.book.reactions.push(reaction);
        }
    }

    fn reaction(&mut self, head: Head, entries: &[Entry<ReactionEntry>], broken: bool) -> Reaction {
        let whose = || format!("reaction `{}`", head.name);
        let (mut on, mut own, mut when, mut does, mut script) = (None, false, None, Vec::new(), None);
        let mut performed = false;
        for entry in entries {
            match &entry.node {
                ReactionEntry::On { own: is_own, event, object } => {
                    on = Some(self.trigger(event, object.as_ref(), entry.span));
                    own = *is_own;
                }
                ReactionEntry::When(said) => when = self.expect(said, &Type::Truth, BareSubject::Nobody),
                ReactionEntry::Does(lines) => {
                    performed = true;
                    does.extend(self.done(lines, &mut Hand::of_actor()));
                }
                ReactionEntry::Script(name) => {
                    performed = true;
                    script = self.script(name);
                }
                ReactionEntry::Note(_) => {}
            }
        }
        if on.is_none() && !broken {
            let help = "say to what: `on step`, `on gain CONDITION`, or `on` and the name of an event";
            self.report(
                RulebookError::MissingEntry { whose: whose(), entry: "on" },
                head.span,
                "in answer to what?",
                help,
            );
        }
        if !performed && !broken {
            let help = "say what is done: `does { … }`, or `script NAME`";
            self.report(
                RulebookError::MissingEntry { whose: whose(), entry: "script" },
                head.span,
                "it does nothing",
                help,
            );
        }
        let ends = self.book.fact("actor").zip(self.book.fact("target")).or_else(|| self.two_figures());
        if ends.is_none() {
            let help = "declare both: `fact actor figure` (who reacts) and `fact target figure` (who caused it)";
            let error = RulebookError::UnknownName { sort: "fact".to_string(), name: "actor".to_string() };
            self.report(error, head.span, "a reaction is between two figures", help);
        }
        let ends = ends.unwrap_or_else(|| (self.somebody(), self.somebody()));
        Reaction { head, on: on.flatten().unwrap_or(Trigger::Step), own, ends, when, does, script }
    }

    /// Who acts where the rules do not say so, which has been reported: such rules are not played.
    pub(super) fn somebody(&self) -> FactId {
        let figure = self.book.facts.iter().position(|fact| fact.r#type == Type::Figure);
        FactId(figure.unwrap_or_default() as u16)
    }

    fn trigger(&mut self, event: &ast::Name, object: Option<&ast::Name>, span: Span) -> Option<Trigger> {
        match (event.text.as_str(), object) {
            ("step", None) => Some(Trigger::Step),
            ("change", Some(track)) => self.find(Sort::Track, track).map(TrackId).map(Trigger::Change),
            ("gain", Some(condition)) => self.find(Sort::Condition, condition).map(ConditionId).map(Trigger::Gain),
            ("lose", Some(condition)) => self.find(Sort::Condition, condition).map(ConditionId).map(Trigger::Lose),
            ("change" | "gain" | "lose", None) => {
                let what = if event.text == "change" { "TRACK" } else { "CONDITION" };
                let whose = format!("`on {}`", event.text);
                let help = format!("say of what: `on {} {what}`", event.text);
                self.report(RulebookError::MissingEntry { whose, entry: "name" }, span, "of what?", help);
                None
            }
            (_, None) => Some(Trigger::Told(event.text.as_str().into())),
            (word, Some(object)) => {
                let error = RulebookError::UnknownWord { word: object.text.clone(), after: format!("on {word}") };
                let help = "only `change`, `gain` and `lose` are of something; events stand alone";
                self.report(error, object.span, "not understood here", help);
                None
            }
        }
    }

    /// A turn that lasts as long as a way: its unit is a slip.
    fn lasts_a_time(&mut self, expr: &Expr, found: &Type) {
        let scale = self.book.ground.as_ref().and_then(|ground| ground.scale.unit);
        let length = scale.map(|unit| self.book.units[usize::from(unit)].dimension);
        let Type::Number(dimension) = found.bare() else { return };
        if length != Some(*dimension) {
            return;
        }
        let found = self.book.type_words(found);
        let error = RulebookError::WrongType { expected: "a time".to_string(), found };
        self.report(error, expr.span, "the board is measured in this", "write a unit of time, such as `5 s`");
    }

    /// The turn and its phases.
    pub(super) fn turn(&mut self, actions: &mut [OwnAction]) {
        for (_, declared, declaration) in self.whole(Sort::Turn) {
            let Body::Turn(entries) = &declaration.body else { continue };
            self.book.turn.head = Some(self.declared_head(declared, declaration));
            for entry in entries {
                match &entry.node {
                    TurnEntry::Lasts(length) => {
                        let found = self.typed(length, BareSubject::Nobody);
                        if let Some((expr, r#type)) = &found {
                            self.lasts_a_time(expr, r#type);
                        }
                        self.book.turn.lasts = found.map(|(expr, _)| expr);
                    }
                    TurnEntry::SideOrder(expr, direction) => {
                        self.book.turn.side_order = self.ranking(expr, direction, BareSubject::Side);
                    }
                    TurnEntry::Phase(phase) => {
                        let id = self.phase(phase);
                        self.book.turn.plan.extend(id.map(TurnPart::Phase));
                    }
                    TurnEntry::Rounds(inner) => {
                        let ids = inner.iter().filter_map(|entry| self.phase(&entry.node)).collect();
                        self.book.turn.plan.push(TurnPart::EachSide(ids));
                    }
                }
            }
        }
        phase_actions(actions, &mut self.book.turn.phases);
    }

    fn ranking(&mut self, by: &ast::ExprDecl, direction: &ast::Name, subject: BareSubject) -> Option<Ranking> {
        let by = match subject {
            BareSubject::Figure => self.number_of_figure(by),
            _ => self.expect(by, &Type::NUMBER, subject),
        };
        let words = [("descending", Direction::Descending), ("ascending", Direction::Ascending)];
        let direction = self.word(direction, "the number", &words);
        Some(Ranking { by: by?, direction: direction? })
    }

    fn phase(&mut self, phase: &ast::PhaseDecl) -> Option<PhaseId> {
        let id = PhaseId(self.book.names.find(Sort::Phase, &phase.name.text)?);
        let (mut asks, mut orders) = (false, 0);
        let mut resolved = Phase {
            head: self.head(&phase.name, &phase.notes),
            does: Vec::new(),
            script: None,
            asks: false,
            declared: None,
            order: PhaseOrder::BySide,
            acting_side: false,
            orders: None,
            actions: Vec::new(),
        };
        for entry in &phase.entries {
            asks |= !matches!(entry.node, PhaseEntry::Does(_) | PhaseEntry::Script(_) | PhaseEntry::Note(_));
            if matches!(entry.node, PhaseEntry::BySide | PhaseEntry::ByValue { .. } | PhaseEntry::Together) {
                orders += 1;
                if orders > 1 {
                    let whose = format!("phase `{}`", phase.name.text);
                    let error = RulebookError::RepeatedEntry { whose, entry: "by` or `together".to_string() };
                    let help =
                        "figures act in one order: keep one of them; `declared by …` says in which they are asked";
                    self.report(error, entry.span, "another order", help);
                }
            }
            self.phase_entry(&mut resolved, &entry.node);
        }
        resolved.asks = asks || resolved.script.is_none() && resolved.does.is_empty();
        if resolved.declared.is_some() && orders == 0 {
            resolved.order = PhaseOrder::AsDeclared;
        }
        // A second phase of the same name has been reported.
        if id.index() == self.book.turn.phases.len() {
            self.book.turn.phases.push(resolved);
        }
        Some(id)
    }

    fn phase_entry(&mut self, phase: &mut Phase, entry: &PhaseEntry) {
        match entry {
            PhaseEntry::Does(lines) => phase.does.extend(self.done(lines, &mut Hand::of_nobody())),
            PhaseEntry::Script(name) => phase.script = self.script(name),
            PhaseEntry::BySide => phase.order = PhaseOrder::BySide,
            PhaseEntry::Together => phase.order = PhaseOrder::Together,
            PhaseEntry::Declared(by) => {
                phase.declared = match by {
                    None => Some(Declared::BySide),
                    Some((by, direction)) => self.ranking(by, direction, BareSubject::Figure).map(Declared::ByValue),
                };
            }
            PhaseEntry::ByValue { expr, direction, frozen, ties } => {
                let ranking = self.ranking(expr, direction, BareSubject::Figure);
                let ties = match ties {
                    None => Some(Equals::AsPlaced),
                    Some(ast::EqualsDecl::Together) => Some(Equals::Together),
                    Some(ast::EqualsDecl::ByValue(ties)) => self.number_of_figure(ties).map(Equals::ByValue),
                };
                let (Some(ranking), Some(ties)) = (ranking, ties) else { return };
                phase.order = PhaseOrder::ByValue { ranking, frozen: *frozen, ties };
            }
            PhaseEntry::ActingSide => phase.acting_side = true,
            PhaseEntry::Orders(Some(count)) => {
                phase.orders = self.expect(count, &Type::NUMBER, BareSubject::Figure);
            }
            PhaseEntry::Actions(names) => {
                phase.actions.extend(names.iter().filter_map(|name| self.find(Sort::Action, name)).map(ActionId));
            }
            PhaseEntry::Orders(None) | PhaseEntry::EachFigure | PhaseEntry::Note(_) => {}
        }
    }

    /// A number of the figure, or of its side by its bare name.
    fn number_of_figure(&mut self, expr: &ast::ExprDecl) -> Option<Expr> {
        let of_side = match &expr.node {
            ExprNode::Name(name) => self.book.property_names(OwnerDecl::Side).contains(&name.text).then_some(name),
            _ => None,
        };
        let Some(name) = of_side else { return self.expect(expr, &Type::NUMBER, BareSubject::Figure) };
        let name_of = |text: &str| ast::Name { text: text.to_string(), span: expr.span };
        let wrap = |node| ast::ExprDecl { node, span: expr.span };
        let myself = wrap(ExprNode::Name(name_of("self")));
        let side = wrap(ExprNode::Property(Box::new(myself), name_of("side")));
        self.expect(&wrap(ExprNode::Property(Box::new(side), name.clone())), &Type::NUMBER, BareSubject::Figure)
    }
}

/// What an action says of its phases and a phase of its actions is one thing.
fn phase_actions(actions: &mut [OwnAction], phases: &mut [Phase]) {
    for (at, action) in actions.iter().enumerate() {
        let id = ActionId(at as u16);
        for phase in &action.phases {
            let known = &mut phases[phase.index()].actions;
            if !known.contains(&id) {
                known.push(id);
            }
        }
    }
    for (at, phase) in phases.iter().enumerate() {
        let id = PhaseId(at as u16);
        for action in &phase.actions {
            let known = &mut actions[action.index()].phases;
            if !known.contains(&id) {
                known.push(id);
            }
        }
    }
}
