//! Members of handles that are numbers, truths, names or other handles, answered at once: what is asked before any of
//! mlua's wrapping, and answered as `bridge.rs` does. Whatever is out of the ordinary goes the long way.

use super::api::{ApiOwner, ApiRow, Shape};
use super::bridge::{ask_host, result_field, with_host};
use super::handle::Handle;
use super::member::{Member, place};
use super::shared::Shared;
use super::{Arg, Host, NameOrText, Reply};
use crate::event::Order;
use crate::value::{ActionId, FigureId, Position, SideId, ThingId};
use fray_border::{Answer, answer_index};
use mlua::Lua;
use std::rc::Rc;
use std::sync::Arc;

/// Has members of every owner answered here first.
pub(super) fn register<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>) -> mlua::Result<()> {
    for one in H::rows().iter().copied().flatten().filter(|one| one.row.shape == Shape::Field) {
        let member = match (one.row.owner, one.row.name) {
            (ApiOwner::Result, name) => Member::Outcome(name),
            (ApiOwner::Cell, "x") => Member::Column,
            (ApiOwner::Cell, "y") => Member::Row,
            (ApiOwner::Order, "actor") => Member::Actor,
            _ => Member::Field(one),
        };
        let name = lua.create_string(one.row.name)?;
        let address = shared.names.borrow_mut().address(&name);
        if let Some(address) = address {
            shared.members.borrow_mut().insert(place(address, one.row.owner), member);
        }
    }
    for handle in each_type() {
        let (own, within) = (Rc::downgrade(shared), lua.weak());
        let data = handle.into_userdata(lua)?;
        answer_index(lua, &data, &shared.kept, move |data, key| match (own.upgrade(), within.try_upgrade()) {
            (Some(shared), Some(lua)) => answer(&lua, &shared, data, key),
            _ => Answer::Later,
        })?;
    }
    Ok(())
}

/// A handle of every type whose members are answered at once.
pub(super) fn each_type() -> [Handle; 7] {
    let nothing = Order { action: ActionId(0), actor: FigureId(0), facts: Vec::new(), assumed: Vec::new() };
    [
        Handle::Figure(FigureId(0)),
        Handle::Side(SideId(0)),
        Handle::Thing(ThingId(0)),
        Handle::Cell(Position { x: 0, y: 0 }),
        Handle::Order(Arc::new(nothing)),
        Handle::Result(Arc::default()),
        Handle::Play,
    ]
}

/// The member of a handle at these addresses.
fn answer<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>, data: usize, key: usize) -> Answer {
    if shared.is_stopped() {
        return Answer::Later;
    }
    let Some(this) = shared.held.borrow().get(&data).cloned() else { return Answer::Later };
    let Some(owner) = this.owner() else { return Answer::Later };
    let Some(member) = shared.members.borrow().get(&place(key, owner)).cloned() else { return Answer::Later };
    let found = match (member, &this) {
        (Member::Column, Handle::Cell(cell)) => return Answer::Number(f64::from(cell.x)),
        (Member::Row, Handle::Cell(cell)) => return Answer::Number(f64::from(cell.y)),
        (Member::Actor, Handle::Order(order)) => Arg::Figure(order.actor),
        // Where it is noted what is looked at, that is done the long way.
        (Member::Outcome(name), Handle::Result(result)) if result.watched.is_none() => {
            result_field(result, name).unwrap_or_default()
        }
        (Member::Property(name), Handle::Result(result)) => {
            match (result.fields.iter().find(|(field, _)| *field == name), name) {
                (Some((_, value)), _) => value.clone(),
                (None, NameOrText::Name(_)) => Arg::Nil,
                (None, NameOrText::Other(_)) => return Answer::Later,
            }
        }
        (Member::Field(one), _) => {
            let subject = [this.to_arg()];
            match ask_host(lua, shared, one, if owner == ApiOwner::Play { &[] } else { &subject }) {
                Ok(Reply::One(found)) => found,
                _ => return Answer::Later,
            }
        }
        (Member::Property(name), _) => {
            let subject = this.to_arg();
            match with_host(lua, shared, |host, engine| host.get(engine, &subject, &name)) {
                Ok(Some(found)) => found,
                _ => return Answer::Later,
            }
        }
        _ => return Answer::Later,
    };
    match direct_answer(lua, shared, &found) {
        Answer::Later => {
            shared.members.borrow_mut().insert(place(key, owner), Member::Made);
            Answer::Later
        }
        answer => answer,
    }
}

/// The answer for a value: [`Answer::Later`] if it is of a sort that must be made anew.
fn direct_answer<H: Host>(lua: &Lua, shared: &Shared<H>, found: &Arg) -> Answer {
    let answer = match found {
        Arg::List(list) => shared.kept.list(list.iter().map(|member| plain_answer(lua, shared, member))),
        one => Some(plain_answer(lua, shared, one)),
    };
    answer.unwrap_or(Answer::Later)
}

/// The answer for a value that is no list.
pub(super) fn plain_answer<H: Host>(lua: &Lua, shared: &Shared<H>, found: &Arg) -> Answer {
    match found {
        Arg::Nil => Answer::Nil,
        Arg::Bool(truth) => Answer::Truth(*truth),
        Arg::Number(number) => Answer::Number(*number),
        Arg::Text(NameOrText::Name(id)) => {
            shared.names.borrow_mut().kept(&shared.kept, *id).map_or(Answer::Later, Answer::Kept)
        }
        Arg::Text(NameOrText::Other(text)) => {
            shared.names.borrow_mut().kept_text(lua, &shared.kept, text).map_or(Answer::Later, Answer::Kept)
        }
        handle => shared.kept_for(lua, handle).map_or(Answer::Later, Answer::Kept),
    }
}

/// What a row answers, if it is of a sort that is answered at once.
pub(super) fn direct_reply<H: Host>(lua: &Lua, shared: &Shared<H>, row: &ApiRow, reply: &Reply) -> Answer {
    match reply {
        Reply::Two(first, second) if row.answers_two() => {
            let (first, second) = (plain_answer(lua, shared, first), plain_answer(lua, shared, second));
            shared.kept.two(first, second).unwrap_or(Answer::Later)
        }
        Reply::One(one) | Reply::Two(one, _) => direct_answer(lua, shared, one),
    }
}
