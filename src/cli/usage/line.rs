//! What was typed after `fray`, apart: the command, its options with their values, and the words besides. What is offered
//! instead is typed as a whole again, and offered only where it can be read.

use crate::cli::args::Fray;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, CommandFactory, Parser};

/// What a command is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CommandSubject {
    Fight,
    Sentence,
    Pack,
    Kept,
    Dice,
}

/// What each command is about: an option of another one is looked for among those of the same subject.
pub(super) const WORKS_ON: &[(&str, &[CommandSubject])] = &[
    ("sim", &[CommandSubject::Fight]),
    ("run", &[CommandSubject::Fight]),
    ("odds", &[CommandSubject::Fight, CommandSubject::Sentence, CommandSubject::Dice]),
    ("roll", &[CommandSubject::Dice]),
    ("tournament", &[CommandSubject::Fight]),
    ("sweep", &[CommandSubject::Fight]),
    ("report", &[CommandSubject::Fight]),
    ("ask", &[CommandSubject::Sentence]),
    ("worth", &[CommandSubject::Sentence]),
    ("check", &[CommandSubject::Pack]),
    ("test", &[CommandSubject::Pack]),
    ("mutants", &[CommandSubject::Pack]),
    ("watch", &[CommandSubject::Pack]),
    ("cards", &[CommandSubject::Pack]),
    ("show", &[CommandSubject::Pack]),
    ("fmt", &[CommandSubject::Pack]),
    ("diff", &[CommandSubject::Pack]),
    ("replay", &[CommandSubject::Kept]),
    ("merge", &[CommandSubject::Kept]),
];

/// A part of what was typed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TypedPart {
    /// The command.
    Command(String),
    /// An option, as it was typed, with its value.
    Option { name: String, value: Option<String>, is_joined: bool },
    /// Any other word.
    Word(String),
}

/// All that was typed.
#[derive(Clone, Debug)]
pub(super) struct TypedCommand {
    /// Its parts, in order.
    pub parts: Vec<TypedPart>,
}

/// The whole of what may be typed.
pub(super) fn whole() -> Command {
    let mut fray = Fray::command();
    fray.build();
    fray
}

/// The names of all commands.
pub(super) fn commands() -> Vec<String> {
    let named = |command: &Command| command.get_name().to_string();
    Fray::command().get_subcommands().map(named).collect()
}

/// Whether an option has a value behind it.
pub(super) fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

/// An option of a command by what it is called, dashes and all.
pub(super) fn option<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    command.get_arguments().filter(|arg| !arg.is_positional()).find(|arg| match name.strip_prefix("--") {
        Some(long) => arg.get_long() == Some(long),
        None => name.strip_prefix('-').is_some_and(|short| {
            let mut letters = short.chars();
            letters.next() == arg.get_short() && letters.next().is_none() && arg.get_short().is_some()
        }),
    })
}

impl TypedCommand {
    /// Takes apart what was typed; the first word is the program.
    pub(super) fn read(typed: &[String]) -> TypedCommand {
        let fray = whole();
        let mut spec: Option<&Command> = None;
        let mut parts = Vec::new();
        let mut words = typed.iter().skip(1).peekable();
        while let Some(word) = words.next() {
            if !word.starts_with('-') || word == "-" || is_number(word) {
                if parts.iter().any(|part| matches!(part, TypedPart::Command(_))) {
                    parts.push(TypedPart::Word(word.clone()));
                } else {
                    spec = fray.find_subcommand(word);
                    parts.push(TypedPart::Command(word.clone()));
                }
                continue;
            }
            let known = |name: &str| option(&fray, name).or_else(|| option(spec?, name));
            if let Some((name, value)) = word.split_once('=') {
                let (name, value) = (name.to_string(), Some(value.to_string()));
                parts.push(TypedPart::Option { name, value, is_joined: true });
                continue;
            }
            let letter = word.char_indices().nth(2).map_or(word.as_str(), |(end, _)| &word[..end]);
            if !word.starts_with("--") && letter != word && known(letter).is_some_and(takes_value) {
                let (name, value) = (letter.to_string(), Some(word[letter.len()..].to_string()));
                parts.push(TypedPart::Option { name, value, is_joined: true });
                continue;
            }
            let is_alone = known(word).is_some_and(|arg| !takes_value(arg) || arg.is_require_equals_set());
            // What may have a value or none has it where that is a number.
            let is_open = known(word).and_then(Arg::get_num_args).is_some_and(|count| count.min_values() == 0);
            let may_follow = |next: &&String| is_number(next) || !is_open && !next.starts_with('-');
            let value = if is_alone { None } else { words.next_if(may_follow).cloned() };
            parts.push(TypedPart::Option { name: word.clone(), value, is_joined: false });
        }
        TypedCommand { parts }
    }

    /// The command as it was typed.
    pub(super) fn command(&self) -> &str {
        match self.parts.iter().find(|part| matches!(part, TypedPart::Command(_))) {
            Some(TypedPart::Command(word)) => word,
            _ => "",
        }
    }

    /// What it is about: of a command with several subjects, what its words say.
    pub(super) fn works_on(&self) -> Vec<CommandSubject> {
        let all = WORKS_ON.iter().find(|(command, _)| *command == self.command()).map_or(&[][..], |(_, on)| on);
        let words = self.words();
        let is_dice = words.first().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let is_meant = |subject: &CommandSubject| match subject {
            _ if all.len() == 1 => true,
            CommandSubject::Dice => is_dice,
            CommandSubject::Sentence => !is_dice && words.len() > 1,
            _ => !is_dice && words.len() == 1,
        };
        all.iter().copied().filter(is_meant).collect()
    }

    /// The words besides.
    pub(super) fn words(&self) -> Vec<&str> {
        self.parts
            .iter()
            .filter_map(|part| match part {
                TypedPart::Word(word) => Some(word.as_str()),
                _ => None,
            })
            .collect()
    }

    /// The same with other words in the place of those besides.
    pub(super) fn with_words(&self, words: &[&str]) -> TypedCommand {
        let at = self.parts.iter().position(|part| matches!(part, TypedPart::Command(_))).map_or(0, |at| at + 1);
        let mut parts: Vec<TypedPart> =
            self.parts.iter().filter(|part| !matches!(part, TypedPart::Word(_))).cloned().collect();
        let at = at.min(parts.len());
        parts.splice(at..at, words.iter().map(|word| TypedPart::Word(word.to_string())));
        TypedCommand { parts }
    }

    /// The same with an option more.
    pub(super) fn with_option(mut self, name: &str, value: Option<&str>) -> TypedCommand {
        let (name, value) = (name.to_string(), value.map(str::to_string));
        self.parts.push(TypedPart::Option { name, value, is_joined: false });
        self
    }

    /// The same as another command.
    pub(super) fn as_command(&self, command: &str) -> TypedCommand {
        let mut line = self.clone();
        for part in &mut line.parts {
            if let TypedPart::Command(word) = part {
                *word = command.to_string();
            }
        }
        line
    }

    /// The same with other parts in the place of one.
    pub(super) fn instead(&self, at: usize, parts: Vec<TypedPart>) -> TypedCommand {
        let mut line = self.clone();
        line.parts.splice(at..=at, parts);
        line
    }

    /// Where an option stands, by its name as it was typed.
    pub(super) fn at(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|part| matches!(part, TypedPart::Option { name: typed, .. } if typed == name))
    }

    /// As it is typed, word by word.
    fn typed(&self) -> Vec<String> {
        std::iter::once("fray".to_string()).chain(self.typed_parts()).collect()
    }

    fn typed_parts(&self) -> Vec<String> {
        let mut typed = Vec::new();
        for part in &self.parts {
            match part {
                TypedPart::Command(word) | TypedPart::Word(word) => typed.push(word.clone()),
                TypedPart::Option { name, value: Some(value), is_joined: true } if name.starts_with("--") => {
                    typed.push(format!("{name}={value}"));
                }
                TypedPart::Option { name, value: Some(value), is_joined: true } => typed.push(format!("{name}{value}")),
                TypedPart::Option { name, value, .. } => {
                    typed.push(name.clone());
                    typed.extend(value.clone());
                }
            }
        }
        typed
    }

    /// As it is typed at a terminal.
    pub(super) fn shown(&self) -> String {
        self.typed().iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// The same without the program.
    pub(super) fn shown_alone(&self) -> String {
        self.typed_parts().iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    /// The same where it can be read as it stands.
    pub(super) fn if_read(&self) -> Option<String> {
        Fray::try_parse_from(self.typed()).is_ok().then(|| self.shown())
    }

    /// What is wrong with it, by which option or word: to tell whether a change of it has mended that.
    pub(super) fn wrong(&self) -> Option<(clap::error::ErrorKind, String)> {
        let error = Fray::try_parse_from(self.typed()).err()?;
        Some((error.kind(), of(&error, ContextKind::InvalidArg)))
    }
}

/// What an error says of one of its sides; several names are joined.
pub(super) fn of(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(all)) => all.join(" and "),
        _ => String::new(),
    }
}

/// Whether a word is a number, also one below zero.
pub(super) fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches('-');
    digits.starts_with(|c: char| c.is_ascii_digit()) && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// A word as it is typed at a terminal.
pub(in crate::cli) fn quoted(word: &str) -> String {
    let is_plain =
        |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '+' | '.' | ',' | ':' | '/' | '@' | '=' | '%' | '…');
    match word {
        word if !word.is_empty() && word.chars().all(is_plain) => word.to_string(),
        // In double quotes a shell looks at these.
        word if word.contains('\'') && !word.contains(['"', '$', '`', '\\', '!']) => format!("\"{word}\""),
        word => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
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
}
