//! What a script can do.

use super::toy::{self, Toy};
use fray::script::ScriptError;

/// What a function body returns, run as an action.
#[track_caller]
fn gives(body: &str, expected: &str) {
    let text = format!("return function(me: Figure, play: Play)\n{body}\nend");
    let engine = toy::engine(&[("main", &text)]);
    for _ in 0..2 {
        let values = toy::run(&engine, 0, &mut Toy::default());
        let values = values.unwrap_or_else(|error| {
            let report = miette::Report::new(error);
            panic!("{report:?}");
        });
        assert_eq!(toy::shown(&values), expected, "{body}");
    }
}

#[test]
fn figures_answer_by_name() {
    gives("return me.might, me.harm, me.name", "10, 0, \"Ada\"");
    gives("return me:foes()[1].might, me:foes()[1] == me, me == me:foes()[1]:foes()[1]", "11, false, true");
    gives("return me:change('harm', 3), me.harm", "3, 3");
    gives("return me:foes()", "[Figure(FigureId(1))]");
    gives("local seen = {} seen[me] = 1 return seen[me:foes()[1]:foes()[1]]", "1");
}

#[test]
fn dice_are_texts_or_values() {
    gives("return play:roll('2d6+1')", "7, [3, 3]");
    gives(
        "local d = play:setting('dice') return tostring(d + 2), tostring(d - 1), play:roll(d + 2)",
        "\"2d6+2\", \"2d6-1\", 8, [3, 3]",
    );
    gives("return play:roll(4)", "4, []");
    gives("local t = {} table.insert(t, play:setting('dice')) return #t", "1");
}

#[test]
fn cells_are_equal_by_coordinates() {
    gives(
        "local a, b = play:cell(1, 2), play:cell(1, 2) local t = {} t[a] = 5 return a == b, t[b], a.x, a.y",
        "true, 5, 1, 2",
    );
    gives("return play:cell(1, 2) == play:cell(2, 1)", "false");
}

#[test]
fn tables_reach_the_game_as_lists_and_records() {
    let text =
        "return function(me, play) play:tell('hit', { b = 2, a = me, c = { 1, 'x' } }) play:tell('none', {}) end";
    let engine = toy::engine(&[("main", text)]);
    let mut toy = Toy::default();
    toy::run(&engine, 0, &mut toy).expect("it runs");
    let hit = "hit a=Figure(FigureId(0)) b=Number(2.0) c=List([Number(1.0), Text(Other(\"x\"))])";
    assert_eq!(toy.story, [hit, "none"]);
}

#[test]
fn the_order_of_a_table_is_fixed() {
    gives(
        "local s = '' for k in pairs({ z = 1, a = 1, [3] = 1, [1] = 1, [2.5] = 1, B = 1 }) do s ..= k .. ' ' end return s",
        "\"1 2.5 3 B a z \"",
    );
    gives(
        "local s = '' for k in { z = 1, a = 1, [true] = 1, [10] = 1 } do s ..= `{k} ` end return s",
        "\"10 a z true \"",
    );
    gives(
        "local foe = me:foes()[1] local s = '' for f in { [foe] = 1, [me] = 2 } do s ..= f.name end return s",
        "\"AdaBea\"",
    );
    gives("local s = '' for i, v in { 7, 8, 9 } do s ..= i .. v end return s", "\"172839\"");
    gives("local t = { b = 1, a = 1 } local k = next(t) return k, (next(t, k)), (next(t, 'b'))", "\"a\", \"b\", Nil");
    gives("return next({}) == nil", "true");
    gives("local t = { b = 1, a = 1 } for k in pairs(t) do t[k] = nil end return next(t) == nil", "true");
}

#[test]
fn texts_show_no_addresses() {
    gives(
        "return tostring({}), tostring(pairs), tostring(coroutine.create(pairs))",
        "\"table\", \"function\", \"thread\"",
    );
    gives("return `{me} { {} } {1.5} {nil} {true}`", "\"a figure table 1.5 nil true\"");
    gives(
        "return string.format('%s %d %5.1f %*', {}, 3, 2.25, 'x'), ('%s'):format({})",
        "\"table 3   2.2 x\", \"table\"",
    );
    gives(
        "return typeof(me), typeof(play), typeof(play:setting('dice')), type(me), typeof(1)",
        "\"Figure\", \"Play\", \"Dice\", \"userdata\", \"number\"",
    );
    gives("return tostring(setmetatable({}, { __tostring = function() return 'own' end }))", "\"own\"");
}

#[test]
fn errors_can_be_caught_as_texts() {
    gives("return pcall(error, 'no', 0)", "false, \"no\"");
    gives("return pcall(function() return me.mihgt end)", "false, \"a figure has no `mihgt`\"");
    gives("return pcall(function() return play:setting('refuse') end)", "false, \"it is too late\"");
    gives("return xpcall(error, function(e) return e .. '!' end, 'no', 0)", "false, \"no!\"");
    gives(
        "local co = coroutine.create(function() coroutine.yield(1) error('no', 0) end) \
           local _, one = coroutine.resume(co) return one, coroutine.resume(co)",
        "1, false, \"no\"",
    );
    gives(
        "local w = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(me.might + i) end end) return w() + w()",
        "23",
    );
}

#[test]
fn libraries_are_loaded_once_in_a_call_and_read_only() {
    let library = "local count = 0 return { next = function() count += 1 return count end, deep = { 1 } }";
    let main = "local one, two = include('library'), include('library') return function() \
                return one == two, one.next(), two.next(), table.isfrozen(one), table.isfrozen(one.deep) end";
    let engine = toy::engine(&[("main", main), ("library", library)]);
    for _ in 0..2 {
        let values = toy::run(&engine, 0, &mut Toy::default()).expect("it runs");
        assert_eq!(toy::shown(&values), "true, 1, 2, true, true", "a library keeps nothing between calls");
    }
}

#[test]
fn nothing_is_kept_between_calls() {
    let main = "local count = 0 return function() count += 1 return count end";
    let engine = toy::engine(&[("main", main)]);
    for _ in 0..3 {
        let values = toy::run(&engine, 0, &mut Toy::default()).expect("it runs");
        assert_eq!(toy::shown(&values), "1");
    }
}

#[test]
fn scripts_run_scripts_through_the_game() {
    let engine = toy::engine(&[
        ("main", "return function(me, play) me:change('harm', 1) return play:setting('inner') + me.harm end"),
        ("inner", "return function(play) return 40 + play.turn end"),
    ]);
    let mut toy = Toy::default();
    let values = toy::run(&engine, 0, &mut toy).expect("it runs");
    assert_eq!((toy::shown(&values).as_str(), toy.harm), ("42", [1.0, 0.0]));
}

#[test]
fn the_host_can_end_a_script() {
    let text = "return function(me, play) pcall(function() play:setting('halt') end) me:change('harm', 1) end";
    let engine = toy::engine(&[("main", text)]);
    let mut toy = Toy::default();
    let ended = toy::run(&engine, 0, &mut toy);
    assert!(matches!(ended, Err(ScriptError::Halted)), "{ended:?}");
    assert_eq!(toy.harm, [0.0, 0.0]);
}

#[test]
fn two_engines_agree() {
    let text = "return function(me, play) local s, t = '', {} for i = 1, 50 do t['k' .. i * 7 % 50] = i t[i * 3] = i end \
                for k, v in t do s ..= k .. '=' .. v .. ' ' end return s, tostring(t), #s end";
    let one = toy::run(&toy::engine(&[("main", text)]), 0, &mut Toy::default()).expect("it runs");
    let engine =
        toy::engine(&[("first", "return function() local t = {} for i = 1, 999 do t[{}] = i end end"), ("main", text)]);
    toy::run(&engine, 0, &mut Toy::default()).expect("it runs");
    let two = toy::run(&engine, 1, &mut Toy::default()).expect("it runs");
    assert_eq!(one, two);
}
