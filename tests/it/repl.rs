//! Dialogs at the prompt. A file of `tests/golden/transcripts/` holds what is typed, the snapshot beside it the whole
//! dialog. Lines `#! open NAME`, `#! seed N` set the table; a rulebook of its own may follow `#! rules NAME` up to `#! end`.

use fray::cli::{Builtin, Packs, Shelf, Tabletop};
use fray::diag::Diagnostics;
use fray::repl::{Frontend, Opened, Replaced, Session};
use fray::rulebook::Rulebook;
use fray::state::View;
use fray::text::Memory;
use fray::value::{FigureId, MapId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

pub const FOLDER: &str = "tests/golden/transcripts";

/// The desk of the command line with files in memory.
pub struct MemoryDesk {
    pub inner: Tabletop,
    pub files: Rc<RefCell<BTreeMap<String, String>>>,
    /// The page of the rulebook that has a bug.
    pub bug: Option<&'static str>,
}

impl Frontend for MemoryDesk {
    fn open(&self, name: &str) -> Result<Opened, Diagnostics> {
        self.inner.open(name)
    }
    fn show(&self, book: &Arc<Rulebook>, words: &[&str], width: usize) -> Result<String, Diagnostics> {
        assert!(self.bug.is_none_or(|bug| words != [bug]), "the page is torn");
        self.inner.show(book, words, width)
    }
    fn cards(&self, book: &Arc<Rulebook>, name: Option<&str>, width: usize) -> Result<String, Diagnostics> {
        self.inner.cards(book, name, width)
    }
    fn sheet(&self, view: &View<'_>, figure: FigureId, width: usize) -> String {
        self.inner.sheet(view, figure, width)
    }
    fn full_sheet(&self, view: &View<'_>, figure: FigureId, width: usize) -> String {
        self.inner.full_sheet(view, figure, width)
    }
    fn held_sheet(&self, view: &View<'_>, figure: FigureId, width: usize) -> String {
        self.inner.held_sheet(view, figure, width)
    }
    fn brief(&self, view: &View<'_>, figure: FigureId, width: usize) -> String {
        self.inner.brief(view, figure, width)
    }
    fn fate(&self, view: &View<'_>, figure: FigureId, width: usize) -> String {
        self.inner.fate(view, figure, width)
    }
    fn map(&self, view: &View<'_>, map: MapId, width: usize) -> String {
        self.inner.map(view, map, width)
    }
    fn read(&self, name: &str) -> Result<String, Diagnostics> {
        match self.files.borrow().get(name) {
            Some(text) => Ok(text.clone()),
            None => self.inner.read(name),
        }
    }
    fn has(&self, name: &str) -> bool {
        self.files.borrow().contains_key(name)
    }
    fn write(&self, name: &str, text: &str, replaced: Replaced) -> Result<(), Diagnostics> {
        if text.is_empty() && replaced == Replaced::Nothing && self.has(name) {
            return Err(vec![Box::new(fray::cli::CliError::NoRules {
                path: name.to_string(),
                is_there: true,
                help: String::new(),
            })]);
        }
        self.files.borrow_mut().insert(name.to_string(), text.to_string());
        Ok(())
    }
    fn append(&self, name: &str, text: &str) -> Result<(), Diagnostics> {
        *self.files.borrow_mut().entry(name.to_string()).or_default() += text;
        Ok(())
    }
    fn keep_safe(&self, text: &str) -> Result<String, Diagnostics> {
        self.inner.keep_safe(text)
    }
    fn let_go(&self) {}
    fn left_behind(&self) -> Option<String> {
        None
    }
    fn forget(&self, _: &str) {}
}

pub struct ReplCase {
    pub open: String,
    pub seed: u64,
    pub rules: Memory,
    pub typed: Vec<String>,
}

pub fn case(text: &str) -> ReplCase {
    let mut case = ReplCase { open: "std".to_string(), seed: 1, rules: Memory::default(), typed: Vec::new() };
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        match line.strip_prefix("#! ").map(|rest| rest.split_once(' ').unwrap_or((rest, ""))) {
            Some(("open", name)) => case.open = name.to_string(),
            Some(("seed", number)) => case.seed = number.parse().expect("a number behind `#! seed`"),
            Some(("rules", path)) => {
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "#! end").collect();
                case.rules = case.rules.with(path, &(body.join("\n") + "\n"));
            }
            Some(other) => panic!("`#! {other:?}` means nothing"),
            None => case.typed.push(line.to_string()),
        }
    }
    case
}

/// A session on the packs that come with fray, with files in memory.
fn session(open: &str, files: &Rc<RefCell<BTreeMap<String, String>>>) -> Session {
    let desk = MemoryDesk {
        inner: Tabletop { packs: Packs::new(Builtin), shelf: Shelf::default() },
        files: files.clone(),
        bug: None,
    };
    let opened = desk.open(open).expect("the game of the test");
    Session::new(Box::new(desk), opened, 1, 100).expect("rules that load")
}

/// The dialog, line by line; a case that ends while more is wanted is wrong.
fn dialog(text: &str) -> String {
    let case = case(text);
    let files = Rc::new(RefCell::new(BTreeMap::new()));
    let packs = Packs::new(Builtin);
    let packs = if case.rules.0.is_empty() { packs } else { packs.under(case.rules) };
    let desk = MemoryDesk { inner: Tabletop { packs, shelf: Shelf::default() }, files: files.clone(), bug: None };
    let opened = desk.open(&case.open).expect("the game of the case");
    let mut session = Session::new(Box::new(desk), opened, case.seed, 100).expect("rules that load");
    let mut out = String::new();
    let mut input = String::new();
    for line in &case.typed {
        out += &format!("{}{line}\n", if input.is_empty() { session.prompt() } else { ". ".to_string() });
        input += line;
        if session.wants_more(&input) {
            input.push('\n');
            continue;
        }
        out += &session.enter(&std::mem::take(&mut input)).plain(100);
    }
    assert!(input.is_empty(), "the last line is unfinished");
    for (name, text) in files.borrow().iter() {
        // A saved session holds the sum of all rules and would change with every one of them.
        let text = if name.ends_with(".json") { "…\n" } else { text };
        out += &format!("\n== {name}\n{text}");
    }
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[test]
fn dialogs_are_as_they_were() {
    let entries = std::fs::read_dir(FOLDER).expect("the folder of the transcripts");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    paths.sort();
    assert!(!paths.is_empty(), "no transcripts under {FOLDER}");
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable transcript");
        let name = path.file_stem().expect("a name").to_string_lossy().to_string();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().expect("a folder").canonicalize().expect("it exists"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, dialog(&text)));
    }
}

#[test]
fn a_long_computation_is_stopped_and_the_session_goes_on() {
    let mut session = session("duel", &Rc::default());
    let cancel = session.cancel();
    cancel.ask();
    for line in ["odds whole Bruce shoots Zorgo", "worth Zorgo strikes Bruce with Saber", "next"] {
        let answer = session.enter(line);
        assert_eq!(answer.diagnostics.len(), 1, "{line}");
        assert_eq!(answer.diagnostics[0].to_string(), "stopped before it was done", "{line}");
    }
    cancel.forget();
    assert!(session.enter("next").is_good(), "the fight begins as if nothing had been asked");
    assert!(session.enter("odds whole Bruce aims at Zorgo").text.contains("exact"));
}

#[test]
fn names_that_fit_are_offered() {
    let mut session = session("duel", &Rc::default());
    for (line, expected, why) in [
        ("tr", vec!["track", "transcript"], "a command, or what a declaration begins with"),
        ("odds wh", vec!["whole"], "the second word of a command"),
        ("Bruce sh", vec!["shoots"], "a verb"),
        ("Bruce shoots Zo", vec!["Zorgo"], "a figure"),
        ("Bruce shoots the Zo", vec!["Zorgo"], "a figure behind a little word"),
        ("Bruce shoots Zorgo with his Autop", vec!["Autopistol"], "a thing behind a little word"),
        ("Bruce shoots Zorgo with Autopistol at rang", vec!["range"], "a fact behind a little word, without a comma"),
        ("Bruce shoots Zorgo with Autopistol, kneel", vec!["kneeling"], "a state of the one who acts"),
        ("best Bruce shoots Zorgo with Duel R", vec!["Duel Rifle"], "a name of two words"),
        ("Bruce shoots Zorgo with Autopistol, aimed_at he", vec!["head"], "a value of a fact"),
        ("Bruce shoots Zorgo with Autopistol, target kne", vec!["kneeling"], "a word of a state"),
        ("new Guard from Glad", vec!["Gladiator"], "a sheet"),
        ("show weapons Autop", vec!["Autopistol"], "a thing of a kind"),
        ("with multi", vec!["multiples"], "an option"),
        ("dice m", vec!["mine"], "a word of a command"),
        ("Bruce.eDE", vec!["eDEX"], "a property"),
        ("Bruce shoots nobody wi", vec![], "nothing fits behind what is not understood"),
    ] {
        let (_, names) = session.complete(line, line.len());
        let found = expected.iter().all(|name| names.iter().any(|other| other == name));
        assert!(found && (expected.is_empty() == names.is_empty()), "{why}: `{line}` offers {names:?}");
    }
    assert!(session.enter("odds Bruce shoots Zorgo with Autopistol").is_good());
    let (_, names) = session.complete("what if target kneel", 20);
    assert_eq!(names, ["kneeling"], "clauses of the last sentence");
}

#[test]
fn a_line_that_can_go_on_only_one_way_is_hinted() {
    let session = session("duel", &Rc::default());
    for (line, hint) in [("Bruce.eDE", Some("X")), ("transcript", Some(" FILE")), ("", None), ("xyzzy", None)] {
        let offered = session.complete(line, line.len()).1;
        assert_eq!(session.hint(line, line.len()).as_deref(), hint, "`{line}` is offered {offered:?}");
    }
    assert_eq!(session.hint("Bruce shoots Zo", 3), None, "the cursor stands within the line");
}

/// A duel in which Bruce is asked in the middle of a phase: somebody has acted in it, and he throws his own dice.
fn amid_a_phase(files: &Rc<RefCell<BTreeMap<String, String>>>) -> Session {
    let mut session = session("duel", files);
    for line in ["dice mine for colony", "play colony", "4", "next", "next", "3 4"] {
        assert!(session.enter(line).is_good(), "{line}");
    }
    assert_eq!(session.prompt(), "skirmish Bruce> ");
    session
}

#[test]
fn somebody_joins_and_is_renamed_in_the_middle_of_a_phase() {
    let files: Rc<RefCell<BTreeMap<String, String>>> = Rc::default();
    let mut session = amid_a_phase(&files);
    let before = session.enter("show").text;
    for line in ["rename Bruce to Max", "new Fred from Bruce on colony at 1,4", "put Fred at 2,3"] {
        let answer = session.enter(line);
        assert!(answer.is_good(), "{line}: {:?}", answer.diagnostics);
        assert!(!answer.text.contains("Zorgo shoots"), "what has happened is not told again: {}", answer.text);
    }
    assert_eq!(session.prompt(), "skirmish Max> ", "the same question stands");
    let stands = session.enter("show").text;
    assert!(stands.contains("Fred: unharmed") && stands.contains("Max: unharmed"), "{stands}");
    assert!(session.enter("save joined.json").is_good());
    let mut other = self::session("std", &files);
    assert!(other.enter("load joined.json").is_good());
    assert_eq!((other.enter("show").text, other.prompt()), (stands, "skirmish Max> ".to_string()));
    for _ in 0..3 {
        session.enter("undo");
    }
    assert_eq!(session.enter("show").text, before);
}

#[test]
fn what_is_said_while_dice_are_asked_for_leaves_the_question() {
    let files: Rc<RefCell<BTreeMap<String, String>>> = Rc::default();
    let mut session = amid_a_phase(&files);
    session.enter("Bruce shoots Zorgo with Autopistol");
    session.enter("4 2 3");
    let asks = session.prompt();
    assert_eq!(asks, "2d6? (the dice, or their sum) ");
    for line in ["show Zorgo", "save asked.json", "Zorgo damage +1", "put Bruce at 4,4"] {
        let answer = session.enter(line);
        assert!(answer.is_good(), "{line}: {:?}", answer.diagnostics);
        assert_eq!(session.prompt(), asks, "{line}");
    }
    // A file that is not there changes nothing, nor does what is no dice.
    for line in ["load nowhere.json", "Bruce dodges"] {
        assert!(!session.enter(line).is_good(), "{line}");
        assert_eq!(session.prompt(), asks, "{line}");
    }
    let done = session.enter("3 3").text;
    assert!(done.contains("rolled 4 2 3 = 9, success by 2"), "nearer by two hexes it is easier: {done}");
    assert!(done.contains("Zorgo damage 1 -> 2"), "{done}");
    // What was saved asks again, with the dice that were given.
    let mut other = self::session("std", &files);
    assert!(other.enter("load asked.json").is_good());
    assert_eq!(other.prompt(), asks);
    let done = other.enter("3 3").text;
    assert!(done.contains("rolled 4 2 3 = 9, success by 1") && done.contains("Zorgo damage 0 -> 1"), "{done}");
    // A save by hand that would reach beyond the fight is refused.
    let bad =
        files.borrow()["asked.json"].replacen("Bruce shoots Zorgo with Autopistol\",\"dice", "save! x\",\"dice", 1);
    files.borrow_mut().insert("bad.json".to_string(), bad);
    assert!(!other.enter("load bad.json").is_good());
}

#[test]
fn hostile_saves_are_refused_and_nothing_is_lost() {
    let files: Rc<RefCell<BTreeMap<String, String>>> = Rc::default();
    let mut session = session("duel", &files);
    assert!(session.enter("Bruce damage 3").is_good());
    assert!(session.enter("save good.json").is_good());
    let good = files.borrow()["good.json"].clone();
    let before = session.enter("show").text;
    let edited = |from: &str, to: &str| {
        assert!(good.contains(from), "the save says {from}");
        good.replacen(from, to, 1)
    };
    for (text, why) in [
        (String::new(), "empty"),
        (good[..good.len() / 2].to_string(), "cut off"),
        ("\u{0}\u{1}\u{2}PK".to_string(), "not text at all"),
        ("[".repeat(100_000), "nested without end"),
        (edited("fray.session/4", "fray.session/9"), "of a later form"),
        (edited("\"pack\":\"skirmish\"", "\"pack\":\"nowhere\""), "of a pack that is not there"),
        (edited("\"pack\":\"skirmish\"", "\"pack\":\"laser-d20\""), "of another pack"),
        (edited("\"rules\":", "\"rules\":1"), "of other rules"),
        (edited("\"side\":0", "\"side\":1"), "edited"),
        (edited("\"slots\":[", "\"slots\":[[9999],"), "things that are not there"),
        (edited("\"tracks\":[", "\"tracks\":[1,"), "a track too many"),
        (edited("\"turn\":", "\"turn\":-"), "a turn before the first"),
    ] {
        files.borrow_mut().insert("bad.json".to_string(), text);
        let answer = session.enter("load bad.json");
        assert!(!answer.is_good(), "a save that is {why} is refused");
        assert!(answer.diagnostics[0].help().is_some(), "a save that is {why}: what to do");
        assert_eq!(session.enter("show").text, before, "a save that is {why} changes nothing");
    }
    assert!(session.enter("load good.json").is_good());
    assert_eq!(session.enter("show").text, before);
}
