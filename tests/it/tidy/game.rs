//! The core knows no game: no name that a pack declares occurs in the code of `src/`.

use super::source::{self, File, read_all, without_comments, without_tests};
use fray::syntax::ast::{Body, Declaration};
use std::collections::{BTreeMap, BTreeSet};

/// Plain English words that packs declare and the core also uses, by the excuse they share.
const EXEMPT: &[(&str, &[&str])] = &[
    (
        "ways and places on any board",
        &[
            "advance", "area", "cover", "far", "ground", "heading", "length", "moved", "open", "path", "position",
            "range", "reach", "reached", "risen", "spent", "straight",
        ],
    ),
    (
        "dice and checks of any game: hands hold dice, contests are opposed checks, powers are exponents",
        &["contest", "drawn", "hand", "leaving", "power", "shift", "throw", "thrown"],
    ),
    (
        "parts of the language: who acts and the other end, what stands on a sheet, an item of a kind",
        &["actor", "block", "body", "class", "conditions", "deeds", "item", "items", "slots", "target"],
    ),
    ("who sits where at the table", &["seat"]),
    ("whose turn it is, and who is still in play", &["points", "ready", "rounds", "running", "standing", "waiting"]),
    (
        "the terminal, files and threads of the entrance",
        &[
            "crash",
            "cumulative",
            "device",
            "force",
            "heard",
            "let_go",
            "listen",
            "load",
            "one_line",
            "reload",
            "screen",
            "survive",
            "swap",
            "sweep",
            "talk",
        ],
    ),
    ("what browsers and HTTP call things", &["cross", "dark", "hidden", "post", "pressed"]),
    ("a test of the rules puts a sentence to a board", &["pose"]),
    (
        "words of any English text about anything",
        &[
            "fits",
            "free",
            "fresh",
            "burden",
            "head",
            "hindered",
            "hindrance",
            "large",
            "long",
            "mark",
            "needs",
            "other",
            "others",
            "quick",
            "rest",
            "short",
            "size",
            "small",
            "touch",
            "touches",
            "uncovered",
            "used",
        ],
    ),
    (
        "types and words of Rust and of this program",
        &["Mark", "Max", "crate", "declaration", "pin", "recover", "result", "type"],
    ),
    (
        "how what is said at any table is heard, piece by piece",
        &["Rest", "heard", "listen", "partial", "piece", "speech", "spot"],
    ),
    ("arithmetic and lists of anything", &["base", "best", "level", "part", "sort", "spread", "third"]),
    (
        "rolls and fights of any game: a roll is against a number, figures walk, joins",
        &[
            "absent",
            "against",
            "covered",
            "declaring",
            "diagonal",
            "hits",
            "joins",
            "pool",
            "ran",
            "seen",
            "step_cost",
            "walk",
        ],
    ),
];

/// Texts that the program carries for its readers, by their files: examples of what scripts and the prompt understand
/// speak of some game or other, in these words; and words of other languages that authors bring along.
const EXAMPLES: &[(&str, &[&str])] = &[
    // Shells of a terminal, and options of other programs.
    ("src/cli/usage/missing.rs", &["bash"]),
    ("src/cli/usage/unknown_command.rs", &["shell"]),
    ("src/cli/usage/unknown_option.rs", &["player"]),
    ("src/cli/usage/value.rs", &["bash", "dash"]),
    ("src/play/host/act.rs", &["Spear", "dodge", "strike"]),
    ("src/play/host/area.rs", &["Spear", "touch", "wall"]),
    ("src/play/host/change.rs", &["blow", "came_from", "crouching", "difference", "shaken", "stance"]),
    ("src/play/host/check.rs", &["damage", "strike"]),
    ("src/play/host/figure.rs", &["Spear", "arm", "shaken", "wounds"]),
    ("src/play/host/order.rs", &["strike"]),
    ("src/play/host/rule.rs", &["bands"]),
    ("src/play/host/side.rs", &["morale"]),
    ("src/script/slip.rs", &["float"]),
    ("src/script/slip/blocks.rs", &["catch"]),
];

/// Names shorter than this are letters, not words.
const SHORTEST: usize = 3;

/// Every name that the packs declare, with the file that declares it first.
fn declared(files: &[File]) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for file in files {
        let mut sources = fray::text::Sources::default();
        let id = sources.add(&file.path, &file.text);
        let (tree, _) = fray::syntax::parse(&sources, id);
        let mut add = |name: &str| {
            names.entry(name.to_string()).or_insert_with(|| file.path.clone());
        };
        tree.declarations.iter().for_each(|declaration| collect(declaration, &mut add));
    }
    names
}

fn collect(declaration: &Declaration, add: &mut impl FnMut(&str)) {
    // Names of units, places and fights say nothing of how a game is played, and a pack's name stands in examples.
    let is_label =
        matches!(declaration.body, Body::Unit(_) | Body::Pack(_) | Body::Map(_) | Body::Scenario(_) | Body::Words(_));
    if let (Some(name), false) = (&declaration.name, is_label) {
        add(&name.text);
    }
    match &declaration.body {
        Body::Symbols(words) => words.iter().for_each(|word| add(&word.name.text)),
        Body::State(state) => state.words.iter().for_each(|word| add(&word.name.text)),
        Body::Kind(kind) => kind.fields.iter().for_each(|field| add(&field.name.text)),
        Body::Things(chart) => {
            chart.grid.rows.iter().filter_map(|row| row.cells.first()).for_each(|cell| add(&cell.text))
        }
        Body::When(_, inner) => inner.iter().for_each(|declaration| collect(declaration, add)),
        _ => {}
    }
}

/// The words of code: identifiers whole, and what stands in texts. What is compiled for tests alone is not code.
fn words(text: &str) -> BTreeSet<String> {
    let separated = |letter: char| !(letter.is_alphanumeric() || letter == '_');
    without_tests(&without_comments(text)).split(separated).map(str::to_string).collect()
}

/// The words of the language itself, and of its functions: an author may use them again as names.
fn language() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for file in read_all("grammar", "pest") {
        for text in file.text.split('"').skip(1).step_by(2) {
            words.insert(text.to_string());
        }
    }
    words.extend(fray::rulebook::FUNCTIONS.iter().map(|row| row.name.to_string()));
    words
}

/// Uses of declared names in code.
fn known(names: &BTreeMap<String, String>, files: &[File], exempt: &BTreeSet<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| !is_test(&file.path)) {
        let own = examples_of(&file.path);
        for word in words(&file.text) {
            let excused = word.len() < SHORTEST || exempt.contains(&word) || own.contains(&word.as_str());
            if let Some(pack) = names.get(&word).filter(|_| !excused) {
                wrong.push(format!("{} says `{word}`, which {pack} declares", file.path));
            }
        }
    }
    wrong
}

fn is_test(path: &str) -> bool {
    const OF_TESTS: [&str; 4] =
        ["src/board/properties.rs", "src/dice/sample.rs", "src/eval/round_trip.rs", "src/eval/sample.rs"];
    OF_TESTS.contains(&path) || path.ends_with("tests.rs") || path.contains("/tests/")
}

/// The words of some game that may stand in the examples of a file.
fn examples_of(path: &str) -> Vec<&'static str> {
    let here = EXAMPLES.iter().filter(|(files, _)| path.starts_with(files));
    here.flat_map(|(_, words)| *words).copied().collect()
}

#[test]
fn the_core_knows_no_game() {
    let names = declared(&read_all("rules", "fray"));
    let mut exempt = language();
    exempt.extend(EXEMPT.iter().flat_map(|(_, words)| *words).map(|word| word.to_string()));
    super::none(known(&names, &read_all("src", "rs"), &exempt));
}

#[test]
fn every_exemption_is_excused_and_means_something() {
    let names = declared(&read_all("rules", "fray"));
    let files = read_all("src", "rs");
    let code = |path: &str| {
        files.iter().filter(|file| file.path.starts_with(path) && !is_test(&file.path)).collect::<Vec<_>>()
    };
    let mut stale = Vec::new();
    for (path, words) in
        EXEMPT.iter().map(|(_, words)| ("src/", words)).chain(EXAMPLES.iter().map(|(path, words)| (*path, words)))
    {
        let used: BTreeSet<String> = code(path).iter().flat_map(|file| self::words(&file.text)).collect();
        for word in *words {
            if !names.contains_key(*word) {
                stale.push(format!("no pack declares `{word}`: it needs no excuse"));
            } else if !used.contains(*word) {
                stale.push(format!("{path} does not say `{word}`: it needs no excuse"));
            }
        }
    }
    super::none(stale);
}

#[test]
fn a_game_in_the_core_is_found() {
    let rules = "pack x \"X\" { }\nkind blade { keen number = 1 }\nblades { | name | keen |\n | Zweihander | 2 | }\n";
    let names = declared(&super::planted("rules/x/x.fray", rules));
    assert_eq!(names.keys().map(String::as_str).collect::<Vec<_>>(), ["Zweihander", "blade", "keen"]);
    let code = "//! A blade.\nfn f(keen: bool) -> &str { \"Zweihander\" }\n#[cfg(test)]\nmod tests {\n    blade\n}\n";
    let wrong = known(&names, &super::planted("src/play/a.rs", code), &BTreeSet::new());
    assert_eq!(
        wrong,
        [
            "src/play/a.rs says `Zweihander`, which rules/x/x.fray declares",
            "src/play/a.rs says `keen`, which rules/x/x.fray declares"
        ]
    );
    assert!(source::read("src/lib.rs").starts_with("//!"));
}
