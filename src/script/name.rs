//! Texts of scripts, resolved once: Luau holds every text once, so its address stands for it as long as it is held.

use super::limit;
use super::{NameId, NameOrText, Program};
use crate::diag::one_line;
use crate::value::Formula;
use fray_border::{Kept, KeptValues};
use mlua::{Lua, LuaString};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// A text that has been resolved.
struct ResolvedText {
    text: NameOrText,
    string: LuaString,
    dice: Option<Option<Arc<Formula>>>,
    /// What answers it at once, if it was answered before.
    kept: Option<Kept>,
}

/// Addresses and places are spread well enough by one multiplication.
#[derive(Default)]
pub(super) struct SpreadHasher(u64);

/// How the maps of this floor that are asked at every call spread their keys.
pub(super) type HashSpread = BuildHasherDefault<SpreadHasher>;

impl Hasher for SpreadHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_usize(&mut self, address: usize) {
        self.0 = (address as u64 >> 3).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_i32(&mut self, coordinate: i32) {
        self.0 = (self.0.rotate_left(32) ^ u64::from(coordinate as u32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// A text by a script as the game holds it: on one line, and nothing in it is hidden.
fn shown(string: &LuaString) -> Arc<str> {
    one_line(&string.to_string_lossy()).into()
}

/// Every text that an engine has resolved.
pub(super) struct InternedNames {
    known: Vec<ResolvedText>,
    by_address: HashMap<usize, u32, HashSpread>,
    /// For each name of the program, its place in `known`.
    strings: Vec<u32>,
    /// What answers texts at once that the game holds, by their addresses; they are held here, too.
    held: HashMap<usize, (Arc<str>, Kept), HashSpread>,
    others: usize,
}

impl InternedNames {
    /// Resolves the names of a program.
    pub(super) fn new(lua: &Lua, program: &Program) -> mlua::Result<InternedNames> {
        let mut names = InternedNames {
            known: Vec::new(),
            by_address: HashMap::default(),
            strings: Vec::new(),
            held: HashMap::default(),
            others: 0,
        };
        for (index, name) in program.names().iter().enumerate() {
            let first = program.name_id(name).unwrap_or(NameId(index as u32));
            let at = names.learn(lua.create_string(&**name)?, || NameOrText::Name(first));
            names.strings.push(at);
        }
        Ok(names)
    }

    fn learn(&mut self, string: LuaString, text: impl FnOnce() -> NameOrText) -> u32 {
        let next = self.known.len() as u32;
        let at = *self.by_address.entry(string.to_pointer() as usize).or_insert(next);
        if at == next {
            self.known.push(ResolvedText { text: text(), string, dice: None, kept: None });
        }
        at
    }

    fn find(&mut self, string: &LuaString) -> Option<u32> {
        if let Some(at) = self.by_address.get(&(string.to_pointer() as usize)) {
            return Some(*at);
        }
        let length = string.as_bytes().len();
        if self.others >= limit::REMEMBERED_TEXTS || length > limit::REMEMBERED_LENGTH {
            return None;
        }
        self.others += 1;
        Some(self.learn(string.clone(), || NameOrText::Other(shown(string))))
    }

    /// The text, if it is short enough for the game.
    pub(super) fn text(&mut self, string: &LuaString) -> Option<NameOrText> {
        match self.find(string) {
            Some(at) => Some(self.known[at as usize].text.clone()),
            None if string.as_bytes().len() <= limit::TEXT => Some(NameOrText::Other(shown(string))),
            None => None,
        }
    }

    /// The text at an address, if it is remembered.
    pub(super) fn text_at(&self, address: usize) -> Option<NameOrText> {
        let at = *self.by_address.get(&address)?;
        Some(self.known[at as usize].text.clone())
    }

    /// The dice remembered for the text at an address, if they are.
    pub(super) fn dice_at(&self, address: usize) -> Option<Arc<Formula>> {
        let at = *self.by_address.get(&address)?;
        self.known[at as usize].dice.clone().flatten()
    }

    /// The dice remembered for a text.
    pub(super) fn dice(&mut self, string: &LuaString) -> Option<Option<Arc<Formula>>> {
        let at = self.find(string)?;
        self.known[at as usize].dice.clone()
    }

    /// Remembers the dice of a text.
    pub(super) fn remember_dice(&mut self, string: &LuaString, dice: Option<Arc<Formula>>) {
        if let Some(at) = self.find(string) {
            self.known[at as usize].dice = Some(dice);
        }
    }

    /// What answers a program's name at once; none if there is no memory for it.
    pub(super) fn kept(&mut self, values: &KeptValues, id: NameId) -> Option<Kept> {
        let known = self.known.get_mut(*self.strings.get(id.index())? as usize)?;
        if known.kept.is_none() {
            known.kept = values.keep(known.string.clone()).ok();
        }
        known.kept
    }

    /// What answers a text at once that is no name of the program; none if nobody holds it but whoever asks: names of
    /// figures and reasons of rules are held, what was put together is said once.
    pub(super) fn kept_text(&mut self, lua: &Lua, values: &KeptValues, text: &Arc<str>) -> Option<Kept> {
        let address = Arc::as_ptr(text).cast::<u8>() as usize;
        if let Some((_, kept)) = self.held.get(&address) {
            return Some(*kept);
        }
        let is_one_more = self.held.len() < limit::REMEMBERED_TEXTS && text.len() <= limit::REMEMBERED_LENGTH;
        if Arc::strong_count(text) < 2 || !is_one_more {
            return None;
        }
        let kept = values.keep(lua.create_string(&**text).ok()?).ok()?;
        self.held.insert(address, (text.clone(), kept));
        Some(kept)
    }

    /// The address of a text that is held for good; none if it is not remembered.
    pub(super) fn address(&mut self, string: &LuaString) -> Option<usize> {
        self.find(string).map(|_| string.to_pointer() as usize)
    }

    /// The Luau text of a program's name.
    pub(super) fn string(&self, id: NameId) -> Option<LuaString> {
        let at = *self.strings.get(id.index())?;
        Some(self.known[at as usize].string.clone())
    }
}
