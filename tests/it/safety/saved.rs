//! Saves that somebody has changed by hand, with the sum reckoned anew: what cannot be does not load, and is told.

use crate::program::Sandbox;
use crate::repl::MemoryDesk;
use fray::cli::{Builtin, Packs, Shelf, Tabletop};
use fray::repl::{Frontend, Session};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

type SavedFiles = Rc<RefCell<BTreeMap<String, String>>>;

fn session(open: &str, files: &SavedFiles) -> Session {
    let inner = Tabletop { packs: Packs::new(Builtin), shelf: Shelf::default() };
    let desk = MemoryDesk { inner, files: files.clone(), bug: None };
    let opened = desk.open(open).expect("a scenario");
    Session::new(Box::new(desk), opened, 1, 100).expect("rules that load")
}

/// The parts of a save in the order of its sum.
const SUMMED: &[&str] = &[
    "schema", "pack", "scenario", "with", "typed", "rules", "seeded", "mine", "personal", "progress", "state", "names",
];

fn sum(save: &Value) -> u64 {
    let parts = SUMMED.iter().map(|part| save[*part].clone());
    // What was played comes last, where something was.
    let parts: Vec<Value> = parts.chain(save.get("played").cloned()).collect();
    let text = Value::Array(parts).to_string();
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What is put where, by its place in the file; `+` adds to a list.
const IMPOSSIBLE: &[(&str, &str)] = &[
    ("/state/figures/0/tracks/7", "-5"),
    ("/state/figures/0/tracks/7", "\"-1/2\""),
    ("/state/figures/0/at", r#"{"x":-1,"y":0}"#),
    ("/state/figures/0/at", r#"{"x":99999,"y":0}"#),
    ("/state/figures/0/facing", "77"),
    ("/state/figures/0/facing", "-1"),
    ("/state/figures/0/side", "9"),
    ("/state/figures/0/sheet", "9999"),
    ("/state/figures/0/controller", "9999"),
    ("/state/figures/0/name", "\"\""),
    ("/state/figures/0/name", "\"Bea\\nTurn 9\""),
    ("/state/figures/0/name", "\"Zorgo\""),
    ("/state/figures/0/tracks", "[]"),
    ("/state/figures/0/states", "[]"),
    ("/state/figures/0/states/0/at", "99"),
    ("/state/figures/0/attributes", "[]"),
    ("/state/figures/0/attributes/0", r#"{"text":"abc"}"#),
    ("/state/figures/0/attributes/15", r#"{"item":9999}"#),
    ("/state/figures/0/attributes/15", r#"{"thing":9999}"#),
    ("/state/figures/0/attributes/4", r#"{"number":1}"#),
    ("/state/figures/0/slots/0", "[]"),
    ("/state/figures/0/slots/0/+", "5"),
    ("/state/figures/0/slots/0/+", "9999"),
    ("/state/figures/1/slots/0/+", "5"),
    ("/state/figures/0/slots/1/+", "5"),
    ("/state/figures/0/conditions/+", r#"{"condition":999,"clock":"for_good"}"#),
    ("/state/figures/0/conditions/+", r#"{"condition":0,"clock":{"turns":0}}"#),
    ("/state/figures/0/conditions/+", r#"{"condition":0,"clock":{"turns":4294967295}}"#),
    ("/state/figures/0/conditions/+", r#"{"condition":0,"clock":{"bananas":1}}"#),
    ("/state/figures", "[]"),
    ("/state/sides", "[]"),
    ("/state/sides/0/name", "\"rebels\""),
    ("/state/sides/0/name", "\"\""),
    ("/state/sides/0/name", "\"a\\nb\""),
    ("/state/sides/0/title", "\" \""),
    ("/state/sides/0/title", "\"The rebels\\nTurn 9\""),
    ("/state/sides/0/tracks", "[]"),
    ("/state/things", "[]"),
    ("/state/things/0/item", "9999"),
    ("/state/things/0/item", "1"),
    ("/state/things/0/fields", "[]"),
    ("/state/things/0/fields/3", r#"{"truth":true}"#),
    ("/state/things/0/place", "\"nowhere\""),
    ("/state/things/0/place", "\"area\""),
    ("/state/things/0/place", r#"{"ground":{"x":-4,"y":0}}"#),
    ("/state/things/0/place", r#"{"slot":[1,22]}"#),
    ("/state/things/0/place", r#"{"slot":[99,99]}"#),
    ("/state/ties/+", r#"{"relation":99,"from":0,"to":{"figure":1},"turns":1}"#),
    ("/state/ties/+", r#"{"relation":0,"from":99,"to":{"figure":1},"turns":1}"#),
    ("/state/ties/+", r#"{"relation":0,"from":0,"to":{"figure":99},"turns":1}"#),
    ("/state/ties/+", r#"{"relation":0,"from":0,"to":"none","turns":1}"#),
    ("/state/ties/+", r#"{"relation":0,"from":0,"to":{"figure":1},"turns":0}"#),
    ("/state/ties/+", r#"{"relation":0,"from":0,"to":{"figure":1},"turns":4294967295}"#),
    ("/state/turn", "4294967295"),
    ("/state/turn", "50"),
    ("/state/turn", "-1"),
    ("/state/phase", "99"),
    ("/state/acting_side", "9"),
    ("/state/side_order", "[]"),
    ("/state/side_order", "[1]"),
    ("/state/side_order", "[0,0]"),
    ("/state/side_order", "[0,9]"),
    ("/state/outcome", r#"{"winner":9,"why":"x"}"#),
    ("/state/cells", r#"[[{"x":999,"y":0},0]]"#),
    ("/state/later", r#"[{"figure":99,"action":0,"facts":[]}]"#),
    ("/progress/begun", "false"),
    ("/progress/course/turn", "7"),
    ("/progress/course/stretch", "77"),
    ("/progress/course/side", "77"),
    ("/progress/course/phase", "4294967295"),
    ("/personal/+", "\"nobody\""),
    ("/scenario", "null"),
    ("/scenario", "\"no such\""),
    ("/pack", "\"no such\""),
    ("/typed/+", "\"card {\""),
    ("/with/+", r#"["no such","x"]"#),
    ("/state/figures/0/controller", "1"),
    ("/state/figures/0/controller", "3"),
    ("/state/ties/+", r#"{"relation":0,"from":0,"to":{"figure":0},"turns":1}"#),
    ("/state/phase", "0"),
    ("/scenario", "\"arena\""),
    ("/scenario", "\"sparring\""),
    ("/schema", "\"fray.session/1\""),
    ("/bonus", "1"),
];

fn changed(save: &Value, place: &str, value: &str) -> Value {
    let (mut save, value) = (save.clone(), serde_json::from_str(value).expect("a value of JSON"));
    let (around, name) = place.rsplit_once('/').expect("a place");
    match save.pointer_mut(around).expect("there is such a place") {
        Value::Array(list) if name == "+" => list.push(value),
        Value::Array(list) => list[name.parse::<usize>().expect("a number")] = value,
        other => other[name] = value,
    }
    save["sum"] = json!(sum(&save));
    save
}

#[test]
fn what_cannot_be_does_not_load() {
    let files = SavedFiles::default();
    let mut before = session("skirmish/duel", &files);
    for line in ["next", "Bruce damage 3", "save a"] {
        assert!(before.enter(line).is_good(), "{line}");
    }
    let save: Value = serde_json::from_str(&files.borrow()["a"]).expect("it is JSON");
    assert_eq!(save["sum"], sum(&save), "the sum is reckoned as here");
    let (mut loaded, mut told) = (Vec::new(), String::new());
    let mut after = session("skirmish/duel", &files);
    for (place, value) in IMPOSSIBLE {
        let edited = changed(&save, place, value);
        files.borrow_mut().insert("b".to_string(), edited.to_string());
        let answer = after.enter("load b");
        match answer.diagnostics.first() {
            Some(why) if !why.to_string().contains("has a bug") => {
                // How long the text is to there depends on numbers that are no part of what is tried.
                let why = why.to_string();
                let why = why.split_once(" at line 1 column ").map_or(&*why, |(why, _)| why);
                told += &format!("{place} = {value}\n    {why}\n");
            }
            _ => loaded.push((place, value, answer.plain(100))),
        }
        let goes_on = after.enter("Bruce.damage");
        assert!(goes_on.text.starts_with('0'), "{place} = {value}: the fight from before goes on");
    }
    assert_eq!(loaded, []);
    insta::assert_snapshot!("what_cannot_be", told);
    let good = session("skirmish/duel", &files).enter("load a");
    assert_eq!((good.text.as_str(), good.is_good()), ("skirmish/duel, turn 1\n", true));
}

#[test]
fn what_is_played_can_be_saved_and_loaded() {
    for open in ["skirmish/arena", "laser-d20/ambush", "throw-2d6/steel", "action-d10/blades"] {
        let files = SavedFiles::default();
        let (mut before, mut after) = (session(open, &files), session(open, &files));
        for turn in 0..4 {
            let _ = before.enter("next");
            assert!(before.enter("save! a").is_good());
            let answer = after.enter("load a");
            assert!(answer.is_good(), "{open} after {turn}: {}", answer.plain(100));
        }
    }
}

const YARD: &str = r#"pack yard "Yard" { board square; scale 1 m; cells floor }
kind floor plural floors {}
kind tool plural tools { charge number tracked }
floors { | name |
         | sand | }
tools { | name  | charge |
        | Rake  | 5      |
        | Spade | 5      | }
attribute strength "strength" number = 3
track harm "harm" number = 0 min 0
track tired "tired" number = 0 min 0
condition wet "wet" { lasts for good }
condition dizzy "dizzy" { lasts for good }
slot hand "in hand" of tool
map yard { legend . sand
  "..." }
figure Ann { strength 4; hand Spade }
scenario bout { map yard; side red { Ann at 0,0 }; side blue { Ann "Bea" at 2,0 { hand Rake } } }
"#;

/// The same with another order of everything, and without some of it.
const OTHER_YARD: &str = r#"pack yard "Yard" { board square; scale 1 m; cells floor }
kind tool plural tools { weight number; charge number tracked }
kind floor plural floors {}
floors { | name |
         | sand | }
tools { | name  | weight | charge |
        | Broom | 2      | 9      |
        | Spade | 3      | 7      | }
track alarm "alarm" number = 0
attribute speed "speed" number = 6
attribute strength "strength" number = 2
track harm "harm" number = 0 min 0
condition cold "cold" { lasts for good }
condition wet "wet" { lasts for good }
slot hand "in hand" of tool
map yard { legend . sand
  "..." }
figure Ann { strength 1; hand Spade }
scenario bout { map yard; side red { Ann at 0,0 }; side blue { Ann "Bea" at 2,0 { hand Broom } } }
"#;

#[test]
fn a_save_of_other_rules_says_what_they_do_not_know_and_is_carried_over_when_asked() {
    let here = Sandbox::new();
    let prompt = |lines: &str| here.told(&["--rules", ".", "repl", "yard/bout"], lines.as_bytes());
    here.write("rules/yard/pack.fray", YARD);
    let seen =
        prompt("Bea is dizzy\nBea is wet\nAnn harm 2\nAnn tired 1\nset charge of Ann to 3\nput Bea at 1,0\nsave a\n");
    assert_eq!((seen.code, seen.err.as_str()), (0, ""), "{}", seen.out);
    here.write("rules/yard/pack.fray", &format!("{YARD}# nothing else\n"));
    let seen = prompt("load a\n");
    assert!(seen.err.contains("the rules have changed since, though they know all"), "{}", seen.err);
    here.write("rules/yard/pack.fray", OTHER_YARD);
    let before = here.read("a");
    let seen = prompt("load a\nBea\nload! a\nAnn\nBea\nsave a\nsave! b\nload b\n");
    insta::assert_snapshot!("carried_over", format!("{}\n---\n{}", seen.out, seen.err));
    assert_eq!(here.read("a"), before, "the fight of the old rules is still there");
    // An edited one is held against the rules like any other, whatever its names say.
    let save: Value = serde_json::from_str(&before).expect("it is JSON");
    for (place, value) in [("/names/items", "[]"), ("/state/figures/0/tracks/0", "-1"), ("/state/figures/0/side", "7")]
    {
        here.write("c", &changed(&save, place, value).to_string());
        let seen = prompt("load! c\n");
        let is_carried = seen.out.contains("left behind") && seen.err.is_empty();
        assert_eq!(is_carried, place == "/names/items", "{place}: {}{}", seen.out, seen.err);
    }
}

/// A save says what was played in its phase again when it is loaded: nothing of that may touch other files.
#[test]
fn lines_of_a_save_reach_nothing_beyond_the_fight() {
    let files = SavedFiles::default();
    let mut before = session("skirmish/duel", &files);
    for line in ["play colony", "Zorgo takes 1 damage", "save a"] {
        assert!(before.enter(line).is_good(), "{line}");
    }
    files.borrow_mut().insert("precious".to_string(), "kept\n".to_string());
    let save: Value = serde_json::from_str(&files.borrow()["a"]).expect("it is JSON");
    assert_eq!(save["played"]["in_phase"], 1, "somebody has said something in the phase: {}", save["played"]);
    for line in ["save! precious", "save!\tprecious", "  save other", "save\tother", "transcript,other", "keep other x"]
    {
        let edited = changed(&save, "/played/lines/1/said/line", &json!(line).to_string());
        files.borrow_mut().insert("b".to_string(), edited.to_string());
        let mut after = session("skirmish/duel", &files);
        let told = after.enter("load b").text;
        assert!(told.contains("is not said again, for it reaches beyond the fight"), "{line}: {told}");
        assert_eq!(files.borrow()["precious"], "kept\n", "{line}");
        assert!(!files.borrow().contains_key("other"), "{line}");
    }
    let edited = changed(&save, "/played/in_phase", "7");
    files.borrow_mut().insert("b".to_string(), edited.to_string());
    let answer = session("skirmish/duel", &files).enter("load b");
    assert!(!answer.is_good(), "more lines in the phase than there are");
}
