//! Some fields of a thing are said anew by packs above, and the others stay.

use crate::program::Sandbox;

const GAME: &str = r#"pack yard "A yard" extends std { license "CC0" }
kind tool { harm dice = 0; reach number = 1; tags list of text; weight number or none = none }
tools {
  tags "long", "old"
  | name  | harm | reach | weight |
  | spear | 1d6  | 2     | 3      |
}
tool bow { harm 2d4; reach 9 }
attribute hand tool or none = none
figure Ann { hand spear }
figure Bob { hand bow }
"#;

const HOUSE: &str = r#"pack house "Our yard" extends yard { license "CC0" }
tool spear, bow { replace reach 5 }
tool spear { remove tags "old"; add tags "new"; remove weight }
option sharp "Sharp spears" off
when sharp { tool spear { replace harm 2d6 } }
test "what is not said again stays" {
  place Ann
  place Bob
  expect Ann.hand.harm = 1d6
  expect Ann.hand.reach = 5
  expect Ann.hand.tags = ["long", "new"]
  expect Ann.hand.weight = none
  expect Bob.hand.reach = 5
  expect Bob.hand.harm = 2d4
}
test "an option changes a field" {
  with sharp
  place Ann
  expect Ann.hand.harm = 2d6
}
"#;

fn house(more: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("rules/yard/pack.fray", GAME);
    sandbox.write("rules/house/pack.fray", HOUSE);
    sandbox.write("rules/house/more.fray", more);
    sandbox
}

#[test]
fn a_pack_above_changes_some_fields_and_keeps_the_others() {
    let tested = house("").run(&["--rules", ".", "test", "house"]);
    assert_eq!((tested.out.as_str(), tested.err.as_str()), ("2 passed, 0 failed\n", ""));
}

#[test]
fn what_cannot_be_changed_is_refused() {
    for (more, says) in [
        ("tool spear { remove tags \"new\", \"best\" }", "not all of it is in the list of this thing"),
        ("tool spear { replace harn 3 }", "did you mean `harm`?"),
        ("tool speer { replace harm 3 }", "did you mean `spear`?"),
        ("tool spear { replace harm 3; replace harm 4 }", "says `harm` twice"),
        ("tool spear { harm 3 }", "say what each line does to it: `replace harm 3`"),
        ("tools { | name | harm |\n | spear | 1 | }", "`tool spear { replace FIELD VALUE }` changes some of it"),
    ] {
        let checked = house(more).run(&["--rules", ".", "check", "house"]);
        let told = checked.out.split_whitespace().collect::<Vec<&str>>().join(" ");
        assert!(told.contains(says) && told.ends_with("1 error"), "{more}: {checked:?}");
    }
}
