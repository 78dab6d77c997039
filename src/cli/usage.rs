//! What was typed after `fray` and cannot be read: with what was meant, as it can be typed.

mod example;
mod line;
mod missing;
mod offered;
mod surplus;
mod unknown_command;
mod unknown_option;
mod value;

use super::error::CliError;
use super::packs::Packs;
use clap::CommandFactory;
use clap::error::{ContextKind, ErrorKind};
pub(super) use line::quoted;
use line::{TypedCommand, TypedPart, of};
pub(super) use offered::completed;
pub(super) use surplus::is_list_of_numbers;

/// The mistake as fray tells it.
pub(super) fn mistake(error: &clap::Error, typed: &[String], packs: &Packs) -> CliError {
    let line = TypedCommand::read(typed);
    let named = of(error, ContextKind::InvalidArg);
    let invalid = if named.is_empty() { of(error, ContextKind::InvalidSubcommand) } else { named };
    let usage = usage_of(line.command());
    let (message, help) = match error.kind() {
        ErrorKind::InvalidSubcommand => unknown_command::told(&invalid, &line, packs),
        ErrorKind::UnknownArgument if invalid.starts_with('-') => unknown_option::told(&invalid, &line),
        ErrorKind::UnknownArgument => surplus::told(&invalid, &line, packs, &usage),
        ErrorKind::TooManyValues if !invalid.starts_with('-') => {
            surplus::told(&of(error, ContextKind::InvalidValue), &line, packs, &usage)
        }
        ErrorKind::MissingRequiredArgument => missing::told(error, &line, packs, &usage),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation | ErrorKind::NoEquals => value::wrong(error, &line),
        ErrorKind::ArgumentConflict => conflict(error, &line),
        ErrorKind::TooManyValues => needless(&invalid, &line, &usage),
        _ => (first_line(error), usage),
    };
    CliError::Usage { message, help }
}

fn first_line(error: &clap::Error) -> String {
    error.to_string().lines().next().unwrap_or("").trim_start_matches("error: ").trim().to_string()
}

fn usage_of(command: &str) -> String {
    let mut fray = super::args::Fray::command();
    match fray.find_subcommand_mut(command).map(|found| found.render_usage().to_string()) {
        Some(usage) => {
            let form = usage.trim_start_matches("Usage:").trim();
            format!("its form is `fray {form}`; `fray {command} --help` says more")
        }
        None => "`fray --help` says what there is".to_string(),
    }
}

/// Two options that exclude each other, or one that stands twice: the line with each of them.
fn conflict(error: &clap::Error, line: &TypedCommand) -> (String, String) {
    let name = |text: String| text.split([' ', '[', '=']).next().unwrap_or("").to_string();
    let mut names = vec![name(of(error, ContextKind::InvalidArg))];
    names.extend(of(error, ContextKind::PriorArg).split(" and ").map(|text| name(text.to_string())));
    names.retain(|name| !name.is_empty());
    names.dedup();
    // The parser calls an option by its long name.
    let is_it = |part: &TypedPart, name: &str| {
        let TypedPart::Option { name: typed, .. } = part else { return false };
        let fray = line::whole();
        let command = fray.find_subcommand(line.command()).unwrap_or(&fray);
        typed == name || line::option(command, typed).is_some_and(|arg| arg.get_long() == name.strip_prefix("--"))
    };
    let places = |name: &str| -> Vec<usize> {
        line.parts.iter().enumerate().filter(|(_, part)| is_it(part, name)).map(|(at, _)| at).collect()
    };
    let without = |at: usize| line.instead(at, Vec::new()).if_read();
    match names.as_slice() {
        [one] => {
            let lines: Vec<String> = places(one).into_iter().rev().filter_map(without).collect();
            (format!("`{one}` stands twice"), format!("leave one of them out: `{}`", lines.join("` or `")))
        }
        names => {
            let all: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let lines: Vec<String> =
                names.iter().rev().flat_map(|name| places(name).first().copied().and_then(without)).collect();
            let help = match lines.is_empty() {
                true => "leave all but one of them out".to_string(),
                false => format!("leave one of them out: `{}`", lines.join("` or `")),
            };
            (format!("{} exclude each other", all.join(" and ")), help)
        }
    }
}

/// A word that says whether an option holds, behind one that says so by standing there: `--exact yes`.
pub(super) fn said_of_switch(typed: &[String]) -> Option<CliError> {
    let is_said = |word: &String| matches!(&*word.to_lowercase(), "yes" | "on" | "true" | "no" | "off" | "false");
    if !typed.iter().any(is_said) {
        return None;
    }
    let line = TypedCommand::read(typed);
    let fray = line::whole();
    let command = fray.find_subcommand(line.command())?;
    let is_switch = |name: &str| line::option(command, name).is_some_and(|arg| !line::takes_value(arg));
    let (at, name, word) = line.parts.windows(2).enumerate().find_map(|(at, two)| match two {
        [TypedPart::Option { name, value: None, .. }, TypedPart::Word(word)] if is_switch(name) => {
            Some((at, name, word))
        }
        _ => None,
    })?;
    let kept = match &*word.to_lowercase() {
        "yes" | "on" | "true" => vec![line.parts[at].clone()],
        "no" | "off" | "false" => Vec::new(),
        _ => return None,
    };
    let mut right = line.clone();
    right.parts.splice(at..at + 2, kept);
    let message = format!("`{name}` takes no value: it stands alone, or is left out");
    Some(CliError::Usage { message, help: format!("write `{}`", right.if_read()?) })
}

/// A value behind an option that takes none.
fn needless(invalid: &str, line: &TypedCommand, usage: &str) -> (String, String) {
    let at = line.at(invalid);
    let mended = at.map(|at| {
        let part = TypedPart::Option { name: invalid.to_string(), value: None, is_joined: false };
        line.instead(at, vec![part]).shown()
    });
    let message = format!("`{invalid}` takes no value: it stands alone, or is left out");
    (message, mended.map_or(usage.to_string(), |line| format!("write `{line}`")))
}

#[cfg(test)]
mod tests {
    use crate::cli::args::Fray;
    use crate::cli::files::Builtin;
    use crate::cli::packs::Packs;
    use clap::Parser;

    #[test]
    fn what_was_meant_can_be_typed() {
        for (line, help) in [
            ("play duel", "did you mean `fray run duel`?"),
            ("help run", "write `fray run --help`"),
            ("ask skirmish Ann strikes", "a sentence stands in quotes: `fray ask skirmish 'Ann strikes'`"),
            ("sim duel 1000", "how many games is said by `-n`: `fray sim duel -n 1000`"),
            ("sim duel --n 100", "did you mean `fray sim duel -n 100`?"),
            ("run duel --sed 7", "did you mean `fray run duel --seed 7`?"),
            ("sim duel -n 1,000", "write `fray sim duel -n 1000`"),
            ("run duel --games 5", "`fray sim` has it: `fray sim duel --games 5`"),
            ("sim duel --csv --json", "leave one of them out: `fray sim duel --csv` or `fray sim duel --json`"),
            ("odds 3d6 keep 2", "what has blanks stands in quotes: `fray odds '3d6 keep 2'`"),
        ] {
            let typed: Vec<String> = std::iter::once("fray").chain(line.split(' ')).map(str::to_string).collect();
            let error = Fray::try_parse_from(&typed).expect_err("it is a mistake");
            let said = super::mistake(&error, &typed, &Packs::new(Builtin));
            let miette_help = miette::Diagnostic::help(&said).map(|help| help.to_string());
            assert_eq!(miette_help.as_deref(), Some(help), "{line}: {said}");
        }
    }
}
