//! What actions share is said once: what every action of a phase or of a sort requires and does, and how packs above
//! amend it.

use crate::program::Sandbox;

const GAME: &str = r#"pack yard "A yard" extends std { license "CC0" }
fact actor figure
fact target figure
attribute STR number = 10
condition wet "wet" { lasts for good }
condition seen "seen" { lasts for good }
every fight "Fighting" @17 {
  require not (actor is wet) "nobody fights wet" @17.2
  does { gain seen }
}
every blow "Blows" { require actor != target "nobody hits himself" }
every action in acting except pass "Acting" { require actor.STR > 0 "too weak" @3 }
action hit "Hit" { by actor; takes target; counts as fight, blow; phase acting }
action pass "Pass" { by actor; phase acting }
turn "Turn" { phase acting { by side; each figure; orders 1 } }
figure Mouse { STR 0 }
figure Rat { STR 3 }
test "what is shared holds for whoever counts as it" {
  place Mouse
  place Rat
  gain Rat wet
  expect refused "Mouse hit Rat" "too weak"
  expect legal "Mouse pass"
  expect refused "Rat hit Mouse" "nobody fights wet"
  lose Rat wet
  expect refused "Rat hit Rat" "nobody hits himself"
  order "Rat hit Mouse"
  expect Rat is seen
}
"#;

const HOUSE: &str = r#"pack house "Our yard" extends yard { license "CC0" }
every fight { remove require "nobody fights wet"; add require actor.STR > 4 "not strong enough" @h1 }
every action in acting "Acting" { remove require "too weak" }
action kick "Kick" { by actor; takes target; phase acting; counts as fight }
action hit { remove counts as blow }
figure Cat { STR 9 }
test "what is shared is amended line by line" {
  place Rat
  place Cat
  gain Cat wet
  expect refused "Rat hit Cat" "not strong enough"
  expect refused "Rat kick Cat" "not strong enough"
  expect legal "Cat hit Cat"
  order "Cat kick Rat"
  expect Cat is seen
}
"#;

fn yard() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("rules/yard/pack.fray", GAME);
    sandbox.write("rules/house/pack.fray", HOUSE);
    sandbox
}

#[test]
fn what_actions_share_holds_and_is_amended() {
    let sandbox = yard();
    for pack in ["yard", "house"] {
        let tested = sandbox.run(&["--rules", ".", "test", pack]);
        assert_eq!((tested.out.as_str(), tested.err.as_str()), ("1 passed, 0 failed\n", ""), "{pack}");
    }
}

#[test]
fn what_is_shared_is_told_with_its_section() {
    let sandbox = yard();
    let asked = sandbox.run(&["--rules", ".", "ask", "yard", "Rat hit Mouse, Rat wet"]);
    assert_eq!(asked.out.lines().next(), Some("  would be refused: nobody fights wet  @17.2"), "{asked:?}");
    let shown = sandbox.run(&["--rules", ".", "show", "house", "action", "hit"]).out;
    let told: Vec<&str> =
        shown.lines().filter(|line| line.starts_with("every") || line.starts_with("amended")).collect();
    assert_eq!(
        told,
        [
            "amended by rules/house/pack.fray:5",
            "every fight \"Fighting\" @17 {",
            "amended by rules/house/pack.fray:2",
            "every fight { remove require \"nobody fights wet\"; add require actor.STR > 4 \"not strong enough\" @h1 }",
            "every action in acting except pass \"Acting\" { require actor.STR > 0 \"too weak\" @3 }",
            "amended by rules/house/pack.fray:3",
            "every action in acting \"Acting\" { remove require \"too weak\" }",
        ]
    );
}

#[test]
fn what_nothing_counts_as_is_found() {
    let sandbox = yard();
    sandbox.write("rules/house/more.fray", "every leap \"Leaps\" { require actor.STR > 1 \"weak\" }\n");
    let checked = sandbox.run(&["--rules", ".", "check", "house"]);
    let told = checked.out.lines().find(|line| line.contains("leap"));
    assert_eq!(told, Some("  ⚠ nothing uses the sort of actions `leap`"), "{checked:?}");
}

/// A pack in which checks share lines, and a house rule that changes them.
const CHECKS: &str = r#"pack range "A range" extends std { license "CC0" }
fact actor figure
fact far "far" truth = false
fact dark "dark" truth = false
attribute AIM number = 10
condition blind "blind" { lasts for good }
card light "Light" { -3 "dark" when dark tags gloom }
every sighted "With one's eyes" @4 {
  roll 2d6
  at most actor.AIM "aim" @4.1
  cards light
  impossible when actor is blind "he sees nothing" @4.2
}
every steady "Steadily" { counts as sighted; plus 1 "steady" @5 }
check shot "Shot" { reads actor; says "{actor} shoots"; counts as steady; plus -2 "far" when far }
check lob "Lob" { reads actor; says "{actor} lobs"; counts as sighted; ignores gloom }
figure Ann { }
test "what is shared counts for each" covers R-1 {
  ask "Ann shoots, far, dark"
  expect need 6
  expect modifier "steady" = 1
  expect dice 2d6
  ask "Ann lobs, dark"
  expect need 10
  expect no modifier "steady"
  ask "Ann lobs, Ann blind"
  expect impossible "he sees nothing"
}
"#;

const OTHER_RANGE: &str = r#"pack other "Another range" extends range { license "CC0" }
every sighted { replace at most actor.AIM - 1 "aim, as we have it"; remove impossible "he sees nothing" }
every steady { remove plus "steady" }
check lob { remove counts as sighted; add roll 3d6; add at most 9 "nine" }
check toss "Toss" { reads actor; says "{actor} tosses"; counts as sighted }
test "what is shared is amended for all" {
  ask "Ann shoots"
  expect need 9
  ask "Ann tosses, dark"
  expect need 6
  ask "Ann lobs"
  expect need 9
  expect dice 3d6
}
"#;

fn range(more: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("rules/range/pack.fray", CHECKS);
    sandbox.write("rules/other/pack.fray", OTHER_RANGE);
    sandbox.write("rules/other/more.fray", more);
    sandbox
}

#[test]
fn what_checks_share_counts_for_each_and_is_amended() {
    let sandbox = range("");
    for pack in ["range", "other"] {
        let tested = sandbox.run(&["--rules", ".", "test", pack]);
        assert_eq!((tested.out.lines().next(), tested.code), (Some("1 passed, 0 failed"), 0), "{pack}: {tested:?}");
    }
    let asked = sandbox.run(&["--rules", ".", "ask", "range", "Ann shoots"]).out;
    assert!(asked.contains("aim") && asked.contains("@4.1") && asked.contains("@5"), "{asked}");
    let shown = sandbox.run(&["--rules", ".", "show", "other", "check", "shot"]).out;
    let told: Vec<&str> =
        shown.lines().filter(|line| line.starts_with("every") || line.starts_with("amended")).collect();
    assert_eq!(
        told,
        [
            "every steady \"Steadily\" { counts as sighted; plus 1 \"steady\" @5 }",
            "amended by rules/other/pack.fray:3",
            "every steady { remove plus \"steady\" }",
            "every sighted \"With one's eyes\" @4 {",
            "amended by rules/other/pack.fray:2",
            "every sighted { replace at most actor.AIM - 1 \"aim, as we have it\"; remove impossible \"he sees nothing\" }",
        ]
    );
}

/// What `check` says of lines that stand beside the house rule: its errors and findings, without places.
fn wrong(more: &str) -> Vec<String> {
    let checked = range(more).run(&["--rules", ".", "check", "other"]);
    let told = checked.out.lines().chain(checked.err.lines());
    told.filter(|line| line.starts_with("  ×") || line.starts_with("  ⚠")).map(|line| line.trim().to_string()).collect()
}

#[test]
fn what_is_wrong_with_what_checks_share_is_told_once() {
    assert_eq!(wrong(""), Vec::<String>::new());
    let cases = [
        ("every worn \"Worn\" { plus actor.AMI \"worn\" }", vec!["× a figure has no property `AMI`"]),
        (
            "every worn \"Worn\" { plus actor.AMI \"worn\" }\ncheck a \"A\" { reads actor; says \"{actor} a\"; roll 1d6; \
             counts as worn }\ncheck b \"B\" { reads actor; says \"{actor} b\"; roll 1d6; counts as worn }",
            vec!["× a figure has no property `AMI`"],
        ),
        ("every worn \"Worn\" { cards light }", vec!["⚠ nothing uses the sort of checks `worn`"]),
        (
            "check a \"A\" { reads actor; says \"{actor} a\"; counts as steady; roll 1d6 }",
            vec!["× check `a` says `roll` twice"],
        ),
        (
            "check a \"A\" { reads actor; says \"{actor} a\"; counts as steady; cards light }",
            vec!["× check `a` says `light` twice"],
        ),
        (
            "every moved \"Moved\" { require actor is blind \"no\" }\naction go \"Go\" { by actor; counts as moved }\n\
             check a \"A\" { reads actor; says \"{actor} a\"; roll 1d6; counts as moved }",
            vec!["× `moved` has no `line of checks`"],
        ),
        ("action go \"Go\" { by actor; counts as steady }", vec!["× `steady` has no `line of actions`"]),
        (
            "every one \"One\" { counts as two }\nevery two \"Two\" { counts as one; cards light }",
            vec!["× every `one` needs itself: one -> two -> one"],
        ),
    ];
    for (more, told) in cases {
        assert_eq!(wrong(more), told, "{more}");
    }
}

#[test]
fn whole_phases_are_forbidden() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "rules/yard/pack.fray",
        r#"pack yard "A yard" extends std { license "CC0" }
fact actor figure
note gone number = 0
condition rooted "rooted" { lasts for good; forbids all in walking except pass "his feet are held"; forbids hop "and so" }
condition mute "mute" { lasts for good; forbids all in talking "no word"; forbids all in walking except hop, pass "no step" }
action run "Run" { by actor; phase walking }
action pass "Pass" { by actor; phase walking, talking }
action shout "Shout" { by actor; phase talking }
action hop "Hop" { by actor; phase talking, walking }
action count_up "Count" { by actor; phase talking; does { for each n in numbers(2, 4) { change gone by n } } }
turn "Turn" { phase walking { by side }; phase talking { by side } }
figure Ann { }
test "some phases" {
  place Ann
  gain Ann rooted
  expect refused "Ann run" "his feet are held"
  expect legal "Ann pass"
  expect legal "Ann shout"
  lose Ann rooted
  gain Ann mute
  expect refused "Ann shout" "no word"
  expect refused "Ann run" "no step"
  expect refused "Ann hop" "no word"
  lose Ann mute
  order "Ann count_up"
  expect Ann.gone = 9
  expect count(numbers(3, 2)) = 0
}
"#,
    );
    let tested = sandbox.run(&["--rules", ".", "test", "yard"]);
    assert_eq!((tested.out.as_str(), tested.err.as_str()), ("1 passed, 0 failed\n", ""));
}

#[test]
fn words_of_a_question_are_offered_where_they_may_be() {
    let sandbox = Sandbox::new();
    sandbox.write(
        "rules/yard/pack.fray",
        r#"pack yard "A yard" extends std { license "CC0" }
fact actor figure
note luck number = 0
note shield truth = false
note took text
question avert "Avert it" { choices suffer, block, pray; default pray }
action stand "Stand" {
  by actor
  phase acting
  does {
    ask avert from [suffer, block when actor.shield, pray when actor.luck > 0] {
      on suffer { set took = "suffer" }
      on block { set took = "block" }
      on pray { set took = "pray" }
    }
  }
}
turn "Turn" { phase acting { by side } }
figure Ann { }
test "one is left" {
  place Ann
  order "Ann stand"
  expect Ann.took = "suffer"
  expect no event decided
}
test "some may be chosen" {
  place Ann { luck 1; shield yes }
  order "Ann stand"
  expect Ann.took = "pray"
  answer avert of Ann = block
  order "Ann stand"
  expect Ann.took = "block"
}
test "one may not" {
  fails "block"
  place Ann { luck 1 }
  answer avert of Ann = block
  order "Ann stand"
}
"#,
    );
    let tested = sandbox.run(&["--rules", ".", "test", "yard"]);
    assert_eq!((tested.out.as_str(), tested.err.as_str()), ("3 passed, 0 failed\n", ""));
}
