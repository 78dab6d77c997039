//! Members of handles that are numbers, truths, names or other handles, answered at once: what is asked before any of
//! mlua's wrapping, and answered as [`bridge`](super::bridge) does. Whatever is out of the ordinary goes the long way.

use super::api::{ApiOwner, Shape};
use super::bridge::{ask_host, with_host};
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

/// Has members of every owner but outcomes, of which it is noted what is looked at, answered here first.
pub(super) fn register<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>) -> mlua::Result<()> {
    for one in H::rows().iter().copied().flatten().filter(|one| one.row.shape == Shape::Field) {
        let member = match (one.row.owner, one.row.name) {
            (ApiOwner::Result, _) => continue,
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
    let nothing = Order { action: ActionId(0), actor: FigureId(0), facts: Vec::new(), assumed: Vec::new() };
    let one_of_each = [
        Handle::Figure(FigureId(0)),
        Handle::Side(SideId(0)),
        Handle::Thing(ThingId(0)),
        Handle::Cell(Position { x: 0, y: 0 }),
        Handle::Order(Arc::new(nothing)),
        Handle::Play,
    ];
    for handle in one_of_each {
        let (own, within) = (Rc::downgrade(shared), lua.weak());
        let data = handle.into_userdata(lua)?;
        answer_index(lua, &data, &shared.kept, move |data, key| match (own.upgrade(), within.try_upgrade()) {
            (Some(shared), Some(lua)) => answer(&lua, &shared, data, key),
            _ => Answer::Later,
        })?;
    }
    Ok(())
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
    let Some(answer) = direct_answer(shared, &found) else {
        shared.members.borrow_mut().insert(place(key, owner), Member::Made);
        return Answer::Later;
    };
    answer
}

/// The answer for a value; none if it is of a sort that must be made anew.
fn direct_answer<H: Host>(shared: &Shared<H>, found: &Arg) -> Option<Answer> {
    let (list, index) = match found {
        Arg::Nil => return Some(Answer::Nil),
        Arg::Bool(truth) => return Some(Answer::Truth(*truth)),
        Arg::Number(number) => return Some(Answer::Number(*number)),
        Arg::Text(NameOrText::Name(id)) => {
            return Some(shared.names.borrow_mut().kept(&shared.kept, *id).map_or(Answer::Later, Answer::Kept));
        }
        Arg::Cell(cell) => {
            return Some(shared.cells.borrow().get(cell).map_or(Answer::Later, |made| Answer::Kept(made.kept)));
        }
        Arg::Figure(id) => (&shared.figures, id.index()),
        Arg::Side(id) => (&shared.sides, id.index()),
        Arg::Thing(id) => (&shared.things, id.index()),
        Arg::Item(id) => (&shared.items, id.index()),
        _ => return None,
    };
    // One that was never made is made the long way.
    let list = list.borrow();
    Some(list.get(index).and_then(Option::as_ref).map_or(Answer::Later, |made| Answer::Kept(made.kept)))
}
