//! A session as text: the form of its file, and the sums by which a change to it or to its rules is noticed.

use super::legend::Legend;
use super::line_made::SaidAgain;
use super::pending::MOST_REPLIES;
use super::played::{DiceHands, MOST_LINES, PlayedBegin, PlayedGame, PlayedLine, fnv};
use super::table::SessionState;
use super::table_dice::RuledDice;
use crate::diag::visible_json;
use crate::dice::SeededState;
use crate::play::Progress;
use crate::state::State;
use serde::{Deserialize, Serialize};

/// The form of the file, counted up when a field changes its meaning.
pub(super) const SCHEMA: &str = "fray.session/4";
/// The form in which what was played is not there yet; it is still read.
pub(super) const WITHOUT_GAME: &str = "fray.session/3";

/// All that is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    pub(super) schema: String,
    pub(super) pack: String,
    pub(super) scenario: Option<String>,
    pub(super) with: Vec<(String, Option<String>)>,
    pub(super) typed: Vec<String>,
    /// What the texts of the rules come to, so that a fight is not read by others than it was written by.
    pub(super) rules: u64,
    pub(super) seeded: SeededState,
    pub(super) mine: bool,
    /// Sides that throw their own dice where the others do not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) own_dice: Vec<String>,
    pub(super) personal: Vec<String>,
    pub(super) progress: Progress,
    pub(super) state: State,
    /// The names of what the state has numbers for, by which other rules understand it.
    pub(super) names: Legend,
    /// What was played, line by line, so that it can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) played: Option<SavedGame>,
    /// The line that waits for dice of the table, with those that were given for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) waiting: Option<SavedWaiting>,
    /// What all of the above comes to, so that what was changed by hand or on the way is noticed.
    pub(super) sum: u64,
}

/// A line that waits for dice of the real table.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedWaiting {
    pub(super) line: String,
    pub(super) dice: Vec<u16>,
    /// Whether some of them were given as a sum.
    pub(super) by_sum: bool,
}

/// A game as it was played.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedGame {
    begin: PlayedBegin,
    lines: Vec<SavedLine>,
    /// So many of them have answered something since the phase began in which the state is.
    in_phase: usize,
    /// Whether somebody is asked something.
    pub(super) asks: bool,
    /// Dice of the table that fell in that phase before those lines, and what a referee has ruled of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    thrown: Vec<u16>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ruled: Vec<RuledDice>,
}

/// A line of it, with the dice that fell, and all that came of it as one number.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedLine {
    said: SaidAgain,
    throwers: DiceHands,
    sum: u64,
}

impl SavedGame {
    /// None if nothing was played.
    fn of(table: &SessionState) -> Option<SavedGame> {
        let (game, asks) = (&table.played, table.pending.is_some());
        let lines = game.lines();
        let begin = PlayedBegin::clone(lines.first()?.begin.as_deref()?);
        let saved =
            |line: &&PlayedLine| SavedLine { said: line.said.clone(), throwers: line.throwers.clone(), sum: line.sum };
        // What fell for the lines of this phase falls for them again.
        let fell = lines[lines.len().saturating_sub(game.in_phase)..].iter().flat_map(|line| &line.said.fell);
        let by_hand: usize = fell.clone().filter(|fell| fell.by_hand).map(|fell| fell.shown.len()).sum();
        let tosses = table.tosses.saturating_sub(fell.count());
        let thrown = table.thrown[..table.thrown.len().saturating_sub(by_hand)].to_vec();
        let ruled = table.ruled.iter().filter(|ruled| ruled.nth < tosses).cloned().collect();
        Some(SavedGame {
            begin,
            lines: lines.iter().map(saved).collect(),
            in_phase: game.in_phase,
            asks,
            thrown,
            ruled,
        })
    }

    /// The fights from which it begins, which have to fit the rules.
    pub(super) fn states(&self) -> impl Iterator<Item = (&State, Progress)> {
        std::iter::once(&self.begin.state).chain(&self.begin.now).map(|state| (state, self.begin.progress))
    }

    /// What is more than any game has.
    pub(super) fn surplus(&self) -> Option<String> {
        let (all, in_phase) = (self.lines.len(), self.in_phase);
        let is_too_much = all > MOST_LINES || in_phase > MOST_REPLIES.min(all);
        is_too_much.then(|| format!("it has {all} lines, {in_phase} of them in one phase"))
    }

    /// The dice of the phase that goes on.
    pub(super) fn dice(&self) -> (Vec<u16>, Vec<RuledDice>) {
        (self.thrown.clone(), self.ruled.clone())
    }

    /// The game.
    pub(super) fn game(&self) -> PlayedGame {
        let mut begin = Some(Box::new(self.begin.clone()));
        let lines = self.lines.iter().map(|line| {
            let (said, throwers) = (line.said.clone(), line.throwers.clone());
            PlayedLine { begin: begin.take(), said, throwers, sum: line.sum, came: None }
        });
        PlayedGame::of(lines.collect(), self.in_phase.min(self.lines.len()))
    }
}

impl Saved {
    /// The sum as it should be.
    pub(super) fn summed(&self) -> u64 {
        let mut plain = serde_json::json!([
            self.schema,
            self.pack,
            self.scenario,
            self.with,
            self.typed,
            self.rules,
            self.seeded,
            self.mine,
            self.personal,
            self.progress,
            self.state,
            self.names,
        ]);
        if let (false, Some(parts)) = (self.own_dice.is_empty(), plain.as_array_mut()) {
            parts.push(serde_json::json!(self.own_dice));
        }
        if let (Some(played), Some(parts)) = (&self.played, plain.as_array_mut()) {
            parts.push(serde_json::json!(played));
        }
        if let (Some(waiting), Some(parts)) = (&self.waiting, plain.as_array_mut()) {
            parts.push(serde_json::json!(waiting));
        }
        fnv(plain.to_string().bytes())
    }
}

/// A table as the text of its file, with the line that waits there for dice.
pub(super) fn written(table: &SessionState, waiting: Option<SavedWaiting>) -> String {
    let mut saved = Saved {
        schema: SCHEMA.to_string(),
        pack: table.pack.to_string(),
        scenario: table.scenario().map(|scenario| scenario.head.name.to_string()),
        with: table.choices.0.clone(),
        typed: table.typed.iter().map(|text| text.to_string()).collect(),
        rules: table.rules_sum(),
        seeded: table.seeded,
        mine: table.mine,
        own_dice: table.own_dice.iter().map(|name| name.to_string()).collect(),
        personal: table.personal.iter().map(|name| name.to_string()).collect(),
        progress: table.progress,
        state: table.state.clone(),
        names: Legend::of(&table.rules, &table.state),
        played: SavedGame::of(table),
        waiting,
        sum: 0,
    };
    saved.sum = saved.summed();
    let text = serde_json::to_string(&saved).expect("a session is plain data with text keys");
    visible_json(&text).into_owned() + "\n"
}

impl SessionState {
    /// All texts of the rules in one number.
    pub(super) fn rules_sum(&self) -> u64 {
        let sources = self.book().sources.iter();
        fnv(sources.flat_map(|(_, source)| source.name.bytes().chain(source.text.bytes())))
    }
}
