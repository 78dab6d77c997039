//! What the lines of an action state where they roll its own check: who asks for the check before is told it so.

use super::{Act, Doing, Expr, Line, OwnRolls, Rulebook, lines_of};
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
pub(super) fn of(book: &Rulebook, check: CheckId, lines: [&[Line]; 2]) -> OwnRolls {
    let mut rolls = RollSearch { book, check, found: Vec::new(), left: MOST_LINES };
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

struct RollSearch<'b> {
    book: &'b Rulebook,
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
                    let is_deed = matches!(call.what, Doing::Deed(_));
                    if is_deed && call.with.is_empty() {
                        self.lines(lines_of(self.book, call.what), stated, depth + 1);
                    } else if is_deed {
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
