//! fray inside another program: the words of a command in, what it says and what is wrong with it out. Nothing is printed,
//! and a pack that is asked again and again is read once.

use super::args::{ChoiceArgs, Fray, FrayCommand};
use super::ask::{AskedPlace, ask_in, odds_in};
use super::error::CliError;
use super::exit::{CommandResult, Ended};
use super::packs::Packs;
use super::screen::{SaidText, Screen, diagnostic_json};
use super::sim_answer::AnswerForm;
use super::{find, kept, merge, start, sweep, tournament, usage};
use crate::compare::ValueName;
use crate::diag::{Diagnostic, crash};
use crate::dice::Cancel;
use crate::repl::rendered;
use crate::sim::KeptGames;
use clap::Parser;
use std::path::{Path, PathBuf};

/// Letters in a line of a mistake.
const WIDTH: usize = 100;

/// What a command said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandReply {
    /// 0 done, 1 the answer is no, 2 the input is wrong: as the program would have ended.
    pub exit: u8,
    /// The answer.
    pub text: String,
    /// What stands beside it.
    pub aside: String,
    /// What is wrong.
    pub mistakes: Vec<ToldMistake>,
}

/// Something that is wrong with what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldMistake {
    /// For people: place, cause and remedy, with the lines that are meant.
    pub text: String,
    /// For programs: `code`, `message`, `help`, `causes`, `labels`, as JSON.
    pub json: String,
}

/// fray, with the packs that come with it and those of a folder laid over them.
pub struct Embedded {
    packs: Packs,
    rules: Option<PathBuf>,
    /// The pack that was asked last, and under which options.
    kept: Option<(String, Vec<String>, AskedPlace)>,
}

impl Embedded {
    /// The packs built in, and those of a folder; fails where the folder holds neither `rules/` nor
    /// `scripts/`.
    pub fn new(rules: Option<&Path>) -> Result<Embedded, CommandReply> {
        let packs = start::packs(rules).map_err(|mistakes| CommandReply::wrong(&mistakes))?;
        Ok(Embedded { packs, rules: rules.map(Path::to_path_buf), kept: None })
    }

    /// Does what a command says, by its words as they are typed after `fray`. Whoever holds `cancel` can end it.
    pub fn call(&mut self, words: &[String], cancel: &Cancel) -> CommandReply {
        let typed: Vec<String> = std::iter::once("fray".to_string()).chain(words.iter().cloned()).collect();
        let parsed = Fray::try_parse_from(&typed);
        if let Some(mistake) = parsed.as_ref().ok().and_then(|_| usage::said_of_switch(&typed)) {
            return CommandReply::wrong(&[Box::new(mistake) as Diagnostic]);
        }
        match parsed {
            Ok(fray) => CommandReply::of(cancel, |screen| {
                self.obey(fray.command, screen).map_err(|mistakes| usage::completed(mistakes, &typed))
            }),
            Err(error) if !error.use_stderr() => CommandReply { text: error.to_string(), ..CommandReply::default() },
            Err(error) => CommandReply::wrong(&[Box::new(usage::mistake(&error, &typed, &self.packs)) as Diagnostic]),
        }
    }

    fn obey(&mut self, command: Option<FrayCommand>, screen: &mut Screen) -> CommandResult {
        match command {
            Some(FrayCommand::Ask(args)) => {
                let packs = self.packs.clone();
                self.in_place(&args.place, &args.choices, |place| ask_in(place, &args, &packs, screen))
            }
            Some(FrayCommand::Odds(args)) if args.what.len() == 2 && !args.whole => {
                self.in_place(&args.what[0], &args.choices, |place| odds_in(place, &args.what[1], &args, screen))
            }
            Some(command) if speaks_alone(&command) => Err(CliError::Usage {
                message: "this command talks with a terminal, an editor or a browser".to_string(),
                help: "start `fray` itself for it".to_string(),
            }
            .alone()),
            Some(command) => start::dispatch(Some(command), self.packs.clone(), self.rules.as_deref(), screen),
            None => Err(CliError::Usage {
                message: "no command is named".to_string(),
                help: "name one: `ask`, `odds`, `sim`".to_string(),
            }
            .alone()),
        }
    }

    /// Reads a pack or a scenario in which is asked, and keeps it if it is a pack.
    pub fn open(&mut self, place: &str, with: &[String]) -> Result<(), CommandReply> {
        let choices = ChoiceArgs { with: with.to_vec() };
        let reply = CommandReply::of(&Cancel::default(), |_| self.in_place(place, &choices, |_| Ok(Ended::Done)));
        if reply.exit == 0 { Ok(()) } else { Err(reply) }
    }

    fn in_place(
        &mut self,
        name: &str,
        choices: &ChoiceArgs,
        ask: impl FnOnce(&mut AskedPlace) -> CommandResult,
    ) -> CommandResult {
        let is_it = |(kept, with, _): &(String, Vec<String>, AskedPlace)| kept == name && *with == choices.with;
        let mut place = match self.kept.take().filter(is_it) {
            Some((.., place)) => place,
            None => AskedPlace::find(name, choices, &self.packs)?,
        };
        let answer = ask(&mut place);
        if place.is_pack() {
            place.clear();
            self.kept = Some((name.to_string(), choices.with.clone(), place));
        }
        answer
    }

    /// Whether a name is one of a scenario, rather than of a pack.
    pub fn is_board(&self, name: &str) -> bool {
        find::is_board(&self.packs, name)
    }

    /// The games of several shards as those of one machine, as `fray merge` prints them: each shard with its name.
    pub fn merge(&self, shards: &[(String, String)], json: bool) -> CommandReply {
        CommandReply::of(&Cancel::default(), |screen| {
            let read = |(name, text): &(String, String)| {
                KeptGames::read(text).map_err(|fault| kept::told(fault, &[Path::new(name)]))
            };
            let files = shards.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            let names: Vec<&Path> = shards.iter().map(|(name, _)| Path::new(name)).collect();
            let form = if json { AnswerForm::Json } else { AnswerForm::Usual };
            merge::print_merged(&files, &names, form, screen)
        })
    }

    /// The meetings of a tournament, each played as one of two with `--json`, as `fray tournament … --json` would have
    /// printed them; `words` are those of the whole command.
    pub fn tournament(&self, words: &[String], meetings: &[String]) -> CommandReply {
        let typed = std::iter::once("fray").chain(words.iter().map(String::as_str));
        let command = Fray::try_parse_from(typed).map(|fray| fray.command);
        CommandReply::of(&Cancel::default(), |screen| {
            let Ok(Some(FrayCommand::Tournament(args))) = command else {
                let help = "write `tournament SCENARIO --of A,B --json`".to_string();
                return Err(CliError::Usage { message: "this is no tournament".to_string(), help }.alone());
            };
            let read = |text: &String| serde_json::from_str(text).unwrap_or_default();
            let parts: Vec<serde_json::Value> = meetings.iter().map(read).collect();
            screen.json(&tournament::assembled(&args, &parts)?);
            Ok(Ended::Done)
        })
    }

    /// The values that `fray sweep` sets, each as a sweep of its own: a line of the answer for each.
    pub fn swept(&self, value: &str) -> CommandReply {
        CommandReply::of(&Cancel::default(), |screen| {
            let (_, values) = sweep::asked(value)?;
            let rest = ValueName::read(value).map_or("", |(_, rest)| rest);
            let name = value.trim().strip_suffix(rest).unwrap_or_default();
            values.iter().for_each(|value| screen.line(&format!("{name}{value}")));
            Ok(Ended::Done)
        })
    }
}

/// Whether a command needs more than its words: a terminal, an editor, a browser, a folder that changes.
fn speaks_alone(command: &FrayCommand) -> bool {
    use FrayCommand::{Again, Lsp, Repl, Serve};
    matches!(command, Repl(_) | Serve(_) | Again(_) | Lsp)
}

impl CommandReply {
    /// What comes of some work.
    fn of(cancel: &Cancel, work: impl FnOnce(&mut Screen) -> CommandResult) -> CommandReply {
        let (out, err) = (SaidText::default(), SaidText::default());
        let mut screen = Screen::in_memory(out.clone(), err.clone(), cancel.clone());
        let done = crash::guarded(|| work(&mut screen)).unwrap_or_else(|bug| Err(vec![Box::new(bug)]));
        let wrong = match done {
            Ok(ended) => CommandReply { exit: exit(screen.ended(ended)), ..CommandReply::default() },
            Err(mistakes) => CommandReply::wrong(&mistakes),
        };
        CommandReply { text: out.text(), aside: err.text(), ..wrong }
    }

    fn wrong(mistakes: &[Diagnostic]) -> CommandReply {
        let told = |mistake: &Diagnostic| ToldMistake {
            text: rendered(mistake, WIDTH, false),
            json: diagnostic_json(mistake).to_string(),
        };
        CommandReply {
            exit: exit(Ended::Wrong),
            mistakes: mistakes.iter().map(told).collect(),
            ..CommandReply::default()
        }
    }
}

fn exit(ended: Ended) -> u8 {
    match ended {
        Ended::Done => 0,
        Ended::No => 1,
        Ended::Wrong => 2,
    }
}
