//! How one game ended, and how the lead changed on the way.

use crate::play::Play;
use crate::rulebook::Rulebook;
use crate::state::State;
use crate::value::SideId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How one game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameEnd {
    /// Who won, if it came to an end and somebody did.
    pub winner: Option<SideId>,
    /// Why it came to an end; none at the limit of turns.
    pub why: Option<Arc<str>>,
    /// How many turns it took.
    pub turns: u32,
    /// How often the lead went from one side to another.
    pub lead_changes: u32,
    /// Figures in play, for each side.
    pub standing: Vec<u64>,
    /// Orders that were refused, and why.
    pub refused: Vec<RefusedOrder>,
    /// The side whose controller ran for too long, which ended it.
    pub stalled: Option<SideId>,
}

/// An order that a controller gave and the rules refused.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct RefusedOrder {
    /// The action by its name; none if it was no order.
    pub action: Option<Arc<str>>,
    /// Its title.
    pub title: Arc<str>,
    /// Why it was refused.
    pub reason: Arc<str>,
}

impl GameEnd {
    /// Of a play that goes on no longer.
    pub(super) fn of(play: &Play, lead: &Lead) -> GameEnd {
        let state = play.state();
        GameEnd {
            winner: state.outcome.as_ref().and_then(|outcome| outcome.winner),
            why: state.outcome.as_ref().map(|outcome| outcome.why.clone()),
            turns: state.turn,
            lead_changes: lead.changes,
            standing: standing(state),
            refused: play
                .refused()
                .iter()
                .map(|(action, reason)| RefusedOrder::of(&play.rules().book, *action, reason))
                .collect(),
            stalled: None,
        }
    }

    /// Of a play in which the controller of a side ran for too long: of two sides the other has won.
    pub(super) fn stalled(play: &Play, lead: &Lead, side: SideId) -> GameEnd {
        let title = &play.state().side(side).title;
        let sides = play.state().sides.len();
        let other = (sides == 2).then(|| SideId(1 - side.0));
        let why = Some(format!("a controller of {title} ran for too long").into());
        GameEnd { winner: other, why, stalled: Some(side), ..GameEnd::of(play, lead) }
    }

    /// Whether it came to an end before the limit.
    pub(crate) fn is_over(&self) -> bool {
        self.why.is_some()
    }

    /// What a side has of it: two for a victory, one if nobody has won.
    pub(crate) fn half_points(&self, side: SideId) -> i64 {
        match self.winner {
            Some(winner) => {
                if winner == side {
                    2
                } else {
                    0
                }
            }
            None => 1,
        }
    }
}

impl RefusedOrder {
    fn of(book: &Rulebook, action: Option<crate::value::ActionId>, reason: &Arc<str>) -> RefusedOrder {
        let head = action.map(|action| &book.actions[action.index()].head);
        let title = head.map_or_else(|| "no order".into(), |head| head.title.clone());
        RefusedOrder { action: head.map(|head| head.name.clone()), title, reason: reason.clone() }
    }
}

/// Who leads: the side that has the greatest share of its figures left.
#[derive(Clone, Debug)]
pub(super) struct Lead {
    /// Figures with which each side began.
    begun: Vec<u64>,
    ahead: Option<usize>,
    changes: u32,
}

impl Lead {
    /// At the beginning nobody leads.
    pub(super) fn at(state: &State) -> Lead {
        Lead { begun: standing(state), ahead: None, changes: 0 }
    }

    /// Looks who leads now. Where two have the same share, it stays with who led before.
    pub(super) fn look(&mut self, state: &State) {
        let now = standing(state);
        // Shares as fractions: `a / b > c / d` where `a * d > c * b`.
        let is_more = |a: usize, b: usize| now[a] * self.begun[b].max(1) > now[b] * self.begun[a].max(1);
        let leads = |side: &usize| (0..self.begun.len()).all(|other| other == *side || is_more(*side, other));
        let Some(ahead) = (0..self.begun.len()).find(leads) else { return };
        if self.ahead.is_some_and(|before| before != ahead) {
            self.changes += 1;
        }
        self.ahead = Some(ahead);
    }
}

/// Figures in play, for each side.
pub(super) fn standing(state: &State) -> Vec<u64> {
    state.side_ids().map(|side| state.standing(side).count() as u64).collect()
}
