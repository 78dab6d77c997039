//! A person who plays some of the figures. A fight goes on until the person is asked; an answer plays it again from where it
//! stood, with all answers given since, so that a question needs no thread and every fight stays a value.

use super::answer::Stop;
use super::session::{Answered, Step};
use super::table::Table;
use super::tray::Tray;
use super::{Answer, ReplError, orders};
use crate::diag::Diagnostic;
use crate::dice::Cancel;
use crate::event::{Event, Log};
use crate::play::{self, Controller, OrderData, Play, PlayError, Question, State, Story, apply};
use crate::turn::Stage;
use crate::value::{ActionId, FigureId};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// Stages of turns that pass before the fight stops by itself.
const MOST_STAGES: usize = 200;
/// Answers that are kept between two phases.
const MOST_REPLIES: usize = 2000;

/// What a person answered.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reply {
    /// An order; none is a pass.
    Order(Option<Arc<OrderData>>),
    /// The choice of that index.
    Choice(usize),
}

/// What a person is asked.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Demand {
    /// Which of these actions to do, if any.
    Order(Vec<ActionId>),
    /// One of a list, under a name.
    Choice(String, Vec<String>),
}

/// A question, and the fight at that moment.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// Who is asked.
    pub figure: FigureId,
    /// What.
    pub demand: Demand,
    /// Of the actions it may choose from, those that it could do in some way.
    pub open: Vec<ActionId>,
    /// The fight as it stands.
    pub state: State,
    /// How many events had happened.
    seen: usize,
}

impl Pending {
    /// The name of the one who is asked.
    pub fn who<'a>(&self, table: &'a Table) -> &'a str {
        &table.now().figure(self.figure).name
    }
}

/// Where the person sits: answers what is known, and remembers the first question that is not.
struct Seat {
    plays: Vec<FigureId>,
    replies: VecDeque<Reply>,
    pending: Rc<RefCell<Option<Pending>>>,
}

impl Controller for Seat {
    fn answer(&mut self, play: &Play, figure: FigureId, question: &Question<'_>) -> play::Answer {
        // A figure without a script is the person's too: nobody else could decide for it.
        if !self.plays.contains(&figure) && play.state.figure(figure).controller.is_some() {
            return play::Answer::Script;
        }
        match (self.replies.pop_front(), question) {
            (Some(Reply::Order(order)), Question::Order(_)) => play::Answer::Order(order),
            (Some(Reply::Choice(index)), Question::Choice(..)) => play::Answer::Choice(index),
            (_, Question::Order(actions)) => {
                self.wait(play, figure, Demand::Order(actions.to_vec()));
                play::Answer::Order(None)
            }
            (_, Question::Choice(name, choices)) => {
                self.wait(play, figure, Demand::Choice((*name).to_string(), choices.to_vec()));
                play::Answer::Choice(0)
            }
        }
    }
}

impl Seat {
    fn wait(&mut self, play: &Play, figure: FigureId, demand: Demand) {
        let mut pending = self.pending.borrow_mut();
        if pending.is_some() {
            return;
        }
        let open = match &demand {
            Demand::Order(actions) => orders::open(play, actions, figure),
            Demand::Choice(..) => Vec::new(),
        };
        let seen = play.log.as_ref().map_or(0, Log::len);
        *pending = Some(Pending { figure, demand, open, state: play.state.clone(), seen });
    }
}

/// A play of the fight as it stands, with its log.
pub(super) fn play_of(table: &mut Table, tray: &Tray, state: State) -> Result<Play, Stop> {
    let engine = table.engine()?;
    let chance = Box::new(tray.clone());
    let mut play = match table.scenario {
        Some(scenario) => Play::resume(table.rules.clone(), state, scenario, engine, chance),
        None => Play::new(table.rules.clone(), state, engine, chance),
    };
    play.go_on_from(table.progress);
    play.log = Some(Log::default());
    Ok(play)
}

/// Goes on with the fight: to the next question, or until something has happened.
pub(super) fn go_on(step: &mut Step<'_>, reply: Option<Reply>) -> Answered {
    let mut replies = step.table.replies.clone();
    replies.extend(reply);
    if replies.len() > MOST_REPLIES {
        return Err(too_many(step).into());
    }
    let mut thrown = step.table.thrown.clone();
    thrown.extend(&step.dice);
    let tray = Tray::new(step.table.seeded, step.table.mine.then_some(thrown.as_slice()));
    let begin = step.table.state.clone();
    let mut play = play_of(&mut step.table, &tray, begin.clone())?;
    let pending = Rc::new(RefCell::new(None));
    let plays = personal(&step.table);
    let alone = plays.is_empty() && step.table.scenario.is_some();
    play.controller =
        Some(Box::new(Seat { plays, replies: replies.iter().cloned().collect(), pending: pending.clone() }));
    let driven = drive(&mut play, &pending, alone, &step.session.cancel);
    let events = play.log.take().unwrap_or_default();
    if let Some(pending) = pending.take() {
        let table = &mut step.table;
        let (told, seen) = (table.told.max(step.told), pending.seen);
        (table.replies, table.thrown, table.told) = (replies, thrown, seen);
        table.pending = Some(Rc::new(pending));
        step.changes = true;
        let all: Vec<&Event> = events.iter().take(seen).collect();
        let text = tell(&step.table, &begin, &all, told);
        return Ok(Answer::of(text + &super::fight::question(step)));
    }
    if let (Err(_), Some(wanted)) = (&driven, tray.wanted()) {
        let all: Vec<&Event> = events.iter().collect();
        let text = tell(&step.table, &begin, &all, step.table.told.max(step.told));
        return Err(Stop::Dice { wanted, text, told: all.len() });
    }
    driven.map_err(|error| Stop::from(error.report(step.table.book())))?;
    let table = &mut step.table;
    let told = std::mem::take(&mut table.told).max(step.told);
    (table.state, table.progress, table.seeded) = (play.state.clone(), play.progress(), tray.state());
    (table.replies, table.thrown, table.pending) = (Vec::new(), Vec::new(), None);
    step.changes = true;
    let all: Vec<&Event> = events.iter().collect();
    let text = tell(&step.table, &begin, &all, told);
    Ok(Answer::of(if text.is_empty() { "nothing happens\n".to_string() } else { text }))
}

fn drive(play: &mut Play, pending: &RefCell<Option<Pending>>, alone: bool, cancel: &Cancel) -> Result<(), PlayError> {
    play.begin()?;
    let limit = play.scenario().map_or(u32::MAX, |scenario| scenario.limit);
    for _ in 0..MOST_STAGES {
        cancel.check()?;
        if play.state.outcome.is_some() || pending.borrow().is_some() {
            break;
        }
        let before = play.log.as_ref().map_or(0, Log::len);
        let stage = play.advance()?;
        let ends = matches!(stage, Stage::TurnEnds(_));
        if ends && play.state.turn >= limit && play.state.outcome.is_none() && pending.borrow().is_none() {
            play.emit(crate::event::Change::LimitReached { limit: "turns".into(), at: limit.into() })?;
            break;
        }
        // Nobody is asked: one phase at a time in which something has happened, so that it can be read.
        let happened = play.log.as_ref().is_some_and(|log| log.since(before).len() > 2);
        if alone && happened && !matches!(stage, Stage::TurnBegins(_)) {
            break;
        }
    }
    Ok(())
}

/// The figures that the person plays.
fn personal(table: &Table) -> Vec<FigureId> {
    let state = &table.state;
    let named = |id: &FigureId| {
        let figure = state.figure(*id);
        table.personal.iter().any(|name| *name == figure.name || *name == state.side(figure.side).name)
    };
    state.figure_ids().filter(named).collect()
}

/// The story of events; the first so many were told before.
pub(super) fn tell(table: &Table, begin: &State, events: &[&Event], told: usize) -> String {
    let mut state = begin.clone();
    let mut story = Story::default();
    let mut text = String::new();
    for (index, event) in events.iter().enumerate() {
        apply(table.book(), &table.rules.layout, &mut state, &event.change);
        let lines = story.tell(&table.rules, &state, event);
        if index >= told {
            text += &lines;
        }
    }
    text
}

/// Does something to the fight outside its turn, and tells what came of it.
pub(super) fn outside(
    step: &mut Step<'_>,
    state: State,
    change: impl FnOnce(&mut Play) -> Result<(), PlayError>,
) -> Result<String, Stop> {
    let tray = step.tray();
    let mut play = play_of(&mut step.table, &tray, state.clone())?;
    let done = change(&mut play);
    let log = play.log.take().unwrap_or_default();
    let book = step.table.book().clone();
    let events: Vec<&Event> = log.iter().collect();
    let text = tell(&step.table, &state, &events, step.told);
    if let (Err(_), Some(wanted)) = (&done, tray.wanted()) {
        return Err(Stop::Dice { wanted, text, told: events.len() });
    }
    let done = done.map_err(|error| Stop::from(error.report(&book) as Diagnostic));
    step.finish(&tray, done)?;
    step.changes = play.state != step.table.state;
    step.table.state = play.state.clone();
    Ok(text)
}

fn too_many(step: &Step<'_>) -> ReplError {
    step.line.nothing(
        step.line.0.trim(),
        "there were too many answers in one phase",
        "not one more",
        "pass with `next`, or `undo`",
    )
}
