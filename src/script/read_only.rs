//! Frozen tables that a running script hands over again and again, as the game holds them.

use super::Arg;
use mlua::Table;
use std::ffi::c_void;

/// How many tables are remembered.
const MOST_TABLES: usize = 8;

/// The last frozen tables of the running call. They are held, so that no other can take their place in memory.
#[derive(Default)]
pub(super) struct Frozen {
    tables: Vec<(*const c_void, Table, Arg)>,
    next: usize,
}

impl Frozen {
    /// What that very table holds, if it was read before.
    pub(super) fn find(&self, table: &Table) -> Option<Arg> {
        self.find_at(table.to_pointer() as usize)
    }

    /// What the table at an address holds, if it was read before.
    pub(super) fn find_at(&self, address: usize) -> Option<Arg> {
        self.tables.iter().find(|(known, ..)| *known as usize == address).map(|(.., arg)| arg.clone())
    }

    /// Remembers a frozen table of names, unless it holds tables of its own, which may change.
    pub(super) fn keep(&mut self, table: &Table, arg: &Arg) {
        let Arg::Record(record) = arg else { return };
        if record.iter().any(|(_, value)| matches!(value, Arg::List(_) | Arg::Record(_))) {
            return;
        }
        let one = (table.to_pointer(), table.clone(), arg.clone());
        match self.tables.get_mut(self.next) {
            Some(place) => *place = one,
            None => self.tables.push(one),
        }
        self.next = (self.next + 1) % MOST_TABLES;
    }

    /// Forgets all, when a call begins.
    pub(super) fn clear(&mut self) {
        self.tables.clear();
        self.next = 0;
    }
}
