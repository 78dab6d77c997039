//! What is missing behind a command, and options that count only with another one.

use super::example::{pack_for, some_pack, some_scenario};
use super::line::{TypedCommand, TypedPart, option, whole};
use super::value::example;
use crate::cli::find;
use crate::cli::packs::Packs;
use crate::text::Files;
use clap::error::{ContextKind, ErrorKind};
use std::path::Path;

/// What is said of it.
pub(super) fn told(error: &clap::Error, line: &TypedCommand, packs: &Packs, usage: &str) -> (String, String) {
    let lacks = super::line::of(error, ContextKind::InvalidArg);
    if let Some(told) = needs_other(&lacks, line) {
        return told;
    }
    let command = line.command();
    let message = match line.words().as_slice() {
        [one] if matches!(command, "ask" | "worth") && with_pack(one, packs).is_some() => {
            "a pack and a sentence stand within one pair of quotes".to_string()
        }
        _ => format!("`fray {command}` lacks {}", in_words(&lacks)),
    };
    let help = by_words(line, packs).or_else(|| filled(&lacks, line, packs)).unwrap_or_else(|| usage.to_string());
    (message, help)
}

/// What the parser calls `<SCENARIO>`, without its brackets.
fn in_words(lacks: &str) -> String {
    let plain = |name: &str| match name.trim_end_matches("...") {
        name if name.starts_with('<') => name.trim_matches(['<', '>']).to_string(),
        name => name.to_string(),
    };
    lacks.split(" and ").map(plain).collect::<Vec<_>>().join(" and ")
}

/// An option that counts only where another one stands.
fn needs_other(lacks: &str, line: &TypedCommand) -> Option<(String, String)> {
    let needed = lacks.split(' ').next().filter(|name| name.starts_with("--"))?;
    let is_missing = |line: &TypedCommand| {
        line.wrong().is_some_and(|(kind, names)| kind == ErrorKind::MissingRequiredArgument && names == lacks)
    };
    let culprit = line.parts.iter().enumerate().find_map(|(at, part)| match part {
        TypedPart::Option { name, .. } if !is_missing(&line.instead(at, Vec::new())) => Some(name.clone()),
        _ => None,
    })?;
    let fray = whole();
    let arg = option(fray.find_subcommand(line.command())?, needed)?;
    let value = super::line::takes_value(arg).then(|| example(arg));
    let mended = line.clone().with_option(needed, value.as_deref());
    let message = format!("`{culprit}` counts only with `{needed}`");
    if let ("odds", "--whole", [place]) = (line.command(), needed, line.words().as_slice()) {
        let mended = mended.with_words(&[place, "…"]);
        let message = format!("{message}, and that with a sentence: it asks what one order leads to");
        return Some((message, format!("say which, in quotes: `{}`", mended.shown())));
    }
    Some((message, format!("write `{}`", mended.shown())))
}

/// A pack or a scenario and the sentence behind it, where they stand in one word.
fn with_pack<'w>(word: &'w str, packs: &Packs) -> Option<(&'w str, &'w str)> {
    let (first, rest) = word.trim().split_once([' ', ':', ','])?;
    let rest = rest.trim_start_matches([' ', ':', ',']);
    let is_pack = packs.folders("rules").iter().any(|pack| pack == first);
    let is_one = is_pack || find::is_board(packs, first) || Path::new(first).exists();
    (is_one && !rest.is_empty()).then_some((first, rest))
}

/// What can be said by the words that are there.
fn by_words(line: &TypedCommand, packs: &Packs) -> Option<String> {
    let words = line.words();
    let with = |words: &[&str]| line.with_words(words).shown();
    Some(match (line.command(), words.as_slice()) {
        ("ask" | "worth", [one]) if one.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("of dice alone there are odds: `{}`", line.as_command("odds").shown())
        }
        ("ask" | "worth", [one]) if let Some((pack, sentence)) = with_pack(one, packs) => {
            format!("pack and sentence are two words: `{}`", with(&[pack, sentence]))
        }
        ("ask" | "worth", [one]) if one.contains(' ') => {
            let pack = pack_for(packs, one);
            format!("say first in which pack, or on the board of which scenario: `{}`", with(&[&pack, one]))
        }
        ("ask" | "worth", [one]) => format!("put a sentence behind it in quotes: `fray {} {one} '…'`", line.command()),
        ("ask" | "worth", []) => {
            let pack = some_pack(packs);
            format!(
                "write a pack, then a sentence in quotes: `fray {} {pack} '…'`; `fray show {pack} actions` lists what can be \
                 said",
                line.command()
            )
        }
        ("run" | "sim", []) => {
            let scenario = some_scenario(packs);
            format!("name a scenario, such as `{}`; `fray show PACK scenarios` lists them", with(&[&scenario]))
        }
        ("diff", []) => "name two packs or files, such as `fray diff PACK mine.fray`".to_string(),
        ("diff", [one]) if line.at("--fight").is_some() => {
            format!("name another pack or file behind it: `{}`", with(&[one, "mine.fray"]))
        }
        ("diff", [one]) => format!("name another behind it, or a reading: `fray diff {one} --with OPTION=READING`"),
        ("fmt", []) => "name a file or a folder of rules, such as `fray fmt rules`".to_string(),
        ("cards" | "mutants" | "watch", []) => format!("name a pack, such as `{}`", with(&[&some_pack(packs)])),
        ("roll" | "odds", []) => format!("for example `{}`", with(&["3d6 + 2"])),
        ("new", []) => format!("name it: `{}`", with(&["my-game"])),
        ("merge", []) => {
            "name the files that `fray sim --keep` or `--shard` has written: `fray merge part-*.json`".to_string()
        }
        ("tournament", words) if line.at("--of").is_none() && words.iter().any(|word| word.contains(',')) => {
            let of: Vec<&str> = words.iter().copied().filter(|word| word.contains(',')).collect();
            let scenarios: Vec<&str> = words.iter().copied().filter(|word| !word.contains(',')).collect();
            let first = some_scenario(packs);
            let scenarios = if scenarios.is_empty() { vec![first.as_str()] } else { scenarios };
            let line = line.with_words(&scenarios).with_option("--of", Some(&of.join(","))).shown();
            format!("those who play stand behind `--of`: `{line}`")
        }
        ("tournament", [scenario, others @ ..])
            if line.at("--of").is_none()
                && !others.is_empty()
                && others.iter().all(|word| !find::is_scenario(packs, word)) =>
        {
            let line = line.with_words(&[scenario]).with_option("--of", Some(&others.join(","))).shown();
            format!("those who play stand behind `--of`, with commas: `{line}`")
        }
        ("completions", []) => format!("name one of bash, elvish, fish, powershell, zsh: `{}`", with(&["bash"])),
        ("replay", []) => {
            "name a game that is kept: `fray run SCENARIO --save fight.log`, then `fray replay fight.log -o fight.html`"
                .to_string()
        }
        ("sweep", [one]) if one.contains(' ') => {
            format!("the scenario comes first: `{}`", with(&[&some_scenario(packs), one]))
        }
        ("sweep", [one]) => format!(
            "say which value takes which values: `fray sweep {one} 'KIND NAME.FIELD 2d6..4d6'`, such as `setting NAME 1, 2, 4`"
        ),
        _ => return None,
    })
}

/// The line with an example of everything that is missing.
fn filled(lacks: &str, line: &TypedCommand, packs: &Packs) -> Option<String> {
    let mut mended = line.clone();
    let mut words: Vec<String> = line.words().iter().map(|word| word.to_string()).collect();
    for name in lacks.split(" and ") {
        let plain = name.trim_end_matches("...").trim_matches(['<', '>']);
        match plain.split(' ').next() {
            Some(long) if long.starts_with("--") => {
                let fray = whole();
                let arg = option(fray.find_subcommand(line.command())?, long)?;
                mended = mended.with_option(long, Some(&example(arg)));
            }
            _ if plain.contains("SCENARIO") => words.insert(0, some_scenario(packs)),
            _ if plain.contains("PACK") || plain == "PATH" => words.insert(0, some_pack(packs)),
            _ if plain.contains("SENTENCE") => words.push("…".to_string()),
            _ if plain.contains("VALUES") => words.push("setting NAME 1, 2, 4".to_string()),
            _ => return None,
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let line = mended.with_words(&words).if_read()?;
    Some(format!("for example `{line}`"))
}
