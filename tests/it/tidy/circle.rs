//! Files of one folder that import each other in a circle: they are chapters of one part, not parts.

use super::path::Modules;
use super::source::{File, read_all};
use super::{none, planted};
use std::collections::{BTreeMap, BTreeSet};

/// The circles that may stay, each with its reason and all its files: none may join.
const EXEMPT: &[(&str, &[&str])] = &[(
    "a host runs scripts while a script runs: the trait `Host` names the engine, which holds the host and what answers \
     its functions",
    &[
        "src/script/bridge.rs",
        "src/script/call.rs",
        "src/script/convert.rs",
        "src/script/engine.rs",
        "src/script/host.rs",
        "src/script/member.rs",
        "src/script/quick.rs",
        "src/script/sandbox.rs",
        "src/script/shared.rs",
    ],
)];

/// Files that lead back to themselves, each with one that leads to it. A `mod.rs` is the contents of its folder: no
/// circle goes through it.
fn circles(files: &[File]) -> BTreeMap<String, String> {
    let folder = |path: &str| path.split('/').nth(1).map(str::to_string);
    let is_part = |path: &str| path.matches('/').count() > 1 && !path.ends_with("/mod.rs");
    let mut leads: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let modules = Modules::new(files);
    for (file, others) in modules.leads() {
        let own = file.path.as_str();
        let near = others.into_iter().filter(|other| is_part(other) && folder(other) == folder(own));
        leads.insert(own, if is_part(own) { near.collect() } else { Vec::new() });
    }
    let back = |own: &str| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![own]);
        while let Some(one) = next.pop() {
            for other in &leads[one] {
                if *other == own {
                    return Some(one.to_string());
                }
                if seen.insert(*other) {
                    next.push(*other);
                }
            }
        }
        None
    };
    leads.keys().filter_map(|own| Some((own.to_string(), back(own)?))).collect()
}

/// Files in circles that are not exempt, and those that are and need not be.
fn wrong(files: &[File], exempt: &[&str]) -> Vec<String> {
    let circles = circles(files);
    let idle = exempt.iter().filter(|path| !circles.contains_key(**path));
    let idle: Vec<String> = idle.map(|path| format!("{path} leads not back to itself: it needs no excuse")).collect();
    let found = circles.iter().filter(|(path, _)| !exempt.contains(&path.as_str()));
    found.map(|(path, from)| format!("{path} leads back to itself, by {from}")).chain(idle).collect()
}

#[test]
fn no_file_leads_back_to_itself() {
    let files = read_all("src", "rs");
    assert!(files.len() > 100, "only {} files", files.len());
    let exempt: Vec<&str> = EXEMPT.iter().flat_map(|(_, files)| *files).copied().collect();
    none(wrong(&files, &exempt));
}

/// Files of a folder by their names and texts.
fn folder(files: &[(&str, &str)]) -> Vec<File> {
    let named = files.iter().flat_map(|(name, text)| planted(&format!("src/a/{name}.rs"), text));
    planted("src/a/mod.rs", "").into_iter().chain(named).collect()
}

#[track_caller]
fn assert_circle(files: &[(&str, &str)], circle: &[&str]) {
    let found: Vec<String> = circles(&folder(files)).into_keys().collect();
    let wanted: Vec<String> = circle.iter().map(|name| format!("src/a/{name}.rs")).collect();
    assert_eq!(found, wanted);
}

#[test]
fn a_circle_is_found() {
    let files = [
        ("one", "use super::two::B;\n"),
        ("two", "use super::{\n    mod_of::X, inner::{\n        Y, Z,\n    }, three::C,\n};\n"),
        ("three", "fn f() { crate::a::one::g() }\n// super::two\n"),
        ("alone", "use super::one::A;\n"),
    ];
    assert_circle(&files, &["one", "three", "two"]);
}

#[test]
fn a_circle_through_names_that_are_passed_on_is_found() {
    let contents = "mod one;\nmod two;\npub(crate) use one::{A as D, self};\npub use two::*;\n";
    let one = ("one", "use super::B;\nstruct A;\n");
    assert_circle(&[("mod", contents), one, ("two", "use crate::a::D;\npub struct B;\n")], &["one", "two"]);
    assert_circle(&[("mod", contents), one, ("two", "use super::E;\npub struct B;\n")], &[]);
    assert_circle(&[("mod", contents), one, ("two", "use super::one;\npub enum B { C(one::A) }\n")], &["one", "two"]);
}

#[test]
fn a_circle_with_what_stands_within_is_found() {
    let files =
        [("one", "mod inner;\nuse inner::B;\npub struct A;\n"), ("one/inner", "use super::A;\npub struct B;\n")];
    assert_circle(&files, &["one", "one/inner"]);
}

#[test]
fn code_of_tests_makes_no_circle_and_what_stands_behind_it_does() {
    let test = "#[cfg(test)]\nmod tests {\n    use super::super::two::B;\n}\n";
    assert_circle(&[("one", test), ("two", "use super::one::A;\n")], &[]);
    let both = format!("{test}fn f() -> super::two::B {{}}\n");
    assert_circle(&[("one", &both), ("two", "use super::one::A;\n")], &["one", "two"]);
}

#[test]
fn an_excuse_is_for_a_file_in_a_circle() {
    let files = folder(&[("one", "use super::two::B;\n"), ("two", "use super::one::A;\n"), ("alone", "\n")]);
    assert_eq!(
        wrong(&files, &["src/a/one.rs", "src/a/alone.rs"]),
        [
            "src/a/two.rs leads back to itself, by src/a/one.rs",
            "src/a/alone.rs leads not back to itself: it needs no excuse"
        ]
    );
}
