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
    assert_eq!(told(text).join(" | "), expected, "{text}");
}

/// What is said of a failure, what is pointed at, and what to do; the engine goes on.
#[track_caller]
fn told(text: &str) -> [String; 3] {
    let after = "return function(me, play) return me.might + #string.rep('x', 1000) end";
    let engine = toy::engine(&[("main", text), ("after", after), ("loop", "return include('loop')")]);
    let error = match toy::run(&engine, 0, &mut Toy::default()) {
        Ok(values) => panic!("it does not fail, it gives {}: {text}", toy::shown(&values)),
        Err(error) => error,
    };
    let place = error.place().unwrap_or_else(|| panic!("no place: {error}"));
    let line = &place.source.inner()[place.at.offset()..place.at.offset() + place.at.len()];
    let code = error.code().map(|code| code.to_string()).unwrap_or_default();
    let said = format!("{} | {error}", code.trim_start_matches("fray::script::"));
    let shown = [said, line.to_string(), place.help.clone()];
    let values = toy::run(&engine, 1, &mut Toy::default()).expect("the engine goes on");
    assert_eq!(toy::shown(&values), "1010");
    shown
}

const FUEL: &str = "does the loop end? Let it count, `for nth = 1, 20 do`, or leave it with `break` where nothing changes any \
                    more; a call may take so many steps and no more";
const MEMORY: &str = "does a list or a text grow without end?";
const TEXT: &str = "a text may have 65536 bytes: keep its parts in a list";
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
        "('ab' .. ('a'):rep(3000)):gsub(('.-'):rep(20) .. 'b', function() pcall(error) end)",
        "('ab' .. ('a'):rep(3000)):gsub(('.-'):rep(20) .. 'b', function() xpcall(error, tostring) end)",
        "('ab' .. ('a'):rep(3000)):gsub(('.-'):rep(20) .. 'b', function() coroutine.resume(coroutine.create(error)) end)",
        "local s = ('x'):rep(1e4) while true do local t = s .. 'y' s = t end",
        "local t = table.create(200000, 1) while true do table.insert(t, 1, 2) end",
    ] {
        fails(line, &fuel(line));
    }
}

#[test]
fn what_earlier_calls_left_behind_costs_nothing() {
    // Each call leaves some megabytes to be collected; the long one takes nearly all the steps there are.
    let wasteful = "return function() for i = 1, 60 do local t = table.create(4000, i) end return 1 end";
    let long = "return function() local n = 0 for i = 1, 3900000 do n += 1 end return n end";
    let engine = toy::engine(&[("wasteful", wasteful), ("long", long)]);
    for _ in 0..20 {
        toy::run(&engine, 0, &mut Toy::default()).expect("it is within its limits");
    }
    let values = toy::run(&engine, 1, &mut Toy::default()).expect("as if it were the first call");
    assert_eq!(toy::shown(&values), "3900000");
}

#[test]
fn memory_bombs_stop() {
    for line in [
        "local s = 'x' while true do s = s .. s end",
        "local s = ('x'):rep(1e9)",
        "local s = ('x'):rep(1e300)",
        "local s = ('x'):rep(1, ('y'):rep(1e9))",
        "pcall(string.rep, 'x', 1e9) return 1",
        "for i = 1, 1e9 do pcall(function() local s = 'x' while true do s = s .. s end end) end",
        "local s = ('x'):rep(1e6):gsub('x', ('y'):rep(1e4))",
    ] {
        fails(line, &format!("memory | the script used too much memory | {line} | {TEXT}"));
    }
    for line in [
        "local t = {} while true do t[#t + 1] = table.create(200000, #t) end",
        "local t = table.create(1e8, 1)",
        "local b = buffer.create(1e9)",
        "table.move({}, 1, 1e15, 1, {})",
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

#[test]
fn names_that_do_not_exist_are_told_with_the_nearest() {
    for (body, expected) in [
        ("return me.mihgt", "unknown_member | a figure has no `mihgt` | mihgt | did you mean `might`?"),
        ("return me:fos()", "unknown_member | this has no `fos` | fos | did you mean `foes`?"),
        (
            "return me:roll('1d6')",
            "unknown_member | this has no `roll` | roll | the reference of scripts lists what there is",
        ),
        ("return play.trun", "unknown_member | the play has no `trun` | trun | did you mean `turn`?"),
        ("me:change('hram', 1)", "unknown_name | no track is named `hram` | 'hram' | did you mean `harm`?"),
        ("return tabel.find", "unknown_name | no global is named `tabel` | return tabel.find | did you mean `table`?"),
        (
            "return include('inclde')",
            "include | no script is named `inclde` | return include('inclde') | a library is a file in the folder of the pack's scripts",
        ),
        (
            "return include('loop')",
            "include | the library `loop` includes itself | return include('loop') | move what both need into a third library",
        ),
    ] {
        fails(body, expected);
    }
}

#[test]
fn what_reaches_outside_is_not_there() {
    for name in [
        "os",
        "io",
        "debug",
        "require",
        "loadstring",
        "load",
        "dofile",
        "getfenv",
        "setfenv",
        "collectgarbage",
        "gcinfo",
        "newproxy",
        "print",
        "_G",
        "shared",
        "task",
        "game",
    ] {
        let text = format!("return function(me: Figure, play: Play)\nreturn {name}\nend");
        let engine = toy::engine(&[("main", &text)]);
        let error = toy::run(&engine, 0, &mut Toy::default()).expect_err(name);
        assert_eq!(error.to_string(), format!("no global is named `{name}`"));
    }
    for path in [
        "math.random",
        "math.randomseed",
        "table.foreach",
        "table.foreachi",
        "string.dump",
        "coroutine.running().x and nil",
        "getmetatable('').__index",
    ] {
        let body = format!("return pcall(function() return {path} end)");
        let text = format!("return function(me: Figure, play: Play)\n{body}\nend");
        let engine = toy::engine(&[("main", &text)]);
        let values = toy::run(&engine, 0, &mut Toy::default()).expect(path);
        let shown = toy::shown(&values);
        assert!(shown == "true, Nil" || shown == "true" || shown.starts_with("false"), "{path} gives {shown}");
    }
}

#[test]
fn what_is_shared_cannot_be_written() {
    let help = "keep it in a `local`, or on a figure with `me:put(…)` and the like";
    for line in [
        "count = 1",
        "math.pi = 3",
        "string.rep = nil",
        "rawset(table, 'x', 1)",
        "table.insert(string, 1)",
        "include('shelf').x = 1",
        "include('shelf').deep.x = 1",
        "function pairs() end",
    ] {
        let text = format!("return function(me, play)\n{line}\nend");
        let engine = toy::engine(&[("main", &text), ("shelf", "return { deep = {} }")]);
        let error = toy::run(&engine, 0, &mut Toy::default()).expect_err(line);
        let place = error.place().expect("a place");
        let shown = (error.to_string(), &text[place.at.offset()..place.at.offset() + place.at.len()], &*place.help);
        assert_eq!(shown, ("scripts keep nothing between calls: this is read-only".to_string(), line, help));
    }
    fails(
        "me.might = 3",
        "runtime | `might` of a figure cannot be assigned | me.might = 3 | change it with a function: `change`, `put` or `set`",
    );
}

#[test]
fn wrong_arguments_are_told_by_name() {
    for (line, expected) in [
        (
            "play:roll('lots')",
            "`roll` takes dice, or a text such as `2d6+1` as `dice`, not `lots` | dice are written like `2d6+1`",
        ),
        (
            "play:roll()",
            "`roll` takes dice, or a text such as `2d6+1` as `dice`, not nil | dice are written like `2d6+1`",
        ),
        (
            "me:change('harm', '3')",
            "`change` takes a number as `amount`, not a text | for example `foe:change(\"harm\", 3, \"the spear\")`",
        ),
        (
            "me:change('harm', 0/0)",
            "`change` takes a number as `amount`, not a number | for example `foe:change(\"harm\", 3, \"the spear\")`",
        ),
        (
            "play:distance(me, nil)",
            "`distance` takes a figure or a cell as `b`, not nil | test it first: `if target then … end`",
        ),
        (
            "play:tell('hit', { me })",
            "`tell` takes a table of facts as `fields`, not a list | write the facts as `{ target = foe }`",
        ),
        (
            "play:win('red')",
            "`win` takes a side as `side`, not a text | for example `play:win(me.side, \"the field is held\")`",
        ),
    ] {
        let (message, help) = expected.split_once(" | ").expect("two parts");
        let [said, pointed, cure] = told(&format!("return function(me: Figure, play: Play)\n{line}\nend"));
        assert_eq!((said, cure.as_str()), (format!("wrong_argument | {message}"), help), "{line}");
        assert!(line.contains(&pointed) && pointed != line, "{line}: {pointed}");
    }
}

#[test]
fn other_failures_keep_their_line() {
    for (line, expected) in [
        (
            "error('no spear', 0)",
            "no spear | error('no spear', 0) | mend this line, or let the script go on without it: `pcall(function() … end)`",
        ),
        (
            "error('no spear')",
            "no spear | error('no spear') | mend this line, or let the script go on without it: `pcall(function() … end)`",
        ),
        ("error({ 1 })", "an error that is no text | error({ 1 }) | throw a text: `error(\"…\")`"),
        ("local t = nil; return t.cell", "attempt to index nil with 'cell' | t | test it first with `if t then`"),
        ("play:setting('refuse')", "it is too late | play:setting('refuse') | come earlier"),
        (
            "return me * 2",
            "attempt to perform arithmetic (mul) on a figure and number | return me * 2 | mend this line: what stands here is of another sort than what is done with it",
        ),
        (
            "return me < me",
            "attempt to compare a figure < a figure | return me < me | mend this line: what stands here is of another sort than what is done with it",
        ),
        (
            "play:tell('hit', { [1] = 1, x = 2 })",
            "a table given to the game is a list without gaps, or has names only | play:tell('hit', { [1] = 1, x = 2 }) | ",
        ),
        (
            "play:tell('hit', { f = tostring })",
            "a function is no value of the game | play:tell('hit', { f = tostring }) | ",
        ),
        ("play:say(string.rep('x', 5000))", "a text may have 4096 bytes | play:say(string.rep('x', 5000)) | "),
        (
            "for k in pairs({ [{}] = 1, [1] = 1 }) do end",
            "a table cannot be gone through in order: one of its keys is a table | for k in pairs({ [{}] = 1, [1] = 1 }) do end | keys have an order if they are numbers, texts, truths, figures, sides, things or cells",
        ),
        (
            "setmetatable({}, { __mode = 'k' })",
            "there are no weak tables here | setmetatable({}, { __mode = 'k' }) | mend this line, or let the script go on without it: `pcall(function() … end)`",
        ),
        ("me.foes()", "`foes` is called with a colon, not a dot | . | write `:foes(…)`"),
        ("return me + 1", "a figure cannot be added to | return me + 1 | only dice and numbers can"),
    ] {
        fails(line, &format!("runtime | {expected}"));
    }
}

#[test]
fn controllers_may_only_look() {
    use fray::script::{Arg, Terms};
    use fray::value::{FigureId, ScriptId};
    let text = "return function(me, play)\n  local foe = me:foes()[1]\n  foe:change('harm', 1)\nend";
    let engine = toy::engine(&[("main", text)]);
    let terms = Terms { read_only: true, called_by: &"" };
    let mut toy = Toy::default();
    let error = engine.run(ScriptId(0), &[Arg::Figure(FigureId(0)), Arg::Play], &mut toy, terms).expect_err("refused");
    assert_eq!(error.to_string(), "a controller may not call `change`");
    assert_eq!(toy.harm, [0.0, 0.0]);
}

#[test]
fn scripts_that_return_the_wrong_thing() {
    fails_whole(
        "local x = 1",
        "no_function | `main` does not return a function | local x = 1 | end it with `return function(…) … end`",
    );
    fails_whole(
        "return 3",
        "no_function | `main` does not return a function | return 3 | end it with `return function(…) … end`",
    );
    fails_whole(
        "return function() return tostring end",
        "returned | a function is no value of the game | return function() return tostring end | return values of the game: orders, figures, cells, numbers, texts, lists of them",
    );
    fails_whole(
        "return function(",
        "syntax | Expected identifier when parsing variable name, got <eof> | return function( | is an `end` missing?",
    );
}

/// The whole report of a failure in a library, as a person reads it.
#[test]
fn a_failure_tells_the_way_to_it() {
    let library = "local shelf = {}\nfunction shelf.take(from)\n    return from.cell.x\nend\nreturn shelf\n";
    let main = "local shelf = include('shelf')\nreturn function(me, play)\n    shelf.take({})\nend\n";
    let engine = toy::engine(&[("main", main), ("shelf", library)]);
    let error = toy::run(&engine, 0, &mut Toy::default()).expect_err("it fails");
    let mut report = String::new();
    let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor()).with_width(100);
    handler.render_report(&mut report, &error).expect("a text takes any text");
    insta::assert_snapshot!(report);
}
