//! `fray show PACK behavior`: the scripts that decide for figures, with what each says of itself.

use super::error::CliError;
use crate::diag::{Diagnostics, did_you_mean};
use crate::rulebook::{Rulebook, Script};

/// Whether a word asks for them.
pub(super) fn is_meant(word: &str) -> bool {
    matches!(word, "behavior" | "behaviors" | "controller" | "controllers")
}

/// All of them, a line each.
pub(super) fn listing(book: &Rulebook) -> String {
    let all = controllers(book);
    let column = all.iter().map(|script| script.name.chars().count()).max().unwrap_or(0);
    let line = |script: &&Script| {
        let about = about(book, script);
        let first = about.split_once(". ").map_or(&*about, |(first, _)| first).trim_end_matches('.');
        format!("{:<column$}  {first}", script.name).trim_end().to_string() + "\n"
    };
    match all.is_empty() {
        true => "nothing decides for figures here: `plays NAME` in a scenario names a script that does\n".to_string(),
        false => all.iter().map(line).collect(),
    }
}

/// One of them.
pub(super) fn page(book: &Rulebook, name: &str) -> Result<String, Diagnostics> {
    let all = controllers(book);
    let Some(script) = all.iter().find(|script| *script.name == *name) else {
        let known: Vec<&str> = all.iter().map(|script| &*script.name).collect();
        let help = did_you_mean(name, known.iter().copied(), &format!("there are {}", known.join(", ")));
        return Err(CliError::UnknownName { sort: "behavior".to_string(), name: name.to_string(), help }.alone());
    };
    let played =
        book.scenarios.iter().filter(|one| one.controllers().any(|id| *book.scripts[id.index()].name == *name));
    let played: Vec<&str> = played.map(|one| &*one.head.name).collect();
    let mut text = format!("{name}\n  {}\n  {}\n", about(book, script), book.sources.get(script.source).name);
    if !played.is_empty() {
        text += &format!("  plays in {}\n", played.join(", "));
    }
    Ok(text)
}

/// For programs: names, and what each says of itself.
pub(super) fn plain(book: &Rulebook) -> Vec<(String, String)> {
    controllers(book).into_iter().map(|script| (script.name.to_string(), about(book, script))).collect()
}

/// What lies in a folder `behavior`, and whatever else plays somebody in a scenario.
pub(super) fn controllers(book: &Rulebook) -> Vec<&Script> {
    book.controllers().into_iter().map(|id| &book.scripts[id.index()]).collect()
}

/// The comment with which a script begins.
fn about(book: &Rulebook, script: &Script) -> String {
    let lines = book.sources.get(script.source).text.lines().map(str::trim);
    let lines = lines.skip_while(|line| line.is_empty() || line.starts_with("--!"));
    let comment = lines.map_while(|line| line.strip_prefix("--")).map(str::trim);
    comment.collect::<Vec<_>>().join(" ")
}
