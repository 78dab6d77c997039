//! `fray run`: a scenario played out and told, blow by blow.

use super::args::{RunArgs, ToldArgs};
use super::error::{CliError, shown};
use super::exit::{CommandResult, Ended};
use super::find::{self, FoundScenario};
use super::given_dice::GivenDice;
use super::kept_fight::{self, KeptFight, KeptSession};
use super::packs::Packs;
use super::screen::Screen;
use super::told;
use super::write::{can_stand, write_whole};
use super::{draw, file_arguments, players, replay, sheet};
use crate::diag::{Diagnostic, Diagnostics};
use crate::dice::{Chance, DiceError, Seeded};
use crate::event::{Change, Log};
use crate::play::{Play, PlayError, Progress, Rules};
use crate::repl::{Replaced, fitted};
use crate::rulebook::Scenario;
use crate::sim::{SearchMind, SideSeat, searching, seated_at};
use crate::state::{State, View, apply, log_text, reseat};
use crate::story::{BriefStory, Story, StoryForm};
use crate::value::SideId;
use std::path::Path;

/// How the file of a kept game begins.
const KEPT_GAME: &str = "{\"schema\":\"fray.events/";

/// Plays and tells.
pub(super) fn run(args: &RunArgs, packs: &Packs, screen: &mut Screen) -> CommandResult {
    if let Some(from) = &args.from {
        return go_on(args, from, packs, screen);
    }
    args.save.as_deref().map_or(Ok(()), can_stand).map_err(CliError::alone)?;
    let scenario = args.scenario.as_deref().unwrap_or_default();
    let mut found = find::scenario(packs, scenario, &args.choices)?;
    found.kit.cancel = screen.cancel.clone();
    let given = args.dice.as_deref().map(GivenDice::read).transpose()?;
    let chance: Box<dyn Chance> = match &given {
        Some(dice) => dice.chance(),
        None => Box::new(Seeded::new(args.seed, args.game)),
    };
    let seats = players::seats(&found, &args.players)?;
    found.kit = seated_at(&found.kit, found.scenario, &seats);
    let book = found.kit.book.clone();
    let mut play = found.kit.play(found.scenario, chance).map_err(|error| vec![error.report(&book)])?;
    play.keep_log(about(args, &found));
    play.end_at_malformed_orders();
    let ended = played(args, &found, &seats, play, screen);
    let unfit = given.as_ref().filter(|_| ended.is_err()).and_then(GivenDice::unfit);
    let ended = ended.map_err(|wrong| unfit.map_or(wrong, |unfit| vec![unfit]))?;
    if let (Some(dice), Ended::Done) = (given, &ended) {
        dice.finish()?;
    }
    Ok(ended)
}

/// Goes on from a kept game as one of its turns began, with other dice.
fn go_on(args: &RunArgs, from: &Path, packs: &Packs, screen: &mut Screen) -> CommandResult {
    let name = shown(from);
    let text = file_arguments::long_text(from)?;
    let mut kept = match KeptSession::open(from, &text, packs)? {
        Some(mut session) => KeptFight::of_session(&mut session, packs)?,
        None => {
            let (found, log) = kept_fight::read(args.scenario.as_deref(), (name.as_str(), text.as_str()), packs)?;
            replay::same_again(&found, &log, &name)?;
            KeptFight::of_log(found, &log, text)?
        }
    };
    kept.found.kit.cancel = screen.cancel.clone();
    let seats = players::seats(&kept.found, &args.players)?;
    let mut state = as_began(&kept, args.turn).map_err(|last| no_turn(&name, last))?;
    let mut found = kept.found;
    if !seats.is_empty() {
        found.kit = seated_at(&found.kit, found.scenario, &seats);
        reseat(&mut state, &found.kit.book.scenarios[found.scenario.index()]);
    }
    let rules = found.kit.rules_of(found.scenario);
    let engine = found.kit.engine().map_err(|error| vec![Box::new(error) as Diagnostic])?;
    let turn = state.turn;
    let mut play = Play::resume(rules, state, found.scenario, engine, Box::new(Seeded::new(args.seed, args.game)));
    play.go_on_from(Progress::after(turn));
    play.keep_log(Log::default());
    if !args.json {
        screen.line(&format!("{name}, gone on with from turn {} with other dice (seed {})", turn + 1, args.seed));
    }
    play.end_at_malformed_orders();
    played(args, &found, &seats, play, screen)
}

/// The fight as a turn began, or the last that did; the number of that one if there is no such turn.
fn as_began(kept: &KeptFight, turn: Option<u32>) -> Result<State, u32> {
    let rules = kept.found.kit.rules_of(kept.found.scenario);
    let mut last = None;
    for part in &kept.parts {
        let mut state = part.begin.clone();
        for event in &part.events {
            if matches!(event.change, Change::TurnBegan) {
                if turn == Some(state.turn + 1) {
                    return Ok(state);
                }
                last = Some(state.clone());
            }
            apply(&rules, &mut state, &event.change);
        }
    }
    match (turn, last) {
        (None, Some(last)) => Ok(last),
        (_, last) => Err(last.map_or(0, |last| last.turn + 1)),
    }
}

fn no_turn(name: &str, last: u32) -> Diagnostics {
    let help = match last {
        0 => "it broke off before its first turn: run the scenario itself".to_string(),
        1 => "it has one: `--turn 1`".to_string(),
        last => format!("it has turns 1 to {last}"),
    };
    CliError::Usage { message: format!("{name} has no such turn"), help }.alone()
}

/// Plays to the end, tells it, and keeps it where that is asked for.
fn played(
    args: &RunArgs,
    found: &FoundScenario,
    seats: &[SideSeat],
    mut play: Play,
    screen: &mut Screen,
) -> CommandResult {
    let book = found.kit.book.clone();
    let scenario = &book.scenarios[found.scenario.index()];
    play.allow_steps(args.steps);
    let begin = play.state().clone();
    let all = Some(u64::from(scenario.limit));
    let mind = SearchMind::at(&mut play, &found.kit, &searching(seats), (args.seed, args.game));
    let mind = mind.map_err(|error| vec![error.report(&book)])?;
    let ended = screen.counted("turns", all, |cancel| match &mind {
        Some(mind) => mind.run(&mut play, scenario.limit, cancel),
        None => play.run_unless(scenario.limit, cancel),
    });
    let is_malformed = ended.as_ref().is_err_and(PlayError::is_malformed_order);
    let certain = ended.as_ref().err().map_or_else(Vec::new, |error| told::of_malformed_order(error, &found.kit));
    let ended = ended.map_err(|error| match screen.cancel.is_asked() {
        true => Box::new(DiceError::Cancelled) as Diagnostic,
        false => told::by_its_cause(error, &found.kit),
    });
    let rules = play.rules().clone();
    if args.json {
        let text = play.log().map_or_else(String::new, |log| log_text(&rules, &begin, log));
        screen.json_lines(&text);
    } else {
        RunTeller { rules: &rules, scenario, told: &args.told, screen }.tell(&begin, &play);
    }
    if let Some(path) = &args.save {
        let text = play.log().map_or_else(String::new, |log| log_text(&rules, &begin, log));
        let replaced = if args.force { Replaced::Anything } else { Replaced::Beginning(KEPT_GAME) };
        let force = "name another file, or replace it with `--force`";
        write_whole(path, text.as_bytes(), replaced, force).map_err(CliError::alone)?;
    }
    match ended {
        Err(_) if !certain.is_empty() => Err(certain),
        // The game was told up to there: it is its controller that is wrong.
        Err(diagnostic) if is_malformed => {
            screen.report(&diagnostic);
            Ok(Ended::No)
        }
        Ok(_) if !args.json => {
            // What is certainly wrong with those who decide is said, though the game came to its end.
            told::of_controllers(&found.kit, scenario).iter().for_each(|error| screen.report(error));
            Ok(Ended::Done)
        }
        ended => ended.map(|_| Ended::Done).map_err(|diagnostic| vec![diagnostic]),
    }
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
    told: &'a ToldArgs,
    screen: &'a mut Screen,
}

impl RunTeller<'_> {
    fn tell(&mut self, begin: &State, play: &Play) {
        let book = &self.rules.book;
        self.screen.line(&format!("{} ({})", self.scenario.head.title, book.pack.head.title));
        if self.told.brief {
            return self.brief(begin, play);
        }
        for side in begin.side_ids() {
            self.side(begin, side);
        }
        self.map(begin);
        let form = if self.told.details { StoryForm::Details } else { StoryForm::Plain };
        let mut story = Story::summing_up(form);
        let mut state = begin.clone();
        for event in play.log().into_iter().flatten() {
            apply(self.rules, &mut state, &event.change);
            let text = story.tell(self.rules, &state, event);
            self.say(&text);
            self.map_of_turn(&state, &event.change);
        }
        self.say(&story.rest());
        self.map(play.state());
        for side in play.state().side_ids() {
            self.fate(play.state(), side);
        }
    }

    /// The fight on a page.
    fn brief(&mut self, begin: &State, play: &Play) {
        let (mut story, mut state) = (BriefStory::default(), begin.clone());
        for event in play.log().into_iter().flatten() {
            apply(self.rules, &mut state, &event.change);
            let text = story.tell(self.rules, &state, event);
            self.say(&text);
            self.map_of_turn(&state, &event.change);
        }
        let text = story.rest(self.rules, play.state());
        self.say(&text);
        if self.told.maps {
            self.map(play.state());
        }
        for side in play.state().side_ids() {
            self.fate(play.state(), side);
        }
    }

    fn say(&mut self, text: &str) {
        self.screen.say(&fitted(text, self.screen.width));
    }

    /// The board at the end of a turn, where that is asked for.
    fn map_of_turn(&mut self, state: &State, change: &Change) {
        if self.told.maps && matches!(change, Change::TurnBegan) && state.turn > 1 {
            self.map(state);
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
        self.say(&format!("\n{drawing}"));
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
