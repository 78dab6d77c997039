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
