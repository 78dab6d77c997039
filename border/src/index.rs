//! Members of userdata, answered at once where that can be done.

use mlua::{AnyUserData, Error, IntoLua, Lua, Result, Table, ffi};
use std::cell::RefCell;
use std::os::raw::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// What is answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// Nothing.
    Nil,
    /// A truth.
    Truth(bool),
    /// A number.
    Number(f64),
    /// A value that is kept.
    Kept(Kept),
    /// Whatever the long way leads to.
    Later,
}

/// A value that is kept, by its place among those that are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept(c_int);

/// Values that are kept so that they can be answered.
pub struct KeptValues {
    table: Table,
    free: RefCell<Vec<Kept>>,
}

impl KeptValues {
    /// None yet.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn new(lua: &Lua) -> Result<KeptValues> {
        Ok(KeptValues { table: lua.create_table()?, free: RefCell::default() })
    }

    /// Keeps a value.
    ///
    /// # Errors
    /// When there is no memory to keep it.
    pub fn keep(&self, value: impl IntoLua) -> Result<Kept> {
        if let Some(free) = self.free.borrow_mut().pop() {
            self.table.raw_seti(free.0 as usize, value)?;
            return Ok(free);
        }
        let next = self.table.raw_len() + 1;
        self.table.raw_seti(next, value)?;
        Ok(Kept(c_int::try_from(next).map_err(Error::external)?))
    }

    /// Keeps a value no longer. Whoever answers it after that answers another, or false.
    ///
    /// # Errors
    /// When there is no memory to note it.
    pub fn release(&self, kept: Kept) -> Result<()> {
        self.table.raw_seti(kept.0 as usize, false)?;
        self.free.borrow_mut().push(kept);
        Ok(())
    }
}

/// What is asked of whoever answers: the address of a userdata and that of a key, as `to_pointer` tells them.
type Asking = dyn Fn(usize, usize) -> Answer;

/// Who answers, as Luau holds it.
struct Answering {
    /// The only thread of the state for which it answers: coroutines go the long way.
    main: *mut ffi::lua_State,
    ask: Box<Asking>,
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
    let mut ask: Option<Box<Asking>> = Some(Box::new(ask));
    // SAFETY: the userdata and the table of what is kept stand alone on the stack, and the metatable has `__index` as mlua
    // made it. What is allocated is written before anything can fail, and dropped by `forget` when Luau takes it away.
    unsafe {
        lua.exec_raw((data, &kept.table), |state| {
            if ffi::lua_getmetatable(state, 1) == 0 {
                ffi::lua_settop(state, 0);
                return;
            }
            let was_readonly = ffi::lua_getreadonly(state, 3);
            ffi::lua_getfield(state, 3, c"__index".as_ptr());
            if ffi::lua_type(state, -1) != ffi::LUA_TNIL {
                let place = ffi::lua_newuserdatadtor(state, size_of::<Answering>(), forget).cast::<Answering>();
                let ask = ask.take().unwrap_or_else(|| Box::new(|_, _| Answer::Later));
                ptr::write(place, Answering { main: ffi::lua_mainthread(state), ask });
                ffi::lua_pushvalue(state, 2);
                ffi::lua_pushcclosurek(state, index, c"__index".as_ptr(), 3, None);
                ffi::lua_setreadonly(state, 3, 0);
                ffi::lua_setfield(state, 3, c"__index".as_ptr());
                ffi::lua_setreadonly(state, 3, was_readonly);
            }
            ffi::lua_settop(state, 0);
        })
    }
}

/// Luau takes away who answered.
unsafe extern "C" fn forget(_: *mut ffi::lua_State, place: *mut c_void) {
    // SAFETY: only `answer_index` makes such userdata, and writes it whole.
    unsafe { ptr::drop_in_place(place.cast::<Answering>()) }
}

/// `__index`: the upvalues are what has answered before, who answers, and the table of what is kept.
unsafe extern "C-unwind" fn index(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: Luau calls this with a userdata and a key on the stack, with room for twenty more, and its upvalues are
    // those that `answer_index` gave it. Who answers may run scripts in this state; it leaves the stack as it was, as
    // every function of mlua does. Nothing with a destructor is held where Luau may throw.
    unsafe {
        let answering = ffi::lua_touserdata(state, ffi::lua_upvalueindex(2)).cast::<Answering>();
        if (*answering).main == state && ffi::lua_type(state, 2) == ffi::LUA_TSTRING {
            let data = ffi::lua_topointer(state, 1) as usize;
            // A text that is one already is not made another.
            let key = ffi::lua_tolstring(state, 2, ptr::null_mut()) as usize;
            // What panics does so again on the long way, where mlua carries it out.
            let answer = catch_unwind(AssertUnwindSafe(|| ((*answering).ask)(data, key)));
            match answer {
                Ok(Answer::Nil) => ffi::lua_pushnil(state),
                Ok(Answer::Truth(truth)) => ffi::lua_pushboolean(state, c_int::from(truth)),
                Ok(Answer::Number(number)) => ffi::lua_pushnumber(state, number),
                Ok(Answer::Kept(Kept(kept))) => {
                    ffi::lua_rawgeti_(state, ffi::lua_upvalueindex(3), kept);
                }
                Ok(Answer::Later) => return long_way(state),
                Err(panic) => {
                    drop(panic);
                    return long_way(state);
                }
            }
            return 1;
        }
        long_way(state)
    }
}

/// What has answered before.
unsafe fn long_way(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: as above; what it throws goes through frames that hold nothing.
    unsafe {
        ffi::lua_settop(state, 2);
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, 2, 1);
        1
    }
}
