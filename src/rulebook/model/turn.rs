//! Actions, reactions and the turn.

use super::{Expr, Head, Label, Sentence};
use crate::value::{ActionId, CheckId, ConditionId, FactId, PhaseId, ScriptId, TrackId};
use std::sync::Arc;

/// What a figure may do.
#[derive(Clone, Debug)]
pub struct Action {
    /// Name and title.
    pub head: Head,
    /// Its sentence; made from its name if it has none.
    pub says: Option<Sentence>,
    /// The fact that stands for the one who acts.
    pub by: FactId,
    /// The facts an order gives.
    pub takes: Vec<FactId>,
    /// The check that `ask` and `odds` reckon.
    pub check: Option<CheckId>,
    /// Facts this action states for its check.
    pub with: Vec<(FactId, Expr)>,
    /// The phases in which it may be ordered.
    pub phases: Vec<PhaseId>,
    /// What must hold.
    pub requires: Vec<(Expr, Label)>,
    /// What it costs.
    pub spends: Vec<(Expr, TrackId)>,
    /// What performs it.
    pub script: Option<ScriptId>,
}

/// What a figure does in answer to an event.
#[derive(Clone, Debug)]
pub struct Reaction {
    /// Name and title.
    pub head: Head,
    /// To what.
    pub on: Trigger,
    /// The facts that stand for the one who reacts and the one who caused it.
    pub ends: (FactId, FactId),
    /// When; always if none.
    pub when: Option<Expr>,
    /// What performs it.
    pub script: ScriptId,
}

/// What a reaction answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Trigger {
    /// A figure entered a cell.
    Step,
    /// A track of a figure changed.
    Change(TrackId),
    /// A figure gained a condition.
    Gain(ConditionId),
    /// A figure lost a condition.
    Lose(ConditionId),
    /// A script told an event of that name.
    Told(Arc<str>),
}

/// How a turn goes.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// Title, if the game has a turn.
    pub head: Option<Head>,
    /// How long it is, in base units of time.
    pub lasts: Option<Expr>,
    /// The number of each side by which sides are ordered, and whether high comes first.
    pub side_order: Option<(Expr, bool)>,
    /// Phases, in order of declaration; `PhaseId` is an index here.
    pub phases: Vec<Phase>,
    /// What is played, in order.
    pub plan: Vec<Stretch>,
}

/// A stretch of the turn.
#[derive(Clone, Debug)]
pub enum Stretch {
    /// One phase for everyone.
    Phase(PhaseId),
    /// These phases once for each side.
    EachSide(Vec<PhaseId>),
}

/// A phase.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Name and title.
    pub head: Head,
    /// Performs it alone, if there is one and no order is asked; else runs before orders are asked.
    pub script: Option<ScriptId>,
    /// Whether figures are asked for orders.
    pub asks: bool,
    /// In which order figures are asked.
    pub order: PhaseOrder,
    /// Whether only the acting side is asked.
    pub acting_side: bool,
    /// At most so many orders for each figure; until it passes if none.
    pub orders: Option<Expr>,
    /// The actions that may be ordered.
    pub actions: Vec<ActionId>,
}

/// In which order figures are asked in a phase.
#[derive(Clone, Debug)]
pub enum PhaseOrder {
    /// Sides one after another, figures as placed.
    BySide,
    /// By a number of the figure.
    ByValue {
        /// Sees the figure as `self`.
        expr: Expr,
        /// High first.
        descending: bool,
        /// Fixed when the phase begins.
        frozen: bool,
        /// Decides ties (sees the figure's side or the figure as `self`), the higher first, before the order of sides.
        ties: Option<Expr>,
    },
    /// Everyone is asked first, results apply together.
    Together,
}
