//! What figures and sides have.

use super::{Aspects, Expr, Head, Label, Type};
use crate::rulebook::Sort;
use crate::value::{ActionId, Clock, ConditionId, KindId, PhaseId, SetId, Symbol, Value};
use std::sync::Arc;

pub use crate::syntax::ast::OwnerDecl;

/// A number (symbol, text) of the whole game.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Name and title.
    pub head: Head,
    /// Its type.
    pub r#type: Type,
    /// Its value: an expression of settings, options and literals.
    pub expr: Expr,
}

/// What stands on a sheet: an attribute, which does not change in play, or a note, which scripts and rules set.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Name and title.
    pub head: Head,
    pub owner: OwnerDecl,
    /// Its type.
    pub r#type: Type,
    /// The unit numbers are read and shown in.
    pub unit: Option<u16>,
    /// When the sheet does not say; unset if none was declared.
    pub default: Value,
    /// For a note, when it is set anew, and to what (sees its owner as `self`); none for an attribute.
    pub resets: Option<Vec<(Recurring, Expr)>>,
}

impl Attribute {
    /// Whether play changes it.
    pub fn is_note(&self) -> bool {
        self.resets.is_some()
    }

    /// Its sort in the author's words.
    pub fn sort(&self) -> Sort {
        if self.is_note() { Sort::Note } else { Sort::Attribute }
    }
}

/// A running total.
#[derive(Clone, Debug)]
pub struct Track {
    /// Name and title.
    pub head: Head,
    pub owner: OwnerDecl,
    /// One per symbol of this set.
    pub by: Option<SetId>,
    /// Its type, a number.
    pub r#type: Type,
    /// The unit it is read and shown in.
    pub unit: Option<u16>,
    /// Where it starts (sees the figure as `self`).
    pub start: Expr,
    /// The least.
    pub min: Option<Expr>,
    /// The most.
    pub max: Option<Expr>,
    /// Tested after every change of any track of the figure.
    pub thresholds: Vec<Threshold>,
    /// When it goes back, and to what.
    pub resets: Vec<(Recurring, Expr)>,
}

/// `when E gains CONDITION`
#[derive(Clone, Debug)]
pub struct Threshold {
    /// Sees the figure as `self`.
    pub when: Expr,
    /// What is gained.
    pub gains: ConditionId,
    pub label: Label,
}

/// A recurring moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recurring {
    /// The beginning of each turn.
    Turn,
    /// The beginning of each phase.
    Phase,
    /// The beginning of each round of `rounds by side`.
    Round,
}

/// A derived value.
#[derive(Clone, Debug)]
pub struct ValueRule {
    /// Name and title.
    pub head: Head,
    pub owner: OwnerDecl,
    /// Its type.
    pub r#type: Type,
    /// Whether it is an outcome that exact odds tell first.
    pub is_outcome: bool,
    /// Sees the figure or side as `self`.
    pub expr: Expr,
    /// What of a game in motion it depends on, if it reads no fact and is so much work that it is better kept.
    pub keeps: Option<Aspects>,
}

/// A function, or a value with parameters: its rule stands wherever it is called.
#[derive(Clone, Debug)]
pub struct FunctionRule {
    /// Name and title.
    pub head: Head,
    /// Whose, if it is a value.
    pub owner: Option<OwnerDecl>,
    /// What it is given: the locals of its rule, from the first.
    pub parameters: Vec<Parameter>,
    /// Its type.
    pub r#type: Type,
    /// Sees the figure or side whose it is as `self`.
    pub expr: Expr,
}

/// What a function is given.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub r#type: Type,
}

/// One of several words.
#[derive(Clone, Debug)]
pub struct StateRule {
    /// Name and title.
    pub head: Head,
    /// Its words.
    pub set: SetId,
    /// The word at the start.
    pub default: Symbol,
}

/// A place for things.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Name and title.
    pub head: Head,
    /// What it holds; none where what is declared is no kind, which has been reported.
    pub kind: Option<KindId>,
    /// How many at most (sees the figure as `self`).
    pub most: Option<Expr>,
}

/// That a condition rules out every action of some phases but a few, and why.
#[derive(Clone, Debug)]
pub struct ForbidsAll {
    /// The phases; all if none is named.
    pub phases: Vec<PhaseId>,
    /// The actions that stay allowed.
    pub except: Vec<ActionId>,
    /// Why.
    pub label: Label,
}

impl ForbidsAll {
    /// Whether an action that may be ordered in these phases is ruled out.
    pub fn is_of(&self, action: ActionId, phases: &[PhaseId]) -> bool {
        let is_meant = |phase: &PhaseId| self.phases.is_empty() || self.phases.contains(phase);
        phases.iter().any(is_meant) && !self.except.contains(&action)
    }
}

/// What lasts on a figure.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Name and title.
    pub head: Head,
    /// How long.
    pub lasts: Clock,
    /// What a second gain does.
    pub stacks: Stacks,
    /// Actions it rules out, and why.
    pub forbids: Vec<(ActionId, Label)>,
    /// Whole phases whose actions it rules out.
    pub forbids_all: Vec<ForbidsAll>,
    /// Whether the figure is out of play.
    pub removes: bool,
    /// Whether the figure is not seen by other sides.
    pub hides: bool,
}

/// What a second gain of a condition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacks {
    Never,
    /// It is there twice.
    Adds,
    /// Its clock starts anew, if that is longer.
    Extends,
}

/// What lasts between a figure and another figure, a cell or a thing.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Name and title.
    pub head: Head,
    /// What stands at the far end: a figure, a cell or a thing.
    pub to: Type,
    /// One far end at a time.
    pub one: bool,
    /// When it ends by itself (sees the facts `actor` and `target` of those names, if declared, as its ends).
    pub ends_when: Option<Expr>,
    /// What of a game in motion `ends_when` looks at.
    pub looks: Aspects,
    /// Which facts stand for the two ends in `ends_when`.
    pub ends: Option<(crate::value::FactId, crate::value::FactId)>,
}
