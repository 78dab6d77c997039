//! A game that was played at the table is told again moment by moment, and said again to see whether it comes to the same.

use super::branch::reaches_beyond;
use super::human;
use super::line_made::SaidAgain;
use super::overrule::{asked, say_again};
use super::played::{CameOfIt, DiceHands, PlayedBegin, PlayedGame, PlayedLine};
use super::session::Session;
use super::table::SessionState;
use crate::dice::Cancel;
use crate::event::Event;
use crate::play::Kit;
use crate::state::{RecordedPart, State, apply, played_text};
use crate::story::{Story, StoryForm};
use crate::value::ScenarioId;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// The game so far with a line that has made one table of another.
pub(super) fn played_on(
    (before, after): (&SessionState, &SessionState),
    said: SaidAgain,
    events: Vec<Event>,
) -> PlayedGame {
    if !is_one_game(before, after) || reaches_beyond(&said.line) {
        return PlayedGame::default();
    }
    let game = if before.played.has_room() { before.played.clone() } else { PlayedGame::default() };
    let begin = game.last().is_none().then(|| Box::new(begin_of(before)));
    let mut state = before.now().clone();
    events.iter().for_each(|event| apply(&after.rules, &mut state, &event.change));
    let then = (state != *after.now()).then(|| Rc::new(after.now().clone()));
    let in_phase = if after.replies.is_empty() { 0 } else { game.in_phase + 1 };
    let came = CameOfIt { events, then };
    let throwers = DiceHands { seeded: before.seeded, mine: before.mine, own_dice: before.own_dice.clone() };
    let line = PlayedLine { begin, said, throwers, sum: came.sum(), came: Some(came) };
    game.and(line).in_phase(in_phase)
}

/// A table from which a game is played.
fn begin_of(table: &SessionState) -> PlayedBegin {
    PlayedBegin {
        state: table.state.clone(),
        now: (*table.now() != table.state).then(|| table.now().clone()),
        progress: table.progress,
        personal: table.personal.clone(),
        asks: table.pending.is_some(),
    }
}

/// Whether two tables are of one game: nothing else was opened, and the rules are the same.
fn is_one_game(one: &SessionState, other: &SessionState) -> bool {
    let same_rules =
        || one.choices == other.choices && one.typed == other.typed && one.rules_sum() == other.rules_sum();
    one.pack == other.pack && one.scenario == other.scenario && (Arc::ptr_eq(&one.rules, &other.rules) || same_rules())
}

/// A line that comes to something else when it is said again.
#[derive(Debug)]
pub(crate) struct OtherwiseAgain {
    pub line: String,
    pub why: String,
}

/// A game as it was played, for whoever tells it.
pub(crate) struct PlayedFight {
    pub kit: Kit,
    pub scenario: Option<ScenarioId>,
    /// In their order; there is one at least.
    pub parts: Vec<PlayedPart>,
    /// Where it comes from, in words.
    pub about: String,
}

impl PlayedFight {
    /// All that happened in the documented form of a log.
    pub(crate) fn recorded(&self) -> String {
        let book = &self.kit.book;
        let rules = self.scenario.map_or_else(|| self.kit.rules(None), |scenario| self.kit.rules_of(scenario));
        let mut about = BTreeMap::from([
            ("pack".to_string(), book.pack.head.name.to_string()),
            ("played".to_string(), "at a table".to_string()),
        ]);
        if let Some(scenario) = self.scenario {
            about.insert("scenario".to_string(), book.scenarios[scenario.index()].head.name.to_string());
        }
        let chosen = book.options.iter().filter(|option| option.chosen != option.default);
        let with: Vec<String> =
            chosen.map(|option| format!("{}={}", option.head.name, book.choice_name(option.chosen))).collect();
        if !with.is_empty() {
            about.insert("with".to_string(), with.join(" "));
        }
        let parts: Vec<RecordedPart<'_>> = self.parts.iter().map(PlayedPart::recorded).collect();
        played_text(&rules, about, &parts)
    }
}

/// Some of what happened, event by event.
pub(crate) struct PlayedPart {
    /// The fight before it.
    pub begin: State,
    /// The line that has made it so, where no event tells of it.
    pub said: Option<Arc<str>>,
    pub events: Vec<Event>,
}

impl PlayedPart {
    fn recorded(&self) -> RecordedPart<'_> {
        RecordedPart { begin: &self.begin, said: self.said.as_deref(), events: &self.events }
    }
}

impl Session {
    /// What was played at this table and still counts, said again where it was read from a file; nothing if nothing has
    /// happened.
    ///
    /// # Errors
    /// The first line that comes to something else when it is said again.
    pub(crate) fn played_fight(&mut self, cancel: &Cancel) -> Result<Option<PlayedFight>, OtherwiseAgain> {
        if self.table.played.lines().iter().any(|line| line.came.is_none()) {
            self.say_all_again(cancel)?;
        }
        let lines = self.table.played.lines();
        let Some(begin) = lines.first().and_then(|line| line.begin.as_deref()) else { return Ok(None) };
        let mut parts = vec![PlayedPart { begin: begin.stood().clone(), said: None, events: Vec::new() }];
        for line in &lines {
            let (Some(came), Some(part)) = (&line.came, parts.last_mut()) else { break };
            part.events.extend(came.events.iter().cloned());
            if let Some(then) = &came.then {
                let (begin, said) = (State::clone(then), Some(line.said.line.clone()));
                parts.push(PlayedPart { begin, said, events: Vec::new() });
            }
        }
        let table = &self.table;
        let (kit, scenario) = (table.kit.clone(), table.scenario);
        let name = table.scenario().map_or(String::new(), |scenario| format!("scenario {}, ", scenario.head.name));
        let from = match begin.stood().turn {
            0 => String::new(),
            turn => format!(" from turn {turn} on"),
        };
        let about = format!(
            "{}: {name}played at a table{from}. What was said, the dice that fell and the rules make this fight again, \
             event by event.",
            table.book().pack.head.title
        );
        Ok(Some(PlayedFight { kit, scenario, parts, about }))
    }

    /// The session as it is saved.
    pub(crate) fn saved_text(&self) -> String {
        super::stored::written(&self.table, self.saved_waiting())
    }

    /// Says the whole game again, line by line with the dice that fell; how many lines these are.
    ///
    /// # Errors
    /// The first line that comes to something else.
    pub(crate) fn say_all_again(&mut self, cancel: &Cancel) -> Result<usize, OtherwiseAgain> {
        let game = self.table.played.clone();
        let lines = game.lines();
        let Some(begin) = lines.first().and_then(|line| line.begin.as_deref()) else { return Ok(0) };
        let played = self.said_again(begun(&self.table, begin), begin.asks, (&lines, cancel))?.played;
        self.table.played = played.in_phase(game.in_phase);
        Ok(lines.len())
    }

    /// Says again what was said in the phase that goes on, at a table that was kept as its phase began, and puts the
    /// question that stood. Where it does not come to the same, the table stays as it is.
    ///
    /// # Errors
    /// The line that comes to something else.
    pub(super) fn say_phase_again(&mut self, table: &mut SessionState, asks: bool) -> Result<(), OtherwiseAgain> {
        let game = table.played.clone();
        if asks || game.in_phase > 0 {
            let lines = game.lines();
            let said = &lines[lines.len().saturating_sub(game.in_phase)..];
            let begun = SessionState { played: game.without_last(game.in_phase), ..table.clone() };
            let cancel = self.cancel.clone();
            *table = self.said_again(begun, true, (said, &cancel))?;
        }
        Ok(())
    }

    /// The table after lines that are said again at it; the session is as it was.
    fn said_again(
        &mut self,
        table: SessionState,
        asks: bool,
        (lines, cancel): (&[&PlayedLine], &Cancel),
    ) -> Result<SessionState, OtherwiseAgain> {
        let own = self.put_aside(table);
        let done = crate::diag::crash::guarded(|| {
            if asks {
                put_question(self);
            }
            lines.iter().try_for_each(|line| match cancel.is_asked() {
                true => Err(OtherwiseAgain { line: line.said.line.to_string(), why: "it takes too long".to_string() }),
                false => same_again(self, line),
            })
        });
        let after = self.table.clone();
        self.take_up(own);
        match done {
            Ok(done) => done.map(|()| after),
            Err(bug) => Err(OtherwiseAgain { line: String::new(), why: bug.to_string() }),
        }
    }
}

/// A table as a game of it began.
fn begun(table: &SessionState, begin: &PlayedBegin) -> SessionState {
    SessionState {
        state: begin.state.clone(),
        progress: begin.progress,
        personal: begin.personal.clone(),
        last: None,
        replies: Vec::new(),
        thrown: Vec::new(),
        tosses: 0,
        ruled: Vec::new(),
        made: Rc::default(),
        played: PlayedGame::default(),
        told: 0,
        story: Story::summing_up(StoryForm::Plain),
        pending: None,
        asks_from: None,
        ahead: None,
        ..table.clone()
    }
}

/// Puts the question to whoever is asked now.
fn put_question(session: &mut Session) {
    let posed = session.look("", |step| {
        human::go_on(step, None)?;
        Ok(step.table.clone())
    });
    if let Ok(table) = posed {
        session.table = table;
    }
}

fn same_again(session: &mut Session, line: &PlayedLine) -> Result<(), OtherwiseAgain> {
    let otherwise = |why: String| OtherwiseAgain { line: line.said.line.to_string(), why };
    // No line that was played does so: whoever has changed the file has no business with other files.
    if reaches_beyond(&line.said.line) {
        return Err(otherwise("it reaches beyond the fight".to_string()));
    }
    if asked(&session.table) != line.said.asked {
        return Err(otherwise("somebody else is asked before it".to_string()));
    }
    let DiceHands { seeded, mine, own_dice } = line.throwers.clone();
    session.table = SessionState { seeded, mine, own_dice, ..session.table.clone() };
    session.news.forget();
    say_again(session, &line.said, &mut VecDeque::new()).map_err(|stop| otherwise(stop.in_words()))?;
    let again = session.table.played.last();
    let is_same = again.is_some_and(|again| again.sum == line.sum);
    if is_same { Ok(()) } else { Err(otherwise("something else happens".to_string())) }
}
