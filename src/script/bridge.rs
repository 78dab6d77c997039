//! From a call in a script to the host and back: members, properties and operators of handles.

use super::api::{ApiOwner, ApiRow, SEE_REFERENCE, Shape};
use super::handle::{DICE, Handle, LuaHandle};
use super::raised::Raised;
use super::shared::Shared;
use super::stop::ScriptStop;
use super::{Arg, Engine, Host, HostError, HostRow, NameOrText, Reply, ResultData, rows};
use crate::diag::did_you_mean;
use mlua::{
    FromLuaMulti, Lua, LuaString, MultiValue, UserDataFields, UserDataMethods, UserDataRegistry, Value, Variadic,
};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most parameters a row has.
const PARAMETERS: usize = 4;

/// How many owners there are.
const OWNERS: usize = ApiOwner::Play as usize + 1;

/// The rows of one name, by owner.
type Members<H> = [Option<&'static HostRow<H>>; OWNERS];

/// The rows of one owner.
fn rows_of<H: Host>(owner: usize) -> impl Iterator<Item = &'static HostRow<H>> {
    H::rows().iter().copied().flatten().filter(move |one| one.row.owner as usize == owner)
}

/// The arguments of a method, as they come.
type MethodArgs = [Value; PARAMETERS];

/// Makes every row of the table callable, each on the type of its owner.
pub(super) fn register<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>) -> mlua::Result<()> {
    register_owner::<0, H>(lua, shared)?;
    register_owner::<1, H>(lua, shared)?;
    register_owner::<2, H>(lua, shared)?;
    register_owner::<3, H>(lua, shared)?;
    register_owner::<4, H>(lua, shared)?;
    register_owner::<5, H>(lua, shared)?;
    register_owner::<6, H>(lua, shared)?;
    register_owner::<DICE, H>(lua, shared)
}

fn register_owner<const OWNER: usize, H: Host>(lua: &Lua, shared: &Rc<Shared<H>>) -> mlua::Result<()> {
    let mut methods: BTreeMap<&str, Members<H>> = BTreeMap::new();
    for one in rows_of::<H>(OWNER).filter(|one| one.row.shape != Shape::Field) {
        methods.entry(one.row.name).or_insert([None; OWNERS])[OWNER] = Some(one);
    }
    lua.register_userdata_type::<LuaHandle<OWNER>>(|registry| {
        registry.enable_namecall();
        for (name, members) in methods {
            add_method(registry, shared, name, members);
        }
        for one in rows_of::<H>(OWNER).filter(|one| one.row.shape == Shape::Field) {
            let shared = shared.clone();
            registry.add_field_method_get(one.row.name, move |lua, this| field(lua, &shared, &this.0, one));
        }
        add_operators(registry, shared);
    })
}

fn add_method<const OWNER: usize, H: Host>(
    registry: &mut UserDataRegistry<LuaHandle<OWNER>>,
    shared: &Rc<Shared<H>>,
    name: &'static str,
    members: Members<H>,
) {
    use Value::Nil;
    let rows = || members.iter().flatten().map(|one| &one.row);
    let arity = rows().map(|row| row.parameters.len()).max().unwrap_or(0);
    if rows().any(ApiRow::answers_two) {
        let shared = shared.clone();
        registry.add_method(name, move |lua, this, given: Variadic<Value>| {
            let mut given = given.into_iter();
            let mut next = || given.next().unwrap_or(Nil);
            let given = [next(), next(), next(), next()];
            match call_method(lua, &shared, &this.0, name, &members, given)? {
                Reply::One(one) => Ok(MultiValue::from_iter([shared.to_value(lua, one)?])),
                Reply::Two(one, two) => {
                    Ok(MultiValue::from_iter([shared.to_value(lua, one)?, shared.to_value(lua, two)?]))
                }
            }
        });
        return;
    }
    match arity {
        0 => add::<OWNER, H, ()>(registry, shared, name, members, |()| [Nil, Nil, Nil, Nil]),
        1 => add::<OWNER, H, Value>(registry, shared, name, members, |a| [a, Nil, Nil, Nil]),
        2 => add::<OWNER, H, (Value, Value)>(registry, shared, name, members, |(a, b)| [a, b, Nil, Nil]),
        3 => add::<OWNER, H, (Value, Value, Value)>(registry, shared, name, members, |(a, b, c)| [a, b, c, Nil]),
        _ => {
            add::<OWNER, H, (Value, Value, Value, Value)>(registry, shared, name, members, |(a, b, c, d)| [a, b, c, d])
        }
    }
}

fn add<const OWNER: usize, H: Host, A: FromLuaMulti + 'static>(
    registry: &mut UserDataRegistry<LuaHandle<OWNER>>,
    shared: &Rc<Shared<H>>,
    name: &'static str,
    members: Members<H>,
    spread: fn(A) -> MethodArgs,
) {
    let shared = shared.clone();
    registry.add_method(name, move |lua, this, given: A| {
        match call_method(lua, &shared, &this.0, name, &members, spread(given))? {
            Reply::One(one) | Reply::Two(one, _) => shared.to_value(lua, one),
        }
    });
}

fn call_method<H: Host>(
    lua: &Lua,
    shared: &Rc<Shared<H>>,
    this: &Handle,
    name: &str,
    members: &Members<H>,
    given: MethodArgs,
) -> mlua::Result<Reply> {
    if let Some(answered) = shared.answered.take() {
        return answered;
    }
    let Some(one) = this.owner().and_then(|owner| members[owner as usize]) else {
        return Err(unknown_member(shared, this, name));
    };
    let row = &one.row;
    if row.shape == Shape::Change && shared.read_only.get() {
        return Err(mlua::Error::external(Raised::ReadOnly { function: row.name.to_string() }));
    }
    let mut args = [Arg::Nil, Arg::Nil, Arg::Nil, Arg::Nil, Arg::Nil];
    let mut count = 0;
    if row.owner != ApiOwner::Play {
        args[0] = this.to_arg();
        count = 1;
    }
    for (parameter, value) in row.parameters.iter().zip(given) {
        args[count] = shared.argument(row, parameter, value)?;
        count += 1;
    }
    ask_host(lua, shared, one, &args[..count])
}

/// Asks the host what a row says.
pub(super) fn ask_host<H: Host>(
    lua: &Lua,
    shared: &Rc<Shared<H>>,
    one: &HostRow<H>,
    args: &[Arg],
) -> mlua::Result<Reply> {
    let Some(answer) = one.answer else {
        return Ok(Reply::NOTHING);
    };
    shared.spend(lua, one.row.steps + args.iter().map(Arg::weight).sum::<u64>())?;
    let reply = with_host(lua, shared, |host, engine| answer(&mut host.calls(engine), args))?;
    shared.spend(lua, reply.weight())?;
    Ok(reply)
}

/// Calls the host with the engine, and turns its refusals into errors of Luau.
pub(super) fn with_host<H: Host, T>(
    lua: &Lua,
    shared: &Rc<Shared<H>>,
    ask: impl FnOnce(&mut H, &Engine<H>) -> Result<T, HostError>,
) -> mlua::Result<T> {
    if shared.is_stopped() {
        return Err(mlua::Error::external(Raised::Stopped));
    }
    let engine = Engine { lua: lua.clone(), shared: shared.clone() };
    let mut host = shared.host.take();
    let answer = ask(&mut host, &engine);
    shared.host.set(host);
    answer.map_err(|error| host_error(lua, shared, error))
}

fn host_error<H: Host>(lua: &Lua, shared: &Shared<H>, error: HostError) -> mlua::Error {
    mlua::Error::external(match error {
        HostError::Unknown { sort, name, among } => {
            let help = did_you_mean(&name, among.iter().map(|name| &**name), "the rules must declare it first");
            Raised::Name { sort: sort.to_string(), name, help }
        }
        HostError::Refused { message, help } => Raised::Refused { message, help },
        HostError::Rules(diagnostic) => return shared.stop_with(lua, ScriptStop::Rules(diagnostic)),
        HostError::Script(error) => return shared.stop_with(lua, ScriptStop::Nested(error)),
        HostError::Halt => return shared.stop_with(lua, ScriptStop::Halt),
    })
}

fn add_operators<const OWNER: usize, H: Host>(
    registry: &mut UserDataRegistry<LuaHandle<OWNER>>,
    shared: &Rc<Shared<H>>,
) {
    let own = shared.clone();
    registry.add_meta_method("__index", move |lua, this, key: LuaString| property(lua, &own, &this.0, &key));
    registry.add_meta_method("__newindex", |_, this, (key, _): (Value, Value)| {
        let key = key.to_string().unwrap_or_default();
        Err::<(), _>(mlua::Error::external(Raised::Refused {
            message: format!("`{key}` of {} cannot be assigned", this.0.to_arg().sort()),
            help: "change it with a function: `change`, `put` or `set`".to_string(),
        }))
    });
    let own = shared.clone();
    registry.add_meta_method("__eq", move |lua, this, other: Value| {
        let Some(other) = other.as_userdata().and_then(Handle::of) else { return Ok(false) };
        // Outcomes are equal if their dice are.
        look(lua, &own, &this.0, "dice")?;
        look(lua, &own, &other, "dice")?;
        Ok(other == this.0)
    });
    let own = shared.clone();
    registry.add_meta_method("__tostring", move |lua, this, ()| {
        let arg = this.0.to_arg();
        with_host(lua, &own, |host, _| Ok(host.show(&arg)))
    });
    let own = shared.clone();
    registry.add_meta_method("__add", move |lua, this, more: f64| shifted(lua, &own, &this.0, more));
    let own = shared.clone();
    registry.add_meta_method("__sub", move |lua, this, less: f64| shifted(lua, &own, &this.0, -less));
}

fn shifted<H: Host>(lua: &Lua, shared: &Shared<H>, this: &Handle, more: f64) -> mlua::Result<Value> {
    let refused = |message: &str, help: &str| {
        mlua::Error::external(Raised::Refused { message: message.to_string(), help: help.to_string() })
    };
    let Handle::Dice(formula) = this else {
        return Err(refused(&format!("{} cannot be added to", this.to_arg().sort()), "only dice and numbers can"));
    };
    if more.fract() != 0.0 || more.abs() > 1e15 {
        return Err(refused("only whole numbers can be added to dice", "round it first: `math.floor(n)`"));
    }
    match formula.adding(more as i64) {
        Some(sum) => shared.to_value(lua, Arg::Dice(sum.into())),
        None => Err(refused("the number added to the dice is too large", "")),
    }
}

/// A field of the table.
fn field<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>, this: &Handle, one: &HostRow<H>) -> mlua::Result<Value> {
    look(lua, shared, this, one.row.name)?;
    if let Some(own) = own_field(this, one.row.name) {
        return shared.to_value(lua, own);
    }
    let subject = [this.to_arg()];
    let args = if one.row.owner == ApiOwner::Play { &[] } else { &subject[..] };
    match ask_host(lua, shared, one, args)? {
        Reply::One(one) | Reply::Two(one, _) => shared.to_value(lua, one),
    }
}

/// A property that the host knows.
fn property<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>, this: &Handle, key: &LuaString) -> mlua::Result<Value> {
    if this.owner().is_none() {
        return Err(unknown_member(shared, this, &key.to_string_lossy()));
    }
    let text = shared.names.borrow_mut().text(key);
    let Some(text) = text else {
        return Err(unknown_member(shared, this, &key.to_string_lossy()));
    };
    if let Handle::Result(result) = this {
        let field = result.fields.iter().find(|(name, _)| *name == text);
        return match (field, &text) {
            (Some((_, value)), _) => {
                shared.remember(this, key, text.clone());
                shared.to_value(lua, value.clone())
            }
            // An empty field; what the rules do not name at all is no field.
            (None, NameOrText::Name(_)) => {
                shared.remember(this, key, text.clone());
                Ok(Value::Nil)
            }
            (None, NameOrText::Other(_)) => Err(unknown_member(shared, this, &key.to_string_lossy())),
        };
    }
    let subject = this.to_arg();
    match with_host(lua, shared, |host, engine| host.get(engine, &subject, &text))? {
        Some(value) => {
            shared.remember(this, key, text);
            shared.to_value(lua, value)
        }
        None => Err(unknown_member(shared, this, &key.to_string_lossy())),
    }
}

/// Tells the host that a script looks at more of an outcome than its verdict.
fn look<H: Host>(lua: &Lua, shared: &Rc<Shared<H>>, this: &Handle, name: &str) -> mlua::Result<()> {
    let Handle::Result(result) = this else { return Ok(()) };
    let (Some(check), "total" | "margin" | "dice" | "kept" | "opposed") = (result.watched, name) else {
        return Ok(());
    };
    let at_dice = !matches!(name, "total" | "margin");
    with_host(lua, shared, |host, _| {
        host.looked(check, at_dice);
        Ok(())
    })
}

/// What the engine knows itself.
fn own_field(this: &Handle, name: &str) -> Option<Arg> {
    match (this, name) {
        (Handle::Cell(position), "x") => Some(Arg::Number(f64::from(position.x))),
        (Handle::Cell(position), "y") => Some(Arg::Number(f64::from(position.y))),
        (Handle::Order(order), "actor") => Some(Arg::Figure(order.actor)),
        (Handle::Result(result), name) => result_field(result, name),
        _ => None,
    }
}

pub(super) fn result_field(result: &ResultData, name: &str) -> Option<Arg> {
    let numbers = |list: &[i64]| Arg::List(list.iter().map(|n| Arg::int(*n)).collect());
    Some(match name {
        "success" => Arg::Bool(result.success),
        "draw" => Arg::Bool(result.draw),
        "impossible" => Arg::Bool(result.impossible),
        "why" => result.why.as_ref().map_or(Arg::Nil, |why| Arg::text(why)),
        "need" => result.need.into(),
        "total" => result.total.into(),
        "margin" => result.margin.into(),
        "dice" => numbers(&result.dice),
        "kept" => numbers(&result.kept),
        "opposed" => result.opposed.clone().map_or(Arg::Nil, Arg::Result),
        _ => return None,
    })
}

/// The error for a member that is not there, with the nearest of those that are.
fn unknown_member<H: Host>(shared: &Shared<H>, this: &Handle, name: &str) -> mlua::Error {
    let mut host = shared.host.take();
    let properties = host.properties(&this.to_arg());
    shared.host.set(host);
    let owner = this.owner();
    let members: Vec<&str> = rows::<H>().filter(|row| Some(row.owner) == owner).map(|row| row.name).collect();
    let names = members.iter().copied().chain(properties.iter().map(|name| &**name));
    mlua::Error::external(Raised::Member {
        sort: owner.map_or("a dice value", ApiOwner::words).to_string(),
        name: name.to_string(),
        help: did_you_mean(name, names, SEE_REFERENCE),
    })
}
