//! Whole dialogs at the prompt, with files in memory. The first line names what is opened. Nothing panics, not even where
//! the prompt would survive it.

use cpu_time::ProcessTime;
use fray::cli::{Builtin, Packs, Shelf, Tabletop};
use fray::diag::Diagnostics;
use fray::repl::{Frontend, Opened, Replaced, Response, Session};
use fray::rulebook::Rulebook;
use fray::state::View;
use fray::text::{Files, Memory};
use fray::value::{FigureId, MapId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Words of the prompt.
pub const WORDS: &[&str] = &[
    "\nundo\n",
    "\nredo\n",
    "\nnext\n",
    "\nsave a\n",
    "\nload a\n",
    "\norders\n",
    "\ndice mine\n",
    "\ndice yours\n",
    "\n3 4 5\n",
    "\nplay red\n",
    "\nwhy\n",
    "\nbest\n",
    "\nworth\n",
    "\nodds\n",
    "\nodds whole\n",
    "\nwhat if range 9\n",
    "\n= me\n",
    "\nnew Guard from Ada: AIM 9\n",
    "\nput Ada at 1,1\n",
    "\nremove Ada\n",
    "\nreload\n",
    "\nrules\n",
    "\nkeep b\n",
    "\nwith strict\n",
    "\nturn\n",
    "\nshow\n",
    "\nseed 9\n",
    "\n1\n",
    "\ncancel\n",
    "\ntranscript t\n",
    "Ada",
    "Ben",
    "harm",
    "-1",
    "9223372036854775807",
    "\u{1b}[2J",
    "\u{202e}",
    "\"",
    "{",
    "}",
    "''",
    "99999999999d99999999999",
    ".5",
    "\t",
];

/// The files of a dialog.
pub type DialogFiles = Rc<RefCell<BTreeMap<String, String>>>;

/// The desk of the command line, of which nothing reaches a disk.
struct InMemory {
    inner: Tabletop,
    files: DialogFiles,
}

impl Frontend for InMemory {
    fn open(&self, name: &str) -> Result<Opened, Diagnostics> {
        // Files on disk are no part of a case.
        let is_pack = |pack: &str| pack == "yard" || Builtin.folders("rules").iter().any(|other| other == pack);
        let is_shipped = name.split_once('/').is_some_and(|(pack, scenario)| is_pack(pack) && !scenario.contains('/'));
        self.inner.open(if name.contains(['/', '.']) && !is_shipped { "nowhere" } else { name })
    }
    fn show(&self, book: &Arc<Rulebook>, words: &[&str], width: usize) -> Result<String, Diagnostics> {
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
            None => self.inner.read("/nowhere"),
        }
    }
    fn has(&self, name: &str) -> bool {
        self.files.borrow().contains_key(name)
    }
    fn write(&self, name: &str, text: &str, _: Replaced) -> Result<(), Diagnostics> {
        self.files.borrow_mut().insert(name.to_string(), text.to_string());
        Ok(())
    }
    fn append(&self, name: &str, text: &str) -> Result<(), Diagnostics> {
        *self.files.borrow_mut().entry(name.to_string()).or_default() += text;
        Ok(())
    }
    fn keep_safe(&self, text: &str) -> Result<String, Diagnostics> {
        self.files.borrow_mut().insert("safe".to_string(), text.to_string());
        Ok("safe".to_string())
    }
    fn let_go(&self) {}
    fn left_behind(&self) -> Option<String> {
        None
    }
    fn forget(&self, _: &str) {}
}

/// A session on a pack or scenario; none if there is no such.
pub fn session(open: &str, width: usize, files: &DialogFiles) -> Option<Session> {
    let packs = Packs::new(Builtin).under(
        Memory::default()
            .with("rules/yard/yard.fray", super::rules::YARD)
            .with("scripts/yard/child.luau", super::script::CHILD),
    );
    let desk = InMemory { inner: Tabletop { packs, shelf: Shelf::default() }, files: files.clone() };
    let opened = desk.open(open).ok()?;
    Session::new(Box::new(desk), opened, 1, width).ok()
}

/// Enters a line; gives up what takes too long, and says so.
pub fn enter(session: &mut Session, line: &str) -> Response {
    let began = ProcessTime::now();
    let cancel = session.cancel();
    cancel.forget();
    // What may take long is stopped as by Ctrl-C.
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        if is_done.recv_timeout(Duration::from_secs(2)).is_err() {
            cancel.ask();
        }
    });
    let answer = session.enter(line);
    let _ = done.send(());
    let _ = watch.join();
    assert!(began.elapsed() < Duration::from_secs(20), "{line:?} is not stopped");
    for diagnostic in &answer.diagnostics {
        let said = diagnostic.to_string();
        assert!(!said.starts_with("fray has a bug"), "{line:?}: {said}");
    }
    let _ = answer.plain(80);
    answer
}

/// A dialog: what is opened, then lines.
pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (open, lines) = text.split_once('\n').unwrap_or(("yard/tiff", &text));
    let Some(mut session) = session(open, 80, &DialogFiles::default()) else { return };
    drop(session.greeting());
    let mut input = String::new();
    for line in lines.lines().take(60) {
        drop(session.complete(line, line.len()));
        drop(session.hint(line, line.len()));
        input += line;
        if session.wants_more(&input) && input.len() < 2000 {
            input.push('\n');
            continue;
        }
        if enter(&mut session, &std::mem::take(&mut input)).done {
            break;
        }
        session.keep_safe();
    }
    // Whatever was played can be kept, and gone on with.
    if enter(&mut session, "save! the end").is_good() {
        let answer = enter(&mut session, "load the end");
        let why = answer.diagnostics.first().map(ToString::to_string);
        assert!(answer.is_good(), "what was saved does not load: {}", why.unwrap_or_default());
    }
}

/// The dialogs of the tests, and some of a small pack.
pub fn seeds() -> Vec<Vec<u8>> {
    let own = include_str!("dialogs.txt").split("\n\n").map(|one| one.as_bytes().to_vec());
    let of_tests =
        ["duel", "tracking", "undo", "what_if", "setting", "improvised", "placing", "orders", "files", "physical_dice"];
    let read = |name: &str| {
        let path = format!("{}/../tests/golden/transcripts/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).ok()?;
        let open = text.lines().find_map(|line| line.strip_prefix("#! open ")).unwrap_or("skirmish/duel").to_string();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("#!")).collect();
        Some(format!("{open}\n{}", lines.join("\n")).into_bytes())
    };
    let own: Vec<Vec<u8>> = own.collect();
    std::iter::repeat_n(own, 4).flatten().chain(of_tests.into_iter().filter_map(read)).collect()
}
