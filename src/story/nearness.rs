//! How near a figure is to being out of play: by how much a track may still grow until a threshold of the rules takes it
//! out. The rules say so themselves: the track is counted up on a copy until one of its thresholds holds.

use crate::eval::Frame;
use crate::event::{Change, Holder};
use crate::rulebook::{Node, OwnerDecl, Rulebook, Track};
use crate::state::{State, View, apply};
use crate::value::{FigureId, Number, TrackId, Value};
use std::cmp::Ordering;

/// How far a track is counted up.
const MOST: i64 = 120;

/// A track that takes a figure out of play when it is full.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Nearness {
    /// Which track it is.
    pub track: TrackId,
    /// What players call it.
    pub title: String,
    /// Where it stands.
    pub now: i64,
    /// Where it takes the figure out.
    pub most: i64,
}

impl Nearness {
    /// What is left, from 0 to 1.
    pub(crate) fn left(&self) -> f64 {
        if self.most <= 0 { 0.0 } else { ((self.most - self.now) as f64 / self.most as f64).clamp(0.0, 1.0) }
    }
}

/// The track that takes the figure out first, if the rules have such a track.
pub(crate) fn nearness(view: &View<'_>, id: FigureId) -> Option<Nearness> {
    let book = &view.rules.book;
    let tracks = book.tracks.iter().enumerate();
    let found = tracks.filter_map(|(index, track)| of_track(view, id, TrackId(index as u16), track));
    found.min_by(|a, b| a.left().total_cmp(&b.left()))
}

fn of_track(view: &View<'_>, id: FigureId, at: TrackId, track: &Track) -> Option<Nearness> {
    let book = &view.rules.book;
    let takes_out: Vec<_> = track.thresholds.iter().filter(|one| book.conditions[one.gains.index()].removes).collect();
    if takes_out.is_empty() || track.by.is_some() || track.head.is_quiet() {
        return None;
    }
    let now = view.state.track(Holder::Figure(id), view.rules.layout.track(at, None)).floor();
    let (mut state, frame): (State, Frame) = (view.state.clone(), Frame::new());
    for more in 0..MOST {
        let (from, to) = (Number::int(now + more - 1), Number::int(now + more));
        if more > 0 {
            let owner = Holder::Figure(id);
            let change = Change::TrackChanged { owner, track: at, symbol: None, from, to, cut: None, why: None };
            apply(view.rules, &mut state, &change);
        }
        let there = View::new(view.rules, &state);
        if takes_out.iter().any(|one| there.truth_of(&one.when, Holder::Figure(id), &frame) == Ok(true)) {
            return Some(Nearness { track: at, title: track.head.title.to_string(), now, most: now + more });
        }
    }
    None
}

/// Whether harm makes a track of figures greater or smaller: one that takes them out of play, or that may count what harm
/// has come to them. None if neither.
pub(crate) fn harm_way(book: &Rulebook, id: TrackId) -> Option<Ordering> {
    let track = &book.tracks[id.index()];
    if may_count_harm(book, id) {
        return Some(Ordering::Greater);
    }
    let takes_out = track.thresholds.iter().any(|one| book.conditions[one.gains.index()].removes);
    let is_told = track.owner == OwnerDecl::Figure && !track.head.is_quiet();
    let way = if begins_at_nothing(track) { Ordering::Greater } else { Ordering::Less };
    (takes_out && is_told).then_some(way)
}

fn begins_at_nothing(track: &Track) -> bool {
    matches!(&track.start.node, Node::Const(Value::Number(start)) if *start == Number::ZERO)
}

/// Whether a track may count what harm has come to a figure: it begins at nothing, and goes back neither by itself nor
/// because it is spent.
pub(super) fn may_count_harm(book: &Rulebook, id: TrackId) -> bool {
    let track = &book.tracks[id.index()];
    let is_told = track.owner == OwnerDecl::Figure && !track.head.is_quiet();
    is_told && begins_at_nothing(track) && track.resets.is_empty() && !is_spent(book, id)
}

/// Whether an action spends a track.
pub(super) fn is_spent(book: &Rulebook, id: TrackId) -> bool {
    book.actions.iter().any(|action| action.spends.iter().any(|(_, spent)| *spent == id))
}
