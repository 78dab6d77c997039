//! Methods of userdata, answered at once where that can be done.

use crate::answer::{Answer, KeptValues, Members, push};
use crate::door::{Door, hang};
use mlua::{AnyUserData, Lua, Result, ffi};
use std::cell::Cell;
use std::os::raw::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// So many values are read of what a method is given, with all that tables hold; what is longer goes the long way.
const MOST_GIVEN: usize = 64;

/// So deep are tables read.
const DEEPEST: c_int = 3;

/// One value that a method is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GivenValue {
    /// Nothing.
    Nil,
    /// A truth.
    Truth(bool),
    /// A number.
    Number(f64),
    /// A text, by its address as `to_pointer` tells it.
    Text(usize),
    /// A userdata, by its address.
    Data(usize),
    /// A table that cannot be changed, by its address; what it holds was not read.
    Frozen(usize),
    /// A table of so many members: their keys and values follow, one after the other.
    Table(usize),
}

/// A call: the addresses of a userdata and of the name of a method, and what that is given.
#[derive(Clone, Copy, Debug)]
pub struct MethodCall<'a> {
    /// Whose method.
    pub data: usize,
    /// Its name.
    pub name: usize,
    /// What it is given.
    pub given: &'a [GivenValue],
}

/// What is asked of whoever answers.
type Asking = dyn Fn(MethodCall<'_>) -> Answer;

/// Who answers, as Luau holds it.
struct CallDoor {
    /// The only thread of the state for which it answers: coroutines go the long way.
    main: *mut ffi::lua_State,
    ask: Box<Asking>,
    members: Members,
    /// The addresses of the names of all methods, in order.
    names: Vec<usize>,
    /// The room for what a method is given, while it is not used.
    room: Cell<Vec<GivenValue>>,
}

/// Has the methods of all userdata of this one's type answered by `ask`, as [`answer_index`](crate::answer_index) has
/// members. After [`Answer::Again`] the method that mlua made is called as well: it must know that there is an answer.
/// `names` are the addresses of the names of all methods, of texts that are held as long as the state.
///
/// # Errors
/// When there is no memory for it.
pub fn answer_calls(
    lua: &Lua,
    (data, mut names): (&AnyUserData, Vec<usize>),
    kept: &KeptValues,
    ask: impl Fn(MethodCall<'_>) -> Answer + 'static,
) -> Result<()> {
    names.sort_unstable();
    let ask: Box<Asking> = Box::new(ask);
    let members = kept.members.clone();
    let door = Door { name: c"__namecall", function: namecall };
    hang(lua, (data, kept), door, move |main| CallDoor { main, ask, members, names, room: Cell::default() })
}

/// `__namecall`: the upvalues are what has answered before, who answers, and the table of what is kept.
unsafe extern "C-unwind" fn namecall(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: Luau calls this with a userdata and what its method is given on the stack, with room for twenty more, and its
    // upvalues are those that `answer_calls` gave it. Who answers may run scripts in this state; it leaves the stack as it
    // was. Reading cannot fail, and nothing with a destructor is held where Luau may throw.
    unsafe {
        let door = ffi::lua_touserdata(state, ffi::lua_upvalueindex(2)).cast::<CallDoor>();
        let name = ffi::lua_namecallatom(state, ptr::null_mut());
        let mut answer = Answer::Later;
        if (*door).main == state && !name.is_null() && ffi::lua_type(state, 1) == ffi::LUA_TUSERDATA {
            let mut given = (*door).room.take();
            given.clear();
            if read_all(state, &mut given) {
                let call =
                    MethodCall { data: ffi::lua_topointer(state, 1) as usize, name: name as usize, given: &given };
                // What panics does so again on the long way, where mlua carries it out.
                let asked = catch_unwind(AssertUnwindSafe(|| ((*door).ask)(call)));
                answer = asked.unwrap_or_else(|panic| {
                    drop(panic);
                    Answer::Again
                });
            }
            (*door).room.set(given);
        }
        if let Some(count) = push(state, answer, &(*door).members) {
            return count;
        }
        if !name.is_null() && (*door).names.binary_search(&(name as usize)).is_err() {
            // As mlua says it, which from within this function could not tell where it was called.
            ffi::luaL_error(state, c"attempt to call an unknown method '%s'".as_ptr(), name);
        }
        if answer == Answer::Again {
            // Scripts that ran meanwhile have called methods of other names.
            ffi::lua_getfield(state, 1, name);
        } else {
            ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        }
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, ffi::lua_gettop(state) - 1, ffi::LUA_MULTRET);
        ffi::lua_gettop(state)
    }
}

/// Reads what stands on the stack above the userdata; false if that has to be left to the long way.
unsafe fn read_all(state: *mut ffi::lua_State, given: &mut Vec<GivenValue>) -> bool {
    // SAFETY: as for `namecall`.
    unsafe {
        let top = ffi::lua_gettop(state);
        let is_read = top <= 6 && (2..=top).all(|at| read(state, at, given, DEEPEST));
        ffi::lua_settop(state, top);
        is_read
    }
}

/// Reads the value in a place of the stack, which may be higher afterwards if it is not read.
unsafe fn read(state: *mut ffi::lua_State, at: c_int, given: &mut Vec<GivenValue>, depth: c_int) -> bool {
    if given.len() >= MOST_GIVEN {
        return false;
    }
    // SAFETY: as for `namecall`; a text that is one already is not made another.
    unsafe {
        given.push(match ffi::lua_type(state, at) {
            ffi::LUA_TNIL => GivenValue::Nil,
            ffi::LUA_TBOOLEAN => GivenValue::Truth(ffi::lua_toboolean(state, at) != 0),
            ffi::LUA_TNUMBER => GivenValue::Number(ffi::lua_tonumberx(state, at, ptr::null_mut())),
            ffi::LUA_TSTRING => GivenValue::Text(ffi::lua_tolstring(state, at, ptr::null_mut()) as usize),
            ffi::LUA_TUSERDATA => GivenValue::Data(ffi::lua_topointer(state, at) as usize),
            ffi::LUA_TTABLE if ffi::lua_getreadonly(state, at) != 0 => {
                GivenValue::Frozen(ffi::lua_topointer(state, at) as usize)
            }
            ffi::LUA_TTABLE if depth > 0 => return read_table(state, at, given, depth - 1),
            _ => return false,
        });
    }
    true
}

/// Reads a table with all that it holds.
unsafe fn read_table(state: *mut ffi::lua_State, at: c_int, given: &mut Vec<GivenValue>, depth: c_int) -> bool {
    let place = given.len();
    given.push(GivenValue::Table(0));
    let (mut members, mut next) = (0, 0);
    // SAFETY: as for `namecall`: each table that is being read takes two places of the stack.
    unsafe {
        loop {
            next = ffi::lua_rawiter(state, at, next);
            if next < 0 {
                break;
            }
            let key = ffi::lua_gettop(state) - 1;
            if !matches!(ffi::lua_type(state, key), ffi::LUA_TSTRING | ffi::LUA_TNUMBER)
                || !read(state, key, given, 0)
                || !read(state, key + 1, given, depth)
            {
                return false;
            }
            ffi::lua_settop(state, key - 1);
            members += 1;
        }
    }
    given[place] = GivenValue::Table(members);
    true
}
