//! The cheapest ways over a map, with costs that somebody else declares.

use super::straight::straighten;
use super::{Path, PathStep, Plane};
use crate::value::{Board, Number, Position};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Maps of more cells than this are not searched for ways.
pub(crate) const MAX_CELLS: usize = 1 << 18;

/// What to search for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search {
    /// At most this much is spent; any amount if none.
    pub budget: Option<Number>,
    /// The least that a scale unit of any way costs: the search looks towards the goal the better, the truer this is. Too
    /// high a number makes ways that are not the cheapest; 0 is always right.
    pub least: Number,
}

/// A cell that can be got to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The cell.
    pub at: Position,
    /// What the cheapest way there costs.
    pub cost: Number,
    /// The cell before it on that way; none for the start.
    pub from: Option<Position>,
}

impl Plane {
    /// The cheapest way, as far as the budget lasts. A goal that cannot be entered (somebody stands there) is approached
    /// to the cell before it; one that cannot be reached at all, to the cell nearest to it. `cost` says none where there
    /// is no way, and is asked more than once for a step.
    /// On open ground the way is found square by square, then pulled straight and given in steps of one scale unit.
    pub fn path(
        self,
        from: Position,
        to: Position,
        search: Search,
        mut cost: impl FnMut(PathStep) -> Option<Number>,
    ) -> Path {
        let Some(mut field) = SearchCells::new(self, from, Some(to)) else { return Path::default() };
        if from == to {
            return Path { arrives: true, ..Path::default() };
        }
        if self.cell(from) == self.cell(to) {
            let found = Path { cells: vec![to], cost: Number::ZERO, arrives: true };
            return straighten(self, from, &found, search.budget, &mut cost).unwrap_or_default();
        }
        let end = field.spread(None, search.least, &mut cost);
        if self.board != Board::Open {
            return field.path(end, search.budget);
        }
        let found = field.path(end, None);
        straighten(self, from, &found, search.budget, &mut cost).unwrap_or_else(|| field.path(end, search.budget))
    }

    /// Every cell that can be got to for at most that much, the start included: the cheapest first, then row by row.
    pub fn reach(self, from: Position, budget: Number, cost: impl FnMut(PathStep) -> Option<Number>) -> Vec<Reached> {
        let Some(mut field) = SearchCells::new(self, from, None) else { return Vec::new() };
        field.spread(Some(budget), Number::ZERO, cost);
        let reached = |index: &usize| Reached {
            at: field.place(*index),
            cost: field.costs[*index].unwrap_or(Number::ZERO),
            from: field.before(*index).map(|before| field.place(before)),
        };
        field.done.iter().map(reached).collect()
    }
}

/// A search in progress: for each cell of the map what is known of it.
struct SearchCells {
    plane: Plane,
    from: Position,
    start: usize,
    goal: Option<(usize, Position)>,
    costs: Vec<Option<Number>>,
    /// For each cell 1 + the way it was entered, 0 if it was not.
    entered: Vec<u8>,
    closed: Vec<bool>,
    done: Vec<usize>,
}

impl SearchCells {
    fn new(plane: Plane, from: Position, goal: Option<Position>) -> Option<SearchCells> {
        let size = usize::from(plane.columns) * usize::from(plane.rows);
        if size > MAX_CELLS {
            return None;
        }
        let start = plane.index(from)?;
        let goal = match goal {
            Some(place) => Some((plane.index(place)?, place)),
            None => None,
        };
        let (costs, entered, closed) = (vec![None; size], vec![0; size], vec![false; size]);
        Some(SearchCells { plane, from, start, goal, costs, entered, closed, done: Vec::new() })
    }

    /// The place that stands for a cell: on open ground the ends of the way are where they are, not in the middle.
    fn place(&self, index: usize) -> Position {
        match self.goal {
            _ if index == self.start => self.from,
            Some((goal, place)) if index == goal => place,
            _ => self.middle(index),
        }
    }

    fn middle(&self, index: usize) -> Position {
        let columns = usize::from(self.plane.columns);
        self.plane.place((index % columns) as u16, (index / columns) as u16)
    }

    /// The cell from which one was entered.
    fn before(&self, index: usize) -> Option<usize> {
        let way = i64::from(self.entered[index].checked_sub(1)?);
        let half = self.ways() / 2;
        self.plane.index(self.plane.neighbor(self.middle(index), way + half))
    }

    fn ways(&self) -> i64 {
        if self.plane.board == Board::Hex { 6 } else { 8 }
    }

    /// The step from one place into a cell that is next to it.
    fn step(&self, from: Position, to: usize, way: i64) -> PathStep {
        let place = self.place(to);
        let length = if self.plane.board == Board::Open { self.plane.distance(from, place) } else { Number::ONE };
        let is_diagonal = self.plane.board == Board::Square && way % 2 == 1;
        PathStep { from, to: place, way, is_diagonal, length }
    }

    /// What is at least still to be spent from a cell.
    fn ahead(&self, index: usize, least: Number) -> Number {
        match self.goal {
            Some((_, goal)) if !least.is_zero() => {
                self.plane.distance(self.place(index), goal).times(least).unwrap_or(Number::ZERO)
            }
            _ => Number::ZERO,
        }
    }

    /// How far a cell is off the straight line to the goal: of equally cheap ways, the straightest is taken.
    fn stray(&self, index: usize) -> i64 {
        let Some((_, goal)) = self.goal else { return 0 };
        let flat = |at: Position| {
            let (x, y) = (i64::from(at.x), i64::from(at.y));
            if self.plane.board == Board::Hex { (2 * x + (y & 1), y) } else { (x, y) }
        };
        let (start, at, goal) = (flat(self.from), flat(self.place(index)), flat(goal));
        ((goal.0 - start.0) * (goal.1 - at.1) - (goal.1 - start.1) * (goal.0 - at.0)).abs()
    }

    /// Spreads from the start, the cheapest first, until the goal or a cell before a goal that cannot be entered;
    /// returns the cell where it ended, or the start if there was nothing to end at.
    fn spread(
        &mut self,
        budget: Option<Number>,
        least: Number,
        mut cost: impl FnMut(PathStep) -> Option<Number>,
    ) -> Option<usize> {
        let mut open = BinaryHeap::new();
        self.costs[self.start] = Some(Number::ZERO);
        let ahead = self.ahead(self.start, least);
        open.push(Reverse((ahead, ahead, 0, self.start)));
        while let Some(Reverse((_, _, _, index))) = open.pop() {
            if std::mem::replace(&mut self.closed[index], true) {
                continue;
            }
            self.done.push(index);
            if self.goal.is_some_and(|(goal, _)| goal == index) {
                return Some(index);
            }
            let Some(spent) = self.costs[index] else { continue };
            let mut is_before_goal = false;
            let (middle, from) = (self.middle(index), self.place(index));
            for way in 0..self.ways() {
                let next = self.plane.index(self.plane.neighbor(middle, way));
                let Some(next) = next.filter(|next| !self.closed[*next]) else { continue };
                let step = self.step(from, next, way);
                // A negative cost would make the search endless; it counts as nothing.
                let Some(price) = cost(step) else {
                    is_before_goal |= self.goal.is_some_and(|(goal, _)| goal == next);
                    continue;
                };
                let Some(total) = spent.plus(price.max(Number::ZERO)) else { continue };
                if budget.is_some_and(|budget| total > budget) || self.costs[next].is_some_and(|known| known <= total) {
                    continue;
                }
                self.costs[next] = Some(total);
                self.entered[next] = way as u8 + 1;
                let ahead = self.ahead(next, least);
                open.push(Reverse((total.plus(ahead).unwrap_or(total), ahead, self.stray(next), next)));
            }
            if is_before_goal {
                return Some(index);
            }
        }
        None
    }

    /// The way that was found, cut where the budget ends.
    fn path(&self, end: Option<usize>, budget: Option<Number>) -> Path {
        let Some(end) = end.or_else(|| self.nearest(budget)) else { return Path::default() };
        let is_affordable =
            |index: &usize| budget.is_none_or(|budget| self.costs[*index].is_some_and(|cost| cost <= budget));
        let mut ways: Vec<usize> = std::iter::successors(Some(end), |index| self.before(*index)).collect();
        ways.reverse();
        ways.retain(|index| is_affordable(index));
        let last = ways.last().copied().unwrap_or(self.start);
        Path {
            cells: ways.iter().skip(1).map(|index| self.place(*index)).collect(),
            cost: self.costs[last].unwrap_or(Number::ZERO),
            arrives: self.goal.is_some_and(|(goal, _)| goal == last),
        }
    }

    /// The cell nearest to the goal of all that were reached, the cheapest of those.
    fn nearest(&self, budget: Option<Number>) -> Option<usize> {
        let (_, goal) = self.goal?;
        let cost = |index: usize| self.costs[index].unwrap_or(Number::ZERO);
        let reached = self.done.iter().copied().filter(|index| budget.is_none_or(|budget| cost(*index) <= budget));
        reached
            .min_by_key(|index| (self.plane.steps(self.place(*index), goal), cost(*index), self.stray(*index), *index))
    }
}
