//! What lines that come first may change, and whether a condition of a later line looks at any of it.

use crate::eval::Frame;
use crate::rulebook::{Act, Amount, Expr, Function, Line, LinePlace, Node, Rulebook, Step};
use crate::value::{AttributeId, ConditionId, FactId, StateId, TrackId, ValueId};
use std::collections::BTreeSet;

/// Parts of the state that lines may have changed.
#[derive(Default)]
pub(super) struct Altered {
    conditions: BTreeSet<ConditionId>,
    states: BTreeSet<StateId>,
    tracks: BTreeSet<TrackId>,
    notes: BTreeSet<AttributeId>,
    /// Whether somebody or something may be elsewhere, or in other hands.
    is_moved: bool,
    has_ties: bool,
    /// Whether a program may have changed anything.
    is_anything: bool,
}

impl Altered {
    /// What a line itself changes; the lines within it and those of its deed are told, so they come by themselves.
    pub(super) fn by(&mut self, book: &Rulebook, line: &Line) {
        match &line.act {
            Act::Gain(_, condition, _) | Act::Lose(_, condition) => drop(self.conditions.insert(*condition)),
            Act::Change(place, _) | Act::Set(place, _) => self.place(book, place),
            Act::Amount(amount) => self.amount(book, amount),
            Act::Relate(..) | Act::Release(..) | Act::ReleaseOnto(..) => self.has_ties = true,
            Act::Script(_) | Act::Order(..) => self.is_anything = true,
            Act::Hold(..)
            | Act::Drop(_)
            | Act::Place(..)
            | Act::StepTo(..)
            | Act::Walk(..)
            | Act::Turn(..)
            | Act::TakeAway(_)
            | Act::Spread(..) => self.is_moved = true,
            _ => {}
        }
    }

    fn amount(&mut self, book: &Rulebook, amount: &Amount) {
        amount.steps.iter().for_each(|step| match &step.step {
            Step::Into(place) | Step::OutOf(place) => self.place(book, place),
            _ => {}
        });
    }

    fn place(&mut self, book: &Rulebook, place: &LinePlace) {
        match place {
            LinePlace::Track(_, track, _) => {
                self.tracks.insert(*track);
                self.conditions.extend(book.tracks[track.index()].thresholds.iter().map(|one| one.gains));
            }
            LinePlace::State(_, state) => drop(self.states.insert(*state)),
            LinePlace::Note(_, note) => drop(self.notes.insert(*note)),
            LinePlace::Field(..) | LinePlace::Terrain(_) => self.is_moved = true,
        }
    }

    /// Whether an expression, or one that it leads to, looks at what may have changed.
    pub(super) fn bears_on(&self, book: &Rulebook, frame: &Frame, expr: &Expr) -> bool {
        AlteredWalk { altered: self, book, frame, facts: BTreeSet::new(), values: BTreeSet::new() }.expr(expr)
    }
}

/// A way through an expression, which enters each fact and value once.
struct AlteredWalk<'a> {
    altered: &'a Altered,
    book: &'a Rulebook,
    frame: &'a Frame,
    facts: BTreeSet<FactId>,
    values: BTreeSet<ValueId>,
}

impl AlteredWalk<'_> {
    fn expr(&mut self, expr: &Expr) -> bool {
        let mut is_touched = false;
        expr.walk(&mut |part| is_touched = is_touched || self.node(&part.node));
        is_touched
    }

    fn node(&mut self, node: &Node) -> bool {
        let Altered { conditions, states, tracks, notes, is_moved, has_ties, is_anything } = self.altered;
        match node {
            Node::HasCondition(_, id) => *is_anything || conditions.contains(id),
            Node::State(_, id) | Node::InState(_, id, _) => *is_anything || states.contains(id),
            Node::Track(_, id, _) => *is_anything || tracks.contains(id),
            Node::Attribute(_, id) => {
                self.book.attributes[id.index()].is_note() && (*is_anything || notes.contains(id))
            }
            Node::Relation(..) => *is_anything || *has_ties,
            Node::Slot(..) | Node::Field(..) => *is_anything || *is_moved,
            Node::Call(function, _) => (*is_anything || *is_moved) && !is_pure(*function),
            Node::Fact(id) => self.facts.insert(*id) && self.fact(*id),
            Node::Value(_, id) => self.values.insert(*id) && self.expr(&self.book.values[id.index()].expr),
            Node::Setting(id) => self.expr(&self.book.settings[id.index()].expr),
            _ => false,
        }
    }

    /// What is stated stays so.
    fn fact(&mut self, id: FactId) -> bool {
        if self.frame.stated(id).is_some() {
            return false;
        }
        let fact = &self.book.facts[id.index()];
        fact.default.iter().chain(&fact.from).any(|expr| self.expr(expr))
    }
}

/// Whether a function looks at what it is given alone.
fn is_pure(function: Function) -> bool {
    use Function::{Abs, Clamp, Count, Dice, Fewer, HasBoard, Joined, Max, Min, Name, Sum};
    matches!(function, Min | Max | Abs | Clamp | Sum | Count | Dice | Joined | Fewer | HasBoard | Name)
}
