//! How long a line of a shipped pack may be.

use crate::tidy::source::{File, read_all};
use crate::tidy::{none, planted};

/// Characters of a line: a map that is wider is written with `fill`.
const MOST: usize = 120;

fn long_lines(file: &File) -> Vec<usize> {
    let lines = file.text.lines().enumerate();
    let long = lines.filter(|(_, line)| line.chars().count() > MOST);
    long.map(|(index, _)| index + 1).collect()
}

fn wrong(files: &[File]) -> Vec<String> {
    let lines = files.iter().flat_map(|file| long_lines(file).into_iter().map(move |line| (file, line)));
    lines.map(|(file, line)| format!("{}:{line}: over {MOST} characters", file.path)).collect()
}

#[test]
fn no_line_of_a_pack_is_too_long() {
    let files = read_all("rules", "fray");
    assert!(files.len() > 50, "only {} files", files.len());
    none(wrong(&files));
}

#[test]
fn a_line_that_is_too_long_is_found() {
    let long = format!("# {}\n| {} |\n", "x".repeat(120), "x".repeat(120));
    for path in ["rules/a/b.fray", "rules/a/rules/b/c.fray", "rules/a/test_b.fray", "rules/a/tests/b/c.fray"] {
        let found = [1, 2].map(|line| format!("{path}:{line}: over 120 characters"));
        assert_eq!(wrong(&planted(path, &long)), found, "rows of tables, maps and tests too");
    }
    assert_eq!(wrong(&planted("rules/a/b.fray", "# x\n")), [] as [String; 0]);
}
