//! Any bytes as a file of rules: parsed, laid out, and loaded as a pack of which a fight is played.

use fray::cli::{Builtin, Packs};
use fray::dice::Seeded;
use fray::rulebook::{Choices, load};
use fray::syntax;
use fray::text::{Files, Memory, Sources};
use fray::value::ScenarioId;

/// Pieces of the language, and what is none.
pub const WORDS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "|",
    "\"",
    "\\",
    "\n",
    ";",
    ",",
    "..",
    "@4.2",
    "-",
    "+",
    "=",
    "!=",
    "<=",
    "?",
    " and ",
    " or ",
    " not ",
    " if ",
    " then ",
    " else ",
    " is ",
    " has ",
    " in ",
    " where ",
    " when ",
    " none ",
    "3d6",
    "0d6",
    "1000000d1000000",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "0.000000000000000001",
    "card ",
    "check ",
    "action ",
    "deed ",
    "turn ",
    "scenario ",
    "option ",
    "legend ",
    "remove ",
    "replace ",
    "é",
    "−",
    "\u{feff}",
    "\r\n",
    "\t",
    "\0",
    "\u{202e}",
    "𝔸",
    "actor",
    "target",
    "number",
    "table ",
    "test ",
    "expect ",
    "roll ",
];

/// A small pack that has of everything something.
pub const YARD: &str = include_str!("yard.fray");

fn text(bytes: &[u8]) -> Option<String> {
    syntax::decode("fuzz.fray", bytes.to_vec()).ok()
}

/// A file, an expression, a line at the prompt, a text to be laid out.
pub fn parse(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let mut sources = Sources::default();
    let id = sources.add("fuzz.fray", &text);
    let (_, mistakes) = syntax::parse(&sources, id);
    mistakes.iter().for_each(|mistake| drop(fray::repl::rendered(mistake, 80, true)));
    let _ = syntax::parse_expr(&sources, id);
    let _ = syntax::is_unfinished(&text);
    let _ = syntax::sentence::words(&text);
    if let Ok(neat) = syntax::format(&text) {
        assert!(mistakes.is_empty(), "a wrong text is laid out");
        assert_eq!(syntax::format(&neat).ok().as_deref(), Some(neat.as_str()), "laid out twice");
    }
}

/// A pack, loaded, and its first fight played for some turns.
pub fn pack(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let packs = Packs::new(Builtin).under(Memory::default().with("rules/yard/yard.fray", &text));
    let (book, mistakes) = load(&packs, "yard", &Choices::none());
    mistakes.iter().for_each(|mistake| drop(fray::repl::rendered(mistake, 80, true)));
    let Some(book) = book else { return };
    if book.scenarios.is_empty() {
        return;
    }
    let kit = fray::odds::kit(book);
    let Ok(mut play) = kit.play(ScenarioId(0), Box::new(Seeded::new(1, 0))) else { return };
    let _ = play.run(3);
}

/// Files of the packs that come with fray.
pub fn seeds() -> Vec<Vec<u8>> {
    let files = |pack: &String| {
        let folder = format!("rules/{pack}");
        let paths = Builtin.tree(&folder);
        paths.into_iter().filter_map(move |path| Builtin.read(&format!("{folder}/{path}"))).collect::<Vec<_>>()
    };
    let mut all: Vec<Vec<u8>> = Builtin.folders("rules").iter().flat_map(files).collect();
    all.retain(|file| file.len() < 20_000);
    all.push(YARD.into());
    all
}

/// Whole packs.
pub fn packs() -> Vec<Vec<u8>> {
    let page = include_str!("../../docs/language.md");
    let blocks = page.split("```fray\n").skip(1).filter_map(|rest| rest.split("```").next());
    let packs = blocks.map(|block| format!("pack yard \"Yard\"\n{block}").into_bytes());
    packs.chain(std::iter::repeat_n(YARD.into(), 40)).collect()
}
