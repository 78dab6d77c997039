//! Ways by where they lead: toward somebody, away from him, straight ahead.

use super::listener::Listener;
use crate::query::Who;
use crate::state::{BoardView, cell_text, way};
use crate::value::{Board, Number, Position};

impl Listener<'_> {
    /// The cell so far from somebody towards another, or beside that one.
    pub(super) fn towards(&self, who: &Who, other: &Who, far: Option<Number>) -> Option<String> {
        let plane = self.rules.ground.as_ref()?.plane;
        let (from, to) = (self.place_of(who)?, self.place_of(other)?);
        let beside = plane.steps(from, to) - plane.grains(Number::ONE)?;
        let grains = far.map_or(Some(beside), |far| plane.grains(far))?.min(beside);
        let straight = (grains > 0).then(|| plane.toward(from, to, grains))?;
        let around = far.and_then(|far| self.around(who, (from, to), (straight, far)));
        Some(cell_text(self.book(), around.unwrap_or(straight)))
    }

    /// The cell so far on the way to a place, where something stands on the straight way there.
    fn around(
        &self,
        who: &Who,
        (from, to): (Position, Position),
        (straight, far): (Position, Number),
    ) -> Option<Position> {
        let (Who::Figure(id), Some(board)) = (who, BoardView::new(self.rules, self.state)) else { return None };
        if board.plane.board == Board::Open {
            return None;
        }
        let steps = usize::try_from(far.as_int()?).ok().filter(|steps| *steps > 0)?;
        let cells = |to: Position| way(board, *id, (from, to), None);
        let leads_there = |cells: &[Position]| cells.len() <= steps && cells.last() == Some(&straight);
        if leads_there(&cells(straight)) { None } else { cells(to).get(steps - 1).copied() }
    }

    /// Where a way ends that leads so far ahead of somebody, the way he faces, or as far as the map goes; whether that is
    /// less. None where nobody faces any way.
    pub(super) fn ahead(&self, who: &Who, far: Number) -> Option<(String, bool)> {
        let (Who::Figure(id), Some(from)) = (who, self.place_of(who)) else { return None };
        let plane = self.rules.ground.as_ref()?.plane;
        let facing = self.state.figures.iter().any(|one| one.facing != 0).then(|| self.state.figure(*id).facing)?;
        let whole = plane.grains(far)?;
        let shorter =
            std::iter::successors(Some(whole), |left| Some(left - plane.grain())).take_while(|left| *left > 0);
        let mut cells = shorter.map(|left| (plane.scatter(from, facing, left), left < whole));
        let (cell, is_short) = cells.find(|(cell, _)| plane.contains(*cell))?;
        Some((cell_text(self.book(), cell), is_short))
    }

    /// A cell on the way of somebody to his nearest foe.
    pub(super) fn somewhere(&self, who: &Who) -> Option<String> {
        let (_, foe) = self.nearest_foe(who)?;
        self.towards(who, &foe, Some(Number::from(2)))
    }

    /// Where a way ends that leads so far away from somebody, or as far as the map goes; whether that is less.
    pub(super) fn away(&self, who: &Who, other: &Who, far: Number) -> Option<(String, bool)> {
        let plane = self.rules.ground.as_ref()?.plane;
        let (from, of, whole) = (self.place_of(who)?, self.place_of(other)?, plane.grains(far)?);
        let shorter = std::iter::successors(Some(whole), |left| Some(left - plane.grain()));
        let mut cells = shorter.take_while(|left| *left > 0).map(|left| (plane.away(from, of, left), left < whole));
        let straight = cells.find(|(cell, _)| plane.contains(*cell));
        // With his back to the edge he goes along it, farther away if he can.
        let besides = || {
            let near = plane.cells().filter(|cell| plane.board != Board::Open && plane.steps(from, *cell) <= whole);
            let best = near.max_by_key(|cell| (plane.steps(of, *cell), std::cmp::Reverse(plane.steps(from, *cell))))?;
            let gained = plane.steps(of, best) - plane.steps(of, from);
            (gained > 0).then_some((best, gained < whole))
        };
        let (cell, is_short) = straight.or_else(besides).unwrap_or((from, true));
        Some((cell_text(self.book(), cell), is_short))
    }
}
