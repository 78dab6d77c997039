//! What if: lines said in a fight as it stood at another moment, and who wins from there. Nothing of it stays.

use super::glance::Awaited;
use super::human;
use super::orders::OrderList;
use super::session::Session;
use super::table::SessionState;
use super::{Response, help};
use crate::diag::Diagnostics;
use crate::dice::Cancel;
use crate::play::Rules;
use crate::sim::{Interval, Tally};
use crate::state::State;
use crate::value::{FigureId, SideId};
use std::sync::Arc;

/// Lines of a branch.
const MOST_LINES: usize = 40;
/// What reaches beyond the fight: files, other rules, other fights, what is taken back.
const BEYOND: [&str; 13] = [
    "save",
    "load",
    "keep",
    "transcript",
    "open",
    "reload",
    "undo",
    "redo",
    "quit",
    "with",
    "rolled",
    "dice",
    "overrule",
];

/// Whether a line reaches beyond the fight: to files, other rules, other fights, what is taken back.
pub(super) fn reaches_beyond(line: &str) -> bool {
    let line = line.trim_start();
    // Whatever may stand behind a command parts it from the rest.
    let word = &line[..line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len())];
    BEYOND.contains(&word) && help::COMMANDS.iter().any(|row| row.word == word)
}

/// A table at a moment, to come back to.
#[derive(Clone)]
pub(crate) struct KeptTable(SessionState);

impl KeptTable {
    pub(super) fn of(table: &SessionState) -> KeptTable {
        KeptTable(table.clone())
    }

    /// The rules in force then.
    pub(crate) fn rules(&self) -> &Arc<Rules> {
        &self.0.rules
    }

    /// The fight as it stood.
    pub(crate) fn state(&self) -> &State {
        self.0.now()
    }
}

/// A branch: how the fight stands after its lines, and what was answered to the last.
pub(crate) struct FightBranch {
    pub rules: Arc<Rules>,
    pub state: State,
    pub text: String,
    /// What is wrong with the last of its lines.
    pub wrong: Diagnostics,
    /// How often each side wins when it is played on, as it was and after the lines; or why that cannot be said.
    pub chances: Result<[BranchChances; 2], String>,
}

/// How a fight that was played on has ended.
pub(crate) struct BranchChances {
    pub games: u64,
    /// By side.
    pub shares: Vec<Interval>,
}

/// Where a branch begins: at a table, or in the middle of what a line that was said there made happen.
pub(crate) struct BranchStart<'a> {
    pub table: &'a KeptTable,
    /// The line, and after how many of its events.
    pub again: Option<(&'a str, usize)>,
    /// The table with which it is compared, if not with the one where it begins.
    pub beside: Option<&'a KeptTable>,
}

/// How far a branch is played on.
pub(crate) struct BranchBounds<'a> {
    /// Games from each of its two moments.
    pub games: u64,
    pub cancel: &'a Cancel,
}

impl Session {
    /// The table as it is now.
    pub(crate) fn kept_table(&self) -> KeptTable {
        KeptTable::of(&self.table)
    }

    /// Says lines in the fight as it stood then; afterwards everything is as it was.
    pub(crate) fn branch(
        &mut self,
        from: &BranchStart<'_>,
        lines: &[String],
        bounds: &BranchBounds<'_>,
    ) -> FightBranch {
        let mut then = from.table.0.clone();
        // Dice of the real table fall for what is done, not for what might be.
        (then.mine, then.engine) = (false, self.table.engine.clone());
        then.own_dice.clear();
        let own = self.put_aside(then);
        let mut answer = Response::default();
        if let Some((line, after)) = from.again {
            self.table.asks_from = Some(after);
            answer = self.supposed(line);
        }
        // From a fight that is over nothing is played on.
        let beside = from.beside.filter(|beside| beside.state().outcome.is_none());
        let before = beside.map_or_else(|| self.table.clone(), |beside| beside.0.clone());
        if !answer.is_good() {
            let (rules, state) = (self.table.rules.clone(), self.table.now().clone());
            self.take_up(own);
            let (text, wrong, chances) = (answer.text, answer.diagnostics, Err(String::new()));
            return FightBranch { rules, state, text, wrong, chances };
        }
        for line in lines.iter().take(MOST_LINES) {
            answer = self.supposed(line);
            if !answer.is_good() {
                break;
            }
        }
        let mut chances = Err(String::new());
        if answer.is_good() {
            chances = played_on([&before, &self.table], bounds);
        }
        let (rules, state) = (self.table.rules.clone(), self.table.now().clone());
        let question = self.question();
        let text = answer.text.strip_suffix(question.as_str()).unwrap_or(&answer.text).to_string();
        self.take_up(own);
        FightBranch { rules, state, text, wrong: answer.diagnostics, chances }
    }

    /// What somebody could have done at a table, as a side knew it or as whoever hears all; nothing if nobody of it was
    /// asked for an order there.
    pub(crate) fn orders_then(&mut self, table: &KeptTable, side: Option<SideId>) -> Option<(String, OrderList)> {
        let asked = table.0.pending.as_ref()?.figure;
        if side.is_some_and(|side| table.state().figure(asked).side != side) {
            return None;
        }
        let then = side.and_then(|side| table.0.as_seen_by(Some(side))).unwrap_or_else(|| table.0.clone());
        let engine = self.table.engine.clone();
        let own = self.put_aside(SessionState { engine, ..then });
        let asked = match self.asked() {
            Awaited::Order(figure, list) => Some((self.fight().figure(figure).name.to_string(), list)),
            _ => None,
        };
        self.take_up(own);
        asked
    }

    fn supposed(&mut self, line: &str) -> Response {
        let line = line.trim();
        let line = line.strip_prefix("what if ").unwrap_or(line);
        if reaches_beyond(line) {
            let what = "this reaches beyond the moment that is shown";
            let help = "say an order, or how somebody is";
            return Response::wrong(vec![Box::new(
                super::error::TypedLine(line).nothing(line, what, "not here", help),
            )]);
        }
        let answer = crate::diag::crash::guarded(|| self.attempt(line.to_string(), Vec::new(), false, 0));
        answer.unwrap_or_else(|bug| {
            self.table.engine = None;
            Response::wrong(vec![Box::new(bug)])
        })
    }

    pub(super) fn put_aside(&mut self, table: SessionState) -> AsideSession {
        AsideSession {
            table: std::mem::replace(&mut self.table, table),
            before: std::mem::take(&mut self.before),
            after: std::mem::take(&mut self.after),
            waiting: self.waiting.take(),
            tried: self.tried.take(),
            refused: self.refused.take(),
            readings: std::mem::take(&mut self.readings),
            named: self.named.take(),
            beside: self.beside.take(),
            told: self.told.take(),
            reckoned_only: self.reckoned_only.take(),
            reckoned_before: self.reckoned_before.take(),
            rolled_only: self.rolled_only.take(),
            typed: self.typed.take(),
            is_changed: self.is_changed,
            shown: std::mem::take(&mut self.shown),
        }
    }

    pub(super) fn take_up(&mut self, own: AsideSession) {
        self.table = own.table;
        (self.before, self.after, self.waiting) = (own.before, own.after, own.waiting);
        (self.tried, self.refused, self.readings) = (own.tried, own.refused, own.readings);
        (self.named, self.beside) = (own.named, own.beside);
        (self.told, self.reckoned_only, self.is_changed) = (own.told, own.reckoned_only, own.is_changed);
        (self.reckoned_before, self.rolled_only, self.typed) = (own.reckoned_before, own.rolled_only, own.typed);
        self.shown = own.shown;
        self.news.forget();
    }
}

/// What of a session is put aside while a branch is looked at.
pub(super) struct AsideSession {
    table: SessionState,
    before: super::history::History,
    after: super::history::History,
    waiting: Option<super::session::Waiting>,
    tried: Option<super::session::LastOrder>,
    refused: Option<String>,
    readings: Vec<String>,
    named: Option<FigureId>,
    beside: Option<FigureId>,
    told: Option<String>,
    reckoned_only: Option<super::undone::SupposedOrders>,
    reckoned_before: Option<super::undone::SupposedOrders>,
    rolled_only: Option<String>,
    typed: Option<String>,
    is_changed: bool,
    shown: Vec<super::session::ShownDice>,
}

/// How often each side wins from two tables on, everybody by his script, with the same dice from both: as many games of
/// each. Else why that cannot be said, in words.
fn played_on(tables: [&SessionState; 2], bounds: &BranchBounds<'_>) -> Result<[BranchChances; 2], String> {
    tables.iter().try_for_each(|table| is_playable(table))?;
    let mut wins = tables.map(|table| vec![0; table.state.sides.len()]);
    let mut games = 0;
    while games < bounds.games {
        let Some(winners) = both_played_out(tables, games, bounds.cancel)? else { break };
        for (wins, winner) in wins.iter_mut().zip(winners) {
            if let Some(count) = winner.and_then(|side| wins.get_mut(side.index())) {
                *count += 1;
            }
        }
        games += 1;
    }
    if games == 0 {
        return Err("one game of it takes too long".to_string());
    }
    Ok(wins.map(|wins| {
        let tally = Tally { games, wins, ..Tally::default() };
        BranchChances { games, shares: tally.wins.iter().map(|count| tally.share(*count)).collect() }
    }))
}

/// Who wins each of two games; none if they were stopped.
fn both_played_out(
    tables: [&SessionState; 2],
    game: u64,
    cancel: &Cancel,
) -> Result<Option<[Option<SideId>; 2]>, String> {
    let mut winners = [None; 2];
    for (table, winner) in tables.into_iter().zip(&mut winners) {
        let limit = table.scenario().map_or(0, |scenario| scenario.limit);
        match human::played_out(&mut table.clone(), game, limit, cancel) {
            Ok(side) => *winner = side,
            Err(_) if cancel.is_asked() => return Ok(None),
            Err(stop) => return Err(stop.in_words()),
        }
    }
    Ok(Some(winners))
}

/// Whether scripts can play on from a table.
fn is_playable(table: &SessionState) -> Result<(), String> {
    table.scenario().ok_or("this is no fight of a scenario")?;
    let state = table.now();
    if let Some(outcome) = &state.outcome {
        return Err(format!("it is over: {}", outcome.why));
    }
    let lacks_script = |id: &FigureId| !state.figure(*id).removed && state.figure(*id).controller.is_none();
    match state.figure_ids().find(lacks_script) {
        Some(nobody) => Err(format!("{} has no script that could play on", state.figure(nobody).name)),
        None => Ok(()),
    }
}
