//! What an action does: lines, with every name resolved.

use super::{Expr, Head};
use crate::value::{ActionId, ConditionId, DeedId, FactId, PhaseId, RelationId, ScriptId, SlotId, StateId, TrackId};
use std::sync::Arc;

/// Named lines that other lines do.
#[derive(Clone, Debug)]
pub struct Deed {
    /// Name and title.
    pub head: Head,
    /// What is done, in order.
    pub lines: Vec<Line>,
}

/// What every action of some phases does before its own lines.
#[derive(Clone, Debug)]
pub struct Always {
    /// Name and title.
    pub head: Head,
    /// The phases whose actions are meant.
    pub phases: Vec<PhaseId>,
    /// The actions that are not.
    pub except: Vec<ActionId>,
    /// What is done, in order.
    pub lines: Vec<Line>,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    /// What is done.
    pub act: Act,
    /// Why, as a player reads it.
    pub label: Option<Words>,
    /// Sections of the source text.
    pub cites: Arc<[Arc<str>]>,
    /// Only then; always if none.
    pub when: Option<Expr>,
    /// Where it stands.
    pub span: crate::text::Span,
}

/// A text in which values are filled in.
#[derive(Clone, Debug)]
pub struct Words {
    /// In order.
    pub parts: Vec<WordsPart>,
}

/// A part of a text.
#[derive(Clone, Debug)]
pub enum WordsPart {
    /// As it stands.
    Text(Arc<str>),
    /// A value, shown in the unit.
    Value(Expr, Option<u16>),
}

/// Whose a condition, track or relation is: of the one who acts, or of one or several others.
#[derive(Clone, Debug)]
pub enum Whose {
    /// The one who acts.
    Mine,
    /// What this says: a figure or side, or a list of figures.
    Of(Expr),
}

/// What a line changes.
#[derive(Clone, Debug)]
pub enum Place {
    /// A track, with its word if it is kept by words.
    Track(Whose, TrackId, Option<Expr>),
    /// A state.
    State(Whose, StateId),
    /// A field of a thing, or of several.
    Field(Expr, u16),
    /// What a cell is, or several are.
    Terrain(Expr),
}

/// Which lines are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doing {
    /// A deed's.
    Deed(DeedId),
    /// Those of an action.
    Action(ActionId),
}

/// How long something lasts, if a line says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// Turns.
    Turns,
    /// Phases.
    Phases,
    /// Uses.
    Uses,
}

/// What a line does.
#[derive(Clone, Debug)]
pub enum Act {
    /// Gives the local of that number a value.
    Let(u8, Expr),
    /// A condition begins, for so long or as it says itself.
    Gain(Whose, ConditionId, Option<(Expr, Lasting)>),
    /// A condition ends.
    Lose(Whose, ConditionId),
    /// Adds to a number.
    Change(Place, Expr),
    /// Makes it so.
    Set(Place, Expr),
    /// A relation begins.
    Relate(Whose, RelationId, Expr),
    /// A relation ends, with that far end or with all.
    Release(Whose, RelationId, Option<Expr>),
    /// Everybody's relation with that far end ends.
    ReleaseOnto(RelationId, Expr),
    /// Things go into a slot.
    Hold(Expr, Whose, SlotId),
    /// Things fall where their holder stands.
    Drop(Expr),
    /// Figures or things go to a cell, without passing between.
    Place(Expr, Expr),
    /// One step.
    Move(Whose, Expr),
    /// Steps along cells, until stopped.
    Walk(Whose, Expr),
    /// To a facing, or towards a figure or cell.
    Turn(Whose, Expr),
    /// An event of the pack's own, with its text and fields.
    Tell(Arc<str>, Option<Words>, Vec<(Arc<str>, Expr)>),
    /// A line for the story.
    Say(Words),
    /// Other lines, with these facts over those of this deed.
    Do(Doing, Vec<(FactId, Expr)>),
    /// These lines or those.
    When(Expr, Vec<Line>, Vec<Line>),
    /// A program.
    Script(ScriptId),
    /// The end of these lines.
    Stop,
}

impl Line {
    /// Calls `visit` for this line and every one within it.
    pub fn walk<'l>(&'l self, visit: &mut dyn FnMut(&'l Line)) {
        visit(self);
        if let Act::When(_, then, otherwise) = &self.act {
            then.iter().chain(otherwise).for_each(|line| line.walk(visit));
        }
    }

    /// Whether it is about the one who acts without saying so.
    pub fn needs_actor(&self) -> bool {
        match &self.act {
            Act::Gain(whose, ..)
            | Act::Lose(whose, _)
            | Act::Relate(whose, ..)
            | Act::Release(whose, ..)
            | Act::Hold(_, whose, _)
            | Act::Move(whose, _)
            | Act::Walk(whose, _)
            | Act::Turn(whose, _)
            | Act::Change(Place::Track(whose, ..) | Place::State(whose, _), _)
            | Act::Set(Place::Track(whose, ..) | Place::State(whose, _), _) => matches!(whose, Whose::Mine),
            _ => false,
        }
    }
}
