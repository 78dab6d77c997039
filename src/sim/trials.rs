//! The same scenario played many times on all cores. A worker has a Luau state of its own; nothing is shared but rules.

use super::end::{GameEnd, Lead};
use super::luck::LuckTally;
use super::row::{RowForm, RowSort, rows};
use super::search::{SearchBudget, SearchMind};
use super::tally::Tally;
use super::used::{DoneOrders, UsedTally};
use super::{SimError, on_some_cores};
use crate::dice::{Cancel, Seeded};
use crate::event::Log;
use crate::play::{Kit, Play, PlayError, Rules};
use crate::script::{Engine, ScriptError};
use crate::value::{ScenarioId, SideId};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most games of one simulation.
pub(crate) const MOST_GAMES: u64 = 1_000_000_000;
/// Games that a worker plays in one go: often enough to share them out evenly, seldom enough that what is between them
/// does not matter.
const BATCH: u64 = 64;

/// Many games of one scenario.
#[derive(Clone, Debug)]
pub(crate) struct Trials {
    /// The rules and their scripts.
    pub kit: Kit,
    /// What is played.
    pub scenario: ScenarioId,
    /// Where the dice begin; trial *n* uses stream *n*.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// How many threads; all cores if none.
    pub jobs: Option<usize>,
    /// What is noted of each game beside its end.
    pub noted: Noted,
    /// The sides for which somebody searches.
    pub searching: Vec<(SideId, SearchBudget)>,
    /// Whether a controller that runs for too long loses its game; if not, nothing more is played.
    pub forgives: bool,
    /// Who may stop them.
    pub cancel: Cancel,
}

/// What is noted of each game beside its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Noted {
    /// What was used, and what it did.
    pub used: bool,
    /// What the first side has of it.
    #[serde(default)]
    pub points: bool,
    /// How luckily the dice fell.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub luck: bool,
    /// Rows of this sort, written in this form.
    pub rows: Option<(RowSort, RowForm)>,
}

/// Games that were played, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlayedGames {
    /// How they ended.
    pub tally: Tally,
    /// What was used in them.
    #[serde(default, skip_serializing_if = "UsedTally::is_empty")]
    pub used: UsedTally,
    /// What the first side has of each: 2, 1 or 0 half points.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub points: String,
    /// How luckily the dice fell in them.
    #[serde(default, skip_serializing_if = "LuckTally::is_empty")]
    pub luck: LuckTally,
    /// Their rows, as they are written.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rows: String,
}

/// The engine of a thread, once it is made.
pub(super) type TrialWorker = Option<Rc<Engine<Play>>>;

impl PlayedGames {
    /// Totals that do not add up; none unless something is counted wrongly.
    pub(crate) fn faults(&self) -> Vec<String> {
        let (tally, used) = (&self.tally, &self.used);
        let won: u64 = tally.wins.iter().sum();
        let sums = [
            ("victories, draws and games not over", won + tally.draws + tally.unfinished, tally.games),
            ("reasons why games ended", tally.whys.values().sum(), won + tally.draws),
            ("lengths of games", tally.lengths.values().sum(), tally.games),
        ];
        let wrong = sums.iter().filter(|(_, sum, all)| sum != all);
        let mut faults: Vec<String> = wrong.map(|(what, sum, all)| format!("{what}: {sum} of {all}")).collect();
        let firsts: u64 = used.firsts.values().sum();
        if firsts > tally.games {
            faults.push(format!("games in which somebody went first: {firsts} of {}", tally.games));
        }
        let wrong = used
            .modifiers
            .iter()
            .filter(|(_, worth)| worth.judged > worth.times || worth.mean().is_some_and(|mean| mean.abs() > 1.0));
        faults.extend(wrong.map(|(one, worth)| {
            let mean = worth.mean().unwrap_or(0.0);
            format!("{} of {}: {} rolled of {}, worth {mean}", one.label, one.of, worth.judged, worth.times)
        }));
        let wrong = used.orders.iter().filter(|(_, did)| did.successes > did.checks);
        faults
            .extend(wrong.map(|(order, did)| format!("{}: {} of {} checks", order.action, did.successes, did.checks)));
        faults
    }

    /// With games behind them.
    pub(crate) fn add(&mut self, other: &PlayedGames) {
        self.tally = std::mem::take(&mut self.tally).and(&other.tally);
        self.used.add(&other.used);
        self.luck.add(&other.luck);
        self.rows += &other.rows;
        self.points += &other.points;
    }
}

impl Trials {
    /// One game from seed 1 on all cores; the rest is up to the caller.
    pub(crate) fn new(kit: Kit, scenario: ScenarioId) -> Trials {
        let (noted, cancel) = (Noted::default(), Cancel::default());
        Trials { kit, scenario, seed: 1, games: 1, jobs: None, noted, searching: Vec::new(), forgives: false, cancel }
    }

    /// Plays all of them; or those that were over before somebody wanted it to stop, which are told from the others by
    /// their number.
    pub(crate) fn play(&self) -> Result<Tally, SimError> {
        self.play_some(0..self.games).map(|played| played.tally)
    }

    /// Plays some of the games, with what is noted of each.
    pub(crate) fn play_some(&self, games: Range<u64>) -> Result<PlayedGames, SimError> {
        let mut all = PlayedGames::default();
        self.play_parts(games)?.iter().for_each(|(_, played)| all.add(played));
        Ok(all)
    }

    /// The same, as parts of games that follow each other: all of them in one, or what was over when somebody wanted it
    /// to stop, which may have gaps.
    pub(crate) fn play_parts(&self, games: Range<u64>) -> Result<Vec<(Range<u64>, PlayedGames)>, SimError> {
        let rules = self.kit.rules_of(self.scenario);
        let batches: Vec<Range<u64>> =
            games.clone().step_by(BATCH as usize).map(|first| first..games.end.min(first + BATCH)).collect();
        let has_failed = AtomicBool::new(false);
        let batch = |worker: &mut TrialWorker, games: &Range<u64>| {
            if has_failed.load(Ordering::Relaxed) {
                return Ok(PlayedGames::default());
            }
            let played = self.batch(&rules, worker, games.clone());
            has_failed.fetch_or(played.is_err(), Ordering::Relaxed);
            played
        };
        let mut parts: Vec<(Range<u64>, PlayedGames)> = Vec::new();
        for (games, played) in batches.iter().zip(on_some_cores(self.jobs, &batches, || None, batch)?) {
            let played = played?;
            // Of a batch that was stopped the first games were played.
            let end = games.start + played.tally.games;
            match parts.last_mut().filter(|(before, _)| before.end == games.start) {
                Some((before, all)) => {
                    before.end = end;
                    all.add(&played);
                }
                None if played.tally.games > 0 => parts.push((games.start..end, played)),
                None => {}
            }
        }
        Ok(parts)
    }

    fn batch(&self, rules: &Arc<Rules>, worker: &mut TrialWorker, games: Range<u64>) -> Result<PlayedGames, SimError> {
        let mut played = PlayedGames::default();
        for game in games {
            if self.cancel.is_asked() {
                break;
            }
            let engine = self.engine(worker)?;
            match self.one(rules, engine, game) {
                Ok((play, end)) => self.note(&mut played, game, &play, &end),
                // A script that was stopped in the middle has no other reason to fail.
                Err(_) if self.cancel.is_asked() => break,
                Err(error) => return Err(SimError::Game(game, Box::new(error))),
            }
            self.cancel.count(1);
        }
        Ok(played)
    }

    fn note(&self, played: &mut PlayedGames, game: u64, play: &Play, end: &GameEnd) {
        played.tally = std::mem::take(&mut played.tally).with(end);
        if self.noted.points {
            played.points += &end.half_points(SideId(0)).to_string();
        }
        if let Some(luck) = play.luck() {
            played.luck.see(game, luck.rolls(), end.winner.map(|side| side.0));
        }
        let Some(log) = play.log() else { return };
        let (book, state) = (&play.rules().book, play.state());
        let done = DoneOrders::of(book, state, log);
        if self.noted.used {
            played.used.see(&done, book, state);
        }
        if let Some((sort, form)) = self.noted.rows {
            rows(sort, game, play, end, &done).iter().for_each(|row| played.rows += &form.line(row));
        }
    }

    /// The engine of a worker, made with its first game.
    fn engine(&self, worker: &mut TrialWorker) -> Result<Rc<Engine<Play>>, SimError> {
        Ok(match worker {
            Some(engine) => engine.clone(),
            None => worker.insert(self.kit.engine().map_err(|error| SimError::Engine(Box::new(error)))?).clone(),
        })
    }

    /// Plays one game.
    pub(super) fn game(&self, worker: &mut TrialWorker, trial: u64) -> Result<GameEnd, SimError> {
        let (rules, engine) = (self.kit.rules_of(self.scenario), self.engine(worker)?);
        let ended = self.one(&rules, engine, trial).map(|(_, end)| end);
        ended.map_err(|error| SimError::Game(trial, Box::new(error)))
    }

    fn one(&self, rules: &Arc<Rules>, engine: Rc<Engine<Play>>, trial: u64) -> Result<(Play, GameEnd), PlayError> {
        // Those that were to be played together with one that was stopped do not begin.
        self.cancel.check()?;
        let chance = Box::new(Seeded::new(self.seed, trial));
        let mut play = Play::of_scenario(rules.clone(), self.scenario, engine, chance)?;
        if self.noted.used || self.noted.rows.is_some() {
            play.keep_log(Log::default());
            play.weigh_modifiers();
        }
        if self.noted.luck {
            play.weigh_luck();
        }
        let mind = SearchMind::at(&mut play, &self.kit, &self.searching, (self.seed, trial))?;
        let mut lead = Lead::at(play.state());
        let ended = self.to_the_end(&mut play, &mut lead, mind.as_ref());
        let stalled = play.failed_to_decide().filter(|_| self.forgives).map(|figure| play.state().figure(figure).side);
        let end = match (ended, stalled) {
            (Ok(()), _) => GameEnd::of(&play, &lead),
            (Err(PlayError::Script(why)), Some(side)) if matches!(*why, ScriptError::Fuel { .. }) => {
                GameEnd::stalled(&play, &lead, side)
            }
            (Err(error), _) => return Err(error),
        };
        Ok((play, end))
    }

    fn to_the_end(&self, play: &mut Play, lead: &mut Lead, mind: Option<&SearchMind>) -> Result<(), PlayError> {
        let limit = self.kit.book.scenarios[self.scenario.index()].limit;
        play.turn().begin()?;
        while play.state().outcome.is_none() && play.state().turn < limit {
            self.cancel.check()?;
            match mind {
                Some(mind) => mind.play_turn(play)?,
                None => play.turn().play_turn()?,
            }
            lead.look(play.state());
        }
        // Who searches and is stopped no longer decides as he would have.
        mind.map_or(Ok(()), |_| Ok(self.cancel.check()?))
    }
}
