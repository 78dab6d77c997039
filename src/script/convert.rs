//! Luau values to arguments and back.

use super::api::{ApiParameter, ApiRow, ApiType};
use super::handle::Handle;
use super::quick::plain_answer;
use super::raised::{Raised, wrong_argument};
use super::shared::Shared;
use super::{Arg, Host, NameOrText, limit};
use crate::value::Formula;
use mlua::{Lua, LuaString, Table, Value};
use std::sync::Arc;

impl<H: Host> Shared<H> {
    /// An argument of a call, checked for its sort.
    pub(super) fn argument(&self, row: &ApiRow, parameter: &ApiParameter, value: Value) -> mlua::Result<Arg> {
        if matches!(value, Value::Nil) && parameter.optional {
            return Ok(Arg::Nil);
        }
        let wrong = |got: &str| wrong_argument(row, parameter, got);
        if parameter.sort == ApiType::Dice {
            return self.dice_argument(&value).ok_or_else(|| wrong(&self.described(&value)));
        }
        let arg = self.to_arg(value)?;
        if !fits(parameter.sort, &arg) {
            return Err(wrong(arg.sort()));
        }
        Ok(as_wanted(parameter.sort, arg))
    }

    fn described(&self, value: &Value) -> String {
        match value {
            Value::String(text) => format!("`{}`", text.to_string_lossy()),
            other => describe(other),
        }
    }

    fn dice_argument(&self, value: &Value) -> Option<Arg> {
        match value {
            Value::Number(n) if n.fract() == 0.0 && n.abs() < 1e15 => {
                Some(Arg::Dice(Arc::new(Formula::constant(*n as i64))))
            }
            Value::Integer(n) => Some(Arg::Dice(Arc::new(Formula::constant(*n)))),
            Value::String(text) => self.dice_of(text).map(Arg::Dice),
            Value::UserData(data) => match Handle::of(data)? {
                Handle::Dice(formula) => Some(Arg::Dice(formula)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The dice a text stands for, asked of the host once.
    fn dice_of(&self, text: &LuaString) -> Option<Arc<Formula>> {
        if let Some(known) = self.names.borrow_mut().dice(text) {
            return known;
        }
        if text.as_bytes().len() > limit::TEXT {
            return None;
        }
        let mut host = self.host.take();
        let dice = host.dice(&text.to_string_lossy());
        self.host.set(host);
        self.names.borrow_mut().remember_dice(text, dice.clone());
        dice
    }

    /// Any value that the game can hold.
    pub(super) fn to_arg(&self, value: Value) -> mlua::Result<Arg> {
        Ok(match value {
            Value::Nil => Arg::Nil,
            Value::Boolean(truth) => Arg::Bool(truth),
            Value::Number(n) => Arg::Number(n),
            Value::Integer(n) => Arg::Number(n as f64),
            Value::String(text) => Arg::Text(self.text(&text)?),
            Value::UserData(data) => match self.handle_of(&data) {
                Some(handle) => handle.to_arg(),
                None => return Err(refuse("an error is no value of the game".to_string())),
            },
            Value::Table(table) => self.whole_table(&table)?,
            other => return Err(refuse(format!("{} is no value of the game", describe(&other)))),
        })
    }

    fn text(&self, text: &LuaString) -> mlua::Result<NameOrText> {
        self.names.borrow_mut().text(text).ok_or_else(|| refuse(format!("a text may have {} bytes", limit::TEXT)))
    }

    /// A table as the game holds it: one that is frozen, and holds no other, is read once.
    fn whole_table(&self, table: &Table) -> mlua::Result<Arg> {
        let is_frozen = table.is_readonly();
        if let Some(known) = is_frozen.then(|| self.frozen.borrow().find(table)).flatten() {
            return Ok(known);
        }
        let mut left = limit::TABLE_VALUES;
        let arg = self.table(table, limit::TABLE_DEPTH, &mut left)?;
        if is_frozen {
            self.frozen.borrow_mut().keep(table, &arg);
        }
        Ok(arg)
    }

    fn table(&self, table: &Table, depth: usize, left: &mut usize) -> mlua::Result<Arg> {
        if depth == 0 {
            return Err(refuse(format!("tables may be nested {} deep", limit::TABLE_DEPTH)));
        }
        let mut list = Vec::new();
        let mut record = Vec::new();
        let mut failed = None;
        table.for_each(|key: Value, value: Value| {
            *left = left
                .checked_sub(1)
                .ok_or_else(|| refuse(format!("a table may hold {} values", limit::TABLE_VALUES)))?;
            let value = match value {
                Value::Table(inner) => self.table(&inner, depth - 1, left)?,
                other => self.to_arg(other)?,
            };
            match key {
                Value::String(text) => record.push((self.text(&text)?, value)),
                Value::Integer(n) => list.push((n, value)),
                Value::Number(n) if n.fract() == 0.0 => list.push((n as i64, value)),
                other => failed = Some(describe(&other)),
            }
            Ok(())
        })?;
        if let Some(key) = failed {
            return Err(refuse(format!("{key} cannot be a key of a table given to the game")));
        }
        list.sort_by_key(|(index, _)| *index);
        let whole = list.iter().zip(1..).all(|((index, _), expected)| *index == expected);
        if !whole || (!list.is_empty() && !record.is_empty()) {
            return Err(refuse("a table given to the game is a list without gaps, or has names only".to_string()));
        }
        if record.is_empty() {
            return Ok(Arg::List(list.into_iter().map(|(_, value)| value).collect()));
        }
        Ok(self.record(record))
    }

    /// Named values in the order of their names.
    pub(super) fn record(&self, mut record: Vec<(NameOrText, Arg)>) -> Arg {
        let names = self.program.names();
        record.sort_by(|(a, _), (b, _)| a.as_str(names).cmp(b.as_str(names)));
        Arg::Record(record.into())
    }

    /// The Luau value of an answer. Under a memory limit every allocation is a protected call, which costs more than
    /// the value; what the host answers is bounded by the host, so the limit is lifted while it is made.
    pub(super) fn to_value(&self, lua: &Lua, arg: Arg) -> mlua::Result<Value> {
        match arg {
            Arg::Nil => return Ok(Value::Nil),
            Arg::Bool(truth) => return Ok(Value::Boolean(truth)),
            Arg::Number(n) => return Ok(Value::Number(n)),
            _ => {}
        }
        if let Some(known) = self.known(&arg) {
            return Ok(known);
        }
        lua.set_memory_limit(0)?;
        let value = self.made_value(lua, arg);
        self.restore_limit(lua)?;
        value
    }

    pub(super) fn made_value(&self, lua: &Lua, arg: Arg) -> mlua::Result<Value> {
        let handle = match arg {
            Arg::Nil => return Ok(Value::Nil),
            Arg::Bool(truth) => return Ok(Value::Boolean(truth)),
            Arg::Number(n) => return Ok(Value::Number(n)),
            Arg::Text(text) => return self.string(lua, &text).map(Value::String),
            Arg::List(list) if self.kept.list(list.iter().map(|member| plain_answer(lua, self, member))).is_some() => {
                return self.kept.listed(lua).map(Value::Table);
            }
            Arg::List(list) => {
                let table = lua.create_table_with_capacity(list.len(), 0)?;
                for (index, member) in list.into_iter().enumerate() {
                    table.raw_seti(index + 1, self.made_value(lua, member)?)?;
                }
                return Ok(Value::Table(table));
            }
            Arg::Record(fields) => {
                let table = lua.create_table_with_capacity(0, fields.len())?;
                for (name, member) in fields.iter() {
                    table.raw_set(self.string(lua, name)?, self.made_value(lua, member.clone())?)?;
                }
                return Ok(Value::Table(table));
            }
            Arg::Figure(id) => Handle::Figure(id),
            Arg::Side(id) => Handle::Side(id),
            Arg::Thing(id) => Handle::Thing(id),
            Arg::Item(id) => Handle::Item(id),
            Arg::Cell(position) => Handle::Cell(position),
            Arg::Dice(formula) => Handle::Dice(formula),
            Arg::Order(order) => Handle::Order(order),
            Arg::Result(result) => Handle::Result(result),
            Arg::Play => Handle::Play,
        };
        self.handle(lua, handle).map(Value::UserData)
    }

    fn string(&self, lua: &Lua, text: &NameOrText) -> mlua::Result<LuaString> {
        match text {
            NameOrText::Name(id) => match self.names.borrow().string(*id) {
                Some(string) => Ok(string),
                None => lua.create_string(""),
            },
            NameOrText::Other(text) => {
                self.note_text(text.len());
                lua.create_string(&**text)
            }
        }
    }
}

/// Whether a parameter of that sort takes it.
pub(super) fn fits(sort: ApiType, arg: &Arg) -> bool {
    match sort {
        ApiType::Name(_) | ApiType::Text => matches!(arg, Arg::Text(_)),
        ApiType::Number => matches!(arg, Arg::Number(n) if n.is_finite()),
        ApiType::Figure => matches!(arg, Arg::Figure(_)),
        ApiType::Side => matches!(arg, Arg::Side(_)),
        ApiType::Thing => matches!(arg, Arg::Thing(_) | Arg::Item(_)),
        ApiType::Cell => matches!(arg, Arg::Cell(_)),
        ApiType::Place => matches!(arg, Arg::Figure(_) | Arg::Cell(_)),
        ApiType::Target => matches!(arg, Arg::Figure(_) | Arg::Cell(_) | Arg::Thing(_)),
        ApiType::Order => matches!(arg, Arg::Order(_)),
        ApiType::List | ApiType::Names(_) => matches!(arg, Arg::List(_)),
        ApiType::Facts => matches!(arg, Arg::Record(_)) || matches!(arg, Arg::List(list) if list.is_empty()),
        ApiType::Any => !arg.is_nil(),
        ApiType::Dice => true,
    }
}

/// An argument that fits, as the host takes it: no facts are an empty record, and not an empty list.
pub(super) fn as_wanted(sort: ApiType, arg: Arg) -> Arg {
    match (sort, arg) {
        (ApiType::Facts, Arg::List(_)) => Arg::Record(Arc::default()),
        (_, arg) => arg,
    }
}

/// An error of Luau that a script may catch.
fn refuse(message: String) -> mlua::Error {
    mlua::Error::external(Raised::Refused { message, help: String::new() })
}

/// What sort of value it is, in the scripter's words.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Nil => "nil".to_string(),
        Value::UserData(data) => match Handle::of(data) {
            Some(handle) => handle.to_arg().sort().to_string(),
            None => "an error".to_string(),
        },
        Value::String(_) => "a text".to_string(),
        other => format!("a {}", other.type_name()),
    }
}
