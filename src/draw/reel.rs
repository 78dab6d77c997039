//! A fight told from its log, moment by moment: what stands where, what was said, who was harmed, what the dice made of it.

use super::document::written;
use super::nearness::nearness;
use super::picture::{Eyes, Fight, Picture};
use crate::event::{Change, Event, Holder};
use crate::play::Rules;
use crate::rulebook::Map;
use crate::state::{State, View, apply};
use crate::story::Story;
use crate::value::FigureId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most moments that are drawn; of a longer fight whole phases are one moment.
const MOST_MOMENTS: usize = 4_000;

/// One moment of a fight.
pub(crate) struct Moment {
    pub turn: u32,
    /// How many events have happened.
    pub until: usize,
    /// Who has doers or rolled since the moment before.
    pub doers: Vec<FigureId>,
    /// What is told of it.
    pub text: String,
    /// What is drawn, by the place in the pool.
    pub pieces: Vec<usize>,
    /// Whether somebody was harmed or fell.
    pub is_harm: bool,
    /// What is left of each figure in hundredths, where the rules have such a measure.
    pub left: Vec<Option<u8>>,
}

/// How often a figure's checks came true, beside how often they were to be expected to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Fortune {
    pub checks: u32,
    pub successes: u32,
    pub expected: f64,
}

/// A whole fight.
pub(crate) struct Reel {
    pub moments: Vec<Moment>,
    /// Everything that is drawn, each once.
    pub pool: Vec<String>,
    /// By figure.
    pub fortune: Vec<Fortune>,
    /// The fight as each turn begins: the number of its first moment, and the state.
    pub turns: Vec<(usize, State)>,
    /// The fight as it ends.
    pub end: State,
}

impl Reel {
    /// Who has doers or rolled between two moments, if it was one alone.
    pub(super) fn alone(&self, from: usize, until: usize) -> Option<FigureId> {
        let mut doers = self.moments.get(from + 1..=until)?.iter().flat_map(|moment| &moment.doers);
        let first = *doers.next()?;
        doers.all(|other| *other == first).then_some(first)
    }

    /// The moment at which so many events have happened, and nothing that comes behind them.
    pub(crate) fn moment_at(&self, events: usize) -> usize {
        let behind = self.moments.iter().position(|moment| moment.until > events);
        behind.unwrap_or(self.moments.len()).saturating_sub(1)
    }
}

/// Follows a log from the beginning of its fight.
pub(crate) fn reel(rules: &Arc<Rules>, map: Option<&Map>, begin: &State, events: &[Event]) -> Reel {
    let mut maker = Maker {
        rules,
        map,
        begin,
        state: begin.clone(),
        story: Story::default(),
        known: BTreeMap::new(),
        measured: Vec::new(),
        actor: None,
        doers: Vec::new(),
        reel: Reel {
            moments: Vec::new(),
            pool: Vec::new(),
            fortune: Vec::new(),
            turns: Vec::new(),
            end: begin.clone(),
        },
    };
    let (mut text, mut is_harm) = (String::new(), false);
    let told = events.len().div_ceil(MOST_MOMENTS).max(1);
    maker.moment("The fight begins.\n".to_string(), false, 0);
    for (at, event) in events.iter().enumerate() {
        if matches!(event.change, Change::TurnBegan) {
            maker.reel.turns.push((maker.reel.moments.len(), maker.state.clone()));
        }
        is_harm |= maker.harms(&event.change);
        maker.count(&event.change);
        apply(rules, &mut maker.state, &event.change);
        let state = maker.state.clone();
        text += &maker.story.tell(rules, &state, event);
        let is_last = at + 1 == events.len();
        if is_last {
            text += &maker.story.rest();
        }
        if !text.is_empty() && (at % told == 0 || is_last || is_harm) {
            maker.moment(std::mem::take(&mut text), std::mem::take(&mut is_harm), at + 1);
        }
    }
    maker.reel.end = maker.state.clone();
    maker.reel
}

struct Maker<'a> {
    rules: &'a Arc<Rules>,
    map: Option<&'a Map>,
    begin: &'a State,
    state: State,
    story: Story,
    /// Where in the pool a drawing is.
    known: BTreeMap<String, usize>,
    /// What was left of each figure when it was last measured, with the figure as it was.
    measured: Vec<(crate::state::Figure, Option<u8>)>,
    /// Who was given the last order.
    actor: Option<FigureId>,
    /// Who has doers or rolled since the last moment.
    doers: Vec<FigureId>,
    reel: Reel,
}

impl Maker<'_> {
    fn moment(&mut self, text: String, is_harm: bool, until: usize) {
        let left = self.left();
        let view = View::new(self.rules, &self.state);
        let fight =
            Fight { view: &view, beginning: Some(self.begin), map: self.map, asked: self.actor, eyes: Eyes::All };
        let drawn = Picture::new(fight).map_or_else(Vec::new, |picture| picture.pieces());
        let mut pieces = Vec::with_capacity(drawn.len());
        for piece in drawn.into_iter().map(written) {
            let next = self.reel.pool.len();
            let at = *self.known.entry(piece.clone()).or_insert(next);
            if at == next {
                self.reel.pool.push(piece);
            }
            pieces.push(at);
        }
        self.reel.moments.push(Moment {
            turn: self.state.turn,
            until,
            doers: std::mem::take(&mut self.doers),
            text,
            pieces,
            is_harm,
            left,
        });
    }

    /// What is left of each figure, measured anew only where the figure has changed.
    fn left(&mut self) -> Vec<Option<u8>> {
        let view = View::new(self.rules, &self.state);
        for id in self.state.figure_ids() {
            let figure = self.state.figure(id);
            if self.measured.get(id.index()).is_some_and(|(known, _)| known == figure) {
                continue;
            }
            let near = nearness(&view, id).map(|near| (near.left() * 100.0).round() as u8);
            let left = if figure.removed { near.map(|_| 0) } else { near };
            match self.measured.get_mut(id.index()) {
                Some(place) => *place = (figure.clone(), left),
                None => self.measured.push((figure.clone(), left)),
            }
        }
        self.measured.iter().map(|(_, left)| *left).collect()
    }

    /// Whether a change harms somebody: he falls, or what somebody else does counts up a track of his.
    fn harms(&self, change: &Change) -> bool {
        match change {
            Change::Removed { .. } => true,
            Change::TrackChanged { owner: Holder::Figure(figure), track, from, to, .. } => {
                let is_told = !self.rules.book.tracks[track.index()].head.is_quiet();
                is_told && to > from && self.actor.is_some_and(|actor| actor != *figure)
            }
            _ => false,
        }
    }

    /// Counts what the dice made of a check, and notes who acts.
    fn count(&mut self, change: &Change) {
        if let Change::Ordered(_) | Change::Checked { .. } = change {
            self.doers.extend(change.figure());
        }
        match change {
            Change::Ordered(order) => self.actor = Some(order.actor),
            Change::Checked { actor: Some(actor), odds: Some(odds), success: Some(success), .. } => {
                let Some(share) = chance(odds) else { return };
                if self.reel.fortune.len() <= actor.index() {
                    self.reel.fortune.resize(actor.index() + 1, Fortune::default());
                }
                let fortune = &mut self.reel.fortune[actor.index()];
                fortune.checks += 1;
                fortune.successes += u32::from(*success);
                fortune.expected += share;
            }
            _ => {}
        }
    }
}

/// `74.1 %`, as logs keep odds, as a number between 0 and 1; what is kept as beyond a bound is taken for the bound.
fn chance(text: &str) -> Option<f64> {
    let number = text.strip_suffix('%')?.trim().trim_start_matches(['<', '>', '~', '≈', ' ']);
    Some(number.parse::<f64>().ok()? / 100.0)
}
