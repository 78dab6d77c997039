//! The commands of the prompt by which those at the table tell how things stand, and what may be made of each; those that
//! answer with a page. What they do is known to the prompt alone.

/// What may be made of a command that tells how things stand.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum CommandRole {
    /// Nothing is gone by it, so that the next line may tell the same otherwise.
    Again,
    /// Things stand otherwise by it, rather than being called otherwise: no odds are asked of it.
    Otherwise,
    /// `what if` supposes it.
    Supposed,
    /// Behind it may stand the name of somebody who is only meant in what was said: `take her off`.
    OfSomebody,
    /// It says only where somebody stands or looks: a part of a line may tell that.
    OfPlace,
}

use CommandRole::{Again, OfPlace, OfSomebody, Otherwise, Supposed};

/// All of them.
const COMMANDS: [(&str, &[CommandRole]); 12] = [
    ("new", &[Again, Otherwise]),
    ("put", &[Again, Otherwise, Supposed, OfSomebody, OfPlace]),
    ("for", &[Again, Otherwise, Supposed]),
    ("interchange", &[Again, Otherwise, Supposed]),
    ("drop", &[Again, Otherwise, Supposed, OfSomebody]),
    ("give", &[Again, Otherwise, Supposed, OfSomebody]),
    ("set", &[Again, Otherwise, Supposed]),
    ("face", &[Again, Otherwise, Supposed, OfSomebody, OfPlace]),
    ("relate", &[Again, Otherwise, Supposed]),
    ("release", &[Again, Otherwise, Supposed]),
    ("rename", &[Again]),
    ("remove", &[Otherwise, OfSomebody]),
];

impl CommandRole {
    /// Whether this may be made of a command.
    pub(crate) fn is_of(self, command: &str) -> bool {
        self.commands().any(|word| word == command)
    }

    /// The commands of which this may be made.
    pub(crate) fn commands(self) -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().filter(move |(_, all)| all.contains(&self)).map(|(word, _)| *word)
    }
}

/// All commands that tell how things stand.
pub(super) fn telling_commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(word, _)| *word)
}

/// The commands that answer with a page of the rules or of the table.
const PAGES: [&str; 4] = ["show", "turn", "cards", "orders"];

/// Whether a command answers with a page: for all of whom it tells, whoever asks.
pub(super) fn is_page(command: &str) -> bool {
    PAGES.contains(&command)
}

/// Whether a line may stand behind `what if`: it tells how things stand, or what is done.
pub(crate) fn may_be_supposed(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    first == "do" || CommandRole::Supposed.is_of(first)
}
