//! What a script rolls, and what it asks of checks and facts.

use super::given::text_at;
use super::{HostAnswer, ScriptCalls};
use crate::dice::Seen;
use crate::eval::PooledFrame;
use crate::event::Change;
use crate::explain::CheckResult;
use crate::play::Play;
use crate::play::roll::RolledCheck;
use crate::script::{
    ApiOwner, ApiRow, ApiType, Arg, HostError, HostRow, NameOf, NameOrText, Reply, ResultData, Shape, may, must,
};
use crate::value::{CheckId, FactId, Number, Value};
use std::sync::Arc;

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(roll), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "roll", parameters: &[must("dice", ApiType::Dice), may("why", ApiType::Text)], returns: "(number, {number})", steps: 5,
        sentence: "Rolls dice: the total, and each die.", example: "play:roll(\"2d6+1\", \"damage\")" } },
    HostRow { answer: Some(total), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "total", parameters: &[must("dice", ApiType::Dice), may("why", ApiType::Text)], returns: "number", steps: 5,
        sentence: "Rolls dice of which only the total counts: the same roll, and its exact odds are found much faster.", example: "play:total(\"2d6+1\", \"damage\")" } },
    HostRow { answer: Some(check), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "check", parameters: &[must("name", ApiType::Name(NameOf::Check)), may("facts", ApiType::Facts)], returns: "Result", steps: 200,
        sentence: "Rolls a check and tells it. What a script does not read of the result (total, margin, dice) its exact odds need not tell apart.", example: "play:check(\"strike\", { actor = me, target = foe })" } },
    HostRow { answer: Some(reckon), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "reckon", parameters: &[must("name", ApiType::Name(NameOf::Check)), may("facts", ApiType::Facts)], returns: "Reckoning", steps: 200,
        sentence: "Reckons a check without rolling it.", example: "play:reckon(\"strike\", { actor = me, target = foe })" } },
    HostRow { answer: Some(fact), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "fact", parameters: &[must("name", ApiType::Name(NameOf::Fact)), may("facts", ApiType::Facts)], returns: "Value?", steps: 5,
        sentence: "A fact, as the rules compute it from the others given.", example: "play:fact(\"range\", { actor = me, target = foe })" } },
];

fn roll(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (total, dice) = calls.throw(args, Seen::Dice)?;
    Ok(Reply::Two(Arg::int(total), Arg::List(dice)))
}

fn total(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (total, _) = calls.throw(args, Seen::Total)?;
    Ok(Arg::int(total).into())
}

fn check(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (check, frame) = calls.check_and_facts(args)?;
    let rolled = calls.play.roll_check(check, &frame).map_err(|error| calls.broken(error))?;
    let watched = calls.play.dice.looks().is_some().then_some(check);
    Ok(Arg::Result(Arc::new(ResultData { watched, ..calls.result_data(&rolled) })).into())
}

fn reckon(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let (check, frame) = calls.check_and_facts(args)?;
    let reckoning = calls.play.explain(check, &frame).map_err(|error| calls.broken(error))?;
    let entry = |name: &str, value: Arg| (NameOrText::Other(name.into()), value);
    let odds = reckoning.odds.as_ref().map_or(Arg::Nil, |odds| Arg::Number(odds.to_f64()));
    let record = [
        entry("impossible", Arg::Bool(reckoning.impossible.is_some())),
        entry("need", reckoning.need.map_or(Arg::Nil, Arg::int)),
        entry("odds", odds),
        entry("why", reckoning.impossible.as_ref().map_or(Arg::Nil, |cannot| Arg::text(&cannot.why))),
    ];
    Ok(Arg::Record(record.into()).into())
}

/// A fact as the rules compute it from others.
fn fact(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let id = calls.fact_named(text_at(args, 0)?)?;
    if args[1].is_nil()
        && let Some(stated) = calls.play.stated_fact(id).filter(|value| *value != Value::Unset)
    {
        return Ok(calls.fact_arg(id, &stated).into());
    }
    let frame = calls.play.frame_with(&calls.facts(&args[1])?);
    calls.fact_in(id, &frame)
}

impl ScriptCalls<'_> {
    /// A fact as scripts hold it, computed from what a frame states.
    pub(super) fn fact_in(&self, id: FactId, frame: &PooledFrame) -> HostAnswer {
        let value = self.play.view().scene(frame).fact(id).map_err(|error| self.broken(error))?;
        Ok(self.fact_arg(id, &value).into())
    }

    /// The value of a fact as scripts hold it.
    fn fact_arg(&self, id: FactId, value: &Value) -> Arg {
        let fact = &self.book().facts[id.index()];
        self.to_arg(value, self.play.rules().factor(&fact.r#type, fact.unit))
    }

    /// Throws dice and tells it: the total, and each die if they are looked at.
    fn throw(&mut self, args: &[Arg], seen: Seen) -> Result<(i64, Vec<Arg>), HostError> {
        let Arg::Dice(formula) = &args[0] else { return Err(HostError::refused("dice are missing", "write \"2d6\"")) };
        self.look_at(formula.count() as usize)?;
        let (is_told, why) = (self.play.is_told(), self.why(&args[1]));
        let actor = self.play.carried.actor().map(|(_, who)| who);
        self.play.give_reason_of(actor, why.as_deref().unwrap_or_default());
        self.play.weigh_next(actor, why.as_ref());
        let rolled = self.play.dice.throw(formula, seen).map(|(total, thrown)| {
            let shown: &[u16] = if seen == Seen::Total { &[] } else { thrown };
            let dice: Vec<Arg> = shown.iter().map(|die| Arg::int(i64::from(*die))).collect();
            (total, dice, is_told.then(|| thrown.iter().map(|die| i64::from(*die)).collect::<Vec<i64>>()))
        });
        let (total, dice, told) =
            rolled.map_err(|error| self.broken(why.iter().fold(error, |error, why| error.rolled_for(why))))?;
        if let Some(thrown) = told {
            let rolled = Change::Rolled { dice: formula.to_string().into(), thrown, total: Number::int(total), why };
            self.play.emit(rolled).map_err(|error| self.broken(error))?;
        }
        Ok((total, dice))
    }

    fn check_and_facts(&self, args: &[Arg]) -> Result<(CheckId, PooledFrame), HostError> {
        let check = self.check_named(text_at(args, 0)?)?;
        Ok((check, self.play.frame_of_check(check, &self.facts(&args[1])?)))
    }

    fn result_data(&self, rolled: &RolledCheck) -> ResultData {
        let Some(result) = &rolled.result else {
            return ResultData { impossible: true, why: rolled.why.clone(), ..ResultData::default() };
        };
        let fields = result.fields.iter().map(|line| {
            let name =
                self.names().id(&line.name).map_or_else(|| NameOrText::Other(line.name.clone()), NameOrText::Name);
            (name, self.bare(&line.value))
        });
        ResultData { need: rolled.need.map(|need| need as f64), fields: fields.collect(), ..outcome(result) }
    }

    /// A value without unit for a script.
    fn bare(&self, value: &Value) -> Arg {
        self.to_arg(value, Number::ONE)
    }
}

fn outcome(result: &CheckResult) -> ResultData {
    ResultData {
        success: result.success,
        draw: result.draw,
        total: Some(result.total as f64),
        margin: Some(result.margin as f64),
        dice: result.dice.iter().map(|die| i64::from(*die)).collect(),
        kept: result.kept.iter().map(|die| i64::from(*die)).collect(),
        opposed: result.against.as_ref().map(|against| Arc::new(outcome(against))),
        ..ResultData::default()
    }
}
