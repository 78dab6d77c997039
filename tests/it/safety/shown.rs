//! Whatever texts hold, they do not steer the terminal, and no source is too long to be shown.

use crate::program::Sandbox;
use fray::diag::Diagnostic;
use fray::repl::rendered;
use fray::rulebook::{Choices, load};
use fray::text::Memory;

/// Everything that may not reach a terminal as it is.
const HIDDEN: &[char] = &['\u{1b}', '\u{7}', '\u{9b}', '\r', '\u{202e}', '\u{2066}', '\u{2028}', '\u{7f}', '\u{feff}'];

fn mistakes(text: &str) -> Vec<Diagnostic> {
    load(&Memory::default().with("rules/case/case.fray", text), "case", &Choices::none()).1
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let tabs = "\t".repeat(20_000);
    let text =
        format!("pack case\nfact {tabs} gap number = {} spaer + 1 {}\n", "1 + ".repeat(9_000), "x".repeat(70_000));
    let all = mistakes(&text);
    assert!(!all.is_empty());
    for one in &all {
        let drawn = rendered(one, 100, false);
        assert!(drawn.contains('…'), "{drawn}");
        let widest = drawn.lines().map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| widest < 600), "{widest:?}");
    }
}

#[test]
fn a_line_does_not_lead_back_to_its_beginning() {
    for one in mistakes("pack case\r\nfact gap number = \rspaer + 1\r\n") {
        let drawn = rendered(&one, 100, false);
        assert!(!drawn.contains('\r'), "{drawn:?}");
        assert!(drawn.contains("= \\rspaer"), "{drawn}");
    }
}

#[test]
fn a_long_line_at_the_prompt_loses_no_fight() {
    let here = Sandbox::new();
    let lines = [b"Bruce damage 3\n".to_vec(), vec![b'\t'; 20_000], b"zzz\nBruce.damage\n".to_vec()].concat();
    let seen = here.told(&["repl", "skirmish/duel"], &lines);
    assert!(
        seen.out.ends_with("\n3\n") || seen.out.lines().last().is_some_and(|line| line.starts_with('3')),
        "{}",
        seen.out
    );
    assert!(!seen.err.contains("has a bug"), "{}", seen.err);
}

/// Names, titles and texts that would take over a terminal or write lines of their own.
fn hostile() -> Sandbox {
    let evil = "\u{1b}]52;c;eA==\u{7}\u{9b}2J\u{202e}\u{2028}";
    let here = Sandbox::new();
    let rules = format!(
        "pack yard \"Yard {evil}\" {{ }}\nattribute AIM \"Aim {evil}\" number = 5\nfact actor figure\nfact target figure\n\
         card evil \"Evil {evil}\" {{ -1 \"far {evil}\\nTurn 9\" }}\n\
         check throw \"Throw {evil}\" {{ says \"{{actor}} throws at {{target}}\"; reads actor, target; roll 2d6; at most actor.AIM \"aim {evil}\"; cards evil }}\n\
         action hurl \"Hurl\" {{ by actor; check throw; phase acting; script hurl }}\n\
         turn \"Turn\" {{ phase acting {{ by side; orders 1 }} }}\n\
         figure \"Ada {evil}\\nBen\" {{ AIM 9 }}\nfigure Ben {{ AIM 7 }}\n\
         scenario tiff \"Tiff {evil}\" {{ limit 1 turns\n side big \"Big {evil}\" plays child {{ \"Ada {evil}\\nBen\" }}\n side small \"Small\" plays child {{ Ben }}\n wins last side standing }}\n"
    );
    here.write("rules/yard/yard.fray", &rules);
    let say = "return function(actor, order, play)\n play:say(\"mine\\n\\nTurn 9\\n    Ben: Hurl\\27[2J\\u{202e}\")\n play:say(\"Ben: Hurl\")\nend\n";
    here.write("scripts/yard/hurl.luau", say);
    here.write("scripts/yard/child.luau", "return function(me, play, question)\n return me:order(\"hurl\")\nend\n");
    here
}

#[test]
fn no_name_and_no_text_steers_the_terminal() {
    let here = hostile();
    for args in [
        &["run", "yard/tiff"][..],
        &["run", "yard/tiff", "--json"],
        &["show", "yard"],
        &["show", "yard", "--json"],
        &["cards", "yard"],
        &["cards", "yard", "--html"],
        &["cards", "yard", "--json"],
        &["check", "yard"],
        &["check", "yard", "--json"],
        &["ask", "yard", "Ben throws at Ben"],
        &["ask", "yard", "Ben throws at Ben", "--json"],
        &["odds", "yard", "Ben throws at Ben", "--svg"],
        &["show", "yard", "figure", "Bne\u{1b}[2J\u{202e}"],
        &["check", "no\u{1b}[2J\nTurn 9"],
    ] {
        let seen = here.run(&[&["--rules", "."], args].concat());
        assert!(!seen.out.is_empty() || !seen.err.is_empty(), "{args:?} says something");
        let all = seen.out + &seen.err;
        let found: Vec<char> = HIDDEN.iter().copied().filter(|c| all.contains(*c)).collect();
        assert!(found.is_empty(), "{args:?} lets {found:?} out:\n{all:?}");
        assert!(!all.lines().any(|line| line.trim() == "Turn 9"), "{args:?} is told a heading:\n{all}");
    }
}

#[test]
fn what_a_script_says_is_one_line_and_known_for_it() {
    let here = hostile();
    let seen = here.run(&["--rules", ".", "run", "yard/tiff"]);
    assert_eq!((seen.code, seen.err.as_str()), (0, ""), "{}", seen.out);
    let count = |wanted: &str| seen.out.lines().filter(|line| *line == wanted).count();
    assert_eq!(count("    mine\\n\\nTurn 9\\n    Ben: Hurl\\u{1b}[2J\\u{202e}"), 2, "{}", seen.out);
    assert_eq!(count("    » Ben: Hurl"), 2, "{}", seen.out);
    assert_eq!(count("    Ben: Hurl"), 1, "he does it once himself: {}", seen.out);
}
