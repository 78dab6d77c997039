//! A person who plays some of the figures. A fight goes on until the person is asked; an answer plays it again from where it
//! stood, with all answers given since, so that a question needs no thread and every fight stays a value.

use super::answer::LineStop;
use super::pending::{Demand, HandDeed, HumanReply, MOST_REPLIES, Newcomers, Pending, with_names};
use super::session::{Answered, LineStep};
use super::table::SessionState;
use super::table_dice::TableDice;
use super::{ReplError, Response, orders, tracked};
use crate::dice::Cancel;
use crate::dice::{Chance, Seeded, SeededState};
use crate::event::{Event, Log};
use crate::play::Progress;
use crate::play::{self, Controller, DecisionRequest, Play, PlayError};
use crate::state::State;
use crate::turn::Stage;
use crate::value::{FigureId, SideId};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Stages of turns that pass before the fight stops by itself.
const MOST_STAGES: usize = 200;

/// Where the person sits: answers what is known, and remembers the first question that is not.
#[derive(Clone)]
struct Seat {
    plays: Vec<FigureId>,
    replies: Rc<RefCell<VecDeque<HumanReply>>>,
    pending: Rc<RefCell<Option<Pending>>>,
    /// Whom somebody has taken out of the fight by hand.
    taken_out: Vec<FigureId>,
    /// Who has joined, and behind how many events.
    newcomers: Rc<RefCell<Newcomers>>,
    /// Once so many events have happened everybody is asked.
    asks_from: Option<usize>,
    /// The dice that fall.
    tray: TableDice,
    /// Other dice, that fall from the first question on that was not answered: scripts answer it and all that follow.
    onward: Option<(TableDice, Rc<RefCell<Option<Seeded>>>)>,
}

impl Controller for Seat {
    fn meanwhile(&mut self, play: &mut Play, figure: FigureId) -> Result<(), PlayError> {
        if !self.decides(play, figure) {
            return Ok(());
        }
        loop {
            let next = self.replies.borrow_mut().pop_front();
            match next {
                Some(HumanReply::Said(changes, more)) => {
                    changes.iter().try_for_each(|(figure, what)| tracked::change(play, *figure, what, more))?;
                }
                Some(HumanReply::Do(order)) => {
                    // Whoever is asked something while it is performed is asked by the same person.
                    play.ask_first(Box::new(self.clone()));
                    tracked::anytime(play, &order)?;
                }
                Some(HumanReply::DoAllowed(order)) => {
                    play.ask_first(Box::new(self.clone()));
                    tracked::anytime_allowed(play, &order)?;
                }
                Some(HumanReply::ByHand(deed)) => {
                    if let HandDeed::TakeOut(figure) = deed {
                        self.taken_out.push(figure);
                    }
                    deed.done(play)?;
                }
                Some(HumanReply::Joined(figure)) => {
                    let (after, rules) = (play.log().map_or(0, Log::len), play.rules().clone());
                    play.set_up(|state| figure.enter(&rules, state))?;
                    self.newcomers.borrow_mut().push(after, figure);
                }
                Some(HumanReply::Renamed(..)) => {}
                other => {
                    let mut replies = self.replies.borrow_mut();
                    other.into_iter().for_each(|reply| replies.push_front(reply));
                    return Ok(());
                }
            }
        }
    }

    fn answer(&mut self, play: &Play, figure: FigureId, question: &DecisionRequest<'_>) -> play::Decision {
        if !self.decides(play, figure) {
            return play::Decision::Script;
        }
        match question {
            // What was said in between has taken it out of the fight.
            DecisionRequest::Order(_) if play.state().figure(figure).removed => return play::Decision::Order(None),
            DecisionRequest::Choice(_) if self.taken_out.contains(&figure) => return play::Decision::Choice(0),
            _ => {}
        }
        let reply = self.replies.borrow_mut().pop_front();
        match (reply, question) {
            (Some(HumanReply::Order(order)), DecisionRequest::Order(_)) => play::Decision::Order(order),
            (Some(HumanReply::Allowed(order)), DecisionRequest::Order(_)) => play::Decision::Allowed(order),
            (Some(HumanReply::Choice(index)), DecisionRequest::Choice(..)) => play::Decision::Choice(index),
            _ if self.onward.is_some() => {
                self.turn_over();
                play::Decision::Script
            }
            (_, DecisionRequest::Order(actions)) => {
                self.wait(play, figure, Demand::Order(actions.to_vec()));
                play::Decision::Order(None)
            }
            (_, DecisionRequest::Choice(choice)) => {
                self.wait(play, figure, Demand::Choice((*choice).clone()));
                play::Decision::Choice(0)
            }
        }
    }
}

impl Seat {
    /// From now on the other dice fall.
    fn turn_over(&self) {
        if let Some((tray, later)) = &self.onward
            && let Some(later) = later.borrow_mut().take()
        {
            tray.reseed(later);
        }
    }

    /// A figure without a script is the person's too: nobody else could decide for it.
    fn decides(&self, play: &Play, figure: FigureId) -> bool {
        let is_asked = self.asks_from.is_some_and(|from| play.log().map_or(0, Log::len) >= from);
        is_asked || self.plays.contains(&figure) || play.state().figure(figure).controller.is_none()
    }

    fn wait(&mut self, play: &Play, figure: FigureId, demand: Demand) {
        let mut pending = self.pending.borrow_mut();
        if pending.is_some() {
            return;
        }
        let open = match &demand {
            Demand::Order(actions) => orders::open(play, actions, figure),
            Demand::Choice(..) => Vec::new(),
        };
        let seen = play.log().map_or(0, Log::len);
        let position = play.chance().position();
        *pending = Some(Pending {
            figure,
            demand,
            open,
            state: play.state().clone(),
            seen,
            is_first: false,
            has_rolled: false,
            position,
            tosses: self.tray.count(),
        });
    }
}

/// The fight as a phase begins: what happens in the phase is played again from here at every answer.
struct PhaseStart {
    state: State,
    progress: Progress,
    seeded: SeededState,
    position: u64,
    /// Answers and dice of the table used up before.
    replies: usize,
    thrown: usize,
    tosses: usize,
    /// Events before.
    events: usize,
}

/// A fight that is being played on.
struct HumanFight<'a> {
    play: Play,
    tray: TableDice,
    replies: Rc<RefCell<VecDeque<HumanReply>>>,
    given: usize,
    pending: Rc<RefCell<Option<Pending>>>,
    /// Where the last phase began.
    mark: PhaseStart,
    cancel: &'a Cancel,
}

impl HumanFight<'_> {
    fn mark(&self) -> PhaseStart {
        PhaseStart {
            state: self.play.state().clone(),
            progress: self.play.progress(),
            seeded: self.tray.state(),
            position: self.play.chance().position(),
            replies: self.given - self.replies.borrow().len(),
            thrown: self.tray.used(),
            tosses: self.tray.count(),
            events: self.play.log().map_or(0, Log::len),
        }
    }

    fn waits(&self) -> bool {
        self.pending.borrow().is_some()
    }

    /// Goes on to the next question, or until something has happened if nobody can be asked.
    fn drive(&mut self, alone: bool) -> Result<(), PlayError> {
        self.play.turn().begin()?;
        let limit = self.play.scenario().map_or(u32::MAX, |scenario| scenario.limit);
        for _ in 0..MOST_STAGES {
            self.cancel.check()?;
            if self.play.state().outcome.is_some() || self.waits() {
                break;
            }
            self.mark = self.mark();
            let stage = self.play.turn().advance()?;
            let ends = matches!(stage, Stage::TurnEnds(_));
            if ends && self.play.state().turn >= limit && self.play.state().outcome.is_none() && !self.waits() {
                self.play.emit(crate::event::Change::LimitReached { limit: "turns".into(), at: limit.into() })?;
                break;
            }
            // Nobody is asked: one phase at a time in which something has happened, so that it can be read.
            let happened = self.play.log().is_some_and(|log| log.since(self.mark.events).len() > 2);
            if alone && happened && !matches!(stage, Stage::TurnBegins(_)) {
                break;
            }
        }
        Ok(())
    }
}

/// What a scenario does before its first turn, so that everything that is asked is asked of the fight as it begins.
/// What goes wrong in it is told to whoever goes on with the fight.
pub(super) fn begin(table: &mut SessionState) {
    if table.scenario().is_none_or(|scenario| !scenario.has_start()) {
        return;
    }
    let (tray, state) = (TableDice::new(table.seeded, None), table.state.clone());
    let Ok(mut play) = tracked::play_of(table, &tray, state.clone()) else { return };
    if play.turn().begin().is_err() {
        return;
    }
    let log = play.take_log().unwrap_or_default();
    let events: Vec<&Event> = log.iter().collect();
    table.opening = tracked::Telling { begin: &state, newcomers: &Newcomers::default(), told: 0, mark: 0 }
        .of(table, table.story.anew(), &events)
        .0
        .into();
    settle(table, &play, &tray);
}

/// Goes on with the fight: to the next question, or until something has happened.
pub(super) fn go_on(step: &mut LineStep<'_>, reply: Option<HumanReply>) -> Answered {
    let mut replies = step.table.replies.clone();
    // What a referee makes so is no news of the fight.
    let is_said = matches!(
        reply,
        Some(
            HumanReply::Said(..)
                | HumanReply::Do(_)
                | HumanReply::DoAllowed(_)
                | HumanReply::ByHand(_)
                | HumanReply::Joined(_)
                | HumanReply::Renamed(..)
        )
    );
    replies.extend(reply);
    if replies.len() > MOST_REPLIES {
        return Err(too_many(step).into());
    }
    let mut thrown = step.table.thrown.clone();
    thrown.extend(&step.dice);
    let tray = step.table.tray(&thrown).kept();
    let begin = with_names(&step.table.state, &replies);
    let newcomers: Rc<RefCell<Newcomers>> = Rc::default();
    let mut play = tracked::play_of(&mut step.table, &tray, begin.clone())?;
    let pending = Rc::new(RefCell::new(None));
    let plays = personal(&step.table, &begin);
    let asks_from = step.table.asks_from;
    let alone = plays.is_empty() && step.table.scenario.is_some() && asks_from.is_none();
    let waiting = Rc::new(RefCell::new(VecDeque::from(replies.clone())));
    let seat = Seat {
        plays,
        replies: waiting.clone(),
        pending: pending.clone(),
        taken_out: Vec::new(),
        newcomers: newcomers.clone(),
        asks_from,
        tray: tray.clone(),
        onward: None,
    };
    play.ask_first(Box::new(seat));
    let (given, mark, cancel) = (replies.len(), start(&step.table), step.session.cancel.clone());
    let mut course =
        HumanFight { play, tray, replies: waiting, given, pending: pending.clone(), mark, cancel: &cancel };
    let driven = course.drive(alone);
    let HumanFight { mut play, tray, mark, .. } = course;
    let log = play.take_log().unwrap_or_default();
    let events: Vec<&Event> = log.iter().collect();
    let told = step.table.told.max(step.told);
    let seen = pending.borrow().as_ref().map_or(events.len(), |question| question.seen);
    step.fell(&tray, pending.borrow().as_ref().map(|question| question.tosses), &events[told.min(seen)..seen]);
    let news = &events[step.table.told.min(seen)..seen];
    step.happened.extend(news.iter().map(|event| (*event).clone()));
    let newcomers = newcomers.take();
    if !is_said {
        let telling = tracked::Telling { begin: &begin, newcomers: &newcomers, told, mark: 0 };
        tracked::spread(step, &telling, &events[..seen]);
    }
    if let (Err(_), Some(wanted), None) = (&driven, tray.wanted(), &*pending.borrow()) {
        let telling = tracked::Telling { begin: &begin, newcomers: &newcomers, told, mark: 0 };
        let text = telling.of(&step.table, step.table.story.clone(), &events).0;
        return Err(LineStop::Dice { wanted, text, told: events.len() });
    }
    let telling = tracked::Telling { begin: &begin, newcomers: &newcomers, told, mark: mark.events };
    // Behind a question that is not answered yet a phase may well go wrong.
    let Some(mut question) = pending.take() else {
        driven.map_err(|error| LineStop::from(error.report(step.table.book())))?;
        let (text, _) = telling.of(&step.table, step.table.story.clone(), &events);
        settle(&mut step.table, &play, &tray);
        step.changes = true;
        return Ok(Response::of(if text.is_empty() { "nothing happens\n".to_string() } else { text }));
    };
    let all = &events[..question.seen];
    let (text, story) = telling.of(&step.table, step.table.story.clone(), all);
    let phase = &all[mark.events.min(all.len())..];
    let newcomers = newcomers.since(mark.events);
    let telling = tracked::Telling { begin: &mark.state, newcomers: &newcomers, told: 0, mark: 0 };
    let so_far = telling.of(&step.table, step.table.story.anew(), phase).0;
    // The fight from which a phase is played again has the names that it had then.
    let is_renamed = mark.replies == 0 && replies.iter().any(|reply| matches!(reply, HumanReply::Renamed(..)));
    let begun = if is_renamed { step.table.state.clone() } else { mark.state.clone() };
    let (replies, thrown) = (replies.split_off(mark.replies), thrown.split_off(mark.thrown.min(thrown.len())));
    question.has_rolled = !thrown.is_empty() || question.position != mark.position;
    question.is_first = replies.is_empty() && thrown.is_empty() && so_far.is_empty();
    let table = &mut step.table;
    table.ruled = table.ruled.iter().filter_map(|ruled| ruled.since(mark.tosses)).collect();
    table.tosses = question.tosses.saturating_sub(mark.tosses);
    table.told = question.seen - mark.events.min(question.seen);
    (table.state, table.progress, table.seeded) = (begun, mark.progress, mark.seeded);
    (table.replies, table.thrown, table.story) = (replies, thrown, story);
    table.asks_from = asks_from.map(|from| from.saturating_sub(mark.events));
    table.pending = Some(Rc::new(question));
    step.changes = true;
    Ok(Response::of(text + &orders::question(step)))
}

/// Plays a fight out from where it stands, with other dice from its question on, everybody by his script: who has won.
pub(super) fn played_out(
    table: &mut SessionState,
    game: u64,
    limit: u32,
    cancel: &Cancel,
) -> Result<Option<SideId>, LineStop> {
    /// Where the dice of such games begin: elsewhere than those of a fight.
    const SEED: u64 = 0x0066_7261_7900;
    let tray = TableDice::begun(table.seeded, &table.thrown).ruled(&table.ruled);
    let begin = with_names(&table.state, &table.replies);
    let (replies, later) = (VecDeque::from(table.replies.clone()), Seeded::new(SEED, game));
    let mut play = tracked::play_of(table, &tray, begin.clone())?;
    // Whoever is asked from some event on needs the events counted.
    if table.asks_from.is_none() {
        let _ = play.take_log();
    }
    let seat = Seat {
        asks_from: table.asks_from,
        plays: personal(table, &begin),
        tray: tray.clone(),
        replies: Rc::new(RefCell::new(replies)),
        pending: Rc::default(),
        taken_out: Vec::new(),
        newcomers: Rc::default(),
        onward: Some((tray, Rc::new(RefCell::new(Some(later))))),
    };
    if table.pending.is_none() {
        seat.turn_over();
    }
    play.ask_first(Box::new(seat));
    let book = table.book().clone();
    let mut done = play.turn().begin();
    while done.is_ok() && play.state().outcome.is_none() && play.state().turn < limit {
        done = cancel.check().map_err(PlayError::from).and_then(|()| play.turn().play_turn());
    }
    done.map_err(|error| LineStop::from(error.report(&book)))?;
    Ok(play.state().outcome.as_ref().and_then(|outcome| outcome.winner))
}

/// Where the fight stands now.
fn start(table: &SessionState) -> PhaseStart {
    let (state, progress) = (table.state.clone(), table.progress);
    let position = Seeded::restored(table.seeded).position();
    PhaseStart { state, progress, seeded: table.seeded, position, replies: 0, thrown: 0, tosses: 0, events: 0 }
}

/// The fight goes on from where the play has come to, and nobody is asked.
fn settle(table: &mut SessionState, play: &Play, tray: &TableDice) {
    (table.state, table.progress, table.seeded) = (play.state().clone(), play.progress(), tray.state());
    (table.replies, table.thrown, table.pending) = (Vec::new(), Vec::new(), None);
    (table.told, table.story) = (0, table.story.anew());
    (table.ruled, table.tosses) = (Vec::new(), 0);
    table.asks_from = table.asks_from.map(|_| 0);
}

/// The figures of a fight that the person plays.
fn personal(table: &SessionState, state: &State) -> Vec<FigureId> {
    let named = |id: &FigureId| {
        let figure = state.figure(*id);
        table.personal.iter().any(|name| *name == figure.name || *name == state.side(figure.side).name)
    };
    state.figure_ids().filter(named).collect()
}

fn too_many(step: &LineStep<'_>) -> ReplError {
    step.line.nothing(
        step.line.0.trim(),
        "there were too many answers in one phase",
        "not one more",
        "pass with `next`, or `undo`",
    )
}
