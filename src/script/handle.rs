//! What a script holds in its hand: an index, or a shared value. Each owner of rows is a Luau type of its own, so that a
//! method of one never hides a field or property of another.

use super::api::ApiOwner;
use super::{Arg, ResultData};
use crate::event::Order;
use crate::value::{FigureId, Formula, ItemId, Position, SideId, ThingId};
use mlua::{AnyUserData, Lua};
use std::any::TypeId;
use std::sync::Arc;

/// A value of the game in a script.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Handle {
    Figure(FigureId),
    Side(SideId),
    Thing(ThingId),
    Item(ItemId),
    Cell(Position),
    Dice(Arc<Formula>),
    Order(Arc<Order>),
    Result(Arc<ResultData>),
    Play,
}

impl Handle {
    /// Whose rows of the table apply; dice have only operators.
    pub(super) fn owner(&self) -> Option<ApiOwner> {
        Some(match self {
            Handle::Figure(_) => ApiOwner::Figure,
            Handle::Side(_) => ApiOwner::Side,
            Handle::Thing(_) | Handle::Item(_) => ApiOwner::Thing,
            Handle::Cell(_) => ApiOwner::Cell,
            Handle::Order(_) => ApiOwner::Order,
            Handle::Result(_) => ApiOwner::Result,
            Handle::Play => ApiOwner::Play,
            Handle::Dice(_) => return None,
        })
    }

    /// The name of its type in scripts.
    pub(super) fn class(&self) -> &'static str {
        self.owner().map_or("Dice", ApiOwner::name)
    }

    /// The value for the host.
    pub(super) fn to_arg(&self) -> Arg {
        match self {
            Handle::Figure(id) => Arg::Figure(*id),
            Handle::Side(id) => Arg::Side(*id),
            Handle::Thing(id) => Arg::Thing(*id),
            Handle::Item(id) => Arg::Item(*id),
            Handle::Cell(position) => Arg::Cell(*position),
            Handle::Dice(formula) => Arg::Dice(formula.clone()),
            Handle::Order(order) => Arg::Order(order.clone()),
            Handle::Result(result) => Arg::Result(result.clone()),
            Handle::Play => Arg::Play,
        }
    }

    /// Where it stands among keys of a table: by sort, then by index or coordinates. Dice, orders and results have no
    /// such place.
    pub(super) fn rank(&self) -> Option<(u8, i64, i64)> {
        Some(match self {
            Handle::Figure(id) => (0, i64::from(id.0), 0),
            Handle::Side(id) => (1, i64::from(id.0), 0),
            Handle::Thing(id) => (2, i64::from(id.0), 0),
            Handle::Cell(position) => (3, i64::from(position.y), i64::from(position.x)),
            Handle::Play => (4, 0, 0),
            Handle::Item(id) => (5, i64::from(id.0), 0),
            Handle::Dice(_) | Handle::Order(_) | Handle::Result(_) => return None,
        })
    }
}

/// A handle as Luau holds it: one type for each owner, the last for dice.
pub(super) struct LuaHandle<const OWNER: usize>(pub Handle);

/// The type of dice, which own no rows.
pub(super) const DICE: usize = ApiOwner::Play as usize + 1;

impl Handle {
    /// The userdata of a handle.
    pub(super) fn into_userdata(self, lua: &Lua) -> mlua::Result<AnyUserData> {
        match self.owner().map_or(DICE, |owner| owner as usize) {
            0 => lua.create_any_userdata(LuaHandle::<0>(self)),
            1 => lua.create_any_userdata(LuaHandle::<1>(self)),
            2 => lua.create_any_userdata(LuaHandle::<2>(self)),
            3 => lua.create_any_userdata(LuaHandle::<3>(self)),
            4 => lua.create_any_userdata(LuaHandle::<4>(self)),
            5 => lua.create_any_userdata(LuaHandle::<5>(self)),
            6 => lua.create_any_userdata(LuaHandle::<6>(self)),
            _ => lua.create_any_userdata(LuaHandle::<DICE>(self)),
        }
    }

    /// The handle that a userdata holds; none if it is something else, such as an error.
    pub(super) fn of(data: &AnyUserData) -> Option<Handle> {
        let id = data.type_id()?;
        HOLDERS.iter().find(|(holder, _)| *holder == id).and_then(|(_, held)| held(data))
    }
}

/// What takes a handle out of a userdata of one type.
type HandleTaker = (TypeId, fn(&AnyUserData) -> Option<Handle>);

/// Every type that holds a handle, the most frequent first.
const HOLDERS: [HandleTaker; 8] = [
    holder::<0>(),
    holder::<1>(),
    holder::<3>(),
    holder::<4>(),
    holder::<2>(),
    holder::<5>(),
    holder::<6>(),
    holder::<DICE>(),
];

const fn holder<const OWNER: usize>() -> HandleTaker {
    (TypeId::of::<LuaHandle<OWNER>>(), held::<OWNER>)
}

fn held<const OWNER: usize>(data: &AnyUserData) -> Option<Handle> {
    data.borrow_scoped(|held: &LuaHandle<OWNER>| held.0.clone()).ok()
}
