//! Words that packs declare and the core uses all the same: each with why, and where it may stand.

/// A word that may stand in files of `src/` whose paths begin so.
pub struct Excuse {
    pub word: &'static str,
    pub place: &'static str,
}

/// All excuses of words that stand in some folders or files, and in examples.
pub fn excuses() -> Vec<Excuse> {
    let here = IN_PLACES.iter().flat_map(|(_, words)| *words);
    let here = here.flat_map(|(word, places)| places.iter().map(|place| Excuse { word, place }));
    let examples = EXAMPLES.iter().flat_map(|(place, words)| words.iter().map(|word| Excuse { word, place }));
    here.chain(examples).collect()
}

/// The words that may stand anywhere.
pub fn everywhere() -> impl Iterator<Item = &'static str> {
    ANYWHERE.iter().flat_map(|(_, words)| *words).copied()
}

/// Words so plain that they stand in most folders, by the excuse they share.
const ANYWHERE: &[(&str, &[&str])] = &[
    ("ways and places on any board", &["far", "ground", "length", "moved", "open", "path", "position", "range"]),
    (
        "dice and checks of any game: hands hold dice, contests are opposed checks, powers are exponents",
        &["drawn", "throw", "thrown"],
    ),
    (
        "parts of the language: who acts and the other end, what stands on a sheet, an item of a kind",
        &["actor", "body", "class", "conditions", "deeds", "item", "items", "slots", "target"],
    ),
    ("whose turn it is, and who is still in play", &["points"]),
    ("the terminal, files and threads of the entrance", &["load"]),
    (
        "words of any English text about anything",
        &["fits", "head", "long", "mark", "needs", "other", "others", "rest", "short", "size", "used"],
    ),
    ("types and words of Rust and of this program", &["crate", "result", "type"]),
    ("arithmetic and lists of anything", &["base", "best", "part", "sort"]),
    ("rolls and fights of any game: a roll is against a number, figures walk, joins", &["against", "joins", "seen"]),
];

/// A word with the folders or files in which it stands.
type PlacedWord = (&'static str, &'static [&'static str]);

/// Plain words of some places, by the excuse they share.
const IN_PLACES: &[(&str, &[PlacedWord])] = &[
    (
        "ways and places on any board",
        &[
            ("advance", &["board/", "dice/", "odds/", "packtest/", "play/", "repl/", "sim/", "turn/"]),
            ("area", &["cli/", "event/", "odds/", "play/", "repl/", "speech/", "state/", "story/"]),
            ("cover", &["board/", "cli/", "mutant/", "speech/", "state/"]),
            ("heading", &["answer/", "explain/", "story/"]),
            ("reach", &["board/", "cli/", "dice/", "mutant/", "play/", "query/", "repl/", "script/"]),
            ("reached", &["board/", "play/", "query/", "repl/", "rulebook/", "state/", "syntax/"]),
            ("risen", &["board/sight.rs"]),
            ("spent", &["board/search.rs", "packtest/legal.rs", "story/nearness.rs"]),
            ("straight", &["board/", "play/", "rulebook/", "speech/", "syntax/"]),
        ],
    ),
    (
        "dice and checks of any game: hands hold dice, contests are opposed checks, powers are exponents",
        &[
            ("contest", &["check/", "explain/", "odds/"]),
            ("hand", &["draw/", "odds/", "repl/", "rulebook/", "script/", "speech/"]),
            ("leaving", &["dice/pool.rs"]),
            ("luck", &["cli/", "draw/", "play/", "sim/"]),
            ("power", &["dice/", "rulebook/"]),
            ("shift", &["cli/", "compare/", "dice/", "draw/", "syntax/"]),
        ],
    ),
    (
        "parts of the language: who acts and the other end, what stands on a sheet, an item of a kind",
        &[("block", &["judge/", "repl/", "rulebook/", "script/", "syntax/"])],
    ),
    ("who sits where at the table", &[("seat", &["cli/", "draw/", "repl/", "serve/"])]),
    (
        "whose turn it is, and who is still in play",
        &[
            ("ready", &["packtest/", "play/", "serve/"]),
            ("rounds", &["cli/", "dice/", "rulebook/", "sim/", "syntax/"]),
            ("running", &["rulebook/declare.rs", "script/trace.rs"]),
            ("standing", &["cli/", "draw/", "play/", "repl/", "rulebook/findings/endless", "sim/", "state/", "story/"]),
            ("waiting", &["lsp/", "odds/", "play/", "query/", "repl/", "speech/", "story/", "turn/"]),
        ],
    ),
    (
        "the terminal, files and threads of the entrance",
        &[
            ("crash", &["cli/", "diag/", "judge/", "lsp/", "repl/", "serve/"]),
            ("cumulative", &["cli/args.rs", "cli/form.rs", "cli/odds.rs"]),
            ("device", &["cli/", "draw/"]),
            ("force", &["cli/", "draw/", "play/"]),
            ("heard", &["cli/", "diag/", "query/", "repl/", "serve/", "speech/"]),
            ("let_go", &["cli/", "repl/"]),
            ("listen", &["repl/", "serve/"]),
            ("one_line", &["cli/", "diag/", "repl/", "script/", "story/"]),
            ("reload", &["repl/"]),
            ("screen", &["cli/", "draw/", "repl/", "serve/"]),
            ("survive", &["repl/enter.rs"]),
            ("swap", &["judge/", "repl/", "rulebook/", "state/"]),
            ("sweep", &["cli/"]),
            ("talk", &["repl/terminal.rs"]),
        ],
    ),
    (
        "what browsers and HTTP call things",
        &[
            ("cross", &["serve/gate.rs"]),
            ("dark", &["draw/document.rs"]),
            ("hidden", &["draw/", "serve/", "state/"]),
            ("post", &["serve/http.rs"]),
            ("pressed", &["draw/spot.rs", "draw/table.rs"]),
        ],
    ),
    ("a test of the rules puts a sentence to a board", &[("pose", &["cli/", "packtest/"])]),
    (
        "words of any English text about anything",
        &[
            ("burden", &["script/sandbox.rs", "script/shared.rs"]),
            ("free", &["cli/", "draw/", "query/", "repl/", "rulebook/", "serve/", "speech/"]),
            ("fresh", &["rulebook/", "serve/", "syntax/"]),
            ("hindered", &["cli/files.rs"]),
            ("hindrance", &["cli/files.rs"]),
            ("large", &["cli/", "eval/", "play/", "rulebook/", "script/", "syntax/", "turn/"]),
            ("quick", &["eval/", "script/"]),
            ("small", &["cli/", "dice/", "draw/", "eval/", "packtest/", "rulebook/", "speech/", "syntax/"]),
            ("touch", &["play/host/area.rs", "script/sandbox.rs", "script/shared.rs"]),
            ("touches", &["draw/", "query/", "script/", "syntax/"]),
            ("uncovered", &["cli/coverage.rs"]),
        ],
    ),
    (
        "types and words of Rust and of this program",
        &[
            ("declaration", &["cli/", "compare/", "eval/", "ide/", "mutant/", "repl/", "rulebook/", "syntax/"]),
            ("Mark", &["ide/", "play/", "script/", "syntax/"]),
            ("Max", &["answer/", "eval/", "odds/", "play/", "query/", "rulebook/"]),
            ("pin", &["serve/bound.rs"]),
            ("recover", &["script/engine.rs"]),
        ],
    ),
    (
        "how what is said at any table is heard, piece by piece",
        &[
            ("partial", &["cli/", "repl/", "speech/"]),
            ("piece", &["draw/", "ide/", "repl/", "rulebook/", "speech/", "syntax/"]),
            ("Rest", &["speech/filling.rs", "speech/lexicon.rs", "speech/line.rs"]),
            ("speech", &["cli/", "lib.rs", "repl/", "speech/"]),
            ("spot", &["draw/", "repl/", "serve/", "speech/"]),
        ],
    ),
    (
        "arithmetic and lists of anything",
        &[("level", &["ablation/", "rulebook/", "syntax/"]), ("third", &["draw/", "judge/", "script/", "speech/"])],
    ),
    (
        "rolls and fights of any game: a roll is against a number, figures walk, joins",
        &[
            ("absent", &["explain/", "rulebook/"]),
            ("covered", &["cli/coverage.rs", "cli/mutants_answer.rs", "speech/clause_map.rs"]),
            ("declaring", &["cli/find.rs"]),
            ("hits", &["repl/", "rulebook/"]),
            ("pool", &["dice/", "draw/", "eval/", "rulebook/", "sim/"]),
            ("ran", &["cli/", "packtest/", "script/", "sim/"]),
            ("step_cost", &["query/", "rulebook/", "state/"]),
        ],
    ),
];

/// Texts that the program carries for its readers, by their files: examples of what scripts and the prompt understand
/// speak of some game or other, in these words; and words of other languages that authors bring along.
const EXAMPLES: &[(&str, &[&str])] = &[
    // Shells of a terminal, and options of other programs.
    ("cli/usage/missing.rs", &["bash"]),
    ("cli/usage/unknown_command.rs", &["shell"]),
    ("cli/usage/unknown_option.rs", &["player"]),
    ("cli/usage/value.rs", &["bash", "dash"]),
    ("play/host/act.rs", &["Spear", "dodge", "strike"]),
    ("play/host/area.rs", &["Spear", "touch", "wall"]),
    ("play/host/change.rs", &["blow", "came_from", "crouching", "difference", "shaken", "stance"]),
    ("play/host/check.rs", &["damage", "strike"]),
    ("play/host/figure.rs", &["Spear", "arm", "shaken", "wounds"]),
    ("play/host/order.rs", &["strike"]),
    ("play/host/rule.rs", &["bands"]),
    ("play/host/side.rs", &["morale"]),
    ("script/slip.rs", &["float"]),
    ("script/slip/blocks.rs", &["catch"]),
    ("syntax/bound_meant.rs", &["difficulty", "hit", "hits"]),
];
