//! A kept game opened at the table: its story turn by turn, every moment of it to be looked at and gone on from.

use super::branch::KeptTable;
use super::news::{ToldCourse, ToldSentence, is_heard};
use super::pending::Newcomers;
use super::session::Session;
use super::tracked::Telling;
use crate::dice::SeededState;
use crate::event::{Change, Event, Log};
use crate::play::Progress;
use crate::state::{State, apply};
use std::sync::Arc;

/// What is said to let a fight go on.
const ONWARD: &str = "next";

/// A turn of a kept game.
pub(crate) struct Chapter {
    /// What it is called.
    pub line: String,
    pub course: ToldCourse,
    /// What each side has heard of it, and those who belong to none.
    pub heard: Vec<(Option<Arc<str>>, Vec<ToldSentence>)>,
    /// The table as it ended.
    pub table: KeptTable,
    /// The table as it began, and the line that makes the same happen again with the same dice; none if they are not known.
    pub again: Option<(KeptTable, String)>,
    /// How many changes could be taken back then.
    pub depth: usize,
}

impl Session {
    /// Puts a game on the table as it was kept, so that it can be taken back turn by turn and gone on from there.
    /// `dice` is where its dice stood as each turn began.
    pub(crate) fn follow(&mut self, begin: &State, log: &Log, dice: &[SeededState]) -> Vec<Chapter> {
        (self.table.state, self.table.progress) = (begin.clone(), Progress::default());
        (self.table.opening, self.table.pending) = ("".into(), None);
        let events: Vec<Event> = log.iter().cloned().collect();
        let ends = |event: &Event| matches!(event.change, Change::TurnEnded { .. });
        let turns = events.split_inclusive(ends).enumerate();
        turns.map(|(at, turn)| self.chapter(turn, dice.get(at))).collect()
    }

    fn chapter(&mut self, events: &[Event], dice: Option<&SeededState>) -> Chapter {
        let again = dice.map(|dice| {
            let mut table = self.table.clone();
            table.seeded = *dice;
            (KeptTable::of(&table), ONWARD.to_string())
        });
        let (rules, begin) = (self.table.rules.clone(), self.table.state.clone());
        let mut state = begin.clone();
        events.iter().for_each(|event| apply(&rules, &mut state, &event.change));
        let is_whole = matches!(events.last().map(|event| &event.change), Some(Change::TurnEnded { .. }));
        let all: Vec<&Event> = events.iter().collect();
        let telling = Telling { begin: &begin, newcomers: &Newcomers::default(), told: 0, mark: 0 };
        let sides = begin.side_ids().map(Some).chain([None]);
        let heard = sides.map(|side| {
            let told = telling.sentences(&self.table, &all, |state, change| is_heard(&rules.book, state, change, side));
            (side.map(|side| begin.side(side).name.clone()), told)
        });
        let heard = heard.collect();
        let sentences = telling.sentences(&self.table, &all, |_, _| true);
        let line = if state.turn > 0 { format!("turn {}", state.turn) } else { "the beginning".to_string() };
        let mut table = self.table.clone();
        table.progress = Progress::after(state.turn);
        // What broke off within a turn is gone on with behind it.
        table.state = if is_whole || state.outcome.is_some() { state } else { state.between_turns() };
        self.settle(table, true, &line);
        let course =
            ToldCourse { rules, begin, events: events.to_vec(), newcomers: Newcomers::default(), told: 0, sentences };
        Chapter { line, course, heard, table: KeptTable::of(&self.table), again, depth: self.depth() }
    }
}
