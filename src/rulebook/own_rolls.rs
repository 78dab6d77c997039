//! What the lines of an action state where they roll its own check: who asks for the check before is told it so.

use super::{Act, DoCall, Doing, Expr, Line, OwnRolls, Rulebook, lines_of};
use crate::value::{CheckId, FactId};
use std::collections::BTreeSet;

/// Lines that lead to lines, followed so deep.
const DEEPEST: usize = 16;

/// Of an action that rolls its check more often nothing is told.
const MOST_ROLLS: usize = 16;

/// Of an action whose lines lead to more lines than that nothing is told: deeds within deeds double at every step.
const MOST_LINES: usize = 20_000;

/// Facts that lines state, the outermost first.
type Stating<'b> = Vec<&'b (FactId, Expr)>;

/// What lines of an action state where they roll its check; the deeds of the rules are finished.
pub(super) fn of(book: &Rulebook, rolling: &RollingDeeds, check: CheckId, lines: [&[Line]; 2]) -> OwnRolls {
    let mut rolls = RollSearch { book, rolling, check, found: Vec::new(), left: MOST_LINES };
    lines.into_iter().for_each(|lines| rolls.lines(lines, &Vec::new(), 0));
    let RollSearch { found, left, .. } = rolls;
    let facts = |stating: &Stating<'_>| stating.iter().map(|(fact, _)| *fact).collect::<BTreeSet<FactId>>();
    let alike = found.iter().map(facts).reduce(|all, one| all.intersection(&one).copied().collect());
    let is_about_another = |fact: &FactId| book.facts[fact.index()].is_role();
    let is_told = |alike: &BTreeSet<FactId>| !alike.is_empty() && !alike.iter().any(is_about_another);
    let each = match &alike {
        Some(alike) if left > 0 && found.len() <= MOST_ROLLS && is_told(alike) => {
            found.into_iter().map(|stating| stating.into_iter().cloned().collect()).collect()
        }
        _ => Vec::new(),
    };
    OwnRolls { each, alike: alike.map(|alike| alike.into_iter().collect()) }
}

/// The checks that each deed rolls, itself or by the deeds it does.
pub(super) struct RollingDeeds(Vec<BTreeSet<CheckId>>);

impl RollingDeeds {
    /// Those of finished deeds.
    pub(super) fn of(book: &Rulebook) -> RollingDeeds {
        let mut done = vec![Vec::new(); book.deeds.len()];
        let mut rolling = RollingDeeds(vec![BTreeSet::new(); book.deeds.len()]);
        for (at, deed) in book.deeds.iter().enumerate() {
            deed.lines.iter().for_each(|line| {
                line.walk(&mut |line| match &line.act {
                    Act::Check(rolled) => drop(rolling.0[at].insert(rolled.check)),
                    Act::Do(call) => done[at].extend(deed_of(call)),
                    _ => {}
                });
            });
        }
        // Deeds lead to deeds a few steps deep; circles of them are refused elsewhere.
        let mut grows = true;
        while grows {
            grows = false;
            for (at, done) in done.iter().enumerate() {
                let further: BTreeSet<CheckId> =
                    done.iter().flat_map(|deed| rolling.0[*deed].iter().copied()).collect();
                let before = rolling.0[at].len();
                rolling.0[at].extend(further);
                grows |= rolling.0[at].len() > before;
            }
        }
        rolling
    }
}

/// The deed that a line does.
fn deed_of(call: &DoCall) -> Option<usize> {
    match call.what {
        Doing::Deed(id) => Some(id.index()),
        Doing::Action(_) => None,
    }
}

struct RollSearch<'b> {
    book: &'b Rulebook,
    rolling: &'b RollingDeeds,
    check: CheckId,
    found: Vec<Stating<'b>>,
    /// How many lines may still be looked at.
    left: usize,
}

impl<'b> RollSearch<'b> {
    fn lines(&mut self, lines: &'b [Line], stated: &Stating<'b>, depth: usize) {
        if depth > DEEPEST || self.found.len() > MOST_ROLLS {
            return;
        }
        for line in lines {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                return;
            }
            match &line.act {
                Act::Check(rolling) if rolling.check == self.check => {
                    self.found.push(stated.iter().copied().chain(&rolling.with).collect());
                }
                Act::Do(call) => {
                    let deed = deed_of(call).filter(|deed| self.rolling.0[*deed].contains(&self.check));
                    if deed.is_some() && call.with.is_empty() {
                        self.lines(lines_of(self.book, call.what), stated, depth + 1);
                    } else if deed.is_some() {
                        let stated = stated.iter().copied().chain(&call.with).collect();
                        self.lines(lines_of(self.book, call.what), &stated, depth + 1);
                    }
                }
                _ => {}
            }
            line.within().into_iter().for_each(|lines| self.lines(lines, stated, depth));
        }
    }
}
