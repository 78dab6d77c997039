//! Any text as a sentence, of every pack that comes with fray: understood, put to a state, reckoned and judged.

use fray::cli::Builtin;
use fray::explain::reckon;
use fray::play::Rules;
use fray::query::{BoundQuery, Directory, understand};
use fray::rulebook::{Choices, Rulebook, load};
use fray::state::State;
use fray::text::Files;
use std::cell::OnceCell;
use std::sync::Arc;

/// Words of sentences.
pub const WORDS: &[&str] = &[
    ", ",
    " and ",
    " with ",
    " at ",
    " from ",
    " his ",
    " it ",
    " not ",
    " no ",
    "'s ",
    " range ",
    "-1",
    "0",
    "6 hexes",
    " hexes east then ",
    "1000000000000000000000",
    "\"",
    "4.5",
    " times",
    " is ",
    " has ",
    " who ",
    "then ",
    "\u{301}",
];

/// What is made of a pack once.
struct SentenceTable {
    rules: Arc<Rules>,
    cast: Directory,
}

thread_local! {
    static TABLES: OnceCell<Vec<SentenceTable>> = const { OnceCell::new() };
}

fn tables() -> Vec<SentenceTable> {
    let tables: Vec<SentenceTable> = Builtin.folders("rules").iter().filter_map(|pack| table(pack)).collect();
    assert!(!tables.is_empty(), "no pack loads");
    tables
}

fn table(pack: &str) -> Option<SentenceTable> {
    let kit = fray::odds::kit(load(&Builtin, pack, &Choices::none()).0?);
    Some(SentenceTable { rules: kit.rules(None), cast: Directory::of_sheets(&kit.book) })
}

fn put(table: &SentenceTable, text: &str) {
    let rules = &table.rules;
    let asked = match understand(&rules.book, &table.cast, text) {
        Ok(asked) => asked,
        Err(error) => {
            let error: fray::diag::Diagnostic = Box::new(error);
            let _ = fray::repl::rendered(&error, 80, false);
            return;
        }
    };
    let Ok(bound) = BoundQuery::new(rules, &State::default(), &asked) else { return };
    if let Some(check) = bound.check(rules) {
        let mut frame = bound.check_frame(rules);
        frame.look_around(true);
        let _ = reckon(&bound.view(rules).scene(&frame), check);
    }
    let _ = bound.order(rules);
}

/// Any text.
pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    TABLES.with(|tables| tables.get_or_init(self::tables).iter().for_each(|table| put(table, text)));
}

/// Sentences of the tests, and those that the packs declare.
pub fn seeds() -> Vec<Vec<u8>> {
    let said = |book: &Arc<Rulebook>| {
        let names: Vec<String> = book.sheets.iter().map(|sheet| sheet.head.name.to_string()).collect();
        let things: Vec<String> = book.items.iter().map(|item| item.head.name.to_string()).collect();
        let clauses = [", range 6", ", target prone", ", aimed_at head", ", range 3, target kneeling and actor prone"];
        let actions = book.actions.iter().map(|action| action.head.title.to_lowercase());
        let mut all = Vec::new();
        for (at, action) in actions.enumerate().take(60) {
            let (Some(one), Some(other)) = (names.get(at % names.len().max(1)), names.first()) else { break };
            let thing = things.get(at % things.len().max(1)).map_or("", String::as_str);
            all.push(format!("{one} {action}s {other} with {thing}{}", clauses[at % 4]).into_bytes());
        }
        all
    };
    let books = Builtin.folders("rules").into_iter().filter_map(|pack| load(&Builtin, &pack, &Choices::none()).0);
    let mut all: Vec<Vec<u8>> = books.flat_map(|book| said(&book)).collect();
    all.extend(
        [
            "Bruce shoots Zorgo with Autopistol, range 6, target prone",
            "Zorgo strikes Bruce with Saber",
            "Bruce's damage with Autopistol",
            "Bruce moves 2 hexes east then 1 hex southeast",
        ]
        .map(|one| one.into()),
    );
    all
}
