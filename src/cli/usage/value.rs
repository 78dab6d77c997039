//! A value that an option does not take, or that is missing behind it: a number in another manner, one word for another.

use super::line::{TypedCommand, TypedPart, is_number, of, option, whole};
use crate::diag::suggest;
use clap::Arg;
use clap::error::{ContextKind, ContextValue};

/// What is typed where the value is not known.
const EXAMPLES: &[(&str, &str)] = &[
    ("DICE", "4,2,5"),
    ("FILE.html", "page.html"),
    ("FILE", "kept.txt"),
    ("SAVE", "kept.log"),
    ("FOLDER", "."),
    ("CONTROLLER", "own,search"),
    ("N/OF", "1/4"),
    ("ADDRESS", "192.168.1.20"),
    ("WAYS", "100000"),
];

/// An example of the value of an option.
pub(super) fn example(arg: &Arg) -> String {
    let name = arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
    if let Some(first) = arg.get_possible_values().first() {
        return first.get_name().to_string();
    }
    let known = EXAMPLES.iter().find(|(known, _)| *known == name).map(|(_, example)| example.to_string());
    let by_default = || arg.get_default_values().first().map(|value| value.to_string_lossy().into_owned());
    let is_word = name.contains(['=', '"', '[']) || matches!(name, "PACK" | "SCENARIO" | "EXPRESSION" | "TEXT");
    known.or_else(by_default).unwrap_or_else(|| if is_word { name.to_string() } else { "7".to_string() })
}

/// What an option is for, in half a sentence; nothing where that is longer.
fn about(arg: &Arg) -> Option<String> {
    let help = arg.get_help()?.to_string();
    let first = help.split([';', '.', ':']).next()?.trim();
    let mut letters = first.chars();
    let lower = letters.next()?.to_lowercase().chain(letters).collect::<String>();
    (!lower.contains('`') && !lower.contains('\n')).then_some(lower)
}

/// What is said of a value that an option does not take.
pub(super) fn wrong(error: &clap::Error, line: &TypedCommand) -> (String, String) {
    let value = of(error, ContextKind::InvalidValue);
    let fray = whole();
    let command = fray.find_subcommand(line.command()).unwrap_or(&fray);
    // The parser calls an option by its long name and its value: `--games <GAMES>`.
    let said = of(error, ContextKind::InvalidArg);
    let said = said.split([' ', '[', '=']).next().unwrap_or("");
    let is_it = |name: &str| {
        option(command, name).or_else(|| option(&fray, name)).is_some_and(|arg| {
            let long = arg.get_long().map(|long| format!("--{long}"));
            let short = arg.get_short().map(|short| format!("-{short}"));
            long.as_deref() == Some(said) || short.as_deref() == Some(said)
        })
    };
    let at = line.parts.iter().position(|part| match part {
        TypedPart::Option { name, value: typed, .. } => is_it(name) && typed.as_deref().unwrap_or("") == value,
        _ => false,
    });
    // What may be left out behind an option is a word of its own there.
    let behind = line.parts.windows(2).position(|two| match two {
        [TypedPart::Option { name, value: None, .. }, TypedPart::Word(word)] => is_it(name) && *word == value,
        _ => false,
    });
    if let Some(TypedPart::Option { name, .. }) = behind.filter(|_| at.is_none()).map(|at| &line.parts[at])
        && let Some(arg) = option(command, name)
    {
        let message = format!("`{value}` is no value of `{name}`");
        return (message, format!("write `{name} {}`, or `{name}` alone", example(arg)));
    }
    let Some((at, name)) = at.and_then(|at| match &line.parts[at] {
        TypedPart::Option { name, .. } => Some((at, name.clone())),
        _ => None,
    }) else {
        return of_word(error, &value, line);
    };
    let Some(arg) = option(command, &name).or_else(|| option(&fray, &name)) else {
        return of_word(error, &value, line);
    };
    let put = |value: &str| {
        let put = TypedPart::Option {
            name: name.clone(),
            value: Some(value.to_string()),
            is_joined: name.starts_with("--") && is_joined(&line.parts[at]),
        };
        line.instead(at, vec![put])
    };
    if value.is_empty() {
        return (format!("`{name}` lacks its value"), lacking(arg, &put(&example(arg))));
    }
    let message = |why: &str| format!("`{value}` is no value of `{name}`: {why}");
    let possible: Vec<String> = possible(error);
    if !possible.is_empty() {
        let near = suggest(&value, possible.iter().map(String::as_str));
        let help = match near {
            Some(near) => format!("did you mean `{}`?", put(near).shown()),
            None => format!("for example `{}`", put(&possible[0]).shown()),
        };
        return (message(&format!("it takes {}", possible.join(", "))), help);
    }
    let range = range(error);
    let wanted = match &range {
        Some((least, Some(most))) => format!("it takes a whole number from {least} to {most}"),
        Some((least, None)) => format!("it takes a whole number of {least} or more"),
        None if is_whole(arg) => "it takes a whole number of 0 or more".to_string(),
        None => format!("it takes something like `{}`", example(arg)),
    };
    let fits = |number: u64| {
        range.as_ref().is_none_or(|(least, most)| number >= *least && most.is_none_or(|most| number <= most))
    };
    let help = match in_figures(&value) {
        Some(number) if number.to_string() != value && fits(number) => {
            format!("write `{}`", put(&number.to_string()).shown())
        }
        _ => {
            let example = example(arg);
            let example = match &range {
                Some((least, _)) if example.parse().is_ok_and(|number: u64| !fits(number)) => least.to_string(),
                _ => example,
            };
            format!("for example `{}`", put(&example).shown())
        }
    };
    (message(&wanted), help)
}

fn is_joined(part: &TypedPart) -> bool {
    matches!(part, TypedPart::Option { is_joined: true, .. })
}

/// Whether an option takes a whole number.
fn is_whole(arg: &Arg) -> bool {
    let id = arg.get_value_parser().type_id();
    let is = |other: std::any::TypeId| id == other;
    is(std::any::TypeId::of::<u64>())
        || is(std::any::TypeId::of::<u32>())
        || is(std::any::TypeId::of::<u16>())
        || is(std::any::TypeId::of::<u8>())
        || is(std::any::TypeId::of::<usize>())
}

/// What stands behind an option without its value.
fn lacking(arg: &Arg, mended: &TypedCommand) -> String {
    if arg.get_long() == Some("with") {
        return "name an option of the rules behind it, `--with OPTION` or `--with OPTION=READING`: `fray show PACK options` \
                lists them"
            .to_string();
    }
    match about(arg) {
        Some(about) => format!("{about}: `{}`", mended.shown()),
        None => format!("for example `{}`", mended.shown()),
    }
}

/// A value of a word that is no option.
fn of_word(error: &clap::Error, value: &str, line: &TypedCommand) -> (String, String) {
    let possible = possible(error);
    let near = suggest(value, possible.iter().map(String::as_str)).or(match value {
        // The shells of other systems, and the plain one.
        "sh" | "dash" | "ksh" => Some("bash"),
        "cmd" | "pwsh" | "ps" | "ps1" => Some("powershell"),
        _ => None,
    });
    let near = near.filter(|near| possible.iter().any(|one| one == near));
    let at = line.parts.iter().position(|part| *part == TypedPart::Word(value.to_string()));
    let help = match (near.or(possible.first().map(String::as_str)), at) {
        (Some(other), Some(at)) => {
            let mended = line.instead(at, vec![TypedPart::Word(other.to_string())]).shown();
            if near.is_some() { format!("did you mean `{mended}`?") } else { format!("for example `{mended}`") }
        }
        _ => format!("`fray {} --help` says what may stand there", line.command()),
    };
    let known = if possible.is_empty() { String::new() } else { format!(": there are {}", possible.join(", ")) };
    (format!("`{value}` cannot stand behind `fray {}`{known}", line.command()), help)
}

/// What may stand there, if that is a list.
fn possible(error: &clap::Error) -> Vec<String> {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(all)) => all.clone(),
        _ => Vec::new(),
    }
}

/// The least and the most that a number may be.
fn range(error: &clap::Error) -> Option<(u64, Option<u64>)> {
    let text = error.to_string();
    let first = text.lines().next()?;
    let (_, range) = first.split_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    let least = least.trim().parse().ok()?;
    let most = most.trim_start_matches('=').trim().parse().ok().filter(|most| *most != u64::MAX);
    Some((least, most))
}

/// A number as people and other programs write it: `1,000`, `1_000`, `100k`, `1e3`, `5.0`, `+3`, `-3`, `x100`, `#7`.
fn in_figures(value: &str) -> Option<u64> {
    let plain: String = value.chars().filter(|c| !matches!(c, ',' | '_' | '\'' | ' ' | '+' | '#')).collect();
    let plain = plain.to_lowercase();
    let plain = plain.trim_start_matches(['x', '-', '=', ':']).trim_end_matches(['x', '%']);
    let (number, times) = match plain.strip_suffix('k').or_else(|| plain.strip_suffix("tsd")) {
        Some(number) => (number, 1_000),
        None => plain.strip_suffix('m').map_or((plain, 1), |number| (number, 1_000_000)),
    };
    if let Some((number, zeros)) = number.split_once('e')
        && let (Ok(number), Ok(zeros)) = (number.parse::<u64>(), zeros.parse::<u32>())
    {
        return number.checked_mul(10_u64.checked_pow(zeros)?);
    }
    let number = number.strip_suffix(".0").unwrap_or(number);
    let figures: &str = number.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
    let is_all = figures.len() == number.len()
        || number.split('.').all(|part| part.bytes().all(|b| b.is_ascii_digit())) && is_number(number);
    if !is_all || figures.is_empty() {
        return None;
    }
    figures.parse::<u64>().ok()?.checked_mul(times)
}

/// Options that are on or off alone, with a value behind them: nothing of that is a number below zero.
pub(super) fn below_zero(word: &str, line: &TypedCommand) -> Option<(String, String)> {
    let at = line.parts.iter().position(|part| match part {
        TypedPart::Option { value: Some(value), .. } => value == word,
        _ => false,
    })?;
    let TypedPart::Option { name, is_joined, .. } = &line.parts[at] else { return None };
    let plain = in_figures(word).filter(|number| *number > 0).unwrap_or(1);
    let put = TypedPart::Option { name: name.clone(), value: Some(plain.to_string()), is_joined: *is_joined };
    let message = format!("`{word}` is no value of `{name}`: it takes a whole number of 0 or more");
    Some((message, format!("for example `{}`", line.instead(at, vec![put]).shown())))
}
