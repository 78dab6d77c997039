//! The prompt loses no fight: not by bugs of fray, not by lines that are no text, not by signals.

use crate::program::Sandbox;
use crate::repl::MemoryDesk;
use fray::cli::{Builtin, Packs, Shelf, Tabletop};
use fray::repl::{Frontend, Session};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

fn session(folder: Option<&Path>, files: &Rc<RefCell<BTreeMap<String, String>>>) -> Session {
    let shelf = Shelf::of(folder.map(Path::to_path_buf));
    let inner = Tabletop { packs: Packs::new(Builtin), shelf };
    let desk = MemoryDesk { inner, files: files.clone(), bug: Some("weapons") };
    let opened = desk.open("skirmish/duel").expect("a scenario");
    Session::new(Box::new(desk), opened, 1, 100).expect("rules that load")
}

#[test]
fn a_bug_leaves_the_fight_as_it_was_and_in_safety() {
    let (here, files) = (Sandbox::new(), Rc::default());
    let mut session = session(Some(here.path()), &files);
    assert!(session.enter("Bruce damage 3").is_good());
    let answer = session.enter("show weapons");
    assert_eq!(answer.diagnostics.len(), 1);
    assert!(answer.diagnostics[0].to_string().starts_with("fray has a bug: the page is torn"));
    let place = answer.text.trim_end().rsplit(' ').next().expect("a place").to_string();
    assert!(
        answer.text.starts_with("the fight goes on as it was before this line, and is kept in "),
        "{}",
        answer.text
    );
    assert!(session.enter("Bruce.damage").text.starts_with('3'), "the fight goes on");
    session.end();
    assert!(Path::new(&place).exists(), "what was saved after a bug stays");
    assert!(session.enter("Bruce damage 7").is_good());
    let answer = session.enter(&format!("load {place}"));
    assert!(answer.is_good(), "{}", answer.plain(100));
    assert!(session.enter("Bruce.damage").text.starts_with('3'), "it is the fight from before the bug");
}

#[test]
fn every_change_is_undone_and_done_again() {
    let files: Rc<RefCell<BTreeMap<String, String>>> = Rc::default();
    let mut session = session(None, &files);
    let lines = [
        "next",
        "Bruce damage 3",
        "Bruce shoots Zorgo",
        "Zorgo is prone",
        "with prone_target=same",
        "next",
        "put Bruce at 3,3",
        "new Fred from Gunman on rebels",
        "play colony",
        "next",
        "1",
        "next",
        "remove Fred",
        "card odd { -1 \"odd\" when range > 3 }",
        "next",
    ];
    // All but the dice: what is only rolled is not undone.
    let stored = |session: &mut Session| {
        assert!(session.enter("save! now").is_good());
        let save: serde_json::Value = serde_json::from_str(&files.borrow()["now"]).expect("it is JSON");
        let parts = ["with", "typed", "personal", "progress", "state"].map(|part| save[part].to_string());
        (parts, session.prompt())
    };
    let mut before = vec![stored(&mut session)];
    for line in lines {
        let _ = session.enter(line);
        // What changes nothing has no step of its own.
        if stored(&mut session) != before[before.len() - 1] {
            before.push(stored(&mut session));
        }
    }
    assert!(before.len() > 9, "{}", before.len());
    let last = before.pop().expect("it is there");
    for expected in before.iter().rev() {
        let answer = session.enter("undo");
        assert!(answer.is_good(), "{}", answer.plain(100));
        assert!(stored(&mut session) == *expected, "{}", answer.text);
    }
    for _ in 0..before.len() {
        assert!(session.enter("redo").is_good());
    }
    assert!(stored(&mut session) == last);
}

#[test]
fn without_a_place_for_it_the_fight_goes_on_all_the_same() {
    let files = Rc::default();
    let mut session = session(None, &files);
    assert!(session.enter("Bruce damage 3").is_good());
    let answer = session.enter("show weapons");
    assert_eq!(answer.diagnostics.len(), 2, "the bug, and that there is no folder");
    assert!(answer.text.contains("`save FILE`"), "{}", answer.text);
    assert!(session.enter("Bruce.damage").text.starts_with('3'));
}

#[test]
fn a_transcript_goes_on_in_the_next_file() {
    let files: Rc<RefCell<BTreeMap<String, String>>> = Rc::default();
    let mut session = session(None, &files);
    assert!(session.enter("transcript talk.txt").is_good());
    // Somebody else's file is not taken for the next one.
    files.borrow_mut().insert("talk-2.txt".to_string(), "mine".to_string());
    let long = format!("2+2{}", " ".repeat(60_000));
    for _ in 0..300 {
        assert!(session.enter(&long).is_good());
    }
    let files = files.borrow();
    let lengths: Vec<(&str, bool)> = files.iter().map(|(name, text)| (name.as_str(), text.len() > 16 << 20)).collect();
    assert_eq!(lengths, [("talk-2.txt", false), ("talk-3.txt", false), ("talk.txt", false)]);
    let all: usize = ["talk.txt", "talk-3.txt"].iter().map(|name| files[*name].matches("2+2   ").count()).sum();
    assert_eq!(all, 300, "no line is lost");
    assert_eq!(files["talk-2.txt"], "mine");
}

#[test]
fn files_of_others_are_asked_about() {
    let here = Sandbox::new();
    here.write("fight.json", "a letter");
    let lines =
        "save fight.json\nsave! fight.json\nsave fight.json\nsave new.json\nsave new.json\ntranscript fight.json\n";
    let seen = here.told(&["repl", "skirmish/duel"], lines.as_bytes());
    assert_eq!(seen.out.matches("saved in ").count(), 4, "{}", seen.out);
    assert_eq!(seen.err.matches("`fight.json` is not replaced").count(), 1, "{}", seen.err);
    let other = here.told(&["repl", "skirmish/duel"], b"save fight.json\n");
    assert!(other.err.contains("it is there already, and was not written here"), "{}", other.err);
}

#[test]
fn the_second_prompt_on_one_file_is_told() {
    let here = Sandbox::new();
    assert_eq!(here.told(&["repl", "skirmish/duel"], b"save fight.json\n").code, 0);
    let between = here.path().join("fight.json");
    let text = std::fs::read_to_string(&between).expect("it was saved");
    let mut first = here.started(&["repl", "skirmish/duel"]);
    let mut input = first.stdin.take().expect("a pipe");
    use std::io::{BufRead, BufReader, Write};
    input.write_all(b"load fight.json\n").expect("it listens");
    let mut answers = BufReader::new(first.stdout.take().expect("a pipe"));
    let mut line = String::new();
    answers.read_line(&mut line).expect("an answer");
    assert!(line.starts_with("skirmish/duel"), "{line}");
    let second = here.told(&["repl", "skirmish/duel"], b"load fight.json\nBruce damage 2\nsave fight.json\n");
    assert_eq!((second.code, second.err.as_str()), (0, ""));
    assert_ne!(std::fs::read_to_string(&between).expect("it is there"), text);
    input.write_all(b"save fight.json\n").expect("it listens");
    drop(input);
    let rest = first.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&rest.stderr).into_owned();
    assert!(err.contains("somebody has changed it since it was written here"), "{err}");
}

#[test]
fn a_line_that_is_no_text_is_only_a_wrong_line() {
    let here = Sandbox::new();
    let seen = here.told(&["repl", "skirmish/duel"], b"Bruce damage 3\nBruce d\xff\xfemage 4\nBruce.damage\r\n");
    assert_eq!(seen.code, 1);
    assert!(seen.out.lines().last().is_some_and(|line| line.starts_with('3')), "{}", seen.out);
    assert!(seen.err.contains("this line is no text") && seen.err.contains("no UTF-8 from here"), "{}", seen.err);
}

#[test]
fn endless_input_takes_no_memory() {
    let here = Sandbox::new();
    let mut bytes = vec![0_u8; 3 << 20];
    bytes.extend(b"\n2+2\n");
    let seen = here.told(&["repl"], &bytes);
    assert_eq!((seen.code, seen.out.as_str()), (1, "4\n"));
    assert!(seen.err.contains("this line is longer than 65536 bytes"), "{}", seen.err);
}

#[cfg(unix)]
#[test]
fn a_prompt_that_is_ended_keeps_the_fight_for_the_next() {
    use std::io::{BufRead, BufReader, Write};
    for signal in ["TERM", "HUP", "KILL"] {
        let here = Sandbox::new();
        let mut child = here.started(&["repl", "skirmish/duel"]);
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"Bruce damage 3\nBruce.damage\n").expect("it listens");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let is_last = |line: &std::io::Result<String>| line.as_ref().is_ok_and(|line| line.starts_with('3'));
        assert!(answers.lines().any(|line| is_last(&line)), "the fight is changed");
        let number = child.id();
        assert_eq!(here.shell(&format!("kill -{signal} {number}")).code, 0);
        child.wait().expect("it ends");
        drop(input);
        let seen = here.told(&["repl"], b"load\nBruce.damage\nload\n");
        assert!(seen.out.contains("\n3"), "{signal}: {}{}", seen.out, seen.err);
        assert!(seen.err.contains("no file is named"), "{signal}: it is offered once: {}", seen.err);
        let left: Vec<_> = std::fs::read_dir(here.path().join("data/fray/fights")).expect("a folder").collect();
        assert!(left.is_empty(), "{signal}: the prompt that ended well has cleaned up: {left:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_prompt_with_more_to_read_than_it_can_answer_is_ended_all_the_same() {
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::process::ExitStatusExt;
    let here = Sandbox::new();
    let mut child = here.started(&["repl", "skirmish/duel"]);
    let mut input = child.stdin.take().expect("a pipe");
    // More than are read ahead, and more than are answered while this test runs.
    let writes =
        std::thread::spawn(move || input.write_all("Bruce damage 3\nBruce.damage\n".repeat(100_000).as_bytes()));
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(answers.any(|line| line.is_ok_and(|line| line.starts_with('3'))), "the fight is changed");
    let rest = std::thread::spawn(move || answers.count());
    assert_eq!(here.shell(&format!("kill -TERM {}", child.id())).code, 0);
    let ended = child.wait().expect("it ends");
    assert_eq!(ended.code().or(ended.signal().map(|number| 128 + number)), Some(143));
    assert!(rest.join().expect("answers") < 199_000, "it was not ended, it came to its end");
    let _ = writes.join();
    let seen = here.told(&["repl"], b"load\nBruce.damage\n");
    assert!(seen.out.contains("\n3"), "{}{}", seen.out, seen.err);
}

#[test]
fn no_home_and_a_home_that_is_closed_are_no_obstacles() {
    let here = Sandbox::new();
    here.write("lines", "Bruce damage 3\nBruce.damage\n");
    for home in ["env -u XDG_DATA_HOME -u HOME", "env XDG_DATA_HOME=/proc/none", "env XDG_DATA_HOME=lines"] {
        let seen = here.shell(&format!("{home} fray repl skirmish/duel < lines"));
        assert_eq!((seen.code, seen.err.as_str()), (0, ""), "{home}");
        assert!(seen.out.lines().last().is_some_and(|line| line.starts_with('3')), "{home}: {}", seen.out);
    }
}
