//! What an action rolls ahead of the check it is asked about: first the missile locks on, then it is shot.

use super::About;
use super::bound::BoundQuery;
use crate::eval::Frame;
use crate::explain::{Explanation, reckon};
use crate::play::Rules;
use crate::rulebook::{Act, Doing, Expr, Line, Rolling};
use crate::state::View;
use crate::value::CheckId;

/// Deeds of deeds are followed so deep.
const DEEPEST: u8 = 8;

impl BoundQuery {
    /// The checks that its action rolls ahead of another, as far as the lines and facts tell that without dice.
    pub(super) fn rolled_ahead(&self, rules: &Rules, view: &View<'_>, check: CheckId) -> Vec<Explanation> {
        let About::Action(id) = self.about else { return Vec::new() };
        let mut ahead = Ahead { rules, view, frame: self.check_frame(rules), check, depth: 0, found: Vec::new() };
        let action = &rules.book.actions[id.index()];
        let is_reached = ahead.reaches(&action.first) || ahead.reaches(&action.does);
        if is_reached { ahead.found } else { Vec::new() }
    }
}

/// The search for them in the order of the lines.
struct Ahead<'a> {
    rules: &'a Rules,
    view: &'a View<'a>,
    frame: Frame,
    /// Up to which it goes.
    check: CheckId,
    depth: u8,
    found: Vec<Explanation>,
}

impl Ahead<'_> {
    /// Whether lines come to the check; notes the others they roll before.
    fn reaches(&mut self, lines: &[Line]) -> bool {
        lines.iter().any(|line| {
            let is_so = line.when.as_ref().map_or(Some(true), |when| self.is_so(when));
            is_so != Some(false) && self.does(&line.act, is_so.is_some())
        })
    }

    /// Whether something that is done, surely or perhaps, comes to the check.
    fn does(&mut self, act: &Act, is_sure: bool) -> bool {
        match act {
            Act::Check(rolling) if rolling.check == self.check => true,
            Act::Check(rolling) => {
                self.found.extend(self.rolled(rolling).filter(|_| is_sure));
                false
            }
            Act::Do(call) => match call.what {
                Doing::Deed(deed) if self.depth < DEEPEST => {
                    self.depth += 1;
                    let is_reached = self.reaches(&self.rules.book.deeds[deed.index()].lines);
                    self.depth -= 1;
                    is_reached
                }
                Doing::Deed(_) | Doing::Action(_) => false,
            },
            Act::When(when, then, otherwise) => match self.is_so(when) {
                Some(is_so) => self.reaches(if is_so { then } else { otherwise }),
                None => self.reaches(then) || self.reaches(otherwise),
            },
            Act::Each(each) => self.reaches(&each.lines),
            _ => false,
        }
    }

    /// Nobody knows it of what depends on dice, or on what lines have found before.
    fn is_so(&self, when: &Expr) -> Option<bool> {
        self.view.truth_in(when, &self.frame).ok()
    }

    fn rolled(&self, rolling: &Rolling) -> Option<Explanation> {
        let mut frame = self.frame.clone();
        for (fact, expr) in &rolling.with {
            let value = self.view.scene(&frame).eval(expr).ok()?;
            frame.state(*fact, value);
        }
        reckon(&self.view.scene(&frame), rolling.check).ok()
    }
}
