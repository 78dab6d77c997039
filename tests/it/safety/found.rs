//! What fuzzing has found stays found: every case that is kept is tried again, and a few new ones.

#[allow(dead_code, unused_imports, unreachable_pub, reason = "the fuzzer uses more of it")]
#[path = "../../../fuzz/src/lib.rs"]
mod fuzz;

use fuzz::{Mutator, Random, TARGETS};

/// New cases of each target that is quick.
const NEW: usize = 25;

#[test]
fn what_was_found_is_mended() {
    let mut tried = 0;
    for target in TARGETS {
        let kept = std::fs::read_dir(format!("fuzz/cases/{}", target.name)).into_iter().flatten();
        for file in kept {
            let path = file.expect("a readable entry").path();
            (target.run)(&std::fs::read(path).expect("a case"));
            tried += 1;
        }
    }
    assert!(tried > 0, "cases are kept in `fuzz/cases`");
}

#[test]
fn some_new_cases_hold() {
    for name in ["parse", "calls", "source"] {
        let target = fuzz::target(name).expect("it is one");
        let seeds = (target.seeds)();
        let mutator = Mutator { seeds: &seeds, words: target.words, longest: 4_000 };
        let mut random = Random::new(2026);
        (0..NEW).for_each(|_| (target.run)(&mutator.mutated(&mut random)));
    }
}
