//! What holds on any board, for any places.

use super::{Cover, PathStep, Plane, Search};
use crate::value::{Board, Number, Position};
use proptest::prelude::*;

const BOARDS: [Board; 3] = [Board::Hex, Board::Square, Board::Open];

/// A board of 12 by 9.
fn plane() -> impl Strategy<Value = Plane> {
    proptest::sample::select(BOARDS.to_vec()).prop_map(|board| Plane::new(board, 12, 9))
}

/// A place of that board; on open ground often on a border or corner of squares.
fn place(plane: Plane) -> BoxedStrategy<Position> {
    let at = |(x, y)| Position { x, y };
    match plane.board {
        Board::Hex | Board::Square => (0..12, 0..9).prop_map(at).boxed(),
        Board::Open => prop_oneof![
            (0..=1200, 0..=900).prop_map(at),
            (0..=12, 0..=9).prop_map(|(x, y)| Position { x: x * 100, y: y * 100 }),
        ]
        .boxed(),
    }
}

fn on_board<const N: usize>() -> impl Strategy<Value = (Plane, [Position; N])> {
    plane().prop_flat_map(|plane| {
        (Just(plane), proptest::collection::vec(place(plane), N))
            .prop_map(|(plane, places)| (plane, std::array::from_fn(|index| places[index])))
    })
}

fn on_open_ground() -> impl Strategy<Value = [Position; 2]> {
    let open = Plane::new(Board::Open, 12, 9);
    [place(open), place(open)]
}

/// Costs of 108 cells, 0 for a wall.
fn costs() -> impl Strategy<Value = Vec<i64>> {
    proptest::collection::vec(prop_oneof![3 => 1..4_i64, 1 => Just(0)], 108)
}

/// Terrain times length, halves more for a diagonal; the cost of a test, not of the board.
fn price(plane: Plane, costs: &[i64]) -> impl FnMut(PathStep) -> Option<Number> {
    move |step| {
        let cost = costs[plane.index(step.to)?];
        let base = Number::fraction(cost, 2)?.times(step.length)?;
        let cost = if step.is_diagonal { base.times(Number::fraction(3, 2)?)? } else { base };
        (!cost.is_zero()).then_some(cost)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn distance_is_a_metric((plane, [a, b, c]) in on_board()) {
        prop_assert_eq!(plane.steps(a, a), 0);
        prop_assert_eq!(plane.steps(a, b), plane.steps(b, a));
        prop_assert_eq!(plane.steps(a, b) == 0, a == b);
        prop_assert!(plane.steps(a, c) <= plane.steps(a, b) + plane.steps(b, c));
    }

    #[test]
    fn a_line_backwards_crosses_the_same_cells((plane, [a, b]) in on_board()) {
        for [there, back] in [
            [plane.between(a, b), plane.between(b, a)],
            [plane.between_other_side(a, b), plane.between_other_side(b, a)],
        ] {
            let there: Vec<Position> = there.collect();
            let mut back: Vec<Position> = back.collect();
            back.reverse();
            prop_assert_eq!(there, back);
        }
    }

    #[test]
    fn a_line_goes_cell_by_cell((plane, [a, b]) in on_board()) {
        let mut cells = vec![plane.cell(a).unwrap_or(a)];
        cells.extend(plane.between(a, b));
        cells.push(plane.cell(b).unwrap_or(b));
        if plane.board == Board::Open {
            // Along a border the first and last square may be beside the line, one further off.
            for pair in cells.windows(2) {
                let far = (pair[0].x - pair[1].x).abs().max((pair[0].y - pair[1].y).abs());
                prop_assert!(far <= 200, "{:?}", cells);
            }
        } else {
            prop_assert_eq!(cells.len() as i64, plane.steps(a, b).max(1) + 1);
            for pair in cells.windows(2) {
                prop_assert!(a == b || plane.is_adjacent(pair[0], pair[1]), "{:?}", cells);
            }
        }
    }

    #[test]
    fn the_way_back_is_the_opposite_way((plane, [a, b]) in on_board()) {
        prop_assume!(a != b);
        let half = plane.directions() / 2;
        prop_assert_eq!(plane.direction(b, a), plane.facing(plane.direction(a, b) + half));
        prop_assert_eq!(plane.bearing(a, plane.direction(a, b), b), 0);
    }

    #[test]
    fn bearing_is_the_turn_to_the_direction((plane, [a, b]) in on_board(), facing in -10..370_i64) {
        prop_assume!(a != b);
        let (bearing, turn) = (plane.bearing(a, facing, b), plane.turn(facing, plane.direction(a, b)));
        prop_assert!(bearing <= plane.directions() / 2);
        prop_assert!(bearing == turn || (plane.board == Board::Hex && bearing + 1 == turn));
    }

    #[test]
    fn scatter_goes_so_far_that_way_and_back((plane, [a]) in on_board(), way in 0..360_i64, grains in 0..3000_i64) {
        let (there, way) = (plane.scatter(a, way, grains), plane.facing(way));
        let half = plane.directions() / 2;
        prop_assert_eq!(plane.scatter(there, way + half, grains), a);
        prop_assert_eq!(plane.scatter(a, way, -grains), plane.scatter(a, way + half, grains));
        let slack = i64::from(plane.board == Board::Open);
        prop_assert!((plane.steps(a, there) - grains).abs() <= slack);
        if plane.board != Board::Open || grains > 200 {
            prop_assert!(grains == 0 || plane.direction(a, there) == way);
        }
    }

    #[test]
    fn neighbors_are_adjacent_and_clockwise((plane, [a]) in on_board()) {
        let middle = plane.cell(a).unwrap_or(a);
        let mut last = -1;
        for next in plane.neighbors(a) {
            let way = plane.direction(middle, next);
            prop_assert!(way > last);
            last = way;
            prop_assert!(plane.board == Board::Open || plane.is_adjacent(a, next));
        }
    }

    #[test]
    fn within_is_what_is_near((plane, [a]) in on_board(), grains in 0..700_i64) {
        let grains = if plane.board == Board::Open { grains } else { grains / 100 };
        let mut expected: Vec<Position> = plane.cells().filter(|cell| plane.steps(a, *cell) <= grains).collect();
        expected.sort_by_key(|cell| plane.steps(a, *cell));
        prop_assert_eq!(plane.within(a, grains), expected);
        let units = grains / plane.grain();
        let rings: usize = (0..=units).map(|unit| plane.ring(a, unit).len()).sum();
        prop_assert_eq!(rings, plane.within(a, units * plane.grain()).len());
    }

    #[test]
    fn toward_is_nearer_and_away_is_farther((plane, [a, b]) in on_board(), grains in 0..500_i64) {
        let toward = plane.toward(a, b, grains);
        prop_assert!(plane.steps(a, toward) <= grains);
        prop_assert!(plane.steps(toward, b) <= plane.steps(a, b));
        if a != b {
            let away = plane.away(a, b, grains);
            prop_assert!(plane.steps(a, away) <= grains);
            prop_assert!(plane.steps(away, b) >= plane.steps(a, b));
        }
    }

    #[test]
    fn sight_is_mutual((plane, [a, b]) in on_board(), costs in costs(), eyes in (0..4_i64, 0..4_i64)) {
        let mut cover = |cell| match costs[plane.index(cell).expect("only cells of the map are asked for")] {
            0 => Cover::Whole,
            1 | 2 => Cover::Clear,
            height => Cover::UpTo(Number::int(height - 1)),
        };
        let (one, other) = (Number::int(eyes.0), Number::int(eyes.1));
        let there = plane.sight(a, b, (one, other), &mut cover);
        prop_assert_eq!(there, plane.sight(b, a, (other, one), &mut cover));
        prop_assert_eq!(there, plane.blocked_by(a, b, (one, other), &mut cover).is_none());
    }

    #[test]
    fn ways_and_reach_agree((plane, [a, b]) in on_board(), costs in costs(), budget in 0..20_i64) {
        let budget = Number::int(budget);
        let reach = plane.reach(a, budget, price(plane, &costs));
        prop_assert!(reach.iter().all(|reached| reached.cost <= budget));
        prop_assert!(reach.windows(2).all(|pair| pair[0].cost <= pair[1].cost));
        if plane.board == Board::Open {
            return Ok(());
        }
        let plain = plane.path(a, b, Search::default(), price(plane, &costs));
        let search = Search { least: Number::fraction(1, 2).expect("a half"), budget: None };
        let led = plane.path(a, b, search, price(plane, &costs));
        prop_assert_eq!((plain.cost, plain.arrives), (led.cost, led.arrives));
        let reached = reach.iter().find(|reached| reached.at == b);
        prop_assert_eq!(reached.is_some(), plain.arrives && plain.cost <= budget);
        prop_assert!(reached.is_none_or(|reached| reached.cost == plain.cost));
    }

    #[test]
    fn a_way_is_made_of_steps_that_add_up((plane, [a, b]) in on_board(), costs in costs(), budget in 0..12_i64) {
        let search = Search { budget: Some(Number::int(budget)), least: Number::ZERO };
        let path = plane.path(a, b, search, price(plane, &costs));
        prop_assert!(path.cost <= Number::int(budget));
        prop_assert_eq!(path.arrives, a == b || path.cells.last() == Some(&b));
        let mut total = Number::ZERO;
        let mut at = a;
        for next in &path.cells {
            prop_assert!(plane.board == Board::Open || plane.is_adjacent(at, *next));
            let way = plane.direction(at, *next);
            let way = if plane.board == Board::Open { (way + 22) / 45 % 8 } else { way };
            let step = PathStep {
                from: at,
                to: *next,
                way,
                is_diagonal: plane.board == Board::Square && way % 2 == 1,
                length: if plane.board == Board::Open { plane.distance(at, *next) } else { Number::ONE },
            };
            total = price(plane, &costs)(step).and_then(|cost| total.plus(cost)).expect("every step can be taken");
            at = *next;
        }
        prop_assert_eq!(total, path.cost);
    }

    #[test]
    fn over_clear_open_ground_the_way_is_the_straight_line([a, b] in on_open_ground(), budget in 1..1500_i64) {
        let plane = Plane::new(Board::Open, 12, 9);
        let (budget, distance) = (Number::fraction(budget, 100).expect("a fraction"), plane.distance(a, b));
        let path = plane.path(a, b, Search { budget: Some(budget), least: Number::ONE }, |step| Some(step.length));
        let steps = Number::fraction(path.cells.len() as i64, 100).expect("a fraction");
        let slack = steps.plus(Number::fraction(2, 100).expect("a fraction")).expect("small numbers");
        prop_assert!(path.cost <= budget);
        prop_assert!(path.arrives || path.cost.plus(slack).is_some_and(|spent| spent >= budget));
        prop_assert!(!path.arrives || path.cost.minus(distance).is_some_and(|more| more <= slack && more >= Number::ZERO));
    }

    #[test]
    fn degrees_are_those_of_the_protractor(x in -3000..3000_i32, y in -3000..3000_i32) {
        prop_assume!((x, y) != (0, 0));
        let plane = Plane::new(Board::Open, 100, 100);
        let exact = f64::from(y).atan2(f64::from(x)).to_degrees().rem_euclid(360.0);
        let found = plane.direction(Position { x: 0, y: 0 }, Position { x, y }) as f64;
        let off = (exact - found).abs();
        prop_assert!(off.min(360.0 - off) <= 0.500_001, "{exact} is not {found}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_place_and_no_length_is_too_much(
        plane in plane(),
        a in (any::<i32>(), any::<i32>()).prop_map(|(x, y)| Position { x, y }),
        b in (any::<i32>(), any::<i32>()).prop_map(|(x, y)| Position { x, y }),
        grains in any::<i64>(),
        way in any::<i64>(),
    ) {
        let clear = |_| Cover::UpTo(Number::int(i64::MAX));
        let one = |_| Some(Number::int(i64::MAX));
        prop_assert!(plane.between(a, b).count() <= 1 << 16);
        prop_assert!(plane.within(a, grains).len() <= 108);
        prop_assert!(plane.ring(a, grains).len() <= 108);
        prop_assert!(plane.ray(a, way / 2, grains % 2000).len() <= 2001);
        let search = Search { budget: None, least: Number::int(i64::MAX) };
        prop_assert!(plane.path(a, b, search, one).cells.len() <= 108);
        prop_assert!(plane.reach(a, Number::int(i64::MAX), one).len() <= 108);
        plane.sight(a, b, (Number::int(i64::MIN + 1), Number::int(i64::MAX)), clear);
        let places = [plane.scatter(a, way, grains), plane.toward(a, b, grains), plane.away(a, b, grains)];
        prop_assert!(places.iter().all(|place| place.x.abs() <= super::near::FAR * 2 || *place == a || *place == b));
        prop_assert!(plane.bearing(a, way, b) <= 180 && plane.direction(a, b) < 360);
        prop_assert!(plane.walked(a, b, Number::int(2)).is_some());
    }
}
