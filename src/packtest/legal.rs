//! Where in the turn a test is, and whether an order is legal there.

use super::Failure;
use super::board::{LastQuestion, TestBoard, unknown};
use crate::eval::{Scene, describe, show};
use crate::explain::looked_at;
use crate::play::Order;
use crate::play::PlayError;
use crate::query::{About, BoundQuery};
use crate::rulebook::{Expr, Label, PhaseOrder, TurnPart};
use crate::state::{State, View};
use crate::syntax::ast::{ExprDecl, Name};
use crate::text::Span;
use crate::value::{Number, PhaseId, SideId, Value};

/// Why an order is refused.
pub(super) struct OrderRefusal {
    pub reason: String,
    /// Where that is required and what is found instead, to be said behind what was expected; empty if nothing says it.
    pub by: String,
}

impl TestBoard {
    /// Puts the board into a phase, of a side if one is said. Orders are counted from here.
    pub(super) fn enter(&mut self, span: Span, phase: &Name, side: Option<&Name>) -> Result<(), Failure> {
        let id = self.phase(phase)?;
        if let Some(side) = side.filter(|_| !self.is_of_sides(id)) {
            let got =
                format!("`{}`, in which no side has a round of its own: leave `of {}` out", phase.text, side.text);
            return Err(Failure::new(side.span, "a phase of one side", &got));
        }
        let side = side.map(|side| self.side_there_is(side)).transpose()?;
        self.given.clear();
        self.play.turn().enter_phase(id, side).map_err(|error| self.broken(span, "a phase", error))
    }

    /// Whether the sides have a phase one after another.
    fn is_of_sides(&self, id: PhaseId) -> bool {
        let turn = &self.kit.book.turn;
        let is_in = |part: &TurnPart| matches!(part, TurnPart::EachSide(phases) if phases.contains(&id));
        let phase = &turn.phases[id.index()];
        phase.acting_side || matches!(phase.order, PhaseOrder::BySide) || turn.plan.iter().any(is_in)
    }

    pub(super) fn phase(&self, name: &Name) -> Result<PhaseId, Failure> {
        let phases = &self.kit.book.turn.phases;
        let found = phases.iter().position(|phase| *phase.head.name == *name.text);
        found
            .map(|index| PhaseId(index as u16))
            .ok_or_else(|| unknown(name, "phase", phases.iter().map(|phase| &*phase.head.name)))
    }

    fn side_there_is(&self, name: &Name) -> Result<SideId, Failure> {
        let state = self.play.state();
        let found = state.side_ids().find(|id| *state.side(*id).name == *name.text);
        found.ok_or_else(|| unknown(name, "side", state.sides.iter().map(|side| &*side.name)))
    }

    /// What is asked is a check: nobody can be ordered to do it, but an action that rolls it.
    pub(super) fn no_order(&self, span: Span, posed: &BoundQuery) -> Failure {
        let book = &self.kit.book;
        let check = posed.check(self.play.rules());
        let rolls = book.actions.iter().filter(|action| action.check.is_some() && action.check == check);
        let names: Vec<String> = rolls.map(|action| format!("`{}`", action.head.name)).collect();
        let cure = match names.as_slice() {
            [] => "no action rolls it: `ask` reckons it".to_string(),
            [one] => format!("the action that rolls it is {one}: say that in place of its word"),
            all => format!("the actions that roll it are {}: say one of them in place of its word", all.join(", ")),
        };
        Failure::new(span, "an action", &format!("a check, which nobody can be ordered to do ({cure})"))
    }

    /// Why an order is refused, now or in a phase that is named; none if it is legal.
    pub(super) fn refused(
        &mut self,
        span: Span,
        text: &str,
        phase: Option<&Name>,
    ) -> Result<Option<OrderRefusal>, Failure> {
        let mut posed = self.pose(span, text)?;
        let Some(order) = posed.order(self.play.rules()) else {
            return Err(self.no_order(span, &posed));
        };
        if let Some(phase) = phase {
            posed.state = posed.state.in_phase(Some(self.phase(phase)?));
        }
        let reason = self.refusal_of(&posed, &order).map_err(|error| self.broken(span, text, error))?;
        Ok(reason.map(|reason| OrderRefusal { by: self.required_by(&posed, &reason), reason }))
    }

    /// Where the rules require what a refusal says, and what of the order that is about: for a message.
    pub(super) fn required_by(&self, posed: &BoundQuery, reason: &str) -> String {
        let (book, About::Action(action)) = (&self.kit.book, posed.about) else { return String::new() };
        let (view, frame) = (posed.view(self.play.rules()), posed.frame());
        let scene = view.scene(&frame);
        let is_it = |(when, label): &&(Expr, Label)| {
            (label.text.is_empty() || reason.starts_with(&*label.text)) && scene.truth(when) == Ok(false)
        };
        let Some((when, label)) = book.actions[action.index()].requires.iter().find(is_it) else {
            return self.barred_by(posed, &scene, reason);
        };
        let place = self.place_of(when.span);
        let written = describe(when, book);
        let looked_at = looked_at(&scene, when).join(", ");
        let is_said = looked_at.is_empty() || label.text.is_empty();
        let found = if is_said { String::new() } else { format!(": {looked_at}") };
        format!("; it is refused by `require {written}` in {place}{found}")
    }

    /// The same of what the rules say elsewhere than at the action: its check, a condition of who acts, what it costs.
    fn barred_by(&self, posed: &BoundQuery, scene: &Scene<'_, View<'_>>, reason: &str) -> String {
        let (book, About::Action(action)) = (&self.kit.book, posed.about) else { return String::new() };
        let rule = &book.actions[action.index()];
        let says =
            |label: &Label| label.text.is_empty() || label.text.contains('{') || reason.starts_with(&*label.text);
        let bars = |(when, label): &&(Expr, Label)| says(label) && scene.truth(when) == Ok(true);
        let check = rule.check.map(|check| &book.checks[check.index()]);
        if let Some((check, (when, _))) = check.and_then(|check| Some((check, check.impossible.iter().find(bars)?))) {
            let (written, place) = (describe(when, book), self.place_of(when.span));
            return format!("; `impossible when {written}` of the check `{}` in {place} bars it", check.head.name);
        }
        let actor = posed.facts.iter().find(|(fact, _)| *fact == rule.by).and_then(|(_, value)| value.as_figure());
        let held = actor.map_or(&[][..], |actor| &posed.state.figure(actor).conditions);
        for condition in held.iter().map(|held| &book.conditions[held.condition.index()]) {
            let named = condition.forbids.iter().filter(|(forbidden, _)| *forbidden == action).map(|(_, label)| label);
            let all = condition.forbids_all.iter().filter(|all| all.is_of(action, &rule.phases)).map(|all| &all.label);
            if let Some(label) = named.chain(all).find(|label| says(label)) {
                let place = self.place_of(label.span);
                return format!("; `forbids` of the condition `{}` in {place} bars it", condition.head.name);
            }
        }
        String::new()
    }

    fn place_of(&self, at: Span) -> String {
        let sources = &self.kit.book.sources;
        format!("{}:{}", sources.get(at.source).name, sources.line(at))
    }

    /// Why what was asked last would be refused; none if it is legal. Of who is only improvised, what he wears, where he
    /// stands and whose turn it is are not known.
    pub(super) fn refused_as_asked(&mut self, span: Span) -> Result<Option<OrderRefusal>, Failure> {
        let posed = self.asked_action(span)?.clone();
        let rules = self.rules();
        let reason = match posed.order(&rules) {
            Some(order) if posed.is_in_fight() => {
                self.refusal_of(&posed, &order).map_err(|error| self.broken(span, "legality", error))?
            }
            _ => posed.refusal(&rules).map(|refusal| refusal.reason.to_string()),
        };
        Ok(reason.map(|reason| OrderRefusal { by: self.required_by(&posed, &reason), reason }))
    }

    /// Compares what the action that was asked last spends.
    pub(super) fn expect_spends(&self, span: Span, amount: &ExprDecl, track: &Name) -> Result<(), Failure> {
        let (posed, book) = (self.asked_action(span)?, &self.kit.book);
        let Some(at) = book.tracks.iter().position(|one| *one.head.name == *track.text) else {
            return Err(unknown(track, "track", book.tracks.iter().map(|one| &*one.head.name)));
        };
        let known = &book.tracks[at];
        let wanted = self.value_as(amount, &known.r#type, known.unit)?;
        let (view, frame) = (posed.view(self.play.rules()), posed.frame());
        let About::Action(action) = posed.about else { return Ok(()) };
        let mut spent = Number::ZERO;
        for (cost, of) in &book.actions[action.index()].spends {
            if of.index() == at {
                let cost = view.number_in(cost, &frame).map_err(|error| self.broken(span, "a cost", error))?;
                spent = spent.plus(cost).unwrap_or(cost);
            }
        }
        let told = |value: &Value| format!("spends {} {}", show(value, known.unit, book, &view), known.head.name);
        let spent = Value::Number(spent);
        if spent == wanted { Ok(()) } else { Err(Failure::new(span, &told(&wanted), &told(&spent))) }
    }

    /// What was asked last, if it was an action.
    fn asked_action(&self, span: Span) -> Result<&BoundQuery, Failure> {
        match &self.asked {
            None => Err(Failure::new(span, "something asked before", "nothing")),
            Some(LastQuestion { posed, .. }) if matches!(posed.about, About::Action(_)) => Ok(posed),
            Some(_) => Err(Failure::new(span, "an action", "a check, which nobody can be ordered to do")),
        }
    }

    /// Why an order is refused: as in `refusal_in`, or because whom it is about is out of the fight.
    pub(super) fn refusal_of(&mut self, posed: &BoundQuery, order: &Order) -> Result<Option<String>, PlayError> {
        let gone = posed.out_of_fight(&self.rules()).map(|gone| gone.reason.to_string());
        Ok(self.refusal_in(&posed.state, order)?.or(gone))
    }

    /// Why an order is refused in a state: by the rules, or because nobody asks this figure for one more.
    pub(super) fn refusal_in(&mut self, state: &State, order: &Order) -> Result<Option<String>, PlayError> {
        match self.play.refusal_in(state, order)? {
            Some(refusal) => Ok(Some(refusal.reason.to_string())),
            None => self.out_of_turn(state, order),
        }
    }

    fn out_of_turn(&self, state: &State, order: &Order) -> Result<Option<String>, PlayError> {
        let Some(id) = state.phase else { return Ok(None) };
        let (phase, figure) = (&self.kit.book.turn.phases[id.index()], state.figure(order.actor));
        // Where sides act one after another in a phase, the test says whose turn it is. In rounds of a side both sides act
        // in the phases that do not say otherwise.
        let is_by_rounds = self.kit.book.turn.plan.iter().any(|part| matches!(part, TurnPart::EachSide(_)));
        let is_of_side = phase.acting_side || (!is_by_rounds && matches!(phase.order, PhaseOrder::BySide));
        let acting = state.acting_side.filter(|_| is_of_side);
        if let Some(side) = acting.filter(|side| *side != figure.side) {
            return Ok(Some(format!("the side {} acts now, not {}", state.side(side).name, figure.name)));
        }
        // Another phase than that in which the test is has no orders yet.
        if self.play.state().phase != Some(id) || !phase.actions.contains(&order.action) {
            return Ok(None);
        }
        let given = self.given.iter().filter(|other| **other == order.actor).count();
        let most = crate::play::orders_of(&self.play, id, order.actor)?;
        let refused = phase.asks && given >= most;
        let title = &phase.head.title;
        Ok(refused.then(|| format!("{} has given {given} of {most} orders of the phase {title}", figure.name)))
    }

    /// Counts an order that was performed, if the phase asks for it.
    pub(super) fn count_order(&mut self, order: &Order) {
        let Some(phase) = self.play.state().phase else { return };
        if self.kit.book.turn.phases[phase.index()].actions.contains(&order.action) {
            self.given.push(order.actor);
        }
    }
}
