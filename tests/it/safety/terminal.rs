//! The prompt and the commands on a terminal: one that is narrow or wide, that others change, and where nothing can be kept.

use crate::program::Sandbox;
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Longer than anything takes that is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// Both ends of a terminal of that size: that of who looks and types, and that of the program.
fn new_terminal(size: Winsize) -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&keys)?;
    unlockpt(&keys)?;
    let screen = rustix::fs::open(ptsname(&keys, Vec::new())?, OFlags::RDWR | OFlags::NOCTTY, Mode::empty())?;
    tcsetwinsize(&keys, size)?;
    Ok((keys, screen))
}

/// The program on a terminal of its own.
struct Seat {
    keys: File,
    screen: OwnedFd,
    shown: Arc<Mutex<String>>,
    child: Child,
    began: Instant,
}

impl Seat {
    /// Takes a seat at a terminal of so many columns and rows.
    fn at(here: &Sandbox, size: (u16, u16), args: &[&str], change: impl Fn(&mut Command)) -> Seat {
        let size = Winsize { ws_col: size.0, ws_row: size.1, ws_xpixel: 0, ws_ypixel: 0 };
        let (keys, screen) = new_terminal(size).expect("a terminal");
        let end = || screen.try_clone().expect("another end");
        let mut command = Command::new(env!("CARGO_BIN_EXE_fray"));
        command.args(args).current_dir(here.path()).env("XDG_DATA_HOME", here.path().join("data")).env("TERM", "xterm");
        change(&mut command);
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().expect("the program starts");
        let (keys, shown) = (File::from(keys), Arc::new(Mutex::new(String::new())));
        let (mut output, seen) = (keys.try_clone().expect("another end"), shown.clone());
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                *seen.lock().expect("nobody panics here") += &String::from_utf8_lossy(&bytes[..count]);
            }
        });
        Seat { keys, screen, shown, child, began: Instant::now() }
    }

    fn shown(&self) -> String {
        self.shown.lock().expect("nobody panics here").clone()
    }

    /// Waits until something is shown behind what was shown before.
    fn wait_for(&self, wanted: &str, before: usize) {
        let began = Instant::now();
        while !self.shown()[before..].contains(wanted) {
            assert!(began.elapsed() < PATIENCE, "no `{wanted}` in {:?}", &self.shown()[before..]);
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Presses keys, and waits until something is shown.
    fn press(&mut self, keys: &str, wanted: &str) {
        let before = self.shown().len();
        self.keys.write_all(keys.as_bytes()).expect("it listens");
        self.wait_for(wanted, before);
    }

    fn signal(&self, here: &Sandbox, name: &str) {
        assert_eq!(here.shell(&format!("kill -{name} {}", self.child.id())).code, 0);
    }

    /// Ends the input, again and again until a prompt has heard it; as of [`Seat::end`].
    fn leave(mut self) -> (Option<i32>, String) {
        while self.child.try_wait().expect("it was started here").is_none() && self.began.elapsed() < PATIENCE {
            self.keys.write_all(b"\x04").expect("it listens");
            std::thread::sleep(Duration::from_millis(20));
        }
        self.end()
    }

    /// Waits for the end; the exit code, and all that was shown.
    fn end(mut self) -> (Option<i32>, String) {
        loop {
            if let Some(status) = self.child.try_wait().expect("it was started here") {
                return (status.code(), self.shown());
            }
            assert!(self.began.elapsed() < PATIENCE, "it does not end: {:?}", self.shown());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn whoever_is_stopped_goes_on_with_the_line_that_was_typed() {
    let here = Sandbox::new();
    let mut seat = Seat::at(&here, (80, 24), &["repl", "skirmish/duel"], |_| {});
    seat.wait_for("skirmish> ", 0);
    seat.press("Bruce dam", "Bruce dam");
    seat.signal(&here, "STOP");
    // A shell that is there in between reads whole lines.
    let mut mode = tcgetattr(&seat.screen).expect("a terminal");
    mode.local_modes |= LocalModes::ICANON | LocalModes::ECHO;
    tcsetattr(&seat.screen, OptionalActions::Now, &mode).expect("a terminal");
    let before = seat.shown().len();
    seat.signal(&here, "CONT");
    seat.wait_for("Bruce dam", before);
    seat.press("age 3\r", "0 -> 3");
    assert_eq!(seat.leave().0, Some(0));
}

#[test]
fn a_terminal_that_is_taken_away_keeps_the_fight_and_its_modes() {
    for (signal, number) in [("TERM", 15), ("HUP", 1)] {
        let here = Sandbox::new();
        let mut seat = Seat::at(&here, (80, 24), &["repl", "skirmish/duel"], |_| {});
        seat.wait_for("skirmish> ", 0);
        seat.press("Bruce damage 3\r", "0 -> 3");
        seat.press("half a li", "half a li");
        let screen = seat.screen.try_clone().expect("another end");
        seat.signal(&here, signal);
        assert_eq!(seat.end().0, Some(128 + number));
        let mode = tcgetattr(&screen).expect("a terminal").local_modes;
        assert!(mode.contains(LocalModes::ICANON | LocalModes::ECHO), "{signal}: {mode:?}");
        let seen = here.told(&["repl"], b"load\nBruce.damage\n");
        assert!(seen.out.contains("\n3"), "{signal}: {}{}", seen.out, seen.err);
    }
}

#[test]
fn lines_that_are_typed_ahead_are_answered() {
    let here = Sandbox::new();
    let mut seat = Seat::at(&here, (80, 24), &["repl", "skirmish/duel"], |_| {});
    seat.press("Bruce damage 1\rBruce damage 2\rBruce damage 3\r7777 + 1\r", "7778");
    let shown = seat.shown();
    for change in ["0 -> 1", "1 -> 2", "2 -> 3"] {
        assert_eq!(shown.matches(change).count(), 1, "{change}: {shown:?}");
    }
    assert_eq!(seat.leave().0, Some(0));
}

#[test]
fn a_prompt_of_any_width_is_answered() {
    for size in [(1, 24), (1, 1), (2, 3), (1000, 24), (0, 0), (u16::MAX, u16::MAX)] {
        let here = Sandbox::new();
        let mut seat = Seat::at(&here, size, &["repl", "skirmish/duel"], |_| {});
        for line in ["Bruce damage 3", "show weapons", "why Bruce shoots Zorgo", "odds 3d6", "map", "what is this"] {
            seat.press(&format!("{line}\r"), "");
        }
        seat.press("7777 + 1\r", "7778");
        let (code, shown) = seat.leave();
        assert_eq!(code, Some(0), "{size:?}: {shown:?}");
        assert!(!shown.contains("has a bug"), "{size:?}: {shown:?}");
    }
}

#[test]
fn commands_of_any_width_are_drawn() {
    for size in [(1, 1), (1000, 24), (0, 0), (u16::MAX, u16::MAX)] {
        for args in [
            &["run", "skirmish/duel"][..],
            &["show", "skirmish"],
            &["show", "skirmish", "weapons"],
            &["cards", "skirmish"],
            &["odds", "skirmish/duel", "Bruce shoots Zorgo"],
            &["odds", "3d6"],
            &["ask", "skirmish", "Gunman shoots Gunman, range 4"],
            &["sim", "skirmish/duel", "-n", "50"],
            &["--help"],
        ] {
            let here = Sandbox::new();
            let (code, shown) = Seat::at(&here, size, args, |_| {}).end();
            assert!(code.is_some_and(|code| code < 2) && !shown.contains("has a bug"), "{size:?} {args:?}: {shown:?}");
        }
    }
}

#[test]
fn a_terminal_without_a_home_is_as_good_as_any() {
    let without = |command: &mut Command| _ = command.env_remove("XDG_DATA_HOME").env_remove("HOME");
    let closed = |command: &mut Command| _ = command.env("XDG_DATA_HOME", "/proc/none");
    let wrong = |command: &mut Command| _ = command.env("XDG_DATA_HOME", "lines");
    for change in [&without as &dyn Fn(&mut Command), &closed, &wrong] {
        let here = Sandbox::new();
        here.write("lines", "no folder");
        let mut seat = Seat::at(&here, (80, 24), &["repl", "skirmish/duel"], change);
        seat.press("Bruce damage 3\r", "0 -> 3");
        let (code, shown) = seat.leave();
        assert!(code == Some(0) && !shown.contains("fray::"), "{shown:?}");
    }
}

#[test]
fn lines_of_earlier_prompts_are_offered_again() {
    let here = Sandbox::new();
    let mut seat = Seat::at(&here, (80, 24), &["repl", "skirmish/duel"], |_| {});
    seat.press("Bruce damage 3\r", "0 -> 3");
    // As it is when the terminal is simply closed.
    seat.signal(&here, "KILL");
    assert_eq!(seat.end().0, None);
    assert_eq!(here.read("data/fray/history.txt"), "#V2\nBruce damage 3\n");
    let mut seat = Seat::at(&here, (80, 24), &["repl", "skirmish/duel"], |_| {});
    seat.wait_for("skirmish> ", 0);
    seat.press("\u{1b}[A\r", "0 -> 3");
    assert_eq!(seat.leave().0, Some(0));
}
