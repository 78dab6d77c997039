//! The environment of scripts: an allow-list, read-only, the same in every run.

use super::compiler::compiler;
use super::handle::Handle;
use super::raised::Raised;
use super::shared::{Included, Loaded, Shared};
use super::stop::ScriptStop;
use super::{Host, constant, limit, rewrite, weight};
use crate::diag::did_you_mean;
use mlua::{Function, Lua, LuaString, Table, Value};
use std::rc::Rc;

/// Letters of the name of a library.
const MOST_NAME: usize = 200;
/// The allow-list itself.
const PRELUDE: &str = include_str!("prelude.luau");

/// The name under which [`PRELUDE`] stands in traces, which no script can have.
pub(super) const PRELUDE_NAME: &str = "[fray]";

/// What to say of names of which nothing is known.
pub(crate) const DECLARE: &str = "declare it with `local` first";

/// What to say of names that other Lua environments have.
const REMOVED: &[(&str, &str)] = &[
    ("os", "scripts know no clock and no machine"),
    ("io", "scripts read and write no files"),
    ("debug", "scripts cannot look into one another"),
    ("require", "a library of the pack is had with `include(\"name\")`"),
    ("loadstring", "scripts are read when the pack is loaded, not made while it runs"),
    ("load", "scripts are read when the pack is loaded, not made while it runs"),
    ("dofile", "a library of the pack is had with `include(\"name\")`"),
    ("getfenv", "globals are read-only and the same for all scripts"),
    ("setfenv", "globals are read-only and the same for all scripts"),
    ("collectgarbage", "memory is counted and limited"),
    ("gcinfo", "memory is counted and limited"),
    ("newproxy", "make a table instead"),
    ("print", "use `play:say(text)`"),
    ("warn", "use `play:say(text)`"),
    ("_G", "globals are read-only and have no table"),
    ("shared", "what lasts lives on figures and in the play"),
];

/// Puts the allow-list in the place of the globals. Compiled scripts find their imports there, and nowhere else.
pub(super) fn close<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>) -> mlua::Result<()> {
    let host = host_functions(lua, shared)?;
    let environment: Table =
        lua.load(PRELUDE).set_name(format!("={PRELUDE_NAME}")).set_compiler(compiler()).call(host)?;
    environment.set_readonly(true);
    environment.set_safeenv(true);
    lua.set_globals(environment)
}

fn host_functions<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>) -> mlua::Result<Table> {
    let host = lua.create_table()?;
    host.set("memory", limit::MEMORY)?;
    host.set("text", limit::LONGEST_TEXT)?;
    host.set("values", limit::MEMORY / 16)?;
    host.set("class", lua.create_function(|_, value: Value| Ok(class(&value)))?)?;
    host.set("rank", lua.create_function(|_, value: Value| rank(&value))?)?;
    let own = shared.clone();
    host.set("work", lua.create_function(move |lua, steps: f64| own.spend(lua, steps.max(0.0) as u64))?)?;
    let own = shared.clone();
    host.set("touch", lua.create_function(move |lua, ()| own.touch(lua))?)?;
    let own = shared.clone();
    host.set(
        "burden",
        lua.create_function(move |_, steps: f64| {
            own.settle();
            Ok(own.burden.replace(steps.max(0.0) as u64))
        })?,
    )?;
    let own = shared.clone();
    host.set("burdened", lua.create_function(move |_, ()| Ok(own.burden.get()))?)?;
    let own = shared.clone();
    host.set("full", lua.create_function(move |lua, ()| Err::<(), _>(own.stop_with(lua, ScriptStop::Memory)))?)?;
    let own = shared.clone();
    host.set("long", lua.create_function(move |lua, ()| Err::<(), _>(own.stop_with(lua, ScriptStop::Text)))?)?;
    let own = shared.clone();
    host.set("caught", lua.create_function(move |lua, error: Value| caught(lua, &own, error))?)?;
    let own = shared.clone();
    host.set("include", lua.create_function(move |lua, name: String| include(lua, &own, &name))?)?;
    host.set("unknown", lua.create_function(|lua, (_, name): (Value, LuaString)| unknown(lua, &name))?)?;
    Ok(host)
}

fn class(value: &Value) -> &'static str {
    match value.as_userdata().and_then(Handle::of) {
        Some(handle) => handle.class(),
        _ => value.type_name(),
    }
}

/// A text by which keys that are neither numbers nor texts are put in order.
fn rank(value: &Value) -> mlua::Result<String> {
    let shifted = |n: i64| n + (1 << 40);
    let place = match value {
        Value::Boolean(truth) => return Ok(format!("!{}", u8::from(*truth))),
        Value::UserData(data) => Handle::of(data).and_then(|handle| handle.rank()),
        _ => None,
    };
    match place {
        Some((sort, a, b)) => Ok(format!("{sort}{:014}{:014}", shifted(a), shifted(b))),
        None => Err(mlua::Error::external(Raised::Refused {
            message: format!("a table cannot be gone through in order: one of its keys is a {}", class(value)),
            help: "keys have an order if they are numbers, texts, truths, figures, sides, things or cells".to_string(),
        })),
    }
}

/// What a script may know of an error it caught: its text. A stop goes on.
fn caught<H: Host>(lua: &Lua, shared: &Shared<H>, error: Value) -> mlua::Result<Value> {
    if shared.is_stopped() {
        return Err(mlua::Error::external(Raised::Stopped));
    }
    match error {
        Value::Error(error) => {
            if matches!(*error, mlua::Error::MemoryError(_)) {
                return Err(shared.stop_with(lua, ScriptStop::Memory));
            }
            let text = super::trace::message(&error);
            lua.create_string(text).map(Value::String)
        }
        Value::String(text) if text.as_bytes().ends_with(b"not enough memory") => {
            Err(shared.stop_with(lua, ScriptStop::Memory))
        }
        other => Ok(other),
    }
}

/// What to do about a global that is not there; none of one that is.
pub fn unknown_global(name: &str) -> Option<String> {
    let removed = REMOVED.iter().find(|(removed, _)| *removed == name).map(|(_, help)| (*help).to_string());
    let near = || did_you_mean(name, GLOBALS.iter().copied(), DECLARE);
    (!GLOBALS.contains(&name)).then(|| removed.unwrap_or_else(near))
}

/// A global that is not there.
fn unknown(lua: &Lua, name: &LuaString) -> mlua::Result<Value> {
    let _ = lua;
    let name = name.to_string_lossy();
    let help = unknown_global(&name).unwrap_or_default();
    Err(mlua::Error::external(Raised::Name { sort: "global".to_string(), name, help }))
}

/// The names that scripts see without declaring them.
pub(super) const GLOBALS: &[&str] = &[
    "assert",
    "error",
    "getmetatable",
    "include",
    "ipairs",
    "next",
    "pairs",
    "pcall",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "tonumber",
    "tostring",
    "type",
    "typeof",
    "unpack",
    "xpcall",
    "bit32",
    "buffer",
    "coroutine",
    "math",
    "string",
    "table",
    "utf8",
    "vector",
];

/// The library of that name: loaded once in a call, and read-only.
fn include<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>, name: &str) -> mlua::Result<Value> {
    let refused = |message: String, help: String| mlua::Error::external(Raised::Include { message, help });
    if name.len() > MOST_NAME {
        let help = format!("a name has at most {MOST_NAME} letters");
        return Err(refused("no script has so long a name".to_string(), help));
    }
    let Some(script) = shared.program.script_named(name) else {
        let names = shared.program.scripts().iter().map(|script| &*script.name);
        let help = did_you_mean(name, names, "a library is a file in the folder of the pack's scripts");
        return Err(refused(format!("no script is named `{name}`"), help));
    };
    let position = shared.included.borrow().iter().position(|(known, _)| *known == script);
    let known = position.map(|at| shared.included.borrow()[at].1.clone());
    match known {
        Some(Included::Loaded(value)) => return Ok(value),
        Some(Included::Loading) => {
            let help = "move what both need into a third library".to_string();
            return Err(refused(format!("the library `{name}` includes itself"), help));
        }
        None => shared.included.borrow_mut().push((script, Included::Loading)),
    }
    let value = load(lua, shared, script)?;
    let mut included = shared.included.borrow_mut();
    if let Some(place) = included.iter_mut().find(|(known, _)| *known == script) {
        place.1 = Included::Loaded(value.clone());
    }
    Ok(value)
}

/// What a script returns when it is loaded: anew for every call, unless it is sure to keep nothing.
pub(super) fn load<H: Host>(lua: &Lua, shared: &Shared<H>, script: usize) -> mlua::Result<Value> {
    let known = shared.loaded.borrow()[script].clone();
    if let Some(known) = known {
        shared.spend(lua, known.steps)?;
        shared.note_text(known.longest);
        return Ok(known.value);
    }
    let chunk = chunk(lua, shared, script)?;
    if shared.program.pure(script).is_none() {
        return chunk.call(());
    }
    shared.settle();
    let (before, left, longest) = (shared.held(lua), shared.steps.get(), shared.exchange_longest(0));
    let value: Value = chunk.call(())?;
    shared.settle();
    shared.keep_since(lua, before)?;
    let steps = left.saturating_sub(shared.steps.get());
    let made = shared.exchange_longest(longest);
    shared.note_text(made);
    shared.loaded.borrow_mut()[script] = Some(Loaded { value: value.clone(), steps, longest: made });
    Ok(value)
}

/// The compiled script, compiled at its first use.
fn chunk<H: Host>(lua: &Lua, shared: &Shared<H>, script: usize) -> mlua::Result<Function> {
    if let Some(Some(chunk)) = shared.chunks.borrow().get(script) {
        return Ok(chunk.clone());
    }
    let source = &shared.program.scripts()[script];
    if source.text.len() > limit::SOURCE {
        let message = format!("`{}` is longer than {} bytes", source.name, limit::SOURCE);
        return Err(mlua::Error::external(Raised::Refused { message, help: "split it".to_string() }));
    }
    let operators = weight::operators(&source.text);
    if operators > limit::OPERATORS {
        let message =
            format!("a function of `{}` has {operators} operators, more than {}", source.name, limit::OPERATORS);
        return Err(mlua::Error::external(Raised::Refused { message, help: "split it".to_string() }));
    }
    let before = shared.held(lua);
    let text = constant::answered(shared.program.pure(script).unwrap_or(&source.text), &shared.program);
    let chunk = lua
        .load(rewrite::ordered(&text))
        .set_name(format!("={}", source.name))
        .set_mode(mlua::chunk::ChunkMode::Text)
        .set_compiler(compiler())
        .into_function()?;
    shared.keep_since(lua, before)?;
    if let Some(place) = shared.chunks.borrow_mut().get_mut(script) {
        *place = Some(chunk.clone());
    }
    Ok(chunk)
}
