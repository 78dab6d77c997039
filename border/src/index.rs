//! Members of userdata, answered at once where that can be done.

use crate::answer::{Answer, KeptValues, Members, push};
use crate::door::{Door, hang};
use mlua::{AnyUserData, Lua, Result, ffi};
use std::os::raw::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// What is asked of whoever answers: the address of a userdata and that of a key, as `to_pointer` tells them.
type Asking = dyn Fn(usize, usize) -> Answer;

/// Who answers, as Luau holds it.
struct IndexDoor {
    /// The only thread of the state for which it answers: coroutines go the long way.
    main: *mut ffi::lua_State,
    ask: Box<Asking>,
    members: Members,
}

/// Has the members of all userdata of this one's type answered by `ask`; where it says [`Answer::Later`], by what has
/// answered so far. It must not hold the state: that would never end then. What it says is kept is looked for in `kept`.
///
/// # Errors
/// When there is no memory for it.
pub fn answer_index(
    lua: &Lua,
    data: &AnyUserData,
    kept: &KeptValues,
    ask: impl Fn(usize, usize) -> Answer + 'static,
) -> Result<()> {
    let ask: Box<Asking> = Box::new(ask);
    let members = kept.members.clone();
    let door = Door { name: c"__index", function: index };
    hang(lua, (data, kept), door, move |main| IndexDoor { main, ask, members })
}

/// `__index`: the upvalues are what has answered before, who answers, and the table of what is kept.
unsafe extern "C-unwind" fn index(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: Luau calls this with a userdata and a key on the stack, with room for twenty more, and its upvalues are
    // those that `answer_index` gave it. Who answers may run scripts in this state; it leaves the stack as it was, as
    // every function of mlua does. Nothing with a destructor is held where Luau may throw.
    unsafe {
        let door = ffi::lua_touserdata(state, ffi::lua_upvalueindex(2)).cast::<IndexDoor>();
        if (*door).main == state && ffi::lua_type(state, 2) == ffi::LUA_TSTRING {
            let data = ffi::lua_topointer(state, 1) as usize;
            // A text that is one already is not made another.
            let key = ffi::lua_tolstring(state, 2, ptr::null_mut()) as usize;
            // What panics does so again on the long way, where mlua carries it out.
            let answer = catch_unwind(AssertUnwindSafe(|| ((*door).ask)(data, key)));
            let answer = answer.unwrap_or_else(|panic| {
                drop(panic);
                Answer::Later
            });
            if let Some(count) = push(state, answer, &(*door).members) {
                ffi::lua_settop(state, -count);
                return 1;
            }
        }
        ffi::lua_settop(state, 2);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, 2, 1);
        1
    }
}
