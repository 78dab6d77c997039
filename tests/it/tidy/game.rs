//! The core knows no game: no name that a pack declares occurs in the code of `src/`.

use super::excuse::{Excuse, everywhere, excuses};
use super::source::{self, File, read_all, without_comments, without_tests};
use fray::syntax::ast::{Body, Declaration};
use std::collections::{BTreeMap, BTreeSet};

/// Names shorter than this are letters, not words.
const SHORTEST: usize = 3;
/// What is excused everywhere stands in more folders than these.
const FEW: usize = 8;

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

/// Names that packs declare and code must not use, with the packs: what the language has itself is no name of a game.
fn names_of_games() -> BTreeMap<String, String> {
    let mut names = declared(&read_all("rules", "fray"));
    let language = language();
    names.retain(|name, _| name.len() >= SHORTEST && !language.contains(name));
    names
}

/// Uses of declared names in code, where they are not excused.
fn known(names: &BTreeMap<String, String>, files: &[File], excuses: &[Excuse]) -> Vec<String> {
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| !is_test(&file.path)) {
        let is_excused =
            |word: &str| excuses.iter().any(|excuse| excuse.word == word && is_in(excuse.place, &file.path));
        for word in words(&file.text) {
            if let Some(pack) = names.get(&word).filter(|_| !is_excused(&word)) {
                wrong.push(format!("{} says `{word}`, which {pack} declares", file.path));
            }
        }
    }
    wrong
}

/// Excuses that nothing needs: of words that no pack declares, and in places that do not say them.
fn stale(names: &BTreeMap<String, String>, files: &[File], excuses: &[Excuse]) -> Vec<String> {
    let said = said(files);
    let mut wrong = Vec::new();
    for Excuse { word, place } in excuses {
        if !names.contains_key(*word) {
            wrong.push(format!("no pack declares `{word}`: it needs no excuse"));
        } else if !said.get(*word).is_some_and(|paths| paths.iter().any(|path| is_in(place, path))) {
            wrong.push(format!("src/{place} does not say `{word}`: it needs no excuse"));
        }
    }
    wrong
}

/// Words that are excused everywhere and stand in few folders.
fn rare<'w>(words: impl Iterator<Item = &'w str>, files: &[File]) -> Vec<String> {
    let said = said(files);
    let folders = |word: &str| -> BTreeSet<String> {
        let paths = said.get(word).into_iter().flatten();
        paths.map(|path| path.split('/').nth(1).unwrap_or_default().to_string()).collect()
    };
    let few = words.map(|word| (word, folders(word))).filter(|(_, folders)| folders.len() <= FEW);
    few.map(|(word, folders)| format!("`{word}` stands in few folders, name them: {folders:?}")).collect()
}

/// The files that say each word.
fn said(files: &[File]) -> BTreeMap<String, Vec<&str>> {
    let mut said: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for file in files.iter().filter(|file| !is_test(&file.path)) {
        words(&file.text).into_iter().for_each(|word| said.entry(word).or_default().push(&file.path));
    }
    said
}

fn is_in(place: &str, path: &str) -> bool {
    path.strip_prefix("src/").is_some_and(|path| path.starts_with(place))
}

fn is_test(path: &str) -> bool {
    const OF_TESTS: [&str; 4] =
        ["src/board/properties.rs", "src/dice/sample.rs", "src/eval/round_trip.rs", "src/eval/sample.rs"];
    OF_TESTS.contains(&path) || path.ends_with("tests.rs") || path.contains("/tests/")
}

#[test]
fn the_core_knows_no_game() {
    let mut names = names_of_games();
    everywhere().for_each(|word| drop(names.remove(word)));
    super::none(known(&names, &read_all("src", "rs"), &excuses()));
}

#[test]
fn every_excuse_is_needed_where_it_is_given() {
    let (names, files) = (names_of_games(), read_all("src", "rs"));
    let mut wrong = stale(&names, &files, &excuses());
    wrong.extend(rare(everywhere(), &files));
    let unknown = everywhere().filter(|word| !names.contains_key(*word));
    wrong.extend(unknown.map(|word| format!("no pack declares `{word}`: it needs no excuse")));
    super::none(wrong);
}

#[test]
fn a_game_in_the_core_is_found() {
    let rules = "pack x \"X\" { }\nkind blade { keen number = 1 }\nblades { | name | keen |\n | Zweihander | 2 | }\n";
    let names = declared(&super::planted("rules/x/x.fray", rules));
    assert_eq!(names.keys().map(String::as_str).collect::<Vec<_>>(), ["Zweihander", "blade", "keen"]);
    let code = "//! A blade.\nfn f(keen: bool) -> &str { \"Zweihander\" }\n#[cfg(test)]\nmod tests {\n    blade\n}\n";
    let files = super::planted("src/play/a.rs", code);
    let says = |word: &str| format!("src/play/a.rs says `{word}`, which rules/x/x.fray declares");
    assert_eq!(known(&names, &files, &[]), [says("Zweihander"), says("keen")]);
    assert!(source::read("src/lib.rs").starts_with("//!"));
}

#[test]
fn an_excuse_holds_where_it_is_given() {
    let names = declared(&super::planted("rules/x/x.fray", "pack x \"X\" { }\nkind blade { keen number = 1 }\n"));
    let files = super::planted("src/play/a.rs", "fn f(keen: bool) {}\n");
    let excuse = |word, place| [Excuse { word, place }];
    let says = "src/play/a.rs says `keen`, which rules/x/x.fray declares";
    for place in ["play/", "play/a.rs"] {
        assert_eq!(known(&names, &files, &excuse("keen", place)), [] as [&str; 0]);
        assert_eq!(stale(&names, &files, &excuse("keen", place)), [] as [&str; 0]);
    }
    assert_eq!(known(&names, &files, &excuse("keen", "repl/")), [says]);
    assert_eq!(stale(&names, &files, &excuse("keen", "repl/")), ["src/repl/ does not say `keen`: it needs no excuse"]);
    assert_eq!(stale(&names, &files, &excuse("dull", "play/")), ["no pack declares `dull`: it needs no excuse"]);
    assert_eq!(rare(["keen"].into_iter(), &files), ["`keen` stands in few folders, name them: {\"play\"}"]);
}
