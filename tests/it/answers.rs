//! What commands answer to programs and people: tables, plots, pictures. A file of `tests/golden/odds/` holds commands,
//! one a line; the snapshot beside it holds what the program says to each, with the rules of that folder at hand.

use crate::program::{Sandbox, words};
use std::path::Path;

const FOLDER: &str = "tests/golden/odds";

/// Puts the rules and scripts of the folder into the sandbox.
fn lay(sandbox: &Sandbox, folder: &Path) {
    for entry in std::fs::read_dir(folder).expect("a folder of cases") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            lay(sandbox, &path);
        } else if path.extension().is_some_and(|end| end == "fray" || end == "luau") {
            let name = path.strip_prefix(FOLDER).expect("it stands in the folder").to_string_lossy().to_string();
            sandbox.write(&name, &std::fs::read_to_string(&path).expect("a readable file"));
        }
    }
}

fn answers(text: &str) -> String {
    let sandbox = Sandbox::new();
    lay(&sandbox, Path::new(FOLDER));
    let mut out = String::new();
    for line in text.lines() {
        let words = words(line);
        let args: Vec<&str> = ["--rules", "."].into_iter().chain(words.iter().map(String::as_str)).collect();
        let seen = sandbox.run(&args);
        out += &format!("$ fray {line}\n{}{}", seen.out, seen.err);
        if seen.code != 0 {
            out += &format!("(exit code {})\n", seen.code);
        }
        out.push('\n');
    }
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[test]
fn answers_are_as_they_were() {
    let entries = std::fs::read_dir(FOLDER).expect("the folder of the cases");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    paths.sort();
    assert!(paths.len() >= 3, "only {} cases under {FOLDER}", paths.len());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable case");
        let name = path.file_stem().expect("a name").to_string_lossy().to_string();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().expect("a folder").canonicalize().expect("it exists"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, answers(&text)));
    }
}
