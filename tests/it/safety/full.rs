//! The program where there is no room: whatever it writes stays whole, and what is not written is told.

use crate::program::{Printed, Sandbox};
use std::path::Path;

/// Longer than what may be written in one file.
const RULES: &str =
    "pack yard \"Yard\"\nfigure   Ann { }\nscenario bout { side red { Ann }; side blue { Ann \"Bea\" } }\n";

/// A folder with files that the commands write over.
fn begun() -> Sandbox {
    let here = Sandbox::new();
    here.write("rules/yard/yard.fray", &format!("{RULES}{}", "# What is said at length.\n".repeat(60)));
    let card = format!("card odd {{ -1 \"odd {}\" }}", "x".repeat(2_000));
    here.write("lines", &format!("transcript! talk.txt\n3d6\n{card}\nsave! fight.json\nkeep! typed.fray\n"));
    for file in ["fight.json", "talk.txt", "typed.fray", "game.log", "page.html", "report.html", "games"] {
        here.write(file, if file == "games" { "" } else { "old\n" });
    }
    assert_eq!(here.shell("fray run skirmish/duel --save kept.log").code, 0);
    here
}

/// What writes files, and which.
const WRITING: &[(&str, &str)] = &[
    ("fray repl skirmish/duel < lines", "fight.json talk.txt typed.fray"),
    ("fray run skirmish/duel --save game.log --force", "game.log"),
    ("fray replay kept.log -o page.html --force", "page.html"),
    ("fray report skirmish/duel -n 20 --out report.html --force", "report.html"),
    ("fray sim skirmish/duel -n 200 --keep games", "games"),
    ("fray fmt rules", "rules/yard/yard.fray"),
];

/// Runs a line where no file may be longer than 1,024 bytes; what writes more is told so, or killed.
fn within(here: &Sandbox, line: &str, is_killed: bool) -> Printed {
    let signal = if is_killed { "" } else { "trap '' XFSZ; " };
    here.shell(&format!("{signal}ulimit -c 0; ulimit -f 2; {line}"))
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries.map(|entry| entry.file_name().into_string().expect("text")).collect()
}

#[test]
fn what_finds_no_room_is_told_and_leaves_what_was_there() {
    for (line, written) in WRITING {
        let here = begun();
        let before: Vec<String> = written.split(' ').map(|file| here.read(file)).collect();
        let seen = within(&here, line, false);
        // At the prompt it is a line that was wrong.
        assert_eq!(seen.code, if line.contains("repl ") { 1 } else { 2 }, "{line}: {}{}", seen.out, seen.err);
        for (file, before) in written.split(' ').zip(before) {
            assert!(seen.err.contains(&format!("{file}` cannot be written: File too large")), "{line}: {}", seen.err);
            // Of what is added line by line there are whole lines.
            let text = here.read(file);
            let is_whole = if file == "talk.txt" { text.ends_with('\n') } else { text.starts_with(&before) };
            assert!(is_whole, "{line} leaves {text:?} in {file}");
        }
        let left = files(here.path());
        assert!(!left.iter().any(|name| name.ends_with(".part")), "{line} leaves {left:?}");
    }
}

#[test]
fn whoever_is_killed_while_writing_leaves_what_was_there() {
    for (line, written) in WRITING {
        let here = begun();
        let before: Vec<String> = written.split(' ').map(|file| here.read(file)).collect();
        let seen = within(&here, line, true);
        assert!(seen.code > 128 || seen.code == -1, "{line} is killed: {seen:?}");
        for (file, before) in written.split(' ').zip(before) {
            // The line in which it was killed is torn; those before it are there.
            let before = if file == "talk.txt" { "skirmish> transcript! talk.txt\n" } else { &before };
            assert!(here.read(file).starts_with(before), "{line} leaves {:?} in {file}", here.read(file));
        }
        // With room again the same works, and cleans up behind what was killed.
        let seen = here.shell(line);
        assert_eq!((seen.code, seen.err.contains("fray::")), (0, false), "{line}: {}", seen.err);
        let left = files(here.path());
        assert!(!left.iter().any(|name| name.ends_with(".part")), "{line} leaves {left:?}");
    }
}

#[test]
fn a_pack_that_finds_no_room_leaves_nothing_behind() {
    let here = Sandbox::new();
    here.write("rules/other/pack.fray", "pack other \"Other\" { }\n");
    // The first file fits, the second is too long.
    let seen = here.shell("trap '' XFSZ; ulimit -c 0; ulimit -f 1; fray new mine");
    assert!(seen.code == 2 && seen.err.contains("fights.fray` cannot be written"), "{}{}", seen.out, seen.err);
    assert_eq!((seen.out.as_str(), files(here.path())), ("", vec!["rules".to_string()]));
    assert_eq!(files(&here.path().join("rules")), ["other"]);
    // With room again the name is free.
    assert_eq!(here.shell("fray new mine").code, 0);
}
