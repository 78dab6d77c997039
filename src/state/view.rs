//! The state as expressions see it.

use super::Ruleset;
use super::board::BoardView;
use super::happened::Happened;
use super::parts::State;
use super::versioned::VersionedState;
use crate::board::Plane;
use crate::eval::{EvalError, Frame, Memo, Scene, Subject};
use crate::event::Holder;
use crate::rulebook::Expr;
use crate::value::{AttributeId, ConditionId, FigureId, Number, Position, StateId, TrackId, Value};
use std::cell::{Cell, RefCell};

/// Ruleset and state, to be asked.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules, and the map.
    pub rules: &'a Ruleset,
    /// The state.
    pub state: &'a State,
    pub(super) memo: Option<(&'a VersionedState, &'a RefCell<Memo>)>,
    /// What happened so far, if it is counted.
    pub(super) happened: Option<&'a Happened>,
    /// Something of a figure of which it is to be found out whether it is looked at.
    pub(super) probe: Option<&'a Probe>,
}

/// Something of a figure that may be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probed {
    Condition(ConditionId),
    State(StateId),
    Track(TrackId),
    Attribute(AttributeId),
}

/// Whether something of a figure was looked at.
#[derive(Debug)]
pub(crate) struct Probe {
    figure: FigureId,
    what: Probed,
    seen: Cell<bool>,
}

impl Probe {
    /// Nobody has looked yet.
    pub(crate) fn new(figure: FigureId, what: Probed) -> Probe {
        Probe { figure, what, seen: Cell::new(false) }
    }

    /// Whether somebody has looked.
    pub(crate) fn has_seen(&self) -> bool {
        self.seen.get()
    }

    fn sees(&self, figure: FigureId, what: Probed) {
        if self.figure == figure && self.what == what {
            self.seen.set(true);
        }
    }
}

/// A holder as expressions name it.
pub(crate) fn subject(holder: Holder) -> Subject {
    match holder {
        Holder::Figure(id) => Subject::Figure(id),
        Holder::Side(id) => Subject::Side(id),
    }
}

impl<'a> View<'a> {
    /// A view of a state.
    pub fn new(rules: &'a Ruleset, state: &'a State) -> View<'a> {
        View { rules, state, memo: None, happened: None, probe: None }
    }

    /// A view of a state in motion with a memo: what is expensive to compute is cached.
    pub(crate) fn remembering(rules: &'a Ruleset, state: &'a VersionedState, memo: &'a RefCell<Memo>) -> View<'a> {
        View { rules, state, memo: Some((state, memo)), happened: None, probe: None }
    }

    /// This view with what has happened.
    pub(crate) fn counting(self, happened: Option<&'a Happened>) -> View<'a> {
        View { happened, ..self }
    }

    /// The same that notes whether somebody looks at something of a figure.
    pub(crate) fn probing(self, probe: &'a Probe) -> View<'a> {
        View { probe: Some(probe), ..self }
    }

    /// Notes that something of a figure is looked at.
    #[inline]
    pub(super) fn look(&self, figure: FigureId, what: Probed) {
        if let Some(probe) = self.probe {
            probe.sees(figure, what);
        }
    }

    /// The board as it is now, if there is one.
    pub fn ground(&self) -> Option<BoardView<'a>> {
        BoardView::new(self.rules, self.state)
    }

    /// Whether any figure in play may be in a cell.
    pub(super) fn may_have_figure(&self, plane: Plane, at: Position) -> bool {
        self.memo.is_none_or(|(state, _)| state.may_have_figure(plane, at))
    }

    /// Whether anything may lie in a cell or be spread over it.
    pub(super) fn may_have_thing(&self, plane: Plane, at: Position) -> bool {
        self.memo.is_none_or(|(state, _)| state.may_have_thing(plane, at))
    }

    /// The number of the turn; a game in motion notes that it was asked for.
    pub(crate) fn turn(&self) -> u32 {
        self.memo.map_or(self.state.turn, |(state, _)| state.turn())
    }

    /// A scene with these facts.
    pub fn scene(&'a self, frame: &'a Frame) -> Scene<'a, View<'a>> {
        Scene { rules: &self.rules.book, world: self, frame }
    }

    /// Computes an expression with these facts.
    pub fn value_in(&self, expr: &Expr, frame: &Frame) -> Result<Value, EvalError> {
        self.scene(frame).eval(expr)
    }

    /// Computes a number that reads no fact.
    pub fn number(&self, expr: &Expr) -> Result<Number, EvalError> {
        self.number_in(expr, &Frame::new())
    }

    /// Computes a number with these facts.
    pub fn number_in(&self, expr: &Expr, frame: &Frame) -> Result<Number, EvalError> {
        self.scene(frame).number(expr)
    }

    /// Computes a number of a figure or side.
    pub fn number_of(&self, expr: &Expr, holder: Holder) -> Result<Number, EvalError> {
        self.number_for(expr, holder, &Frame::new())
    }

    /// Computes a number of a figure or side with these facts.
    pub fn number_for(&self, expr: &Expr, holder: Holder, frame: &Frame) -> Result<Number, EvalError> {
        self.scene(frame).number_for(subject(holder), expr)
    }

    /// Computes what is a figure's or side's.
    pub fn value_of(&self, expr: &Expr, holder: Holder) -> Result<Value, EvalError> {
        self.scene(&Frame::new()).eval_for(subject(holder), expr)
    }

    /// Computes a truth that reads no fact.
    pub fn truth(&self, expr: &Expr) -> Result<bool, EvalError> {
        self.truth_in(expr, &Frame::new())
    }

    /// Computes a truth with these facts.
    pub fn truth_in(&self, expr: &Expr, frame: &Frame) -> Result<bool, EvalError> {
        self.scene(frame).truth(expr)
    }

    /// Computes a truth of a figure or side with these facts.
    pub fn truth_of(&self, expr: &Expr, holder: Holder, frame: &Frame) -> Result<bool, EvalError> {
        self.scene(frame).truth_for(subject(holder), expr)
    }
}
