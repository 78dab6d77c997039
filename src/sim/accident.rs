//! Accidents: what the dice of an order bring upon the one who gave it, or upon others of his side. No rule says what is
//! one; it follows from what rules say of tracks, conditions and things:
//!
//! - once dice were thrown for the order, somebody of the side is out of play, or a track of his that counts harm tells of more;
//! - once its last check has failed, somebody of the side gets a condition, a thing falls from him to the ground where he
//!   stands, or one of his things becomes something that a thing is or is not.

use super::counted::add_amounts;
use crate::event::{Change, Holder, Log, Spot};
use crate::rulebook::Rulebook;
use crate::state::State;
use crate::story::harm_way;
use crate::value::{FigureId, Number, Position, SideId, ThingId, TrackId, Value};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What befell somebody by accident, added up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AccidentTally {
    /// Orders in which something did.
    pub orders: u64,
    /// Who was out of play by it.
    pub removed: u64,
    /// By how much tracks changed, how many conditions came, and what became of how many things, by title.
    pub effects: BTreeMap<Arc<str>, Number>,
}

/// What is dropped.
const DROPPED: &str = "dropped";

impl AccidentTally {
    /// Whether nothing happened.
    pub(crate) fn is_empty(&self) -> bool {
        self.orders == 0
    }

    /// With more.
    pub(super) fn add(&mut self, other: &AccidentTally) {
        self.orders += other.orders;
        self.removed += other.removed;
        add_amounts(&mut self.effects, &other.effects);
    }
}

/// What is looked at to tell an accident, as far as a log has been read.
#[derive(Debug)]
pub(super) struct AccidentWatch {
    /// The tracks that count harm, and whether it makes them greater or smaller.
    harm: BTreeMap<TrackId, Ordering>,
    places: BTreeMap<FigureId, Position>,
    holders: BTreeMap<ThingId, FigureId>,
}

/// Something that befell somebody: who, and what with how much; out of play if nothing.
pub(super) type Mishap = (FigureId, Option<(Arc<str>, Number)>);

impl AccidentWatch {
    /// Before a log; the state is that in which it ends.
    pub(super) fn before(book: &Rulebook, state: &State, log: &Log) -> AccidentWatch {
        let tracks = (0..book.tracks.len()).map(|at| TrackId(at as u16));
        let harm = tracks.filter_map(|track| Some((track, harm_way(book, track)?))).collect();
        let mut watch = AccidentWatch { harm, places: BTreeMap::new(), holders: BTreeMap::new() };
        // Where somebody was before he moved first, and who had a thing before it went first.
        for event in log.iter() {
            match &event.change {
                Change::Moved { figure, from: Some(from), .. } => {
                    watch.places.entry(*figure).or_insert(*from);
                }
                Change::SlotChanged { thing, from: Spot::Slot(figure, _), .. } => {
                    watch.holders.entry(*thing).or_insert(*figure);
                }
                _ => {}
            }
        }
        for id in state.figure_ids() {
            let figure = state.figure(id);
            if let Some(at) = figure.at {
                watch.places.entry(id).or_insert(at);
            }
            for thing in figure.slots.iter().flatten() {
                watch.holders.entry(*thing).or_insert(id);
            }
        }
        watch
    }

    /// Follows who is where, and who has what.
    pub(super) fn follow(&mut self, change: &Change) {
        match change {
            Change::Moved { figure, to: Some(to), .. } => {
                self.places.insert(*figure, *to);
            }
            Change::SlotChanged { thing, to: Spot::Slot(figure, _), .. } => {
                self.holders.insert(*thing, *figure);
            }
            _ => {}
        }
    }

    /// What of a side befell whom by this, if dice were thrown before it, and the last check has failed.
    pub(super) fn mishap(
        &self,
        (book, state): (&Rulebook, &State),
        side: SideId,
        has_failed: bool,
        change: &Change,
    ) -> Option<Mishap> {
        let of_side = |figure: &FigureId| state.figure(*figure).side == side;
        let one = |title: &Arc<str>| Some((title.clone(), Number::ONE));
        match change {
            Change::Removed { figure } if of_side(figure) => Some((*figure, None)),
            Change::TrackChanged { owner: Holder::Figure(figure), track, from, to, .. }
                if of_side(figure) && self.harm.get(track) == Some(&to.cmp(from)) =>
            {
                let more = to.minus(*from)?;
                Some((*figure, Some((book.tracks[track.index()].head.title.clone(), more))))
            }
            Change::ConditionGained { figure, condition, .. } if has_failed && of_side(figure) => {
                let head = &book.conditions[condition.index()].head;
                (!head.is_quiet()).then(|| (*figure, one(&head.title)))
            }
            Change::SlotChanged { from: Spot::Slot(figure, _), to: Spot::Ground(cell), .. }
                if has_failed && of_side(figure) && self.places.get(figure) == Some(cell) =>
            {
                Some((*figure, one(&DROPPED.into())))
            }
            Change::ThingChanged { thing, field, from: Value::Truth(false), to: Value::Truth(true) } if has_failed => {
                let figure = self.holders.get(thing).filter(|figure| of_side(figure))?;
                let kind = book.items[state.thing(*thing).item.index()].kind;
                let head = &book.kinds[kind.index()].fields.get(usize::from(*field))?.head;
                (!head.is_quiet()).then(|| (*figure, one(&head.title)))
            }
            _ => None,
        }
    }
}
