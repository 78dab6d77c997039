//! What can be wrong with what was typed after `fray`.

use crate::diag::{Diagnostic, one_line};
use std::path::Path;

/// A command that cannot be carried out.
#[derive(Debug, Clone, PartialEq, thiserror::Error, miette::Diagnostic)]
#[allow(missing_docs, reason = "the sentence of each variant says what its fields are")]
pub enum CliError {
    #[error("{message}")]
    #[diagnostic(code(fray::cli::usage))]
    Usage {
        message: String,
        #[help]
        help: String,
    },
    #[error("no {sort} is named `{name}`")]
    #[diagnostic(code(fray::cli::unknown_name))]
    UnknownName {
        sort: String,
        name: String,
        #[help]
        help: String,
    },
    #[error("`{name}` is {other}, not {sort}")]
    #[diagnostic(code(fray::cli::unknown_name))]
    OtherSort {
        name: String,
        other: String,
        sort: String,
        #[help]
        help: String,
    },
    #[error("`{name}` is a scenario of several packs")]
    #[diagnostic(code(fray::cli::ambiguous_scenario), help("say which: {}", choices.join(", ")))]
    AmbiguousScenario { name: String, choices: Vec<String> },
    #[error("`{path}` is neither a pack nor a file")]
    #[diagnostic(code(fray::cli::unknown_path))]
    UnknownPath {
        path: String,
        #[help]
        help: String,
    },
    #[error("{}", if *.is_there { format!("`{path}` holds no rules") } else { format!("there is no folder `{path}`") })]
    #[diagnostic(code(fray::cli::no_rules))]
    NoRules {
        path: String,
        is_there: bool,
        #[help]
        help: String,
    },
    #[error("`{path}` cannot be read: {why}")]
    #[diagnostic(code(fray::cli::unreadable))]
    Unreadable {
        path: String,
        why: String,
        #[help]
        help: String,
    },
    #[error("a pack cannot be called `{name}`: {why}")]
    #[diagnostic(code(fray::cli::unnamable))]
    Unnamable {
        name: String,
        why: String,
        #[help]
        help: String,
    },
    #[error("`{path}` cannot be written: {why}")]
    #[diagnostic(code(fray::cli::unwritable), help("the file is as it was before"))]
    Unwritable { path: String, why: String },
    #[error("`{path}` is not replaced: {why}")]
    #[diagnostic(code(fray::cli::would_replace))]
    WouldReplace {
        path: String,
        why: &'static str,
        #[help]
        help: String,
    },
    #[error("the answer cannot be written: {why}")]
    #[diagnostic(code(fray::cli::unanswered), help("a part of it is lost: make room, or send it somewhere else"))]
    Unanswered { why: String },
    #[error("`{path}` cannot be played again: line {line} is not what the fight comes to")]
    #[diagnostic(code(fray::cli::not_played))]
    NotPlayed {
        path: String,
        line: usize,
        #[help]
        help: String,
    },
    #[error("`{path}` cannot be played again: `{line}` comes to something else, for {why}")]
    #[diagnostic(code(fray::cli::not_said_again))]
    NotSaidAgain {
        path: String,
        line: String,
        why: String,
        #[help]
        help: String,
    },
    #[error("the table cannot be served at port {port}: {why}")]
    #[diagnostic(code(fray::cli::unserved))]
    Unserved {
        port: u16,
        why: String,
        #[help]
        help: String,
    },
    #[error("others in the network cannot be let in at {address}: {why}")]
    #[diagnostic(code(fray::cli::unshared))]
    Unshared {
        address: String,
        why: String,
        #[help]
        help: String,
    },
    #[error("`{path}` holds no kept games: line {line} is none of theirs: {why}")]
    #[diagnostic(code(fray::cli::not_kept_games), help("name a file that `fray sim --keep` or `--shard` has written"))]
    NotKeptGames { path: String, line: usize, why: String },
    #[error("`{path}` holds other games: its {what} is {theirs}, not {mine}")]
    #[diagnostic(
        code(fray::cli::foreign_games),
        help("play them again with the same rules, seed and options, by the same version of fray")
    )]
    ForeignGames { path: String, what: &'static str, mine: String, theirs: String },
    #[error("the games {games} of `{path}` are in `{other}` too")]
    #[diagnostic(code(fray::cli::double_games), help("name each shard once: leave one of the files out"))]
    DoubleGames { path: String, games: String, other: String },
    #[error("the games {games} are in none of the files")]
    #[diagnostic(
        code(fray::cli::missing_games),
        help(
            "name the shards that hold them too, or play them: `fray sim … --shard N/OF`, with `--resume` where one was stopped"
        )
    )]
    MissingGames { games: String },
    #[error("game {trial} of the simulation cannot be played to its end")]
    #[diagnostic(code(fray::cli::failed_game), help("what stopped it is told below"))]
    FailedGame { trial: u64 },
    #[error("`{pack}` is a pack: what is asked of it?")]
    #[diagnostic(code(fray::cli::missing_sentence), help("put a sentence behind it in quotes: `fray odds {pack} '…'`"))]
    MissingSentence { pack: String },
    #[error("the title of no test contains `{only}`")]
    #[diagnostic(code(fray::cli::no_test))]
    NoTest {
        only: String,
        #[help]
        help: String,
    },
    #[error("{failing} of the tests of `{pack}` {}", if *failing == 1 { "fails" } else { "fail" })]
    #[diagnostic(
        code(fray::cli::tests_fail),
        help("a test that fails notices nothing: `fray test {pack}` shows what to mend first")
    )]
    TestsFail { pack: String, failing: usize },
    #[error("no change can be made to a rule {of}")]
    #[diagnostic(code(fray::cli::no_mutant))]
    NoMutant {
        of: String,
        #[help]
        help: String,
    },
    #[error("the tests of `{pack}` are not in this program")]
    #[diagnostic(
        code(fray::cli::tests_elsewhere),
        help(
            "packs are built in without their tests: call `fray test {pack}` in a clone of fray's repository, or name it with `--rules`"
        )
    )]
    TestsElsewhere { pack: String },
    #[error("`{what}` has too many states to be solved exactly")]
    #[diagnostic(code(fray::cli::too_large))]
    TooLarge {
        what: String,
        #[help]
        help: String,
    },
    #[error("{what}, so nothing has a worth to it")]
    #[diagnostic(code(fray::cli::nothing_measured))]
    NothingMeasured {
        what: &'static str,
        #[help]
        help: String,
    },
    #[error("what comes of this shows only on a board, and there is none here")]
    #[diagnostic(code(fray::cli::needs_board))]
    NeedsBoard {
        #[help]
        help: String,
    },
    #[error("`{what}` is out of range")]
    #[diagnostic(code(fray::cli::out_of_range))]
    OutOfRange {
        what: String,
        #[help]
        help: String,
    },
}

impl CliError {
    /// Alone, as commands return it.
    pub fn alone(self) -> Vec<Diagnostic> {
        vec![Box::new(self)]
    }
}

/// A path as the author wrote it.
pub(super) fn shown(path: &Path) -> String {
    one_line(&path.display().to_string()).into_owned()
}
