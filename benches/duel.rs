//! Whole duels: scripted in Luau on the core, beside the same fight written by hand in Rust, in the same run.

#![allow(clippy::disallowed_macros, reason = "a bench may say what it measures")]

use fray::dice::Seeded;
use fray::play::{Kit, Play};
use fray::rulebook::{Choices, load};
use fray::state::State;
use fray::text::Memory;
use fray::value::ScenarioId;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::rc::Rc;
use std::sync::Arc;

fn main() {
    divan::main();
}

const PACK: &str = r#"
pack small "The small duel" { license "CC0" }
track points number = 12
figure Ann {}
figure Bob {}
turn "Turn" { phase all { script fight } }
scenario duel "The small duel" {
  side a "Ann" { Ann }
  side b "Bob" { Bob }
  limit 1 turns
}
"#;

const STD: &str = include_str!("../rules/std/pack.fray");

/// A first; hit on 3d6 at most 12, parried on 3d6 at most 9, 2d6-1 from 12 points each, until one falls.
const FIGHT: &str = r#"
return function(play)
    local one, other = play:figure("Ann"), play:figure("Bob")
    while true do
        if play:total("3d6") <= 12 and play:total("3d6") > 9 then
            other:change("points", -play:total("2d6-1"))
            if other.points <= 0 then
                play:win(one.side, "the other fell")
                return
            end
        end
        one, other = other, one
    end
end
"#;

fn kit() -> Kit {
    let files = Memory::default()
        .with("rules/std/pack.fray", STD)
        .with("rules/small/pack.fray", PACK)
        .with("scripts/small/fight.luau", FIGHT);
    let (book, mistakes) = load(&files, "small", &Choices::none());
    for mistake in &mistakes {
        eprintln!("{mistake}");
    }
    fray::odds::kit(book.expect("the small pack loads"))
}

/// The duel in Luau on the core: state, events and rules as for any game.
#[divan::bench]
fn small_in_luau(bencher: divan::Bencher) {
    let kit = kit();
    let scenario = ScenarioId(0);
    let first = kit.play(scenario, Box::new(Seeded::new(1, 0))).expect("the duel is set up");
    let (rules, start, engine): (_, State, _) = (first.rules().clone(), first.state().clone(), first.engine());
    let mut stream = 0;
    bencher.bench_local(|| {
        stream += 1;
        let chance = Box::new(Seeded::new(1, stream));
        let mut play = Play::resume(Arc::clone(&rules), start.clone(), scenario, Rc::clone(&engine), chance);
        play.run(1).expect("the duel is fought");
        play.state().outcome.is_some()
    });
}

fn d6(rng: &mut ChaCha8Rng, count: u32) -> i32 {
    (0..count).map(|_| ((u64::from(rng.next_u32()) * 6) >> 32) as i32 + 1).sum()
}

/// The same by hand.
#[divan::bench]
fn small_by_hand(bencher: divan::Bencher) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    bencher.bench_local(|| {
        let mut points = [12, 12];
        let mut other = 1;
        loop {
            if d6(&mut rng, 3) <= 12 && d6(&mut rng, 3) > 9 {
                points[other] -= d6(&mut rng, 2) - 1;
                if points[other] <= 0 {
                    return other;
                }
            }
            other = 1 - other;
        }
    });
}
