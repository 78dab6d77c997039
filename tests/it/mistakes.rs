//! Mistakes as authors make them, each in a pack that is right otherwise: one error each, at its place, with its remedy.
//!
//! `tests/golden/mistakes/cases.tsv` has a mistake a line: its name, the file, what stands there, what is written
//! instead (everything, where nothing is to be replaced), and what was meant, if it is not what stood there. What is said
//! of each is kept beside it.

use fray::cli::{Builtin, Packs};
use fray::diag::Diagnostic;
use fray::judge::judge;
use fray::rulebook::{Choices, examine, load};
use fray::script::compile_check;
use fray::syntax::{TextEdit, edit_of};
use fray::text::{Files, Memory};
use std::fmt::Write;
use std::path::Path;
use std::sync::OnceLock;

const FOLDER: &str = "tests/golden/mistakes";
const FILES: [&str; 3] = ["rules/yard/yard.fray", "scripts/yard/shoot.luau", "scripts/yard/rifleman.luau"];

/// Mistakes that are two at once.
const TWICE: &[&str] = &["s_set", "s_order_field2", "st_facing"];

/// Mended, a pack that says everything twice, for it stands on another one then; and a name that is used by none yet.
const LEADS_ON: &[&str] = &["nm_extends_hyphen", "nm_reserved", "nm_digit", "colon_for_braces"];

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
        all.extend(judge(&book, &kit.program).into_iter().map(|one| Box::new(one) as Diagnostic));
    }
    all
}

struct Mistake {
    name: String,
    path: String,
    files: Memory,
    /// The text of the file as it was meant.
    meant: String,
}

/// Every mistake, and what is said of it as it stands: found out once for all tests.
fn told() -> &'static [(Mistake, Vec<Diagnostic>)] {
    static TOLD: OnceLock<Vec<(Mistake, Vec<Diagnostic>)>> = OnceLock::new();
    TOLD.get_or_init(|| {
        let with_said = |mistake: Mistake| {
            let said = said(&mistake.files);
            (mistake, said)
        };
        mistakes().into_iter().map(with_said).collect()
    })
}

fn mistakes() -> Vec<Mistake> {
    let plain = |cell: &str| cell.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
    let text = read("cases.tsv");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let each = lines.map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [name, path, before, after, meant @ ..] = &cells[..] else { panic!("four cells: {line}") };
        let whole = read(path);
        let put = |text: &str| match *before {
            "" => plain(text),
            before => {
                assert!(whole.contains(&plain(before)), "{name}: nothing to replace");
                whole.replacen(&plain(before), &plain(text), 1)
            }
        };
        let files = right().with(path, &put(after));
        Mistake { name: name.to_string(), path: path.to_string(), files, meant: put(meant.first().unwrap_or(before)) }
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
    for (mistake, said) in told() {
        let _ = writeln!(out, "{}", mistake.name);
        for one in said {
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

/// A text without comments, blanks and line breaks.
fn bare(text: &str) -> String {
    let told = |line: &'_ str| line.split("# ").next().unwrap_or("").to_string();
    text.lines().map(told).collect::<Vec<_>>().join(" ").split_whitespace().collect()
}

#[test]
fn what_is_certain_mends_to_what_was_meant() {
    let mut wrong = Vec::new();
    for (mistake, first) in told() {
        let mut files = mistake.files.clone();
        let text = |files: &Memory| String::from_utf8(files.read(&mistake.path).expect("it is there")).expect("a text");
        let safe = |said: &[Diagnostic]| said.iter().filter_map(edit_of).find(|edit| edit.is_safe);
        let mut is_mended = false;
        for nth in 0..5 {
            let edit = if nth == 0 { safe(first) } else { safe(&said(&files)) };
            let Some(edit) = edit else { break };
            files = files.clone().with(&mistake.path, &edit.applied(&text(&files)).expect("it stands there"));
            is_mended = true;
        }
        let found = text(&files);
        if is_mended && bare(&found) != bare(&mistake.meant) {
            let lines = found.lines().filter(|line| !mistake.meant.contains(line)).collect::<Vec<_>>();
            wrong.push(format!("{}: {}", mistake.name, lines.join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether the mistake is gone with the change that its error proposes, and nothing new is wrong.
fn mended(mistake: &Mistake, before: usize, edit: &TextEdit) -> Result<(), String> {
    let path = FILES.iter().find(|path| edit.source.ends_with(*path)).unwrap_or(&mistake.path.as_str()).to_string();
    let (mut files, mut edit) = (mistake.files.clone(), edit.clone());
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
    for (mistake, said) in told().iter().filter(|(mistake, _)| !LEADS_ON.contains(&mistake.name.as_str())) {
        if let Some(edit) = said.first().and_then(edit_of) {
            tried += 1;
            if let Err(why) = mended(mistake, said.len(), &edit) {
                wrong.push(format!("{}: {why}", mistake.name));
            }
        }
    }
    assert!(wrong.is_empty() && tried > 60, "{tried} tried\n{}", wrong.join("\n"));
}

/// Scripts with nothing certain to be said against: each in the place of that of an action, with what the rules need.
const RIGHT: [(&str, &str); 10] = [
    ("a function in a local name", "local act = function(actor, order, play) play:say(actor.name) end\nreturn act"),
    ("a function of a library", "local lib = include(\"rifleman\")\nreturn lib.decide"),
    ("a function behind a choice", "if true then\n    return function() end\nend"),
    (
        "a method of a table",
        "local lib = { n = 1 }\nfunction lib:go(n) return self.n + n end\nreturn function() return lib:go(2) end",
    ),
    (
        "a function in a list",
        "local list = { function() return 2 end }\n\
         return function(actor, order, play) actor:change(\"damage\", list[1]()) end",
    ),
    (
        "a name that holds something else later",
        "return function(actor, order, play)\n    local best = 0\n\
         for at = 1, 2 do\n        if best == \"done\" then return end\n        best = \"done\"\n    end\nend",
    ),
    (
        "a member that becomes something else",
        "return function() local l = { 1, 2 }; l[1] = \"s\"; return l[1] == \"s\" end",
    ),
    (
        "a list that somebody fills",
        "local function fill(l) table.insert(l, \"s\") end\n\
         return function() local l = { 1, 2 }; fill(l); return l[3] == \"s\" end",
    ),
    (
        "facts that are completed",
        "return function(actor, order, play)\n    local facts = { target = actor:foes() }\n\
         facts.target = actor:foes()[1]\n    return actor:legal(\"shoot\", facts)\nend",
    ),
    (
        "what a deed is given",
        "return function(actor, order, play) play:deed(\"scorch\", { hits = 3, why = \"fire\", cover = true }) end",
    ),
];

const SCORCH: &str = "\ndeed scorch(hits number, why text) { change damage by hits; say \"{why}\" }\n";

fn judged(script: &str) -> Vec<String> {
    let rules = read("rules/yard/yard.fray") + SCORCH;
    said(&right().with("rules/yard/yard.fray", &rules).with("scripts/yard/shoot.luau", script))
        .iter()
        .map(|one| format!("{one} | {}", one.help().map_or(String::new(), |help| help.to_string())))
        .collect()
}

#[test]
fn only_what_is_certain_is_said_of_scripts() {
    for (what, script) in RIGHT {
        assert_eq!(judged(script), Vec::<String>::new(), "{what}");
    }
}

#[test]
fn what_is_certain_is_said_of_scripts_once() {
    let of = |line: &str| format!("return function(actor, order, play)\n    {line}\nend");
    for (line, expected) in [
        (
            "play:deed(\"scorch\", { hits = actor, why = \"fire\" })",
            "the parameter `hits` is a number, not a figure | give a number",
        ),
        ("play:deed(\"shoot\")", "no deed is named `shoot` | `shoot` is an action, not a deed; there is only scorch"),
        ("actor:print(\"ho\")", "a figure has no `print` | write `play:say(\"text\")`"),
        ("play:inflict(\"stunned\")", "the play has no `inflict` | write `FIGURE:gain(\"CONDITION\")`"),
        ("actor:inflict(\"stunned\")", "a figure has no `inflict` | write `:gain(\"CONDITION\")`"),
        (
            "if order.action == \"dead\" then return end",
            "no action is named `dead` | `dead` is a condition, not an action; there are brace, shoot, walk",
        ),
    ] {
        assert_eq!(judged(&of(line)), [expected], "{line}");
    }
    let typed = "return function(actor: Play, order: Order, play: Play)\n    actor:say(actor.damage)\nend";
    assert_eq!(judged(typed).len(), 1, "{:?}", judged(typed));
    let typed = "return function(me: Figure, play: Play)\n    me:freinds()\n    me:pirnt()\n    x = = 1\nend";
    assert_eq!(judged(typed).len(), 1, "what is no Luau is told once: {:?}", judged(typed));
}

#[test]
fn calls_within_calls_are_judged_in_time() {
    let mut call = "play:say(actor.name)".to_string();
    for _ in 0..24 {
        call = format!("play:perform(function() {call} end)");
    }
    let start = std::time::Instant::now();
    judged(&format!("return function(actor, order, play)\n    {call}\nend"));
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
}
