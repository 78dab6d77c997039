//! `fray mutants` as an author meets it: what a changed rule becomes, and which changes its tests notice.

use crate::program::Sandbox;

/// Stones again: a card that is tested, one that no test covers, and a line with a reason.
const YARD: &str = r#"pack yard "Stones in the yard"
attribute AIM "Aim" number
fact actor figure
fact range "range" number
fact wind "wind" number
card distance "Distance" @Y-1 {
  -1 "far" when range > 10
  # untested: nobody has ever thrown so far
  -2 "very far" when range > 20
}
card weather "Weather" @Y-2 { -1 "wind" when wind >= 3 }
check throw "A throw" { says "{actor} throws"; reads actor; roll 2d6; at most actor.AIM "aim"; cards distance, weather }
figure Ada { AIM 9 }
test "far is one less" covers Y-1 {
  ask "Ada throws, range 10, wind 0"
  expect need 9
  ask "Ada throws, range 11, wind 0"
  expect need 8
}
test "wind" covers Y-1 {
  ask "Ada throws, range 0, wind 3"
  expect need 8
}
"#;

fn yard() -> Sandbox {
    let here = Sandbox::new();
    here.write("rules/yard/yard.fray", YARD);
    here
}

#[test]
fn what_no_test_notices_is_named_as_a_change_of_its_line() {
    let here = yard();
    let seen = here.run(&["mutants", "yard", "--only", "card weather"]);
    let told = "rules/yard/yard.fray:11: a number by one, in card weather\n\
                - card weather \"Weather\" @Y-2 { -1 \"wind\" when wind >= 3 }\n\
                + card weather \"Weather\" @Y-2 { -1 \"wind\" when wind >= 2 }\n\n\
                7 changes: 6 noticed (85.7 %), 1 not\n";
    assert_eq!((seen.out.as_str(), seen.err.as_str(), seen.code), (told, "", 1));
}

#[test]
fn a_line_with_a_reason_may_stay_untested() {
    let here = yard();
    let seen = here.run(&["mutants", "yard", "--only", "card distance"]);
    let told = "14 changes: 9 noticed (64.3 %), 0 not, 5 not and with a reason\n";
    assert_eq!((seen.out.as_str(), seen.err.as_str(), seen.code), (told, "", 0));
    // Without a reason it is none.
    here.write("rules/yard/yard.fray", &YARD.replace("untested: nobody has ever thrown so far", "untested:"));
    let seen = here.run(&["mutants", "yard", "--only", "card distance"]);
    assert!(seen.code == 1 && seen.out.ends_with("14 changes: 9 noticed (64.3 %), 5 not\n"), "{}", seen.out);
}

#[test]
fn a_reason_that_nothing_needs_is_told() {
    let here = yard();
    let reasoned = YARD.replace("when range > 10\n", "when range > 10 # untested: it is plain\n");
    here.write("rules/yard/yard.fray", &reasoned);
    let seen = here.run(&["mutants", "yard"]);
    let told = "rules/yard/yard.fray:7: this reason is not needed: tests notice every change here\n";
    assert!(seen.out.contains(told), "{}", seen.out);
}

#[test]
fn with_covers_a_test_of_another_row_does_not_count() {
    let here = yard();
    let seen = here.run(&["mutants", "yard", "--covers", "--only", "card weather"]);
    assert!(seen.code == 1 && seen.out.contains("in card weather, whose row no test covers\n"), "{}", seen.out);
    let sum = "7 changes: 0 noticed by a test that covers the row (0.0 %), 7 not\n";
    assert!(seen.out.ends_with(sum), "{}", seen.out);
    here.write("rules/yard/yard.fray", &YARD.replace("test \"wind\" covers Y-1", "test \"wind\" covers Y-2"));
    let seen = here.run(&["mutants", "yard", "--covers", "--only", "card weather"]);
    let sum = "7 changes: 6 noticed by a test that covers the row (85.7 %), 1 not\n";
    assert!(seen.code == 1 && seen.out.ends_with(sum), "{}", seen.out);
}

#[test]
fn programs_are_told_every_change_and_a_sample_is_the_same_every_time() {
    let here = yard();
    let args = ["mutants", "yard", "--limit", "4", "--seed", "3", "--json"];
    let (once, again) = (here.run(&args), here.run(&args));
    assert_eq!(once, again);
    let lines: Vec<serde_json::Value> =
        once.out.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect();
    assert_eq!(lines.len(), 5, "{}", once.out);
    assert!(lines.iter().all(|line| line["schema"] == "fray.mutants/1"), "{}", once.out);
    let outcome = |what: &str| lines.iter().filter(|line| line["outcome"] == what).count() as u64;
    for what in ["noticed", "unnoticed", "silenced", "unloadable", "stopped"] {
        assert_eq!(lines[4][what].as_u64(), Some(outcome(what)), "{what}: {}", once.out);
    }
    let other = here.run(&["mutants", "yard", "--limit", "4", "--seed", "4", "--json"]);
    assert_ne!(once.out, other.out);
}

#[test]
fn every_sort_of_change_is_made_at_its_place() {
    let here = Sandbox::new();
    let rules = r#"pack many "Many"
attribute AIM "Aim" number
option harsh "Harsh" off
option way "Which way" = left { left; right }
fact actor figure
fact near "near" truth
fact hand "hand" number min 1 max 6
value reach "reach" = min(AIM, 3) + round up (AIM / 2)
condition dazed "dazed" { lasts 2 turns }
table wear (roll 1d6) number {
  | roll | wear |
  | 1..3 |    1 |
  | 4..6 |    2 |
}
card luck stacks worst { -1 "near" when near and hand > 1 tags a, b }
check try "A try" { says "{actor} tries"; reads actor; roll 2d6 keep highest 1; at most actor.reach - wear(hand) "aim"; cards luck; inverts a; ignores b }
figure Ada { AIM 9 }
test "nothing" { expect 1 = 1 }
"#;
    here.write("rules/many/many.fray", rules);
    let seen = here.run(&["mutants", "many", "--json"]);
    let changes: Vec<String> = seen.out.lines().filter_map(changed).collect();
    for wanted in [
        "another reading: -> on",
        "another reading: -> right",
        "least for most: -> max",
        "rounded otherwise: -> down",
        "plus for minus: -> -",
        "plus for minus: -> +",
        "another end: -> for good",
        "a number by one: -> 3",
        "a line dropped: -> ",
        "stacked otherwise: -> all",
        "a condition dropped: -> ",
        "a condition turned: -> not (near and hand > 1)",
        "the edge of a comparison: -> >=",
        "a member dropped: -> ",
        "other dice: -> 3d6",
        "other dice: -> 2d8",
        "other dice: -> lowest",
    ] {
        assert!(changes.iter().any(|change| change == wanted), "{wanted} is not among {changes:#?}");
    }
}

/// A line for programs, as what is changed and what comes there.
fn changed(line: &str) -> Option<String> {
    let line: serde_json::Value = serde_json::from_str(line).expect("a line is an object");
    Some(format!("{}: -> {}", line["change"].as_str()?, line["right"].as_str()?))
}

#[test]
fn wrong_use_is_told_with_what_to_type() {
    let here = yard();
    for (args, told) in [
        (vec!["mutants", "yrd"], "did you mean `yard`?"),
        (vec!["mutants", "yard", "--limit", "0"], "`0` is no value of `--limit`: it takes a whole number of 1 or more"),
        (
            vec!["mutants", "yard", "--only", "card distnce"],
            "a rule whose declaration or file is called `card distnce`",
        ),
        (vec!["mutants"], "lacks PATH"),
    ] {
        let seen = here.run(&args);
        assert!(seen.code == 2 && seen.out.is_empty() && seen.err.contains(told), "{args:?}: {}{}", seen.out, seen.err);
    }
    here.write("rules/yard/yard.fray", &YARD.replace("expect need 9", "expect need 10"));
    let seen = here.run(&["mutants", "yard"]);
    assert!(seen.code == 2 && seen.err.contains("1 of the tests of `yard` fails"), "{}", seen.err);
    // What comes with fray has its tests elsewhere.
    let seen = Sandbox::new().run(&["mutants", "ww"]);
    assert!(seen.code == 2 && seen.err.contains("the tests of `ww` are not in this program"), "{}", seen.err);
}

#[cfg(unix)]
#[test]
fn whoever_does_not_want_to_wait_gets_what_there_is() {
    let here = Sandbox::new();
    // So much that it takes long even where there are many cores.
    let rows: String = (1..4_000).map(|row| format!("  | {row} | {} |\n", row % 7)).collect();
    let table = format!("table far (steps number) number {{\n  | steps | far |\n{rows}}}\n");
    here.write("rules/yard/yard.fray", &(YARD.to_string() + &table));
    let line = "timeout --foreground -s INT 10 fray mutants yard; echo $?";
    let seen = here.shell(line);
    assert!(seen.out.ends_with("\n130\n") || seen.out.ends_with("\n124\n"), "{}{}", seen.out, seen.err);
    assert!(seen.err.starts_with("stopped: ") && seen.err.contains(" changes were tried"), "{}", seen.err);
    assert!(seen.out.contains(" changes: "), "{}", seen.out);
}
