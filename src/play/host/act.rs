//! What a script makes the play do: questions, orders, words, chance, the end.

use super::ask::ask;
use super::given::{figure_at, list_at, order_at, side_at, text_at};
use super::{HostAnswer, ScriptCalls};
use crate::event::{Change, Spot};
use crate::play::Play;
use crate::rulebook::{DeedParameter, Trigger};
use crate::script::{ApiOwner, ApiRow, ApiType, Arg, HostError, HostRow, NameOf, Reply, Shape, may, must};
use crate::value::{ActionId, FactId, Value};
use std::rc::Rc;
use std::sync::Arc;

/// The most figures or orders that act at one moment.
const MOST_TOGETHER: usize = 200;

/// The rows.
#[rustfmt::skip]
pub(super) const ROWS: &[HostRow<Play>] = &[
    HostRow { answer: Some(thing), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "thing", parameters: &[must("item", ApiType::Name(NameOf::Item))], returns: "Thing", steps: 5,
        sentence: "A new thing.", example: "play:thing(\"Spear\")" } },
    HostRow { answer: Some(ask), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "ask", parameters: &[must("figure", ApiType::Figure), must("question", ApiType::Name(NameOf::Question)), may("choices", ApiType::List), may("told", ApiType::Facts)], returns: "Value?", steps: 200,
        sentence: "The figure's controller answers a declared question: one of its choices, or of those offered here; the default, if it does not care. What the question gives is told with it.", example: "play:ask(foe, \"defence\", { \"parry\", \"dodge\" })" } },
    HostRow { answer: Some(orders), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "orders", parameters: &[must("figure", ApiType::Figure), may("actions", ApiType::Names(NameOf::Action))], returns: "Order?", steps: 200,
        sentence: "Asks the figure's controller for an order among these actions, or among all of the phase; nil is a pass.", example: "play:orders(me)" } },
    HostRow { answer: Some(perform), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "perform", parameters: &[must("order", ApiType::Order)], returns: "boolean", steps: 200,
        sentence: "Performs an order if it is legal; if not, false, and an event says why.", example: "play:perform(order)" } },
    HostRow { answer: Some(deed), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "deed", parameters: &[must("deed", ApiType::Name(NameOf::Deed)), may("facts", ApiType::Facts)], returns: "Value?", steps: 200,
        sentence: "Does the lines of a deed, given its parameters by name, with these facts over those of the order, and returns what it gives; who acts is the one whose order it is, or whom the facts name.", example: "play:deed(\"fall\", { actor = foe })" } },
    HostRow { answer: Some(together), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "together", parameters: &[must("orders", ApiType::List)], returns: "()", steps: 200,
        sentence: "Performs all; what each changes is seen by the others only at the end.", example: "play:together(orders)" } },
    HostRow { answer: Some(again), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "again", parameters: &[must("order", ApiType::Order), must("steps", ApiType::Number)], returns: "()", steps: 5,
        sentence: "In a phase by value: performs the order again so many steps after the value with which its figure came up, behind those whose own value that is.", example: "play:again(order, 3)" } },
    HostRow { answer: Some(later), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "later", parameters: &[must("order", ApiType::Order)], returns: "()", steps: 5,
        sentence: "Puts off what the order does to the end of the moment: when it comes, nothing is required of it and it costs nothing.", example: "play:later(me:order(\"strike\", { target = foe }))" } },
    HostRow { answer: Some(tell), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "tell", parameters: &[must("event", ApiType::Name(NameOf::Event)), may("fields", ApiType::Facts)], returns: "()", steps: 5,
        sentence: "An event of the pack's own.", example: "play:tell(\"parried\", { text = \"steel on steel\", actor = me })" } },
    HostRow { answer: Some(say), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "say", parameters: &[must("text", ApiType::Text)], returns: "()", steps: 5,
        sentence: "A line for the story.", example: "play:say(\"The gate falls.\")" } },
    HostRow { answer: Some(chance), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "chance", parameters: &[must("n", ApiType::Number), must("d", ApiType::Number)], returns: "boolean", steps: 5,
        sentence: "True n times in d.", example: "play:chance(1, 2)" } },
    HostRow { answer: Some(pick), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Method, name: "pick", parameters: &[must("list", ApiType::List)], returns: "any", steps: 5,
        sentence: "One of a list, each as likely.", example: "play:pick(me:foes())" } },
    HostRow { answer: Some(win), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "win", parameters: &[must("side", ApiType::Side), may("why", ApiType::Text)], returns: "()", steps: 5,
        sentence: "Ends the game: that side has won.", example: "play:win(me.side, \"the field is held\")" } },
    HostRow { answer: Some(draw), row: ApiRow { owner: ApiOwner::Play, shape: Shape::Change, name: "draw", parameters: &[may("why", ApiType::Text)], returns: "()", steps: 5,
        sentence: "Ends the game: nobody has won.", example: "play:draw(\"nobody is left\")" } },
];

fn thing(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let item = calls.item_named(text_at(args, 0)?)?;
    let thing = calls.play.make_thing(item, Spot::Nowhere).map_err(|error| calls.broken(error))?;
    Ok(Arg::Thing(thing).into())
}

fn orders(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let figure = figure_at(args, 0)?;
    let actions = if args[1].is_nil() { Vec::new() } else { calls.actions_named(list_at(args, 1)?)? };
    if actions.is_empty() && !args[1].is_nil() {
        return Ok(Reply::NOTHING);
    }
    let order = calls.play.order_among(figure, &actions).map_err(|error| calls.broken(error))?;
    Ok(order.map_or(Arg::Nil, Arg::Order).into())
}

fn perform(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    Ok(calls.play.orders().perform(order_at(args, 0)?).map_err(|error| calls.broken(error))?.into())
}

fn deed(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let deed = calls.deed_named(text_at(args, 0)?)?;
    let rules = calls.play.rules().clone();
    let rule = &rules.book.deeds[deed.index()];
    let (given, facts) = calls.given(&rule.parameters, &args[1])?;
    let gives = calls.play.lines().do_named(deed, given, &facts).map_err(|error| calls.broken(error))?;
    Ok(match &rule.gives {
        Some(kind) => rules.to_arg(&gives, rules.factor(&kind.r#type, kind.unit)).into(),
        None => Reply::NOTHING,
    })
}

fn together(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let order = |arg: &Arg| if let Arg::Order(order) = arg { Some(order.clone()) } else { None };
    let orders: Vec<_> = list_at(args, 0)?.iter().filter_map(order).collect();
    if orders.len() > MOST_TOGETHER {
        let message = format!("more than {MOST_TOGETHER} orders at one moment");
        return Err(HostError::refused(message, "perform them in groups"));
    }
    calls.play.moments().perform_together(&orders).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn again(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let order = order_at(args, 0)?;
    let Some(steps) = args[1].as_number() else {
        return Err(HostError::refused("the steps are no exact number", ""));
    };
    if !calls.play.turn().again(order, steps).map_err(|error| calls.broken(error))? {
        return Err(HostError::refused("orders come again only in a phase by value", "perform it at once instead"));
    }
    Ok(Reply::NOTHING)
}

fn later(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    calls.play.moments().put_off(order_at(args, 0)?).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn tell(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let name = text_at(args, 0)?.to_arc(calls.names().texts());
    let mut fields: Vec<(Arc<str>, Value)> = Vec::new();
    let mut text = None;
    if let Arg::Record(record) = &args[1] {
        for (name, value) in record.iter() {
            let name = name.to_arc(calls.names().texts());
            match (&*name, value) {
                ("text", Arg::Text(said)) => text = Some(said.to_arc(calls.names().texts())),
                _ => fields.push((name, calls.any_value(value))),
            }
        }
    }
    let actor = fields.iter().find(|(name, _)| &**name == "actor").and_then(|(_, value)| value.as_figure());
    calls.play.emit(Change::Told { name: name.clone(), fields, text }).map_err(|error| calls.broken(error))?;
    if let Some(actor) = actor {
        calls.play.react(&Trigger::Told(name), actor).map_err(|error| calls.broken(error))?;
    }
    Ok(Reply::NOTHING)
}

fn say(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let text = text_at(args, 0)?.to_arc(calls.names().texts());
    calls.play.emit(Change::Said { text }).map_err(|error| calls.broken(error))?;
    Ok(Reply::NOTHING)
}

fn chance(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let number = |arg: &Arg| arg.as_int().and_then(|n| u16::try_from(n).ok());
    let (Some(ways), Some(of)) = (number(&args[0]), number(&args[1])) else {
        return Err(HostError::refused("a chance is so many times in so many", "give two whole numbers"));
    };
    let actor = calls.play.carried.actor().map(|(_, who)| who);
    calls.play.give_reason_of(actor, "");
    let happens = calls.play.dice.chance_mut().happens(ways, of);
    Ok(happens.map_err(|error| calls.broken(error))?.into())
}

fn pick(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let list = list_at(args, 0)?;
    let Ok(of) = u16::try_from(list.len()) else {
        return Err(HostError::refused("the list is too long to pick from", ""));
    };
    if of == 0 {
        return Ok(Reply::NOTHING);
    }
    let actor = calls.play.carried.actor().map(|(_, who)| who);
    calls.play.give_reason_of(actor, "");
    let index = calls.play.dice.chance_mut().pick(of).map_err(|error| calls.broken(error))?;
    Ok(list[usize::from(index)].clone().into())
}

fn win(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let change = Change::Won { side: side_at(args, 0)?, why: calls.why_it_ends(&args[1]) };
    calls.end(change)
}

fn draw(calls: &mut ScriptCalls<'_>, args: &[Arg]) -> HostAnswer {
    let change = Change::Drawn { why: calls.why_it_ends(&args[0]) };
    calls.end(change)
}

impl ScriptCalls<'_> {
    fn actions_named(&self, list: &[Arg]) -> Result<Vec<ActionId>, HostError> {
        let named = |name: &Arg| match name {
            Arg::Text(name) => self.action_named(name),
            _ => Err(HostError::refused("an action is named by a text", "")),
        };
        list.iter().map(named).collect()
    }

    /// Every action that may be ordered in the phase in which the play is; in none, those of all phases.
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

    fn why_it_ends(&self, why: &Arg) -> Arc<str> {
        self.why(why).unwrap_or_else(|| "so the rules say".into())
    }

    /// Ends the game, unless it has ended.
    fn end(&mut self, change: Change) -> HostAnswer {
        if self.play.state().outcome.is_none() {
            self.play.emit(change).map_err(|error| self.broken(error))?;
        }
        Ok(Reply::NOTHING)
    }
}
