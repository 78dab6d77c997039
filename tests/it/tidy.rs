//! The house rules that a machine can check: floors, where crates are imported, sizes, openings, and that the core
//! knows no game. Each check is shown to fail on a planted wrong case.

#[path = "tidy/circle.rs"]
mod circle;
#[path = "tidy/excuse.rs"]
mod excuse;
#[path = "tidy/game.rs"]
mod game;
#[path = "tidy/line.rs"]
mod line;
#[path = "tidy/name.rs"]
mod name;
#[path = "tidy/page.rs"]
mod page;
#[path = "tidy/path.rs"]
mod path;
#[path = "tidy/source.rs"]
mod source;

use source::{File, read_all, without_comments};
use std::collections::BTreeMap;

/// Files are no longer than this.
const MOST_LINES: usize = 560;

/// Where each dependency may be imported. `anywhere` is for those that many floors share.
const CRATES: &[(&str, &str)] = &[
    ("axum", "serve"),
    ("clap", "cli"),
    ("clap_complete", "cli"),
    ("clap_mangen", "cli"),
    ("comfy_table", "cli"),
    ("csv", "sim"),
    ("ctrlc", "repl"),
    ("fray_border", "script"),
    ("full_moon", "judge"),
    ("gen_lsp_types", "lsp"),
    ("hexx", "board"),
    ("lsp_server", "lsp"),
    ("maud", "draw"),
    ("miette", "anywhere"),
    // Chosen where the binary begins, in no folder.
    ("mimalloc", ""),
    ("mlua", "script"),
    ("num_bigint", "dice"),
    ("num_rational", "value"),
    ("parquet", "sim"),
    ("num_traits", "value"),
    ("pest", "syntax"),
    ("pest_derive", "syntax"),
    ("postcard", "syntax"),
    ("qrcode", "cli"),
    ("rand", "dice"),
    ("rand_chacha", "dice"),
    ("rayon", "sim"),
    ("rustix", "repl"),
    ("rustyline", "repl"),
    ("serde", "anywhere"),
    ("serde_json", "anywhere"),
    ("sha2", "sim"),
    ("signal_hook", "repl"),
    ("strsim", "diag"),
    ("terminal_size", "cli"),
    ("textwrap", "repl"),
    ("thiserror", "anywhere"),
    ("tokio", "serve"),
    ("tokio_stream", "serve"),
];

/// Code that is never finished work.
const UNFINISHED: &[&str] = &["todo!", "unimplemented!", "dbg!", "TODO", "FIXME"];

/// The floors as the head of `lib.rs` lists them, the highest first.
fn floors(lib: &str) -> Vec<String> {
    let list = lib.lines().skip_while(|line| *line != "//! ```text").skip(1).take_while(|line| *line != "//! ```");
    let folder = |line: &str| {
        let name = line.trim_start_matches("//!").split_whitespace().find(|word| word.ends_with('/'))?;
        Some(name.trim_end_matches('/').to_string())
    };
    list.filter_map(folder).collect()
}

/// The folders of the crate that a text names as `crate::folder`.
fn named_folders(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, line) in without_comments(text).lines().enumerate() {
        for part in line.split("crate::").skip(1) {
            let group = part.strip_prefix('{').map_or(part, |rest| rest.split('}').next().unwrap_or(rest));
            let names: Vec<&str> = if part.starts_with('{') { group.split(',').collect() } else { vec![group] };
            for name in names {
                let word: String =
                    name.trim().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
                found.push((index + 1, word));
            }
        }
    }
    found
}

/// Imports of a floor above the one a file stands on.
fn climbing(floors: &[String], files: &[File]) -> Vec<String> {
    let height = |folder: &str| floors.iter().position(|floor| floor == folder);
    let mut wrong = Vec::new();
    for file in files {
        let Some(own) = file.folder().and_then(|folder| height(&folder)) else { continue };
        for (line, folder) in named_folders(&file.text) {
            if let Some(other) = height(&folder).filter(|other| *other < own) {
                wrong.push(format!("{}:{line}: `{}` imports `{}` above it", file.path, floors[own], floors[other]));
            }
        }
    }
    wrong
}

/// Imports of crates outside the folder they belong to.
fn strayed(files: &[File]) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in files {
        let folder = file.folder().unwrap_or_default();
        let text = without_comments(&file.text);
        for (name, home) in CRATES.iter().filter(|(_, home)| *home != "anywhere" && **home != *folder) {
            for (index, line) in text.lines().enumerate() {
                let imports = line.trim_start().starts_with(&format!("use {name}::"))
                    || line.contains(&format!("({name}::"))
                    || line.contains(&format!(" {name}::"))
                    || line.contains(&format!("<{name}::"));
                if imports {
                    wrong.push(format!("{}:{}: `{name}` belongs into `{home}/`", file.path, index + 1));
                }
            }
        }
    }
    wrong
}

/// Dependencies without a comment above them, or without a folder they belong to.
fn unexplained(manifest: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let (mut inside, mut explained) = (false, false);
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
            explained = false;
        } else if inside && line.starts_with('#') {
            explained = true;
        } else if let (true, Some((name, _))) = (inside, line.split_once(" = ")) {
            // The derive crate of a parser and the text form of a data crate are explained by the line above them.
            let sibling = ["pest_derive", "rand_chacha", "serde_json"].contains(&name);
            if !explained && !sibling {
                wrong.push(format!("`{name}` has no comment that says why it is there"));
            }
            explained = false;
        }
    }
    wrong
}

/// The names of the dependencies of the program itself, those of some systems too, as they are imported.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut is_inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_inside = line == "[dependencies]" || line.starts_with("[target.") && line.ends_with(".dependencies]");
        } else if let (true, Some((name, _))) = (is_inside, line.split_once(" = ")) {
            names.push(name.replace('-', "_"));
        }
    }
    names
}

/// Dependencies of the program that a lock file does not hold: it was written before they were added.
fn unlocked(manifest: &str, lock: &str) -> Vec<String> {
    let named: Vec<&str> = lock.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"')).collect();
    // What is only there with a feature that others do not ask for is not locked with them.
    let is_optional = |name: &str| {
        let is_it = |line: &str| line.replace('-', "_").starts_with(&format!("{name} = "));
        manifest.lines().any(|line| is_it(line) && line.contains("optional = true"))
    };
    let dependencies = dependencies(manifest).into_iter().filter(|name| !is_optional(name));
    dependencies.filter(|name| !named.iter().any(|named| named.replace('-', "_") == *name)).collect()
}

fn unopened(files: &[File]) -> Vec<String> {
    let closed = files.iter().filter(|file| !file.text.starts_with("//! "));
    closed.map(|file| format!("{} does not open with `//!`", file.path)).collect()
}

fn too_long(files: &[File]) -> Vec<String> {
    let lines = |file: &File| file.text.lines().count();
    let long = files.iter().filter(|file| lines(file) > MOST_LINES);
    long.map(|file| format!("{} has {} lines", file.path, lines(file))).collect()
}

fn unfinished(files: &[File]) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in files {
        for (index, line) in file.text.lines().enumerate() {
            for word in UNFINISHED.iter().filter(|word| line.contains(**word)) {
                wrong.push(format!("{}:{}: `{word}`", file.path, index + 1));
            }
        }
    }
    wrong
}

#[track_caller]
fn none(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn planted(path: &str, text: &str) -> Vec<File> {
    vec![File { path: path.to_string(), text: text.to_string() }]
}

#[test]
fn a_folder_imports_only_folders_below_it() {
    let files = read_all("src", "rs");
    let floors = floors(&source::read("src/lib.rs"));
    assert_eq!((floors.first().map(String::as_str), floors.last().map(String::as_str)), (Some("cli"), Some("text")));
    let folders: BTreeMap<String, ()> = files.iter().filter_map(|file| Some((file.folder()?, ()))).collect();
    let unknown: Vec<&String> = folders.keys().filter(|folder| !floors.contains(folder)).collect();
    assert!(unknown.is_empty(), "folders without a floor: {unknown:?}");
    none(climbing(&floors, &files));
}

#[test]
fn a_folder_that_climbs_is_found() {
    let floors = ["high", "middle", "low"].map(str::to_string);
    let text =
        "//! x\nuse crate::low::A;\nuse crate::{low::B, high::C};\n// crate::high\nfn f() { crate::high::g() }\n";
    let wrong = climbing(&floors, &planted("src/middle/a.rs", text));
    let line = |at: usize| format!("src/middle/a.rs:{at}: `middle` imports `high` above it");
    assert_eq!(wrong, [line(3), line(5)]);
}

#[test]
fn crates_are_imported_where_they_belong() {
    let known: Vec<String> = CRATES.iter().map(|(name, _)| name.to_string()).collect();
    let used = dependencies(&source::read("Cargo.toml"));
    let homeless: Vec<&String> = used.iter().filter(|name| !known.contains(name)).collect();
    assert!(homeless.is_empty(), "dependencies without a folder: {homeless:?}");
    let idle: Vec<&String> = known.iter().filter(|name| !used.contains(name)).collect();
    assert!(idle.is_empty(), "folders for what is no dependency: {idle:?}");
    let shared = |wrong: &String| {
        // Exact arithmetic is shared by the two floors that compute.
        let is_arithmetic = wrong.contains("`num_traits`") && wrong.starts_with("src/dice/");
        // Files are opened without waiting where they are read.
        is_arithmetic || wrong.contains("`rustix`") && wrong.starts_with("src/cli/read.rs")
    };
    none(strayed(&read_all("src", "rs")).into_iter().filter(|wrong| !shared(wrong)).collect());
}

#[test]
fn a_crate_outside_its_folder_is_found() {
    let wrong = strayed(&planted("src/play/a.rs", "//! x\nuse mlua::Lua;\nfn f() -> rayon::Scope {}\n// mlua::x\n"));
    assert_eq!(
        wrong,
        ["src/play/a.rs:2: `mlua` belongs into `script/`", "src/play/a.rs:3: `rayon` belongs into `sim/`"]
    );
    assert!(strayed(&planted("src/script/a.rs", "use mlua::Lua;")).is_empty());
}

#[test]
fn every_dependency_says_why() {
    none(unexplained(&source::read("Cargo.toml")));
    let wrong = unexplained(
        "[dependencies]\n# Why.\na = \"1\"\nb = \"1\"\n[dev-dependencies]\nc = \"1\"\n[lints.rust]\nx = 1\n",
    );
    assert_eq!(wrong, ["`b` has no comment that says why it is there", "`c` has no comment that says why it is there"]);
}

#[test]
fn the_other_packages_lock_what_the_program_needs() {
    let manifest = source::read("Cargo.toml");
    for lock in ["python/Cargo.lock", "fuzz/Cargo.lock"] {
        let missing = unlocked(&manifest, &source::read(lock));
        assert!(missing.is_empty(), "{lock} has no {missing:?}: `cargo metadata` beside it adds them");
    }
    let lock = "[[package]]\nname = \"a-b\"\n[[package]]\nname = \"c\"\n";
    let manifest = "[dependencies]\na-b = \"1\"\nd = \"1\"\ne-f = { version = \"1\", optional = true }\n";
    assert_eq!(unlocked(manifest, lock), ["d"]);
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    let mut files = read_all("src", "rs");
    files.extend(read_all("tests", "rs"));
    files.extend(read_all("benches", "rs"));
    assert!(files.len() > 100, "only {} files", files.len());
    none(unopened(&files));
    assert_eq!(unopened(&planted("src/a.rs", "use std::fmt;\n")), ["src/a.rs does not open with `//!`"]);
}

#[test]
fn no_file_is_too_long() {
    let mut files = read_all("src", "rs");
    files.extend(read_all("tests", "rs"));
    none(too_long(&files));
    assert_eq!(too_long(&planted("src/a.rs", &"\n".repeat(561))), ["src/a.rs has 561 lines"]);
}

#[test]
fn no_work_is_left_unfinished() {
    none(unfinished(&read_all("src", "rs")));
    assert_eq!(unfinished(&planted("src/a.rs", "fn f() {\n    todo!()\n}")), ["src/a.rs:2: `todo!`"]);
}
