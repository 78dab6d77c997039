//! Every mistake an author can make, as text: the input and all that is said about it, side by side.
//!
//! An input of `tests/golden/diagnostics/<code>/` is the file `rules/case/case.fray` of an otherwise empty tree; lines
//! `#! path` begin further files, `#! with a, b=c` names the options chosen, `#! findings` asks for findings too, and
//! `#! run: ask case 'Ann strikes'` asks the program, so that mistakes show that come only in play.

#[path = "golden/run.rs"]
mod run;

use fray::diag::{Diagnostic, Diagnostics};
use fray::rulebook::{Choices, check_all, findings, load};
use fray::text::Memory;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const FOLDER: &str = "tests/golden/diagnostics";

/// What an input file asks for.
struct Case {
    files: Memory,
    choices: Choices,
    findings: bool,
    all_readings: bool,
    commands: Vec<String>,
}

fn case(text: &str) -> Case {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut case = Case {
        files: Memory::default(),
        choices: Choices::none(),
        findings: false,
        all_readings: false,
        commands: Vec::new(),
    };
    let mut path = "rules/case/case.fray".to_string();
    for line in text.lines() {
        match line.strip_prefix("#! ") {
            Some("findings") => case.findings = true,
            Some("every reading") => case.all_readings = true,
            Some(rest) if rest.starts_with("run: ") => case.commands.push(rest["run: ".len()..].to_string()),
            Some(rest) => match rest.strip_prefix("with ") {
                Some(options) => {
                    for option in options.split(", ") {
                        let (name, reading) = option.split_once('=').map_or((option, None), |(a, b)| (a, Some(b)));
                        case.choices = std::mem::take(&mut case.choices).with(name, reading);
                    }
                }
                None => path = rest.to_string(),
            },
            None => {
                let file = files.entry(path.clone()).or_default();
                file.push_str(line);
                file.push('\n');
            }
        }
    }
    for (path, text) in files {
        match path.strip_suffix(" (bytes)") {
            Some(path) => drop(case.files.0.insert(path.to_string(), bytes(&text))),
            None => case.files = case.files.with(&path, &text),
        }
    }
    case
}

/// The bytes of a text in which `\\xNN` is the byte of that number.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or("").as_bytes().to_vec();
    for part in parts {
        let (number, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(number, 16).expect("two digits behind \\x"));
        bytes.extend(rest.as_bytes());
    }
    bytes
}

fn diagnose(text: &str) -> Diagnostics {
    let case = case(text);
    if case.all_readings {
        return check_all(&case.files, "case");
    }
    let (book, mut diagnostics) = load(&case.files, "case", &case.choices);
    if let Some(book) = book.filter(|_| case.findings) {
        diagnostics.extend(findings(&book));
    }
    diagnostics
}

/// Diagnostics as a terminal without colors shows them.
pub fn render(diagnostics: &[Diagnostic]) -> String {
    let handler = miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor()).with_width(100);
    let mut out = String::new();
    for diagnostic in diagnostics {
        handler.render_report(&mut out, diagnostic.as_ref()).expect("a text takes any text");
        out.push('\n');
    }
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_string()
}

/// All that is said about an input, and what is missing from it.
fn answer(folder: &str, text: &str) -> (String, Vec<String>) {
    let case = case(text);
    if case.commands.is_empty() {
        let diagnostics = diagnose(text);
        return (render(&diagnostics), faults(folder, &diagnostics));
    }
    let said = run::answers(&case.files, &case.commands);
    let faults = run::faults(folder, &said);
    (said, faults)
}

/// Compares with the snapshot beside an input, which shows both.
pub fn same_as_ever(path: &Path, text: &str, said: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().expect("it stands in a folder").canonicalize().expect("it exists"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name_of(path), format!("{text}\n{said}")));
}

/// What the program answers in every case of a folder, beside the cases.
pub fn answered(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for path in sorted(folder).into_iter().filter(|file| file.extension().is_some_and(|end| end == "fray")) {
        let text = std::fs::read_to_string(&path).expect("a readable input");
        let case = case(&text);
        assert!(!case.commands.is_empty(), "{} runs nothing", path.display());
        let said = run::answers(&case.files, &case.commands);
        same_as_ever(&path, &text, &said);
        all.push((path, said));
    }
    assert!(!all.is_empty(), "no case in {}", folder.display());
    all
}

/// Every input with the folder it stands in.
fn inputs() -> Vec<(String, PathBuf)> {
    let mut all = Vec::new();
    for folder in sorted(Path::new(FOLDER)) {
        let code = name_of(&folder);
        for file in sorted(&folder).into_iter().filter(|file| file.extension().is_some_and(|end| end == "fray")) {
            all.push((code.clone(), file));
        }
    }
    assert!(all.len() > 45, "only {} inputs under {FOLDER}", all.len());
    all
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    all.sort();
    all
}

fn name_of(path: &Path) -> String {
    path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// `fray::rulebook::unknown_name` as its folder is called.
fn folder_of(code: &str) -> String {
    code.trim_start_matches("fray::").replace("::", "_")
}

/// What is missing from what is said about an input.
fn faults(folder: &str, diagnostics: &[Diagnostic]) -> Vec<String> {
    let codes = diagnostics.iter().filter_map(|one| one.code()).map(|code| folder_of(&code.to_string()));
    let said: BTreeSet<String> = codes.collect();
    let mut faults = Vec::new();
    if !said.contains(folder) {
        faults.push(format!("does not say {folder}, only {said:?}"));
    }
    for one in diagnostics {
        let words = one.to_string();
        if one.labels().and_then(|mut labels| labels.next()).is_none() {
            faults.push(format!("no label: {words}"));
        }
        if one.help().is_none_or(|help| help.to_string().is_empty()) {
            faults.push(format!("no help: {words}"));
        }
        if words.ends_with('.') {
            faults.push(format!("a full stop: {words}"));
        }
    }
    faults
}

#[test]
fn every_mistake_is_explained() {
    let mut wrong = Vec::new();
    for (folder, path) in inputs() {
        let text = std::fs::read_to_string(&path).expect("a readable input");
        let (said, faults) = answer(&folder, &text);
        wrong.extend(faults.into_iter().map(|fault| format!("{}: {fault}", path.display())));
        same_as_ever(&path, &text, &said);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The folders of `src/` whose codes have their cases here.
const FLOORS: &[&str] = &[
    "dice", "effect", "eval", "event", "explain", "ide", "odds", "packtest", "play", "query", "rulebook", "script",
    "syntax", "turn",
];

/// Codes that no case here can show, with what tests them instead.
const ELSEWHERE: &[(&str, &str)] = &[
    ("syntax_too_large", "a text beyond the limits would fill megabytes; tested beside the code"),
    ("syntax_format", "not a code but a function"),
    ("dice_cancelled", "somebody has to press a key meanwhile; tested through the flag"),
    ("dice_diverged", "exact odds of whole actions; tested beside the code"),
    ("dice_never", "exact odds under a condition, which no command asks; tested beside the code"),
    ("dice_no_choice", "scripts that pick from nothing get nothing; tested beside the code"),
    ("dice_no_sides", "`d0` is a mistake of syntax, `dice(1, 0)` one of eval; tested beside the code"),
    ("dice_too_deep", "exact odds of whole actions; tested beside the code"),
    ("dice_too_many_branches", "exact odds of whole actions; tested beside the code"),
    ("dice_too_many_rolls", "exact odds of whole fights; tested beside them"),
    ("dice_too_many_dice", "told within fray::explain::unreckonable and fray::odds::dice"),
    ("dice_too_much_work", "told within fray::odds::dice"),
    ("dice_too_wide", "told within fray::odds::dice"),
    ("eval_too_deep", "cycles are found at load; tested beside the code"),
    ("odds_too_deep", "the syntax is bounded before; tested beside the code"),
    ("odds_wrong_sort", "`fray odds` refuses what is no number before; tested beside the code"),
    ("play_too_deep", "a script is stopped before, with script::recursion; tested beside the code"),
    ("script_engine", "no Luau state can be made: the machine has no memory left"),
    ("script_halted", "never told: the dice that halted a script say why"),
    ("effect_overflow", "told within fray::explain::unreckonable"),
    ("effect_part_of_a_die", "told within fray::explain::unreckonable"),
    ("event_not_a_log", "no command reads logs; tested beside the code"),
    ("event_bad_line", "no command reads logs; tested beside the code"),
    ("event_out_of_order", "no command reads logs; tested beside the code"),
    ("turn_overflow", "no number of a game is that large"),
    ("turn_too_many", "an order would have to come again ten thousand times; tested beside the code"),
];

/// The codes that those floors can say, as their sources write them.
fn codes() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for folder in FLOORS {
        let sources = sources(Path::new("src").join(folder).as_path());
        assert!(!sources.is_empty(), "no source in {folder}");
        for text in sources {
            for part in text.split("fray::").skip(1) {
                let code: String = part.chars().take_while(|c| c.is_ascii_lowercase() || "_:".contains(*c)).collect();
                if code.starts_with(&format!("{folder}::")) && !code.ends_with(':') {
                    codes.insert(folder_of(&code));
                }
            }
        }
    }
    codes
}

fn sources(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for path in sorted(folder) {
        if path.is_dir() {
            all.extend(sources(&path));
        } else {
            all.push(std::fs::read_to_string(&path).expect("a readable source"));
        }
    }
    all
}

#[test]
fn every_code_has_its_cases() {
    let folders: BTreeSet<String> = sorted(Path::new(FOLDER)).iter().map(|path| name_of(path)).collect();
    let codes = codes();
    let is_ours = |name: &&String| FLOORS.iter().any(|floor| name.starts_with(&format!("{floor}_")));
    let elsewhere = |code: &&String| ELSEWHERE.iter().any(|(other, _)| other == *code);
    let missing: Vec<&String> = codes.difference(&folders).filter(|code| !elsewhere(code)).collect();
    let strange: Vec<&String> = folders.difference(&codes).filter(is_ours).collect();
    assert!(missing.is_empty(), "codes without a case: {missing:?}");
    assert!(strange.is_empty(), "folders without a code: {strange:?}");
}

#[test]
fn a_case_that_says_nothing_is_noticed() {
    assert!(diagnose("pack case\n").is_empty());
    assert_eq!(diagnose("pack case\nfact gap number = spaer\n").len(), 1);
}

/// The page of mistakes: for each code its shortest case, and what is said of it.
#[test]
fn every_code_has_its_page() {
    let mut page = "# Mistakes\n\nEvery code with an example and what is said of it: `fray explain CODE` shows one. Made from the \
                    cases in\n`tests/golden/diagnostics`; `INSTA_UPDATE=always cargo test --test it golden` writes it.\n"
        .to_string();
    let mut cases: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (folder, path) in inputs() {
        let text = std::fs::read_to_string(&path).expect("a readable input");
        let said = answer(&folder, &text).0;
        cases.entry(folder).or_default().push((text, said));
    }
    for (folder, mut all) in cases {
        let code = format!("fray::{}", folder.replacen('_', "::", 1));
        let is_first = |said: &str| said.trim_start().lines().next() == Some(&code);
        all.sort_by_key(|(text, said)| (!is_first(said), text.len()));
        let Some((text, said)) = all.first() else { continue };
        let cause = if is_first(said) { "" } else { "It is told as the cause of another:\n\n" };
        let (text, said) = (text.trim_end(), said.trim());
        page += &format!("\n## {code}\n\n```text\n{text}\n```\n\n{cause}```text\n{said}\n```\n");
    }
    let path = "docs/mistakes.md";
    let found = std::fs::read_to_string(path).unwrap_or_default();
    if found != page && std::env::var("INSTA_UPDATE").is_ok_and(|word| word == "always") {
        std::fs::write(path, page).expect("the page can be written");
        return;
    }
    assert!(found == page, "{path} is not made from the cases: INSTA_UPDATE=always writes it");
}
