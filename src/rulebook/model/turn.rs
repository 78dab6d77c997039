//! Actions, reactions and the turn.

use super::{Expr, Head, Label, Line, Sentence, SentencePart};
use crate::turn::Direction;
use crate::value::{ActionId, CheckId, ConditionId, FactId, PhaseId, ScriptId, TrackId};
use std::sync::Arc;

/// What the lines of an action state where they roll its own check.
#[derive(Clone, Debug, Default)]
pub struct OwnRolls {
    /// The facts of each roll, the outermost first; empty if the rolls do not agree in any fact.
    pub each: Vec<Vec<(FactId, Expr)>>,
    /// The facts that each of them states; none if no line rolls it.
    pub alike: Option<Vec<FactId>>,
}

/// What a figure may do.
#[derive(Clone, Debug)]
pub struct Action {
    /// Name and title.
    pub head: Head,
    /// Its sentences, the one that is told first; one made from its name if it has none.
    pub says: Vec<Sentence>,
    /// The fact that stands for the one who acts.
    pub by: FactId,
    /// The facts an order gives.
    pub takes: Vec<FactId>,
    /// The check that `ask` and `odds` reckon.
    pub check: Option<CheckId>,
    /// Facts this action states for its check.
    pub with: Vec<(FactId, Expr)>,
    /// What its lines state where they roll that check.
    pub rolls: OwnRolls,
    /// The phases in which it may be ordered.
    pub phases: Vec<PhaseId>,
    /// What must hold.
    pub requires: Vec<(Expr, Label)>,
    /// What it costs.
    pub spends: Vec<(Expr, TrackId)>,
    /// What every action of its phases does, before its own lines.
    pub first: Vec<Line>,
    /// What it does.
    pub does: Vec<Line>,
    /// What performs the rest of it.
    pub script: Option<ScriptId>,
}

impl Action {
    /// Whether an order to do it gives a fact: whoever acts may say so. Anything else is a referee's to assume.
    pub fn gives(&self, fact: FactId) -> bool {
        let says = |sentence: &Sentence| sentence.parts.contains(&SentencePart::Fact(fact));
        fact == self.by || self.takes.contains(&fact) || self.says.iter().any(says)
    }
}

/// What a figure does in answer to an event.
#[derive(Clone, Debug)]
pub struct Reaction {
    /// Name and title.
    pub head: Head,
    /// To what.
    pub on: Trigger,
    /// Whether it is one's own doing that is answered, and nobody else's.
    pub own: bool,
    /// The facts that stand for the one who reacts and the one who caused it.
    pub ends: (FactId, FactId),
    /// When; always if none.
    pub when: Option<Expr>,
    /// What is done.
    pub does: Vec<Line>,
    /// What performs the rest of it.
    pub script: Option<ScriptId>,
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
    /// The number of each side by which sides are ordered.
    pub side_order: Option<Ranking>,
    /// Phases, in order of declaration; `PhaseId` is an index here.
    pub phases: Vec<Phase>,
    /// What is played, in order.
    pub plan: Vec<TurnPart>,
}

/// A stretch of the turn.
#[derive(Clone, Debug)]
pub enum TurnPart {
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
    /// What is done first.
    pub does: Vec<Line>,
    /// Performs it alone, if there is one and no order is asked; else runs before orders are asked.
    pub script: Option<ScriptId>,
    /// Whether figures are asked for orders.
    pub asks: bool,
    /// In which order all are asked before anybody does anything; none if each is asked when its time comes.
    pub declared: Option<Declared>,
    /// In which order figures are asked or, if orders are declared, in which order they are performed.
    pub order: PhaseOrder,
    /// Whether only the acting side is asked.
    pub acting_side: bool,
    /// At most so many orders for each figure; until it passes if none.
    pub orders: Option<Expr>,
    /// The actions that may be ordered.
    pub actions: Vec<ActionId>,
}

/// A number by which figures or sides stand in a row.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// Sees the figure or side as `self` and, where orders are declared, the facts of the order.
    pub by: Expr,
    /// Which come first.
    pub direction: Direction,
}

/// In which order figures declare what they will do.
#[derive(Clone, Debug)]
pub enum Declared {
    /// Sides one after another, figures as placed.
    BySide,
    /// By a number of the figure.
    ByValue(Ranking),
}

/// In which order figures act in a phase.
#[derive(Clone, Debug)]
pub enum PhaseOrder {
    /// Sides one after another, figures as placed.
    BySide,
    /// As they have declared it.
    AsDeclared,
    /// By a number of the figure.
    ByValue {
        /// The number.
        ranking: Ranking,
        /// Fixed when the first of them acts.
        frozen: bool,
        /// What becomes of figures with the same number.
        ties: Equals,
    },
    /// Everyone is asked first, results apply together.
    Together,
}

/// What becomes of figures whose numbers are equal.
#[derive(Clone, Debug)]
pub enum Equals {
    /// They act in the order of sides, figures as placed; or as they have declared.
    AsPlaced,
    /// By another number (which sees the figure as `self`), the higher first, and then as placed.
    ByValue(Expr),
    /// They act at the same moment.
    Together,
}
