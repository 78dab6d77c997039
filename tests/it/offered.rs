//! Whatever the prompt offers can be typed: every sentence of a help, every numbered reading and every line that is said
//! to do something is typed into the session that offered it, and must be taken. The sessions are the dialogs and the
//! lines of what is said at a table.

use crate::repl::{FOLDER, MemoryDesk, ReplCase, case};
use fray::cli::{Builtin, Packs, Shelf, Tabletop};
use fray::repl::{Frontend, Response, Session};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

/// Where lines stand that are said at a table, each by itself.
const SAID: &str = "tests/golden/speech";
/// Before sentences that work.
const EXAMPLE: &str = "for example ";
/// Behind a line that does what was only a part of another.
const DOES_IT: &str = " does it";

/// Of so many texts or lines one is tried; all of them with `FRAY_OFFERED=all`.
const TRIED: usize = 8;

/// Whether the text or line with this number is tried.
fn is_tried(nth: usize) -> bool {
    nth.is_multiple_of(TRIED) || std::env::var("FRAY_OFFERED").is_ok_and(|all| all == "all")
}

/// The texts of a folder, by their paths.
fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    paths.sort();
    assert!(!paths.is_empty(), "nothing stands under {folder}");
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).expect("a readable file"))).collect()
}

fn begun(case: &ReplCase) -> Session {
    let packs = Packs::new(Builtin);
    let packs = if case.rules.0.is_empty() { packs } else { packs.under(case.rules.clone()) };
    let files = Rc::new(RefCell::new(BTreeMap::new()));
    let desk = MemoryDesk { inner: Tabletop { packs, shelf: Shelf::default() }, files, bug: None };
    let opened = desk.open(&case.open).expect("the game of the case");
    Session::new(Box::new(desk), opened, case.seed, 100).expect("rules that load")
}

/// The texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// What an answer offers to be typed.
pub fn offers(answer: &Response) -> Vec<String> {
    let mut offered: Vec<String> = Vec::new();
    for help in answer.diagnostics.iter().filter_map(|one| one.help()).map(|help| help.to_string()) {
        let examples = help.split(EXAMPLE).skip(1).flat_map(quoted);
        offered.extend(examples.map(str::to_string));
        let readings = help.lines().filter_map(|line| line.split_once(". ").filter(|(number, _)| is_number(number)));
        offered.extend(readings.map(|(_, reading)| reading.to_string()));
    }
    for line in answer.text.lines().filter(|line| line.contains(DOES_IT)) {
        offered.extend(line.split(DOES_IT).next().and_then(|before| quoted(before).last()).map(str::to_string));
    }
    offered
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}

/// What is wrong with an offered line that was typed; nothing if it is taken.
fn refused(offered: &str, answer: &Response) -> Option<String> {
    let is_garbled = offered.ends_with([',', ' ', '\'']) || offered.contains(",,") || offered.contains("'s`");
    let wrong = answer.diagnostics.first().map(|wrong| {
        let help = wrong.help().map_or_else(String::new, |help| help.to_string());
        format!("{wrong}; help: {}", help.replace('\n', " / "))
    });
    wrong.or_else(|| is_garbled.then(|| "garbled".to_string()))
}

/// What of the offers of a session is not taken, each typed where it was offered first.
fn untaken(case: &ReplCase, tried: &mut BTreeSet<String>) -> Vec<String> {
    let (mut session, mut input, mut entered, mut wrong) = (begun(case), String::new(), Vec::new(), Vec::new());
    for line in &case.typed {
        input += line;
        if session.wants_more(&input) {
            input.push('\n');
            continue;
        }
        let line = std::mem::take(&mut input);
        entered.push(line.clone());
        for offered in offers(&session.enter(&line)) {
            if !tried.insert(format!("{} {offered}", case.open)) {
                continue;
            }
            let mut again = begun(case);
            entered.iter().for_each(|line| drop(again.enter(line)));
            if let Some(why) = refused(&offered, &again.enter(&offered)) {
                wrong.push(format!("{line}\n    {offered}\n    {why}"));
            }
        }
    }
    wrong
}

#[test]
fn what_dialogs_offer_is_taken() {
    let (mut wrong, mut tried) = (Vec::new(), BTreeSet::new());
    for (_, (path, text)) in texts(FOLDER).into_iter().enumerate().filter(|(nth, _)| is_tried(*nth)) {
        let found = untaken(&case(&text), &mut tried);
        wrong.extend(found.into_iter().map(|one| format!("{}: {one}", path.display())));
    }
    assert!(wrong.is_empty(), "{} offers are not taken:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_offered_for_what_is_said_is_taken() {
    let mut wrong = Vec::new();
    for (path, text) in texts(SAID) {
        let (head, lines) = text.split_once('\n').expect("a line that opens a scenario");
        let scenario = head.strip_prefix("#! open ").expect("`#! open SCENARIO`");
        let pack = path.file_stem().expect("a name").to_string_lossy().to_string();
        let open = format!("{pack}/{scenario}");
        let mut session = begun(&case(&format!("#! open {open}\n")));
        let mut tried = BTreeSet::new();
        for (_, line) in lines.lines().enumerate().filter(|(nth, _)| is_tried(*nth)) {
            let answer = session.enter(line);
            let (is_wrong, mut is_behind) = (!answer.diagnostics.is_empty(), true);
            for offered in offers(&answer) {
                // Behind a mistake everything is as before it: there an offer is taken once for all.
                if is_wrong && !tried.insert(offered.clone()) {
                    continue;
                }
                if !is_behind {
                    session.enter(&format!("open {open}"));
                    session.enter(line);
                }
                is_behind = false;
                if let Some(why) = refused(&offered, &session.enter(&offered)) {
                    wrong.push(format!("{pack}: {line}\n    {offered}\n    {why}"));
                }
            }
            if !is_wrong || !is_behind {
                session.enter(&format!("open {open}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} offers are not taken:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn an_offer_that_is_not_taken_is_found() {
    let mut session = begun(&case("#! open duel\n"));
    let answer = session.enter("Bruce shoots Zorgo in the kneecaps with a spoon");
    assert!(refused("Bruce frobnicates Zorgo", &session.enter("Bruce frobnicates Zorgo")).is_some());
    assert!(refused("Bruce shoots Zorgo,", &session.enter("Bruce shoots Zorgo")).is_some());
    assert_eq!(refused("Bruce shoots Zorgo", &session.enter("Bruce shoots Zorgo")), None);
    assert!(answer.diagnostics.is_empty() || !offers(&answer).is_empty(), "an error that offers nothing");
}
