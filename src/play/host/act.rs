//! What a script makes the play do: rolls, questions, orders, words, the end.

use super::ScriptCalls;
use crate::dice::Seen;
use crate::event::{Change, Spot};
use crate::rulebook::DeedParameter;
use crate::script::{Arg, Call, HostError, Reply};
use crate::value::FactId;
use crate::value::{Number, Value};
use std::rc::Rc;
use std::sync::Arc;

/// The most figures or orders that act at one moment.
const MOST_TOGETHER: usize = 200;

impl ScriptCalls<'_> {
    pub(super) fn act_call(&mut self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        match call {
            Call::PlayRoll | Call::PlayTotal => self.roll_for(call, args),
            Call::PlayCheck => self.check_for(args),
            Call::PlayThing => self.new_thing(args),
            Call::PlayAsk => self.ask_for(args),
            Call::PlayOrders => self.orders_for(args),
            Call::PlayPerform | Call::PlayAgain | Call::PlayLater => self.perform_for(call, args),
            Call::PlayDeed => self.deed_for(args),
            Call::PlayTogether => self.together_for(args),
            Call::PlayTell | Call::PlaySay => self.tell(call, args),
            Call::PlayChance => {
                let number = |arg: &Arg| arg.as_int().and_then(|n| u16::try_from(n).ok());
                let (Some(ways), Some(of)) = (number(&args[0]), number(&args[1])) else {
                    return Err(HostError::refused("a chance is so many times in so many", "give two whole numbers"));
                };
                let happens = self.play.dice.chance_mut().happens(ways, of);
                Ok(happens.map_err(|error| self.broken(error))?.into())
            }
            Call::PlayPick => self.pick(args),
            _ => self.finish(call, args),
        }
    }

    fn roll_for(&mut self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        let Arg::Dice(formula) = &args[0] else { return Err(HostError::refused("dice are missing", "write \"2d6\"")) };
        let is_total = call == Call::PlayTotal;
        let (is_told, why) = (self.play.is_told(), self.why(&args[1]));
        let rolled =
            self.play.dice.throw(formula, if is_total { Seen::Total } else { Seen::Dice }).map(|(total, thrown)| {
                let shown: &[u16] = if is_total { &[] } else { thrown };
                let dice: Vec<Arg> = shown.iter().map(|die| Arg::int(i64::from(*die))).collect();
                (total, dice, is_told.then(|| thrown.iter().map(|die| i64::from(*die)).collect::<Vec<i64>>()))
            });
        let (total, dice, told) =
            rolled.map_err(|error| self.broken(why.iter().fold(error, |error, why| error.rolled_for(why))))?;
        if let Some(thrown) = told {
            let dice: Arc<str> = formula.to_string().into();
            let rolled = Change::Rolled { dice, thrown, total: Number::int(total), why };
            self.play.emit(rolled).map_err(|error| self.broken(error))?;
        }
        if call == Call::PlayTotal {
            return Ok(Arg::int(total).into());
        }
        Ok(Reply::Two(Arg::int(total), Arg::List(dice)))
    }

    fn new_thing(&mut self, args: &[Arg]) -> Result<Reply, HostError> {
        let Arg::Text(name) = &args[0] else { return Err(HostError::refused("a name is missing", "")) };
        let Some(item) = self.meaning(name).and_then(|meaning| meaning.items.first()).copied() else {
            let among = self.play.rules().book.items.iter().map(|item| item.head.name.clone()).collect();
            return Err(super::convert::unknown("thing", name, self.names(), among));
        };
        let thing = self.play.make_thing(item, Spot::Nowhere).map_err(|error| self.broken(error))?;
        Ok(Arg::Thing(thing).into())
    }

    fn orders_for(&mut self, args: &[Arg]) -> Result<Reply, HostError> {
        let (Arg::Figure(figure), Arg::List(list)) = (&args[0], &args[1]) else {
            return Err(HostError::refused("a figure and a list of actions are needed", ""));
        };
        let mut actions = Vec::with_capacity(list.len());
        for name in list {
            let Arg::Text(name) = name else { return Err(HostError::refused("an action is named by a text", "")) };
            let action = self.action_named(name)?;
            if self.play.forbidden(*figure, action).is_none() {
                actions.push(action);
            }
        }
        if actions.is_empty() || self.play.state().figure(*figure).removed {
            return Ok(Reply::NOTHING);
        }
        let order = self.play.decisions().ask_order(*figure, &actions).map_err(|error| self.broken(error))?;
        Ok(order.map_or(Arg::Nil, Arg::Order).into())
    }

    fn perform_for(&mut self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        let Arg::Order(order) = &args[0] else { return Err(HostError::refused("an order is missing", "")) };
        if call == Call::PlayPerform {
            return Ok(self.play.orders().perform(order).map_err(|error| self.broken(error))?.into());
        }
        if call == Call::PlayLater {
            self.play.moments().put_off(order).map_err(|error| self.broken(error))?;
            return Ok(Reply::NOTHING);
        }
        let Some(steps) = args[1].as_number() else {
            return Err(HostError::refused("the steps are no exact number", ""));
        };
        if !self.play.turn().again(order, steps).map_err(|error| self.broken(error))? {
            return Err(HostError::refused("orders come again only in a phase by value", "perform it at once instead"));
        }
        Ok(Reply::NOTHING)
    }

    fn deed_for(&mut self, args: &[Arg]) -> Result<Reply, HostError> {
        let Arg::Text(name) = &args[0] else { return Err(HostError::refused("a deed is named by a text", "")) };
        let Some(deed) = self.meaning(name).and_then(|meaning| meaning.deed) else {
            let among = self.play.rules().book.deeds.iter().map(|deed| deed.head.name.clone()).collect();
            return Err(super::convert::unknown("deed", name, self.names(), among));
        };
        let rules = self.play.rules().clone();
        let rule = &rules.book.deeds[deed.index()];
        let (given, facts) = self.given(&rule.parameters, &args[1])?;
        let gives = self.play.lines().do_named(deed, given, &facts).map_err(|error| self.broken(error))?;
        Ok(match &rule.gives {
            Some(kind) => rules.to_arg(&gives, rules.factor(&kind.r#type, kind.unit)).into(),
            None => Reply::NOTHING,
        })
    }

    /// What a deed is given, by the names of its parameters, and the facts among it.
    #[allow(clippy::type_complexity, reason = "arguments and facts")]
    fn given(&self, parameters: &[DeedParameter], arg: &Arg) -> Result<(Vec<Value>, Rc<[(FactId, Value)]>), HostError> {
        if parameters.is_empty() {
            return Ok((Vec::new(), self.facts(arg)?));
        }
        let texts = self.names().texts();
        let (mut given, mut facts) = (vec![None; parameters.len()], Vec::new());
        let record = if let Arg::Record(record) = arg { &record[..] } else { &[] };
        for (name, value) in record {
            match parameters.iter().position(|one| *one.name == *name.as_str(texts)) {
                Some(at) => {
                    let (one, what) = (&parameters[at], format_args!("`{}`", parameters[at].name));
                    given[at] = Some(self.to_value(value, &one.r#type, one.unit, &what)?);
                }
                None => facts.push(self.one_fact(name, value)?),
            }
        }
        let missing = || {
            let names: Vec<&str> = parameters.iter().map(|one| &*one.name).collect();
            HostError::refused("the deed is not given all that it needs", format!("give {}", names.join(", ")))
        };
        let given = given.into_iter().collect::<Option<Vec<Value>>>().ok_or_else(missing)?;
        Ok((given, facts.into()))
    }

    fn together_for(&mut self, args: &[Arg]) -> Result<Reply, HostError> {
        let Arg::List(list) = &args[0] else { return Ok(Reply::NOTHING) };
        let orders: Vec<_> = list
            .iter()
            .filter_map(|arg| if let Arg::Order(order) = arg { Some(order.clone()) } else { None })
            .collect();
        if orders.len() > MOST_TOGETHER {
            return Err(HostError::refused(
                format!("more than {MOST_TOGETHER} orders at one moment"),
                "perform them in groups",
            ));
        }
        self.play.moments().perform_together(&orders).map_err(|error| self.broken(error))?;
        Ok(Reply::NOTHING)
    }

    fn tell(&mut self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        let Arg::Text(text) = &args[0] else { return Ok(Reply::NOTHING) };
        let text = text.to_arc(self.names().texts());
        if call == Call::PlaySay {
            self.play.emit(Change::Said { text }).map_err(|error| self.broken(error))?;
            return Ok(Reply::NOTHING);
        }
        let mut fields: Vec<(Arc<str>, Value)> = Vec::new();
        let mut said = None;
        if let Arg::Record(record) = &args[1] {
            for (name, value) in record.iter() {
                let name = name.to_arc(self.names().texts());
                match (&*name, value) {
                    ("text", Arg::Text(text)) => said = Some(text.to_arc(self.names().texts())),
                    _ => fields.push((name, self.any_value(value))),
                }
            }
        }
        let actor = fields.iter().find(|(name, _)| &**name == "actor").and_then(|(_, value)| value.as_figure());
        self.play.emit(Change::Told { name: text.clone(), fields, text: said }).map_err(|error| self.broken(error))?;
        if let Some(actor) = actor {
            let trigger = crate::rulebook::Trigger::Told(text);
            self.play.react(&trigger, actor).map_err(|error| self.broken(error))?;
        }
        Ok(Reply::NOTHING)
    }

    fn pick(&mut self, args: &[Arg]) -> Result<Reply, HostError> {
        let Arg::List(list) = &args[0] else { return Ok(Reply::NOTHING) };
        let Ok(of) = u16::try_from(list.len()) else {
            return Err(HostError::refused("the list is too long to pick from", ""));
        };
        if of == 0 {
            return Ok(Reply::NOTHING);
        }
        let index = self.play.dice.chance_mut().pick(of).map_err(|error| self.broken(error))?;
        Ok(list[usize::from(index)].clone().into())
    }

    fn finish(&mut self, call: Call, args: &[Arg]) -> Result<Reply, HostError> {
        if self.play.state().outcome.is_some() {
            return Ok(Reply::NOTHING);
        }
        let why = |arg: Option<&Arg>| arg.and_then(|arg| self.why(arg)).unwrap_or_else(|| "so the rules say".into());
        let change = match (call, &args[0]) {
            (Call::PlayWin, Arg::Side(side)) => Change::Won { side: *side, why: why(args.get(1)) },
            _ => Change::Drawn { why: why(args.first()) },
        };
        self.play.emit(change).map_err(|error| self.broken(error))?;
        Ok(Reply::NOTHING)
    }
}
