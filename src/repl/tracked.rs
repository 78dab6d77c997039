//! A fight tracked at the prompt, played on for a line: outside its turn, or from where its phase began.

use super::answer::LineStop;
use super::news::{CountKeeper, NewsHearing, ToldCourse, ToldSentence, is_heard};
use super::pending::Newcomers;
use super::session::LineStep;
use super::table::SessionState;
use super::table_dice::TableDice;
use crate::diag::Diagnostic;
use crate::event::Change;
use crate::event::{Event, Holder, Log};
use crate::play::{Order, Play, PlayError};
use crate::query::AssumedChange;
use crate::state::{State, apply};
use crate::story::Story;
use crate::value::FigureId;
use std::sync::Arc;

/// A play of the fight as it stands, with its log.
pub(super) fn play_of(table: &mut SessionState, tray: &TableDice, state: State) -> Result<Play, LineStop> {
    let engine = table.engine()?;
    let chance = Box::new(tray.clone());
    let mut play = match table.scenario {
        Some(scenario) => Play::resume(table.rules.clone(), state, scenario, engine, chance),
        None => Play::new(table.rules.clone(), state, engine, chance),
    };
    play.go_on_from(table.progress);
    play.keep_log(Log::default());
    Ok(play)
}

/// The story of events.
pub(super) struct Telling<'a> {
    /// The fight before them.
    pub begin: &'a State,
    /// Who joins in the middle of them.
    pub newcomers: &'a Newcomers,
    /// The first so many were told before.
    pub told: usize,
    /// Where the story may be taken up again.
    pub mark: usize,
}

impl Telling<'_> {
    /// What somebody hears of it, sentence by sentence.
    pub(super) fn sentences(
        &self,
        table: &SessionState,
        events: &[&Event],
        is_heard: impl Fn(&State, &Change) -> bool,
    ) -> Vec<ToldSentence> {
        let (mut state, mut story, mut told) = (self.begin.clone(), table.story.clone(), Vec::new());
        let mut keeper = CountKeeper::default();
        let mut add = |after: usize, text: String, is_count: bool| {
            if after > self.told && !text.is_empty() {
                told.push(ToldSentence { after, text, is_count });
            }
        };
        for (index, event) in events.iter().enumerate() {
            if index == self.told {
                // The end of what was told before was told with it.
                let _ = story.rest();
            }
            self.newcomers.enter(index, &table.rules, &mut state);
            let was_heard = is_heard(&state, &event.change);
            let is_count = keeper.hears(&table.rules.book, &event.change);
            apply(&table.rules, &mut state, &event.change);
            // Who comes out or goes into hiding is seen at it.
            if was_heard || is_heard(&state, &event.change) {
                add(index + 1, story.tell(&table.rules, &state, event), is_count);
            }
        }
        add(events.len(), story.rest(), false);
        told
    }

    /// The story, and how it stands at the mark.
    pub(super) fn of(&self, table: &SessionState, mut story: Story, events: &[&Event]) -> (String, Story) {
        let mut state = self.begin.clone();
        let mut at_mark = story.clone();
        let mut text = String::new();
        for (index, event) in events.iter().enumerate() {
            if index == self.told {
                // The end of what was told before was told with it.
                let _ = story.rest();
            }
            if index == self.mark {
                text += &story.rest();
                at_mark = story.clone();
            }
            self.newcomers.enter(index, &table.rules, &mut state);
            apply(&table.rules, &mut state, &event.change);
            let lines = story.tell(&table.rules, &state, event);
            if index >= self.told {
                text += &lines;
            }
        }
        let rest = story.rest();
        if events.len() > self.told {
            text += &rest;
        }
        if self.mark >= events.len() {
            at_mark = story;
        }
        (text, at_mark)
    }
}

/// Lets those hear of events who ask for it: whoever hears all, each side, and those who belong to none.
pub(super) fn spread(step: &mut LineStep<'_>, telling: &Telling<'_>, events: &[&Event]) {
    if step.session.news.hearing == NewsHearing::Answer {
        return;
    }
    let table = &step.table;
    step.session.news.course = Some(ToldCourse {
        rules: table.rules.clone(),
        begin: telling.begin.clone(),
        newcomers: telling.newcomers.clone(),
        events: events.iter().map(|event| (*event).clone()).collect(),
        told: telling.told.min(events.len()),
        sentences: telling.sentences(table, events, |_, _| true),
    });
    if step.session.news.hearing != NewsHearing::Sides {
        return;
    }
    for side in table.state.side_ids().map(Some).chain([None]) {
        let hears = |state: &State, change: &Change| is_heard(&table.rules.book, state, change, side);
        let sentences = telling.sentences(table, events, hears);
        step.session.news.add(side.map(|side| table.state.side(side).name.clone()), sentences);
    }
}

/// Makes something so that is said of a figure; numbers are added if there is more to come.
pub(super) fn change(play: &mut Play, figure: FigureId, what: &AssumedChange, more: bool) -> Result<(), PlayError> {
    match &what.settled(&play.rules().book, play.state(), figure) {
        AssumedChange::NotState(..) => Ok(()),
        AssumedChange::State(state, word) => play.set_state(figure, *state, *word, None),
        AssumedChange::Condition(condition, true) => play.gain(figure, *condition, None, None).map(|_| ()),
        AssumedChange::Condition(condition, false) => play.lose(figure, *condition, None).map(|_| ()),
        AssumedChange::Track(track, symbol, number) if more => {
            play.change_track(Holder::Figure(figure), *track, *symbol, *number, None).map(|_| ())
        }
        AssumedChange::Track(track, symbol, number) => {
            play.put_track(Holder::Figure(figure), *track, *symbol, *number, None)
        }
        AssumedChange::Attribute(attribute, value) => {
            // What stands on a sheet does not change in play, so there is no event for it.
            play.arrange(&Change::note(Holder::Figure(figure), *attribute, value.clone()));
            Ok(())
        }
    }
}

/// Performs an action whatever phase it is.
pub(super) fn anytime(play: &mut Play, order: &Arc<Order>) -> Result<(), PlayError> {
    let phase = play.put_into_phase(None);
    let done = play.perform(order);
    play.put_into_phase(phase);
    done.map(|_| ())
}

/// The same even if the rules refuse it.
pub(super) fn anytime_allowed(play: &mut Play, order: &Arc<Order>) -> Result<(), PlayError> {
    let phase = play.put_into_phase(None);
    let done = play.perform_allowed(order);
    play.put_into_phase(phase);
    done.map(|_| ())
}

/// The same as far as it goes: what was done before it failed stays.
pub(super) fn as_far_as_it_goes(play: &mut Play, order: &Arc<Order>) -> Result<(), PlayError> {
    let phase = play.put_into_phase(None);
    let done = play.try_perform(order);
    play.put_into_phase(phase);
    done.map(|_| ())
}

/// Does something to the fight outside its turn, and tells what came of it.
pub(super) fn outside(
    step: &mut LineStep<'_>,
    state: State,
    change: impl FnOnce(&mut Play) -> Result<(), PlayError>,
) -> Result<String, LineStop> {
    let tray = step.tray().kept();
    let mut play = play_of(&mut step.table, &tray, state.clone())?;
    let done = change(&mut play);
    let log = play.take_log().unwrap_or_default();
    let book = step.table.book().clone();
    let events: Vec<&Event> = log.iter().collect();
    let text = Telling { begin: &state, newcomers: &Newcomers::default(), told: step.told, mark: 0 }
        .of(&step.table, step.table.story.anew(), &events)
        .0;
    step.fell(&tray, None, &events);
    step.happened.extend(events.iter().map(|event| (*event).clone()));
    if let (Err(_), Some(wanted)) = (&done, tray.wanted()) {
        return Err(LineStop::Dice { wanted, text, told: events.len() });
    }
    let done = done.map_err(|error| LineStop::from(error.report(&book) as Diagnostic));
    step.finish(&tray, done)?;
    step.changes = *play.state() != step.table.state;
    step.table.state = play.state().clone();
    (step.table.ruled, step.table.tosses) = (Vec::new(), 0);
    Ok(text)
}
