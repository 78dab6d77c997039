//! A game as it was played at the table: every line that has changed it and still counts, with the dice that fell for it
//! and what it made happen.

use super::line_made::SaidAgain;
use crate::dice::SeededState;
use crate::event::Event;
use crate::play::Progress;
use crate::state::State;
use std::rc::Rc;
use std::sync::Arc;

/// Events that are kept of a game; one that has more is kept from there on.
const MOST_EVENTS: usize = 40_000;
/// Lines of it.
pub(super) const MOST_LINES: usize = 20_000;

/// Many bytes in one number (FNV-1a): it only tells whether they are the same.
pub(super) fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A game as it was played so far.
#[derive(Clone, Default)]
pub(super) struct PlayedGame {
    last: Option<Rc<PlayedLink>>,
    /// So many of its lines have answered something in the phase that is going on.
    pub in_phase: usize,
}

/// A line of it behind those before.
struct PlayedLink {
    before: Option<Rc<PlayedLink>>,
    /// Lines and events up to it, itself among them.
    counted: (usize, usize),
    line: PlayedLine,
}

/// A line of it.
pub(super) struct PlayedLine {
    /// The table before the first.
    pub begin: Option<Box<PlayedBegin>>,
    pub said: SaidAgain,
    pub throwers: DiceHands,
    /// All that came of it as one number.
    pub sum: u64,
    /// The same event by event; none if it was read from a file, until it is said again.
    pub came: Option<CameOfIt>,
}

/// What came of a line.
pub(super) struct CameOfIt {
    pub events: Vec<Event>,
    /// The fight as it stood behind it, where its events do not tell all of that.
    pub then: Option<Rc<State>>,
}

impl CameOfIt {
    /// The same as one number.
    pub(super) fn sum(&self) -> u64 {
        let text = serde_json::to_string(&(&self.events, &self.then)).expect("events are plain data with text keys");
        fnv(text.bytes())
    }
}

/// Where the dice stood, and who threw his own.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct DiceHands {
    pub seeded: SeededState,
    pub mine: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_dice: Vec<Arc<str>>,
}

/// A table from which a game was played.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct PlayedBegin {
    /// The fight as its phase began, and as it stood if that is not the same.
    pub state: State,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<State>,
    pub progress: Progress,
    pub personal: Vec<Arc<str>>,
    /// Whether somebody was asked something.
    pub asks: bool,
}

impl PlayedBegin {
    /// The fight as it stood.
    pub(super) fn stood(&self) -> &State {
        self.now.as_ref().unwrap_or(&self.state)
    }
}

impl Drop for PlayedLink {
    /// One after the other, however many there are.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut link) = next.and_then(|link| Rc::try_unwrap(link).ok()) {
            next = link.before.take();
        }
    }
}

impl PlayedGame {
    /// With a line behind it.
    pub(super) fn and(self, line: PlayedLine) -> PlayedGame {
        let (lines, events) = self.last.as_ref().map_or((0, 0), |last| last.counted);
        let counted = (lines + 1, events + line.came.as_ref().map_or(0, |came| came.events.len()));
        PlayedGame { last: Some(Rc::new(PlayedLink { before: self.last, counted, line })), in_phase: self.in_phase }
    }

    /// A game of such lines, the first first.
    pub(super) fn of(lines: Vec<PlayedLine>, in_phase: usize) -> PlayedGame {
        lines.into_iter().fold(PlayedGame { last: None, in_phase }, PlayedGame::and)
    }

    /// The lines of it, the first first.
    pub(super) fn lines(&self) -> Vec<&PlayedLine> {
        let links = std::iter::successors(self.last.as_deref(), |link| link.before.as_deref());
        let mut lines: Vec<&PlayedLine> = links.map(|link| &link.line).collect();
        lines.reverse();
        lines
    }

    /// The same with so many lines in the phase that is going on.
    pub(super) fn in_phase(self, in_phase: usize) -> PlayedGame {
        PlayedGame { in_phase, ..self }
    }

    /// Its last line.
    pub(super) fn last(&self) -> Option<&PlayedLine> {
        self.last.as_ref().map(|link| &link.line)
    }

    /// Whether another line may be kept.
    pub(super) fn has_room(&self) -> bool {
        self.last.as_ref().is_none_or(|last| last.counted.0 < MOST_LINES && last.counted.1 < MOST_EVENTS)
    }

    /// The game before its last lines.
    pub(super) fn without_last(&self, count: usize) -> PlayedGame {
        let mut last = self.last.clone();
        for _ in 0..count {
            last = last.and_then(|link| link.before.clone());
        }
        PlayedGame { last, in_phase: 0 }
    }
}
