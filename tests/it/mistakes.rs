//! Mistakes as authors make them, each in a pack that is right otherwise: one error each, at its place, with its remedy.
//!
//! `tests/golden/mistakes/cases.tsv` has a mistake a line: its name, the file, what stands there, what is written
//! instead (everything, where nothing is to be replaced). What is said of each is kept beside it.

use fray::cli::{Builtin, Packs};
use fray::diag::Diagnostic;
use fray::judge::{TextEdit, edit_of, judge};
use fray::rulebook::{Choices, examine, load};
use fray::script::compile_check;
use fray::text::{Files, Memory};
use std::fmt::Write;
use std::path::Path;

const FOLDER: &str = "tests/golden/mistakes";
const FILES: [&str; 3] = ["rules/yard/yard.fray", "scripts/yard/shoot.luau", "scripts/yard/rifleman.luau"];

/// Mistakes that are two at once.
const TWICE: &[&str] = &["s_set", "s_order_field2", "st_facing"];

/// Mended, a pack that says everything twice: it stands on another one then.
const LEADS_ON: &[&str] = &["nm_extends_hyphen"];

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(FOLDER).join(path)).expect("a readable file")
}

fn right() -> Memory {
    FILES.iter().fold(Memory::default(), |files, path| files.with(path, &read(path)))
}

/// Everything that `fray check` says of the pack.
fn said(files: &Memory) -> Vec<Diagnostic> {
    let packs = Packs::new(Builtin).under(files.clone());
    let (_, mut all) = examine(&packs, "yard");
    if all.is_empty()
        && let (Some(book), _) = load(&packs, "yard", &Choices::none())
    {
        let kit = fray::odds::kit(book.clone());
        all.extend(compile_check(&kit.program));
        if all.is_empty() {
            all.extend(judge(&book, &kit.program).into_iter().map(|one| Box::new(one) as Diagnostic));
        }
    }
    all
}

struct Mistake {
    name: String,
    path: String,
    files: Memory,
}

fn mistakes() -> Vec<Mistake> {
    let plain = |cell: &str| cell.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
    let text = read("cases.tsv");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let each = lines.map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [name, path, before, after] = cells[..] else { panic!("four cells: {line}") };
        let whole = read(path);
        let text = match before {
            "" => plain(after),
            before => {
                assert!(whole.contains(&plain(before)), "{name}: nothing to replace");
                whole.replacen(&plain(before), &plain(after), 1)
            }
        };
        Mistake { name: name.to_string(), path: path.to_string(), files: right().with(path, &text) }
    });
    each.collect()
}

/// What is labelled, and in which line.
fn place(diagnostic: &Diagnostic) -> String {
    let Some(label) = diagnostic.labels().and_then(|mut labels| labels.next()) else { return "nowhere".to_string() };
    let contents = diagnostic.source_code().and_then(|source| source.read_span(label.inner(), 0, 0).ok());
    let line = contents.as_ref().map_or(0, |contents| contents.line() + 1);
    let text = contents.map_or(String::new(), |contents| String::from_utf8_lossy(contents.data()).into_owned());
    format!("line {line}: {}", text.lines().next().unwrap_or("").trim())
}

#[test]
fn the_pack_itself_is_right() {
    let said: Vec<String> = said(&right()).iter().map(|one| one.to_string()).collect();
    assert_eq!(said, Vec::<String>::new());
}

#[test]
fn every_mistake_gets_one_error_with_its_remedy() {
    let (mut out, mut wrong) = (String::new(), Vec::new());
    for mistake in mistakes() {
        let said = said(&mistake.files);
        let _ = writeln!(out, "{}", mistake.name);
        for one in &said {
            let help = one.help().map_or(String::new(), |help| help.to_string());
            let _ = writeln!(out, "    {one}\n        {}\n        {help}", place(one));
            if help.is_empty() {
                wrong.push(format!("{}: no help", mistake.name));
            }
        }
        if said.len() != 1 && !TWICE.contains(&mistake.name.as_str()) {
            wrong.push(format!("{}: {} errors", mistake.name, said.len()));
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(FOLDER).canonicalize().expect("it exists"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("said", out));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether the mistake is gone with the change that its error proposes, and nothing new is wrong.
fn mended(mistake: &Mistake, edit: &TextEdit) -> Result<(), String> {
    let path = FILES.iter().find(|path| edit.source.ends_with(*path)).unwrap_or(&mistake.path.as_str()).to_string();
    let (before, mut files, mut edit) = (said(&mistake.files).len(), mistake.files.clone(), edit.clone());
    // The same thing twice in a line is said once: the next round finds the other.
    for _ in 0..5 {
        let text = String::from_utf8(files.read(&path).expect("the file is there")).expect("a text");
        files = files.with(&path, &edit.applied(&text).ok_or("a change outside of the text")?);
        let after = said(&files);
        match after.first().and_then(edit_of) {
            _ if after.len() < before => return Ok(()),
            Some(next) if next.right == edit.right => edit = next,
            _ => {
                let told = after.iter().map(|one| one.to_string()).collect::<Vec<_>>().join("; ");
                return Err(format!("`{}` leads to: {told}", edit.right));
            }
        }
    }
    Err(format!("`{}` leads to no end", edit.right))
}

#[test]
fn what_is_proposed_mends() {
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for mistake in mistakes().into_iter().filter(|mistake| !LEADS_ON.contains(&mistake.name.as_str())) {
        if let Some(edit) = said(&mistake.files).first().and_then(edit_of) {
            tried += 1;
            if let Err(why) = mended(&mistake, &edit) {
                wrong.push(format!("{}: {why}", mistake.name));
            }
        }
    }
    assert!(wrong.is_empty() && tried > 60, "{tried} tried\n{}", wrong.join("\n"));
}
