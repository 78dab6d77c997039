//! Whatever texts hold, they do not steer the terminal, and no source is too long to be shown.

use crate::program::Sandbox;
use fray::diag::Diagnostic;
use fray::repl::rendered;
use fray::rulebook::{Choices, load};
use fray::text::Memory;

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
fn a_place_in_a_line_that_is_cut_is_named_as_it_is_in_the_source() {
    let text = format!("pack case\n{}zzz 3\n", "\t".repeat(70_000));
    let all = mistakes(&text);
    let drawn = rendered(&all[0], 100, false);
    assert!(drawn.contains(":2:70001]") && drawn.contains('…'), "{drawn}");
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

#[test]
fn tabs_in_what_is_told_are_written_out() {
    let here = Sandbox::new();
    for args in
        [["ask", "skirmish/duel", "Bruce\tzzz at\tJill"], ["show", "no\tpack", "x"], ["roll", "3d6\tx", "--csv"]]
    {
        let seen = here.run(&args);
        assert!(seen.code != 0 && !seen.err.is_empty() && !seen.err.contains('\t'), "{args:?}: {:?}", seen.err);
    }
    let seen = here.told(&["repl", "skirmish/duel"], b"load no\tfile\nBruce da\tmage 3\n=error('a\\tb')\n");
    assert!(!seen.err.is_empty() && !seen.err.contains('\t'), "{:?}", seen.err);
}
