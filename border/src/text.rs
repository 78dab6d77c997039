//! Long texts noticed as they are made: Luau compares them, reads them as numbers and puts them together without a step.

use mlua::{Lua, Result, ffi};
use std::cell::Cell;
use std::os::raw::{c_char, c_int, c_void};
use std::ptr;

thread_local! {
    /// Texts of fewer bytes are not noticed.
    static LONG: Cell<usize> = const { Cell::new(usize::MAX) };
    /// Texts of more bytes end what runs.
    static MOST: Cell<usize> = const { Cell::new(usize::MAX) };
    /// Bytes of the longest text that was noticed since this was last asked, with what Luau notes of it.
    static LONGEST: Cell<usize> = const { Cell::new(0) };
}

/// Notices every text that has at least `long` bytes as it is made: the next step is told then, and what
/// [`take_longest_text`] says. Where the operators of a script make one of more than `most` bytes, a step is told at once.
///
/// # Errors
/// When there is no memory to look.
pub fn watch_texts(lua: &Lua, long: usize, most: usize) -> Result<()> {
    LONG.set(long);
    MOST.set(most);
    // SAFETY: `lua_callbacks` is a part of every state and lives as long as it. Nothing is left on the stack.
    unsafe {
        lua.exec_raw((), |state| {
            (*ffi::lua_callbacks(state)).onallocate = Some(allocated);
        })
    }
}

/// Bytes of the longest text that was noticed on this thread since the last time this was asked, 0 if there was none.
pub fn take_longest_text() -> usize {
    LONGEST.replace(0)
}

/// Whether a text was noticed since then.
pub(crate) fn is_noticed() -> bool {
    LONGEST.get() > 0
}

/// Whether it is too long, and was made by operators of a script: a function of C goes on to its end.
///
/// # Safety
/// The caller is what Luau calls in this state.
pub(crate) unsafe fn is_too_long(state: *mut ffi::lua_State) -> bool {
    // SAFETY: as above.
    LONGEST.get() > MOST.get() && unsafe { is_script(state) }
}

/// What Luau calls when it has taken memory for something: it may not fail here.
unsafe extern "C-unwind" fn allocated(
    state: *mut ffi::lua_State,
    _: *mut c_void,
    _: usize,
    bytes: usize,
    _: u8,
    sort: c_int,
    _: c_int,
) {
    if bytes < LONG.get() || sort != ffi::LUA_TSTRING {
        return;
    }
    if bytes > LONGEST.get() {
        LONGEST.set(bytes);
    }
    // SAFETY: Luau calls this with the state that takes the memory. Garbage is due from now on: where the text has become
    // a value, Luau looks for it, and what it calls then may fail.
    unsafe {
        if bytes > MOST.get() && is_script(state) {
            ffi::lua_gc(state, ffi::LUA_GCRESTART, 0);
        }
    }
}

/// Whether what runs is a function of a script, and not one of C.
unsafe fn is_script(state: *mut ffi::lua_State) -> bool {
    // SAFETY: nothing is asked for that would be put on the stack.
    unsafe {
        let mut found: ffi::lua_Debug = std::mem::zeroed();
        let what: *const c_char = if ffi::lua_getinfo(state, 0, c"s".as_ptr(), ptr::from_mut(&mut found)) == 0 {
            ptr::null()
        } else {
            found.what
        };
        !what.is_null() && *what != b'C' as c_char
    }
}
