//! Scripts that are loaded once keep as little as those that are loaded anew.

use super::toy::{self, Toy};
use fray::script::{Arg, Engine, ScriptError};

/// What the first script gives in three calls, one after another, of one engine.
#[track_caller]
fn three_times(scripts: &[(&str, &str)], expected: &str) {
    let engine = toy::engine(scripts);
    for call in 1..=3 {
        let shown = match toy::run(&engine, 0, &mut Toy::default()) {
            Ok(values) => toy::shown(&values),
            Err(error) => error.to_string(),
        };
        assert_eq!(shown, expected, "call {call} of {scripts:?}");
    }
}

#[test]
fn whatever_a_script_tries_to_keep_is_gone() {
    for main in [
        "local n = 0 return function() n += 1 return n end",
        "local t = { n = 0 } return function() t.n += 1 return t.n end",
        "local t = {} return function() table.insert(t, 1) return #t end",
        "local t = {} return function() local u = t u[1] = (u[1] or 0) + 1 return u[1] end",
        "local t = { {} } return function() for _, u in t do u[1] = (u[1] or 0) + 1 return u[1] end end",
        "local function f() local n = 0 return function() n += 1 return n end end local g = f() return function() return g() end",
        "local t = setmetatable({}, {}) return function() rawset(t, 1, (t[1] or 0) + 1) return t[1] end",
        "local b = buffer.create(8) return function() buffer.writei8(b, 0, buffer.readi8(b, 0) + 1) return buffer.readi8(b, 0) end",
        "local n = 0 return function() local s = `{(function() n += 1 return n end)()}` return tonumber(s) end",
        "local n = 0 local s = '\\z\n' local function f() n = n + 1 return n end return function() return f() end --'",
        "local co = coroutine.wrap(function() local n = 0 while true do n += 1 coroutine.yield(n) end end) return function() return co() end",
    ] {
        let engine = toy::engine(&[("main", main)]);
        for _ in 0..3 {
            match toy::run(&engine, 0, &mut Toy::default()) {
                Ok(values) => assert_eq!(toy::shown(&values), "1", "{main}"),
                Err(error) => assert!(matches!(error, ScriptError::Shared { .. }), "{error}: {main}"),
            }
        }
    }
}

#[test]
fn libraries_that_keep_something_are_loaded_anew_with_whoever_takes_them() {
    let counter = "local n = 0 return { next = function() n += 1 return n end }";
    let between =
        "local counter = include('counter') local m = {} function m.next() return counter.next() end return m";
    let main = "local m = include('between') return function() return m.next(), m.next() end";
    three_times(&[("main", main), ("between", between), ("counter", counter)], "1, 2");
    let late = "return function() return include('counter').next(), include('counter').next() end";
    three_times(&[("late", late), ("counter", counter)], "1, 2");
}

#[test]
fn libraries_are_the_same_table_within_a_call_and_read_only() {
    let shelf = "local m = { deep = { 1 } } return m";
    let main = "local one = include('shelf') return function() local two = include('shelf') \
                return one == two, table.isfrozen(one), table.isfrozen(one.deep), (pcall(rawset, one, 'x', 1)) end";
    three_times(&[("main", main), ("shelf", shelf)], "true, true, true, false");
    let circle = [("main", "return include('a')"), ("a", "return include('b')"), ("b", "return include('a')")];
    three_times(&circle, "the library `a` includes itself");
}

#[test]
fn what_was_loaded_before_does_not_change_the_budget() {
    let shelf = "local m = {} function m.f() return 1 end return m";
    let main = "local m = include('shelf') local n = include('shelf') return function() return m.f() end";
    let scripts = [("main", main), ("shelf", shelf)];
    let steps_left = |engine: &Engine<Toy>, script: u16| {
        toy::run(engine, script, &mut Toy::default()).expect("it runs");
        engine.steps_left()
    };
    // The first call of an engine also pays for the types of figure and play.
    let scripts = [&scripts[..], &[("first", "return function() end")]].concat();
    let engine = toy::engine(&scripts);
    steps_left(&engine, 2);
    let first = steps_left(&engine, 0);
    assert_eq!(first, steps_left(&engine, 0));
}

#[test]
fn a_script_that_fails_while_it_is_loaded_fails_again() {
    three_times(
        &[("main", "local x = nil + 1 return function() return x end")],
        "attempt to perform arithmetic (add) on nil and number",
    );
    three_times(&[("main", "local x = include('no') return function() return x end")], "no script is named `no`");
    let mut toy = Toy::default();
    let engine =
        toy::engine(&[("main", "local x = 3 return x"), ("good", "local T = { 7 } return function() return T[1] end")]);
    assert!(matches!(toy::run(&engine, 0, &mut toy), Err(ScriptError::NoFunction { .. })));
    assert_eq!(toy::run(&engine, 1, &mut toy).expect("it runs"), [Arg::Number(7.0)]);
}
