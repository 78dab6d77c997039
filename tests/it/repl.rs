//! Dialogs at the prompt. A file of `tests/golden/transcripts/` holds what is typed, the snapshot beside it the whole
//! dialog. Lines `#! open NAME`, `#! seed N` set the table; a rulebook of its own may follow `#! rules NAME` up to `#! end`.

use fray::cli::{Builtin, Packs, Tabletop};
use fray::diag::Diagnostics;
use fray::play::View;
use fray::repl::{Desk, Opened, Session};
use fray::rulebook::Rulebook;
use fray::text::Memory;
use fray::value::{FigureId, MapId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

const FOLDER: &str = "tests/golden/transcripts";

/// The desk of the command line with files in memory.
struct Beside {
    inner: Tabletop,
    files: Rc<RefCell<BTreeMap<String, String>>>,
}

impl Desk for Beside {
    fn open(&self, name: &str) -> Result<Opened, Diagnostics> {
        self.inner.open(name)
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
    fn write(&self, name: &str, text: &str) -> Result<(), Diagnostics> {
        self.files.borrow_mut().insert(name.to_string(), text.to_string());
        Ok(())
    }
}

struct Case {
    open: String,
    seed: u64,
    rules: Memory,
    typed: Vec<String>,
}

fn case(text: &str) -> Case {
    let mut case = Case { open: "std".to_string(), seed: 1, rules: Memory::default(), typed: Vec::new() };
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

/// The dialog, line by line; a case that ends while more is wanted is wrong.
fn dialog(text: &str) -> String {
    let case = case(text);
    let files = Rc::new(RefCell::new(BTreeMap::new()));
    let packs = Packs::new(Builtin);
    let packs = if case.rules.0.is_empty() { packs } else { packs.under(case.rules) };
    let desk = Beside { inner: Tabletop { packs }, files: files.clone() };
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
