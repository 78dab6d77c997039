//! Commands that a mistake offers in place of the one that was typed: with the options that it was typed with.

use super::line::{TypedCommand, TypedPart, option, whole};
use crate::cli::args::Fray;
use crate::diag::{Diagnostic, Diagnostics};
use clap::{Command, Parser};
use miette::{LabeledSpan, Severity, SourceCode};
use std::fmt;

/// Commands that read no packs.
const WITHOUT_PACKS: [&str; 4] = ["explain", "fmt", "merge", "roll"];

/// Mistakes in which every command that is offered has the options of the one that was typed, as far as it takes them.
pub(in crate::cli) fn completed(mistakes: Diagnostics, typed: &[String]) -> Diagnostics {
    let typed = TypedCommand::read(typed);
    mistakes.into_iter().map(|mistake| of_mistake(mistake, &typed)).collect()
}

fn of_mistake(mistake: Diagnostic, typed: &TypedCommand) -> Diagnostic {
    let Some(help) = mistake.help().map(|help| help.to_string()) else { return mistake };
    let said = format!("{mistake} {help}");
    let part = |(at, part): (usize, &str)| match at % 2 == 1 && part.starts_with("fray ") {
        true => completed_line(part, typed, &said),
        false => part.to_string(),
    };
    let better = help.split('`').enumerate().map(part).collect::<Vec<_>>().join("`");
    if better == help { mistake } else { Box::new(CompletedMistake { mistake, help: better }) }
}

/// A line that is offered, with those options behind it that it lacks and of which nothing is said.
fn completed_line(line: &str, typed: &TypedCommand, said: &str) -> String {
    let words = words(line);
    let offered = TypedCommand::read(&words);
    // What is only spoken of is not typed: `fray odds … --whole`, `fray ask`.
    let is_bare = !offered.parts.iter().any(|part| matches!(part, TypedPart::Word(_)));
    if line.contains(" … ") || is_bare && !is_read(line) {
        return line.to_string();
    }
    let fray = whole();
    let Some(command) = fray.find_subcommand(offered.command()).filter(|_| takes_packs(&offered)) else {
        return line.to_string();
    };
    let is_same = offered.command() == typed.command();
    let mut better = line.to_string();
    for part in &typed.parts {
        let TypedPart::Option { name, .. } = part else { continue };
        let Some(arg) = option(command, name).filter(|arg| is_same || arg.is_global_set()) else { continue };
        let is_told = !arg.is_global_set() && said.split([' ', '`', '=', ',']).any(|word| word == name);
        if is_told || has(&offered, command, arg.get_id()) {
            continue;
        }
        let longer = format!("{better} {}", TypedCommand { parts: vec![part.clone()] }.shown_alone());
        if arg.is_global_set() || is_read(&longer) || !is_read(line) {
            better = longer;
        }
    }
    better
}

fn takes_packs(offered: &TypedCommand) -> bool {
    !WITHOUT_PACKS.contains(&offered.command()) && offered.at("--help").is_none()
}

/// Whether a line has an option already, by either of its names.
fn has(line: &TypedCommand, command: &Command, id: &clap::Id) -> bool {
    let is_it = |part: &TypedPart| match part {
        TypedPart::Option { name, .. } => option(command, name).is_some_and(|arg| arg.get_id() == id),
        TypedPart::Command(_) | TypedPart::Word(_) => false,
    };
    line.parts.iter().any(is_it)
}

fn is_read(line: &str) -> bool {
    Fray::try_parse_from(words(line)).is_ok()
}

/// The words of a line as a shell takes them apart; what stands in quotes is one.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in line.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (' ', None) => words.extend(word.take()),
            (letter, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.into_iter().chain(word).collect()
}

/// A mistake with another help.
#[derive(Debug)]
struct CompletedMistake {
    mistake: Diagnostic,
    help: String,
}

impl fmt::Display for CompletedMistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mistake.fmt(out)
    }
}

impl std::error::Error for CompletedMistake {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.mistake.source()
    }
}

impl miette::Diagnostic for CompletedMistake {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.mistake.code()
    }

    fn severity(&self) -> Option<Severity> {
        self.mistake.severity()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.mistake.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.mistake.labels()
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        self.mistake.related()
    }

    fn diagnostic_source(&self) -> Option<&dyn miette::Diagnostic> {
        self.mistake.diagnostic_source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::error::CliError;

    fn told(typed: &str, help: &str) -> String {
        let mistake = CliError::Usage { message: "no".to_string(), help: help.to_string() };
        let completed = completed(mistake.alone(), &words(typed));
        completed[0].help().expect("a help is given").to_string()
    }

    #[test]
    fn an_offered_command_keeps_the_options_that_were_typed() {
        for (typed, help, wanted) in [
            ("fray ask 'A hits' x --rules .", "write `fray ask x 'A hits'`", "write `fray ask x 'A hits' --rules .`"),
            (
                "fray --rules=my ask a b --dice 4,2",
                "write `fray ask b '…'`",
                "write `fray ask b '…' --rules=my --dice 4,2`",
            ),
            // Another command takes what all take.
            ("fray replay x -o a.html --rules .", "`fray run x --save f.log`", "`fray run x --save f.log --rules .`"),
            // What it has, and what is spoken of, stays as it is.
            ("fray run x --seed 3", "leave `--seed` out: `fray run x`", "leave `--seed` out: `fray run x`"),
            ("fray run x --seed 3", "`fray run y --seed 4`", "`fray run y --seed 4`"),
            ("fray show x --rules .", "`fray explain` lists them", "`fray explain` lists them"),
            ("fray show x --rules .", "`fray show --help` says", "`fray show --help` says"),
            ("fray worth x y --rules .", "as `fray odds … --whole` does", "as `fray odds … --whole` does"),
        ] {
            assert_eq!(told(typed, help), wanted, "{typed}");
        }
    }
}
