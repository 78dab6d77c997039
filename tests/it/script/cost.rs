//! No function that scripts can reach outlasts its budget: every one of them is named here, with the worst that it can be
//! given where its work grows with what it is given.

use super::toy::{self, Toy};
use fray::dice::Cancel;
use fray::script::Engine;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Far more than a call takes on a busy machine, and far less than what it took before the calls were paid for.
const LONGEST: Duration = Duration::from_secs(20);

/// Functions whose work does not grow, or grows with what Luau itself puts on its stack or takes as memory, which is
/// counted.
const STEADY: &str = "assert error getmetatable include ipairs pairs pcall rawequal rawget rawlen rawset select \
    setmetatable tostring type typeof xpcall \
    bit32.arshift bit32.bnot bit32.byteswap bit32.countlz bit32.countrz \
    bit32.extract bit32.lrotate bit32.lshift bit32.replace bit32.rrotate bit32.rshift \
    buffer.create buffer.len buffer.readbits buffer.readf32 buffer.readf64 buffer.readi16 buffer.readi32 buffer.readi8 \
    buffer.readu16 buffer.readu32 buffer.readu8 buffer.writebits buffer.writef32 buffer.writef64 buffer.writei16 \
    buffer.writei32 buffer.writei8 buffer.writeu16 buffer.writeu32 buffer.writeu8 \
    coroutine.close coroutine.create coroutine.isyieldable coroutine.resume coroutine.running coroutine.status \
    coroutine.wrap coroutine.yield \
    math.abs math.acos math.asin math.atan math.atan2 math.ceil math.clamp math.cos math.cosh math.deg math.exp \
    math.floor math.fmod math.frexp math.isfinite math.isinf math.isnan math.ldexp math.lerp math.log math.log10 \
    math.map math.modf math.noise math.pow math.rad math.round math.sign math.sin math.sinh math.sqrt \
    math.tan math.tanh \
    string.len string.rep table.create table.freeze table.isfrozen table.pack \
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
    ("tonumber", "local s = ('1'):rep(6e4) while true do tonumber(s) end"),
    ("unpack", "local t = table.create(7000, 1) while true do (function(...) end)(unpack(t)) end"),
    (
        "bit32.band",
        "local s = ('1'):rep(6e4) local t = table.create(7000, s) while true do pcall(bit32.band, unpack(t)) end",
    ),
    (
        "bit32.bor",
        "local s = ('1'):rep(6e4) local t = table.create(7000, s) while true do pcall(bit32.bor, unpack(t)) end",
    ),
    (
        "bit32.btest",
        "local s = ('1'):rep(6e4) local t = table.create(7000, s) while true do pcall(bit32.btest, unpack(t)) end",
    ),
    (
        "bit32.bxor",
        "local s = ('1'):rep(6e4) local t = table.create(7000, s) while true do pcall(bit32.bxor, unpack(t)) end",
    ),
    (
        "math.max",
        "local s = ('1'):rep(6e4) local t = table.create(7000, s) while true do pcall(math.max, unpack(t)) end",
    ),
    (
        "math.min",
        "local s = ('1'):rep(6e4) local t = table.create(7000, s) while true do pcall(math.min, unpack(t)) end",
    ),
    (
        "utf8.char",
        "local s = ('1'):rep(6e4) local t = table.create(7000, s) while true do pcall(utf8.char, unpack(t)) end",
    ),
    ("buffer.copy", "local b = buffer.create(3e6) while true do buffer.copy(b, 0, b) end"),
    ("buffer.fill", "local b = buffer.create(3e6) while true do buffer.fill(b, 0, 7) end"),
    ("buffer.fromstring", "local s = ('x'):rep(6e4) while true do buffer.fromstring(s) end"),
    ("buffer.readstring", "local b = buffer.create(3e6) while true do buffer.readstring(b, 0, 6e4) end"),
    ("buffer.tostring", "local b = buffer.create(6e4) while true do buffer.tostring(b) end"),
    (
        "buffer.writestring",
        "local b, s = buffer.create(3e6), ('x'):rep(6e4) while true do buffer.writestring(b, 0, s) end",
    ),
    ("string.byte", "local s = ('x'):rep(6e4) while true do s:byte(1, 7000) end"),
    ("string.find", "local s = ('('):rep(6e4) s:find('%b()')"),
    ("string.find", "local s = ('a'):rep(6e4) s:find(('a'):rep(2e4) .. 'b', 1, true)"),
    ("string.find", "local s = ('a'):rep(6e4) s:find(('a'):rep(2e4) .. 'b')"),
    ("string.find", "local s = ('a'):rep(6e4) s:find('[' .. ('b'):rep(900) .. ']*c')"),
    ("string.find", "local s = ('('):rep(3000) s:find('.-.-.-%b()x')"),
    ("string.find", "while true do pcall(string.find, ('('):rep(6e4), '%b()') end"),
    ("string.format", "local s = ('x'):rep(6e4) while true do s:format() end"),
    (
        "string.format",
        "local s, f = ('1'):rep(6e4), ('%d'):rep(5000) local t = table.create(5000, s) while true do f:format(unpack(t)) end",
    ),
    ("string.gmatch", "for _ in (('('):rep(6e4)):gmatch('%b()') do end"),
    ("string.gsub", "(('('):rep(6e4)):gsub('%b()', '')"),
    ("string.lower", "local s = ('X'):rep(6e4) while true do s:lower() end"),
    ("string.match", "(('('):rep(6e4)):match('%b()')"),
    ("string.pack", "local s = ('x'):rep(6e4) while true do pcall(string.pack, s) end"),
    (
        "string.pack",
        "local s = ('1'):rep(6e4) local t = table.create(7000, s) while true do pcall(string.pack, ('b'):rep(7000), unpack(t)) end",
    ),
    (
        "string.char",
        "local s = ('1'):rep(6e4) local t = table.create(7000, s) while true do pcall(string.char, unpack(t)) end",
    ),
    ("string.sub", "local s = ('x'):rep(6e4) while true do string.sub(s, 1) end"),
    ("string.packsize", "local s = ('b'):rep(6e4) while true do string.packsize(s) end"),
    ("string.reverse", "local s = ('x'):rep(6e4) while true do s:reverse() end"),
    ("string.split", "local s = ('x'):rep(6e4) while true do s:split('x') end"),
    ("string.split", "local s = ('a'):rep(6e4) s:split(('a'):rep(2e4) .. 'b')"),
    ("string.sub", "local s = ('x'):rep(6e4) while true do s:sub(1) end"),
    ("string.unpack", "local s = ('x'):rep(6e4) while true do pcall(string.unpack, s, s) end"),
    ("string.upper", "local s = ('x'):rep(6e4) while true do s:upper() end"),
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
        "local s = ('x'):rep(6e4) local a, b = s .. 'a', s .. 'b' local t = table.create(200000, a)
         for i = 1, 200000, 2 do t[i] = b end table.sort(t)",
    ),
    ("table.unpack", "local t = table.create(7000, 1) while true do (function(...) end)(table.unpack(t)) end"),
    ("utf8.codepoint", "local s = ('x'):rep(6e4) while true do utf8.codepoint(s, 1, 7000) end"),
    ("utf8.codes", "local s = ('x'):rep(6e4) while true do for _ in utf8.codes(s) do break end end"),
    ("utf8.len", "local s = ('x'):rep(6e4) while true do utf8.len(s) end"),
    ("utf8.offset", "local s = ('\\u{20ac}'):rep(2e4) while true do utf8.offset(s, 19000) end"),
];

/// What operators do with texts between two steps, which no function is called for.
const OPERATORS: &[&str] = &[
    "local s = ('1'):rep(6e4) local n = 0 while true do n = s + s end",
    "local s = ('1'):rep(500) while true do local n = s + s + s + s end",
    "local s = '1.' .. ('7'):rep(440) .. 'e-300' while true do local n = s * s / s end",
    "local s = '0x' .. ('f'):rep(6e4) while true do local n = -s end",
    "local s = ('1'):rep(6e4) while true do for i = s, 0 do end end",
    "local s = ('1'):rep(6e4) while true do math.abs(s) end",
    "local s = ('1'):rep(6e4) while true do local n = `{s + s}` end",
    "local a = ('x'):rep(6e4) local b = a .. 'a' a ..= 'b' local n = 0 while true do if a < b then n = 1 end end",
    "local a = ('x'):rep(400) local b = a .. 'a' a ..= 'b' local n = 0 while true do if a < b then n = 1 end end",
    "local a, n = ('x'):rep(6e4), 0 while true do n += 1 local s = a .. n end",
    "local a, n = ('x'):rep(400), 0 while true do n += 1 local s = a .. n .. a .. n end",
    "local a, b = ('x'):rep(6e4), ('x'):rep(6e4) while true do local s = a == b end",
];

/// Straight lines of one operator, as many as a function may have, and more.
fn straight(operator: &str, count: usize) -> String {
    format!("local s = ('1'):rep(6e4) local n = 0 while true do {} end", format!("n = s {operator} s ").repeat(count))
}

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
fn took<'a>(cases: &[(&str, &'a str)]) -> BTreeMap<&'a str, Duration> {
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
fn no_operator_outlasts_its_budget() {
    let straight = ["+", "<", ".."].map(|operator| straight(operator, 1900));
    let cases: Vec<(&str, &str)> =
        OPERATORS.iter().copied().chain(straight.iter().map(String::as_str)).map(|body| ("operators", body)).collect();
    // The worst of texts takes several seconds, and on a busy machine much longer; it took hours.
    let took = took(&cases);
    let slow: Vec<_> = took.iter().filter(|(_, time)| **time > 3 * LONGEST).collect();
    assert!(slow.is_empty(), "{slow:?}");
}

#[test]
fn a_function_has_so_many_operators_and_no_more() {
    let engine = toy::engine(&[("main", &script(&straight("+", 2100)))]);
    let error = toy::run(&engine, 0, &mut Toy::default()).expect_err("it is refused");
    assert!(error.to_string().contains("has 2100 operators, more than 2000"), "{error}");
    // Numbers with a sign are none, and each function has its own.
    let numbers = format!("local t = {{{}}}", "-1, ".repeat(3000));
    let functions = "do local function f(a) return a + a + a end end ".repeat(900);
    let engine = toy::engine(&[("main", &script(&format!("{numbers} {functions} return #t")))]);
    assert_eq!(toy::shown(&toy::run(&engine, 0, &mut Toy::default()).expect("it may")), "3000");
}

#[test]
fn a_text_has_so_many_bytes_and_no_more() {
    // Made by operators it ends at once, whatever stands behind it; made by functions, when they return.
    let doubled = format!("local s = ('x'):rep(6e4) {} return #s", "s ..= s ".repeat(300));
    for body in [
        doubled.as_str(),
        "local s = ('x'):rep(6e4) pcall(function() s ..= s end) return #s",
        "return #('x'):rep(1e5)",
        "return #table.concat(table.create(100, ('x'):rep(1e4)))",
        "return #buffer.tostring(buffer.create(1e5))",
        "return #('x'):rep(200):gsub('x', ('y'):rep(400))",
        "return #(`{('x'):rep(6e4)}{('x'):rep(6e4)}`)",
        "return #string.format('%s%s', ('x'):rep(6e4), ('x'):rep(6e4))",
    ] {
        let engine = toy::engine(&[("main", &script(body))]);
        let error = toy::run(&engine, 0, &mut Toy::default()).expect_err(body);
        let help = error.place().map(|place| place.help.clone()).unwrap_or_default();
        assert!(help.contains("65536 bytes"), "{body}: {error} {help}");
        // The next call has its whole budget again.
        let next = toy::engine(&[("main", &script("return #('x'):rep(65000)"))]);
        assert_eq!(toy::shown(&toy::run(&next, 0, &mut Toy::default()).expect("it may")), "65000");
    }
}

#[test]
fn whoever_wants_an_end_does_not_wait_for_texts() {
    // A busy machine takes longer than the fifth of a second that is meant.
    let straight = ["+", "<", ".."].map(|operator| straight(operator, 1900));
    for body in OPERATORS.iter().copied().chain(straight.iter().map(String::as_str)) {
        let cancel = Cancel::default();
        let engine = Engine::new(toy::program(&[("main", &script(body))]), cancel.clone()).expect("there is room");
        let asked = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            cancel.ask();
            Instant::now()
        });
        let ended = toy::run(&engine, 0, &mut Toy::default());
        let (ended_at, asked_at) = (Instant::now(), asked.join().expect("it does not fail"));
        let waited = ended_at.saturating_duration_since(asked_at);
        assert!(ended.is_err() && waited < Duration::from_secs(1), "{body}: {waited:?}");
    }
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
        local long = ('x'):rep(60000)
        for i = 1, 100 do pcall(string.find, long, '%') end
        local n = 0
        for i = 1, 12000 do n += 1 end
        return why, n";
    let engine = toy::engine(&[("main", &script(body))]);
    let values = toy::run(&engine, 0, &mut Toy::default()).expect("it is within its budget");
    assert!(toy::shown(&values).contains("a pattern may have 1000 bytes"), "{}", toy::shown(&values));
}
