//! The page of the architecture names every folder and every file with what it is for, in the words that it opens with.

use super::planted;
use super::source::{File, read, read_all};
use std::fmt::Write;

const PAGE: &str = "docs/architecture.md";
const BEGIN: &str = "<!-- files -->\n";
const END: &str = "<!-- end -->";
/// The walks of the page by their first words, and how many files each may go through.
const WALKS: [(&str, usize); 3] =
    [("**A modifier, ", 15), ("**An order, ", 12), ("**The exact odds of a whole action.**", 12)];

/// The first sentence of a file's head.
fn purpose(text: &str) -> String {
    let head: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let head = head.join(" ");
    let sentence = head.split_once(". ").map_or(head.as_str(), |(first, _)| first);
    sentence.trim_end_matches('.').to_string()
}

/// What a folder is for: its `mod.rs` or `lib.rs` says so, or the file of its name that stands beside it.
fn folder_purpose(folder: &str, files: &[File]) -> String {
    let homes = [format!("{folder}/mod.rs"), format!("{folder}/lib.rs"), format!("{folder}.rs")];
    let home = homes.iter().find_map(|home| files.iter().find(|file| file.path == *home));
    home.map_or_else(String::new, |home| format!(": {}", purpose(&home.text)))
}

/// The list as it has to be: a line for each folder, and one for each file of it. The line of a folder is that of its
/// `mod.rs`.
fn list(files: &[File]) -> String {
    let (mut text, mut last) = (String::new(), "");
    for file in files {
        let (folder, name) = file.path.rsplit_once('/').unwrap_or_default();
        if folder != last {
            last = folder;
            let _ = write!(text, "\n**`{folder}/`**{}\n\n", folder_purpose(folder, files));
        }
        if name != "mod.rs" {
            let _ = writeln!(text, "- `{name}`: {}", purpose(&file.text));
        }
    }
    text + "\n"
}

/// The files of a walk: what stands between backticks and is a path of `src/`.
fn files_of_walk(paragraph: &str) -> Vec<&str> {
    let quoted = paragraph.split('`').skip(1).step_by(2);
    quoted.filter(|text| text.contains('/') && text.ends_with(".rs")).collect()
}

/// What is wrong with a walk: too many files, one named twice, one that is not there.
fn wrong_walk(paragraph: &str, most: usize, files: &[File]) -> Vec<String> {
    let named = files_of_walk(paragraph);
    let mut wrong = Vec::new();
    if named.is_empty() || named.len() > most {
        wrong.push(format!("{} files, of at most {most}", named.len()));
    }
    for (at, name) in named.iter().enumerate() {
        if named[..at].contains(name) {
            wrong.push(format!("`{name}` is named twice"));
        }
        if !files.iter().any(|file| file.path.strip_prefix("src/") == Some(*name)) {
            wrong.push(format!("`{name}` is not there"));
        }
    }
    wrong
}

#[test]
fn every_walk_is_short_and_true() {
    let (page, files) = (read(PAGE), read_all("src", "rs"));
    for (first, most) in WALKS {
        let paragraph = page.split("\n\n").find(|paragraph| paragraph.starts_with(first));
        let wrong = wrong_walk(paragraph.expect("the page has the walk"), most, &files);
        assert!(wrong.is_empty(), "{first} {}", wrong.join(", "));
    }
}

/// Files that a text names and that are neither in `src/` nor where the repository begins.
fn missing<'t>(text: &'t str, files: &[File]) -> Vec<&'t str> {
    let is_there = |name: &&str| {
        let path = format!("src/{name}");
        files.iter().any(|file| file.path == path || file.path == *name)
    };
    files_of_walk(text).into_iter().filter(|name| !is_there(name)).collect()
}

#[test]
fn every_file_that_the_page_speaks_of_is_there() {
    let page = read(PAGE);
    let (before, _) = page.split_once(BEGIN).expect("the page marks where its list begins");
    let mut files = read_all("src", "rs");
    files.extend(read_all("tests", "rs"));
    assert_eq!(missing(before, &files), [] as [&str; 0]);
    assert_eq!(missing("`a/b.rs`, `play/mod.rs`, `Play`", &files), ["a/b.rs"]);
}

#[test]
fn a_walk_that_is_wrong_is_found() {
    let files = planted("src/a/b.rs", "//! Looks.\n");
    let wrong = wrong_walk("**A walk.** `a/b.rs`, then `Play`, `a/c.rs`, and `a/b.rs` again.", 2, &files);
    assert_eq!(wrong, ["3 files, of at most 2", "`a/c.rs` is not there", "`a/b.rs` is named twice"]);
}

#[test]
fn the_page_names_every_file() {
    let page = read(PAGE);
    let (before, rest) = page.split_once(BEGIN).expect("the page marks where its list begins");
    let (found, after) = rest.split_once(END).expect("the page marks where its list ends");
    let mut files = read_all("src", "rs");
    files.sort_by(|a, b| a.path.rsplit_once('/').cmp(&b.path.rsplit_once('/')));
    let wanted = list(&files);
    if found != wanted && std::env::var("INSTA_UPDATE").is_ok_and(|word| word == "always") {
        let path = format!("{}/{PAGE}", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, format!("{before}{BEGIN}{wanted}{END}{after}")).expect("the page can be written");
        return;
    }
    let missing: Vec<&str> = wanted.lines().filter(|line| !found.lines().any(|other| other == *line)).collect();
    assert!(found == wanted, "{PAGE} lacks (`INSTA_UPDATE=always` writes it):\n{}", missing.join("\n"));
}

#[test]
fn a_line_says_what_a_file_opens_with() {
    let files = planted("src/a/b.rs", "//! Looks far. And\n//! near.\nuse x;\n");
    assert_eq!(list(&files), "\n**`src/a/`**\n\n- `b.rs`: Looks far\n\n");
}

#[test]
fn a_folder_says_what_its_module_opens_with() {
    let mut files = planted("src/a.rs", "//! Looks.\n");
    files.extend(planted("src/a/b.rs", "//! Looks far.\n"));
    files.extend(planted("src/c/d.rs", "//! Hears far.\n"));
    files.extend(planted("src/c/mod.rs", "//! Hears. And\n//! more.\n"));
    let wanted = "\n**`src/`**\n\n- `a.rs`: Looks\n\n**`src/a/`**: Looks\n\n- `b.rs`: Looks far\n\n**`src/c/`**: Hears\n\n\
                  - `d.rs`: Hears far\n\n";
    assert_eq!(list(&files), wanted);
}
