//! The author's tools: a pack begun, watched, and the command line described to shells and `man`.

use crate::program::Sandbox;

#[test]
fn a_new_game_checks_tests_and_plays() {
    let here = Sandbox::new();
    let begun = here.run(&["new", "my-yard"]);
    assert_eq!((begun.code, begun.err.as_str()), (0, ""), "{}", begun.err);
    assert_eq!(here.run(&["check", "my-yard", "--rules", "."]).out, "no findings\n");
    assert_eq!(here.run(&["test", "my-yard"]).out, "2 passed, 0 failed\n");
    let played = here.run(&["run", "my-yard/duel", "--rules", "."]);
    assert!(played.code == 0 && played.out.contains("Victory for "), "{}", played.out);
    assert_eq!(here.run(&["fmt", "--check", "rules"]).code, 0);
    let shown = here.run(&["show", "my-yard", "behavior", "--rules", "."]);
    assert_eq!(
        shown.out,
        "nearest  Strikes at whoever is nearest\nwaiting  Does nothing of its own accord, and takes the first answer on offer: a target for drills\n"
    );
    let again = here.run(&["new", "my-yard"]);
    let told = "fray::cli::unnamable\n\n  × a pack cannot be called `my-yard`: there is a pack of this name\n  \
                help: choose another; `--extends` makes house rules over one\n";
    assert_eq!((again.code, again.err.as_str()), (2, told));
}

#[test]
fn new_house_rules_stand_on_a_pack_and_are_tested_by_it() {
    let here = Sandbox::new();
    assert_eq!(here.run(&["new", "ours", "--extends", "throw-2d6"]).code, 0);
    assert_eq!(here.run(&["check", "ours", "--rules", "."]).out, "no findings\n");
    assert_eq!(here.run(&["test", "ours"]).out, "1 passed, 0 failed\n");
    let unknown = here.run(&["new", "others", "--extends", "skirmsh"]);
    assert!(unknown.code == 2 && unknown.err.contains("did you mean `skirmish`?"), "{}", unknown.err);
}

#[test]
fn a_watched_pack_is_checked_and_tested() {
    let here = Sandbox::new();
    here.run(&["new", "yard"]);
    let seen = here.run(&["watch", "yard", "--times", "1"]);
    assert_eq!((seen.out.as_str(), seen.code), ("--- yard\n2 passed, 0 failed\n", 0));
    let text = here.read("rules/yard/fights.fray").replace("-1 \"far\"", "-3 \"far\"");
    here.write("rules/yard/fights.fray", &text);
    assert_eq!(here.run(&["watch", "yard", "--times", "1"]).code, 1);
}

#[test]
fn shells_and_man_are_told_every_command() {
    let here = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let seen = here.run(&["completions", shell]);
        assert!(seen.code == 0 && seen.out.contains("completions") && seen.out.contains("worth"), "{shell}");
    }
    let page = here.run(&["man"]).out;
    assert!(page.contains(".TH fray 1") && page.contains("worth"), "{page}");
    assert!(here.run(&["man", "sim"]).out.contains(".TH fray-sim 1"), "{}", here.run(&["man", "sim"]).out);
}

#[test]
fn a_test_that_names_nobody_is_found_before_it_is_run() {
    let here = Sandbox::new();
    here.run(&["new", "yard"]);
    let mut text = here.read("rules/yard/fights.fray");
    text += "test \"nobody\" {\n  place Ann\n  gain Gard out\n  ask \"Ghost does something\"\n  expect 2d6 = 7\n}\n";
    here.write("rules/yard/fights.fray", &text);
    let seen = here.run(&["check", "yard", "--rules", "."]);
    assert_eq!(seen.code, 1, "{}{}", seen.out, seen.err);
    let told = seen.out + &seen.err;
    assert_eq!(told.matches("fray::ide::test_names").count(), 2, "{told}");
    assert!(told.contains("Ghost") && told.contains("a figure named `Gard`"), "{told}");
}
