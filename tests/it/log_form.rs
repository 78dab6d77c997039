//! The form of kept games: `docs/log.schema.json` holds for what `run --json` prints, `run --save` writes and the page of a
//! replay holds, and for nothing else.

use super::program::Sandbox;
use serde_json::{Map, Value, json};

/// A fight of each shipped game, and those that tell most sorts of events.
const FIGHTS: [&str; 12] = [
    "duel",
    "skirmish/barricade_assault",
    "skirmish/arena",
    "action-d10/trapped",
    "laser-d20/firefight",
    "laser-d20/convoy",
    "maneuver-3d6/shields",
    "maneuver-3d6/brawl",
    "throw-2d6/steel",
    "throw-2d6/parley",
    "ww/tavern_brawl",
    "ww/fencing_duel",
];

fn schema() -> Value {
    serde_json::from_str(&std::fs::read_to_string("docs/log.schema.json").expect("it is kept")).expect("it is JSON")
}

/// Where a value is not what a schema says; none if it is. What a schema may say and this does not know is a mistake.
fn fault(root: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    for (key, said) in schema.as_object().expect("a schema is an object") {
        let wrong = |why: String| Some(format!("{at}: {why} (`{key}`): {value}"));
        let found = match key.as_str() {
            "$schema" | "title" | "description" | "$defs" | "required" | "additionalProperties" => None,
            "$ref" => {
                let path = said.as_str().and_then(|path| path.strip_prefix('#')).expect("a place in this file");
                fault(root, root.pointer(path).unwrap_or_else(|| panic!("no {path}")), value, at)
            }
            "const" if value != said => wrong(format!("not {said}")),
            "enum" if !said.as_array().expect("a list").contains(value) => wrong(format!("none of {said}")),
            "const" | "enum" => None,
            "type" if !is_of_type(said, value) => wrong(format!("no {said}")),
            "type" => None,
            "pattern" if value.as_str().is_some_and(|text| !fits(said, text)) => wrong(format!("not like {said}")),
            "pattern" => None,
            "oneOf" => one_of(root, said, value, at),
            "items" | "prefixItems" => members(root, schema, value, at),
            "properties" => value.as_object().and_then(|value| properties(root, schema, value, at)),
            _ => panic!("the schema says `{key}`, which this test does not know"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn is_of_type(said: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().expect("a name") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the schema says the type `{other}`, which this test does not know"),
    };
    said.as_array().map_or_else(|| is(said), |names| names.iter().any(is))
}

fn fits(pattern: &Value, text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match pattern.as_str().expect("a text") {
        "^[0-9]+$" => is_digits(text),
        "^.+[.].+$" => text.char_indices().any(|(at, c)| c == '.' && at > 0 && at + 1 < text.len()),
        "^.*#[0-9]+$" => text.rsplit_once('#').is_some_and(|(_, number)| is_digits(number)),
        "^-?[0-9]+/[0-9]+$" => text
            .strip_prefix('-')
            .unwrap_or(text)
            .split_once('/')
            .is_some_and(|(over, under)| is_digits(over) && is_digits(under)),
        other => panic!("the schema says the pattern `{other}`, which this test does not know"),
    }
}

/// Exactly one of several schemas holds. Told is the fault of the one that says the same `type` of change.
fn one_of(root: &Value, said: &Value, value: &Value, at: &str) -> Option<String> {
    let all: Vec<Option<String>> =
        said.as_array().expect("a list").iter().map(|one| fault(root, one, value, at)).collect();
    let holding = all.iter().filter(|fault| fault.is_none()).count();
    if holding == 1 {
        return None;
    }
    let nearest = all.into_iter().flatten().max_by_key(String::len).unwrap_or_default();
    Some(format!("{at}: {holding} of the forms hold, where one should; one says: {nearest}"))
}

fn members(root: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    let list = value.as_array()?;
    let first = schema["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
    if schema["items"] == json!(false) && list.len() != first.len() {
        return Some(format!("{at}: {} members, not {}: {value}", list.len(), first.len()));
    }
    list.iter().enumerate().find_map(|(place, member)| {
        let said = first.get(place).unwrap_or(&schema["items"]);
        if said.is_object() { fault(root, said, member, &format!("{at}/{place}")) } else { None }
    })
}

fn properties(root: &Value, schema: &Value, value: &Map<String, Value>, at: &str) -> Option<String> {
    let said = schema["properties"].as_object().expect("an object");
    let lacks = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let missing = lacks.into_iter().find(|name| !value.contains_key(*name));
    if let Some(missing) = missing {
        return Some(format!("{at}: `{missing}` is missing"));
    }
    value.iter().find_map(|(name, held)| match said.get(name) {
        Some(one) => fault(root, one, held, &format!("{at}/{name}")),
        None if schema["additionalProperties"] == json!(false) => Some(format!("{at}: `{name}` is not in the schema")),
        None => None,
    })
}

#[track_caller]
fn holds(schema: &Value, log: &str, whose: &str) {
    for (at, line) in log.lines().enumerate() {
        let value: Value = serde_json::from_str(line).expect("a line is JSON");
        let part = match (at, value.get("said")) {
            (0, _) => "header",
            (_, Some(_)) => "said_line",
            (_, None) => "event",
        };
        let wrong = fault(schema, &schema["$defs"][part], &value, &format!("line {}", at + 1));
        assert_eq!(wrong, None, "{whose}");
        assert_eq!(fault(schema, schema, &value, ""), None, "{whose}: one form holds for each line");
    }
    assert!(log.lines().count() > 5, "{whose} tells too little");
}

#[test]
fn what_is_kept_and_told_to_programs_is_of_the_documented_form() {
    let (schema, folder) = (schema(), Sandbox::new());
    let mut met = std::collections::BTreeSet::new();
    for fight in FIGHTS {
        let told = folder.run(&["run", fight, "--seed", "2", "--json", "--save", "fight.log", "--force"]);
        assert_eq!(told.code, 0, "{told:?}");
        let kept = folder.read("fight.log");
        assert_eq!(kept, told.out, "{fight}: `--save` and `--json` speak one form");
        holds(&schema, &kept, fight);
        // It is read back as it was written: every number holds.
        let again = folder.run(&["replay", "fight.log", "--check"]);
        assert!(again.code == 0 && again.out.starts_with("every number holds"), "{fight}: {again:?}");
        for line in kept.lines().skip(1) {
            let event: Value = serde_json::from_str(line).expect("JSON");
            met.insert(event["change"]["type"].as_str().expect("a type").to_string());
        }
    }
    assert!(met.len() > 25, "these fights tell too few sorts of events: {met:?}");
}

#[test]
fn what_people_have_played_is_told_in_the_same_form() {
    let (schema, folder) = (schema(), Sandbox::new());
    let said = "play colony\nBruce paces\nnew Fred from Bruce on colony\nput Fred at 2,4\nnext\nsave fight.save\n";
    let told = folder.told(&["repl", "duel", "--seed", "1"], said.as_bytes());
    assert_eq!(told.code, 0, "{told:?}");
    let log = folder.run(&["replay", "fight.save", "--json"]);
    assert_eq!(log.code, 0, "{log:?}");
    holds(&schema, &log.out, "what was played");
    let lines: Vec<Value> = log.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let about = ["pack", "scenario", "played"].map(|name| lines[0]["about"][name].as_str().unwrap_or_default());
    assert_eq!(about, ["skirmish", "duel", "at a table"]);
    let joined = lines.iter().position(|line| line["said"] == "new Fred from Bruce on colony").expect("it is told");
    let after = lines[joined + 1..].iter().find(|line| line["change"]["figure"] == "Fred");
    assert_eq!(after.map(|line| &line["change"]["type"]), Some(&json!("moved")), "he is known by his name");
    let events = lines.iter().filter(|line| line["change"].is_object()).count();
    let numbers = lines.iter().filter_map(|line| line["seq"].as_u64());
    assert!(numbers.eq(0..events as u64), "events are counted through");
    assert_eq!(lines[joined]["before"], lines[joined + 1]["seq"]);
    folder.write("fight.log", &log.out);
    let again = folder.run(&["replay", "fight.log", "--check"]);
    assert!(again.code == 2 && again.err.contains("people have played"), "{again:?}");
    // What scripts have played is told so, too.
    assert_eq!(folder.run(&["run", "duel", "--save", "scripted.log"]).code, 0);
    assert_eq!(folder.run(&["replay", "scripted.log", "--json"]).out, folder.read("scripted.log"));
}

#[test]
fn every_change_the_program_makes_is_in_the_schema() {
    let text = schema()["$defs"].to_string();
    for name in fray::event::NAMES {
        assert!(text.contains(&format!("\"{name}\"")), "`{name}` is not in docs/log.schema.json");
    }
}

#[test]
fn nothing_in_a_log_is_a_bare_number_that_stands_for_a_name() {
    let folder = Sandbox::new();
    let log = folder.run(&["run", "skirmish/arena", "--json"]).out;
    let names = ["phase", "side", "figure", "actor", "action", "check", "track", "note", "state", "condition", "item"];
    for line in log.lines().skip(1) {
        let event: Value = serde_json::from_str(line).expect("JSON");
        for (name, held) in event["change"].as_object().expect("a change").iter() {
            assert!(!names.contains(&name.as_str()) || held.is_string() || held.is_null(), "{name} in {line}");
        }
    }
    assert!(log.contains("\"figure\":\"") && log.contains("\"action\":\""), "{log}");
}

#[test]
fn the_schema_refuses_what_is_not_of_the_form() {
    let schema = schema();
    let event = |change: Value| json!({ "seq": 0, "turn": 1, "change": change });
    let right = event(json!({ "type": "moved", "figure": "Ann", "from": null, "to": { "x": 1, "y": 2 } }));
    assert_eq!(fault(&schema, &schema, &right, ""), None);
    for wrong in [
        event(json!({ "type": "moved", "figure": 3, "from": null, "to": { "x": 1, "y": 2 } })),
        event(json!({ "type": "moved", "figure": "Ann", "from": null })),
        event(json!({ "type": "moved", "figure": "Ann", "from": null, "to": { "x": 1 } })),
        event(json!({ "type": "flown", "figure": "Ann" })),
        event(json!({ "type": "said", "text": "x", "more": 1 })),
        event(json!({ "type": "cell_changed", "cell": { "x": 1, "y": 2 }, "to": "wall" })),
        json!({ "seq": 0, "change": { "type": "turn_began" } }),
        json!({ "schema": "fray.events/1" }),
    ] {
        assert!(fault(&schema, &schema, &wrong, "").is_some(), "{wrong}");
    }
}

#[test]
fn a_name_that_is_not_of_this_fight_is_told_with_its_line() {
    let folder = Sandbox::new();
    assert_eq!(folder.run(&["run", "duel", "--save", "fight.log"]).code, 0);
    folder.write("bad.log", &folder.read("fight.log").replacen("\"figure\":\"Zorgo\"", "\"figure\":\"Nobody\"", 1));
    let seen = folder.run(&["replay", "bad.log", "--check"]);
    assert!(
        seen.code == 2 && seen.err.contains("no figure of this fight is") && seen.err.contains("Nobody"),
        "{seen:?}"
    );
}

#[test]
fn the_page_of_a_replay_holds_the_kept_game() {
    let (schema, folder) = (schema(), Sandbox::new());
    assert_eq!(folder.run(&["run", "duel", "--seed", "4", "--save", "fight.log"]).code, 0);
    assert_eq!(folder.run(&["replay", "fight.log", "-o", "fight.html", "--games", "1"]).code, 0);
    let page = folder.read("fight.html");
    let (_, log) = page.split_once("<script id=\"log\" type=\"application/x-ndjson\">\n").expect("it holds the log");
    let log = log.split("</script>").next().expect("its end");
    holds(&schema, log, "the page");
    let parsed =
        |text: &str| -> Vec<Value> { text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect() };
    assert_eq!(parsed(log), parsed(&folder.read("fight.log")));
    // What came by mail is checked, gone on from, and made anew, without the file it was made of.
    let seen = folder.run(&["replay", "fight.html", "--check"]);
    assert!(seen.code == 0 && seen.out.starts_with("every number holds"), "{seen:?}");
    assert_eq!(folder.run(&["run", "--from", "fight.html", "--turn", "1", "--seed", "9"]).code, 0);
}
