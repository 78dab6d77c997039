//! A fight that was kept, as it is read: a game that scripts have played, or one that people have played at a table; or the
//! page that was made of it.

use super::args::{ChoiceArgs, PlayerArgs};
use super::error::{CliError, shown};
use super::find::{self, FoundScenario};
use super::packs::Packs;
use super::{players, repl};
use crate::diag::Diagnostics;
use crate::dice::Cancel;
use crate::draw::{self, ReelPart};
use crate::event::Log;
use crate::repl::{OtherwiseAgain, PlayedFight, PlayedPart, Session};
use crate::rulebook::LOWEST_PACK;
use crate::sim::seated_at;
use crate::state::{State, of_scenario, read_log};
use std::path::Path;

/// How the file of a session begins.
pub(super) const KEPT_SESSION: &str = "{\"schema\":\"fray.session/";
/// Letters in a line, where nobody reads them.
const WIDTH: usize = 100;

/// A fight that was kept, event by event.
pub(super) struct KeptFight {
    pub found: FoundScenario,
    pub parts: Vec<PlayedPart>,
    /// Where it comes from, in words.
    pub about: String,
    /// As it was kept.
    pub text: String,
    /// Whether scripts can play it on: they have played it, or everybody in it has one.
    pub is_playable: bool,
}

impl KeptFight {
    /// A game that scripts have played, from its log.
    pub(super) fn of_log(found: FoundScenario, log: &Log, text: String) -> Result<KeptFight, Diagnostics> {
        let (book, rules) = (&found.kit.book, found.kit.rules_of(found.scenario));
        let begin = of_scenario(&rules, &book.scenarios[found.scenario.index()]);
        let begin = begin.map_err(|error| vec![error.diagnostic(book)])?;
        let about = log.about.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<String>>().join(", ");
        let title = &book.pack.head.title;
        let about = format!("{title}: {about}. The dice and the rules make this fight again, event by event.");
        let parts = vec![PlayedPart { begin, said: None, events: log.iter().cloned().collect() }];
        Ok(KeptFight { found, parts, about, text, is_playable: true })
    }

    /// A fight that people have played, from their session.
    pub(super) fn of_session(kept: &mut KeptSession, packs: &Packs) -> Result<KeptFight, Diagnostics> {
        let name = kept.name.clone();
        let fight = kept.played()?;
        let Some(scenario) = fight.scenario else {
            let help = "open a scenario, and play that: it has a beginning, sides and an end".to_string();
            return Err(CliError::Usage { message: format!("{name} is of no scenario"), help }.alone());
        };
        let found = FoundScenario { kit: fight.kit, scenario, files: packs.clone() };
        let figures = fight.parts.iter().flat_map(|part| &part.begin.figures);
        let is_playable = figures.filter(|figure| !figure.removed).all(|figure| figure.controller.is_some());
        Ok(KeptFight { found, parts: fight.parts, about: fight.about, text: kept.text.clone(), is_playable })
    }

    /// Its parts as they are drawn.
    pub(super) fn drawn(&self) -> Vec<ReelPart<'_>> {
        self.parts.iter().map(ReelPart::from).collect()
    }

    /// The fight as it begins.
    pub(super) fn begin(&self) -> &State {
        &self.parts[0].begin
    }
}

/// A session that was kept, as it is opened.
pub(super) struct KeptSession {
    pub session: Session,
    name: String,
    text: String,
}

impl KeptSession {
    /// Opens it; none if the text is that of no session.
    pub(super) fn open(path: &Path, text: &str, packs: &Packs) -> Result<Option<KeptSession>, Diagnostics> {
        let text = draw::log_in(text).unwrap_or(text);
        if !text.starts_with(KEPT_SESSION) {
            return Ok(None);
        }
        let mut session = repl::session(LOWEST_PACK, Some(0), packs, WIDTH)?;
        let answer = session.enter(&format!("load {}", path.display()));
        match answer.is_good() {
            true => Ok(Some(KeptSession { session, name: shown(path), text: text.to_string() })),
            false => Err(answer.diagnostics),
        }
    }

    /// All that happened in it, in the form of a log.
    pub(super) fn recorded(&mut self) -> Result<String, Diagnostics> {
        Ok(self.played()?.recorded())
    }

    /// What was played in it.
    fn played(&mut self) -> Result<PlayedFight, Diagnostics> {
        let name = self.name.clone();
        let fight = self.session.played_fight(&Cancel::default()).map_err(|wrong| otherwise(&name, &wrong))?;
        fight.ok_or_else(|| {
            let help = "`save` in a fight that goes on keeps all that was played of it".to_string();
            CliError::Usage { message: format!("nothing was played in {name}"), help }.alone()
        })
    }

    /// Says all of it again; how many lines that were.
    pub(super) fn say_again(&mut self) -> Result<usize, OtherwiseAgain> {
        self.session.say_all_again(&Cancel::default())
    }
}

/// A line that comes to something else.
fn otherwise(name: &str, wrong: &OtherwiseAgain) -> Diagnostics {
    let help = format!("the rules have changed since, or the file has: `fray replay {name} --check` looks again");
    let (path, line, why) = (name.to_string(), wrong.line.clone(), wrong.why.clone());
    CliError::NotSaidAgain { path, line, why, help }.alone()
}

/// A kept game, or the one in a page that was made of it, with the scenario that it is of or is said to be of.
pub(super) fn read(
    of: Option<&str>,
    (name, text): (&str, &str),
    packs: &Packs,
) -> Result<(FoundScenario, Log), Diagnostics> {
    let text = draw::log_in(text).unwrap_or(text);
    let wrong = |error| vec![Box::new(error) as crate::diag::Diagnostic];
    let about = Log::headed(Log::about_of(name, text).map_err(wrong)?);
    if about.about.contains_key("played") {
        let message = format!("{name} tells a fight that people have played, for programs: nothing makes it again");
        let help = "name the file that `save` has written at the table; that is said again line by line".to_string();
        return Err(CliError::Usage { message, help }.alone());
    }
    let found = found(of, &about, packs)?;
    let rules = found.kit.rules_of(found.scenario);
    let begin = of_scenario(&rules, &found.kit.book.scenarios[found.scenario.index()]);
    let begin = begin.map_err(|error| vec![error.diagnostic(&found.kit.book)])?;
    let log = read_log(name, text, &rules, &begin).map_err(wrong)?;
    Ok((found, log))
}

/// The scenario that a log is about, or that is said to be it, with the rules it was played by.
fn found(of: Option<&str>, log: &Log, packs: &Packs) -> Result<FoundScenario, Diagnostics> {
    let about = |key: &str| log.about.get(key).map(String::as_str);
    let scenario = match (of, about("pack"), about("scenario")) {
        (Some(of), ..) => of.to_string(),
        (None, Some(pack), Some(scenario)) => format!("{pack}/{scenario}"),
        _ => {
            let help = "name it with `--of SCENARIO`".to_string();
            return Err(
                CliError::Usage { message: "the file does not say which scenario it is of".to_string(), help }.alone()
            );
        }
    };
    let with = about("with").map_or_else(Vec::new, |with| with.split(' ').map(str::to_string).collect());
    let mut found = find::scenario(packs, &scenario, &ChoiceArgs { with })?;
    let seats = players::seats(&found, &played_by(log))?;
    found.kit = seated_at(&found.kit, found.scenario, &seats);
    Ok(found)
}

/// Who has played which side instead of whom the scenario names.
pub(super) fn played_by(log: &Log) -> PlayerArgs {
    let plays = log.about.get("plays").map_or_else(Vec::new, |plays| plays.split(' ').map(str::to_string).collect());
    PlayerArgs { plays }
}
