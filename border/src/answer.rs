//! What is answered at once, and the values that are kept for it.

use mlua::{Error, IntoLua, Lua, Result, Table, ffi};
use std::cell::RefCell;
use std::os::raw::c_int;
use std::rc::Rc;

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
    /// A new list of those that [`KeptValues::list`] was given last.
    List,
    /// Both that [`KeptValues::two`] was given last; a member is only the first of them.
    Two,
    /// Whatever the long way leads to. Nothing has been done yet.
    Later,
    /// The same, but something has been done: the long way must know that.
    Again,
}

/// A value that is kept, by its place among those that are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept(c_int);

/// Several answers that are made into one.
pub(crate) type Members = Rc<RefCell<Vec<Answer>>>;

/// Values that are kept so that they can be answered.
pub struct KeptValues {
    pub(crate) table: Table,
    free: RefCell<Vec<Kept>>,
    pub(crate) members: Members,
}

impl KeptValues {
    /// None yet.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn new(lua: &Lua) -> Result<KeptValues> {
        Ok(KeptValues { table: lua.create_table()?, free: RefCell::default(), members: Members::default() })
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

    /// The answer that is a new list of these, if every one of them is answered at once and by itself.
    pub fn list(&self, members: impl IntoIterator<Item = Answer>) -> Option<Answer> {
        let mut list = self.members.borrow_mut();
        list.clear();
        for member in members {
            if !member.is_plain() {
                return None;
            }
            list.push(member);
        }
        Some(Answer::List)
    }

    /// A new list of those that [`KeptValues::list`] was given last.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn listed(&self, lua: &Lua) -> Result<Table> {
        // SAFETY: the table of what is kept stands alone on the stack, and the list alone is left there. Nothing with a
        // destructor is held.
        unsafe {
            lua.exec_raw(&self.table, |state| {
                push_list(state, &self.members, 1);
                ffi::lua_remove(state, 1);
            })
        }
    }

    /// The answer of two values, if each is answered at once and by itself.
    pub fn two(&self, first: Answer, second: Answer) -> Option<Answer> {
        self.list([first, second]).map(|_| Answer::Two)
    }
}

impl Answer {
    /// Whether it is one value that is there already.
    fn is_plain(self) -> bool {
        matches!(self, Answer::Nil | Answer::Truth(_) | Answer::Number(_) | Answer::Kept(_))
    }
}

/// Puts an answer on the stack; how many values that were, none if the long way is to be taken.
///
/// # Safety
/// The caller is a function of Luau with room on its stack, whose upvalue 3 is the table of what is kept. It holds nothing
/// with a destructor: there may be no memory for a list.
pub(crate) unsafe fn push(state: *mut ffi::lua_State, answer: Answer, members: &Members) -> Option<c_int> {
    let kept = ffi::lua_upvalueindex(3);
    // SAFETY: as above.
    unsafe {
        match answer {
            Answer::Later | Answer::Again => return None,
            Answer::List => push_list(state, members, kept),
            Answer::Two => {
                push_plain(state, member(members, 0), kept);
                push_plain(state, member(members, 1), kept);
                return Some(2);
            }
            plain => push_plain(state, plain, kept),
        }
    }
    Some(1)
}

fn member(members: &Members, at: usize) -> Answer {
    members.borrow().get(at).copied().unwrap_or(Answer::Nil)
}

/// Puts a list on the stack; what is kept stands in the table at a place of it.
unsafe fn push_list(state: *mut ffi::lua_State, members: &Members, kept: c_int) {
    let count = members.borrow().len();
    // SAFETY: as for `push`.
    unsafe {
        ffi::lua_createtable(state, c_int::try_from(count).unwrap_or(0), 0);
        for (at, place) in (0..count).zip(1..) {
            push_plain(state, member(members, at), kept);
            ffi::lua_rawseti_(state, -2, place);
        }
    }
}

unsafe fn push_plain(state: *mut ffi::lua_State, answer: Answer, kept_at: c_int) {
    // SAFETY: as for `push`.
    unsafe {
        match answer {
            Answer::Truth(truth) => ffi::lua_pushboolean(state, c_int::from(truth)),
            Answer::Number(number) => ffi::lua_pushnumber(state, number),
            Answer::Kept(Kept(kept)) => {
                ffi::lua_rawgeti_(state, kept_at, kept);
            }
            _ => ffi::lua_pushnil(state),
        }
    }
}
