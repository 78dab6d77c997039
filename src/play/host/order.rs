//! What a script asks of what a figure could do: its orders, their odds, and what may come of them.

use super::given::{figure_at, text_at};
use super::{Answered, ScriptCalls};
use crate::eval::PooledFrame;
use crate::explain::Requirement;
use crate::play::{Order, Play};
use crate::script::{ApiOwner, ApiRow, ApiType, Arg, HostError, HostRow, NameOf, Reply, Shape, may, must};
use crate::value::{ActionId, CheckId, FactId, FigureId, Value};
use std::sync::Arc;

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(legal), row: ApiRow { owner: ApiOwner::Figure, shape: Shape::Method, name: "legal", parameters: &[must("action", ApiType::Name(NameOf::Action)), may("facts", ApiType::Facts)], returns: "(boolean, string?)", steps: 200,
        sentence: "Whether the action could be ordered now, and if not, why.", example: "me:legal(\"strike\", { target = foe })" } },
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
];

fn legal(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> Answered {
    let order = calls.order_from(args)?;
    let refusal = calls.play.refusal(&order).map_err(|error| calls.broken(error))?;
    Ok(match refusal {
        None => Reply::Two(Arg::Bool(true), Arg::Nil),
        Some(refusal) => Reply::Two(Arg::Bool(false), Arg::shared(&refusal.reason)),
    })
}

fn odds(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> Answered {
    let Requirement::Possible(need) = calls.requirement(args)? else { return Ok(Arg::Number(0.0).into()) };
    let odds = need.odds(calls.book()).map_err(|error| calls.broken(error))?;
    Ok(Arg::Number(odds.map_or(1.0, |odds| odds.to_f64())).into())
}

fn need(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> Answered {
    let Requirement::Possible(need) = calls.requirement(args)? else { return Ok(Reply::NOTHING) };
    Ok(need.number().map_or(Arg::Nil, Arg::int).into())
}

/// Nothing within another foresight: whoever decides there would foresee in turn.
fn foresee(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> Answered {
    if calls.play.happened().is_some() {
        return Ok(Reply::NOTHING);
    }
    let order = calls.play.with_assumed(&calls.order_from(args)?);
    let foresight = calls.play.rules().foresight;
    foresight(calls.play, &order).map(Reply::from).map_err(|error| calls.broken(error))
}

fn declared(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> Answered {
    let me = figure_at(args, 0)?;
    let own = calls.play.course.declared().iter().filter(|order| order.actor == me);
    Ok(Arg::List(own.cloned().map(Arg::Order).collect()).into())
}

fn order(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> Answered {
    Ok(Arg::Order(calls.order_from(args)?).into())
}

impl ScriptCalls<'_> {
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
