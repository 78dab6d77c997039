//! What a script asks of a figure, and what it does to one.

use super::ScriptCalls;
use super::convert::unknown;
use crate::event::{Holder, Spot};
use crate::play::Order;
use crate::rulebook::{Attribute, OwnerDecl};
use crate::script::{Arg, Call, HostError, NameOrText, Reply};
use crate::value::{ActionId, CheckId, Clock, ConditionId, FigureId, RelationId, SlotId, Value};
use std::sync::Arc;

/// Whether it is a question to a figure.
pub(super) fn is_question(call: Call) -> bool {
    (Call::FigureName..=Call::FigureOrder).contains(&call)
}

/// Whether it changes a figure.
pub(super) fn is_change(call: Call) -> bool {
    (Call::FigureChange..=Call::FigureTake).contains(&call)
}

/// A text argument; the engine has checked that it is one.
fn text(args: &[Arg], index: usize) -> Result<&NameOrText, HostError> {
    args.get(index).and_then(Arg::as_text).ok_or_else(|| HostError::refused("a name is missing", ""))
}

impl ScriptCalls<'_> {
    pub(super) fn figure_question(&mut self, call: Call, me: FigureId, args: &[Arg]) -> Result<Reply, HostError> {
        let figure = self.play.state().figure(me);
        Ok(match call {
            Call::FigureName => Arg::shared(&figure.name).into(),
            Call::FigureTitle => {
                let title = figure.sheet.map(|sheet| &self.play.rules().book.sheets[sheet.index()].head.title);
                Arg::shared(title.unwrap_or(&figure.name)).into()
            }
            Call::FigureSide => Arg::Side(figure.side).into(),
            Call::FigureFacing => Arg::int(figure.facing).into(),
            Call::FigureCell => figure.at.map_or(Arg::Nil, Arg::Cell).into(),
            Call::FigureRemoved => figure.removed.into(),
            Call::FigureIs => self.is_word(me, text(args, 0)?)?.into(),
            Call::FigureHas => self.has_item(me, text(args, 0)?, text(args, 1)?)?.into(),
            Call::FigureGet => {
                let (track, symbol, factor) = self.track_named(OwnerDecl::Figure, text(args, 0)?, &args[1])?;
                let number = self.play.state().track(Holder::Figure(me), self.play.rules().layout.track(track, symbol));
                self.to_arg(&Value::Number(number), factor).into()
            }
            Call::FigureRelation => {
                let relation = self.relation_named(text(args, 0)?)?;
                Arg::int(i64::from(self.play.state().tie(relation, me, &self.any_value(&args[1])))).into()
            }
            Call::FigureRelated => {
                let relation = self.relation_named(text(args, 0)?)?;
                let tie = self.play.state().ties.iter().find(|tie| tie.relation == relation && tie.from == me);
                tie.map_or(Arg::Nil, |tie| self.to_arg(&tie.to, self.play.rules().length())).into()
            }
            Call::FigureFoes => {
                let side = figure.side;
                let foe = |id: &FigureId| {
                    self.play.state().figure(*id).side != side && !self.play.state().figure(*id).removed
                };
                ScriptCalls::figure_list(self.play.state().figure_ids().filter(foe)).into()
            }
            Call::FigureFriends => {
                ScriptCalls::figure_list(self.play.state().standing(figure.side).filter(|id| *id != me)).into()
            }
            Call::FigureLegal => self.legal(me, args)?,
            Call::FigureOdds | Call::FigureNeed => self.odds_or_need(call, me, args)?,
            Call::FigureForesee => self.foresee(me, args)?,
            Call::FigureDeclared => {
                let own = self.play.course.declared().iter().filter(|order| order.actor == me);
                Arg::List(own.cloned().map(Arg::Order).collect()).into()
            }
            _ => Arg::Order(self.order_from(me, args)?).into(),
        })
    }

    fn legal(&mut self, me: FigureId, args: &[Arg]) -> Result<Reply, HostError> {
        let order = self.order_from(me, args)?;
        let refusal = self.play.refusal(&order).map_err(|error| self.broken(error))?;
        Ok(match refusal {
            None => Reply::Two(Arg::Bool(true), Arg::Nil),
            Some(refusal) => Reply::Two(Arg::Bool(false), Arg::shared(&refusal.reason)),
        })
    }

    /// The order a script describes by the name of an action and a table of facts.
    pub(super) fn order_from(&self, me: FigureId, args: &[Arg]) -> Result<Arc<Order>, HostError> {
        let action = self.action_named(text(args, 0)?)?;
        let mut facts = self.facts(args.get(1).unwrap_or(&Arg::Nil))?.to_vec();
        facts.sort_by_key(|(fact, _)| *fact);
        let by = self.play.rules().book.actions[action.index()].by;
        facts.retain(|(fact, _)| *fact != by);
        Ok(Arc::new(Order { action, actor: me, facts, assumed: Vec::new() }))
    }

    pub(super) fn action_named(&self, name: &NameOrText) -> Result<ActionId, HostError> {
        self.meaning(name).and_then(|meaning| meaning.action).ok_or_else(|| {
            let among = self.play.rules().book.actions.iter().map(|action| action.head.name.clone()).collect();
            unknown("action", name, self.names(), among)
        })
    }

    pub(super) fn check_named(&self, name: &NameOrText) -> Result<CheckId, HostError> {
        self.meaning(name).and_then(|meaning| meaning.check).ok_or_else(|| {
            let among = self.play.rules().book.checks.iter().map(|check| check.head.name.clone()).collect();
            unknown("check", name, self.names(), among)
        })
    }

    fn relation_named(&self, name: &NameOrText) -> Result<RelationId, HostError> {
        self.meaning(name).and_then(|meaning| meaning.relation).ok_or_else(|| {
            let among = self.play.rules().book.relations.iter().map(|relation| relation.head.name.clone()).collect();
            unknown("relation", name, self.names(), among)
        })
    }

    fn condition_named(&self, name: &NameOrText) -> Result<ConditionId, HostError> {
        self.meaning(name).and_then(|meaning| meaning.condition).ok_or_else(|| {
            let among = self.play.rules().book.conditions.iter().map(|condition| condition.head.name.clone()).collect();
            unknown("condition", name, self.names(), among)
        })
    }

    fn slot_named(&self, name: &NameOrText) -> Result<SlotId, HostError> {
        self.meaning(name).and_then(|meaning| meaning.slot).ok_or_else(|| {
            let among = self.play.rules().book.slots.iter().map(|slot| slot.head.name.clone()).collect();
            unknown("slot", name, self.names(), among)
        })
    }

    fn has_item(&self, me: FigureId, slot: &NameOrText, item: &NameOrText) -> Result<bool, HostError> {
        let slot = self.slot_named(slot)?;
        let item = self.item(self.play.rules().book.slots[slot.index()].kind, item)?;
        Ok(self.play.state().figure(me).slots[slot.index()]
            .iter()
            .any(|thing| self.play.state().thing(*thing).item == item))
    }

    pub(super) fn figure_change(&mut self, call: Call, me: FigureId, args: &[Arg]) -> Result<Reply, HostError> {
        let holder = Holder::Figure(me);
        match call {
            Call::FigureChange | Call::FigurePut => {
                return self.change_number(call == Call::FigurePut, holder, OwnerDecl::Figure, args);
            }
            Call::FigureNote => self.note_for(holder, OwnerDecl::Figure, args)?,
            Call::FigureSet => self.set_word(me, args)?,
            Call::FigureGain => {
                let condition = self.condition_named(text(args, 0)?)?;
                let turns = args[1].as_int().map(|turns| u32::try_from(turns.max(1)).unwrap_or(u32::MAX));
                let why = self.why(&args[2]);
                return Ok(self
                    .play
                    .gain(me, condition, turns.map(Clock::Turns), why)
                    .map_err(|error| self.broken(error))?
                    .into());
            }
            Call::FigureLose => {
                let condition = self.condition_named(text(args, 0)?)?;
                let why = self.why(&args[1]);
                return Ok(self.play.lose(me, condition, why).map_err(|error| self.broken(error))?.into());
            }
            Call::FigureRelate => {
                let relation = self.relation_named(text(args, 0)?)?;
                let to = self.any_value(&args[1]);
                if let Some(wanted) = self.play.wrong_end(relation, &to) {
                    let message = format!(
                        "the far end of `{}` is {wanted}, not {}",
                        text(args, 0)?.as_str(self.names().texts()),
                        args[1].sort()
                    );
                    return Err(HostError::refused(message, ""));
                }
                self.play.relate(relation, me, to).map_err(|error| self.broken(error))?;
            }
            Call::FigureRelease => {
                let relation = self.relation_named(text(args, 0)?)?;
                let to = (!args[1].is_nil()).then(|| self.any_value(&args[1]));
                self.play.release(relation, me, to.as_ref()).map_err(|error| self.broken(error))?;
            }
            Call::FigureFace | Call::FigureTurnTo | Call::FigureMove | Call::FigurePlace => {
                return self.move_figure(call, me, args);
            }
            Call::FigureHalt => {
                let why = self.why(&args[0]).unwrap_or_else(|| "stopped".into());
                if let Some(halted) = &mut self.play.halted {
                    *halted = Some(why);
                }
            }
            _ => return self.move_thing(call, me, args),
        }
        Ok(Reply::NOTHING)
    }

    /// `note` of figures and sides.
    pub(super) fn note_for(&mut self, holder: Holder, owner: OwnerDecl, args: &[Arg]) -> Result<(), HostError> {
        let name = text(args, 0)?;
        let book = self.play.rules().book.clone();
        let is_one = |rule: &&Attribute| rule.owner == owner && rule.is_note();
        let found = self.meaning(name).and_then(|meaning| meaning.attribute);
        let Some(id) = found.filter(|id| is_one(&&book.attributes[id.index()])) else {
            let among = book.attributes.iter().filter(is_one).map(|rule| rule.head.name.clone()).collect();
            return Err(unknown("note", name, self.names(), among));
        };
        let rule = &book.attributes[id.index()];
        let what = format_args!("the note `{}`", rule.head.name);
        let value = self.to_value(&args[1], &rule.r#type, rule.unit, &what)?;
        let why = self.why(&args[2]);
        self.play.set_note(holder, id, value, why).map_err(|error| self.broken(error))?;
        Ok(())
    }

    fn set_word(&mut self, me: FigureId, args: &[Arg]) -> Result<(), HostError> {
        let name = text(args, 0)?;
        let Some(state) = self.meaning(name).and_then(|meaning| meaning.state) else {
            let among = self.play.rules().book.states.iter().map(|state| state.head.name.clone()).collect();
            return Err(unknown("state", name, self.names(), among));
        };
        let symbol = self.symbol(self.play.rules().book.states[state.index()].set, text(args, 1)?)?;
        let why = self.why(&args[2]);
        self.play.set_state(me, state, symbol, why).map_err(|error| self.broken(error))
    }

    /// `change` and `put` of figures and sides.
    pub(super) fn change_number(
        &mut self,
        put: bool,
        holder: Holder,
        owner: OwnerDecl,
        args: &[Arg],
    ) -> Result<Reply, HostError> {
        let (track, symbol, factor) = self.track_named(owner, text(args, 0)?, args.get(3).unwrap_or(&Arg::Nil))?;
        let amount = args[1].as_number().and_then(|amount| amount.times(factor));
        let Some(amount) = amount else {
            return Err(HostError::refused("the amount is not an exact number", "round it first"));
        };
        let why = self.why(args.get(2).unwrap_or(&Arg::Nil));
        if put {
            self.play.put_track(holder, track, symbol, amount, why).map_err(|error| self.broken(error))?;
            return Ok(Reply::NOTHING);
        }
        let changed = self.play.change_track(holder, track, symbol, amount, why).map_err(|error| self.broken(error))?;
        Ok(self.to_arg(&Value::Number(changed), factor).into())
    }

    fn move_thing(&mut self, call: Call, me: FigureId, args: &[Arg]) -> Result<Reply, HostError> {
        let (thing, to) = match (call, args) {
            (Call::FigureHold, [Arg::Text(slot), Arg::Thing(thing), ..]) => {
                (*thing, Spot::Slot(me, self.slot_named(slot)?))
            }
            (Call::FigureTake, [Arg::Thing(thing), Arg::Text(slot), ..]) => {
                (*thing, Spot::Slot(me, self.slot_named(slot)?))
            }
            (_, [Arg::Thing(thing), ..]) => {
                (*thing, self.play.state().figure(me).at.map_or(Spot::Nowhere, Spot::Ground))
            }
            _ => return Err(HostError::refused("a thing is missing", "")),
        };
        let moved = self.play.put_thing(thing, to).map_err(|error| self.broken(error))?;
        if !moved && let Spot::Slot(_, slot) = to {
            let slot = &self.play.rules().book.slots[slot.index()].head.title;
            return Err(HostError::refused(
                format!("{} has no room for it: {slot} is full", self.play.state().figure(me).name),
                "drop something first",
            ));
        }
        Ok(Reply::NOTHING)
    }
}
