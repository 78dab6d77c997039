//! A function of C in the place of a metamethod that mlua made, which stays within reach.

use crate::answer::KeptValues;
use mlua::{AnyUserData, Lua, Result, ffi};
use std::ffi::CStr;
use std::os::raw::{c_int, c_void};
use std::ptr;

/// What stands in the place of which metamethod.
pub(crate) struct Door {
    pub(crate) name: &'static CStr,
    pub(crate) function: unsafe extern "C-unwind" fn(*mut ffi::lua_State) -> c_int,
}

/// Hangs a door into the metatable of a userdata's type, if there is something behind it. Its upvalues are what was there
/// before, who answers, made of the main thread of the state, and the table of what is kept.
pub(crate) fn hang<T: 'static>(
    lua: &Lua,
    (data, kept): (&AnyUserData, &KeptValues),
    door: Door,
    answering: impl FnOnce(*mut ffi::lua_State) -> T,
) -> Result<()> {
    let mut answering = Some(answering);
    // SAFETY: the userdata and the table of what is kept stand alone on the stack, and the metatable has the metamethod as
    // mlua made it. What is allocated is written before anything can fail, and dropped by `forget` when Luau takes it away.
    unsafe {
        lua.exec_raw((data, &kept.table), |state| {
            if ffi::lua_getmetatable(state, 1) == 0 {
                ffi::lua_settop(state, 0);
                return;
            }
            let was_readonly = ffi::lua_getreadonly(state, 3);
            ffi::lua_getfield(state, 3, door.name.as_ptr());
            if ffi::lua_type(state, -1) != ffi::LUA_TNIL
                && let Some(answering) = answering.take()
            {
                let place = ffi::lua_newuserdatadtor(state, size_of::<T>(), forget::<T>).cast::<T>();
                ptr::write(place, answering(ffi::lua_mainthread(state)));
                ffi::lua_pushvalue(state, 2);
                ffi::lua_pushcclosurek(state, door.function, door.name.as_ptr(), 3, None);
                ffi::lua_setreadonly(state, 3, 0);
                ffi::lua_setfield(state, 3, door.name.as_ptr());
                ffi::lua_setreadonly(state, 3, was_readonly);
            }
            ffi::lua_settop(state, 0);
        })
    }
}

/// Luau takes away who answered.
unsafe extern "C" fn forget<T>(_: *mut ffi::lua_State, place: *mut c_void) {
    // SAFETY: only `hang` makes such userdata, and writes it whole.
    unsafe { ptr::drop_in_place(place.cast::<T>()) }
}
