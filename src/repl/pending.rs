//! What a person is asked at the prompt, and what was answered.

use crate::play::{Choice, Order};
use crate::query::AssumedChange;
use crate::state::State;
use crate::value::{ActionId, FigureId};
use std::sync::Arc;

/// What a person answered.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HumanReply {
    /// An order; none is a pass.
    Order(Option<Arc<Order>>),
    /// The choice of that index.
    Choice(usize),
    /// No answer yet: something said of figures first, and whether numbers are added.
    Said(Vec<(FigureId, AssumedChange)>, bool),
    /// No answer yet: an action performed first, outside the turn.
    Do(Arc<Order>),
    /// An order even if the rules refuse it.
    Allowed(Arc<Order>),
    /// No answer yet: such an order of somebody who is not asked, performed first.
    DoAllowed(Arc<Order>),
}

/// What a person is asked.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Demand {
    /// Which of these actions to do, if any.
    Order(Vec<ActionId>),
    /// A question of the rules.
    Choice(Choice),
}

/// A question, and the fight at that moment.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// Who is asked.
    pub figure: FigureId,
    pub demand: Demand,
    /// Of the actions it may choose from, those that it could do in some way.
    pub open: Vec<ActionId>,
    /// The fight as it stands.
    pub state: State,
    /// How many events had happened.
    pub seen: usize,
    /// Whether nothing was answered, thrown or told in this phase before: then it can as well be asked anew.
    pub is_first: bool,
    /// Whether dice were rolled in this phase.
    pub has_rolled: bool,
    /// Where the dice stood, and how often they were thrown.
    pub position: u64,
    pub tosses: usize,
}

impl Pending {
    /// The name of the one who is asked.
    pub(super) fn who<'a>(&self, now: &'a State) -> &'a str {
        &now.figure(self.figure).name
    }
}
