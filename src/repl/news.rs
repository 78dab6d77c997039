//! What happens in a fight, as those hear of it who sit at one side of the table: all that is done, not what others only
//! mean to do.

use super::pending::Newcomers;
use crate::event::{Change, Event, GoalRecord, Holder, Spot};
use crate::play::Rules;
use crate::rulebook::Rulebook;
use crate::state::{State, apply};
use crate::value::{FigureId, SideId};
use std::sync::Arc;

/// A sentence of a story, and how many events had happened when it was told.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ToldSentence {
    pub after: usize,
    pub text: String,
    /// Whether what it tells below headings only keeps count, as lots and numbers that are set before anybody acts.
    pub is_count: bool,
}

/// What of the story of an event that only keeps count are headings above it, and what tells it.
pub(crate) fn parted_count(text: &str) -> (&str, &str) {
    /// What tells of an event stands further in than headings and orders.
    const INNER: &str = "      ";
    let text = text.trim_matches('\n');
    let mut head = text;
    while let Some(line) = head.lines().next_back().filter(|line| line.starts_with(INNER)) {
        head = head[..head.len() - line.len()].trim_end_matches('\n');
    }
    if head.len() == text.len() {
        text.rsplit_once('\n').unwrap_or(("", text))
    } else {
        (head, text[head.len()..].trim_start_matches('\n'))
    }
}

/// Tells what only keeps count from what happens: lots, rolls that nobody judges, and tracks that harm nobody, before
/// anybody acts in a phase.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CountKeeper {
    has_acted: bool,
}

impl CountKeeper {
    /// Whether an event only keeps count.
    pub(crate) fn hears(&mut self, book: &Rulebook, change: &Change) -> bool {
        match change {
            Change::PhaseBegan { .. } | Change::TurnBegan => self.has_acted = false,
            Change::Ordered(_) | Change::Declared(_) => self.has_acted = true,
            Change::Rolled { .. } | Change::NoteChanged { .. } | Change::Checked { goal: GoalRecord::Total, .. } => {
                return !self.has_acted;
            }
            Change::TrackChanged { track, .. } => {
                return !self.has_acted && book.tracks[track.index()].thresholds.is_empty();
            }
            _ => {}
        }
        false
    }
}

/// What a line has made happen, event by event, and what is told of it.
pub(crate) struct ToldCourse {
    pub rules: Arc<Rules>,
    /// The fight before it.
    pub begin: State,
    /// Who joins in the middle of the events.
    pub(super) newcomers: Newcomers,
    pub events: Vec<Event>,
    /// So many of them were told before.
    pub told: usize,
    /// For those who hear everything.
    pub sentences: Vec<ToldSentence>,
}

impl ToldCourse {
    /// The fight as it stood after so many events.
    pub(crate) fn after(&self, events: usize) -> State {
        let mut state = self.begin.clone();
        for (at, event) in self.events.iter().take(events).enumerate() {
            self.newcomers.enter(at, &self.rules, &mut state);
            apply(&self.rules, &mut state, &event.change);
        }
        self.newcomers.enter(events, &self.rules, &mut state);
        state
    }
}

/// Who is to hear of what happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NewsHearing {
    /// Whoever enters the lines is answered, and that is all.
    #[default]
    Answer,
    /// Whoever hears everything, sentence by sentence.
    All,
    /// Each side by itself, too.
    Sides,
}

/// What the last line has made happen; nothing is kept where nobody asks for it.
#[derive(Default)]
pub(super) struct SideNews {
    pub hearing: NewsHearing,
    /// For each side by its name, and for those who belong to none.
    told: Vec<(Option<Arc<str>>, Vec<ToldSentence>)>,
    /// Event by event.
    pub course: Option<ToldCourse>,
}

impl SideNews {
    /// A line begins: nothing has happened yet.
    pub(super) fn forget(&mut self) {
        self.told.clear();
        self.course = None;
    }

    /// A side has heard of something.
    pub(super) fn add(&mut self, side: Option<Arc<str>>, sentences: Vec<ToldSentence>) {
        self.told.push((side, sentences));
    }

    /// What each side has heard.
    pub(super) fn all(&self) -> Vec<(Option<Arc<str>>, Vec<ToldSentence>)> {
        self.told.clone()
    }

    /// What a side has heard; what everybody has, without one.
    pub(super) fn of(&self, side: Option<&str>) -> Vec<ToldSentence> {
        let told = self.told.iter().filter(|(own, _)| own.as_deref() == side);
        told.flat_map(|(_, sentences)| sentences.iter().cloned()).collect()
    }
}

/// Whether a side hears of a change in a fight as it stood before or stands behind it: what a figure declares and has not
/// done yet, why it has chosen and what is noted of it is known to its own side alone, and so is all that one does who
/// is hidden.
pub(super) fn is_heard(book: &Rulebook, state: &State, change: &Change, side: Option<SideId>) -> bool {
    let is_own = |figure: FigureId| side.is_some() && state.figures.get(figure.index()).map(|one| one.side) == side;
    let is_hidden = |figure: FigureId| state.is_hidden_from(book, figure, side);
    if change.figure().is_some_and(is_hidden) {
        return false;
    }
    match change {
        Change::Told { fields, .. } => !fields.iter().filter_map(|(_, value)| value.as_figure()).any(is_hidden),
        Change::SlotChanged { from: Spot::Slot(figure, _), .. }
        | Change::SlotChanged { to: Spot::Slot(figure, _), .. } => !is_hidden(*figure),
        Change::Declared(order) => is_own(order.actor),
        Change::Decided { figure, .. } => is_own(*figure),
        Change::NoteChanged { owner: Holder::Figure(figure), .. } => is_own(*figure),
        Change::NoteChanged { owner: Holder::Side(owner), .. } => Some(*owner) == side,
        _ => true,
    }
}
