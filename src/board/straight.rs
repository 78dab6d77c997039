//! Ways over open ground: what was found square by square, pulled straight and cut into steps of one scale unit.

use super::{Path, PathStep, Plane};
use crate::value::{Number, Position};

/// Steps one unit long along a way, as long as the budget lasts. None where pulling straight meets a corner that cannot
/// be stood on; the way is then walked as it was found.
pub(super) fn straighten(
    plane: Plane,
    from: Position,
    found: &Path,
    budget: Option<Number>,
    cost: &mut impl FnMut(PathStep) -> Option<Number>,
) -> Option<Path> {
    let mut walker = Walker { plane, at: from, path: Path::default(), budget, cost };
    let mut rest = found.cells.as_slice();
    while !rest.is_empty() {
        let count = walker.straight_part(rest)?;
        if !walker.walk(rest[count - 1])? {
            return Some(walker.path);
        }
        rest = &rest[count..];
    }
    Some(Path { arrives: found.arrives, ..walker.path })
}

/// One on the way.
struct Walker<'a, C> {
    plane: Plane,
    at: Position,
    path: Path,
    budget: Option<Number>,
    cost: &'a mut C,
}

impl<C: FnMut(PathStep) -> Option<Number>> Walker<'_, C> {
    fn price(&mut self, from: Position, to: Position, length: Number) -> Option<Number> {
        let way = (self.plane.direction(from, to) + 22) / 45 % 8;
        let step = PathStep { from, to, way, is_diagonal: false, length };
        (self.cost)(step).map(|price| price.max(Number::ZERO))
    }

    /// How many of the places ahead can be gone to in one straight line for no more than one by one.
    fn straight_part(&mut self, ahead: &[Position]) -> Option<usize> {
        let (mut bent, mut before, mut count) = (Number::ZERO, self.at, 0);
        for place in ahead {
            bent = bent.plus(self.price(before, *place, self.plane.distance(before, *place))?)?;
            let is_straight = count == 0 || self.straight(*place).is_some_and(|straight| straight <= bent);
            if !is_straight {
                break;
            }
            (before, count) = (*place, count + 1);
        }
        Some(count)
    }

    /// What the straight line to a place costs at most: all of it at the price of the dearest square it crosses.
    fn straight(&mut self, to: Position) -> Option<Number> {
        let (from, length) = (self.at, self.plane.distance(self.at, to));
        let mut dearest = self.price(from, to, length)?;
        for square in self.plane.between(from, to) {
            dearest = dearest.max(self.price(from, square, length)?);
        }
        Some(dearest)
    }

    /// Goes to a place in steps of one unit; false if the budget ended on the way.
    fn walk(&mut self, to: Position) -> Option<bool> {
        let start = self.at;
        let length = self.plane.steps(start, to);
        let grain = self.plane.grain();
        for so_far in (grain..length).step_by(grain as usize).chain([length]) {
            if !self.step(self.plane.toward(start, to, so_far))? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// One step, or the part of it that the budget allows; false if it was a part.
    fn step(&mut self, to: Position) -> Option<bool> {
        let price = self.price(self.at, to, self.plane.distance(self.at, to))?;
        if self.take(to, price) {
            return Some(true);
        }
        let left = self.budget?.minus(self.path.cost)?;
        let grains = self.plane.grains(self.plane.distance(self.at, to).times(left)?.over(price)?)?;
        let part = self.plane.toward(self.at, to, grains);
        if part != self.at {
            let price = self.price(self.at, part, self.plane.distance(self.at, part))?;
            self.take(part, price);
        }
        Some(false)
    }

    fn take(&mut self, to: Position, price: Number) -> bool {
        let Some(cost) = self.path.cost.plus(price) else { return false };
        if self.budget.is_some_and(|budget| cost > budget) {
            return false;
        }
        (self.at, self.path.cost) = (to, cost);
        self.path.cells.push(to);
        true
    }
}
