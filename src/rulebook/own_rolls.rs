//! What the lines of an action state where they roll its own check: who asks for the check before is told it so.

use super::resolver::Resolver;
use super::{Act, Doing, Expr, Line, Rulebook, lines_of};
use crate::value::{CheckId, FactId};
use std::collections::BTreeSet;

/// Lines that lead to lines, followed so deep.
const DEEPEST: usize = 16;

/// Of an action that rolls its check more often nothing is told.
const MOST_ROLLS: usize = 16;

/// Of an action whose lines lead to more lines than that nothing is told: deeds within deeds double at every step.
const MOST_LINES: usize = 20_000;

/// Facts that lines state, the outermost first.
type Stating = Vec<(FactId, Expr)>;

impl Resolver<'_> {
    /// Fills every `rolls`.
    pub(super) fn own_rolls(&mut self) {
        let book = &self.book;
        let rolls: Vec<Vec<Stating>> = (0..book.actions.len()).map(|at| of_action(book, at)).collect();
        self.book.actions.iter_mut().zip(rolls).for_each(|(action, rolls)| action.rolls = rolls);
    }
}

fn of_action(book: &Rulebook, at: usize) -> Vec<Stating> {
    let action = &book.actions[at];
    let Some(check) = action.check else { return Vec::new() };
    let mut rolls = Rolls { book, check, found: Vec::new(), left: MOST_LINES };
    rolls.lines(&action.first, &Vec::new(), 0);
    rolls.lines(&action.does, &Vec::new(), 0);
    if rolls.left == 0 {
        return Vec::new();
    }
    let found = rolls.found;
    let facts = |stating: &Stating| stating.iter().map(|(fact, _)| *fact).collect::<BTreeSet<FactId>>();
    let common = found.iter().map(facts).reduce(|all, one| all.intersection(&one).copied().collect());
    let is_about_another = |fact: &FactId| book.facts[fact.index()].is_role();
    match common {
        Some(common) if found.len() <= MOST_ROLLS && !common.is_empty() && !common.iter().any(is_about_another) => {
            found
        }
        _ => Vec::new(),
    }
}

struct Rolls<'b> {
    book: &'b Rulebook,
    check: CheckId,
    found: Vec<Stating>,
    /// How many lines may still be looked at.
    left: usize,
}

impl Rolls<'_> {
    fn lines(&mut self, lines: &[Line], stated: &Stating, depth: usize) {
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
                    self.found.push(stated.iter().chain(&rolling.with).cloned().collect());
                }
                Act::Do(call) => {
                    let stated = stated.iter().chain(&call.with).cloned().collect();
                    if let Doing::Deed(_) = call.what {
                        self.lines(lines_of(self.book, call.what), &stated, depth + 1);
                    }
                }
                _ => {}
            }
            line.within().into_iter().for_each(|lines| self.lines(lines, stated, depth));
        }
    }
}
