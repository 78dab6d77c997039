//! Purity: which scripts may be loaded once and run again and again, those whose text shows that they keep nothing.
//! Outside of functions such a script only takes libraries, makes functions, constants and tables; none of these names
//! is ever assigned again, and the tables are sealed as they are made. So nothing that a function can reach ever
//! changes. Whatever is not plainly so is loaded anew for every call, as if there were no such thing.

use super::structure::{Structure, TokenPlace};
use crate::syntax::luau::LuauTokenKind;
use std::collections::BTreeMap;

/// A script that keeps nothing once it is loaded.
#[derive(Clone, Debug)]
pub(super) struct PureScript {
    /// Its text; tables outside of functions are sealed as they are made.
    pub(super) text: String,
    /// The libraries it takes while it is loaded, which must be of the same sort.
    pub(super) libraries: Vec<String>,
}

/// What a name outside of functions stands for.
#[derive(Clone, Copy, PartialEq)]
enum OuterName {
    /// A function, constant or library.
    Value,
    /// A table, from its first token to its last.
    Table(usize, usize),
    /// The table a library returns: functions are put into it, and it is sealed when it is included.
    Module,
}

/// Functions that change the table they are given.
const CHANGERS: [&str; 7] = ["insert", "remove", "sort", "clear", "move", "rawset", "setmetatable"];

/// The script, if its text shows that it keeps nothing.
pub(super) fn pure_script(text: &str) -> Option<PureScript> {
    let structure = Structure::new(text)?;
    let mut outside = Outside {
        structure: &structure,
        names: BTreeMap::new(),
        declared: Vec::new(),
        libraries: Vec::new(),
        returned: None,
    };
    outside.statements()?;
    if (0..structure.len()).any(|at| outside.is_changed(at)) {
        return None;
    }
    Some(PureScript { text: outside.sealed(text), libraries: outside.libraries })
}

/// The statements outside of functions.
struct Outside<'a> {
    structure: &'a Structure<'a>,
    names: BTreeMap<&'a str, OuterName>,
    /// The tokens at which they are declared.
    declared: Vec<usize>,
    libraries: Vec<String>,
    returned: Option<(usize, usize)>,
}

impl<'a> Outside<'a> {
    fn statements(&mut self) -> Option<()> {
        let mut at = 0;
        while at < self.structure.len() {
            at = self.statement(at)?;
        }
        let returned = self.returned.map(|(from, to)| (self.structure.word(from), to - from));
        let is_returned =
            |(name, named): (&&str, &OuterName)| *named != OuterName::Module || returned == Some((name, 1));
        self.names.iter().all(is_returned).then_some(())
    }

    /// Reads one statement and says where the next begins; none if it is not of those that keep nothing.
    fn statement(&mut self, at: usize) -> Option<usize> {
        let word = |more: usize| self.structure.word(at + more);
        match word(0) {
            ";" => Some(at + 1),
            "local" if word(1) == "function" => {
                self.declare(at + 2, OuterName::Value)?;
                self.structure.after_function(at + 1)
            }
            "local" => self.local(at),
            "function" if word(2) == "." => {
                self.member(word(1))?;
                self.structure.after_function(at)
            }
            "return" => {
                let end = self.value(at + 1)?;
                self.returned = Some((at + 1, end));
                let rest = (end..self.structure.len()).all(|at| self.structure.word(at) == ";");
                rest.then(|| self.structure.len())
            }
            "export" if word(1) == "type" => self.statement(at + 1),
            "type" => {
                let equals = self.structure.type_end(at + 1, true)?;
                self.structure.type_end(equals + 1, false)
            }
            name if word(1) == "." && self.structure.is_assignment(at + 3) => {
                self.member(name)?;
                self.value(at + 4)
            }
            _ => None,
        }
    }

    fn local(&mut self, at: usize) -> Option<usize> {
        let equals = match self.structure.word(at + 2) {
            "=" => at + 2,
            ":" => self.structure.type_end(at + 3, true)?,
            "," => return self.several(at),
            _ => return None,
        };
        let end = self.value(equals + 1)?;
        let first = equals + 1;
        let is_table = self.structure.word(first) == "{";
        let named = if is_table { OuterName::Table(first, end - 1) } else { OuterName::Value };
        self.declare(at + 1, named)?;
        Some(end)
    }

    /// Several names with their values, none of which may be a table: it could not be told whose it is.
    fn several(&mut self, at: usize) -> Option<usize> {
        let mut name = at + 1;
        while self.structure.word(name + 1) == "," {
            self.declare(name, OuterName::Value)?;
            name += 2;
        }
        let first = name + 2;
        if self.structure.word(name + 1) != "=" || self.structure.word(first) == "{" {
            return None;
        }
        let end = self.value(first)?;
        self.declare(name, OuterName::Value)?;
        Some(end)
    }

    /// The same name twice would make it unclear which of the two is meant.
    fn declare(&mut self, at: usize, named: OuterName) -> Option<()> {
        self.declared.push(at);
        self.names.insert(self.structure.word(at), named).is_none().then_some(())
    }

    /// Something is put into the table of that name, which must be an empty one that is returned in the end.
    fn member(&mut self, name: &str) -> Option<()> {
        let named = self.names.get_mut(name)?;
        match *named {
            OuterName::Table(first, last) if last == first + 1 => *named = OuterName::Module,
            OuterName::Module => {}
            _ => return None,
        }
        Some(())
    }

    /// Reads a value that is made without calling anything but `include`, and says where it ends.
    fn value(&mut self, from: usize) -> Option<usize> {
        let structure = self.structure;
        let end = structure.value_end(from);
        let is_table = structure.word(from) == "{";
        if end == from || (is_table && structure.closing(from)? != end - 1) {
            return None;
        }
        let mut at = from;
        while at < end {
            let TokenPlace { wants, functions, .. } = structure.place(at);
            let word = structure.word(at);
            match structure.sort(at) {
                _ if functions > 0 => {}
                LuauTokenKind::Literal if !wants || word.starts_with('`') => return None,
                LuauTokenKind::Mark if word == "(" && !wants => self.include(at)?,
                LuauTokenKind::Mark if word == "{" && (!wants || !is_table) => return None,
                LuauTokenKind::Mark if matches!(word, ":" | "@" | "!") => return None,
                LuauTokenKind::Word if matches!(word, "do" | "while" | "for" | "repeat" | "local") => return None,
                _ => {}
            }
            at += 1;
        }
        Some(end)
    }

    /// The call that opens here takes a library.
    fn include(&mut self, open: usize) -> Option<()> {
        let structure = self.structure;
        let name = structure.word(open + 1).strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
        let before = if open < 2 { "" } else { structure.word(open - 2) };
        let plain = structure.word(open - 1) == "include"
            && !matches!(before, "." | ":")
            && !self.names.contains_key("include")
            && structure.word(open + 2) == ")";
        self.libraries.push(name.to_string());
        plain.then_some(())
    }

    /// Whether a name from outside of functions is changed at this token, or may be.
    fn is_changed(&self, at: usize) -> bool {
        let structure = self.structure;
        if structure.sort(at) != LuauTokenKind::Word {
            return false;
        }
        let Some(named) = self.names.get(structure.word(at)) else { return false };
        let before = if at == 0 { "" } else { structure.word(at - 1) };
        if matches!(before, "." | ":") || self.declared.contains(&at) {
            return false;
        }
        let defines = before == "function" && (at < 2 || structure.word(at - 2) != "local");
        let allowed = structure.word(at + 1) == "." && at > 0 && structure.place(at - 1).functions == 0;
        (defines && !allowed)
            || structure.is_assigned(at)
            || (matches!(named, OuterName::Table(..)) && (self.is_changer(at) || structure.is_assigned_into(at)))
    }

    fn is_changer(&self, at: usize) -> bool {
        at > 1 && self.structure.word(at - 1) == "(" && CHANGERS.contains(&self.structure.word(at - 2))
    }

    /// The text with every table outside of functions sealed.
    fn sealed(&self, text: &str) -> String {
        let tables = self.names.values().filter_map(|named| match named {
            OuterName::Table(first, last) => Some((*first, *last)),
            _ => None,
        });
        let returned = self.returned.filter(|(from, _)| self.structure.word(*from) == "{");
        let mut ranges: Vec<(usize, usize)> = tables.chain(returned.map(|(from, to)| (from, to - 1))).collect();
        ranges.sort_unstable();
        let (mut out, mut done) = (String::with_capacity(text.len() + ranges.len() * 12), 0);
        for (first, last) in ranges {
            let (start, end) = (self.structure.start(first), self.structure.end(last));
            out.push_str(&text[done..start]);
            out.push_str("__sealed(");
            out.push_str(&text[start..end]);
            out.push(')');
            done = end;
        }
        out.push_str(&text[done..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::pure_script;

    #[test]
    fn what_keeps_nothing_is_seen() {
        for (text, expected) in [
            ("return function(me) me.x = 1 end", "return function(me) me.x = 1 end"),
            ("local l = include('l') return function() return l.f() end", "l"),
            ("local l = include(\"l\").f\nreturn function() return l() end", "l"),
            ("local m = {}\nfunction m.f() return m end\nm.g = m.f\nreturn m", "local m = {}"),
            ("local T = { 'a', { 1 } }\nreturn function() return T[1] end", "local T = __sealed({ 'a', { 1 } })\n"),
            ("local T: { string } = {}; return function() return T end", "local T: { string } = __sealed({});"),
            ("return { f = function() local n = 0 n += 1 return n end }", "return __sealed({ f ="),
            ("local f = function() if x then y() end end return f", "return f"),
            ("export type A = { b: (c: number) -> string? } local n = -1 + 2 return function() end", "local n"),
            (
                "local a = if 1 < 2 then 3 else 4\nlocal function f(...)\nlocal b = ...\nif b then b() end\nend\nreturn f",
                "f",
            ),
            ("local n = 1 return function(t) return `{t[n]}: {#t} of {t[n].name}` end", "n"),
            ("local N, M = 1, 2\nreturn function() return N + M end", "local N, M = 1, 2"),
            ("local A, B, C = 1, -2, 'c' local l = include('l') return function() return { A, B, C } end", "l"),
            ("local f, g = include('l').f, function() local n = 0 n += 1 end return f", "l"),
            ("local n = 1 return function(t) return { n = n }, n == 2, t.n, `{n}` end", "n"),
            ("local n = 1 return function(t) t.n = 2 for n = 1, 2 do end local n = 3 end", "n"),
        ] {
            let found = pure_script(text).unwrap_or_else(|| panic!("not seen: {text}"));
            let shown = found.libraries.join(" ") + &found.text;
            assert!(shown.contains(expected), "{text} gives {shown}");
        }
    }

    #[test]
    fn whatever_might_keep_something_is_loaded_anew() {
        for text in [
            "local n = 0 return function() n = n + 1 end",
            "local n = 0 return function() n += 1 end",
            "local n = '' return function() n ..= 'x' end",
            "local n = 0 return function() n //= 2 end",
            "local n, m = 0, 0 return function() m = 1 end",
            "local n, m, o = 0, 0, 0 return function() m, o = 1, 2 end",
            "local n, m, o = 0, 0, 0 return function() function o() end end",
            "local n, m = 0, {} return function() m.x = 1 end",
            "local n, m = {}, 0 return function() n.x = 1 end",
            "local n, m = {} return function() n.x = 1 end",
            "local n, m = f() return function() return n end",
            "local n, m = 0, f() return function() return n end",
            "local n, n = 0, 1 return function() return n end",
            "local n, m return function() end",
            "local n, m: number = 0, 1 return function() end",
            "local n = 0 local m = 0 return function() n, m = 1, 2 end",
            "local n = 0 local m = 0 return function() m, n = 1, 2 end",
            "local n = 0 return function() n, _ = 1 end",
            "local n return function() end",
            "local n = 0 return function() function n() end end",
            "local function f() f = nil end return f",
            "local t = {} return function() t.n = 1 end",
            "local t = {} return function() t[1].n += 1 end",
            "local t = {} return function() function t.f() end end",
            "local t = {} return function() table.insert(t, 1) end",
            "local t = {} function t.f() end return function() end",
            "local t = {} local t = {} return function() return t end",
            "local t = setmetatable({}, {}) return function() end",
            "local t = table.create(3) return function() t[1] = 1 end",
            "local b = buffer.create(8) return function() end",
            "local function f() local n = 0 return function() n += 1 end end local g = f() return g",
            "local s = `{f()}` return function() end",
            "local s = f 'x' return function() end",
            "local s = f { } return function() end",
            "local s = ('x'):rep(3) return function() end",
            "local s = 1 or {} return function() s.x = 1 end",
            "local include = include local l = include('l') return l",
            "local l = include('l')() return l",
            "local l = include(`l`) return l",
            "print(1) return function() end",
            "do local n = 0 return function() n += 1 end end",
            "if x then end return function() end",
            "for i = 1, 2 do end return function() end",
            "t.x = 1 return function() end",
            "local m = {} m.f = f() return m",
            "type A = number (function() end)() return function() end",
            "type A = number n = 1 return function() end",
            "type A = B<number> (function() end)() return function() end",
            "local n = 0 type A = number n = f() return function() return n end",
            "type function F() end return function() end",
            "local n: number f() local m: number = 1 return function() end",
            "return function() end, f()",
            "return function() end)",
            "local n = 0 return function() local s = `{(function() n += 1 end)()}` end",
            "local n = 0 local s = '\\z\n' n = f() return function() return s end",
            "return function() local s = `\\{` n = 1 local t = `}` end",
            "local n = 0 return function() local s = `{[[}`]]}` n = 1 end",
            "local n = 0 return function() local s = `{[=[}`]=]}` n = 1 end",
            "return function(a: A<B> if a then end end",
        ] {
            assert!(pure_script(text).is_none(), "{text}");
        }
    }

    #[test]
    fn every_text_is_judged_without_a_panic() {
        let text =
            "local m = {} function m.f(a: A<B>) if a then return { x = 1 } end t[1], m = `{a}` end type A = B return m";
        for (from, _) in text.char_indices() {
            for to in from..=text.len() {
                let _ = pure_script(&text[from..to]);
            }
        }
    }
}
