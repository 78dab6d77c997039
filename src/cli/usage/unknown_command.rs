//! A first word that is no command: the word of another program, a slip, or what a command is about.

use super::example::pack_for;
use super::line::{TypedCommand, commands};
use crate::cli::find;
use crate::cli::packs::Packs;
use crate::diag::suggest;
use crate::text::Files;

/// Words of other programs, and the command that is meant.
const MEANT: &[(&str, &str)] = &[
    ("play", "run"),
    ("start", "run"),
    ("exec", "run"),
    ("simulate", "sim"),
    ("bench", "sim"),
    ("montecarlo", "sim"),
    ("fight", "run"),
    ("battle", "run"),
    ("lint", "check"),
    ("validate", "check"),
    ("verify", "check"),
    ("compile", "check"),
    ("build", "check"),
    ("fix", "check"),
    ("format", "fmt"),
    ("list", "show"),
    ("ls", "show"),
    ("info", "show"),
    ("browse", "show"),
    ("describe", "show"),
    ("print", "show"),
    ("cat", "show"),
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
    ("shell", "repl"),
    ("console", "repl"),
    ("interactive", "repl"),
    ("server", "serve"),
    ("web", "serve"),
    ("modifiers", "cards"),
    ("screen", "cards"),
    ("value", "worth"),
    ("init", "new"),
    ("create", "new"),
    ("mutate", "mutants"),
    ("mutation", "mutants"),
    ("compare", "diff"),
    ("compete", "tournament"),
    ("combine", "merge"),
    ("error", "explain"),
    ("manual", "man"),
    ("completion", "completions"),
];

/// What is said of it.
pub(super) fn told(word: &str, line: &TypedCommand, packs: &Packs) -> (String, String) {
    let names = commands();
    let message = format!("fray has no command `{word}`");
    let words = line.words();
    let help = match word {
        "help" => match words.first() {
            Some(command) if names.iter().any(|name| name == command) => format!("write `fray {command} --help`"),
            _ => "write `fray --help`, or `fray COMMAND --help`".to_string(),
        },
        "version" => "write `fray --version`".to_string(),
        _ => {
            let lower = word.to_lowercase();
            let meant = MEANT.iter().find(|(other, _)| *other == lower).map(|(_, meant)| *meant);
            let is_named = || about(word, line, packs);
            match meant.or_else(|| names.iter().find(|name| **name == lower).map(String::as_str)) {
                Some(meant) => format!("did you mean `{}`?", line.as_command(meant).shown()),
                None => is_named().unwrap_or_else(|| match suggest(word, names.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{}`?", line.as_command(near).shown()),
                    None => format!("the commands are {}", names.join(", ")),
                }),
            }
        }
    };
    (message, help)
}

/// The command that takes what was typed in its place.
fn about(word: &str, line: &TypedCommand, packs: &Packs) -> Option<String> {
    let rest: Vec<&str> = std::iter::once(word).chain(line.words()).collect();
    // The command that was typed behind what it is about.
    if let Some(command) = line.words().first().filter(|word| commands().iter().any(|name| name == *word)) {
        let words: Vec<&str> = std::iter::once(word).chain(line.words().into_iter().skip(1)).collect();
        let line = line.as_command(command).with_words(&words).shown();
        return Some(format!("the command comes first: `{line}`"));
    }
    let of = |command: &str, words: &[&str]| line.as_command(command).with_words(words).shown();
    let ending = word.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_pack = packs.folders("rules").iter().any(|pack| pack == word);
    Some(match ending {
        _ if is_pack && rest.len() == 2 && rest[1].contains(' ') => {
            format!("a sentence is asked by `ask`: `{}`", of("ask", &rest))
        }
        _ if is_pack => {
            format!(
                "it is a pack: `{}` shows what is in it, `{}` asks questions of it",
                of("show", &rest),
                of("repl", &[word])
            )
        }
        "fray" => format!("a file is looked at by `check`: `{}`", of("check", &rest)),
        "log" => format!(
            "a kept game is shown by `replay`: `{}`",
            line.as_command("replay").with_words(&rest).with_option("-o", Some("fight.html")).shown()
        ),
        _ if find::is_scenario(packs, word) => {
            format!("it is a scenario: `{}` plays it once, `{}` many times", of("run", &[word]), of("sim", &[word]))
        }
        _ if is_dice(word) => {
            let whole = rest.join(" ");
            let has_sign = whole.contains(['<', '>', '=']);
            let (one, other) = (of("roll", &[&whole]), of("odds", &[&whole]));
            match has_sign {
                true => format!("odds are reckoned by `odds`: `{other}`"),
                false => format!("dice are thrown by `roll`: `{one}`; `{other}` says their odds"),
            }
        }
        _ if word.contains(' ') || word.starts_with(char::is_uppercase) && rest.len() > 2 => {
            let whole = rest.join(" ");
            let place = pack_for(packs, &whole);
            format!("a sentence is asked in a pack: `{}`", of("ask", &[&place, &whole]))
        }
        _ => return None,
    })
}

/// Whether a word begins as dice do.
fn is_dice(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let sides = digits.strip_prefix(['d', 'D', 'w']);
    sides.is_some_and(|sides| sides.starts_with(|c: char| c.is_ascii_digit() || c == '%'))
}
