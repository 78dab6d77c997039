//! What is said when a script fails, and that the engine goes on.

use super::toy::{self, Toy};
use miette::Diagnostic;

/// The code, message, labelled line and help of a failure; afterwards the engine still works.
#[track_caller]
fn fails(body: &str, expected: &str) {
    let text = format!("return function(me: Figure, play: Play)\n{body}\nend");
    fails_whole(&text, expected);
}

#[track_caller]
fn fails_whole(text: &str, expected: &str) {
    let after = "return function(me, play) return me.might + #string.rep('x', 1000) end";
    let engine = toy::engine(&[("main", text), ("after", after), ("loop", "return include('loop')")]);
    let error = match toy::run(&engine, 0, &mut Toy::default()) {
        Ok(values) => panic!("it does not fail, it gives {}", toy::shown(&values)),
        Err(error) => error,
    };
    let place = error.place().unwrap_or_else(|| panic!("no place: {error}"));
    let line = &text[place.at.offset()..place.at.offset() + place.at.len()];
    let code = error.code().map(|code| code.to_string()).unwrap_or_default();
    let shown = format!("{} | {error} | {line} | {}", code.trim_start_matches("fray::script::"), place.help);
    assert_eq!(shown, expected, "{text}");
    let values = toy::run(&engine, 1, &mut Toy::default()).expect("the engine goes on");
    assert_eq!(toy::shown(&values), "1010");
}

const FUEL: &str = "does the loop end? A call may take so many steps and no more";
const MEMORY: &str = "does a list or a text grow without end?";
const RECURSION: &str = "does something call itself without end?";

#[test]
fn endless_loops_stop() {
    let fuel = |line: &str| format!("fuel | the script ran for too long | {line} | {FUEL}");
    for line in [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "pcall(function() while true do end end) return 1",
        "xpcall(function() while true do end end, function() while true do end end) return 1",
        "local co = coroutine.create(function() while true do end end) coroutine.resume(co) return 1",
        "coroutine.wrap(function() while true do pcall(function() while true do end end) end end)()",
        "local t = setmetatable({}, { __index = function() while true do end end }) pcall(function() return t.x end)",
        "error(setmetatable({}, { __tostring = function() while true do end end }))",
        "local s = ('a'):rep(3000) s:find(('.-'):rep(20) .. 'b')",
        "pcall(string.find, ('a'):rep(3000), ('.-'):rep(20) .. 'b')",
        "local s = ('x'):rep(1e5) while true do local t = s .. 'y' s = t end",
        "local t = table.create(200000, 1) while true do table.insert(t, 1, 2) end",
    ] {
        fails(line, &fuel(line));
    }
}

#[test]
fn memory_bombs_stop() {
    for line in [
        "local s = 'x' while true do s = s .. s end",
        "local s = ('x'):rep(1e9)",
        "local s = ('x'):rep(1e300)",
        "local s = ('x'):rep(1, ('y'):rep(1e9))",
        "pcall(string.rep, 'x', 1e9) return 1",
        "local t = {} while true do t[#t + 1] = ('x'):rep(4e6) .. #t end",
        "local t = table.create(1e8, 1)",
        "local b = buffer.create(1e9)",
        "for i = 1, 1e9 do pcall(function() local s = 'x' while true do s = s .. s end end) end",
        "table.move({}, 1, 1e15, 1, {})",
        "local s = ('x'):rep(1e6):gsub('x', ('y'):rep(1e4))",
    ] {
        fails(line, &format!("memory | the script used too much memory | {line} | {MEMORY}"));
    }
}

#[test]
fn endless_recursion_stops() {
    for line in [
        "local function f() return 1 + f() end f()",
        "local t t = setmetatable({}, { __index = function(_, k) return t[k] + 1 end }) return t.x",
        "local function f() local ok = pcall(f) return ok end f() error('stack overflow')",
        "play:setting('main')",
    ] {
        let text = format!("return function(me: Figure, play: Play)\nplay = play or me\n{line}\nend");
        fails_whole(&text, &format!("recursion | the script calls itself too deeply | {line} | {RECURSION}"));
    }
}
