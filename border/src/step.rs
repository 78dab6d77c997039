//! Steps counted: most of them by adding one; each sixteenth, each by which some memory was taken or a long text was made,
//! and each at which much is held, is told as before.

use crate::text::{is_noticed, is_too_long};
use mlua::{Lua, Result, ffi};
use std::cell::Cell;
use std::os::raw::c_int;

/// So many steps are told at once.
const TOLD_AT: u32 = 16;

/// So many bytes are taken before it is told, whatever is given back in other steps.
const TOLD_BYTES: usize = 4096;

/// What Luau calls at a step.
type Interrupt = unsafe extern "C-unwind" fn(*mut ffi::lua_State, c_int);

thread_local! {
    /// Steps since the last that was told. A state is used by one thread at a time.
    static STEPS: Cell<u32> = const { Cell::new(0) };
    /// Bytes that were taken since the last that was told.
    static TAKEN: Cell<usize> = const { Cell::new(0) };
    /// Bytes that were held at the last step.
    static HELD: Cell<usize> = const { Cell::new(0) };
    /// Bytes from which on every step is told.
    static WATCHED: Cell<usize> = const { Cell::new(0) };
    /// What is called at a step that is told: the same for every state.
    static TOLD: Cell<Option<Interrupt>> = const { Cell::new(None) };
}

/// Lets only some steps come to what [`Lua::set_interrupt`] has set before; it finds how many there were in
/// [`take_steps`].
///
/// # Errors
/// When there is no memory to look.
pub fn count_steps(lua: &Lua) -> Result<()> {
    // SAFETY: `lua_callbacks` is a part of every state and lives as long as it. Nothing is left on the stack.
    unsafe {
        lua.exec_raw((), |state| {
            let callbacks = ffi::lua_callbacks(state);
            if let Some(told) = (*callbacks).interrupt
                && told as usize != counted as Interrupt as usize
            {
                TOLD.set(Some(told));
                (*callbacks).interrupt = Some(counted);
            }
        })
    }
}

/// The steps since the last time this was asked on this thread.
pub fn take_steps() -> u32 {
    STEPS.replace(0)
}

/// The bytes that Luau held at the last step, as Luau counts them.
pub fn seen_bytes() -> usize {
    HELD.get()
}

/// Has every step told while more than so many bytes are held, as Luau counts them.
pub fn watch_bytes(bytes: usize) {
    WATCHED.set(bytes);
}

/// A step.
unsafe extern "C-unwind" fn counted(state: *mut ffi::lua_State, gc: c_int) {
    if gc >= 0 {
        // Garbage is looked for as often as there is some, and only where nothing is half done: here a script can end.
        // SAFETY: Luau calls this with the state that looks for garbage.
        if let Some(told) = TOLD.get()
            && unsafe { is_too_long(state) }
        {
            // SAFETY: as below.
            unsafe { told(state, -1) };
        }
        return;
    }
    let steps = STEPS.get().saturating_add(1);
    STEPS.set(steps);
    // SAFETY: Luau calls this with the state that takes the step.
    let held = unsafe { ffi::lua_totalbytes(state, -1) };
    let taken = TAKEN.get().saturating_add(held.saturating_sub(HELD.replace(held)));
    if steps < TOLD_AT && taken < TOLD_BYTES && held <= WATCHED.get() && !is_noticed() {
        TAKEN.set(taken);
        return;
    }
    TAKEN.set(0);
    if let Some(told) = TOLD.get() {
        // SAFETY: it is what mlua has set for such states. What it throws goes through this frame, which holds nothing.
        unsafe { told(state, gc) };
    }
}
