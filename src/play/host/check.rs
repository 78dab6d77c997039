//! Checks as scripts ask for them.

use super::ScriptCalls;
use crate::eval::PooledFrame;
use crate::explain::{CheckResult, Requirement};
use crate::play::roll::RolledCheck;
use crate::script::{Arg, Call, HostError, NameOrText, Reply, ResultData};
use crate::value::{ActionId, CheckId, FactId, FigureId, Value};
use std::sync::Arc;

impl ScriptCalls<'_> {
    fn check_and_facts(&self, args: &[Arg]) -> Result<(CheckId, PooledFrame), HostError> {
        let Some(Arg::Text(name)) = args.first() else {
            return Err(HostError::refused("the name of a check is missing", ""));
        };
        let check = self.check_named(name)?;
        Ok((check, self.play.frame_of_check(check, &self.facts(&args[1])?)))
    }

    pub(super) fn check_for(&mut self, args: &[Arg]) -> Result<Reply, HostError> {
        let (check, frame) = self.check_and_facts(args)?;
        let rolled = self.play.roll_check(check, &frame).map_err(|error| self.broken(error))?;
        let watched = self.play.dice.looks().is_some().then_some(check);
        Ok(Arg::Result(Arc::new(ResultData { watched, ..self.result_data(&rolled) })).into())
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
        self.to_arg(value, crate::value::Number::ONE)
    }

    pub(super) fn reckon_for(&mut self, args: &[Arg]) -> Result<Reply, HostError> {
        let (check, frame) = self.check_and_facts(args)?;
        let reckoning = self.play.explain(check, &frame).map_err(|error| self.broken(error))?;
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

    /// `odds` and `need` of a check by name, or of the check of an action.
    pub(super) fn odds_or_need(&mut self, call: Call, me: FigureId, args: &[Arg]) -> Result<Reply, HostError> {
        let Some(Arg::Text(name)) = args.first() else { return Err(HostError::refused("a name is missing", "")) };
        let action = self.meaning(name).and_then(|meaning| meaning.action);
        let (check, frame) = match action {
            Some(action) => self.foreseen_check(action, me, args)?,
            None => {
                let check = self.check_named(name)?;
                (check, self.frame_of_own_check(check, me, &self.facts(&args[1])?))
            }
        };
        let reckoned = self.play.reckon(check, &frame).map_err(|error| self.broken(error))?;
        let Requirement::Possible(need) = reckoned else {
            return Ok(if call == Call::FigureOdds { Arg::Number(0.0).into() } else { Reply::NOTHING });
        };
        if call == Call::FigureNeed {
            return Ok(need.number().map_or(Arg::Nil, Arg::int).into());
        }
        let odds = need.odds(&self.play.rules().book).map_err(|error| self.broken(error))?;
        Ok(Arg::Number(odds.map_or(1.0, |odds| odds.to_f64())).into())
    }

    /// The check of an action that a figure could do, with what it would then be about.
    /// Everything an order can lead to. Nothing within another foresight: whoever decides there would foresee in turn.
    pub(super) fn foresee(&mut self, me: FigureId, args: &[Arg]) -> Result<Reply, HostError> {
        if self.play.happened().is_some() {
            return Ok(Reply::NOTHING);
        }
        let order = self.play.with_assumed(&self.order_from(me, args)?);
        let foresight = self.play.rules().foresight;
        foresight(self.play, &order).map(Reply::from).map_err(|error| self.broken(error))
    }

    fn foreseen_check(
        &self,
        action: ActionId,
        me: FigureId,
        args: &[Arg],
    ) -> Result<(CheckId, PooledFrame), HostError> {
        let rule = &self.play.rules().book.actions[action.index()];
        let Some(check) = rule.check else {
            let message = format!("the action `{}` has no check", rule.head.name);
            return Err(HostError::refused(message, "give it one with `check NAME`"));
        };
        let order = self.order_from(me, args)?;
        let mut frame = self.play.frame_of(rule, &order);
        if let Some(fact) = self.play.rules().book.roller(check).filter(|fact| frame.stated(*fact).is_none()) {
            frame.state(fact, Value::Figure(me));
        }
        Ok((check, frame))
    }

    /// The one who asks is the one who rolls, unless the facts say otherwise.
    fn frame_of_own_check(&self, check: CheckId, me: FigureId, facts: &[(FactId, Value)]) -> PooledFrame {
        let roller = self.play.rules().book.roller(check).filter(|fact| facts.iter().all(|(stated, _)| stated != fact));
        let Some(fact) = roller else { return self.play.frame_of_check(check, facts) };
        let mut facts = facts.to_vec();
        facts.push((fact, Value::Figure(me)));
        self.play.frame_of_check(check, &facts)
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
