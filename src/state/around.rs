//! The free places around a figure.

use super::board::{BoardView, is_free};
use crate::value::{FigureId, Position};

/// Of the free places beside somebody the one that lies most in a way of him, by the quarters clockwise from where he
/// looks: 2 is behind him.
pub(crate) fn free_toward(
    ground: BoardView<'_>,
    figure: FigureId,
    beside: FigureId,
    quarters: i64,
) -> Option<Position> {
    let other = ground.state.figure(beside);
    let (place, all) = (other.at?, ground.plane.directions());
    let wanted = other.facing + all * quarters / 4;
    let away = |cell: &Position| {
        let gap = (ground.plane.direction(place, *cell) - wanted).rem_euclid(all);
        gap.min(all - gap)
    };
    free_around(ground, figure, place).min_by_key(away)
}

/// A free place beside somebody, the nearest to where a figure is; of those as near, or for who stands nowhere yet, the
/// one before him.
pub(crate) fn free_beside(ground: BoardView<'_>, figure: FigureId, beside: FigureId) -> Option<Position> {
    let (from, other) = (ground.state.figure(figure).at, ground.state.figure(beside));
    let (place, plane) = (other.at?, ground.plane);
    let far =
        |cell: &Position| (from.map(|from| plane.steps(from, *cell)), plane.direction(place, *cell) != other.facing);
    free_around(ground, figure, place).min_by_key(far)
}

/// The free places beside a place, clockwise from the first way.
fn free_around(ground: BoardView<'_>, figure: FigureId, place: Position) -> impl Iterator<Item = Position> {
    let plane = ground.plane;
    let around = (0..plane.directions()).step_by((plane.directions() / 8).max(1) as usize);
    around
        .map(move |way| plane.scatter(place, way, plane.grain()))
        .filter(move |cell| plane.contains(*cell) && plane.is_adjacent(place, *cell) && is_free(ground, figure, *cell))
}
