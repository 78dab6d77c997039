//! An order: who is to do what, with which facts.

use crate::value::{ActionId, FactId, FigureId, Value};

/// What a figure is told to do. It is checked and carried out by the play, and stands in the log as it was given.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Order {
    /// Who is to perform it.
    #[serde(rename = "figure")]
    pub actor: FigureId,
    /// The action.
    pub action: ActionId,
    /// The facts it gives, in the order of their ids.
    pub facts: Vec<(FactId, Value)>,
    /// What a referee assumes besides, in the order of their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<(FactId, Value)>,
}

impl Order {
    /// Every fact it holds, those it gives first.
    pub fn all_facts(&self) -> impl Iterator<Item = &(FactId, Value)> {
        self.facts.iter().chain(&self.assumed)
    }
}
