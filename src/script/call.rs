//! Methods of handles called without any of mlua's wrapping: what they are given is read as `convert.rs`
//! does, and what they answer is answered at once if that can be done. Whatever is out of the ordinary goes the long way,
//! through `bridge.rs`; it does not ask the host again if that has answered.

use super::api::{ApiOwner, ApiParameter, ApiRow, ApiType, Shape};
use super::bridge::ask_host;
use super::convert::{as_wanted, fits};
use super::handle::Handle;
use super::member::place;
use super::quick::{direct_reply, each_type};
use super::shared::Shared;
use super::{Arg, Host};
use crate::value::Formula;
use fray_border::{Answer, GivenValue, MethodCall, answer_calls};
use mlua::Lua;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::slice::Iter;
use std::sync::Arc;

/// Has methods of every owner answered here first.
pub(super) fn register<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>) -> mlua::Result<()> {
    let mut names: BTreeMap<ApiOwner, Vec<usize>> = BTreeMap::new();
    for one in H::rows().iter().copied().flatten().filter(|one| one.row.shape != Shape::Field) {
        let name = lua.create_string(one.row.name)?;
        let address = shared.names.borrow_mut().address(&name);
        if let Some(address) = address {
            shared.methods.borrow_mut().insert(place(address, one.row.owner), one);
            names.entry(one.row.owner).or_default().push(address);
        }
    }
    for handle in each_type() {
        let (own, within) = (Rc::downgrade(shared), lua.weak());
        let names = handle.owner().and_then(|owner| names.remove(&owner)).unwrap_or_default();
        let data = handle.into_userdata(lua)?;
        answer_calls(lua, (&data, names), &shared.kept, move |call| match (own.upgrade(), within.try_upgrade()) {
            (Some(shared), Some(lua)) => answer(&lua, &shared, call),
            _ => Answer::Later,
        })?;
    }
    Ok(())
}

/// What a method answers.
fn answer<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>, call: MethodCall<'_>) -> Answer {
    // Of a call that failed before its answer was fetched.
    shared.answered.set(None);
    if shared.is_stopped() {
        return Answer::Later;
    }
    let Some(this) = shared.held.borrow().get(&call.data).cloned() else { return Answer::Later };
    let Some(owner) = this.owner() else { return Answer::Later };
    let Some(one) = shared.methods.borrow().get(&place(call.name, owner)).copied() else { return Answer::Later };
    if one.row.shape == Shape::Change && shared.read_only.get() {
        return Answer::Later;
    }
    let mut args = shared.room.take();
    args.clear();
    if owner != ApiOwner::Play {
        args.push(this.to_arg());
    }
    let asked = shared.read(&one.row, call.given, &mut args).map(|()| ask_host(lua, shared, one, &args));
    args.clear();
    shared.room.set(args);
    let Some(asked) = asked else { return Answer::Later };
    let answer = asked.as_ref().map_or(Answer::Later, |reply| direct_reply(lua, shared, &one.row, reply));
    if answer == Answer::Later {
        shared.answered.set(Some(asked));
        return Answer::Again;
    }
    answer
}

impl<H: Host> Shared<H> {
    /// Reads what a method is given behind its subject; none if the long way has to.
    fn read(&self, row: &ApiRow, given: &[GivenValue], args: &mut Vec<Arg>) -> Option<()> {
        let mut given = given.iter();
        for parameter in row.parameters {
            args.push(self.given(parameter, &mut given)?);
        }
        Some(())
    }

    /// The next argument, if it fits; none if the long way has to read it, or say what is wrong with it.
    fn given(&self, parameter: &ApiParameter, given: &mut Iter<'_, GivenValue>) -> Option<Arg> {
        if given.as_slice().first().is_none_or(|next| *next == GivenValue::Nil) && parameter.optional {
            given.next();
            return Some(Arg::Nil);
        }
        if parameter.sort == ApiType::Dice {
            return self.given_dice(*given.next()?).map(Arg::Dice);
        }
        let arg = self.given_arg(given)?;
        fits(parameter.sort, &arg).then(|| as_wanted(parameter.sort, arg))
    }

    fn given_dice(&self, given: GivenValue) -> Option<Arc<Formula>> {
        match given {
            GivenValue::Text(address) => self.names.borrow().dice_at(address),
            _ => None,
        }
    }

    /// The next value, with all that it holds.
    fn given_arg(&self, given: &mut Iter<'_, GivenValue>) -> Option<Arg> {
        Some(match *given.next()? {
            GivenValue::Nil => Arg::Nil,
            GivenValue::Truth(truth) => Arg::Bool(truth),
            GivenValue::Number(number) => Arg::Number(number),
            GivenValue::Text(address) => Arg::Text(self.names.borrow().text_at(address)?),
            GivenValue::Data(address) => self.held.borrow().get(&address).map(Handle::to_arg)?,
            GivenValue::Frozen(address) => self.frozen.borrow().find_at(address)?,
            GivenValue::Table(members) => self.given_table(members, given)?,
        })
    }

    /// A list without gaps, or named values.
    fn given_table(&self, members: usize, given: &mut Iter<'_, GivenValue>) -> Option<Arg> {
        let is_named = matches!(given.as_slice().first(), Some(GivenValue::Text(_)));
        if members == 0 || !is_named {
            let mut list = Vec::with_capacity(members);
            for place in (1..).take(members) {
                if *given.next()? != GivenValue::Number(f64::from(place)) {
                    return None;
                }
                list.push(self.given_arg(given)?);
            }
            return Some(Arg::List(list));
        }
        let mut record = Vec::with_capacity(members);
        for _ in 0..members {
            let GivenValue::Text(address) = *given.next()? else { return None };
            let name = self.names.borrow().text_at(address)?;
            record.push((name, self.given_arg(given)?));
        }
        Some(self.record(record))
    }
}
