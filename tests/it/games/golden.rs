//! Games of a small pack of our own, told whole: every form of line a story has, and what is said when a game stops.

use super::{fray, printed};
use std::path::Path;

const FOLDER: &str = "tests/golden/games";

/// Compares with `<name>.txt`, which shows the command and all it says.
#[track_caller]
fn same_as_ever(name: &str, args: &[&str]) {
    let args = [&["--rules", FOLDER], args].concat();
    let output = fray(&args);
    let part = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let command = args.iter().map(|arg| if arg.contains(' ') { format!("'{arg}'") } else { arg.to_string() });
    let command: Vec<String> = command.collect();
    let code = output.status.code().map_or("none".to_string(), |code| code.to_string());
    let all =
        format!("$ fray {}\n{}{}(exit code {code})", command.join(" "), part(&output.stdout), part(&output.stderr));
    let lines: Vec<&str> = all.lines().map(str::trim_end).collect();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(FOLDER).canonicalize().expect("it exists"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, lines.join("\n")));
}

#[test]
fn a_game_is_told_blow_by_blow() {
    same_as_ever("bout.seed1", &["run", "arena/bout", "--seed", "1"]);
}

#[test]
fn a_game_is_told_to_programs() {
    let text = printed(&["--rules", FOLDER, "run", "arena/bout", "--seed", "1", "--json"]);
    let mut lines =
        text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("one object a line"));
    let header = lines.next().expect("a header");
    assert_eq!(header["schema"], "fray.events/2");
    assert_eq!(header["about"], serde_json::json!({ "pack": "arena", "scenario": "bout", "seed": "1" }));
    let kinds: std::collections::BTreeSet<String> =
        lines.map(|event| event["change"]["type"].as_str().expect("every event has a type").to_string()).collect();
    for kind in ["turn_began", "ordered", "checked", "rolled", "track_changed", "halted", "related", "won"] {
        assert!(kinds.contains(kind), "no {kind} among {kinds:?}");
    }
}

#[test]
fn dice_thrown_on_the_table_are_the_games() {
    same_as_ever("bout.dice", &["run", "arena/bout", "--dice", "6,6,6,6,6,5,1,1,1"]);
}
