//! Files are written whole or not at all, whatever fails on the way, and nobody else's are replaced.

use crate::program::Sandbox;
use fray::cli::{CliError, RealDisk, Recall, WriteSteps, append, append_by, write_by, write_whole};
use fray::repl::{Replaced, digest};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// How a step goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepFault {
    /// There is no room.
    Full,
    /// Half of the bytes are written, and then there is no room.
    Short,
    /// The program is ended there and does nothing more.
    Killed,
}

/// A disk that fails at one step.
struct Failing {
    left: Cell<usize>,
    fault: StepFault,
    dead: Cell<bool>,
}

impl Failing {
    fn at(step: usize, fault: StepFault) -> Failing {
        Failing { left: Cell::new(step), fault, dead: Cell::new(false) }
    }

    fn step(&self) -> io::Result<()> {
        if self.dead.get() {
            return Err(ErrorKind::Other.into());
        }
        match self.left.get() {
            0 => {
                self.left.set(usize::MAX);
                self.dead.set(self.fault == StepFault::Killed);
                Err(ErrorKind::StorageFull.into())
            }
            left => {
                self.left.set(left - 1);
                Ok(())
            }
        }
    }
}

impl WriteSteps for Failing {
    fn create(&self, path: &Path) -> io::Result<File> {
        self.step().and_then(|()| RealDisk.create(path))
    }
    fn extend(&self, path: &Path) -> io::Result<File> {
        self.step().and_then(|()| RealDisk.extend(path))
    }
    fn cut(&self, file: &File, length: u64) -> io::Result<()> {
        if self.dead.get() { Err(Error::other("it is dead")) } else { RealDisk.cut(file, length) }
    }
    fn put(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        let step = self.step();
        if step.is_err() && self.fault != StepFault::Full {
            file.write_all(&bytes[..bytes.len() / 2])?;
        }
        step.and_then(|()| RealDisk.put(file, bytes))
    }
    fn sync(&self, file: &File) -> io::Result<()> {
        self.step().and_then(|()| RealDisk.sync(file))
    }
    fn permit(&self, file: &File, like: &Path) -> io::Result<()> {
        self.step().and_then(|()| RealDisk.permit(file, like))
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step().and_then(|()| RealDisk.rename(from, to))
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.step().and_then(|()| RealDisk.sync_folder(folder))
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        if self.dead.get() { Err(Error::other("it is dead")) } else { RealDisk.remove(path) }
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let name = |entry: io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name().into_string().expect("text");
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

const STEPS: usize = 6;

#[test]
fn whatever_fails_the_file_is_the_old_one_or_the_new_one() {
    let here = Sandbox::new();
    let path = here.path().join("fight.json");
    for fault in [StepFault::Full, StepFault::Short, StepFault::Killed] {
        for step in 0..STEPS {
            std::fs::write(&path, "old").expect("a file");
            let disk = Failing::at(step, fault);
            let done = write_by(&disk, &path, b"the new one", Replaced::Anything, "");
            let text = std::fs::read_to_string(&path).expect("it is there");
            assert!(done.is_err(), "{fault:?} at step {step} is told");
            // Only the last step comes after the new file is in its place.
            let expected = if step + 1 == STEPS { "the new one" } else { "old" };
            assert_eq!(text, expected, "{fault:?} at step {step}");
            if fault != StepFault::Killed {
                assert_eq!(names(here.path()), ["fight.json"], "{fault:?} at step {step} leaves nothing beside it");
            }
            write_whole(&path, b"the next", Replaced::Anything, "").expect("the disk is well again");
            assert_eq!(names(here.path()), ["fight.json"], "the next one cleans up behind {fault:?} at step {step}");
        }
    }
    let disk = Failing::at(STEPS, StepFault::Full);
    write_by(&disk, &path, b"the new one", Replaced::Anything, "").expect("there are no more steps");
}

#[test]
fn what_is_added_is_added_whole_or_not_at_all() {
    let here = Sandbox::new();
    let path = here.path().join("talk.txt");
    for fault in [StepFault::Full, StepFault::Short, StepFault::Killed] {
        for step in 0..2 {
            std::fs::write(&path, "old\n").expect("a file");
            let done = append_by(&Failing::at(step, fault), &path, b"one two\nthree four\n");
            assert!(done.is_err(), "{fault:?} at step {step} is told");
            // Whoever is killed in the middle of it leaves the first part of a line.
            let torn = if fault == StepFault::Killed && step == 1 { "one two\nt" } else { "" };
            assert_eq!(here.read("talk.txt"), format!("old\n{torn}"), "{fault:?} at step {step}");
            append(&path, b"next\n").expect("the disk is well again");
            let torn = if torn.is_empty() { String::new() } else { format!("{torn}\n") };
            assert_eq!(here.read("talk.txt"), format!("old\n{torn}next\n"), "{fault:?} at step {step}");
        }
    }
    append_by(&Failing::at(2, StepFault::Full), &path, b"all\n").expect("there are no more steps");
}

#[test]
fn lines_of_earlier_prompts_outlive_whatever_fails() {
    let here = Sandbox::new();
    let path = here.path().join("data").join("history.txt");
    let typed = ["Bruce damage 3", "card odd {\n  -1 \"C:\\new\"\n}", "é\u{202e}"];
    for fault in [StepFault::Full, StepFault::Short, StepFault::Killed] {
        for step in 0..2 {
            let _ = std::fs::remove_file(&path);
            let recall = Recall::of(Some(path.clone()));
            typed.iter().for_each(|line| recall.add(line));
            Recall::on(Failing::at(step, fault), Some(path.clone())).add("lost");
            let mut next = Recall::of(Some(path.clone()));
            next.add("next");
            let lines = next.lines();
            assert_eq!(lines[..3], typed, "{fault:?} at step {step}");
            assert_eq!(lines.last().map(String::as_str), Some("next"), "{fault:?} at step {step}");
        }
    }
    // A file that has become long is made shorter in one step, or stays as it is.
    let long = "#V2\n".to_string() + &(0..10_001).map(|n| format!("{n}\n")).collect::<String>();
    for fault in [StepFault::Full, StepFault::Short, StepFault::Killed] {
        for step in 0..STEPS - 1 {
            here.write("data/history.txt", &long);
            let lines = Recall::on(Failing::at(step, fault), Some(path.clone())).lines();
            assert_eq!((lines.len(), lines[0].as_str()), (5000, "5001"));
            assert!(here.read("data/history.txt") == long, "{fault:?} at step {step}");
        }
    }
    assert_eq!(Recall::of(Some(path.clone())).lines().len(), 5000);
    assert_eq!(here.read("data/history.txt").lines().count(), 5001);
    assert_eq!(names(path.parent().expect("a folder")), ["history.txt"]);
    // What cannot be read is left as it is.
    std::fs::write(&path, b"\xff\xfe\xff").expect("a file");
    let mut wrong = Recall::of(Some(path.clone()));
    assert_eq!(wrong.lines(), Vec::<String>::new());
    wrong.add("line");
    assert_eq!(std::fs::read(&path).expect("it is there"), b"\xff\xfe\xff");
}

#[test]
fn only_parts_of_the_dead_are_swept() {
    let here = Sandbox::new();
    let at = |name: &str| here.path().join(name);
    for name in [".a.json.17.part", ".b.json.17.part", ".a.json.old.part", "a.json.17.part"] {
        here.write(name, "half");
    }
    let living = File::options().write(true).open(at(".a.json.17.part")).expect("it is there");
    living.lock().expect("a lock");
    let save = |path: PathBuf| write_whole(&path, b"all", Replaced::Nothing, "").expect("room");
    save(at("a.json"));
    let others = [".a.json.17.part", ".a.json.old.part", ".b.json.17.part", "a.json", "a.json.17.part"];
    assert_eq!(names(here.path()), others, "somebody still writes it");
    drop(living);
    write_whole(&at("a.json"), b"all", Replaced::Anything, "").expect("room");
    assert_eq!(names(here.path()), [".a.json.old.part", ".b.json.17.part", "a.json", "a.json.17.part"]);
}

#[test]
fn what_somebody_else_wrote_is_left_as_it_is() {
    let here = Sandbox::new();
    here.write("mine.txt", "a letter");
    let path = here.path().join("mine.txt");
    let why = |replaced: Replaced| match write_whole(&path, b"new", replaced, "help") {
        Err(CliError::WouldReplace { why, .. }) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why(Replaced::Nothing), "it is there already, and was not written here");
    assert_eq!(why(Replaced::Same(digest(b"another"))), "somebody has changed it since it was written here");
    assert_eq!(why(Replaced::Beginning("{\"")), "it is there already, and is something else");
    assert_eq!(here.read("mine.txt"), "a letter");
    for (replaced, text) in [
        (Replaced::Same(digest(b"a letter")), "one"),
        (Replaced::Beginning("on"), "two"),
        (Replaced::Anything, "three"),
    ] {
        write_whole(&path, text.as_bytes(), replaced, "").expect("it may be replaced");
        assert_eq!(here.read("mine.txt"), text);
    }
    here.write("empty.txt", "");
    write_whole(&here.path().join("empty.txt"), b"new", Replaced::Nothing, "").expect("nothing is lost");
}

#[test]
fn games_are_kept_over_kept_games_only() {
    let here = Sandbox::new();
    let run = |args: &[&str]| here.run(&[&["run", "skirmish/duel", "--save", "game.log"], args].concat());
    assert_eq!(run(&[]).code, 0);
    assert_eq!(run(&["--seed", "2"]).code, 0, "a kept game can be played again");
    here.write("game.log", "a letter\n");
    let seen = run(&[]);
    assert_eq!(
        (seen.code, seen.err.as_str()),
        (
            2,
            "fray::cli::would_replace\n\n  × `game.log` is not replaced: it is there already, and is something else\n  \
             help: name another file, or replace it with `--force`\n"
        )
    );
    assert_eq!(here.read("game.log"), "a letter\n");
    assert_eq!(run(&["--force"]).code, 0);
    assert!(here.read("game.log").starts_with("{\"schema\":\"fray.events/2\""));
}

#[cfg(unix)]
#[test]
fn a_file_that_may_only_be_read_is_left_as_it_is() {
    let here = Sandbox::new();
    assert_eq!(here.run(&["run", "skirmish/duel", "--save", "game.log"]).code, 0);
    let before = here.read("game.log");
    assert_eq!(here.shell("chmod 444 game.log").code, 0);
    let seen = here.run(&["run", "skirmish/duel", "--seed", "2", "--save", "game.log"]);
    assert_eq!(
        (seen.code, seen.err.as_str()),
        (
            2,
            "fray::cli::would_replace\n\n  × `game.log` is not replaced: it may only be read\n  \
             help: name another file, or replace it with `--force`\n"
        )
    );
    let seen = here.told(&["repl", "skirmish/duel"], b"save game.log\n");
    assert!(seen.err.contains("it may only be read"), "{}", seen.err);
    assert_eq!(here.read("game.log"), before);
    assert_eq!(here.run(&["run", "skirmish/duel", "--seed", "2", "--save", "game.log", "--force"]).code, 0);
    assert_ne!(here.read("game.log"), before);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_neither_written_nor_read() {
    let here = Sandbox::new();
    assert_eq!(here.shell("mkfifo pipe").code, 0);
    let seen = here.run(&["run", "skirmish/duel", "--save", "pipe", "--force"]);
    assert_eq!((seen.code, seen.err.contains("it is a pipe or a device, not a file")), (2, true), "{}", seen.err);
    let seen = here
        .told(&["repl", "skirmish/duel"], b"save pipe\nsave! pipe\nload pipe\nload /dev/zero\ntranscript /dev/null\n");
    assert_eq!(seen.err.matches("it is a pipe or a device, not a file").count(), 5, "{}", seen.err);
    assert_eq!(seen.code, 1);
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_are_lost_are_told_and_end_with_2() {
    let here = Sandbox::new();
    here.write("lines", "3d6\n");
    for line in [
        "fray run skirmish/duel > /dev/full",
        "fray run skirmish/duel --json > /dev/full",
        "fray show > /dev/full",
        "fray odds 3d6 --svg > /dev/full",
        "fray repl skirmish/duel < lines > /dev/full",
        "fray --help > /dev/full",
        "fray run --help > /dev/full",
        "fray --version > /dev/full",
    ] {
        let seen = here.shell(line);
        assert_eq!((seen.code, seen.out.as_str()), (2, ""), "{line}");
        assert!(seen.err.contains("the answer cannot be written: No space left on device"), "{line}: {}", seen.err);
    }
    for line in ["fray run skirmish/duel | head -1", "fray cards skirmish | head -1", "yes 3d6 | fray repl | head -1"] {
        let seen = here.shell(line);
        assert_eq!((seen.code, seen.err.as_str()), (0, ""), "a pipe that is closed ends quietly: {line}");
    }
    for line in ["fray show <&- >&- 2>&-", "fray repl <&- >&- 2>&-"] {
        assert_eq!(here.shell(line).code, 0, "{line}");
    }
}
