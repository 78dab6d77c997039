//! Judging a roll, its exact odds, and stacking ten modifiers.

use divan::{Bencher, black_box};
use fray::check::{
    Comparing, Contested, JudgedRow, ResultKey, ResultRows, RollGoal, Roller, Ties, judge, judge_opposed, odds,
    odds_opposed,
};
use fray::effect::{AppliedModifier, Filter, Stacking, stack};
use fray::value::{Formula, Number};

fn main() {
    divan::main();
}

/// From, to, and what it says.
struct BenchBand(i64, i64, Option<bool>);

impl JudgedRow for BenchBand {
    fn holds(&self, key: i64) -> bool {
        (self.0..=self.1).contains(&key)
    }

    fn success(&self) -> Option<bool> {
        self.2
    }
}

const ROWS: &[BenchBand] = &[
    BenchBand(3, 3, Some(true)),
    BenchBand(4, 4, Some(true)),
    BenchBand(5, 5, Some(true)),
    BenchBand(16, 18, Some(false)),
];

const EVEN: Contested = Contested { comparing: Comparing::Margins, ties: Ties::Draw };

fn side(formula: &Formula, need: i64, key: ResultKey) -> Roller<'_, BenchBand> {
    Roller { formula, goal: RollGoal::AtMost(need), table: Some(ResultRows { key, rows: ROWS }) }
}

#[divan::bench]
fn judging(bencher: Bencher<'_, '_>) {
    let formula = Formula::dice(3, 6);
    let side = side(&formula, 12, ResultKey::Total);
    bencher.bench(|| judge(black_box(&side), black_box(11), &[4, 2, 5]));
}

#[divan::bench]
fn judging_a_contest(bencher: Bencher<'_, '_>) {
    let formula = Formula::dice(3, 6);
    let side = side(&formula, 12, ResultKey::Total);
    bencher.bench(|| {
        let theirs = judge(black_box(&side), black_box(9), &[3, 3, 3]);
        judge_opposed(black_box(&side), black_box(11), &[4, 2, 5], &theirs, EVEN)
    });
}

#[divan::bench(args = [3, 4, 8])]
fn exact_odds(bencher: Bencher<'_, '_>, count: u16) {
    let formula = Formula::dice(count, 6);
    bencher.bench(|| odds(black_box(&side(&formula, 12, ResultKey::Total))));
}

#[divan::bench]
fn exact_odds_by_the_lowest_die(bencher: Bencher<'_, '_>) {
    let formula = Formula::dice(3, 6);
    bencher.bench(|| odds(black_box(&side(&formula, 12, ResultKey::Lowest))));
}

#[divan::bench]
fn exact_odds_of_a_contest(bencher: Bencher<'_, '_>) {
    let formula = Formula::dice(3, 6);
    let (mine, theirs) = (side(&formula, 12, ResultKey::Total), side(&formula, 11, ResultKey::Total));
    bencher.bench(|| odds_opposed(black_box(&mine), black_box(&theirs), EVEN));
}

#[divan::bench]
fn stacking_ten_modifiers(bencher: Bencher<'_, '_>) {
    let mut list: Vec<AppliedModifier<'_>> =
        (0..10).map(|at| AppliedModifier::plain(Number::int(at - 5), at as u32)).collect();
    list.iter_mut().skip(5).for_each(|modifier| modifier.stacking = Stacking::Worst);
    bencher.bench_local(|| stack(black_box(&mut list), Filter::default()));
}
