//! What an action rolls ahead of the check it is asked about: first the missile locks on, then it is shot.

use super::About;
use super::bound::BoundQuery;
use crate::eval::Frame;
use crate::explain::{Explanation, reckon};
use crate::play::Rules;
use crate::rulebook::{Act, DoCall, Doing, Expr, Line, Rolling};
use crate::state::View;
use crate::value::{CheckId, DeedId, FactId, Value};

/// Deeds of deeds are followed so deep.
const DEEPEST: u8 = 8;

impl BoundQuery {
    /// The checks that its action rolls ahead of another, as far as the lines and facts tell that without dice.
    pub(super) fn rolled_ahead(&self, rules: &Rules, view: &View<'_>, check: CheckId) -> Vec<Explanation> {
        let About::Action(id) = self.about else { return Vec::new() };
        let mut ahead = Ahead {
            rules,
            view,
            frame: self.check_frame(rules),
            locals: Vec::new(),
            check,
            depth: 0,
            found: Vec::new(),
        };
        let action = &rules.book.actions[id.index()];
        let is_reached = ahead.reaches(&action.first, true) || ahead.reaches(&action.does, true);
        if is_reached { ahead.found } else { Vec::new() }
    }
}

/// The search for them in the order of the lines.
struct Ahead<'a> {
    rules: &'a Rules,
    view: &'a View<'a>,
    frame: Frame,
    /// What the deed that is followed is given, as far as that is known.
    locals: Vec<Value>,
    /// Up to which it goes.
    check: CheckId,
    depth: u8,
    found: Vec<Explanation>,
}

impl Ahead<'_> {
    /// Whether lines come to the check that are done surely, or perhaps; notes the others that are surely rolled before.
    fn reaches(&mut self, lines: &[Line], is_sure: bool) -> bool {
        lines.iter().any(|line| {
            let is_so = line.when.as_ref().map_or(Some(true), |when| self.is_so(when));
            is_so != Some(false) && self.does(&line.act, is_sure && is_so.is_some())
        })
    }

    fn does(&mut self, act: &Act, is_sure: bool) -> bool {
        match act {
            Act::Check(rolling) if rolling.check == self.check => true,
            Act::Check(rolling) => {
                self.found.extend(self.rolled(rolling).filter(|_| is_sure));
                false
            }
            Act::Do(call) => match call.what {
                Doing::Deed(deed) if self.depth < DEEPEST => self.comes_to(deed, call, is_sure),
                Doing::Deed(_) | Doing::Action(_) => false,
            },
            Act::When(when, then, otherwise) => match self.is_so(when) {
                Some(is_so) => self.reaches(if is_so { then } else { otherwise }, is_sure),
                None => self.reaches(then, false) || self.reaches(otherwise, false),
            },
            Act::Each(each) => self.reaches(&each.lines, is_sure),
            _ => false,
        }
    }

    /// Whether a deed does, with what it is given and with its own facts.
    fn comes_to(&mut self, deed: DeedId, call: &DoCall, is_sure: bool) -> bool {
        let Some(frame) = self.frame_with(&call.with) else { return false };
        let given = call.given.iter().map_while(|expr| self.known(expr)).collect();
        let around = (std::mem::replace(&mut self.frame, frame), std::mem::replace(&mut self.locals, given));
        self.depth += 1;
        let is_reached = self.reaches(&self.rules.book.deeds[deed.index()].lines, is_sure);
        self.depth -= 1;
        (self.frame, self.locals) = around;
        is_reached
    }

    fn known(&self, expr: &Expr) -> Option<Value> {
        self.view.scene(&self.frame).eval_among(&mut self.locals.clone(), expr).ok()
    }

    /// Nobody knows it of what depends on dice, or on what lines have found before.
    fn is_so(&self, when: &Expr) -> Option<bool> {
        self.view.scene(&self.frame).truth_among(&mut self.locals.clone(), when).ok()
    }

    fn rolled(&self, rolling: &Rolling) -> Option<Explanation> {
        reckon(&self.view.scene(&self.frame_with(&rolling.with)?), rolling.check).ok()
    }

    /// The facts so far with others over them; none where those hang on what lines have found before.
    fn frame_with(&self, with: &[(FactId, Expr)]) -> Option<Frame> {
        let mut frame = self.frame.clone();
        for (fact, expr) in with {
            frame.state(*fact, self.known(expr)?);
        }
        Some(frame)
    }
}
