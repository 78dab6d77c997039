//! The dice expressions of docs/performance.md by two other crates: from text to exact distribution, in milliseconds
//! (median of 200 calls). What a crate cannot say is left out.

use nice_dice::Closed;
use std::hint::black_box;
use std::time::Instant;
use xdy::{Budget, Evaluator, Unobserved, compile};

/// What, by xdy, by nice-dice.
const TASKS: [(&str, Option<&str>, &str); 5] = [
    ("4d6 at most 13", Some("4D6"), "4d6 <= 13"),
    ("best 2 of 3d6", Some("3D6 drop lowest"), "3d6kh2"),
    ("12-3d6 against 11-3d6", Some("(12 - 3D6) - (11 - 3D6)"), "((12 - 3d6) - (11 - 3d6)) > 0"),
    ("five shots, armor 4", None, "5([X: 4d6 - 4] (d2 = 1) * (X > 0) * X)"),
    ("five shots, armor 9", None, "5([X: 4d6 - 9] (d2 = 1) * (X > 0) * X)"),
];

fn by_xdy(text: &str) {
    let evaluator = Evaluator::new(compile(text).expect("it compiles"));
    let plan = evaluator.plan_distribution([]).expect("it can be planned");
    black_box(plan.build(Budget::UNLIMITED, &Unobserved).expect("it can be built"));
}

fn by_nice_dice(text: &str) {
    let expression: Closed = text.parse().expect("it parses");
    black_box(expression.distribution().expect("it has a distribution"));
}

fn milliseconds(calls: usize, task: impl Fn()) -> f64 {
    let mut times: Vec<f64> = (0..calls)
        .map(|_| {
            let start = Instant::now();
            task();
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[calls / 2]
}

fn main() {
    for (name, xdy, nice_dice) in TASKS {
        let xdy = xdy.map_or("-".to_string(), |text| format!("{:.3}", milliseconds(200, || by_xdy(text))));
        println!("{name:24} xdy {xdy:>8}   nice-dice {:8.3}", milliseconds(200, || by_nice_dice(nice_dice)));
    }
}
