//! What is written over is what was wrong and nothing else, and what is right stays as it is.

use crate::program::Sandbox;
use fray::syntax::{TextEdit, edit_of, parse};
use fray::text::Sources;
use std::time::{Duration, Instant};

/// What a text is with its certain changes made, the last first.
fn mended(text: &str) -> String {
    let mut sources = Sources::default();
    let id = sources.add("case", text);
    let mut edits: Vec<TextEdit> = parse(&sources, id).1.iter().filter_map(edit_of).collect();
    edits.retain(|edit| edit.is_safe);
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.start));
    edits.iter().fold(text.to_string(), |text, edit| edit.applied(&text).expect("it stands there"))
}

#[test]
fn a_comment_becomes_one_where_it_ends_its_line() {
    for (text, right) in [
        ("pack a \"A\" { } /* long */", "pack a \"A\" { } # long"),
        ("pack a \"A\" { } /* long */\r\nunit m\r\n", "pack a \"A\" { } # long\r\nunit m\r\n"),
        ("pack a \"A\" { } // long\r\nunit m\r\n", "pack a \"A\" { } # long\r\nunit m\r\n"),
        ("/* one\r\n two */\r\npack a \"A\" { }", "# one\r\n# two\r\npack a \"A\" { }"),
        ("<!-- one -->\npack a \"A\" { }", "# one\npack a \"A\" { }"),
        ("//\npack a \"A\" { }", "\npack a \"A\" { }"),
    ] {
        assert_eq!(mended(text), right, "{text}");
    }
    for text in [
        "card far { -1 \"far\" /* long */ when range > 10 }",
        "figure Ada { AIM 9 /* strong */; GO 3 }",
        "figure Ada { AIM 9 <!-- strong --> }\r\n",
    ] {
        assert_eq!(mended(text), text);
    }
}

#[test]
fn quotes_become_straight_and_keep_what_is_between_them() {
    for (text, right) in [
        ("pack a “A”", "pack a \"A\""),
        ("pack a ‘it’s me’", "pack a \"it’s me\""),
        ("pack a 'don't'", "pack a \"don't\""),
        ("pack a ‘— a dash —’", "pack a \"— a dash —\""),
        ("pack a \"A”", "pack a \"A\""),
        ("pack a \"A» { }", "pack a \"A\" { }"),
        ("pack a 'it's", "pack a 'it's"),
    ] {
        assert_eq!(mended(text), right, "{text}");
    }
}

#[test]
fn long_lines_and_large_numbers_take_no_time() {
    let mut texts = vec!["value a = 4294967291% of b".to_string(), "card c { \"x\" 4294967295% }".to_string()];
    let sign = |sign: &str| format!("pack a \"A\"\nvalue a = {}", sign.repeat(300_000));
    texts.extend(["“", "’", "„", "' ", "”\\\"", "/*\n", "<!--\n", "//\n", "| \\\"", "| \"\\\""].map(sign));
    for text in texts {
        let start = Instant::now();
        let mut sources = Sources::default();
        let id = sources.add("case", &text);
        drop(parse(&sources, id));
        let shown: String = text.chars().take(40).collect();
        assert!(start.elapsed() < Duration::from_secs(20), "{shown}: {:?}", start.elapsed());
    }
}

#[test]
fn only_files_of_the_pack_itself_are_mended() {
    let here = Sandbox::new();
    let below = "pack below \"Below\"\nvalue twice = 2 × 3\n";
    here.write("rules/below/below.fray", below);
    here.write("rules/above/above.fray", "pack above \"Above\" extends below\nvalue more = 3 × 3\n");
    let seen = here.run(&["--rules", ".", "check", "above", "--fix"]);
    assert_eq!(here.read("rules/below/below.fray"), below, "{seen:?}");
    assert_eq!(here.read("rules/above/above.fray"), "pack above \"Above\" extends below\nvalue more = 3 * 3\n");
    assert!(seen.out.contains("1 place mended"), "{}", seen.out);
}

#[test]
fn a_name_with_a_hyphen_is_mended_whole() {
    let here = Sandbox::new();
    let text = "pack home \"Home\"\noption red_hot \"Red hot\" on\nvalue might = if red-hot then 1 else 2\n";
    here.write("rules/home/home.fray", text);
    let seen = here.run(&["--rules", ".", "check", "home", "--fix"]);
    assert!(seen.out.contains("+ value might = if red_hot then 1"), "{}{}", seen.out, seen.err);
    assert_eq!(seen.out.matches("fray::").count(), 1, "{}", seen.out);
}

#[cfg(unix)]
#[test]
fn folders_that_lead_back_are_looked_into_once() {
    let here = Sandbox::new();
    here.write("rules/home/home.fray", "pack home \"Home\"\nvalue one = 1\n");
    for at in 0..30 {
        std::os::unix::fs::symlink(".", here.path().join(format!("rules/home/l{at}"))).expect("a link");
    }
    let start = Instant::now();
    let seen = here.run(&["--rules", ".", "check", "home"]);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert_eq!(seen.code, 0, "{}{}", seen.out, seen.err);
}

#[test]
fn more_folders_than_are_looked_into_are_told() {
    let here = Sandbox::new();
    here.write("rules/home/home.fray", "pack home \"Home\"\nvalue one = 1\n");
    for at in 0..1000 {
        std::fs::create_dir(here.path().join(format!("rules/home/f{at}"))).expect("a folder");
    }
    let seen = here.run(&["--rules", ".", "check", "home"]);
    assert_eq!((seen.code, seen.out.matches("1000 folders of a pack are looked into").count()), (2, 1), "{seen:?}");
}

#[test]
fn a_file_that_says_which_pack_it_is_is_that() {
    let here = Sandbox::new();
    here.write("rules/games/new/yard.fray", "pack yard \"Yard\"\nvalue one = 1\n");
    let seen = here.run(&["check", "rules/games/new/yard.fray"]);
    assert_eq!(seen.code, 0, "{}{}", seen.out, seen.err);
}
