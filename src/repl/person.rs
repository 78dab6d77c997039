//! A person who plays some of the figures: what was answered so far, and what is asked next.

use super::table::Table;
use crate::play::{OrderData, State};
use crate::value::{ActionId, FigureId};
use std::sync::Arc;

/// What a person answered.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reply {
    /// An order; none is a pass.
    Order(Option<Arc<OrderData>>),
    /// The choice of that index.
    Choice(usize),
}

/// What a person is asked.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Demand {
    /// Which of these actions to do, if any.
    Order(Vec<ActionId>),
    /// One of a list, under a name.
    Choice(String, Vec<String>),
}

/// A question, and the fight at that moment.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// Who is asked.
    pub figure: FigureId,
    /// What.
    pub demand: Demand,
    /// The fight as it stands.
    pub state: State,
}

impl Pending {
    /// The name of the one who is asked.
    pub fn who<'a>(&self, table: &'a Table) -> &'a str {
        &table.now().figure(self.figure).name
    }
}
