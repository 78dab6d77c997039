//! `fray run`: a scenario played out and told, blow by blow.

use super::args::RunArgs;
use super::argument;
use super::exit::{CommandResult, Ended};
use super::find::{self, FoundScenario};
use super::packs::Packs;
use super::screen::Screen;
use super::write::write_whole;
use super::{draw, players, sheet};
use crate::diag::{Diagnostic, Diagnostics};
use crate::dice::{Chance, DiceError, Given, Seeded};
use crate::event::Log;
use crate::play::{Play, Rules};
use crate::repl::Replaced;
use crate::rulebook::Scenario;
use crate::sim::{SearchMind, searching, seated_at};
use crate::state::{State, View, apply};
use crate::story::Story;
use crate::value::SideId;
use std::cell::RefCell;
use std::rc::Rc;

/// How the file of a kept game begins.
const KEPT_GAME: &str = "{\"schema\":\"fray.events/";

/// Plays and tells.
pub(super) fn run(args: &RunArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let mut found = find::scenario(packs, &args.scenario, &args.choices)?;
    found.kit.cancel = screen.cancel.clone();
    let given = args.dice.as_deref().map(argument::dice).transpose()?.map(|dice| GivenDice::new(Given::new(dice)));
    let chance: Box<dyn Chance> = match &given {
        Some(dice) => Box::new(dice.0.clone()),
        None => Box::new(Seeded::new(args.seed, args.game)),
    };
    let seats = players::seats(&found, &args.players)?;
    found.kit = seated_at(&found.kit, found.scenario, &seats);
    let book = found.kit.book.clone();
    let mut play = found.kit.play(found.scenario, chance).map_err(|error| vec![error.report(&book)])?;
    let scenario = &book.scenarios[found.scenario.index()];
    play.allow_steps(args.steps);
    play.keep_log(about(args, &found));
    let begin = play.state().clone();
    let all = Some(u64::from(scenario.limit));
    let mind = SearchMind::at(&mut play, &found.kit, &searching(&seats), (args.seed, args.game));
    let mind = mind.map_err(|error| vec![error.report(&book)])?;
    let ended = screen.counted("turns", all, |cancel| match &mind {
        Some(mind) => mind.run(&mut play, scenario.limit, cancel),
        None => play.run_unless(scenario.limit, cancel),
    });
    let ended = ended.map_err(|error| match screen.cancel.is_asked() {
        true => Box::new(DiceError::Cancelled) as Diagnostic,
        false => error.report(&book),
    });
    let rules = play.rules().clone();
    if args.json {
        let text = play.log().map_or_else(String::new, Log::to_json_lines);
        screen.json_lines(&text);
    } else {
        RunTeller { rules: &rules, scenario, screen }.tell(&begin, &play);
    }
    if let Some(path) = &args.save {
        let text = play.log().map_or_else(String::new, Log::to_json_lines);
        let replaced = if args.force { Replaced::Anything } else { Replaced::Beginning(KEPT_GAME) };
        let force = "name another file, or replace it with `--force`";
        write_whole(path, text.as_bytes(), replaced, force).map_err(super::error::CliError::alone)?;
    }
    ended.map_err(|diagnostic| vec![diagnostic])?;
    if let Some(dice) = given {
        dice.finish()?;
    }
    Ok(Ended::Done)
}

/// What the log says of itself.
fn about(args: &RunArgs, found: &FoundScenario) -> Log {
    let book = &found.kit.book;
    let mut log = Log::default();
    let mut note = |key: &str, value: String| log.about.insert(key.to_string(), value);
    note("pack", book.pack.head.name.to_string());
    note("scenario", book.scenarios[found.scenario.index()].head.name.to_string());
    match &args.dice {
        Some(dice) => note("dice", dice.clone()),
        None => note("seed", args.seed.to_string()),
    };
    if args.game > 0 {
        note("game", args.game.to_string());
    }
    if !args.players.plays.is_empty() {
        note("plays", args.players.plays.join(" "));
    }
    let chosen = book.options.iter().filter(|option| option.chosen != option.default);
    let chosen: Vec<String> =
        chosen.map(|option| format!("{}={}", option.head.name, book.choice_name(option.chosen))).collect();
    if !chosen.is_empty() {
        note("with", chosen.join(" "));
    }
    log
}

struct RunTeller<'a> {
    rules: &'a Rules,
    scenario: &'a Scenario,
    screen: &'a mut Screen,
}

impl RunTeller<'_> {
    fn tell(&mut self, begin: &State, play: &Play) {
        let book = &self.rules.book;
        self.screen.line(&format!("{} ({})", self.scenario.head.title, book.pack.head.title));
        for side in begin.side_ids() {
            self.side(begin, side);
        }
        self.map(begin);
        let mut story = Story::default();
        let mut state = begin.clone();
        for event in play.log().into_iter().flatten() {
            apply(self.rules, &mut state, &event.change);
            let text = story.tell(self.rules, &state, event);
            self.screen.say(&text);
        }
        self.screen.say(&story.rest());
        self.map(play.state());
        for side in play.state().side_ids() {
            self.fate(play.state(), side);
        }
    }

    fn side(&mut self, state: &State, side: SideId) {
        self.screen.line(&format!("\n{}", state.side(side).title));
        let view = View::new(self.rules, state);
        for figure in state.standing(side) {
            self.screen.say(&sheet::short(&view, figure, self.screen.width));
        }
    }

    fn map(&mut self, state: &State) {
        let Some(map) = self.scenario.map else { return };
        let map = &self.rules.book.maps[map.index()];
        let drawing = draw::map(self.rules, state, map, self.screen.width);
        self.screen.say(&format!("\n{drawing}"));
    }

    /// How the figures of a side have come out of it.
    fn fate(&mut self, state: &State, side: SideId) {
        self.screen.line(&format!("\n{}", state.side(side).title));
        let view = View::new(self.rules, state);
        for figure in state.figure_ids().filter(|id| state.figure(*id).side == side) {
            self.screen.say(&sheet::fate(&view, figure, self.screen.width));
        }
    }
}

/// Dice as given, which the play uses and the command asks afterwards what is left of them.
#[derive(Clone)]
struct GivenDice(Rc<RefCell<Given>>);

impl GivenDice {
    fn new(given: Given) -> GivenDice {
        GivenDice(Rc::new(RefCell::new(given)))
    }

    fn finish(&self) -> Result<(), Diagnostics> {
        self.0.borrow().finish().map_err(|error| vec![Box::new(error) as Diagnostic])
    }
}
