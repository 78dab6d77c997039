//! What was typed after `fray` and is no command, no option, or too much: with what was meant, as it can be typed.

use super::error::CliError;
use crate::diag::suggest;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Words of other programs, and the command that is meant.
const MEANT: &[(&str, &str)] = &[
    ("play", "run"),
    ("start", "run"),
    ("simulate", "sim"),
    ("bench", "sim"),
    ("lint", "check"),
    ("validate", "check"),
    ("verify", "check"),
    ("compile", "check"),
    ("build", "check"),
    ("format", "fmt"),
    ("list", "show"),
    ("ls", "show"),
    ("info", "show"),
    ("browse", "show"),
    ("prob", "odds"),
    ("probability", "odds"),
    ("chance", "odds"),
    ("dice", "roll"),
    ("throw", "roll"),
    ("why", "ask"),
    ("query", "ask"),
    ("reckon", "ask"),
    ("tests", "test"),
    ("prompt", "repl"),
    ("interactive", "repl"),
    ("modifiers", "cards"),
    ("screen", "cards"),
    ("value", "worth"),
];

/// Options of other programs, and the option that is meant where a command has it.
const MEANT_OPTIONS: &[(&str, &str)] = &[
    ("--filter", "--only"),
    ("--test", "--only"),
    ("--name", "--only"),
    ("--grep", "--only"),
    ("--option", "--with"),
    ("--options", "--with"),
    ("--set", "--with"),
    ("--choose", "--with"),
    ("--count", "-n"),
    ("--times", "-n"),
    ("--number", "-n"),
    ("--runs", "-n"),
    ("--iterations", "-n"),
    ("--trials", "-n"),
    ("--output", "-o"),
    ("--out", "-o"),
    ("--format", "--json"),
    ("--verbose", "--all"),
    ("-v", "--all"),
    ("--random", "--seed"),
    ("--roll", "--dice"),
    ("--rolled", "--dice"),
    ("--path", "--rules"),
    ("--dir", "--rules"),
    ("--folder", "--rules"),
    ("--pack", "--rules"),
];

/// The mistake as fray tells it.
pub(super) fn mistake(error: &clap::Error, typed: &[String]) -> CliError {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or("").trim_start_matches("error: ").trim().to_string();
    let named = text_of(error, ContextKind::InvalidArg);
    let invalid = if named.is_empty() { text_of(error, ContextKind::InvalidSubcommand) } else { named };
    let usage = usage_of(typed);
    let (message, help) = match error.kind() {
        ErrorKind::InvalidSubcommand => (format!("fray has no command `{invalid}`"), command_help(&invalid, typed)),
        ErrorKind::UnknownArgument if invalid.starts_with('-') => unknown_option(&invalid, typed),
        ErrorKind::UnknownArgument => too_many(&invalid, typed, &usage),
        ErrorKind::TooManyValues => too_many(&text_of(error, ContextKind::InvalidValue), typed, &usage),
        ErrorKind::MissingRequiredArgument => missing(error, typed, &usage),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => invalid_value(error, &first),
        ErrorKind::ArgumentConflict => (first, "leave one of them out".to_string()),
        _ => (first, usage),
    };
    CliError::Usage { message, help }
}

fn text_of(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    }
}

fn commands() -> Vec<String> {
    super::args::Fray::command().get_subcommands().map(|command| command.get_name().to_string()).collect()
}

fn command_help(word: &str, typed: &[String]) -> String {
    let names = commands();
    let meant = MEANT.iter().find(|(other, _)| *other == word).map(|(_, meant)| *meant);
    let near = meant.or_else(|| suggest(word, names.iter().map(String::as_str)));
    let rest = typed.iter().skip_while(|one| *one != word).skip(1).map(|one| quoted(one)).collect::<Vec<_>>().join(" ");
    match near {
        _ if word == "help" => match typed.iter().skip_while(|one| *one != word).nth(1) {
            Some(command) if names.contains(command) => format!("write `fray {command} --help`"),
            _ => "write `fray --help`, or `fray COMMAND --help`".to_string(),
        },
        _ if word == "version" => "write `fray --version`".to_string(),
        Some(near) => format!("did you mean `fray {near} {rest}`?").replace(" `?", "`?"),
        None => format!("the commands are {}", names.join(", ")),
    }
}

/// The command that was typed, if it is one.
fn command_of(typed: &[String]) -> Option<String> {
    let names = commands();
    typed.iter().find(|word| names.contains(word)).cloned()
}

fn usage_of(typed: &[String]) -> String {
    match command_of(typed) {
        Some(command) => {
            let mut fray = super::args::Fray::command();
            let usage = fray.find_subcommand_mut(&command).map(|found| found.render_usage().to_string());
            let form = usage.unwrap_or_default().trim_start_matches("Usage:").trim().to_string();
            format!("its form is `fray {form}`; `fray {command} --help` says more")
        }
        None => "`fray --help` says what there is".to_string(),
    }
}

fn unknown_option(word: &str, typed: &[String]) -> (String, String) {
    let command = command_of(typed).unwrap_or_default();
    let word = with_one_dash(word, typed).unwrap_or(word);
    let message = format!("`{}` has no option `{word}`", format!("fray {command}").trim_end());
    let mut options: Vec<String> = vec!["--rules".to_string(), "--help".to_string()];
    options.extend(command.is_empty().then(|| "--version".to_string()));
    if let Some(found) = super::args::Fray::command().find_subcommand(&command) {
        for option in found.get_arguments() {
            options.extend(option.get_long().map(|long| format!("--{long}")));
            options.extend(option.get_short().map(|short| format!("-{short}")));
        }
    }
    let name = word.split('=').next().unwrap_or(word);
    // `--n` is `-n`, and `-seed` is `--seed`.
    let bare = name.trim_start_matches('-');
    let other = options.iter().find(|option| option.trim_start_matches('-') == bare).map(String::as_str);
    let is_number = bare.starts_with(|c: char| c.is_ascii_digit());
    let meant = MEANT_OPTIONS.iter().find(|(said, _)| *said == name).map(|(_, meant)| *meant);
    let meant = meant.filter(|meant| options.iter().any(|option| option == meant));
    let near = other.or(meant).or_else(|| suggest(name, options.iter().map(String::as_str)));
    let value = typed.iter().skip_while(|one| *one != word).nth(1).filter(|value| !value.starts_with('-'));
    let is_asked = matches!(command.as_str(), "ask" | "odds" | "worth");
    let help = match near {
        _ if name == "--without" && options.iter().any(|option| option == "--with") => {
            let option = value.map_or("OPTION", String::as_str);
            format!("an option of the rules is switched off by `--with {option}=off`")
        }
        None if is_asked && !is_number => {
            let fact = format!("{bare} {}", value.map_or("", String::as_str)).replace('=', " ");
            format!("how things are is said in the sentence: `'…, {}'`", fact.trim())
        }
        _ if is_number => "a number below zero cannot stand here".to_string(),
        // The option as it is typed, with its value.
        Some(near) if near.starts_with("--") && !word.starts_with("--") => match (word.split_once('='), value) {
            (Some((_, value)), _) => format!("a long option has two dashes: `{near} {value}`"),
            (None, Some(value)) => format!("a long option has two dashes: `{near} {}`", quoted(value)),
            (None, None) => format!("a long option has two dashes: `{near}`"),
        },
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("its options are {}", options.join(", ")),
    };
    (message, help)
}

/// The whole of what was typed with one dash, of which the parser names only the first letter.
fn with_one_dash<'t>(word: &str, typed: &'t [String]) -> Option<&'t str> {
    let is_letter = word.len() == 2 && word.starts_with('-') && !word.starts_with("--");
    let whole = typed.iter().filter(|one| one.starts_with('-') && !one.starts_with("--") && one.len() > 2);
    whole.map(String::as_str).find(|one| is_letter && one.contains(&word[1..]))
}

/// A word too many: a sentence without its quotes, or a number without its option.
fn too_many(word: &str, typed: &[String], usage: &str) -> (String, String) {
    let command = command_of(typed).unwrap_or_default();
    let words: Vec<&String> =
        typed.iter().skip_while(|one| **one != command).skip(1).take_while(|one| !one.starts_with('-')).collect();
    let message = format!("`{word}` is one word too many for `fray {command}`");
    let joined = |words: &[&String]| quoted(&words.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" "));
    let help = match (command.as_str(), words.as_slice()) {
        _ if let Some(help) = in_one_word(word, typed) => help,
        ("ask" | "odds" | "worth", [place, sentence, facts @ ..]) if sentence.contains(' ') && !facts.is_empty() => {
            let facts: Vec<String> = facts.iter().map(|fact| fact.replace('=', " ")).collect();
            let whole = format!("{sentence}, {}", facts.join(", "));
            format!("all that is said stands in one sentence: `fray {command} {} {}`", quoted(place), quoted(&whole))
        }
        ("odds", [dice, number]) if number.parse::<u64>().is_ok() && dice.contains('d') => {
            format!("a `>` or `<` outside of quotes is the terminal's own: `fray odds '{dice} >= {number}'`")
        }
        ("ask" | "odds" | "worth", [place, sentence @ ..]) if sentence.len() > 1 => {
            let is_dice = place.starts_with(|c: char| c.is_ascii_digit());
            match is_dice {
                true => format!("what has blanks stands in quotes: `fray {command} {}`", joined(&words)),
                false => {
                    format!("a sentence stands in quotes: `fray {command} {} {}`", quoted(place), joined(sentence))
                }
            }
        }
        ("roll", words) => format!("what has blanks stands in quotes: `fray roll {}`", joined(words)),
        ("sim", [scenario, number]) if number.parse::<u64>().is_ok() => {
            format!("how many games is said by `-n`: `fray sim {scenario} -n {number}`")
        }
        ("run", [scenario, number]) if number.parse::<u64>().is_ok() => {
            format!("where the dice begin is said by `--seed`: `fray run {scenario} --seed {number}`")
        }
        ("sim" | "run" | "odds" | "report" | "repl" | "serve" | "sweep", [pack, scenario]) => {
            format!("a scenario of a pack is named with both: `fray {command} {pack}/{scenario}`")
        }
        _ => usage.to_string(),
    };
    (message, help)
}

/// A word that belongs to the option before it: dice with blanks between them, `on` and `off` behind an option of the rules.
fn in_one_word(word: &str, typed: &[String]) -> Option<String> {
    let at = typed.iter().rposition(|one| one.starts_with("--") && !one.contains('='))?;
    let values: Vec<&str> = typed.get(at + 1..)?.iter().map(String::as_str).collect();
    if !values.contains(&word) {
        return None;
    }
    let is_number = |value: &&str| value.bytes().all(|byte| byte.is_ascii_digit());
    match (typed[at].as_str(), values.as_slice()) {
        ("--dice", dice) if dice.len() > 1 && dice.iter().all(is_number) => {
            Some(format!("dice stand in one word, with commas: `--dice {}`", dice.join(",")))
        }
        ("--with", [option, "on" | "yes"]) => Some(format!("an option is switched on by its name: `--with {option}`")),
        ("--with", [option, value]) => Some(format!("the reading stands behind `=`: `--with {option}={value}`")),
        _ => None,
    }
}

fn missing(error: &clap::Error, typed: &[String], usage: &str) -> (String, String) {
    let command = command_of(typed).unwrap_or_default();
    let lacks = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(names)) => names.join(" and "),
        _ => "something".to_string(),
    };
    let message = format!("`fray {command}` lacks {lacks}");
    let behind: Vec<&String> = typed.iter().skip_while(|one| **one != command).skip(1).collect();
    // What stands behind `--rules` belongs to that.
    let is_value = |at: usize| at > 0 && matches!(behind[at - 1].as_str(), "--rules" | "--with");
    let said = behind.iter().enumerate().filter(|(at, one)| !one.starts_with('-') && !is_value(*at));
    let said: Vec<&String> = said.map(|(_, one)| *one).collect();
    let help = match (command.as_str(), said.as_slice()) {
        ("ask" | "worth", [one]) if one.contains(' ') => {
            format!("say in which pack, or on whose board: `fray {command} PACK {}`", quoted(one))
        }
        ("ask" | "worth", [one]) => format!("put a sentence behind it in quotes: `fray {command} {one} '…'`"),
        ("run" | "sim", []) => {
            format!("name a scenario, such as `fray {command} duel`; `fray show PACK scenarios` lists them")
        }
        ("diff", []) => "name two packs or files, such as `fray diff PACK mine.fray`".to_string(),
        ("diff", [one]) => format!("name another behind it, or a reading: `fray diff {one} --with OPTION=READING`"),
        ("cards" | "fmt", []) => format!("name a pack or its folder, such as `fray {command} rules/PACK`"),
        ("roll" | "odds", []) => format!("for example `fray {command} '3d6 + 2'`"),
        _ => usage.to_string(),
    };
    (message, help)
}

fn invalid_value(error: &clap::Error, first: &str) -> (String, String) {
    let (value, option) = (text_of(error, ContextKind::InvalidValue), text_of(error, ContextKind::InvalidArg));
    if value.is_empty() {
        return (format!("`{}` lacks its value", option), format!("write it behind a blank: `{option}`"));
    }
    let help = match first.contains("invalid digit") || first.contains("number") {
        _ if first.contains(" is not in ") => {
            match first.rsplit(' ').next().and_then(|range| range.split_once("..=")) {
                Some((least, most)) => format!("a whole number from {least} to {most}"),
                None => format!("`{option}` takes another number"),
            }
        }
        true => "a whole number, such as `7`".to_string(),
        false => format!("`{option}` takes something else"),
    };
    (format!("`{value}` is no value of `{option}`"), help)
}

/// A word as it is typed at a terminal.
fn quoted(word: &str) -> String {
    let is_plain =
        |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.' | ',' | ':' | '/' | '@' | '=' | '%');
    match word {
        word if !word.is_empty() && word.chars().all(is_plain) => word.to_string(),
        // In double quotes a shell looks at these.
        word if word.contains('\'') && !word.contains(['"', '$', '`', '\\', '!']) => format!("\"{word}\""),
        word => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use crate::cli::args::Fray;
    use clap::Parser;

    #[test]
    fn words_are_quoted_for_a_shell() {
        for (word, quoted) in [
            ("duel", "duel"),
            ("Ann strikes", "'Ann strikes'"),
            ("Bruce's damage", "\"Bruce's damage\""),
            ("Bruce's $HOME", "'Bruce'\\''s $HOME'"),
            ("a\\b", "'a\\b'"),
            ("", "''"),
        ] {
            assert_eq!(super::quoted(word), quoted);
        }
    }

    #[test]
    fn what_was_meant_can_be_typed() {
        for (line, help) in [
            ("play duel", "did you mean `fray run duel`?"),
            ("chek", "did you mean `fray check`?"),
            ("help run", "write `fray run --help`"),
            ("ask hall Ann strikes", "a sentence stands in quotes: `fray ask hall 'Ann strikes'`"),
            ("sim duel 1000", "how many games is said by `-n`: `fray sim duel -n 1000`"),
            ("sim duel --n 100", "did you mean `-n`?"),
            ("run duel --sed 7", "did you mean `--seed`?"),
            ("run duel --seed abc", "a whole number, such as `7`"),
            ("run", "name a scenario, such as `fray run duel`; `fray show PACK scenarios` lists them"),
            ("odds 3d6 keep 2", "what has blanks stands in quotes: `fray odds '3d6 keep 2'`"),
        ] {
            let typed: Vec<String> = std::iter::once("fray").chain(line.split(' ')).map(str::to_string).collect();
            let error = Fray::try_parse_from(&typed).expect_err("it is a mistake");
            let said = super::mistake(&error, &typed);
            let miette_help = miette::Diagnostic::help(&said).map(|help| help.to_string());
            assert_eq!(miette_help.as_deref(), Some(help), "{line}: {said}");
        }
    }
}
