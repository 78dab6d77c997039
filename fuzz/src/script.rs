//! Scripts by strangers: any text as the source of one, judged and run; and calls of every function of the table with
//! whatever they can be given.

use cpu_time::ProcessTime;
use fray::cli::{Builtin, Packs};
use fray::dice::Seeded;
use fray::judge::judge;
use fray::play::script_rows;
use fray::rulebook::{Choices, load};
use fray::script::{ApiOwner, Shape};
use fray::text::{Files, Memory};
use fray::value::ScenarioId;
use std::time::Duration;

/// A script that decides for those in the small pack.
pub const CHILD: &str =
    "return function(me, play, question)\n return me:order(\"hurl\", {target = me:foes()[1]})\nend\n";

/// Words of scripts.
pub const WORDS: &[&str] = &[
    "me",
    "play",
    "question",
    ":",
    ".",
    "()",
    "(\"hurl\")",
    "\"harm\"",
    "\"Ada\"",
    "nil",
    "0/0",
    "1/0",
    "-1",
    "1e300",
    "{}",
    "function(...) end",
    "...",
    "return ",
    "local x = ",
    "for _ in ",
    " do ",
    " end ",
    "while true do ",
    "if ",
    " then ",
    " else ",
    "repeat ",
    " until ",
    "--[[",
    "]]",
    "[[",
    "`{me}`",
    "::",
    "//",
    "..",
    "#",
    "~=",
    "+=",
    "pcall(",
    "error(",
    "string.rep(\"x\", 1e6)",
    "table.create(1e6, 1)",
    "coroutine.wrap(",
    "setmetatable({}, {__index = ",
    "include(\"child\")",
    "type T = ",
    "export ",
    "continue ",
    "break ",
    "@native ",
    "0x",
    "1_000",
    "\\u{202e}",
    "\\x",
    "\\z",
    "\u{202e}",
    "\0",
];

fn played(script: &str) {
    let packs = Packs::new(Builtin).under(
        Memory::default().with("rules/yard/yard.fray", super::rules::YARD).with("scripts/yard/child.luau", script),
    );
    let (book, mistakes) = load(&packs, "yard", &Choices::none());
    mistakes.iter().for_each(|mistake| drop(fray::repl::rendered(mistake, 80, true)));
    let Some(book) = book else { return };
    let kit = fray::odds::kit(book);
    for mistake in judge(&kit.book, &kit.program) {
        let mistake: fray::diag::Diagnostic = Box::new(mistake);
        drop(fray::repl::rendered(&mistake, 80, true));
    }
    let began = ProcessTime::now();
    let Ok(mut play) = kit.play(ScenarioId(0), Box::new(Seeded::new(1, 0))) else { return };
    if let Err(error) = play.run(1) {
        let error: fray::diag::Diagnostic = error.report(&kit.book);
        drop(fray::repl::rendered(&error, 80, true));
    }
    assert!(began.elapsed() < Duration::from_secs(20), "a script outlasts its budget");
}

/// Any text as a script.
pub fn source(bytes: &[u8]) {
    played(&String::from_utf8_lossy(bytes));
}

/// What functions are given.
const GIVEN: &[&str] = &[
    "me",
    "play",
    "question",
    "nil",
    "true",
    "0",
    "-1",
    "1",
    "3",
    "1e300",
    "0/0",
    "-1/0",
    "2^53",
    "0.1",
    "\"\"",
    "\"harm\"",
    "\"hurl\"",
    "\"Ada\"",
    "\"Ben\"",
    "\"throw\"",
    "\"hurt\"",
    "\"2d6\"",
    "\"stone\"",
    "\"hand\"",
    "\"no such\"",
    "\"\\27[2J\\u{202e}\"",
    "{}",
    "{me}",
    "{actor = me, target = me, range = 3}",
    "{1, 2, 3}",
    "function() end",
    "play:cell(0, 0)",
    "play:cell(99, -99)",
    "me.cell",
    "me.side",
    "me:order(\"hurl\")",
    "me:order(\"hurl\", {target = me})",
    "table.create(9, me)",
    "vector.create(1, 2, 3)",
    "string.rep(\"x\", 5000)",
    "{[me] = me}",
    "setmetatable({}, {})",
];

/// Bytes as calls: which function, of whom, with what.
pub fn calls(bytes: &[u8]) {
    let rows: Vec<_> = script_rows().collect();
    let mut body = String::from("return function(me, play, question)\n local kept = {}\n");
    let mut bytes = bytes.iter().map(|byte| usize::from(*byte)).take(120);
    while let Some(first) = bytes.next() {
        let mut next = || bytes.next().unwrap_or(0);
        let row = rows[(first * 256 + next()) % rows.len()];
        let owner = match (row.owner, next() % 4) {
            (_, 0) => GIVEN[next() % GIVEN.len()],
            (ApiOwner::Play, _) => "play",
            (ApiOwner::Figure, _) => "me",
            (ApiOwner::Cell, _) => "play:cell(1, 1)",
            (_, 1) => "kept[1]",
            (_, _) => "kept[#kept]",
        };
        let given = |count: usize, next: &mut dyn FnMut() -> usize| {
            let all: Vec<&str> = (0..count).map(|_| GIVEN[next() % GIVEN.len()]).collect();
            all.join(", ")
        };
        let call = match row.shape {
            Shape::Field => format!("({owner}).{}", row.name),
            _ => {
                let count = if next() % 4 == 0 { next() % 7 } else { row.parameters.len() };
                format!("({owner}):{}({})", row.name, given(count, &mut next))
            }
        };
        body += &format!(" pcall(function() table.insert(kept, {call}) end)\n");
    }
    body += " return me:order(\"hurl\")\nend\n";
    played(&body);
}

/// Scripts that come with fray.
pub fn seeds() -> Vec<Vec<u8>> {
    let files = |pack: &String| {
        let folder = format!("scripts/{pack}");
        let paths = Builtin.tree(&folder);
        paths.into_iter().filter_map(move |path| Builtin.read(&format!("{folder}/{path}"))).collect::<Vec<_>>()
    };
    let mut all: Vec<Vec<u8>> = Builtin.folders("scripts").iter().flat_map(files).collect();
    all.retain(|file| file.len() < 8_000);
    all.extend(std::iter::repeat_n(CHILD.into(), all.len() / 2 + 1));
    all
}

/// Bytes of all sorts.
pub fn bytes() -> Vec<Vec<u8>> {
    let mut random = super::Random::new(7);
    (0..500).map(|_| (0..60).map(|_| random.next() as u8).collect()).collect()
}
