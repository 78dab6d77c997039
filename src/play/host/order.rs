//! What a script asks of what a figure could do: its orders, their odds, and what may come of them.

use super::given::{figure_at, order_at, text_at};
use super::{HostAnswer, ScriptCalls};
use crate::eval::PooledFrame;
use crate::explain::Requirement;
use crate::play::{Order, Play};
use crate::rulebook::OwnerDecl;
use crate::script::{ApiOwner, ApiRow, ApiType, Arg, HostError, HostRow, NameOf, Reply, Shape, may, must};
use crate::value::{ActionId, CheckId, FactId, FigureId, Number, PhaseId, Value};
use std::sync::Arc;

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(legal), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "legal", parameters: &[must("action", ApiType::Name(NameOf::Action)), may("facts", ApiType::Facts), may("phase", ApiType::Name(NameOf::Phase))], returns: "(boolean, string?)", steps: 200,
        sentence: "Whether the action could be ordered now, or as things are in another phase, and if not, why.", example: "me:legal(\"strike\", { target = foe })" } },
    HostRow { answer: Some(odds), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "odds", parameters: &[must("name", ApiType::Name(NameOf::CheckOrAction)), may("facts", ApiType::Facts)], returns: "number", steps: 200,
        sentence: "The chance of success of a check, or of an action's check: 0 to 1, and 0 if it is impossible.", example: "me:odds(\"strike\", { target = foe })" } },
    HostRow { answer: Some(need), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "need", parameters: &[must("name", ApiType::Name(NameOf::CheckOrAction)), may("facts", ApiType::Facts)], returns: "number?", steps: 200,
        sentence: "The number needed on the dice; nil if it is impossible.", example: "me:need(\"strike\", { target = foe })" } },
    HostRow { answer: Some(foresee), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "foresee", parameters: &[must("action", ApiType::Name(NameOf::Action)), may("facts", ApiType::Facts)], returns: "Foresight?", steps: 50_000,
        sentence: "Everything the whole action can lead to, by performing its script under every way the dice can fall: up to 2,000 ways, and beyond that 500 samples with their `error`. Nil within another foresight.", example: "me:foresee(\"strike\", { target = foe })" } },
    HostRow { answer: Some(declared), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "declared", parameters: &[], returns: "{Order}", steps: 5,
        sentence: "What it has declared in this phase and not yet done, in order.", example: "#foe:declared()" } },
    HostRow { answer: Some(order), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "order", parameters: &[must("action", ApiType::Name(NameOf::Action)), may("facts", ApiType::Facts)], returns: "Order", steps: 5,
        sentence: "An order, to be returned by a controller or performed.", example: "me:order(\"strike\", { target = foe })" } },
    HostRow { answer: Some(given_legal), row: ApiRow { owner: ApiOwner::Order, shape: Shape::Method, name: "legal", parameters: &[], returns: "(boolean, string?)", steps: 200,
        sentence: "Whether it could be given now, and if not, why.", example: "order:legal()" } },
    HostRow { answer: Some(with), row: ApiRow { owner: ApiOwner::Order, shape: Shape::Method, name: "with", parameters: &[must("facts", ApiType::Facts)], returns: "Order", steps: 5,
        sentence: "The same order, with these facts over those that it states.", example: "order:with({ target = foe })" } },
    HostRow { answer: Some(cost), row: ApiRow { owner: ApiOwner::Order, shape: Shape::Method, name: "cost", parameters: &[must("track", ApiType::Name(NameOf::Track))], returns: "number", steps: 20,
        sentence: "What it would take of a track now.", example: "order:cost(\"points\")" } },
    HostRow { answer: Some(fact), row: ApiRow { owner: ApiOwner::Order, shape: Shape::Method, name: "fact", parameters: &[must("name", ApiType::Name(NameOf::Fact))], returns: "Value?", steps: 20,
        sentence: "A fact of it: as it states it, else as the rules compute it from what it states.", example: "order:fact(\"range\")" } },
];

fn legal(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let order = calls.order_from(args)?;
    let phase = match args[3].as_text() {
        Some(name) => Some(calls.phase_named(name)?),
        None => calls.play.state().phase,
    };
    calls.told_legal(&order, phase)
}

fn odds(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let Requirement::Possible(need) = calls.requirement(args)? else { return Ok(Arg::Number(0.0).into()) };
    let odds = need.odds(calls.book()).map_err(|error| calls.broken(error))?;
    Ok(Arg::Number(odds.map_or(1.0, |odds| odds.to_f64())).into())
}

fn need(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let Requirement::Possible(need) = calls.requirement(args)? else { return Ok(Reply::NOTHING) };
    Ok(need.number().map_or(Arg::Nil, Arg::int).into())
}

/// Nothing within another foresight: whoever decides there would foresee in turn.
fn foresee(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    if calls.play.happened().is_some() {
        return Ok(Reply::NOTHING);
    }
    let order = calls.play.with_assumed(&calls.order_from(args)?);
    let foresight = calls.play.rules().foresight;
    foresight(calls.play, &order).map(Reply::from).map_err(|error| calls.broken(error))
}

fn declared(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let me = figure_at(args, 0)?;
    let own = calls.play.course.declared().iter().filter(|order| order.actor == me);
    Ok(Arg::List(own.cloned().map(Arg::Order).collect()).into())
}

fn order(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(Arg::Order(calls.order_from(args)?).into())
}

fn given_legal(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let order = order_at(args, 0)?.clone();
    calls.told_legal(&order, calls.play.state().phase)
}

fn with(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let order = order_at(args, 0)?;
    let over = calls.facts(&args[1])?;
    let by = calls.book().actions[order.action.index()].by;
    let is_over = |fact: FactId| fact == by || over.iter().any(|(stated, _)| *stated == fact);
    let mut with = Order::clone(order);
    with.facts.retain(|(fact, _)| !is_over(*fact));
    with.assumed.retain(|(fact, _)| !is_over(*fact));
    with.facts.extend(over.iter().filter(|(fact, _)| *fact != by).cloned());
    with.facts.sort_by_key(|(fact, _)| *fact);
    Ok(Arg::Order(Arc::new(with)).into())
}

fn cost(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let order = order_at(args, 0)?.clone();
    let (track, _, factor) = calls.track_named(OwnerDecl::Figure, text_at(args, 1)?, &Arg::Nil)?;
    let costs = calls.play.costs_of(&order).map_err(|error| calls.broken(error))?;
    let cost = costs.into_iter().find(|(of, _)| *of == track).map_or(Number::ZERO, |(_, cost)| cost);
    Ok(calls.to_arg(&Value::Number(cost), factor).into())
}

fn fact(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (order, fact) = (order_at(args, 0)?.clone(), calls.fact_named(text_at(args, 1)?)?);
    let frame = calls.play.frame_of(&calls.book().actions[order.action.index()], &order);
    calls.fact_in(fact, &frame)
}

impl ScriptCalls<'_> {
    fn told_legal(&mut self, order: &Order, phase: Option<PhaseId>) -> HostAnswer {
        let refusal = self.play.refusal_in_phase(order, phase).map_err(|error| self.broken(error))?;
        Ok(match refusal {
            None => Reply::Two(Arg::Bool(true), Arg::Nil),
            Some(refusal) => Reply::Two(Arg::Bool(false), Arg::shared(&refusal.reason)),
        })
    }

    /// The order that a figure, the name of an action and a table of facts describe.
    fn order_from(&self, args: &[Arg]) -> Result<Arc<Order>, HostError> {
        let (actor, action) = (figure_at(args, 0)?, self.action_named(text_at(args, 1)?)?);
        let mut facts = self.facts(&args[2])?.to_vec();
        facts.sort_by_key(|(fact, _)| *fact);
        let by = self.book().actions[action.index()].by;
        facts.retain(|(fact, _)| *fact != by);
        Ok(Arc::new(Order { action, actor, facts, assumed: Vec::new() }))
    }

    /// What a check by name needs, or the check of an action.
    fn requirement(&mut self, args: &[Arg]) -> Result<Requirement, HostError> {
        let (me, name) = (figure_at(args, 0)?, text_at(args, 1)?);
        let (check, frame) = match self.meaning(name).and_then(|meaning| meaning.action) {
            Some(action) => self.foreseen_check(action, me, args)?,
            None => {
                let check = self.check_named(name)?;
                (check, self.frame_of_own_check(check, me, &self.facts(&args[2])?))
            }
        };
        self.play.reckon(check, &frame).map_err(|error| self.broken(error))
    }

    /// The check of an action that a figure could do, with what it would then be about.
    fn foreseen_check(
        &self,
        action: ActionId,
        me: FigureId,
        args: &[Arg],
    ) -> Result<(CheckId, PooledFrame), HostError> {
        let rule = &self.book().actions[action.index()];
        let Some(check) = rule.check else {
            let message = format!("the action `{}` has no check", rule.head.name);
            return Err(HostError::refused(message, "give it one with `check NAME`"));
        };
        let order = self.order_from(args)?;
        let mut frame = self.play.frame_of(rule, &order);
        if let Some(fact) = self.book().roller(check).filter(|fact| frame.stated(*fact).is_none()) {
            frame.state(fact, Value::Figure(me));
        }
        Ok((check, frame))
    }

    /// The one who asks is the one who rolls, unless the facts say otherwise.
    fn frame_of_own_check(&self, check: CheckId, me: FigureId, facts: &[(FactId, Value)]) -> PooledFrame {
        let roller = self.book().roller(check).filter(|fact| facts.iter().all(|(stated, _)| stated != fact));
        let Some(fact) = roller else { return self.play.frame_of_check(check, facts) };
        let mut facts = facts.to_vec();
        facts.push((fact, Value::Figure(me)));
        self.play.frame_of_check(check, &facts)
    }
}
