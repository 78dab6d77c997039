//! One name for one type: no two types share a name, whoever sees them, and no import is given a name that is taken.

use super::source::{File, read_all, without_comments};
use super::{none, planted};
use std::collections::{BTreeMap, BTreeSet};

const SORTS: [&str; 4] = ["struct", "enum", "trait", "type"];

/// The types that a file declares: not those that an `impl` names for a trait.
fn declared(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let inner = line.trim_start();
        if inner.len() < line.len() && inner.starts_with("type ") {
            continue;
        }
        let mut words = without_visibility(inner).split_whitespace();
        if words.next().is_some_and(|sort| SORTS.contains(&sort)) {
            let name = words.next().unwrap_or_default();
            found.push(name.chars().take_while(|letter| letter.is_alphanumeric()).collect::<String>());
        }
    }
    found.retain(|name| name.starts_with(char::is_uppercase));
    found
}

/// A line without `pub`, `pub(crate)` and the like.
fn without_visibility(line: &str) -> &str {
    let line = line.strip_prefix("pub").unwrap_or(line);
    line.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(line, |(_, rest)| rest).trim_start()
}

/// The names that imports give to what they import, also in lists over several lines and for other modules.
fn renamed(text: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for statement in text.split(';') {
        let is_import = |line: &str| without_visibility(line.trim_start()).starts_with("use ");
        let lines: Vec<&str> = statement.lines().collect();
        let Some(begin) = lines.iter().rposition(|line| is_import(line)) else { continue };
        let names = lines[begin..].iter().flat_map(|line| line.split(" as ").skip(1));
        found.extend(names.map(|rest| rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default()));
    }
    found
}

/// Names that more than one type has, and imports under a name that a type has.
fn shared(files: &[File]) -> Vec<String> {
    let mut homes: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let texts: Vec<(&File, String)> = files.iter().map(|file| (file, without_comments(&file.text))).collect();
    for (file, text) in &texts {
        declared(text).into_iter().for_each(|name| homes.entry(name).or_default().push(&file.path));
    }
    let several = homes.iter().filter(|(_, homes)| homes.len() > 1);
    let mut wrong: Vec<String> =
        several.map(|(name, homes)| format!("`{name}` is the name of types in {}", homes.join(", "))).collect();
    for (file, text) in &texts {
        let taken = renamed(text).into_iter().filter(|name| homes.contains_key(*name));
        wrong.extend(taken.map(|name| format!("{} imports something as `{name}`, which is taken", file.path)));
    }
    wrong
}

#[test]
fn no_two_types_share_a_name() {
    let files = read_all("src", "rs");
    assert!(files.len() > 100, "only {} files", files.len());
    none(shared(&files));
}

#[test]
fn a_name_that_is_taken_is_found() {
    let mut files = planted("src/a.rs", "pub struct Dog;\npub(super) enum Cat {}\nstruct Cow;\n    type Hen = u8;\n");
    files.extend(planted(
        "src/b.rs",
        "pub type Dog = u8;\nmod inner {\n    struct Cow;\n}\n    type Hen = u8;\nuse crate::x::Horse as Cat;\n// pub struct Cat;\n",
    ));
    files.extend(planted(
        "src/c.rs",
        "fn f() {}\npub(super) use crate::x::{\n    Horse as Cow,\n    Sheep as Goat,\n};\n",
    ));
    assert_eq!(
        shared(&files),
        [
            "`Cow` is the name of types in src/a.rs, src/b.rs",
            "`Dog` is the name of types in src/a.rs, src/b.rs",
            "src/b.rs imports something as `Cat`, which is taken",
            "src/c.rs imports something as `Cow`, which is taken",
        ]
    );
}
