//! No function that scripts can reach outlasts its budget: every one of them is named here, with the worst that it can be
//! given where its work grows with what it is given.

use super::toy::{self, Toy};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Far more than a call takes on a busy machine, and far less than what it took before the calls were paid for.
const LONGEST: Duration = Duration::from_secs(20);

/// Functions whose work does not grow, or grows with what Luau itself puts on its stack or takes as memory, which is
/// counted.
const STEADY: &str = "assert error getmetatable include ipairs pairs pcall rawequal rawget rawlen rawset select \
    setmetatable tostring type typeof xpcall \
    bit32.arshift bit32.band bit32.bnot bit32.bor bit32.btest bit32.bxor bit32.byteswap bit32.countlz bit32.countrz \
    bit32.extract bit32.lrotate bit32.lshift bit32.replace bit32.rrotate bit32.rshift \
    buffer.create buffer.len buffer.readbits buffer.readf32 buffer.readf64 buffer.readi16 buffer.readi32 buffer.readi8 \
    buffer.readu16 buffer.readu32 buffer.readu8 buffer.writebits buffer.writef32 buffer.writef64 buffer.writei16 \
    buffer.writei32 buffer.writei8 buffer.writeu16 buffer.writeu32 buffer.writeu8 \
    coroutine.close coroutine.create coroutine.isyieldable coroutine.resume coroutine.running coroutine.status \
    coroutine.wrap coroutine.yield \
    math.abs math.acos math.asin math.atan math.atan2 math.ceil math.clamp math.cos math.cosh math.deg math.exp \
    math.floor math.fmod math.frexp math.isfinite math.isinf math.isnan math.ldexp math.lerp math.log math.log10 \
    math.map math.max math.min math.modf math.noise math.pow math.rad math.round math.sign math.sin math.sinh math.sqrt \
    math.tan math.tanh \
    string.char string.len string.rep table.create table.freeze table.isfrozen table.pack utf8.char \
    vector.abs vector.angle vector.ceil vector.clamp vector.create vector.cross vector.dot vector.floor vector.lerp \
    vector.magnitude vector.max vector.min vector.normalize vector.sign";

/// What the others are given: texts and lists as large as memory allows, again and again.
const WORST: &[(&str, &str)] = &[
    ("__each", "local t = table.create(200000, 1) while true do for _ in __each(t) do break end end"),
    (
        "__each",
        "local t = {} for i = 1, 50000 do t['k' .. i] = 1 end while true do for _ in __each(t) do break end end",
    ),
    ("__sealed", "local t = {} for i = 1, 50000 do t[i] = {} end while true do __sealed(t) end"),
    ("next", "local t = table.create(400000, 1) table.clear(t) while true do next(t) end"),
    ("tonumber", "local s = ('1'):rep(3e6) while true do tonumber(s) end"),
    ("unpack", "local t = table.create(7000, 1) while true do (function(...) end)(unpack(t)) end"),
    ("buffer.copy", "local b = buffer.create(3e6) while true do buffer.copy(b, 0, b) end"),
    ("buffer.fill", "local b = buffer.create(3e6) while true do buffer.fill(b, 0, 7) end"),
    ("buffer.fromstring", "local s = ('x'):rep(3e6) while true do buffer.fromstring(s) end"),
    ("buffer.readstring", "local b = buffer.create(3e6) while true do buffer.readstring(b, 0, 3e6) end"),
    ("buffer.tostring", "local b = buffer.create(3e6) while true do buffer.tostring(b) end"),
    (
        "buffer.writestring",
        "local b, s = buffer.create(3e6), ('x'):rep(3e6) while true do buffer.writestring(b, 0, s) end",
    ),
    ("string.byte", "local s = ('x'):rep(3e6) while true do s:byte(1, 7000) end"),
    ("string.find", "local s = ('('):rep(400000) s:find('%b()')"),
    ("string.find", "local s = ('a'):rep(3e6) s:find(('a'):rep(1e6) .. 'b', 1, true)"),
    ("string.find", "local s = ('a'):rep(3e6) s:find(('a'):rep(1e6) .. 'b')"),
    ("string.find", "local s = ('a'):rep(3e5) s:find('[' .. ('b'):rep(900) .. ']*c')"),
    ("string.find", "local s = ('('):rep(3000) s:find('.-.-.-%b()x')"),
    ("string.find", "while true do pcall(string.find, ('('):rep(4e5), '%b()') end"),
    ("string.format", "local s = ('x'):rep(3e6) while true do s:format() end"),
    ("string.gmatch", "for _ in (('('):rep(400000)):gmatch('%b()') do end"),
    ("string.gsub", "(('('):rep(400000)):gsub('%b()', '')"),
    ("string.lower", "local s = ('X'):rep(3e6) while true do s:lower() end"),
    ("string.match", "(('('):rep(400000)):match('%b()')"),
    ("string.pack", "local s = ('x'):rep(3e6) while true do pcall(string.pack, s) end"),
    ("string.packsize", "local s = ('b'):rep(3e6) while true do string.packsize(s) end"),
    ("string.reverse", "local s = ('x'):rep(3e6) while true do s:reverse() end"),
    ("string.split", "local s = ('x'):rep(3e6) while true do s:split('x') end"),
    ("string.split", "local s = ('a'):rep(3e6) s:split(('a'):rep(1e6) .. 'b')"),
    ("string.sub", "local s = ('x'):rep(4e6) while true do s:sub(1) end"),
    ("string.unpack", "local s = ('x'):rep(3e6) while true do pcall(string.unpack, s, s) end"),
    ("string.upper", "local s = ('x'):rep(3e6) while true do s:upper() end"),
    ("table.clear", "local t = table.create(200000, 1) while true do table.clear(t) end"),
    ("table.clone", "local t = table.create(200000, 1) while true do table.clone(t) end"),
    ("table.concat", "local t = table.create(200000, '') while true do table.concat(t) end"),
    ("table.find", "local t = table.create(200000, 1) while true do table.find(t, 2) end"),
    ("table.insert", "local t = table.create(200000, 1) while true do table.insert(t, 1, 2) end"),
    ("table.maxn", "local t = table.create(200000, 1) while true do table.maxn(t) end"),
    ("table.move", "local t = table.create(200000, 1) while true do table.move(t, 1, 200000, 2) end"),
    ("table.move", "table.move({}, '-2000000000', '-1', 5, {})"),
    ("table.insert", "local t = table.create(200000, 1) while true do table.insert(t, '1', 2) end"),
    ("table.remove", "local t = table.create(200000, 1) while true do table.remove(t, '1') table.insert(t, 1) end"),
    ("table.remove", "local t = table.create(200000, 1) while true do table.remove(t, 1) table.insert(t, 1) end"),
    ("table.sort", "local t = table.create(400000, 1) while true do table.sort(t) end"),
    (
        "table.sort",
        "local s = ('x'):rep(3e6) local a, b = s .. 'a', s .. 'b' local t = table.create(200000, a)
         for i = 1, 200000, 2 do t[i] = b end table.sort(t)",
    ),
    ("table.unpack", "local t = table.create(7000, 1) while true do (function(...) end)(table.unpack(t)) end"),
    ("utf8.codepoint", "local s = ('x'):rep(3e6) while true do utf8.codepoint(s, 1, 7000) end"),
    ("utf8.codes", "local s = ('x'):rep(3e6) while true do for _ in utf8.codes(s) do break end end"),
    ("utf8.len", "local s = ('x'):rep(3e6) while true do utf8.len(s) end"),
    ("utf8.offset", "local s = ('\\u{20ac}'):rep(1e6) while true do utf8.offset(s, 9e5) end"),
];

fn script(body: &str) -> String {
    format!("return function(me: Figure, play: Play)\n{body}\nend")
}

/// What is wrong with the lists above, held against what an engine really offers.
fn unlike(seen: &BTreeSet<String>) -> String {
    let seen: BTreeSet<&str> = seen.iter().map(String::as_str).collect();
    let named: BTreeSet<&str> = STEADY.split_whitespace().chain(WORST.iter().map(|(name, _)| *name)).collect();
    let (more, less): (Vec<_>, Vec<_>) = (seen.difference(&named).collect(), named.difference(&seen).collect());
    match (more.is_empty(), less.is_empty()) {
        (true, true) => String::new(),
        (false, _) => format!("say what these cost: {more:?}"),
        (true, false) => format!("these are not there: {less:?}"),
    }
}

#[test]
fn every_function_is_paid_for() {
    let mut seen = toy::engine(&[("main", &script("return 1"))]).reachable().expect("there is room");
    assert_eq!(unlike(&seen), "");
    // One more, and one less, is noticed.
    assert!(seen.insert("table.shuffle".to_string()));
    assert_eq!(unlike(&seen), "say what these cost: [\"table.shuffle\"]");
    assert!(seen.remove("table.shuffle") && seen.remove("tonumber"));
    assert_eq!(unlike(&seen), "these are not there: [\"tonumber\"]");
}

#[test]
fn scripts_reach_what_the_engine_says() {
    // Luau's own list of a library, as a script sees it.
    let body = "local names = {}
        for name, member in string do if type(member) == 'function' then table.insert(names, 'string.' .. name) end end
        table.sort(names)
        return table.concat(names, ' ')";
    let engine = toy::engine(&[("main", &script(body))]);
    let seen = toy::shown(&toy::run(&engine, 0, &mut Toy::default()).expect("it is short"));
    let reached = engine.reachable().expect("there is room");
    let texts: Vec<&str> = reached.iter().map(String::as_str).filter(|name| name.starts_with("string.")).collect();
    assert!(texts.len() > 15, "{texts:?}");
    assert_eq!(seen.trim_matches('"'), texts.join(" "));
}

/// How long each case takes until it ends or is stopped.
fn took(cases: &'static [(&'static str, &'static str)]) -> BTreeMap<&'static str, Duration> {
    let mut took = BTreeMap::new();
    for (name, body) in cases {
        let engine = toy::engine(&[("main", &script(body))]);
        let began = Instant::now();
        let ended = toy::run(&engine, 0, &mut Toy::default());
        let code = ended.err().and_then(|error| miette::Diagnostic::code(&error).map(|code| code.to_string()));
        let is_stopped = code.is_none_or(|code| code == "fray::script::fuel" || code == "fray::script::memory");
        assert!(is_stopped, "{name}: {body}");
        took.insert(*body, began.elapsed());
    }
    took
}

#[test]
fn no_function_outlasts_its_budget() {
    let (some, others) = WORST.split_at(WORST.len() / 2);
    let took = std::thread::scope(|scope| {
        let other = scope.spawn(|| self::took(others));
        let mut took = self::took(some);
        took.extend(other.join().expect("it ends"));
        took
    });
    let slow: Vec<_> = took.iter().filter(|(_, time)| **time > LONGEST).collect();
    assert!(slow.is_empty(), "{slow:?}");
}

#[test]
fn what_is_short_costs_next_to_nothing() {
    let body = "local n = 0
        for i = 1, 5000 do
            local word = ('a sharp spear, and a shield'):match('(%a+), and')
            n += #word + (('red,blue'):find(',', 1, true) or 0) + #(('x y'):split(' '))
        end
        local t = {} for i = 1, 500 do t[i] = (i * 7919) % 500 end
        for i = 1, 50 do table.sort(t, function(a, b) return a < b end) end
        return n";
    let engine = toy::engine(&[("main", &script(body))]);
    let values = toy::run(&engine, 0, &mut Toy::default()).expect("it is within its budget");
    assert_eq!(toy::shown(&values), "55000");
}

#[test]
fn a_pattern_has_its_limit_and_errors_leave_nothing_behind() {
    let body = "local ok, why = pcall(string.find, 'x', ('.'):rep(1001))
        local long = ('x'):rep(100000)
        for i = 1, 100 do pcall(string.find, long, '%') end
        local n = 0
        for i = 1, 1e6 do n += 1 end
        return why, n";
    let engine = toy::engine(&[("main", &script(body))]);
    let values = toy::run(&engine, 0, &mut Toy::default()).expect("it is within its budget");
    assert!(toy::shown(&values).contains("a pattern may have 1000 bytes"), "{}", toy::shown(&values));
}
