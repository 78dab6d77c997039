//! Files of one folder that import each other in a circle: they are chapters of one part, not parts.

use super::source::{File, read_all, without_comments};
use super::{none, planted};
use std::collections::{BTreeMap, BTreeSet};

/// A file by the names of its modules: `["play", "order"]`.
type Module = Vec<String>;

fn module(path: &str) -> Option<Module> {
    let inside = path.strip_prefix("src/")?.strip_suffix(".rs")?;
    let parts = inside.split('/').map(str::to_string);
    Some(parts.filter(|part| part != "mod").collect())
}

/// The paths that a text names, `crate::a::b`, `super::c`, with those in braces one by one.
fn named(text: &str, own: &Module) -> Vec<Module> {
    let mut found = Vec::new();
    for root in ["crate", "super", "self"] {
        for (at, _) in text.match_indices(&format!("{root}::")) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_' || letter == ':') {
                continue;
            }
            let mut rest = &text[at + root.len() + 2..];
            let mut path: Module = match root {
                "crate" => Vec::new(),
                "super" => own[..own.len() - 1].to_vec(),
                _ => own.clone(),
            };
            loop {
                let word: String =
                    rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
                rest = &rest[word.len()..];
                match word.as_str() {
                    "" => break,
                    "super" => drop(path.pop()),
                    _ => path.push(word),
                }
                let Some(next) = rest.strip_prefix("::") else { break };
                rest = next;
            }
            if let Some((inside, _)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                let one = |name: &str| {
                    let name = name.trim().split("::").next().unwrap_or_default().to_string();
                    path.iter().cloned().chain([name]).collect()
                };
                found.extend(inside.split(',').map(one));
            }
            found.push(path);
        }
    }
    found
}

/// Files that lead back to themselves, each with one that leads to it.
fn circles(files: &[File]) -> Vec<String> {
    let known: BTreeMap<Module, &File> = files.iter().filter_map(|file| Some((module(&file.path)?, file))).collect();
    let is_part = |module: &Module| known.get(module).is_some_and(|file| !file.path.ends_with("/mod.rs"));
    let mut leads: BTreeMap<&Module, BTreeSet<Module>> = BTreeMap::new();
    for (own, file) in &known {
        let text = without_comments(&file.text);
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for mut path in named(code, own) {
            while !path.is_empty() && !known.contains_key(&path) {
                path.pop();
            }
            if path.len() > 1 && path != *own && path[0] == own[0] && is_part(&path) && is_part(own) {
                leads.entry(own).or_default().insert(path);
            }
        }
    }
    let reaches = |from: &Module, to: &Module| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(one) = next.pop() {
            for other in leads.get(one).into_iter().flatten().filter(|other| seen.insert((*other).clone())) {
                next.extend(leads.get_key_value(other).map(|(key, _)| *key));
            }
        }
        seen.contains(to)
    };
    let back = |own: &&Module| reaches(own, own);
    leads.keys().copied().filter(back).map(|own| format!("{} leads back to itself", known[own].path)).collect()
}

#[test]
fn no_file_leads_back_to_itself() {
    let files = read_all("src", "rs");
    assert!(files.len() > 100, "only {} files", files.len());
    none(circles(&files));
}

#[test]
fn a_circle_is_found() {
    let mut files = planted("src/a/one.rs", "use super::two::B;\n");
    files.extend(planted("src/a/two.rs", "use super::{mod_of::X, three::C};\n"));
    files.extend(planted("src/a/three.rs", "fn f() { crate::a::one::g() }\n// super::two\n"));
    files.extend(planted("src/a/alone.rs", "use super::one::A;\n"));
    let back = |name: &str| format!("src/a/{name}.rs leads back to itself");
    assert_eq!(circles(&files), [back("one"), back("three"), back("two")]);
}
