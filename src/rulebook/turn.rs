//! Actions, reactions and the turn.

use super::error::RulebookError;
use super::lines::Hand;
use super::resolver::Resolver;
use super::*;
use crate::syntax::ast::{self, ActionEntry, Body, Entry, ExprNode, OwnerDecl, PhaseEntry, ReactionEntry, TurnEntry};
use crate::text::Span;
use crate::turn::Direction;
use crate::value::{ActionId, CheckId, ConditionId, FactId, PhaseId, TrackId};

impl Resolver<'_> {
    /// Every action and reaction.
    pub(super) fn actions(&mut self) {
        for (at, _, declaration) in self.whole(Sort::Action) {
            if let Body::Action(entries) = &declaration.body {
                self.action(usize::from(at), entries, declaration.broken);
            }
        }
        for (at, _, declaration) in self.whole(Sort::Reaction) {
            if let Body::Reaction(entries) = &declaration.body {
                self.reaction(usize::from(at), entries, declaration.broken);
            }
        }
    }

    fn action(&mut self, at: usize, entries: &[Entry<ActionEntry>], broken: bool) {
        let head = self.book.actions[at].head.clone();
        let whose = || format!("action `{}`", head.name);
        let (mut by, mut check, mut script) = (None, None, None);
        for entry in entries {
            let single = match &entry.node {
                ActionEntry::By(_) => Some(("by", &mut by)),
                ActionEntry::Check(..) => Some(("check", &mut check)),
                ActionEntry::Script(_) => Some(("script", &mut script)),
                _ => None,
            };
            if let Some((word, seen)) = single
                && let Some(first) = seen.replace(entry.span)
            {
                self.repeated(whose(), word, entry.span, first);
            }
            self.action_entry(at, &entry.node);
        }
        if by.is_none() && !broken {
            let help = "say which fact is the one who acts: `by actor`";
            self.report(RulebookError::MissingEntry { whose: whose(), entry: "by" }, head.span, "who does it?", help);
        }
        let action = &self.book.actions[at];
        if action.says.is_empty() && !self.book.facts.is_empty() {
            let says = self.default_sentence(&head.name, action.by, &action.takes);
            self.book.actions[at].says = vec![says];
        }
    }

    fn action_entry(&mut self, at: usize, entry: &ActionEntry) {
        match entry {
            ActionEntry::By(name) => {
                let Some(fact) = self.find(Sort::Fact, name).map(FactId) else { return };
                let r#type = self.book.facts[fact.index()].r#type.clone();
                // A fact that is broken has been told.
                if r#type != Type::Figure && r#type != Type::Nothing {
                    let found = self.book.type_words(&r#type);
                    let label = format!("this fact is {found}");
                    let error = RulebookError::WrongType { expected: "a figure".to_string(), found };
                    self.report(error, name.span, &label, "figures act: name a fact that is a figure");
                }
                self.book.actions[at].by = fact;
            }
            ActionEntry::Takes(names) => {
                let facts = self.named_facts(names);
                self.book.actions[at].takes.extend(facts);
            }
            ActionEntry::Says(text) => {
                let sentence = self.sentence(text);
                self.book.actions[at].says.extend(sentence);
            }
            ActionEntry::Check(name, with) => {
                self.book.actions[at].check = self.find(Sort::Check, name).map(CheckId);
                self.book.actions[at].with = self.stated_facts(with);
            }
            ActionEntry::Phase(names) => {
                for name in names {
                    let phase = self.find(Sort::Phase, name).map(PhaseId);
                    self.book.actions[at].phases.extend(phase);
                }
            }
            // What is shared stands where the action says so: between what it requires itself.
            ActionEntry::CountsAs(names) => {
                for name in names {
                    let Some(always) = self.find(Sort::Every, name).map(usize::from) else { continue };
                    let always = &mut self.book.always[always];
                    let id = ActionId(at as u16);
                    if !always.counted.contains(&id) {
                        always.counted.push(id);
                        self.book.actions[at].requires.extend(always.requires.iter().cloned());
                    }
                }
            }
            ActionEntry::Require(when, notes) => {
                let label = self.label(notes, when.span);
                let when = self.expect(when, &Type::Truth, BareSubject::Nobody);
                self.book.actions[at].requires.extend(when.map(|when| (when, label)));
            }
            ActionEntry::Spends(amount, track) => {
                let track = self.find(Sort::Track, track).map(TrackId);
                let known = track.map(|track| &self.book.tracks[track.index()]);
                let (wanted, unit) = known.map_or((Type::NUMBER, None), |known| (known.r#type.clone(), known.unit));
                let amount = self.expect_scaled(amount, &wanted, unit, BareSubject::Nobody);
                self.book.actions[at].spends.extend(amount.zip(track));
            }
            ActionEntry::Does(lines) => {
                let lines = self.done(lines, &mut Hand::of_actor());
                self.book.actions[at].does.extend(lines);
            }
            ActionEntry::Script(name) => self.book.actions[at].script = self.script(name),
            ActionEntry::Note(_) => {}
        }
    }

    fn reaction(&mut self, at: usize, entries: &[Entry<ReactionEntry>], broken: bool) {
        let head = self.book.reactions[at].head.clone();
        let whose = || format!("reaction `{}`", head.name);
        let (mut on, mut script) = (None, None);
        let mut performed = false;
        for entry in entries {
            match &entry.node {
                ReactionEntry::On { own, event, object } => {
                    on = Some(self.trigger(event, object.as_ref(), entry.span));
                    self.book.reactions[at].own = *own;
                }
                ReactionEntry::When(when) => {
                    self.book.reactions[at].when = self.expect(when, &Type::Truth, BareSubject::Nobody);
                }
                ReactionEntry::Does(lines) => {
                    performed = true;
                    let lines = self.done(lines, &mut Hand::of_actor());
                    self.book.reactions[at].does.extend(lines);
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
        match ends {
            Some(ends) => self.book.reactions[at].ends = ends,
            None => {
                let help = "declare both: `fact actor figure` (who reacts) and `fact target figure` (who caused it)";
                let error = RulebookError::UnknownName { sort: "fact".to_string(), name: "actor".to_string() };
                self.report(error, head.span, "a reaction is between two figures", help);
            }
        }
        let entry = &mut self.book.reactions[at];
        if let Some(on) = on.flatten() {
            entry.on = on;
        }
        entry.script = script;
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
    pub(super) fn turn(&mut self) {
        for (_, _, declaration) in self.whole(Sort::Turn) {
            let Body::Turn(entries) = &declaration.body else { continue };
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
        self.phase_actions();
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
            self.phase_entry(id, &entry.node);
        }
        let entry = &mut self.book.turn.phases[id.index()];
        entry.asks = asks || entry.script.is_none() && entry.does.is_empty();
        if entry.declared.is_some() && orders == 0 {
            entry.order = PhaseOrder::AsDeclared;
        }
        Some(id)
    }

    fn phase_entry(&mut self, id: PhaseId, entry: &PhaseEntry) {
        let at = id.index();
        match entry {
            PhaseEntry::Does(lines) => {
                let lines = self.done(lines, &mut Hand::of_nobody());
                self.book.turn.phases[at].does.extend(lines);
            }
            PhaseEntry::Script(name) => self.book.turn.phases[at].script = self.script(name),
            PhaseEntry::BySide => self.book.turn.phases[at].order = PhaseOrder::BySide,
            PhaseEntry::Together => self.book.turn.phases[at].order = PhaseOrder::Together,
            PhaseEntry::Declared(by) => {
                let declared = match by {
                    None => Some(Declared::BySide),
                    Some((by, direction)) => self.ranking(by, direction, BareSubject::Figure).map(Declared::ByValue),
                };
                self.book.turn.phases[at].declared = declared;
            }
            PhaseEntry::ByValue { expr, direction, frozen, ties } => {
                let ranking = self.ranking(expr, direction, BareSubject::Figure);
                let ties = match ties {
                    None => Some(Equals::AsPlaced),
                    Some(ast::EqualsDecl::Together) => Some(Equals::Together),
                    Some(ast::EqualsDecl::ByValue(ties)) => self.number_of_figure(ties).map(Equals::ByValue),
                };
                let (Some(ranking), Some(ties)) = (ranking, ties) else { return };
                self.book.turn.phases[at].order = PhaseOrder::ByValue { ranking, frozen: *frozen, ties };
            }
            PhaseEntry::ActingSide => self.book.turn.phases[at].acting_side = true,
            PhaseEntry::Orders(Some(count)) => {
                self.book.turn.phases[at].orders = self.expect(count, &Type::NUMBER, BareSubject::Figure);
            }
            PhaseEntry::Actions(names) => {
                for name in names {
                    let action = self.find(Sort::Action, name).map(ActionId);
                    self.book.turn.phases[at].actions.extend(action);
                }
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

    /// What an action says of its phases and a phase of its actions is one thing.
    fn phase_actions(&mut self) {
        for at in 0..self.book.actions.len() {
            for phase in self.book.actions[at].phases.clone() {
                let actions = &mut self.book.turn.phases[phase.index()].actions;
                if !actions.contains(&ActionId(at as u16)) {
                    actions.push(ActionId(at as u16));
                }
            }
        }
        for at in 0..self.book.turn.phases.len() {
            for action in self.book.turn.phases[at].actions.clone() {
                let phases = &mut self.book.actions[action.index()].phases;
                if !phases.contains(&PhaseId(at as u16)) {
                    phases.push(PhaseId(at as u16));
                }
            }
        }
    }
}
