//! The doors against the long way that mlua made: whatever a script does, it must not be able to tell.

use fray_border::{
    Answer, GivenValue, KeptValues, MethodCall, answer_calls, answer_index, count_steps, take_steps, watch_bytes,
};
use mlua::{AnyUserData, Lua, LuaString, MultiValue, Table, UserDataFields, UserDataMethods, Value, VmState};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// What lies behind a userdata.
struct Chest(f64);

/// Names that scripts read; of the last nothing is known.
const KEYS: [&str; 7] = ["gold", "empty", "shut", "label", "twin", "burst", "nothing"];

/// The methods of chests.
const METHODS: [&str; 4] = ["opened", "weighed", "coins", "lid"];

type Known = Rc<RefCell<HashMap<(usize, usize), Answer>>>;

/// A state with two chests, whose members are read the long way, or answered at once as far as `known` goes.
fn chests(quick: bool) -> (Lua, Known) {
    let lua = Lua::new();
    lua.register_userdata_type::<Chest>(|registry| {
        registry.add_field_method_get("gold", |_, this| Ok(this.0));
        registry.add_field_method_get("empty", |_, this| Ok(this.0 == 0.0));
        registry.add_field_method_get("shut", |_, _| Ok(Value::Nil));
        registry.add_field_method_get("label", |_, _| Ok("oak"));
        registry.enable_namecall();
        registry.add_method("opened", |_, this, more: f64| Ok(this.0 + more));
        registry.add_method("weighed", |_, this, (load, light): (Table, Option<bool>)| {
            let mut sum = this.0;
            load.for_each(|key: Value, value: f64| {
                sum += value + if key.is_string() { 100.0 } else { 0.0 };
                Ok(())
            })?;
            Ok(if light == Some(true) { -sum } else { sum })
        });
        registry.add_method("coins", |lua, this, count: usize| {
            let twin: Value = lua.globals().get(if this.0 == 0.0 { "second" } else { "first" })?;
            let list = lua.create_table()?;
            (0..count).try_for_each(|at| list.raw_push(if at == 1 { twin.clone() } else { Value::Number(this.0) }))?;
            Ok(list)
        });
        registry.add_method("lid", |_, this, ()| Ok(MultiValue::from_iter([Value::Boolean(this.0 > 0.0), Value::Nil])));
        registry.add_meta_method("__index", |lua, this, key: LuaString| match &*key.to_str()? {
            "twin" => lua.globals().get::<Value>(if this.0 == 0.0 { "second" } else { "first" }),
            "burst" => Err(mlua::Error::runtime("it is rusty")),
            other => Err(mlua::Error::runtime(format!("no {other}"))),
        });
    })
    .unwrap();
    let known = Known::default();
    for (name, gold) in [("first", 0.0), ("second", 7.5)] {
        lua.globals().set(name, lua.create_any_userdata(Chest(gold)).unwrap()).unwrap();
    }
    if quick {
        answer(&lua, &known);
    }
    (lua, known)
}

fn answer(lua: &Lua, known: &Known) {
    let chest = |name: &str| lua.globals().get::<AnyUserData>(name).unwrap();
    let kept = KeptValues::new(lua).unwrap();
    let gone = kept.keep("pine").unwrap();
    for (own, other, gold) in [("first", "second", 0.0), ("second", "first", 7.5)] {
        let data = chest(own).to_pointer() as usize;
        let note = |key: &str, answer: Answer| {
            let key = lua.create_string(key).unwrap();
            known.borrow_mut().insert((data, key.to_pointer() as usize), answer);
            // Names are held, so that their addresses stay theirs.
            lua.set_named_registry_value(&format!("key {}", key.to_str().unwrap()), key).unwrap();
        };
        note("gold", Answer::Number(gold));
        note("empty", Answer::Truth(gold == 0.0));
        note("shut", Answer::Nil);
        note("label", Answer::Kept(kept.keep("oak").unwrap()));
        note("twin", Answer::Kept(kept.keep(chest(other)).unwrap()));
    }
    kept.release(gone).unwrap();
    assert_eq!(kept.keep("elm").unwrap(), gone);
    let own = known.clone();
    let ask = move |data, key| own.borrow().get(&(data, key)).copied().unwrap_or(Answer::Later);
    answer_index(lua, &chest("first"), &kept, ask).unwrap();
    answer_methods(lua, kept);
}

/// Has the methods of chests answered at once.
fn answer_methods(lua: &Lua, kept: KeptValues) {
    let chest = |name: &str| lua.globals().get::<AnyUserData>(name).unwrap();
    let address = |name: &str| {
        let name = lua.create_string(name).unwrap();
        lua.set_named_registry_value(&format!("key {}", name.to_str().unwrap()), &name).unwrap();
        name.to_pointer() as usize
    };
    let first = chest("first").to_pointer() as usize;
    let twins = ["second", "first"].map(|name| kept.keep(chest(name)).unwrap());
    let names = METHODS.map(address);
    let [opened, weighed, coins, lid] = names;
    let own = Rc::new(kept);
    let kept = own.clone();
    let ask = move |call: MethodCall<'_>| {
        let (gold, twin) = if call.data == first { (0.0, twins[0]) } else { (7.5, twins[1]) };
        let answer = match call.given {
            [GivenValue::Number(more), ..] if call.name == opened => Some(Answer::Number(gold + more)),
            [GivenValue::Table(_), ..] if call.name == weighed => {
                weight(call.given).map(|sum| Answer::Number(gold + sum))
            }
            [GivenValue::Number(count), ..]
                if call.name == coins && (0.0..9.0).contains(count) && count.fract() == 0.0 =>
            {
                let coin = |at| if at == 1 { Answer::Kept(twin) } else { Answer::Number(gold) };
                kept.list((0..*count as usize).map(coin))
            }
            _ if call.name == lid => kept.two(Answer::Truth(gold > 0.0), Answer::Nil),
            _ => None,
        };
        answer.unwrap_or(Answer::Later)
    };
    answer_calls(lua, (&chest("first"), names.to_vec()), &own, ask).unwrap();
}

/// What a table of numbers weighs, if it is given alone.
fn weight(given: &[GivenValue]) -> Option<f64> {
    let mut members = given.get(1..)?.chunks_exact(2);
    let sum = members.by_ref().try_fold(0.0, |sum, member| match member {
        [GivenValue::Text(_), GivenValue::Number(number)] => Some(sum + number + 100.0),
        [GivenValue::Number(_), GivenValue::Number(number)] => Some(sum + number),
        _ => None,
    });
    sum.filter(|_| members.remainder().is_empty())
}

/// What a script comes to, or the text of its mistake.
fn told(lua: &Lua, script: &str) -> String {
    match lua.load(script).set_name("=script").eval::<Value>() {
        Ok(value) => value.to_string().unwrap(),
        Err(error) => error.to_string().lines().next().unwrap_or_default().to_string(),
    }
}

/// The next of numbers that are well enough mixed for a test.
fn next(state: &mut u64, most: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % most
}

/// An expression of members, calls, coroutines and mistakes, so deep at most.
fn expression(state: &mut u64, depth: usize) -> String {
    let chest = ["first", "second", "first.twin", "second.twin.twin"][next(state, 4)];
    let key = KEYS[next(state, KEYS.len())];
    if depth == 0 {
        return format!("{chest}.{key}");
    }
    let (a, b) = (expression(state, depth - 1), expression(state, depth - 1));
    match next(state, 15) {
        9 => format!("{chest}:weighed({{ 1, 2, gold = #tostring({a}) }})"),
        10 => format!("{chest}:weighed(table.freeze({{ 4 }}), {a} == {b})"),
        11 => format!("#{chest}:coins(#tostring({a}) % 11)"),
        12 => format!("(function() local t = {chest}:coins(3) return tostring(t[2] == {a}) .. tostring(t[3]) end)()"),
        13 => format!("(function() local a, b = {chest}:lid() return tostring(a) .. select('#', {chest}:lid()) end)()"),
        14 => format!("{chest}:{key}({a})"),
        0 => format!("{chest}[{a}]"),
        1 => format!("tostring({a}) .. tostring({b})"),
        2 => format!(
            "(function() local ok, value = pcall(function() return {a} end) return ok and value or 'caught' end)()"
        ),
        3 => format!("coroutine.wrap(function() coroutine.yield({a}) end)()"),
        4 => format!("({a} == {b})"),
        5 => format!("{chest}:opened(#tostring({a}))"),
        6 => format!(
            "(function() local t = {{}} for i = 1, 3 do t[i] = {a} end return tostring(t[1]) .. tostring({b}) end)()"
        ),
        7 => format!("(if {a} then {b} else {chest}.{key})"),
        _ => format!("table.concat({{tostring({a}), \"{key}\"}}, {chest}.label)"),
    }
}

#[test]
fn no_script_can_tell_the_ways_apart() {
    let ((long, _), (quick, _)) = (chests(false), chests(true));
    // But for addresses, and for one line more of C in the trace of a mistake.
    let addresses = |text: String| {
        let text = text.replace("\n\t[C]: in function '__index'", "");
        text.split("0x").next().unwrap_or_default().to_string()
    };
    let (mut state, mut right) = (1, 0);
    for round in 0..8_000 {
        let depth = next(&mut state, 4);
        let script = format!("return {}", expression(&mut state, depth));
        let (slow, fast) = (told(&long, &script), told(&quick, &script));
        assert_eq!(addresses(slow.clone()), addresses(fast), "{script}");
        right += usize::from(!slow.contains("error"));
        if round % 500 == 0 {
            long.gc_collect().unwrap();
            quick.gc_collect().unwrap();
        }
    }
    assert!(right > 2_000, "only {right} came to something");
}

#[test]
fn what_is_known_is_answered_at_once() {
    let (lua, known) = chests(true);
    let chest = lua.globals().get::<AnyUserData>("second").unwrap().to_pointer() as usize;
    let gold = lua.named_registry_value::<LuaString>("key gold").unwrap().to_pointer() as usize;
    assert_eq!(known.borrow_mut().insert((chest, gold), Answer::Number(99.0)), Some(Answer::Number(7.5)));
    assert_eq!(told(&lua, "return second.gold"), "99");
    assert_eq!(told(&lua, "return coroutine.wrap(function() return second.gold end)()"), "7.5");
}

#[test]
fn what_panics_is_carried_out_the_long_way() {
    let (lua, _) = chests(false);
    let chest: AnyUserData = lua.globals().get("first").unwrap();
    answer_index(&lua, &chest, &KeptValues::new(&lua).unwrap(), |_, _| panic!("nobody answers")).unwrap();
    assert_eq!(told(&lua, "return second.gold"), "7.5");
    assert!(told(&lua, "return first.burst").contains("it is rusty"));
}

/// What the methods of chests were given, one call after the other, with addresses told as what stands there.
fn given_to(script: &str) -> Vec<String> {
    let (lua, _) = chests(false);
    let chest: AnyUserData = lua.globals().get("first").unwrap();
    let label = lua.create_string("label").unwrap();
    let (data, text) = (chest.to_pointer() as usize, label.to_pointer() as usize);
    let seen = Rc::new(RefCell::new(Vec::new()));
    let own = seen.clone();
    let ask = move |call: MethodCall<'_>| {
        let told = format!("{:?}", call.given).replace(&data.to_string(), "first").replace(&text.to_string(), "label");
        own.borrow_mut().push(told);
        Answer::Nil
    };
    let lid = lua.create_string("lid").unwrap();
    let names = vec![lid.to_pointer() as usize];
    answer_calls(&lua, (&chest, names), &KeptValues::new(&lua).unwrap(), ask).unwrap();
    lua.load(script).eval::<Value>().unwrap();
    seen.take()
}

#[test]
fn what_a_method_is_given_is_read() {
    assert_eq!(given_to("first:lid() first:lid(nil, true, 1.5)"), ["[]", "[Nil, Truth(true), Number(1.5)]"]);
    assert_eq!(given_to("first:lid('label', first)"), ["[Text(label), Data(first)]"]);
    let list = "[Table(2), Number(1.0), Data(first), Number(2.0), Number(7.0), Nil]";
    assert_eq!(given_to("first:lid({ first, 7 }, nil)"), [list]);
    let nested = "[Table(1), Text(label), Table(1), Number(1.0), Table(0), Truth(false)]";
    assert_eq!(given_to("first:lid({ label = { {} } }, false)"), [nested]);
}

#[test]
fn what_is_too_much_to_read_goes_the_long_way() {
    let long = ["print", "vector.create(1, 2, 3)", "{ { { { 1 } } } }", "table.create(40, 1)", "{ [true] = 1 }"];
    for given in long {
        assert_eq!(given_to(&format!("first:lid({given})")), [""; 0], "{given}");
    }
    assert_eq!(given_to("first:lid(1, 2, 3, 4, 5, 6)"), [""; 0]);
    assert_eq!(given_to("coroutine.wrap(function() first:lid() end)()"), [""; 0]);
    assert_eq!(given_to("first:lid(table.create(20, 1))").len(), 1);
}

#[test]
fn what_was_done_is_not_done_again() {
    let (lua, _) = chests(false);
    let answered: Rc<Cell<Option<f64>>> = Rc::default();
    let fetched = answered.clone();
    lua.register_userdata_type::<Cell<u32>>(|registry| {
        registry.enable_namecall();
        registry.add_field_method_get("size", |_, this| Ok(this.get()));
        registry.add_method("take", move |_, _, more: f64| Ok(fetched.take().map_or(-1.0, |sum| sum + more)));
    })
    .unwrap();
    let data = lua.create_any_userdata(Cell::new(0_u32)).unwrap();
    lua.globals().set("heap", &data).unwrap();
    let (within, done) = (lua.weak(), Rc::new(Cell::new(0)));
    let own = done.clone();
    let ask = move |_: MethodCall<'_>| {
        own.set(own.get() + 1);
        // A method of another name is called in between.
        let sum = within.upgrade().load("return second:opened(2) + first:opened(3)").eval::<f64>();
        answered.set(Some(sum.unwrap()));
        Answer::Again
    };
    let take = lua.create_string("take").unwrap();
    answer_calls(&lua, (&data, vec![take.to_pointer() as usize]), &KeptValues::new(&lua).unwrap(), ask).unwrap();
    assert_eq!(told(&lua, "return heap:take(100)"), "112.5");
    assert_eq!(done.get(), 1);
    assert_eq!(told(&lua, "local take = heap.take return take(heap, 100)"), "-1");
    assert_eq!(done.get(), 1);
}

#[test]
fn who_answers_may_run_scripts() {
    let (lua, _) = chests(false);
    let (chest, within) = (lua.globals().get::<AnyUserData>("first").unwrap(), lua.weak());
    let deep = Cell::new(0);
    let ask = move |_, _| {
        deep.set(deep.get() + 1);
        let lua = within.upgrade();
        let found = if deep.get() < 20 { lua.load("return first.gold + 1").eval::<f64>() } else { Ok(1.0) };
        deep.set(deep.get() - 1);
        found.map_or(Answer::Later, Answer::Number)
    };
    answer_index(&lua, &chest, &KeptValues::new(&lua).unwrap(), ask).unwrap();
    assert_eq!(told(&lua, "local t = {} for i = 1, 50 do t[i] = first.gold end return t[50]"), "20");
}

#[test]
fn a_state_ends_with_who_answers_in_it() {
    let held = Rc::new(());
    let (lua, _) = chests(false);
    let (chest, own) = (lua.globals().get::<AnyUserData>("first").unwrap(), held.clone());
    let ask = move |_, _| if Rc::strong_count(&own) > 0 { Answer::Later } else { Answer::Nil };
    answer_index(&lua, &chest, &KeptValues::new(&lua).unwrap(), ask).unwrap();
    assert_eq!(Rc::strong_count(&held), 2);
    drop((chest, lua));
    assert_eq!(Rc::strong_count(&held), 1);
}

#[test]
fn every_step_is_counted_once() {
    let steps = |doors: bool, bytes: usize, script: &str| {
        let lua = Lua::new();
        let (told, counted) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
        let own = (told.clone(), counted.clone());
        lua.set_interrupt(move |_| {
            own.0.set(own.0.get() + 1);
            own.1.set(own.1.get() + if doors { take_steps() } else { 1 });
            Ok(VmState::Continue)
        });
        if doors {
            count_steps(&lua).unwrap();
            count_steps(&lua).unwrap();
        }
        let script = lua.load(script).into_function().unwrap();
        // The first step finds out how much is held.
        watch_bytes(bytes);
        lua.load("for i = 1, 40 do end").exec().unwrap();
        script.call::<()>(()).unwrap();
        take_steps();
        told.set(0);
        counted.set(0);
        script.call::<()>(()).unwrap();
        (told.get(), counted.get() + if doors { take_steps() } else { 0 })
    };
    let calls = "local function f(n) return n + 1 end for i = 1, 300 do f(i) end";
    for script in ["for i = 1, 1000 do end", calls] {
        let (_, all) = steps(false, 0, script);
        assert_eq!(steps(true, 0, script), (all, all), "each is told while much is held");
        let (told, counted) = steps(true, usize::MAX, script);
        assert_eq!((told, counted), (all / 16, all));
    }
}

#[test]
fn what_takes_memory_is_told_at_once() {
    let lua = Lua::new();
    let told = Rc::new(Cell::new(0));
    let own = told.clone();
    lua.set_interrupt(move |_| {
        own.set(own.get() + 1);
        take_steps();
        Ok(VmState::Continue)
    });
    count_steps(&lua).unwrap();
    watch_bytes(usize::MAX);
    // Some is given back meanwhile; by steps alone it would be told every sixteenth time.
    lua.load("for i = 1, 1000 do local t = table.create(1000, i) end").exec().unwrap();
    assert!(told.get() >= 400, "only {} of 1000", told.get());
}

#[test]
fn a_step_can_end_a_script() {
    let lua = Lua::new();
    lua.set_interrupt(|_| Err(mlua::Error::runtime("enough")));
    count_steps(&lua).unwrap();
    take_steps();
    watch_bytes(usize::MAX);
    assert!(told(&lua, "while true do end").contains("enough"));
}
