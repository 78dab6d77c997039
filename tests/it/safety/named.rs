//! Names and texts by strangers in everything that is printed, drawn or kept: none of them steers, hides or forges anything.

use crate::program::Sandbox;
use crate::serve::Served;
use serde_json::Value;

/// Everything that may not be shown as it is. A name that has one of them has all.
const HIDDEN: &[char] = &[
    '\u{1b}',
    '\u{7}',
    '\u{8}',
    '\r',
    '\u{7f}',
    '\u{9b}',
    '\u{ad}',
    '\u{61c}',
    '\u{200b}',
    '\u{200f}',
    '\u{2028}',
    '\u{2029}',
    '\u{202e}',
    '\u{2066}',
    '\u{3164}',
    '\u{feff}',
    '\u{e0041}',
];

/// What stands behind every name: it fills the clipboard, clears the screen, turns the direction, begins a line, or is unseen.
const EVIL: &str = "\u{1b}]52;c;eA==\u{7}\u{8}\u{9b}2J\u{202e}\u{2028}\u{2029}\u{ad}\u{61c}\u{200b}\u{200f}\u{2066}\u{3164}\u{feff}\u{e0041}";

const YARD: &str = r#"pack yard "Yard EVIL" { board square; scale 1 m; cells floor }
kind floor plural floors {}
floors { | name |
         | sand | }
kind tool plural tools { charge number tracked }
tools { | name        | charge |
        | "Rake EVIL" | 5      | }
slot hand "in hand EVIL" of tool
attribute AIM "Aim EVIL" number = 5
track harm "harm EVIL" number = 0 min 0
condition wet "wet EVIL" { lasts for good }
setting far "Far EVIL" = 5
option odd "Odd EVIL" = near { near "Near EVIL"; wide "Wide EVIL" }
when odd is wide { setting wider "Wider EVIL" = 6 }
fact actor figure
fact target figure
card evil "Evil EVIL" { -1 "far EVIL\nTurn 9" }
check throw "Throw EVIL" { says "{actor} throws at {target}"; reads actor, target; roll 2d6; at most actor.AIM "aim EVIL"; cards evil }
action hurl "Hurl EVIL" { by actor; check throw; phase acting; script hurl }
turn "Turn EVIL" { phase acting "Acting EVIL" { by side; orders 1 } }
figure "Ada EVIL\nBen" { AIM 9; hand "Rake EVIL" }
figure Ben { AIM 7 }
map yard "Map EVIL" { legend . sand
  "..." }
scenario tiff "Tiff EVIL" { map yard; limit 1 turns
  side big "Big EVIL" plays child { "Ada EVIL\nBen" at 0,0 }
  side small "Small" plays child { Ben at 2,0 }
  wins last side standing }
test "Test EVIL" { map yard; place Ben at 0,0; expect Ben.AIM = 8 }
"#;

const MINE: &str = "pack mine \"Mine EVIL\" extends yard\nreplace card evil \"Evil EVIL anew\" { -2 \"near EVIL\" }\n";

const HURL: &str = r#"return function(actor, order, play)
 play:say("mine\n\nTurn 9\n    Ben: Hurl EVIL")
 play:say("Ben: Hurl")
 play:say("   Ben is now winning")
 play:tell("boast", { text = "Ben is now winning" })
 play:tell("boast", { text = "Ben moves 0,0 -> 2,0" })
 play:tell("boast", { text = "Ben: Hurl" })
end
"#;

/// Packs and scripts of which every name and text would do something.
fn hostile() -> Sandbox {
    let here = Sandbox::new();
    here.write("rules/yard/yard.fray", &YARD.replace("EVIL", EVIL));
    here.write("rules/mine/mine.fray", &MINE.replace("EVIL", EVIL));
    // A line of Luau ends at no separator of lines, and a file with a `\r` is another.
    here.write("scripts/yard/hurl.luau", &HURL.replace("EVIL", &EVIL.replace(['\r', '\u{feff}'], "")));
    here.write("scripts/yard/child.luau", "return function(me, play, question)\n return me:order(\"hurl\")\nend\n");
    here
}

/// What is said with a name that somebody typed, or that is a file's.
fn shows_nothing_hidden(what: &str, text: &str) {
    let found: Vec<char> = HIDDEN.iter().copied().filter(|c| text.contains(*c)).collect();
    let at = text.find(HIDDEN).map_or("", |at| &text[at.saturating_sub(60).min(text.floor_char_boundary(at))..]);
    assert!(found.is_empty(), "{what} lets {found:?} out: {:?}", at.chars().take(200).collect::<String>());
    assert!(!text.lines().any(|line| line.trim() == "Turn 9"), "{what} is told a heading:\n{text}");
}

const ASKED: &str = "Ben throws at Ben";

#[test]
fn no_command_lets_a_name_or_a_text_do_anything() {
    let here = hostile();
    let page = |name: &'static str| ["-n", "5", "--out", name, "--force"];
    let commands: Vec<Vec<&str>> = vec![
        vec!["run", "yard/tiff"],
        vec!["run", "yard/tiff", "--json"],
        vec!["run", "yard/tiff", "--save", "game.log", "--force"],
        vec!["replay", "game.log", "-o", "game.html"],
        vec!["show"],
        vec!["show", "yard"],
        vec!["show", "yard", "--json"],
        vec!["show", "yard", "figure", "Ben"],
        vec!["show", "yard", "tool"],
        vec!["show", "yard", "options"],
        vec!["cards", "yard"],
        vec!["cards", "yard", "--html"],
        vec!["cards", "yard", "--md"],
        vec!["cards", "yard", "--json"],
        vec!["check", "yard"],
        vec!["check", "yard", "--json"],
        vec!["check", "mine"],
        vec!["test", "yard"],
        vec!["test", "yard", "--json"],
        vec!["ask", "yard", ASKED],
        vec!["ask", "yard", ASKED, "--json"],
        vec!["odds", "yard", ASKED],
        vec!["odds", "yard", ASKED, "--json"],
        vec!["odds", "yard", ASKED, "--svg"],
        vec!["odds", "yard", ASKED, "--csv"],
        vec!["odds", "yard/tiff"],
        vec!["odds", "yard/tiff", "--exact"],
        vec!["worth", "yard", ASKED],
        vec!["worth", "yard", ASKED, "--json"],
        vec!["diff", "yard", "mine"],
        vec!["diff", "yard", "mine", "--json"],
        vec!["sim", "yard/tiff", "-n", "5"],
        vec!["sim", "yard/tiff", "-n", "5", "--json"],
        vec!["sim", "yard/tiff", "-n", "5", "--csv"],
        vec!["sim", "yard/tiff", "-n", "5", "--keep", "games"],
        vec!["sim", "yard/tiff", "-n", "5", "--rows", "figure"],
        vec!["tournament", "yard/tiff", "--of", "own,search:2", "-n", "1"],
        vec!["tournament", "yard/tiff", "--of", "own,search:2", "-n", "1", "--json"],
        vec!["watch", "yard", "--times", "1"],
        vec!["merge", "games"],
        vec!["merge", "games", "--json"],
        vec!["sweep", "yard/tiff", "setting far 1..2", "-n", "5", "--keep", "cells"],
        vec!["sweep", "yard/tiff", "option odd near, wide", "-n", "5", "--json"],
        [&["report", "yard"][..], &page("all.html")].concat(),
        [&["report", "yard/tiff"][..], &page("tiff.html")].concat(),
    ];
    for args in commands {
        let seen = here.run(&[&["--rules", "."], &args[..]].concat());
        let what = args.join(" ");
        let is_told = !seen.out.is_empty() || !seen.err.is_empty() || args.contains(&"--save") || args[0] == "replay";
        assert!(seen.code < 2 && is_told, "{what}: {}{}", seen.out, seen.err);
        shows_nothing_hidden(&what, &seen.out);
        shows_nothing_hidden(&what, &seen.err);
        if args.contains(&"--json") {
            let is_json = seen.out.lines().all(|line| serde_json::from_str::<Value>(line).is_ok());
            assert!(is_json || serde_json::from_str::<Value>(&seen.out).is_ok(), "{what}: {}", seen.out);
        }
    }
    for file in ["game.log", "game.html", "games", "cells", "all.html", "tiff.html"] {
        let text = here.read(file);
        assert!(text.len() > 100, "{file}");
        shows_nothing_hidden(file, &text);
    }
}

#[test]
fn no_changed_rule_does_anything() {
    let here = hostile();
    here.write("rules/yard/yard.fray", &YARD.replace("Ben.AIM = 8", "Ben.AIM = 7").replace("EVIL", EVIL));
    for args in [&["mutants", "yard", "--limit", "9"][..], &["mutants", "yard", "--limit", "9", "--json"]] {
        let seen = here.run(&[&["--rules", "."], args].concat());
        assert!(seen.code < 2 && seen.out.contains("Aim "), "{}{}", seen.out, seen.err);
        shows_nothing_hidden("mutants", &(seen.out + &seen.err));
    }
}

#[test]
fn no_argument_does_anything_where_it_is_told_to_be_wrong() {
    let here = hostile();
    let evil = format!("x{EVIL}\nTurn 9");
    let evil = evil.as_str();
    for args in [
        &["EVIL"][..],
        &["run", "EVIL"],
        &["run", "yard/EVIL"],
        &["run", "yard/tiff", "--with", "EVIL"],
        &["run", "yard/tiff", "--with", "odd=EVIL"],
        &["run", "yard/tiff", "--plays", "big=EVIL"],
        &["run", "yard/tiff", "--dice", "EVIL"],
        &["run", "yard/tiff", "--seed", "EVIL"],
        &["run", "yard/tiff", "--save", "no/EVIL"],
        &["run", "yard/tiff", "--EVIL"],
        &["replay", "EVIL"],
        &["merge", "EVIL"],
        &["fmt", "EVIL"],
        &["check", "EVIL"],
        &["check", "EVIL", "--json"],
        &["test", "EVIL"],
        &["show", "EVIL"],
        &["show", "yard", "EVIL"],
        &["show", "yard", "figure", "EVIL"],
        &["cards", "EVIL"],
        &["roll", "EVIL"],
        &["odds", "EVIL"],
        &["odds", "3d6 EVIL"],
        &["odds", "yard", "EVIL"],
        &["ask", "yard", "EVIL"],
        &["ask", "yard", "Ben throws at EVIL"],
        &["ask", "yard", "Ben throws at Ben, EVIL"],
        &["worth", "yard", "EVIL"],
        &["sim", "EVIL"],
        &["sweep", "yard/tiff", "setting EVIL 1..2"],
        &["tournament", "yard/tiff", "--of", "EVIL"],
        &["report", "yard", "--out", "no/EVIL"],
        &["diff", "yard", "EVIL"],
        &["explain", "EVIL"],
        &["new", "EVIL"],
        &["new", "ours", "--extends", "EVIL"],
        &["repl", "EVIL"],
        &["serve", "EVIL"],
        &["watch", "EVIL"],
        &["completions", "EVIL"],
        &["--rules", "EVIL", "check"],
    ] {
        let all: Vec<String> = args.iter().map(|arg| arg.replace("EVIL", evil)).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let seen = here.run(&[if args[0] == "--rules" { &[][..] } else { &["--rules", "."] }, &all[..]].concat());
        assert!(seen.code != 0 && !(seen.out + &seen.err).is_empty(), "{args:?}");
        let seen = here.run(&[if args[0] == "--rules" { &[][..] } else { &["--rules", "."] }, &all[..]].concat());
        shows_nothing_hidden(&format!("{args:?}"), &(seen.out + &seen.err));
    }
}

#[test]
fn no_name_of_a_file_does_anything() {
    let name = format!("x{EVIL}\nTurn 9");
    for (path, text) in [
        (format!("rules/yard/{name}.fray"), "figure Cid { }"),
        (format!("rules/yard/{name}/two.fray"), "figure Dan { }"),
        (format!("rules/{name}/three.fray"), "pack three"),
        (format!("scripts/yard/{name}.luau"), "return 1"),
    ] {
        let here = hostile();
        here.write(&path, text);
        for args in [&["check", "yard"][..], &["show"], &["fmt", "--check", "rules"]] {
            let seen = here.run(&[&["--rules", "."], args].concat());
            shows_nothing_hidden(&format!("{args:?} with {path:?}"), &(seen.out + &seen.err));
        }
    }
}

#[test]
fn nothing_at_the_prompt_and_in_its_files_does_anything() {
    let here = hostile();
    let lines = format!(
        "transcript talk.txt\nshow\nshow yard\nmap\nhelp\nBen\nsheet Ben\nBen harm 2\nBen is wet\nwhy {ASKED}\nodds {ASKED}\n\
         {ASKED}\nnext\nstory\nlog\nundo\nredo\ncards\nshow figures\nshow tools\nshow options\noptions\nwith odd=wide\nwith EVIL\n\
         save fight.json\nload EVIL\nplay EVIL\nput Ben at EVIL\nnew \"Eve EVIL\" from Ben on big\nremove EVIL\ncard EVIL\n\
         card x {{ -1 \"EVIL\" }}\n\"EVIL\"\n=\"a EVIL\"\n=print(\"EVIL\")\n=error(\"EVIL\")\nBen.EVIL\nEVIL\n#EVIL\nshow EVIL\n\
         turn\norder\nreload\n3d6 EVIL\nworth {ASKED}\nsave new.json\n"
    );
    let seen = here.told(&["--rules", ".", "repl", "yard/tiff"], lines.replace("EVIL", EVIL).as_bytes());
    shows_nothing_hidden("the prompt", &seen.out);
    shows_nothing_hidden("the prompt", &seen.err);
    for file in ["talk.txt", "fight.json", "new.json"] {
        shows_nothing_hidden(file, &here.read(file));
    }
    // What is kept is still what it was.
    let seen = here.told(&["--rules", ".", "repl", "yard/tiff"], b"load fight.json\nBen.harm\n");
    assert!(seen.err.is_empty() && seen.out.ends_with("2\n"), "{}{}", seen.out, seen.err);
}

#[test]
fn nothing_on_the_page_does_anything() {
    let table = Served::open(hostile(), &["yard/tiff", "--rules", "."]);
    let say = |line: &str| table.post("/preview", &format!("{{\"line\":{}}}", Value::from(line))).body;
    let lab = "/lab?line=Ben+throws+at+Ben";
    let mut shown = vec![say(ASKED), say(EVIL), say("hurl"), table.say(1, "next").body];
    shown.extend(
        [
            "/",
            "/view",
            "/figure?id=0",
            "/figure?id=1",
            "/moment?n=1",
            "/moment?n=2",
            lab,
            "/rules",
            "/rules?q=evil",
            "/screen",
        ]
        .map(|path| table.get(path).body),
    );
    for text in shown {
        assert!(!text.is_empty());
        shows_nothing_hidden("the page", &text);
        // What stands in JSON is put into the page as it is read from it.
        if let Ok(value) = serde_json::from_str::<Value>(&text) {
            let strings = strings(&value);
            strings.iter().for_each(|text| shows_nothing_hidden("an answer to the page", text));
        }
    }
}

/// All texts in a tree.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(list) => list.iter().flat_map(strings).collect(),
        Value::Object(fields) => fields.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn what_a_script_says_is_one_line_and_known_for_it() {
    let here = hostile();
    let seen = here.run(&["--rules", ".", "run", "yard/tiff"]);
    assert_eq!((seen.code, seen.err.as_str()), (0, ""), "{}", seen.out);
    let count = |wanted: &str| seen.out.lines().filter(|line| line.starts_with(wanted)).count();
    assert_eq!(count("    mine\\n\\nTurn 9\\n    Ben: Hurl \\u{1b}]52;"), 2, "{}", seen.out);
    assert_eq!(count("    » Ben: Hurl"), 2, "{}", seen.out);
    assert_eq!(count("    Ben: Hurl"), 1, "he does it once himself: {}", seen.out);
    assert_eq!(count("    » Ben is now winning"), 2, "{}", seen.out);
    // What is told is marked for the same words as what is said.
    for told in ["      » Ben is now winning", "      » Ben moves 0,0", "      » Ben: Hurl"] {
        assert_eq!(count(told), 2, "{told}: {}", seen.out);
    }
}
