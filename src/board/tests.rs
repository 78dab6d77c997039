//! Cases with numbers one can check by hand.

use super::{Cover, PathStep, Plane, Search, Zone};
use crate::value::{Board, Clock, ClockEnd, Number, Position};

const HEX: Plane = Plane::new(Board::Hex, 10, 10);
const SQUARE: Plane = Plane::new(Board::Square, 10, 10);
const OPEN: Plane = Plane::new(Board::Open, 10, 10);

fn at(x: i32, y: i32) -> Position {
    Position { x, y }
}

fn pairs(cells: impl IntoIterator<Item = Position>) -> Vec<(i32, i32)> {
    cells.into_iter().map(|cell| (cell.x, cell.y)).collect()
}

#[test]
fn distances() {
    for (plane, a, b, expected, why) in [
        (HEX, at(0, 0), at(0, 2), 2, "two rows down"),
        (HEX, at(0, 0), at(3, 3), 5, "down to the right: one and a half columns come free"),
        (HEX, at(2, 1), at(0, 1), 2, "along a row"),
        (SQUARE, at(0, 0), at(3, 4), 4, "diagonals count 1"),
        (OPEN, at(0, 0), at(300, 400), 500, "3, 4, 5"),
        (OPEN, at(0, 0), at(100, 100), 142, "rounded up"),
    ] {
        assert_eq!(plane.steps(a, b), expected, "{why}");
    }
    assert_eq!(OPEN.distance(at(0, 0), at(300, 450)), Number::fraction(541, 100).expect("a fraction"));
    let three_halves = Number::fraction(3, 2).expect("a fraction");
    assert_eq!(SQUARE.walked(at(0, 0), at(3, 4), three_halves), Number::fraction(11, 2));
}

#[test]
fn directions_and_bearings() {
    for (plane, a, facing, b, direction, bearing, why) in [
        (HEX, at(4, 4), 0, at(8, 4), 0, 0, "straight east"),
        (HEX, at(4, 4), 0, at(3, 5), 2, 2, "south-west"),
        (HEX, at(4, 4), 5, at(4, 6), 2, 2, "straight down is between two: clockwise, but nearer to the front"),
        (HEX, at(4, 4), 4, at(4, 6), 2, 2, "the same from the other side"),
        (HEX, at(4, 4), 3, at(4, 4), 0, 0, "its own hex"),
        (SQUARE, at(4, 4), 0, at(9, 6), 0, 0, "2 in 5 is less than 22.5 degrees"),
        (SQUARE, at(4, 4), 0, at(9, 7), 1, 1, "3 in 5 is more"),
        (SQUARE, at(4, 4), 2, at(4, 0), 6, 4, "behind"),
        (OPEN, at(500, 500), 90, at(500, 900), 90, 0, "south"),
        (OPEN, at(500, 500), 350, at(600, 600), 45, 55, "around the north"),
        (OPEN, at(500, 500), 0, at(500, 100), 270, 90, "north"),
    ] {
        assert_eq!((plane.direction(a, b), plane.bearing(a, facing, b)), (direction, bearing), "{why}");
    }
}

#[test]
fn lines() {
    for (plane, a, b, expected, why) in [
        (HEX, at(0, 0), at(3, 0), vec![(1, 0), (2, 0)], "along a row"),
        (HEX, at(0, 0), at(0, 2), vec![(0, 1)], "along an edge, one side"),
        (SQUARE, at(0, 0), at(3, 3), vec![(1, 1), (2, 2)], "along a diagonal"),
        (SQUARE, at(0, 0), at(2, 1), vec![(1, 1)], "along an edge, one side"),
        (OPEN, at(50, 50), at(350, 50), vec![(150, 50), (250, 50)], "along a row"),
        (OPEN, at(50, 50), at(250, 250), vec![(150, 150)], "through corners"),
        (OPEN, at(50, 50), at(250, 150), vec![(150, 50), (150, 150)], "every square crossed"),
        (OPEN, at(50, 50), at(60, 60), vec![], "within a square"),
        (OPEN, at(50, 100), at(350, 100), vec![(150, 150), (250, 150)], "along a border"),
    ] {
        assert_eq!(pairs(plane.between(a, b)), expected, "{why}");
    }
    assert_eq!(pairs(HEX.between_other_side(at(0, 0), at(0, 2))), [(-1, 1)]);
    assert_eq!(pairs(SQUARE.between_other_side(at(0, 0), at(2, 1))), [(1, 0)]);
}

#[test]
fn sight_over_heights() {
    let wall = |top: i64| move |cell: Position| if cell.x == 2 { Cover::UpTo(Number::int(top)) } else { Cover::Clear };
    for (top, eye, target, expected, why) in [
        (2, 2, 2, true, "just over it"),
        (3, 2, 2, false, "behind it"),
        (3, 2, 4, true, "it rises to 3 halfway"),
        (3, 2, 3, false, "it rises to two and a half"),
    ] {
        let heights = (Number::int(eye), Number::int(target));
        assert_eq!(SQUARE.sight(at(0, 0), at(4, 0), heights, wall(top)), expected, "{why}");
    }
    let one_side = |cell: Position| if cell == at(1, 0) { Cover::Whole } else { Cover::Clear };
    let both = |cell: Position| if cell.x == 1 { Cover::Whole } else { Cover::Clear };
    let level = (Number::ZERO, Number::ZERO);
    assert!(SQUARE.sight(at(0, 0), at(2, 1), level, one_side), "the other side of the edge is free");
    assert_eq!(SQUARE.blocked_by(at(0, 0), at(2, 1), level, both), Some(at(1, 1)));
}

#[test]
fn areas() {
    assert_eq!(HEX.within(at(5, 5), 2).len(), 19);
    assert_eq!(HEX.ring(at(5, 5), 2).len(), 12);
    assert_eq!(pairs(HEX.within(at(0, 0), 1)), [(0, 0), (1, 0), (0, 1)], "the map ends");
    assert_eq!(SQUARE.ring(at(5, 5), 1).len(), 8);
    assert_eq!(OPEN.within(at(550, 550), 100).len(), 5, "diagonal middles are farther than 1");
    assert_eq!(pairs(HEX.arc(at(4, 4), 0, 1, 1)), [(4, 3), (5, 4), (4, 5)], "the three front hexes");
    assert_eq!(pairs(SQUARE.arc(at(4, 4), 2, 0, 2)), [(4, 5), (4, 6)], "a cone south");
    assert_eq!(pairs(HEX.ray(at(7, 4), 0, 5)), [(8, 4), (9, 4)], "to the edge of the map");
    assert_eq!(pairs(SQUARE.ray(at(4, 4), 3, 2)), [(3, 5), (2, 6)]);
}

#[test]
fn toward_and_away() {
    assert_eq!(OPEN.toward(at(0, 0), at(300, 400), 250), at(150, 200));
    assert_eq!(OPEN.away(at(300, 400), at(600, 800), 250), at(150, 200));
    assert_eq!(OPEN.toward(at(0, 0), at(300, 400), 900), at(300, 400), "not beyond");
    assert_eq!(HEX.toward(at(0, 0), at(5, 0), 2), at(2, 0));
    assert_eq!(SQUARE.away(at(4, 4), at(6, 6), 3), at(1, 1));
}

/// A wall at column 2 with a gap in the last row.
fn walled(step: PathStep) -> Option<Number> {
    (step.to.x != 2 || step.to.y == 4).then_some(Number::ONE)
}

#[test]
fn ways_around() {
    let plane = Plane::new(Board::Square, 5, 5);
    let way = plane.path(at(0, 0), at(4, 0), Search::default(), walled);
    assert_eq!((way.cost, way.arrives), (Number::int(8), true));
    assert!(way.cells.contains(&at(2, 4)), "through the gap");
    let search = Search { budget: Some(Number::int(3)), ..Search::default() };
    let part = plane.path(at(0, 0), at(4, 0), search, walled);
    assert_eq!(part.cells, way.cells[..3], "as far as the budget lasts");
    assert!(!part.arrives);
}

#[test]
fn a_goal_that_is_taken_is_approached() {
    let taken = |step: PathStep| (step.to != at(4, 2)).then_some(Number::ONE);
    let plane = Plane::new(Board::Hex, 6, 5);
    let way = plane.path(at(0, 2), at(4, 2), Search { least: Number::ONE, ..Search::default() }, taken);
    assert_eq!((pairs(way.cells), way.cost, way.arrives), (vec![(1, 2), (2, 2), (3, 2)], Number::int(3), false));
}

#[test]
fn a_goal_walled_in_is_neared() {
    let ring = Plane::new(Board::Square, 7, 3);
    let blocked = |step: PathStep| (step.to.x != 4).then_some(Number::ONE);
    let way = ring.path(at(0, 1), at(6, 1), Search::default(), blocked);
    assert_eq!((way.cells.last().copied(), way.arrives), (Some(at(3, 1)), false));
}

#[test]
fn open_ways_are_straight_where_they_can_be() {
    let hundredths = |n| Number::fraction(n, 100).expect("a fraction");
    let way = OPEN.path(at(10, 50), at(310, 450), Search::default(), |step| Some(step.length));
    assert_eq!(pairs(way.cells), [(70, 130), (130, 210), (190, 290), (250, 370), (310, 450)]);
    assert_eq!((way.cost, way.arrives), (hundredths(500), true));

    let search = Search { budget: Some(hundredths(250)), ..Search::default() };
    let part = OPEN.path(at(10, 50), at(310, 450), search, |step| Some(step.length));
    assert_eq!(pairs(part.cells), [(70, 130), (130, 210), (160, 250)], "the last step is a half");
    assert_eq!((part.cost, part.arrives), (hundredths(250), false));

    let wall = |step: PathStep| (step.to.x / 100 != 2 || step.to.y < 100).then_some(step.length);
    let around = OPEN.path(at(50, 250), at(450, 250), Search { least: Number::ONE, ..Search::default() }, wall);
    assert!(around.arrives && around.cost < hundredths(600), "{around:?}");
    assert!(around.cells.iter().all(|place| place.x / 100 != 2 || place.y < 100));
}

#[test]
fn reach_is_cheapest_first() {
    let reached = HEX.reach(at(0, 0), Number::int(2), |step| Some(Number::int(1 + i64::from(step.to.y))));
    let found: Vec<(i32, i32, i64)> = reached.iter().map(|cell| (cell.at.x, cell.at.y, cell.cost.floor())).collect();
    assert_eq!(found, [(0, 0, 0), (1, 0, 1), (2, 0, 2), (0, 1, 2)]);
    assert_eq!(reached[2].from, Some(at(1, 0)));
}

#[test]
fn maps_have_an_inside() {
    assert_eq!(OPEN.index(at(1000, 1000)), Some(99), "the edge belongs to the last square");
    assert_eq!(OPEN.index(at(1001, 0)), None);
    assert_eq!(SQUARE.index(at(3, 2)), Some(23));
    assert_eq!(SQUARE.index(at(-1, 2)), None);
    assert_eq!(OPEN.cell(at(333, 250)), Some(at(350, 250)));
    assert_eq!(Plane::new(Board::Open, 0, 0).cell(at(0, 0)), None, "no map, no cell");
    assert_eq!(OPEN.grains(Number::fraction(7, 3).expect("a fraction")), Some(233));
}

#[test]
fn zones_grow_and_pass() {
    let smoke = Zone::new(SQUARE, [at(4, 4), at(4, 4), at(99, 0)], Clock::Turns(2));
    assert_eq!(pairs(smoke.cells().to_vec()), [(4, 4)]);
    let grown = smoke.grown(SQUARE, |cell| cell.y >= 4);
    assert_eq!(pairs(grown.cells().to_vec()), [(3, 4), (3, 5), (4, 4), (4, 5), (5, 4), (5, 5)]);
    assert!(grown.contains(SQUARE, at(5, 5)) && !grown.contains(SQUARE, at(4, 3)));
    assert_eq!(smoke.grown(SQUARE, |_| true).shrunk(SQUARE), smoke);
    let mut gone = grown;
    assert_eq!([gone.tick(ClockEnd::Turn), gone.tick(ClockEnd::Turn)], [false, true]);
}
