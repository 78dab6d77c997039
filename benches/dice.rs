//! Dice: exact distributions, and rolls from a seed, each beside the same written by hand.

use divan::{Bencher, black_box};
use fray::dice::{Chance, Dist, Odds, Seeded, Seen, exhaust};
use fray::value::{Formula, Keep, Term};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn main() {
    divan::main();
}

/// From the text to the exact odds: reading, resolving, reckoning.
#[divan::bench(args = [
    "4d6 <= 13",
    "3d6 keep highest 2",
    "12-3d6 > 11-3d6",
    "6 x 3d6",
    "5 x (if 1d2 = 1 then max(4d6-4, 0) else 0)",
    "5 x (if 1d2 = 1 then max(4d6-9, 0) else 0)",
])]
fn from_text(bencher: Bencher<'_, '_>, text: &str) {
    let rules = fray::rulebook::Rulebook::empty();
    bencher.bench(|| fray::odds::expression::ask(&rules, "bench", black_box(text)).is_ok());
}

fn best_two() -> Formula {
    Formula { terms: vec![Term { minus: false, count: 3, sides: 6, keep: Keep::Highest(2) }], plus: 0 }
}

fn margin(need: i64) -> Formula {
    Formula { terms: vec![Term { minus: true, count: 3, sides: 6, keep: Keep::All }], plus: need }
}

mod four_at_most_13 {
    use super::*;

    #[divan::bench]
    fn exact() -> Odds {
        Dist::of(black_box(&Formula::dice(4, 6))).expect("four dice").at_most(13)
    }

    #[divan::bench]
    fn by_hand() -> (u32, u32) {
        let (mut ways, mut all) = (0, 0);
        let six = 1..=black_box(6_u32);
        for a in six.clone() {
            for b in six.clone() {
                for c in six.clone() {
                    for d in six.clone() {
                        all += 1;
                        ways += u32::from(a + b + c + d <= 13);
                    }
                }
            }
        }
        (ways, all)
    }
}

mod best_two_of_three {
    use super::*;

    #[divan::bench]
    fn exact() -> Dist {
        Dist::of(black_box(&best_two())).expect("three dice")
    }

    #[divan::bench]
    fn by_hand() -> [u32; 13] {
        let mut ways = [0; 13];
        let six = 1..=black_box(6_usize);
        for a in six.clone() {
            for b in six.clone() {
                for c in six.clone() {
                    ways[a + b + c - a.min(b).min(c)] += 1;
                }
            }
        }
        ways
    }
}

mod two_margins {
    use super::*;

    #[divan::bench]
    fn exact() -> fray::dice::Contest {
        let (a, b) = (Dist::of(black_box(&margin(12))), Dist::of(black_box(&margin(11))));
        a.expect("three dice").against(&b.expect("three dice"))
    }

    #[divan::bench]
    fn by_hand() -> [u32; 3] {
        let three = || {
            let mut ways = [0_u32; 19];
            let six = 1..=black_box(6_usize);
            for a in six.clone() {
                for b in six.clone() {
                    for c in six.clone() {
                        ways[a + b + c] += 1;
                    }
                }
            }
            ways
        };
        let (mine, theirs, mut result) = (three(), three(), [0; 3]);
        for (a, ways) in mine.iter().enumerate() {
            for (b, others) in theirs.iter().enumerate() {
                let at = (12 - a as i32).cmp(&(11 - b as i32)) as i32 + 1;
                result[at as usize] += ways * others;
            }
        }
        result
    }
}

mod five_shots {
    use super::*;

    #[divan::bench(args = [4, 9])]
    fn exact(armor: i64) -> Dist {
        let hit = Dist::of(&Formula::dice(4, 6)).and_then(|dice| dice.shifted(-armor)).expect("four dice");
        let hit = hit.map(|n| Ok(n.max(0))).expect("small");
        let shot = hit.mixed(&Odds::of(1, 2), &Dist::constant(0)).expect("small");
        shot.repeated(5).expect("five shots")
    }

    #[divan::bench(args = [4, 9])]
    fn by_hand(armor: usize) -> Vec<u128> {
        let mut shot = vec![0_u128; 25];
        shot[0] = 1_296;
        let six = 1..=black_box(6_usize);
        for a in six.clone() {
            for b in six.clone() {
                for c in six.clone() {
                    for d in six.clone() {
                        shot[(a + b + c + d).saturating_sub(armor)] += 1;
                    }
                }
            }
        }
        let mut sum = vec![1_u128];
        for _ in 0..5 {
            let mut next = vec![0; sum.len() + shot.len() - 1];
            for (at, ways) in sum.iter().enumerate() {
                for (more, others) in shot.iter().enumerate() {
                    next[at + more] += ways * others;
                }
            }
            sum = next;
        }
        sum
    }
}

mod many_dice {
    use super::*;

    #[divan::bench(args = [18, 49, 100, 300])]
    fn of_six_sides(count: u16) -> Dist {
        Dist::of(black_box(&Formula::dice(count, 6))).expect("within the limits")
    }

    #[divan::bench]
    fn best_ten_of_twenty() -> Dist {
        let term = Term { minus: false, count: 20, sides: 6, keep: Keep::Highest(10) };
        Dist::of(black_box(&Formula { terms: vec![term], plus: 0 })).expect("within the limits")
    }
}

/// A thousand rolls of three dice.
mod three_dice_rolled {
    use super::*;

    #[divan::bench]
    fn seeded(bencher: Bencher<'_, '_>) {
        let (mut source, mut dice, formula) = (Seeded::new(1, 0), Vec::new(), Formula::dice(3, 6));
        bencher.bench_local(|| {
            (0..1_000)
                .map(|_| source.roll(black_box(&formula), Seen::Total, &mut dice).expect("three dice"))
                .sum::<i64>()
        });
    }

    #[divan::bench]
    fn by_hand(bencher: Bencher<'_, '_>) {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let die = |rng: &mut ChaCha8Rng| ((u64::from(rng.next_u32()) * 6) >> 32) as u32 + 1;
        bencher.bench_local(|| (0..1_000).map(|_| die(&mut rng) + die(&mut rng) + die(&mut rng)).sum::<u32>());
    }
}

mod every_branch {
    use super::*;

    /// A roll to hit and, if it hits, two for the wound: some 1,000 branches.
    #[divan::bench]
    fn of_an_attack() -> usize {
        let mut dice = Vec::new();
        let found = exhaust(10_000, |chance| {
            if chance.roll(&Formula::dice(3, 6), Seen::Total, &mut dice)? > 12 {
                return Ok::<i64, fray::dice::DiceError>(0);
            }
            let wound = chance.roll(&Formula::dice(2, 6), Seen::Total, &mut dice)?;
            Ok(wound - chance.roll(&Formula::dice(2, 4), Seen::Total, &mut dice)?)
        });
        found.expect("few branches").len()
    }
}
